//! The context of diagnostics: the program, its types, and indexes over its expressions.

use std::sync::{Arc, OnceLock};

use rustc_hash::{FxHashMap, FxHashSet};

use super::Strictness;
use super::declared::{Addresses, Names};
use super::fields::{Fields, Given, Recent};
use super::type_texts::TypeTextCache;
use super::unknown_address::without_word;
use super::unused::Unused;
use crate::infer::Inference;
use crate::program::environment::{Environment, Signature};
use crate::program::owners::Owners;
use crate::program::resolve::{Target, steps_in_name};
use crate::program::{Definition, DefinitionId, Expression, FileId, Input, Kind, Part, Place, Program, Scope};
use crate::source::Span;
use crate::syntax::tree::{BodyItem, CallId, Node, NodeId, ObjectKey, Tree};
use crate::types::display::{display, distinct_texts, type_phrase};
use crate::types::nearest::MOST;
use crate::types::vocabulary::InterfaceId;
use crate::types::{Interner, Name, Shape, Ty};

/// The longest type that a message shows whole, in bytes.
const LONGEST_TYPE: usize = 120;

/// The longest piece of the source that a message quotes, in bytes.
const LONGEST_SOURCE: usize = 60;

/// A program that is diagnosed, with lazily built indexes.
pub struct Context<'a> {
    pub program: &'a Program,
    pub inference: &'a Inference,
    pub environment: &'a Environment,
    pub types: &'a Interner,
    pub strictness: Strictness,
    owners: OnceLock<Owners>,
    /// The parent of each node of top-level expressions, by their numbers, computed on demand: most expressions have no problem.
    parents: OnceLock<Box<[Parents]>>,
    type_texts: TypeTextCache,
    block_names: OnceLock<FxHashSet<Name>>,
    /// An index of the inputs that large blocks give.
    given_inputs: OnceLock<Places>,
    addresses: OnceLock<Addresses<'a>>,
    names: OnceLock<Names<'a>>,
    unused: OnceLock<Unused>,
    /// The arguments that are expanded, with their calls.
    expanded: OnceLock<FxHashMap<Place, CallId>>,
    /// The properties of types, the inputs of interfaces, and the names in objects and blocks.
    fields: Recent<Ty, Fields<'a>>,
    inputs: Recent<InterfaceId, Fields<'a>>,
    keys: Recent<Place, Given>,
    inputs_given: Recent<DefinitionId, Given>,
}

/// The texts of two types that differ.
pub struct TypeTexts {
    /// The expected type, without the outputs that are accepted as well, if the found one is not the same without them.
    pub brief: String,
    /// The expected type.
    pub expected: String,
    /// The found type.
    pub found: String,
}

/// The parent of each node of an expression, if it has been asked for.
type Parents = OnceLock<Box<[Option<NodeId>]>>;

/// Positions in the lists of definitions, by name.
type Places = FxHashMap<(DefinitionId, Name), usize>;

/// The length from which a list is indexed by name instead of scanned.
const MANY: usize = 256;

impl<'a> Context<'a> {
    pub fn new(
        program: &'a Program,
        inference: &'a Inference,
        environment: &'a Environment,
        types: &'a Interner,
        strictness: Strictness,
    ) -> Self {
        Self {
            program,
            inference,
            environment,
            types,
            strictness,
            owners: OnceLock::new(),
            parents: OnceLock::new(),
            type_texts: TypeTextCache::new(types.type_count()),
            block_names: OnceLock::new(),
            given_inputs: OnceLock::new(),
            addresses: OnceLock::new(),
            names: OnceLock::new(),
            unused: OnceLock::new(),
            expanded: OnceLock::new(),
            fields: Recent::default(),
            inputs: Recent::default(),
            keys: Recent::default(),
            inputs_given: Recent::default(),
        }
    }

