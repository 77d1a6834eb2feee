//! Rows in the notation of the rules.

use crate::terms::trace::{Row, Value, Word};
use crate::types::display::display_within;
use crate::types::{Interner, Ty, TyList};

/// The maximal length of a type in a judgment, in bytes.
const LONGEST_TYPE: usize = 160;

/// A renderer of rows, with the names of their expressions, bindings and types.
pub struct RowRenderer<'a> {
    /// The types.
    pub types: &'a Interner,
    /// Returns the text of an expression, by its number.
    pub expression: &'a dyn Fn(u32) -> String,
    /// Returns the name of a binding, by its number.
    pub binding: &'a dyn Fn(u32) -> String,
    /// Returns the name of a function, by its number.
    pub function: &'a dyn Fn(u32) -> String,
    /// Returns the name of the block whose inputs form an interface, by the number of the interface.
    pub interface: &'a dyn Fn(u32) -> String,
    /// Returns the types in a list.
    pub list: &'a dyn Fn(TyList) -> Vec<Ty>,
}

impl RowRenderer<'_> {
    /// Renders a row as a judgment if it is one, else as a plain row.
    pub fn judgment(&self, row: &Row) -> String {
        let cell = |column: usize| row.cells.get(column).map_or_else(String::new, |&value| self.value(value));
        let word = |column: usize| match row.cells.get(column) {
            Some(Value::Word(word)) => word.to_string(),
            Some(Value::Flag(yes)) => yes.to_string(),
            _ => String::new(),
        };
        match row.relation {
            "has_type" | "binds" | "is_given" => format!("{} : {}", cell(0), cell(1)),
            "converts" => {
                let circumstances = if word(2) == "Unifying" { "   (unifying)" } else { "" };
                format!("{}{circumstances}", conversion(&cell(0), &cell(1), &word(3)))
            }
            "primitive_conversion" => conversion(&cell(0), &cell(1), &word(2)),
            "is_assignable" if word(3) == "true" => format!("{} <: {}", cell(0), cell(1)),
            "is_assignable" => format!("not {} <: {}", cell(0), cell(1)),
            "unifies" if word(3) == "Safe" => format!("{} \\/ {} = {}", cell(0), cell(1), cell(2)),
            "unifies" => format!("{} \\/ {} = {} : {}", cell(0), cell(1), cell(2), word(3)),
            "common_type" => format!("common({}, {}) = {}", cell(0), cell(1), cell(3)),
            "converted" => format!("{} as {} = {}", cell(0), cell(1), cell(2)),
            "common_member" => format!("common({}) = {}", cell(0), cell(2)),
            "traverses" if word(3) == "Found" => format!("{}.{} = {}", cell(0), cell(1), cell(2)),
            "traverses" => format!("{}.{} = {}   ({})", cell(0), cell(1), cell(2), word(3)),
            "may_be_anything" if word(1) == "true" => format!("{} is open", cell(0)),
            "may_be_anything" => format!("not {} is open", cell(0)),
            "catches" if word(1) == "true" => format!("{} catches", cell(0)),
            "catches" => format!("not {} catches", cell(0)),
            "is_step" if word(1) == "true" => format!("{} is a step", cell(0)),
            "is_step" => format!("not {} is a step", cell(0)),
            "is_range" if word(2) == "true" => format!("{} is a range", cell(0)),
            "is_range" => format!("not {} is a range", cell(0)),
            "indexes" if word(3) == "true" => format!("{}[{}] = {}", cell(0), cell(1), cell(2)),
            "indexes" => format!("{}[...] fails", cell(0)),
            "iterates" if word(3) == "true" => format!("each({}) = ({}, {})", cell(0), cell(1), cell(2)),
            "iterates" => format!("each({}) fails", cell(0)),
            "splats" => format!("splat({}) = {}", cell(0), cell(1)),
            "resolves" => format!("resolve({}) = {}", cell(0), cell(1)),
            "maps_to" => format!("{}({}) = {}", word(0).to_lowercase(), cell(1), cell(2)),
            "lifts" => format!("lift({}, {}) = {}", word(0).to_lowercase(), cell(1), cell(2)),
            "unfolds" => format!("{} unfolds to {}", cell(0), cell(1)),
            "rejects" => format!("not {} ~> {}", cell(0), cell(2)),
            "converts_as" => format!("{} ~> {} as {} ~> {}", cell(0), cell(1), cell(3), cell(4)),
            "assignable_as" => format!("{} <: {} as {} <: {}", cell(0), cell(1), cell(3), cell(4)),
            "results_in" if word(2) == "Prompt" => format!("{} results in {}", cell(0), cell(1)),
            "results_in" => format!("{} results in {}, as eventual as {}", cell(0), cell(1), word(2).to_lowercase()),
            "disagrees" => format!("{} and {} disagree in {} and {}", cell(0), cell(1), cell(4), cell(5)),
            "fits" => fit(&cell(0), &cell(1), &word(3)),
            "refines" => format!("{} refines {}: {}", cell(0), cell(1), word(2).to_lowercase()),
            "operates" => format!("{}({}) = {}", word(0), cell(1), cell(2)),
            "has_kin" => format!("kin({}, {}) = {}", cell(0), cell(1), cell(2)),
            "builtin_signature" => {
                format!("{}({}) takes {}, gives {}", word(0).to_lowercase(), cell(1), cell(2), cell(4))
            }
            _ => self.sentence(row).unwrap_or_else(|| self.row(row)),
        }
    }

    /// Renders a row as its relation with its columns.
    pub fn row(&self, row: &Row) -> String {
        let cells: Vec<String> = row.cells.iter().map(|&value| self.value(value)).collect();
        format!("{}({})", row.relation, cells.join(", "))
    }

    pub(super) fn value(&self, value: Value) -> String {
        match value {
            Value::Type(ty) => self.ty(ty),
            Value::Types(list) => {
                let texts: Vec<String> = (self.list)(list).into_iter().map(|ty| self.ty(ty)).collect();
                format!("[{}]", texts.join(", "))
            }
            Value::Hidden => "_".to_owned(),
            Value::Expression(e) => (self.expression)(e.0),
            Value::Binding(b) => (self.binding)(b.0),
            Value::Function(f) => (self.function)(f.0),
            Value::Name(name) => self.types.text(name).to_owned(),
            Value::Literal(number) => self.types.number_of(number).to_string(),
            Value::Number(number) => number.to_string(),
            Value::Flag(yes) => yes.to_string(),
            Value::Null => "null".to_owned(),
            Value::Nothing => "none".to_owned(),
            Value::Word(Word::InterfaceId(interface)) => (self.interface)(interface.0),
            Value::Word(Word::BinaryOperator(operator)) => format!("`{}`", operator.symbol()),
            Value::Word(Word::UnaryOperator(operator)) => format!("`{}`", operator.symbol()),
            Value::Word(Word::Operation(operation)) => format!("`{}`", operation.symbol()),
            Value::Word(word) => word.to_string(),
        }
    }

    fn ty(&self, ty: Ty) -> String {
        display_within(self.types, ty, LONGEST_TYPE)
    }
}

/// Renders a row that is only about types as a judgment.
pub fn row_about_types(row: &Row, types: &Interner) -> String {
    render_about_types(types, |renderer| renderer.judgment(row))
}

/// Renders something that is only about types.
pub fn render_about_types(types: &Interner, render: impl FnOnce(&RowRenderer<'_>) -> String) -> String {
    let nothing = |_: u32| String::new();
    render(&RowRenderer {
        types,
        expression: &nothing,
        binding: &nothing,
        function: &nothing,
        interface: &nothing,
        list: &|list| types.list_items(list),
    })
}

fn fit(from: &str, to: &str, kind: &str) -> String {
    match kind {
        "Safe" => format!("{from} <: {to}"),
        "Unsafe" => format!("{from} <?: {to}"),
        _ => format!("not {from} <: {to}"),
    }
}

fn conversion(from: &str, to: &str, kind: &str) -> String {
    match kind {
        "Safe" => format!("{from} ~> {to}"),
        "Unsafe" => format!("{from} ~?> {to}"),
        _ => format!("not {from} ~> {to}"),
    }
}
