//! Plain HCL: every attribute is a definition. Those at the top have names that others refer to; those in blocks are listed by
//! path. A `variable` block defines a name by its type: `variable "size" { type = number }`.

use typed_index_collections::TiVec;

use compact_str::CompactString;
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::smallvec;

use super::type_arguments::{ConstantCheck, TypedAttribute, invalid_type, read_type_arguments, typed_attribute};
use crate::program::environment::{DeclaredAttribute, Environment};
use crate::program::structure::{StructureProblem, StructureProblemKind};
use crate::program::{self, BlockValue, Definition, Expression, File, FileId, Kind, Part, Program};
use crate::syntax::tree::{Attribute, Block, BodyItem, Node, NodeId, ObjectKey, Tree};
use crate::type_expressions::constraint::{Constraint, ConstraintOptions, read_constraint};
use crate::types::nearest::{MOST, may_stand_for, slip};
use crate::types::{ANY, Interner, Name, may_be_null};

/// Reads the definitions of files.
pub(super) fn program(files: TiVec<FileId, File>, environment: &Environment, types: &mut Interner) -> Program {
    let mut program = Program::with_files(files);
    // The trees are moved out, because the program grows while they are read.
    let files = std::mem::take(&mut program.files);
    let trees = files.iter().map(|file| &file.tree).filter(|_| !environment.blocks.is_empty());
    let nodes = trees.flat_map(|tree| (0..tree.len() as u32).map(|at| tree.node(NodeId(at))));
    let named = nodes.filter_map(|node| if let Node::Variable(name, _) = node { Some(name) } else { None });
    let referred: FxHashSet<Name> = named.collect();
    for (file, id) in files.iter().zip((0..).map(FileId)) {
        let (tree, referred, program) = (&file.tree, &referred, &mut program);
        let mut reader = Reader { types, environment, source: file, tree, file: id, referred, program };
        for item in &file.tree.body {
            match item {
                BodyItem::Attribute(attribute) => reader.named(attribute),
                BodyItem::Block(block) if reader.is_variable(block) => reader.variable(block),
                BodyItem::Block(block) => reader.block("", block),
            }
        }
    }
    program.files = files;
    program.divide_budget();
    read_type_arguments(&mut program, environment, types);
    program
}

struct Reader<'a> {
    types: &'a mut Interner,
    environment: &'a Environment,
    source: &'a File,
    tree: &'a Tree,
    file: FileId,
    /// The names that the program refers to, if blocks are declared.
    referred: &'a FxHashSet<Name>,
    program: &'a mut Program,
}

