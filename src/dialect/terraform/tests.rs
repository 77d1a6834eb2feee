//! Test files of a module: `*.tftest.hcl` and `*.tftest.json`, beside it and in its directory `tests`.
//!
//! The values of variables are inputs, as in a call of the module. Assertions refer to the names of the module, to its outputs, and
//! to the outputs of earlier runs. A run of another module sees the outputs of that one alone. Providers, mocks and overrides have
//! a form, and no types.

use std::borrow::Cow;
use std::path::PathBuf;
use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use super::blocks::{At, Reader, attributes, free};
use super::labels::is_identifier;
use super::modules::Interface;
use super::naming::variables;
use super::once::Named;
use super::repeated::Names;
use super::shapes::shape;
use super::values::giving;
use crate::program::resolve::attribute_path;
use crate::program::structure::{ComponentProblem, StructureProblemKind};
use crate::program::{self, BlockNames, BlockValue, DefinitionId, Expression, Kind, Part, Scope};
use crate::syntax::tree::{Block, BodyItem, Node};
use crate::types::{ANY, Name, Ty};

/// The path of test files.
const TESTS: &str = "tests";

/// A test file, as far as it is read.
struct Tested {
    /// The variables of the other modules that runs call.
    others: FxHashSet<Name>,
    /// The outputs of the earlier runs.
    runs: FxHashMap<Name, Ty>,
}

/// The module whose variables are given values.
#[derive(Clone, Copy)]
enum ValuesOf<'i> {
    /// The tested module.
    Tested,
    /// Another one.
    Other(&'i Arc<Interface>),
    /// Another one that cannot be read.
    Unknown,
}

impl Reader<'_, '_> {
    /// Reads a test file.
    pub(super) fn tests(&mut self, at: At<'_>) {
        let Some(form) = shape(TESTS) else { return };
        let mut blocks = Vec::new();
        for item in &at.tree.body {
            match item {
                BodyItem::Block(block) => {
                    let block = if self.check_header(at, block, form) {
                        Cow::Borrowed(&**block)
                    } else {
                        let Some(meant) = self.meant_block(block, form) else { continue };
                        Cow::Owned(meant)
                    };
                    let kind = self.types.text(block.kind).to_owned();
                    self.check_body(at, &block, &format!("{TESTS}/{kind}"));
                    blocks.push((kind, block));
                }
                BodyItem::Attribute(_) => self.check_stray(at, item, TESTS),
            }
        }
        let mut tested = Tested { others: FxHashSet::default(), runs: FxHashMap::default() };
        let of_kind =
            |wanted: &'static str| blocks.iter().filter(move |block| block.0 == wanted).map(|block| &*block.1);
        let called: Vec<Option<Arc<Interface>>> = of_kind("run").map(|run| self.module_of_run(at, run)).collect();
        let others = called.iter().flatten().flat_map(|interface| &interface.inputs);
        tested.others = others.map(|input| input.name).collect();
        for again in of_kind("variables").skip(1) {
            let kind = "variables".to_owned();
            self.problem(at, again.kind_span, StructureProblemKind::DuplicateBlock(kind));
        }
        for block in of_kind("variables") {
            self.given_values(at, block, &tested, ValuesOf::Tested);
        }
        // With runs of other modules, an override may be meant for one of them.
        if of_kind("run").all(|run| self.inner(run, "module").is_empty()) {
            for (kind, block) in &blocks {
                match &kind[..] {
                    "mock_provider" => self.check_overridden(at, block),
                    "override_resource" | "override_data" | "override_module" => self.check_override(at, block),
                    _ => {}
                }
            }
        }
        for (run, called) in of_kind("run").zip(called) {
            self.run(at, run, called, &mut tested);
        }
    }

