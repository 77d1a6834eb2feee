//! Programs of declared types: parameters, variables, resources and outputs.
//!
//! ```text
//! parameter "count" "int" { minValue = 1, default = 2 }
//! variable "name" { value = "net-${count}" }
//! resource "net" "azrm://Microsoft.Network/virtualNetworks@2019-06-01" { name = name }
//! output "id" "string" { value = net.id }
//! ```
//!
//! Values are not checked here: the value of a declaration is an expression with an expected type.

use typed_index_collections::TiVec;

use super::read_as_meant;
use super::type_arguments::read_type_arguments;
use crate::answers::model::fit;
use crate::builtins::Conversion;
use crate::program::environment::Environment;
use crate::program::structure::{StructureProblem, StructureProblemKind};
use crate::program::{Block, BlockValue, Definition, Expression, File, FileId, Kind, Part, Program, Scope};
use crate::source::{Source, Span};
use crate::syntax::tree::{self, Attribute, BodyItem, Node, NodeId, Tree};
use crate::type_expressions::literal::{literal, literal_type};
use crate::type_expressions::notation::parse_type;
use crate::type_expressions::parse::read_type;
use crate::types::nearest::{may_stand_for, nearest};
use crate::types::{DeclaredAs, Interner, Name, Refinement, STRING, Ty, model_types};

/// The block types of programs.
const BLOCKS: [&str; 4] = ["output", "parameter", "resource", "variable"];

/// The attributes of parameters that refine their types, with the names of the refinements.
const FACETS: [(&str, &str); 4] =
    [("maxLength", "max_length"), ("maxValue", "max"), ("minLength", "min_length"), ("minValue", "min")];

/// The attributes of parameters.
const PARAMETER: [&str; 7] =
    ["allowedValues", "default", "description", "maxLength", "maxValue", "minLength", "minValue"];

/// Reads the files of a program.
pub(super) fn program(files: TiVec<FileId, File>, environment: &Environment, types: &mut Interner) -> Program {
    let mut program = Program { files, is_modelled: true, ..Program::default() };
    // The trees are moved out, because the program grows while they are read.
    let files = std::mem::take(&mut program.files);
    for (file, id) in files.iter().zip((0..).map(FileId)) {
        let mut reader =
            Reader { environment, types, program: &mut program, source: &file.source, tree: &file.tree, file: id };
        file.tree.body.iter().for_each(|item| reader.item(item));
    }
    program.files = files;
    program.divide_budget();
    read_type_arguments(&mut program, environment, types);
    program
}

/// The reader of one file.
struct Reader<'a> {
    environment: &'a Environment,
    types: &'a mut Interner,
    program: &'a mut Program,
    source: &'a Source,
    tree: &'a Tree,
    file: FileId,
}

