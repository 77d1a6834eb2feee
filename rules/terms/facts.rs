//! The facts that lowering makes of a program: the extensional tables, and the outline of expressions.
//!
//! Facts know no text and no places. They are made for one chunk of definitions at a time; ids count within the chunk.

pub use typelog_types::vocabulary::*;
use typelog_types::{Name, Ty};

/// The extensional tables of a chunk: one for each relation of `program.rs` and `blocks.rs` in `rules/programs`, where the
/// columns are documented.
#[derive(Debug, Default)]
#[allow(missing_docs)]
pub struct Facts {
    pub is_literal: Vec<(ExprId, Literal)>,
    pub is_text: Vec<(ExprId,)>,
    pub is_part: Vec<(ExprId, ExprId, Role)>,
    pub has_operands: Vec<(ExprId, Form)>,
    pub refers_to: Vec<(ExprId, BindingId)>,
    pub is_unknown: Vec<(ExprId,)>,
    pub is_broken: Vec<(ExprId,)>,
    pub binds_item: Vec<(ExprId, BindingId)>,
    pub binds_key: Vec<(ExprId, BindingId)>,
    pub binds_value: Vec<(ExprId, BindingId)>,
    pub makes: Vec<(ExprId, Comprehension)>,
    pub is_call: Vec<(ExprId, FunctionId)>,
    pub is_unknown_call: Vec<(ExprId,)>,
    pub is_erroneous: Vec<(ExprId,)>,
    pub has_to_fit: Vec<(ExprId,)>,
    pub expands_last: Vec<(ExprId,)>,
    pub has_signature: Vec<(FunctionId, Ty, Option<Ty>, Ty)>,
    pub has_conversion: Vec<(FunctionId, Ty, Option<Ty>, Ty, u32)>,
    pub defines: Vec<(BindingId, ExprId)>,
    pub is_given: Vec<(BindingId, Ty)>,
    pub is_circular: Vec<(BindingId,)>,
    pub is_config: Vec<(BindingId, Ty)>,
    pub defaults_to: Vec<(BindingId, ExprId)>,
    pub is_secret: Vec<(BindingId,)>,
    pub is_incomplete: Vec<(BindingId,)>,
    pub is_instance: Vec<(BindingId, Ty, bool)>,
    pub ranges_over: Vec<(BindingId, ExprId)>,
    pub binds_range: Vec<(BindingId, BindingId)>,
    pub is_expected: Vec<(ExprId, Ty)>,
    pub is_input: Vec<(ExprId, BindingId, Name)>,
    pub has_interface: Vec<(BindingId, InterfaceId)>,
    pub takes_input: Vec<(InterfaceId, Name, Ty, Acceptance)>,
    pub requires_input: Vec<(InterfaceId, Name)>,
    pub implies_input: Vec<(InterfaceId, Name)>,
    pub has_variant: Vec<(InterfaceId, Name, Ty, Name, Name, Ty)>,
    pub tells: Vec<(ExprId, InterfaceId, Name)>,
    pub says: Vec<(ExprId, Name, Name)>,
    pub names_property: Vec<(ExprId, BindingId)>,
    pub takes_hook: Vec<(ExprId, HookKind)>,
    pub is_hook: Vec<(BindingId, HookKind)>,
    pub is_builtin: Vec<(FunctionId, Builtin)>,
    pub binds_error: Vec<(ExprId, BindingId)>,
    pub invokes: Vec<(ExprId, Ty, Ty, InvocationForm)>,
    pub invocation_signature: Vec<(ExprId, InvocationForm, Ty, Ty)>,
    pub calls_method: Vec<(ExprId, Name)>,
    pub calls_unchecked: Vec<(ExprId, Ty, Ty)>,
    pub has_candidate: Vec<(FunctionId, u32, Ty, Option<Ty>, Ty)>,
    pub is_standard: Vec<(FunctionId, Standard)>,
    pub calls_standard: Vec<(ExprId, Standard)>,
    pub is_lazy: Vec<(FunctionId,)>,
    pub has_name: Vec<(FunctionId, Name)>,
    pub stands_alone: Vec<(ExprId,)>,
    /// Holds for expressions of Terraform, whose values other engines derive.
    pub is_terraform: bool,
    pub outline: Outline,
}

/// The parts of expressions that rules look up, and that are no rows: operands, steps, names of properties.
#[derive(Debug, Default)]
pub struct Outline {
    written: Vec<Written>,
    operands: Groups<ExprId>,
    steps: Groups<Step>,
    names: Groups<Name>,
}

impl Outline {
    /// The form in which an expression is written.
    #[inline]
    pub fn written(&self, e: ExprId) -> Written {
        self.written[e.0 as usize]
    }

    /// The operands of an expression.
    pub fn operands(&self, e: ExprId) -> &[ExprId] {
        self.operands.of(e)
    }

    /// The `i`-th operand of an expression.
    #[inline]
    pub fn operand(&self, e: ExprId, i: u32) -> Option<ExprId> {
        self.operands.of(e).get(i as usize).copied()
    }

    /// The last operand of an expression.
    pub fn last_operand(&self, e: ExprId) -> Option<ExprId> {
        self.operands.of(e).last().copied()
    }

    /// The number of a computed object's operands that are keys: all that are not values of items.
    pub fn computed_keys(&self, e: ExprId) -> usize {
        self.operands.of(e).len() - self.names.of(e).len()
    }

    /// The `i`-th step of a traversal.
    #[inline]
    pub fn step(&self, e: ExprId, i: u32) -> Option<Step> {
        self.steps.of(e).get(i as usize).copied()
    }

    /// The names of an object's properties, in the order of its values. A text has one name, itself.
    pub fn names(&self, e: ExprId) -> &[Name] {
        self.names.of(e)
    }

    /// Adds what belongs to the next expression.
    pub fn push(
        &mut self,
        written: Written,
        operands: impl IntoIterator<Item = ExprId>,
        steps: impl IntoIterator<Item = Step>,
        names: impl IntoIterator<Item = Name>,
    ) {
        self.written.push(written);
        self.operands.push(operands);
        self.steps.push(steps);
        self.names.push(names);
    }
}

/// A sequence of items for each expression, all in one vector.
#[derive(Debug)]
struct Groups<T> {
    ends: Vec<u32>,
    items: Vec<T>,
}

impl<T> Default for Groups<T> {
    fn default() -> Self {
        Self { ends: Vec::new(), items: Vec::new() }
    }
}

impl<T> Groups<T> {
    #[inline]
    fn of(&self, e: ExprId) -> &[T] {
        let at = e.0 as usize;
        let start = if at == 0 { 0 } else { self.ends[at - 1] };
        &self.items[start as usize..self.ends[at] as usize]
    }

    #[inline]
    fn push(&mut self, items: impl IntoIterator<Item = T>) {
        self.items.extend(items);
        self.ends.push(self.items.len() as u32);
    }
}
