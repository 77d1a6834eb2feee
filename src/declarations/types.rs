//! `type` blocks: names for types, refinements, discriminated unions, and the types of resource managers.

use rustc_hash::FxHashSet;

use super::Reader;
use crate::answers::ask::normalized_all;
use crate::source::Span;
use crate::syntax::tree::{Block, BodyItem, Node, Tree};
use crate::type_expressions::constraint::Constraint;
use crate::type_expressions::defaults::Defaults;
use crate::type_expressions::literal::literal;
use crate::types::{ANY, Constant, DeclaredAs, Name, NamedId, Refinement, STRING, Shape, Ty};

/// The attributes that refine a type.
const FACETS: [&str; 5] = ["max", "max_length", "min", "min_length", "pattern"];

/// The definitions of types, and the defaults in them.
type Definitions = (Vec<(NamedId, Ty)>, Vec<(Ty, Option<Defaults>)>);

/// A type that is being declared.
struct TypeBlock<'a> {
    file: usize,
    tree: &'a Tree,
    block: &'a Block,
    id: NamedId,
    ty: Ty,
    declared_as: DeclaredAs,
}

impl Reader<'_> {
    /// Declares all types. They may refer to one another, so all names are declared before any definition is read.
    pub(super) fn declare_types(&mut self, trees: &[Tree]) {
        let managers = self.managers(trees);
        let mut declared = Vec::new();
        for (file, tree) in trees.iter().enumerate() {
            self.file = file;
            for block in tree.body.iter().filter_map(BodyItem::as_block) {
                match self.types.text(block.kind) {
                    // A type of which only the name is declared: the rules decide about its values.
                    "type" if block.body.is_empty() && !block.is_broken && !self.names_manager(block) => {
                        self.name_opaque_type(block);
                    }
                    "type" => declared.extend(self.name_type(tree, block, None, &managers)),
                    "manager" => {
                        let [(manager, _)] = block.labels[..] else { continue };
                        let manager = self.types.text(manager).to_owned();
                        for inner in self.blocks(block, "type").collect::<Vec<_>>() {
                            declared.extend(self.name_type(tree, inner, Some(&manager), &managers));
                        }
                    }
                    _ => {}
                }
            }
        }
        self.is_defining = true;
        let (definitions, defaults) = self.definitions(&declared);
        self.types.define(&definitions);
        // A type may have been read before the types in it were known, and contain hidden nested outputs.
        let read: Vec<Ty> = definitions.iter().map(|definition| definition.1).collect();
        let normal = normalized_all(self.types, &read);
        let definitions: Vec<_> = definitions.iter().map(|definition| definition.0).zip(normal).collect();
        self.types.define(&definitions);
        self.is_defining = false;
        self.environment.types.set_defaults(defaults);
        for TypeBlock { file, block, ty, .. } in declared {
            self.file = file;
            self.check_defaults(block, ty);
        }
    }

    /// Reads the definitions of types, and their defaults. A default is converted to a type that may be declared later, or that
    /// contains it, so after an error everything is read once more, when each type has a definition.
    fn definitions(&mut self, declared: &[TypeBlock<'_>]) -> Definitions {
        let before = self.errors.len();
        for _ in 0..2 {
            let found = self.define_once(declared);
            if self.errors.len() == before {
                return found;
            }
            self.errors.truncate(before);
        }
        self.define_once(declared)
    }

    fn define_once(&mut self, declared: &[TypeBlock<'_>]) -> Definitions {
        let (mut definitions, mut defaults) = (Vec::new(), Vec::new());
        for &TypeBlock { file, tree, block, id, ty, declared_as } in declared {
            self.file = file;
            // A type with an invalid definition is `any`.
            let definition = self.definition(tree, block, declared_as);
            let Constraint { ty: definition, defaults: found } =
                definition.unwrap_or(Constraint { ty: ANY, defaults: None });
            let definition = self.check_productive(block, id, definition).unwrap_or(ANY);
            // Later types may refine it.
            self.types.define_provisionally(id, definition);
            definitions.push((id, definition));
            defaults.push((ty, found));
        }
        (definitions, defaults)
    }

    /// Reports a default that contains itself.
    fn check_defaults(&mut self, block: &Block, ty: Ty) {
        let Some(defaults) = self.environment.types.declared_defaults(ty) else { return };
        if let Some(name) = defaults.get().and_then(|defaults| defaults.endless(self.types)) {
            let message = format!("the default of `{}` contains itself", self.types.text(name));
            self.fail(block.kind_span, &message);
        }
    }

    /// Returns the names of the resource managers.
    fn managers(&self, trees: &[Tree]) -> Vec<String> {
        let blocks = trees.iter().flat_map(|tree| tree.body.iter().filter_map(BodyItem::as_block));
        let managers = blocks.filter(|block| self.types.text(block.kind) == "manager");
        managers.flat_map(|block| block.labels.iter().map(|label| self.types.text(label.0).to_owned())).collect()
    }

    /// Holds if the name of a type has the prefix of a resource manager.
    fn names_manager(&self, block: &Block) -> bool {
        block.labels.first().is_some_and(|label| self.types.text(label.0).contains("://"))
    }

    fn name_opaque_type(&mut self, block: &Block) {
        if let Some(name) = self.label(block) {
            let ty = self.types.opaque(name);
            self.environment.types.declare(name, ty);
        }
    }

    fn name_type<'a>(
        &mut self,
        tree: &'a Tree,
        block: &'a Block,
        manager: Option<&str>,
        managers: &[String],
    ) -> Option<TypeBlock<'a>> {
        let label = self.label(block)?;
        let span = block.labels.first().map_or(block.kind_span, |label| label.1);
        let text = self.types.text(label).to_owned();
        let (name, declared_as) = match (manager, text.split_once("://")) {
            (None, None) => (label, DeclaredAs::Alias),
            (Some(_), Some(_)) => {
                self.fail(span, "a type of a manager is named without the prefix of the manager");
                return None;
            }
            (Some(manager), None) => self.managed(manager, &text, span)?,
            (None, Some((manager, rest))) => {
                if !managers.iter().any(|known| known == manager) {
                    let meant = crate::types::nearest::nearest(manager, managers.iter().map(String::as_str));
                    let meant = meant.map_or_else(String::new, |name| format!("; there is `{name}`"));
                    self.fail(span, &format!("unknown resource manager `{manager}`{meant}"));
                    return None;
                }
                self.managed(manager, rest, span)?
            }
        };
        let (id, ty) = self.types.declare_as(name, declared_as);
        self.environment.types.declare(name, ty);
        Some(TypeBlock { file: self.file, tree, block, id, ty, declared_as })
    }

    /// Returns the full name of a type of a resource manager, and its kind: with a version, it is a resource type.
    fn managed(&mut self, manager: &str, name: &str, span: Span) -> Option<(Name, DeclaredAs)> {
        let declared_as = match name.split_once('@') {
            None => DeclaredAs::Managed,
            Some((ty, version)) if !ty.is_empty() && is_version(version) => DeclaredAs::ResourceType,
            Some(_) => {
                self.fail(span, "the version of a resource type must be a date: `Example/networks@2019-06-01`");
                return None;
            }
        };
        Some((self.types.name(&format!("{manager}://{name}")), declared_as))
    }

    fn definition(&mut self, tree: &Tree, block: &Block, declared_as: DeclaredAs) -> Option<Constraint> {
        let without_defaults = |ty| Constraint { ty, defaults: None };
        if self.attribute(block, "discriminator").is_some() {
            return self.discriminated(tree, block).map(without_defaults);
        }
        if declared_as != DeclaredAs::Alias && self.attribute(block, "is").is_none() {
            return Some(without_defaults(self.types.map(ANY)));
        }
        let constraint = self.attribute_constraint(tree, block, "is")?;
        let ty = self.refined(tree, block, constraint.ty)?;
        Some(Constraint { ty, ..constraint })
    }

    /// Returns the definition, unless it refers only to the type itself.
    fn check_productive(&mut self, block: &Block, id: NamedId, definition: Ty) -> Option<Ty> {
        let (mut open, mut seen) = (vec![definition], FxHashSet::default());
        while let Some(ty) = open.pop() {
            match self.types.shape(ty) {
                Shape::Named(found) if found == id => {
                    return self.refuse(block.kind_span, "the definition of the type leads only to the type itself");
                }
                Shape::Named(found) if seen.insert(found) => open.extend(self.types.named(found).definition),
                Shape::Union(_) => open.extend(self.types.members(ty)),
                Shape::Output(element) | Shape::Promise(element) => open.push(element),
                _ => {}
            }
        }
        Some(definition)
    }

    /// Refines a type by the attributes of its block.
    fn refined(&mut self, tree: &Tree, block: &Block, ty: Ty) -> Option<Ty> {
        let facets: Vec<_> = FACETS.into_iter().filter_map(|name| Some((name, self.attribute(block, name)?))).collect();
        if facets.is_empty() {
            return Some(ty);
        }
        let mut refinement = match Refinement::of(ty, self.types) {
            Ok(refinement) => refinement,
            Err(message) => return self.refuse(block.kind_span, &message),
        };
        for (name, attribute) in facets {
            let span = tree.span(attribute.value);
            let Some(value) = literal(tree, attribute.value, self.types).map(|found| found.1) else {
                return self.refuse(span, &format!("`{name}` must be a literal"));
            };
            if let Err(message) = refinement.add(name, value, self.types) {
                return self.refuse(span, &message);
            }
        }
        match refinement.finish(self.types) {
            Ok(ty) => Some(ty),
            Err(message) => self.refuse(block.kind_span, &message),
        }
    }

    /// Returns the union of the arms of a block, each an object whose discriminating property is the arm's name.
    fn discriminated(&mut self, tree: &Tree, block: &Block) -> Option<Ty> {
        let attribute = self.attribute(block, "discriminator")?;
        let Node::String(key) = tree.node(attribute.value) else {
            return self.refuse(tree.span(attribute.value), "`discriminator` must be the name of a property");
        };
        let arms: Vec<&Block> = self.blocks(block, "arm").collect();
        if arms.len() < 2 || block.body.len() > arms.len() + 1 {
            let message = "a discriminated union requires the attribute `discriminator` and at least two `arm` blocks";
            return self.refuse(block.kind_span, message);
        }
        let (mut tags, mut members) = (Vec::new(), Vec::new());
        for arm in arms {
            let (tag, ty) = (self.label(arm)?, self.attribute_type(tree, arm, "is")?);
            if tags.contains(&tag) {
                return self.refuse(arm.kind_span, "duplicate arm");
            }
            tags.push(tag);
            let Some(properties) = self.types.properties_of(ty) else {
                return self.refuse(arm.kind_span, "an arm must be an object type");
            };
            let tag = self.types.constant(STRING, Constant::Text(tag));
            let others = properties.into_iter().filter(|property| property.0 != key);
            let properties = others.chain([(key, tag)]).collect();
            members.push(self.types.object(properties));
        }
        Some(self.types.union(&members))
    }

    /// Returns the inner blocks of one type.
    pub(super) fn blocks<'b>(&self, block: &'b Block, kind: &str) -> impl Iterator<Item = &'b Block> + use<'b> {
        let found: Vec<&Block> = block
            .body
            .iter()
            .filter_map(BodyItem::as_block)
            .filter(|inner| self.types.text(inner.kind) == kind)
            .collect();
        found.into_iter()
    }

    fn refuse<T>(&mut self, span: Span, message: &str) -> Option<T> {
        self.fail(span, message);
        None
    }
}

/// Holds if the text is a date, `2019-06-01`, with an optional word after it: `2019-06-01-preview`.
fn is_version(text: &str) -> bool {
    let mut parts = text.splitn(4, '-');
    let mut digits = |count: usize| {
        parts.next().is_some_and(|part| part.len() == count && part.bytes().all(|byte| byte.is_ascii_digit()))
    };
    digits(4) && digits(2) && digits(2) && parts.next().is_none_or(|word| word.chars().all(char::is_alphanumeric))
}