impl Reader<'_> {
    fn item(&mut self, item: &BodyItem) {
        match item {
            BodyItem::Attribute(attribute) => {
                let label = (attribute.name, attribute.name_span);
                let span = attribute.name_span.to(self.tree.span(attribute.value));
                self.define(Kind::Local, Some(label), span, vec![expression(attribute, Part::Value)], None);
            }
            BodyItem::Block(block) => {
                let kind = self.types.text(block.kind).to_owned();
                if let Some(problem) = read_as_meant(&kind, &BLOCKS, &[], |kind| self.block(kind, block)) {
                    self.problem(block.kind_span, problem);
                }
            }
        }
    }

    /// Reads a block as one of a type. Returns `false` if there is no such type.
    fn block(&mut self, kind: &str, block: &tree::Block) -> bool {
        match kind {
            "parameter" => self.parameter(block),
            "variable" => self.variable(block),
            "resource" => self.resource(block),
            "output" => self.output(block),
            _ => return false,
        }
        true
    }

    /// `parameter "name" "type" { minValue = 1, default = 2 }`
    fn parameter(&mut self, block: &tree::Block) {
        let [name, label] = block.labels[..] else { return self.mislabelled(block, Kind::Config, "a name and a type") };
        let declared = self.type_in_label(label);
        let attributes = self.attributes(block, "a parameter", &PARAMETER);
        let refined = self.refined(declared, &attributes);
        let allowed = attributes.iter().find(|(_, name)| name == "allowedValues");
        let ty = allowed.and_then(|(attribute, _)| self.allowed_values(attribute, refined)).unwrap_or(refined);
        let all_allowed = self.types.list(refined);
        let mut expressions = Vec::new();
        for (attribute, name) in attributes {
            let part = match &name[..] {
                "default" => Part::Expected(ty),
                "allowedValues" => Part::Expected(all_allowed),
                "description" => Part::Expected(STRING),
                _ => Part::Free,
            };
            expressions.push(expression(attribute, part));
        }
        self.define_block(Kind::Config, Some(name), block, expressions, ty);
    }

    /// `variable "name" { value = x }`
    fn variable(&mut self, block: &tree::Block) {
        let [name] = block.labels[..] else { return self.mislabelled(block, Kind::Local, "a name") };
        if let Some(value) = self.value(block, "a variable") {
            self.define(Kind::Local, Some(name), block.span, vec![expression(value, Part::Value)], None);
        } else {
            let error = self.error();
            self.define_block(Kind::Local, Some(name), block, Vec::new(), error);
        }
    }

    /// `output "name" "type" { value = x }`. Outputs cannot be referenced, so they have a namespace of their own.
    fn output(&mut self, block: &tree::Block) {
        let [name, label] = block.labels[..] else { return self.mislabelled(block, Kind::Output, "a name and a type") };
        let ty = self.type_in_label(label);
        let value = self.value(block, "an output");
        let expressions = value.into_iter().map(|value| expression(value, Part::Expected(ty))).collect();
        let text = self.types.text(name.0).to_owned();
        let mut outputs = self.program.definitions.iter().filter(|definition| definition.kind == Kind::Output);
        if outputs.any(|output| output.label == text) {
            self.problem(name.1, StructureProblemKind::DuplicateBlock(format!("output \"{text}\"")));
        }
        self.define_block(Kind::Output, Some(name), block, expressions, ty);
        if let Some(output) = self.program.definitions.last_mut() {
            output.name = None;
        }
    }

    /// `resource "name" "manager://Type@version" { property = x }`
    fn resource(&mut self, block: &tree::Block) {
        let [name, label] = block.labels[..] else {
            return self.mislabelled(block, Kind::Resource, "a name and a type");
        };
        let mut ty = self.type_in_label(label);
        if !matches!(self.types.declared_as(ty), DeclaredAs::ResourceType | DeclaredAs::Error) {
            let message = format!("`{}` is not a resource type", self.types.text(label.0));
            self.problem(label.1, StructureProblemKind::WrongType { message, suggestion: None });
            ty = self.error();
        }
        let mut expressions = Vec::new();
        for item in &block.body {
            match item {
                BodyItem::Attribute(attribute) => expressions.push(expression(attribute, Part::Input(attribute.name))),
                BodyItem::Block(inner) => self.misplaced(inner, "a resource"),
            }
        }
        self.define_block(Kind::Resource, Some(name), block, expressions, ty);
    }

    /// Returns the attributes of a block with the names that they mean, and reports everything else. An unknown name means the nearest
    /// known one that is not given.
    fn attributes<'b>(
        &mut self,
        block: &'b tree::Block,
        inside: &'static str,
        known: &[&'static str],
    ) -> Vec<(&'b Attribute, String)> {
        let mut attributes = Vec::new();
        let given = block.body.iter().filter_map(BodyItem::as_attribute);
        let given: Vec<Name> = given.map(|attribute| attribute.name).collect();
        for item in &block.body {
            match item {
                BodyItem::Attribute(attribute) => {
                    let name = self.types.text(attribute.name).to_owned();
                    if known.contains(&&name[..]) {
                        attributes.push((attribute, name));
                        continue;
                    }
                    let suggestion = nearest(&name, known.iter().copied());
                    let is_given = |meant: &String| given.iter().any(|&given| self.types.text(given) == meant);
                    let meant = suggestion.clone().filter(|meant| !is_given(meant)).unwrap_or_else(|| name.clone());
                    attributes.push((attribute, meant));
                    let known = known.iter().map(|&name| name.to_owned()).collect();
                    let kind = StructureProblemKind::UnknownAttribute { name, inside, suggestion, known };
                    self.problem(attribute.name_span, kind);
                }
                BodyItem::Block(inner) => self.misplaced(inner, inside),
            }
        }
        attributes
    }

    fn misplaced(&mut self, block: &tree::Block, inside: &'static str) {
        let name = self.types.text(block.kind).to_owned();
        let kind = StructureProblemKind::UnknownBlock { block: name, inside: Some(inside), suggestion: None };
        self.problem(block.kind_span, kind);
    }

    /// Returns the attribute `value`, which a block must have; any other attribute is reported.
    fn value<'b>(&mut self, block: &'b tree::Block, inside: &'static str) -> Option<&'b Attribute> {
        let attributes = self.attributes(block, inside, &["value"]);
        let value = attributes.iter().find(|(_, name)| name == "value");
        // An unknown attribute that stands for it has been reported.
        let value = value.or_else(|| attributes.iter().find(|(_, name)| may_stand_for(name, "value")));
        let value = value.map(|&(attribute, _)| attribute);
        if value.is_none() && !block.is_broken {
            self.problem(block.open, StructureProblemKind::MissingAttribute { name: "value".into(), inside });
        }
        value
    }

    /// Returns a type refined by attributes.
    fn refined(&mut self, declared: Ty, attributes: &[(&Attribute, String)]) -> Ty {
        let named = |name: &str| FACETS.iter().find(|facet| facet.0 == name).copied();
        let facets = attributes.iter().filter_map(|(attribute, name)| Some((*attribute, named(name)?)));
        let facets: Vec<_> = facets.collect();
        let Some(&(first, _)) = facets.first() else { return declared };
        if self.types.declared_as(declared) == DeclaredAs::Error {
            return declared;
        }
        let mut refinement = match Refinement::of(declared, self.types) {
            Ok(refinement) => refinement,
            Err(message) => {
                self.problem(first.name_span, StructureProblemKind::WrongRefinement(message));
                return declared;
            }
        };
        for (attribute, (name, facet)) in facets {
            let Some((_, value)) = literal(self.tree, attribute.value, self.types) else {
                self.no_literal(attribute.value, name, "a literal");
                continue;
            };
            if let Err(message) = refinement.add(facet, value, self.types) {
                let message = message.replace(facet, name);
                self.problem(self.tree.span(attribute.value), StructureProblemKind::WrongRefinement(message));
            }
        }
        refinement.finish(self.types).unwrap_or_else(|message| {
            let message = FACETS
                .iter()
                .fold(message, |text, (name, facet)| text.replace(&format!("`{facet}`"), &format!("`{name}`")));
            self.problem(first.name_span, StructureProblemKind::WrongRefinement(message));
            declared
        })
    }

    /// Returns the union of those values in a list that fit the declared type. Elements that are not literals are reported.
    fn allowed_values(&mut self, attribute: &Attribute, declared: Ty) -> Option<Ty> {
        let Node::Tuple(list) = self.tree.node(attribute.value) else {
            self.no_literal(attribute.value, "allowedValues", "a list of literals");
            return None;
        };
        let mut members = Vec::new();
        for &element in self.tree.list(list) {
            match literal_type(self.tree, element, self.types) {
                Some(ty) => members.push((ty, declared)),
                None => self.no_literal(element, "allowedValues", "a list of literals"),
            }
        }
        if self.tree.list(list).is_empty() {
            let message = "`allowedValues` admits no value".to_owned();
            self.problem(self.tree.span(attribute.value), StructureProblemKind::WrongRefinement(message));
            return None;
        }
        let fitting = fit(self.types, &members);
        let members = members.into_iter().zip(fitting).filter(|(_, kind)| *kind != Conversion::No);
        let members: Vec<Ty> = members.map(|(member, _)| member.0).collect();
        if members.is_empty() {
            return None;
        }
        Some(self.types.union(&members))
    }

    fn no_literal(&mut self, node: NodeId, name: &str, expected: &'static str) {
        if !matches!(self.tree.node(node), Node::Broken) {
            let kind = StructureProblemKind::NotALiteral { name: name.to_owned(), expected: expected.into() };
            self.problem(self.tree.span(node), kind);
        }
    }

    /// Returns the type in a label: the name of a declared type, or a type expression. Only the first error is reported.
    fn type_in_label(&mut self, (name, span): (Name, Span)) -> Ty {
        if let Some(&declared) = self.environment.types.get(&name) {
            return declared;
        }
        let text = self.types.text(name).to_owned();
        let scope = &self.environment.types;
        let (message, suggestion, at) = if let Ok((tree, root)) = parse_type(&text, self.types) {
            match read_type(&tree, root, scope, self.types) {
                Ok(ty) => return ty,
                // Later errors may follow from the first.
                Err(errors) => errors.into_iter().next().map_or_else(
                    || (String::new(), None, span),
                    |error| (error.message, error.suggestion, self.source.inside_label(span, &text, error.span)),
                ),
            }
        } else {
            let names = scope.keys().map(|&name| self.types.text(name));
            (format!("unknown declared type `{text}`"), nearest(&text, names), span)
        };
        self.problem(at, StructureProblemKind::WrongType { message, suggestion });
        self.error()
    }

    /// Returns the type of values with reported errors.
    fn error(&mut self) -> Ty {
        let types = model_types(self.types).map(|found| found.1);
        types.into_iter().find(|&ty| self.types.declared_as(ty) == DeclaredAs::Error).unwrap_or(crate::types::ANY)
    }

    fn mislabelled(&mut self, block: &tree::Block, kind: Kind, expected: &'static str) {
        let span = match (block.labels.first(), block.labels.last()) {
            (Some(first), Some(last)) => first.1.to(last.1),
            _ => block.kind_span,
        };
        if !block.has_malformed_header() {
            let name = self.types.text(block.kind).to_owned();
            self.problem(span, StructureProblemKind::WrongLabels { block: name, expected, given: None });
        }
        let attributes = block.body.iter().filter_map(|item| match item {
            BodyItem::Attribute(attribute) => Some(expression(attribute, Part::Free)),
            BodyItem::Block(_) => None,
        });
        let (attributes, error) = (attributes.collect(), self.error());
        self.define_block(kind, block.labels.first().copied(), block, attributes, error);
    }

    fn define_block(
        &mut self,
        kind: Kind,
        label: Option<(Name, Span)>,
        block: &tree::Block,
        expressions: Vec<Expression>,
        ty: Ty,
    ) {
        let label = label.unwrap_or((block.kind, block.kind_span));
        let meaning = Block::with_value(BlockValue::Known(ty), block.open);
        self.define(kind, Some(label), block.span, expressions, Some(Box::new(meaning)));
    }

    fn define(
        &mut self,
        kind: Kind,
        label: Option<(Name, Span)>,
        span: Span,
        expressions: Vec<Expression>,
        block: Option<Box<Block>>,
    ) {
        let name_span = label.map_or(span, |label| label.1);
        let text = label.map_or_else(String::new, |label| self.types.text(label.0).to_owned());
        let name = label.map(|label| label.0);
        let file = self.file;
        self.program.definitions.push(Definition {
            kind,
            name,
            label: text.into(),
            name_span,
            file,
            span,
            expressions: expressions.into(),
            block,
            written_out: None,
        });
    }

    fn problem(&mut self, span: Span, kind: StructureProblemKind) {
        self.program.problems.push(StructureProblem { file: self.file, span, kind });
    }
}

fn expression(attribute: &Attribute, part: Part) -> Expression {
    Expression {
        root: attribute.value,
        first: attribute.first,
        name_span: attribute.name_span,
        part,
        scope: Scope::Everywhere,
    }
}