    pub fn tree(&self, file: FileId) -> &'a Tree {
        &self.program.file(file).tree
    }

    /// The place of a node.
    pub fn span(&self, at: Place) -> Span {
        self.tree(at.file).span(at.node)
    }

    /// The source text of an expression, if it is short.
    pub fn source_of(&self, at: Place) -> Option<&'a str> {
        self.short_source(at.file, self.span(at))
    }

    /// The source text at a place, if it is short.
    pub fn short_source(&self, file: FileId, span: Span) -> Option<&'a str> {
        let text = self.program.file(file).source.slice(span);
        (text.len() <= LONGEST_SOURCE && !text.contains(['\n', '\r', '`'])).then_some(text)
    }

    /// The place of an expression without its enclosing parentheses.
    pub fn inside_parentheses(&self, at: Place) -> Place {
        let tree = self.tree(at.file);
        let mut node = at.node;
        while let Node::Parenthesis(inner) = tree.node(node) {
            node = inner;
        }
        Place { node, ..at }
    }

    /// The text of a type, with the names of schema types, and without the outputs that are accepted as well. A long text is cut,
    /// unless types are shown in full.
    pub fn type_text(&self, ty: Ty) -> &str {
        self.type_texts.get(ty, || {
            let is_full = self.strictness.is_full;
            if is_full { display(self.types, ty) } else { type_phrase(self.types, ty, LONGEST_TYPE).text }
        })
    }

    /// The text of an expected type: as [`Self::type_text`], with the outputs that are accepted.
    pub fn expected_text(&self, ty: Ty) -> String {
        let text = self.type_text(ty);
        let accepts_output = !self.strictness.is_full && type_phrase(self.types, ty, LONGEST_TYPE).accepts_output;
        if accepts_output { format!("{text}, or an output of it") } else { text.to_owned() }
    }

    /// The texts of an expected type and of a found one. Types that differ in their structure have different texts.
    pub fn type_texts(&self, expected: Ty, found: Ty) -> TypeTexts {
        let [brief, text] = [expected, found].map(|ty| self.type_text(ty).to_owned());
        if brief != text {
            return TypeTexts { expected: self.expected_text(expected), brief, found: text };
        }
        let [expected, found] = distinct_texts(self.types, [expected, found], LONGEST_TYPE);
        TypeTexts { brief: expected.clone(), expected, found }
    }

    /// The types and labels of all top-level blocks of plain HCL, where blocks have no values. None in other dialects.
    pub fn block_names(&self) -> &FxHashSet<Name> {
        self.block_names.get_or_init(|| {
            let is_plain = self.program.definitions.iter().all(|definition| definition.kind == Kind::Attribute);
            let items = self.program.files.iter().filter(|_| is_plain).flat_map(|file| &file.tree.body);
            let blocks = items.filter_map(|item| match item {
                BodyItem::Block(block) => Some(block),
                BodyItem::Attribute(_) => None,
            });
            blocks.flat_map(|block| block.labels.iter().map(|label| label.0).chain([block.kind])).collect()
        })
    }

    /// The declared addresses of a module of Terraform.
    pub fn addresses(&self) -> &Addresses<'a> {
        self.addresses.get_or_init(|| Addresses::of(self.program, self.types, without_word))
    }

    /// The declared names.
    pub fn names(&self) -> &Names<'a> {
        self.names.get_or_init(|| Names::of(self.program, self.environment, self.types))
    }

    /// The definitions that nothing refers to.
    pub(super) fn unused(&self) -> &Unused {
        self.unused.get_or_init(|| Unused::new(self))
    }

    /// The properties of a type, and of the members of a union or the element of an eventual.
    pub fn fields(&self, ty: Ty) -> Arc<Fields<'a>> {
        self.fields.get(ty, || Fields::of_type(self.types, ty))
    }

    /// The inputs of a block.
    pub fn input_fields(&self, id: DefinitionId) -> Arc<Fields<'a>> {
        let definition = self.program.definition(id);
        let inputs = || self.program.inputs(definition).iter().map(|input| (input.name, input.ty)).collect();
        match definition.block.as_ref().and_then(|block| block.interface) {
            Some(interface) => self.inputs.get(interface, || Fields::of(self.types, inputs())),
            None => Arc::new(Fields::of(self.types, Vec::new())),
        }
    }

    /// The keys of an object. Any other expression has none.
    pub fn keys_of(&self, object: Place) -> Arc<Given> {
        let tree = self.tree(object.file);
        let Node::Object(items) = tree.node(object.node) else { return Arc::default() };
        let keys = || tree.items(items).iter().filter_map(|item| self.key_name(object.file, item.key));
        self.keys.get(object, || keys().collect())
    }

    /// The inputs that a block gives.
    pub fn inputs_given(&self, id: DefinitionId) -> Arc<Given> {
        let expressions = &self.program.definition(id).expressions;
        self.inputs_given.get(id, || expressions.iter().filter_map(|expression| expression.part.input()).collect())
    }

    /// The expression that a block gives for an input.
    pub fn given_input(&self, id: DefinitionId, name: Name) -> Option<&'a Expression> {
        let expressions = |id| &self.program.definition(id).expressions[..];
        let all = expressions(id);
        if all.len() < MANY {
            return all.iter().find(|expression| expression.part == Part::Input(name));
        }
        let input = |expression: &Expression| match expression.part {
            Part::Input(name) => Some(name),
            _ => None,
        };
        let index = self.given_inputs.get_or_init(|| self.places(expressions, input));
        all.get(*index.get(&(id, name))?)
    }

    /// The input of a name in the interface of a block.
    pub fn known_input(&self, id: DefinitionId, name: Name) -> Option<&'a Input> {
        let all = self.program.inputs(self.program.definition(id));
        if all.len() < MANY {
            return all.iter().find(|input| input.name == name);
        }
        all.get(self.input_fields(id).place(name)?)
    }

    /// The first position of each name in the lists that are at least [`MANY`] long.
    fn places<T: 'a>(&self, list: impl Fn(DefinitionId) -> &'a [T], name: impl Fn(&T) -> Option<Name>) -> Places {
        let mut places = Places::default();
        for id in self.program.definition_ids() {
            let all = list(id);
            for (at, entry) in all.iter().enumerate().filter(|_| all.len() >= MANY) {
                if let Some(name) = name(entry) {
                    places.entry((id, name)).or_insert(at);
                }
            }
        }
        places
    }

    /// The signature of the called function, if it is known.
    pub fn signature(&self, file: FileId, call: CallId) -> Option<&'a Signature> {
        self.program.signature(self.environment, self.tree(file).call(call).function)
    }

    /// The number of steps that are part of the name of an expression: Terraform names have several parts.
    pub fn steps_in_name(&self, at: Place) -> usize {
        steps_in_name(self.program, self.inference.target(at), self.tree(at.file), at.node, self.types)
    }

    /// The definition that an expression refers to by its name.
    pub fn definition_behind(&self, at: Place) -> Option<&'a Definition> {
        match self.inference.target(at) {
            Target::Definition(id) => Some(self.program.definition(id)),
            _ => None,
        }
    }

    /// The definition and the top-level expression that contain a node. Found by binary search.
    fn expression_around(&self, at: Place) -> Option<(&'a Definition, &'a Expression)> {
        let (_, owned) = self.owners().around(at)?;
        Some((self.program.definition(owned.definition), owned.expression(self.program)))
    }

    /// The definition around a node.
    pub fn definition_around(&self, at: Place) -> Option<DefinitionId> {
        self.owners().definition(at)
    }

    fn owners(&self) -> &Owners {
        self.owners.get_or_init(|| Owners::new(self.program))
    }

    /// Holds if a reference from a node to a definition would make a cycle, or if too many definitions are behind that one to tell
    /// for each of many nodes.
    pub fn would_be_circular(&self, at: Place, other: DefinitionId) -> bool {
        let Some((around, _)) = self.expression_around(at) else { return false };
        let (mut open, mut seen) = (vec![other], FxHashSet::default());
        while let Some(id) = open.pop() {
            if std::ptr::eq(self.program.definition(id), around) {
                return true;
            }
            if seen.len() > MOST {
                return true;
            }
            if seen.insert(id) {
                open.extend(self.inference.references(id).iter().map(|reference| reference.0));
            }
        }
        false
    }

    /// The name of the attribute or property whose value is this node, or a list with it.
    pub fn key_of(&self, at: Place) -> Option<&'a str> {
        let tree = self.tree(at.file);
        let Some(parent) = self.parent(at.file, at.node) else {
            let name = self.whole_expression(at)?.name_span;
            return Some(self.program.file(at.file).source.slice(name).trim_matches('"'));
        };
        match tree.node(parent) {
            Node::Parenthesis(_) | Node::Tuple(_) => self.key_of(Place { node: parent, ..at }),
            Node::Object(items) => {
                let item = tree.items(items).iter().find(|item| item.value == at.node)?;
                if let ObjectKey::Name(name) = item.key { Some(self.types.text(name)) } else { None }
            }
            _ => None,
        }
    }

    /// The top-level expression whose root is this node.
    fn whole_expression(&self, at: Place) -> Option<&'a Expression> {
        let (_, expression) = self.expression_around(at)?;
        (expression.root == at.node).then_some(expression)
    }

    /// Holds if an expression names provider configurations.
    pub fn names_providers(&self, at: Place) -> bool {
        self.expression_around(at).is_some_and(|(_, expression)| expression.scope == Scope::Providers)
    }

    /// The names of the iterators of the dynamic blocks around an expression.
    pub fn iterators(&self, at: Place) -> impl Iterator<Item = Name> {
        let block = self.expression_around(at).and_then(|(definition, _)| definition.block.as_ref());
        block.into_iter().flat_map(|block| block.iterators.iter().map(|iterator| iterator.0))
    }

    /// The inputs that an expression may refer to by name, if its scope has any.
    pub fn inputs_as_names(&self, at: Place) -> Option<&'a [Input]> {
        let (definition, expression) = self.expression_around(at)?;
        (expression.scope == Scope::Properties).then(|| self.program.inputs(definition))
    }

    /// The place of the attribute name whose value is exactly this expression.
    pub fn name_span(&self, at: Place) -> Option<Span> {
        self.whole_expression(at).map(|expression| expression.name_span)
    }

    /// Holds if an expression is the range of a block.
    pub fn is_range(&self, at: Place) -> bool {
        self.whole_expression(at).is_some_and(|expression| matches!(expression.part, Part::Range(_)))
    }

    /// Holds if an expression is an input of a resource or component.
    pub fn is_input(&self, at: Place) -> bool {
        self.input(at).is_some()
    }

    /// The name of the input whose value is exactly this expression.
    fn input(&self, at: Place) -> Option<Name> {
        match self.whole_expression(at)?.part {
            Part::Input(name) => Some(name),
            _ => None,
        }
    }

    /// The name that is a key of an object literal, if it is not computed.
    pub fn key_name(&self, file: FileId, key: ObjectKey) -> Option<Name> {
        match key {
            ObjectKey::Name(name) => Some(name),
            ObjectKey::Expression(key, _) => match self.tree(file).node(key) {
                Node::String(text) => Some(text),
                _ => None,
            },
        }
    }

    /// The enclosing node, without parentheses.
    pub fn around(&self, at: Place) -> Option<Node> {
        let tree = self.tree(at.file);
        let mut node = self.parent(at.file, at.node)?;
        while let Node::Parenthesis(_) = tree.node(node) {
            node = self.parent(at.file, node)?;
        }
        Some(tree.node(node))
    }

    /// The role of an expression in the enclosing one, as a phrase.
    pub fn role(&self, at: Place) -> String {
        let mut node = at.node;
        loop {
            let Some(parent) = self.parent(at.file, node) else { return self.role_in_block(Place { node, ..at }) };
            match self.tree(at.file).node(parent) {
                Node::Parenthesis(_) | Node::Wrap(_) => node = parent,
                Node::Conditional(parts) if self.tree(at.file).list(parts).first() != Some(&node) => node = parent,
                around => return self.role_in(at.file, around, node),
            }
        }
    }

    fn role_in_block(&self, at: Place) -> String {
        let Some(expression) = self.whole_expression(at) else { return "the expression".to_owned() };
        // In JSON syntax names are quoted.
        let name = self.program.file(at.file).source.slice(expression.name_span).trim_matches('"');
        match expression.part {
            Part::Input(_) if self.program.is_modelled => format!("the property `{name}`"),
            Part::Input(_) => format!("the input `{name}`"),
            Part::Count | Part::Default | Part::Range(_) | Part::Expected(_) | Part::Provider(_) => format!("`{name}`"),
            _ => "the expression".to_owned(),
        }
    }

    fn role_in(&self, file: FileId, around: Node, node: NodeId) -> String {
        let tree = self.tree(file);
        match around {
            Node::Unary(operator, _) => format!("the operand of `{}`", operator.symbol()),
            Node::Binary(operator, left, _) => {
                let side = if left == node { "left" } else { "right" };
                format!("the {side} operand of `{}`", operator.symbol())
            }
            Node::Conditional(parts) if tree.list(parts).first() == Some(&node) => "the condition".to_owned(),
            Node::Index(_, key) if key == node => "the key".to_owned(),
            Node::Object(items) => {
                match tree.items(items).iter().find(|item| item.value == node).map(|item| item.key) {
                    Some(ObjectKey::Name(name)) => format!("the property `{}`", self.types.text(name)),
                    Some(ObjectKey::Expression(key, _)) => match tree.node(key) {
                        Node::String(text) => format!("the property `{}`", self.types.text(text)),
                        _ => "the property".to_owned(),
                    },
                    None => "the key".to_owned(),
                }
            }
            Node::Tuple(elements) => {
                let number = tree.list(elements).iter().position(|&element| element == node).unwrap_or(0);
                format!("the element `[{number}]`")
            }
            Node::For(id) if tree.for_parts(id).key == Some(node) => "the key of an item".to_owned(),
            Node::For(id) if tree.for_parts(id).condition == Some(node) => "the condition".to_owned(),
            Node::Call(call) => self.argument(file, call, node),
            Node::Template(_) => "the interpolated value".to_owned(),
            _ => "the expression".to_owned(),
        }
    }

    fn argument(&self, file: FileId, id: CallId, node: NodeId) -> String {
        let arguments = self.tree(file).list(self.tree(file).call(id).arguments);
        self.numbered_argument(file, id, arguments.iter().position(|&argument| argument == node).unwrap_or(0))
    }

    fn numbered_argument(&self, file: FileId, id: CallId, number: usize) -> String {
        let function = self.types.text(self.tree(file).call(id).function);
        let names = self.signature(file, id).map_or(&[][..], |signature| &signature.parameter_names);
        match names.get(number) {
            Some(&name) => format!("the argument `{}` of `{function}`", self.types.text(name)),
            None => format!("argument {} of `{function}`", number + 1),
        }
    }

    /// The element of an expanded argument, `f(x...)`, that has the type `found` where its parameter has the type `expected`:
    /// the role of the element, and the step to it.
    pub fn expanded_element(&self, at: Place, found: Ty, expected: Ty) -> Option<(String, String)> {
        let files = || self.program.files.iter_enumerated();
        let all =
            || files().flat_map(|(file, of)| of.tree.expanded().map(move |(node, call)| (Place { file, node }, call)));
        let id = *self.expanded.get_or_init(|| all().collect()).get(&at)?;
        let tree = self.tree(at.file);
        let arguments = tree.list(tree.call(id).arguments);
        let mut collection = self.inference.type_of(at)?;
        while let Shape::Output(element) | Shape::Promise(element) = self.types.shape(collection) {
            collection = element;
        }
        let before = arguments.len() - 1;
        let Shape::Tuple(_) = self.types.shape(collection) else {
            return Some((self.numbered_argument(at.file, id, before), "[*]".to_owned()));
        };
        let signature = self.signature(at.file, id)?;
        let fixed = self.types.members(signature.parameters);
        let is_at_fault = |place: usize, element: Ty| {
            fixed.get(before + place).copied().or(signature.variadic) == Some(expected) && element == found
        };
        let mut elements = self.types.members(collection).iter().enumerate();
        let (place, _) = elements.find(|&(place, &element)| is_at_fault(place, element))?;
        Some((self.numbered_argument(at.file, id, before + place), format!("[{place}]")))
    }

    /// The parent of a node. The first query in an expression is linear in its size, later ones are binary searches.
    pub fn parent(&self, file: FileId, node: NodeId) -> Option<NodeId> {
        let (number, owned) = self.owners().around(Place { file, node })?;
        let all = self.parents.get_or_init(|| (0..self.owners().len()).map(|_| OnceLock::new()).collect());
        let parents = all[number].get_or_init(|| parents(self.tree(file), owned.expression(self.program)));
        parents[(node.0 - owned.first.0) as usize]
    }
}

/// The parent of each node of an expression. Linear in its size.
fn parents(tree: &Tree, expression: &Expression) -> Box<[Option<NodeId>]> {
    let mut parents = vec![None; expression.node_count()];
    for id in expression.nodes() {
        tree.each_child(id, &mut |child| {
            let place = child.0.wrapping_sub(expression.first.0) as usize;
            parents.get_mut(place).into_iter().for_each(|parent| *parent = Some(id));
        });
    }
    parents.into()
}