    /// Reads a run: the values of variables, and the assertions.
    fn run(&mut self, at: At<'_>, run: &Block, called: Option<Arc<Interface>>, tested: &mut Tested) {
        let Some(&(name, span)) = run.labels.first() else { return };
        let label = format!("run \"{}\"", self.types.text(name));
        if !self.once.is_new(Named::Run(at.file), &label) {
            self.problem(at, span, StructureProblemKind::DuplicateBlock(label.clone()));
        }
        if !is_identifier(self.types.text(name)) {
            let expected =
                "a name of letters, digits, underscores and dashes, the first of which is a letter or an underscore";
            self.problem(
                at,
                span,
                StructureProblemKind::WrongLabels { block: "run".to_owned(), expected, given: None },
            );
        }
        (self.owner, self.label) = (None, label.into());
        self.check_conditions(at, run, "run");
        let is_elsewhere = !self.inner(run, "module").is_empty();
        if !is_elsewhere {
            self.check_expected_failures(at, run);
            self.check_overridden(at, run);
        }
        let of_module = match &called {
            _ if !is_elsewhere => ValuesOf::Tested,
            Some(interface) => ValuesOf::Other(interface),
            None => ValuesOf::Unknown,
        };
        for values in self.inner(run, "variables") {
            self.given_values(at, values, tested, of_module);
        }
        self.constants(at, run, "tests/run", None);
        for options in self.inner(run, "plan_options") {
            self.constants(at, options, "tests/run/plan_options", None);
        }
        let assertions = self.inner(run, "assert");
        if !assertions.is_empty() {
            let outputs = called.as_ref().map_or(ANY, |interface| interface.outputs);
            let iterators = self.names_of_run(at, run, tested, is_elsewhere.then_some(outputs));
            for assertion in assertions {
                if !is_elsewhere || refers_to(at, assertion, &iterators) {
                    self.assertion(at, assertion, &iterators);
                }
            }
        }
        let outputs = match called {
            Some(interface) => interface.outputs,
            None if is_elsewhere => ANY,
            None => self.own_outputs(),
        };
        tested.runs.insert(name, outputs);
    }

    /// Returns the outputs of the tested module. Their types are not inferred before its tests are read.
    fn own_outputs(&mut self) -> Ty {
        let outputs = self.program.definitions.iter().filter(|definition| definition.kind == Kind::Output);
        let names: Vec<_> =
            outputs.filter_map(|output| output.label.strip_prefix("output.").map(str::to_owned)).collect();
        let properties = names.iter().map(|name| (self.types.name(name), ANY)).collect();
        self.types.object(properties)
    }

    /// Returns the interface of the module that a run calls instead of the tested one.
    fn module_of_run(&mut self, at: At<'_>, run: &Block) -> Option<Arc<Interface>> {
        let module = *self.inner(run, "module").first()?;
        self.check_source(at, module);
        let source = attributes(module).find(|attribute| self.types.text(attribute.name) == "source")?;
        let Node::String(text) = at.tree.node(source.value) else { return None };
        let text = self.types.text(text).to_owned();
        let directory: PathBuf = self.reading.directory("", &text)?;
        self.reading.interface("", &directory, self.types).unwrap_or_else(|reason| {
            self.problem(at, module.span, ComponentProblem::UnreadableModule(reason));
            None
        })
    }