impl Reader<'_> {
    fn named(&mut self, attribute: &Attribute) {
        self.block_as_attribute(attribute);
        let label = self.types.text(attribute.name).into();
        let definition = self.definition(attribute, label);
        let written_out = self.source.written_value(attribute.value);
        self.program.definitions.push(Definition { name: Some(attribute.name), written_out, ..definition });
    }

    fn is_variable(&self, block: &Block) -> bool {
        self.types.text(block.kind) == "variable" && block.labels.len() == 1
    }

    /// Adds a name with a declared type, and a default that is checked against it.
    fn variable(&mut self, block: &Block) {
        let (name, name_span) = block.labels[0];
        let attributes = || block.body.iter().filter_map(BodyItem::as_attribute);
        let called = |wanted| attributes().find(|attribute| self.types.text(attribute.name) == wanted);
        let (ty, default) = (called("type").map(|ty| ty.value), called("default").map(|default| default.value));
        let options = ConstraintOptions::default();
        let attribute =
            |ty| TypedAttribute { file: self.file, tree: self.tree, value: default, ty, options, takes_bare: false };
        let problems = &mut self.program.problems;
        let typed = ty.and_then(|ty| typed_attribute(attribute(ty), self.environment, self.types, problems));
        // Anything converts to an unknown type.
        let (constraint, check) = match typed {
            Some((constraint, check)) => (constraint, Some(check)),
            None => (Constraint { ty: ANY, defaults: None }, None),
        };
        let filled = constraint.filled(self.types);
        // The type expression is not a value.
        let values = attributes().filter(|attribute| Some(attribute.value) != ty);
        let expressions = values.map(|attribute| {
            let is_default = Some(attribute.value) == default;
            let part = match check {
                Some(ConstantCheck::Whole { value, taken, .. }) if is_default => Part::Constant(value, taken),
                Some(ConstantCheck::Open(ty)) if is_default => Part::Expected(ty),
                _ => Part::Free,
            };
            Expression { part, ..Expression::value(attribute.first, attribute.value, attribute.name_span) }
        });
        let expressions = expressions.collect();
        self.program.definitions.push(Definition {
            kind: Kind::Config,
            name: Some(name),
            label: self.types.text(name).into(),
            name_span,
            file: self.file,
            span: block.span,
            expressions,
            block: Some(Box::new(program::Block::with_value(BlockValue::Known(filled), block.open))),
            written_out: None,
        });
        for inner in block.body.iter().filter_map(BodyItem::as_block) {
            self.block("variable.", inner);
        }
    }

    /// Adds the attributes in a block. Their path consists of the enclosing blocks, and the block's type and labels.
    fn block(&mut self, around: &str, block: &Block) {
        let labels = block.labels.iter().map(|label| label.0);
        let path = std::iter::once(block.kind)
            .chain(labels)
            .fold(around.to_owned(), |path, name| path + self.types.text(name) + ".");
        let environment = self.environment;
        let declared = if around.is_empty() { environment.blocks.get(&self.declared_kind(block)) } else { None };
        if let Some(declared) = declared {
            let meant = self.misspelt_attributes(block, declared);
            self.attributes_as_blocks(block, declared);
            self.missing_attributes(block, declared, &meant);
        }
        for item in &block.body {
            match item {
                BodyItem::Attribute(attribute) => {
                    let declared = declared.and_then(|attributes| attributes.get(&attribute.name)).copied();
                    self.attribute_in_block(attribute, declared, &path);
                }
                BodyItem::Block(inner) => self.block(&path, inner),
            }
        }
    }

    /// Returns the declared type of a block: its own, or one of which that is a slip, which is reported. A declared type begins with
    /// no other one: `servers` may be other blocks than `server`, unless it has the same attributes.
    fn declared_kind(&mut self, block: &Block) -> Name {
        let known = &self.environment.blocks;
        if known.is_empty() || known.contains_key(&block.kind) {
            return block.kind;
        }
        let kind = self.types.text(block.kind);
        let attributes = || block.body.iter().filter_map(BodyItem::as_attribute);
        let has_several = attributes().nth(1).is_some();
        let is_alike = |declared: &FxHashMap<Name, DeclaredAttribute>| {
            has_several && attributes().all(|attribute| declared.contains_key(&attribute.name))
        };
        let others = known.iter().filter_map(|(&name, declared)| {
            let other = self.types.text(name);
            let is_other = other.starts_with(kind) || kind.starts_with(other);
            (!is_other || is_alike(declared)).then_some(other)
        });
        let others: Vec<&str> = others.take(MOST).collect();
        let Some(meant) = slip(kind, others.iter().copied()) else { return block.kind };
        let name = self.types.name(&meant);
        let kind = StructureProblemKind::UnknownBlock {
            block: self.types.text(block.kind).to_owned(),
            inside: None,
            suggestion: Some(meant),
        };
        self.program.problems.push(StructureProblem { file: self.file, span: block.kind_span, kind });
        name
    }

    /// Reports the blocks inside of a block that have the names of declared attributes.
    fn attributes_as_blocks(&mut self, block: &Block, declared: &FxHashMap<Name, DeclaredAttribute>) {
        let inner = block.body.iter().filter_map(BodyItem::as_block);
        let problems = inner.filter(|inner| declared.contains_key(&inner.kind)).map(|inner| {
            let kind = StructureProblemKind::AttributeAsBlock(self.types.text(inner.kind).to_owned());
            StructureProblem { file: self.file, span: inner.kind_span, kind }
        });
        self.program.problems.extend(problems);
    }

    /// Reports an attribute at the top that gives an object with attributes of the declared block of its name, unless it is referred to.
    fn block_as_attribute(&mut self, attribute: &Attribute) {
        let Some(declared) = self.environment.blocks.get(&attribute.name) else { return };
        let Node::Object(items) = self.tree.node(attribute.value) else { return };
        let items = self.tree.items(items);
        let mut keys = items.iter().map(|item| if let ObjectKey::Name(name) = item.key { Some(name) } else { None });
        let is_attribute = |key: Option<Name>| key.is_some_and(|key| declared.contains_key(&key));
        if items.is_empty() || !keys.all(is_attribute) || self.referred.contains(&attribute.name) {
            return;
        }
        let kind = StructureProblemKind::BlockAsAttribute(self.types.text(attribute.name).to_owned());
        self.program.problems.push(StructureProblem { file: self.file, span: attribute.name_span, kind });
    }

    /// Reports the attributes of a block whose names are slips of declared ones that it does not have, or may stand for the only one that
    /// it must have. It may have others. Returns the declared ones that are meant.
    fn misspelt_attributes(
        &mut self,
        block: &Block,
        declared: &FxHashMap<Name, DeclaredAttribute>,
    ) -> FxHashSet<String> {
        let mut all_meant = FxHashSet::default();
        let attributes = || block.body.iter().filter_map(BodyItem::as_attribute);
        let unknown = || attributes().filter(|attribute| !declared.contains_key(&attribute.name));
        if unknown().next().is_none() {
            return all_meant;
        }
        let given: FxHashSet<Name> = attributes().map(|attribute| attribute.name).collect();
        let absent = declared.keys().filter(|name| !given.contains(name)).map(|&name| self.types.text(name));
        let absent: Vec<&str> = absent.take(MOST).collect();
        let is_required = |declared: &DeclaredAttribute| match *declared {
            DeclaredAttribute::Value(ty) => !may_be_null(self.types, ty),
            DeclaredAttribute::TypeExpression(_) => false,
        };
        let required = declared.iter().filter(|(name, of)| !given.contains(*name) && is_required(of));
        let required: Vec<&str> = required.map(|(&name, _)| self.types.text(name)).take(MOST).collect();
        let problems = unknown().filter_map(|attribute| {
            let name = self.types.text(attribute.name);
            let mut missing = required.iter().filter(|missing| may_stand_for(name, missing));
            let only = missing.next().filter(|_| missing.next().is_none());
            let meant = slip(name, absent.iter().copied()).or_else(|| only.map(|&name| name.to_owned()))?;
            all_meant.insert(meant.clone());
            let kind = StructureProblemKind::unknown_attribute(name.to_owned(), "a block", Some(meant));
            Some(StructureProblem { file: self.file, span: attribute.name_span, kind })
        });
        self.program.problems.extend(problems);
        all_meant
    }

    /// Reports the declared attributes that a block lacks, unless they may be null, or a misspelt one means them.
    fn missing_attributes(
        &mut self,
        block: &Block,
        declared: &FxHashMap<Name, DeclaredAttribute>,
        meant: &FxHashSet<String>,
    ) {
        if block.is_broken {
            return;
        }
        let name_of = |item: &BodyItem| match item {
            BodyItem::Attribute(attribute) => attribute.name,
            BodyItem::Block(inner) => inner.kind,
        };
        let given: FxHashSet<Name> = block.body.iter().map(name_of).collect();
        let missing = declared.iter().filter_map(|(&name, attribute)| {
            let DeclaredAttribute::Value(ty) = *attribute else { return None };
            let text = self.types.text(name);
            (!given.contains(&name) && !may_be_null(self.types, ty) && !meant.contains(text)).then_some(text)
        });
        let mut missing: Vec<&str> = missing.collect();
        missing.sort_unstable();
        let problems = missing.into_iter().map(|name| {
            let kind = StructureProblemKind::MissingAttribute { name: name.to_owned().into(), inside: "a block" };
            StructureProblem { file: self.file, span: block.open, kind }
        });
        self.program.problems.extend(problems);
    }

    fn attribute_in_block(&mut self, attribute: &Attribute, declared: Option<DeclaredAttribute>, path: &str) {
        if let Some(DeclaredAttribute::TypeExpression(reading)) = declared {
            let options = ConstraintOptions { hcl_only: false, reading };
            let read = read_constraint(self.tree, attribute.value, options, &self.environment.types, self.types);
            let problems = read.err().into_iter().flatten().map(|error| invalid_type(self.file, error));
            return self.program.problems.extend(problems);
        }
        let label = (path.to_owned() + self.types.text(attribute.name)).into();
        let mut definition = self.definition(attribute, label);
        if let (Some(DeclaredAttribute::Value(ty)), Some(value)) = (declared, definition.expressions.first_mut()) {
            value.part = Part::Expected(ty);
        }
        self.program.definitions.push(definition);
    }

    fn definition(&self, attribute: &Attribute, label: CompactString) -> Definition {
        let Attribute { name_span, first, value, .. } = *attribute;
        Definition {
            kind: Kind::Attribute,
            name: None,
            label,
            name_span,
            file: self.file,
            span: name_span.to(self.tree.span(value)),
            expressions: smallvec![Expression::value(first, value, name_span)],
            block: None,
            written_out: None,
        }
    }
}
