//! Calls of package functions and resource methods.

use std::sync::Arc;

use super::Reader;
use super::package::nearest_token;
use crate::program::structure::PackageProblem;
use crate::program::structure::StructureProblemKind;
use crate::program::{Invocation, Place};
use crate::schema::Function;
use crate::source::Span;
use crate::syntax::tree::{Block, BodyItem, Call, Node, NodeId};
use crate::types::vocabulary::InvocationForm;
use crate::types::{ANY, NONE, Name, STRING, Ty};

impl Reader<'_, '_> {
    /// Resolves the package functions and methods of the calls in the file.
    pub(super) fn invocations(&mut self) {
        let (invoke, call) = (self.reading.types.name("invoke"), self.reading.types.name("call"));
        let loose = self.loose_blocks();
        for node in (0..self.tree().len() as u32).map(NodeId) {
            let Node::Call(id) = self.tree().node(node) else { continue };
            let called = *self.tree().call(id);
            let invocation = if called.function == invoke {
                let at = self.tree().span(node);
                self.invoke(called, !loose.iter().any(|block| block.contains(at)))
            } else if called.function == call {
                self.method(node, called)
            } else {
                continue;
            };
            self.program.invocations.insert(Place { file: self.file, node }, invocation);
        }
    }

    /// Returns the blocks in which a call may name a missing package. The reference loads only the packages that other blocks
    /// name before it reads them.
    fn loose_blocks(&self) -> Vec<Span> {
        let blocks = self.tree().body.iter().filter_map(BodyItem::as_block);
        let is_loose = |block: &&Block| matches!(self.text(block.kind), "component" | "hook" | "pulumi");
        blocks.filter(is_loose).map(|block| block.span).collect()
    }

    /// `invoke("package:module:function", inputs)`
    fn invoke(&mut self, call: Call, is_needed: bool) -> Invocation {
        let tree = self.tree();
        let Some(&token) = tree.list(call.arguments).first() else { return self.unknown_call(call.function) };
        let span = tree.span(token);
        let Some(text) = self.text_at(token) else {
            self.problem(span, StructureProblemKind::NameNotALiteral("function"));
            return self.unknown_call(call.function);
        };
        let text = self.text(text).to_owned();
        match self.find_function(&text, span, is_needed) {
            Some(function) => self.signatures(&function, call.function),
            None => self.unknown_call(call.function),
        }
    }

    fn find_function(&mut self, text: &str, span: Span, is_needed: bool) -> Option<Arc<Function>> {
        let token = self.token(text, span)?;
        let package = self.package_at(token.package, None, span, is_needed)?;
        let reading = &mut *self.reading;
        match reading.schemas.function(package, text, reading.types) {
            Some(Ok(function)) => {
                if let Some(message) = function.deprecation.clone() {
                    self.problem(span, PackageProblem::Deprecated { token: text.to_owned(), message });
                }
                Some(function)
            }
            Some(Err(error)) => {
                self.problem(span, PackageProblem::InvalidSchema(error));
                None
            }
            None => {
                let suggestion =
                    nearest_token(text, self.reading.schemas.function_tokens(package), &mut self.reading.compared_left);
                let suggestion = suggestion.map(|token| self.reading.schemas.callable_token(package, &token));
                self.problem(span, PackageProblem::UnknownPackageFunction { token: text.to_owned(), suggestion });
                None
            }
        }
    }

    /// Returns the overloads of a function with their signatures.
    fn signatures(&mut self, function: &Function, invoke: Name) -> Invocation {
        let (parameters, _) = self.declared_signature(invoke);
        let types = &mut *self.reading.types;
        let options = types.members(parameters).get(2).copied().unwrap_or(ANY);
        let empty = types.object(Vec::new());
        let nothing = types.union(&[empty, NONE]);
        let plain = function.plain_inputs.unwrap_or(nothing);
        let inputs = function.inputs.unwrap_or(nothing);
        let returns = function.returns.unwrap_or(empty);
        let (promise, output) = (types.promise(returns), types.output(returns));
        let mut tuple = |members: &[Ty]| types.tuple(members);
        let mut signatures = vec![
            (InvocationForm::Plain, tuple(&[STRING, plain, options]), promise),
            (InvocationForm::Output, tuple(&[STRING, inputs, options]), output),
            (InvocationForm::Unknown, parameters, ANY),
        ];
        if let Some(positional) = &function.positional {
            let members: Vec<Ty> = [STRING].iter().chain(positional).chain([&options]).copied().collect();
            signatures.push((InvocationForm::Positional, tuple(&members), promise));
        }
        let form = if function.positional.is_some() {
            InvocationForm::Positional
        } else if function.returns.is_none() || !function.has_inputs {
            InvocationForm::Plain
        } else {
            InvocationForm::Output
        };
        Invocation::Function { form, plain, inputs, signatures }
    }

    /// `call(resource, "method", inputs)`
    fn method(&mut self, node: NodeId, call: Call) -> Invocation {
        let tree = self.tree();
        let &[_, method, _, ..] = tree.list(call.arguments) else {
            return self.too_few_arguments(node, call);
        };
        let Some(name) = self.text_at(method) else {
            self.problem(tree.span(method), StructureProblemKind::NameNotALiteral("method"));
            return self.unknown_call(call.function);
        };
        Invocation::Method(name)
    }

    /// Gives a call with too few arguments a signature for those that it has, so that they are not reported one by one.
    fn too_few_arguments(&mut self, at: NodeId, call: Call) -> Invocation {
        let tree = self.tree();
        self.problem(tree.span(at), StructureProblemKind::MissingCallArguments);
        let (parameters, returns) = self.declared_signature(call.function);
        let types = &mut *self.reading.types;
        let given = types.members(parameters).iter().take(tree.list(call.arguments).len()).copied();
        let given: Vec<Ty> = given.collect();
        Invocation::Unknown(types.tuple(&given), returns)
    }

    /// Gives a call of an unknown function the declared signature.
    fn unknown_call(&self, function: Name) -> Invocation {
        let (parameters, returns) = self.declared_signature(function);
        Invocation::Unknown(parameters, returns)
    }

    fn declared_signature(&self, function: Name) -> (Ty, Ty) {
        let environment = self.reading.environment;
        let id = environment.function(function);
        id.map(|id| environment.signature(id)).map_or((ANY, ANY), |signature| (signature.parameters, signature.returns))
    }
}