    /// Returns the blocks of a kind in a run: also those of an unknown kind that means it.
    fn inner<'b>(&self, run: &'b Block, kind: &str) -> Vec<&'b Block> {
        let form = shape("tests/run");
        let is_meant = |name: &str| {
            form.is_some_and(|form| form.labels(name).is_none() && form.nearest_block(name).as_deref() == Some(kind))
        };
        let is_named = |name: &str| name == kind || is_meant(name);
        run.body.iter().filter_map(BodyItem::as_block).filter(|inner| is_named(self.types.text(inner.kind))).collect()
    }

    /// Adds values of the variables of a module.
    fn given_values(&mut self, at: At<'_>, block: &Block, tested: &Tested, module: ValuesOf<'_>) {
        let interface = match module {
            ValuesOf::Tested => self.interface_of_values(),
            ValuesOf::Other(interface) => self.interface_of_tested(interface),
            ValuesOf::Unknown => self.add_interface(Vec::new()),
        };
        let inputs = &self.program.interfaces[interface];
        let is_checked = !matches!(module, ValuesOf::Unknown);
        let is_of_other = |name: Name| matches!(module, ValuesOf::Tested) && tested.others.contains(&name);
        let is_input = |name: Name| is_checked && (!is_of_other(name) || inputs.iter().any(|input| input.name == name));
        let part = |name: Name| if is_input(name) { Part::Input(name) } else { Part::Free };
        let given = attributes(block).map(|attribute| Expression {
            part: part(attribute.name),
            scope: Scope::Block(BlockNames::NONE),
            ..free(attribute)
        });
        let expressions: Vec<Expression> = given.collect();
        let mut meaning = giving(interface, block.kind_span);
        // Values may refer to those of the whole file, and of other places, and to the outputs of earlier runs.
        let runs = self.earlier_runs(at, &[block], tested);
        meaning.iterators = [("var", ANY), ("run", runs)].map(|(name, ty)| self.object(at, block, name, ty)).into();
        self.hidden(at, block.span, block.kind_span, expressions, meaning);
    }

    /// Returns an object with the outputs of the earlier runs to which these blocks refer, or of all if there may be other references:
    /// all of them for each run would grow with the square of the runs.
    fn earlier_runs(&mut self, at: At<'_>, blocks: &[&Block], tested: &Tested) -> Ty {
        let run = self.types.name("run");
        let names = blocks.iter().flat_map(|block| attributes(block));
        let names = names.flat_map(|attribute| variables(at.tree, attribute.value));
        let paths = names.map(|name| attribute_path(at.tree, name)).filter(|path| path.first() == Some(&run));
        let referred = paths.map(|path| path.get(1).and_then(|name| tested.runs.get_key_value(name)));
        let runs: Option<Vec<(&Name, &Ty)>> = referred.collect();
        let runs = runs.unwrap_or_else(|| tested.runs.iter().collect());
        self.types.object(runs.into_iter().map(|(&name, &outputs)| (name, outputs)).collect())
    }

    /// Defines a name that stands for a value of a type in a block.
    fn object(&mut self, at: At<'_>, block: &Block, name: &str, ty: Ty) -> (Name, DefinitionId) {
        let meaning = program::Block::with_value(BlockValue::Known(ty), block.kind_span);
        // It is no part of the run, which would refer to itself.
        let owner = self.owner.take();
        self.hidden(at, block.span, block.kind_span, Vec::new(), meaning);
        self.owner = owner;
        (self.types.name(name), self.last())
    }

    /// Returns the names in assertions of a run besides those of the module: the earlier runs, and the outputs of another module.
    fn names_of_run(
        &mut self,
        at: At<'_>,
        run: &Block,
        tested: &Tested,
        outputs: Option<Ty>,
    ) -> Vec<(Name, DefinitionId)> {
        let runs = self.earlier_runs(at, &self.inner(run, "assert"), tested);
        let mut names = vec![self.object(at, run, "run", runs)];
        names.extend(outputs.map(|outputs| self.object(at, run, "output", outputs)));
        names
    }

    fn assertion(&mut self, at: At<'_>, block: &Block, iterators: &[(Name, DefinitionId)]) {
        let mut expressions = Vec::new();
        let names = Names { own: BlockNames::OUTPUTS, each: None, iterators, address: "" };
        self.add_expressions(at, block, "tests/run/assert", names, &mut expressions);
        let mut meaning = program::Block::with_value(BlockValue::Known(ANY), block.open);
        self.scope(names, &mut expressions, &mut meaning);
        self.hidden(at, block.span, block.kind_span, expressions, meaning);
    }
}

/// Holds if an assertion refers to these names only.
fn refers_to(at: At<'_>, assertion: &Block, known: &[(Name, DefinitionId)]) -> bool {
    let names = attributes(assertion).flat_map(|attribute| variables(at.tree, attribute.value));
    let mut roots = names.filter_map(|node| match at.tree.node(node) {
        Node::Variable(name, _) => Some(name),
        _ => None,
    });
    roots.all(|root| known.iter().any(|known| known.0 == root))
}
