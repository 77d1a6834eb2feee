//! The schemas of the relations that are collected from programs.

use super::super::Origin::{Derived, Extensional};
use super::super::{ColumnType, Declaration, Origin, id, key, number, symbol};

const fn given(
    name: &'static str,
    columns: &'static [(&'static str, ColumnType, bool)],
    doc: &'static str,
) -> Declaration {
    declaration(name, Extensional, true, columns, doc)
}

const fn derived(
    name: &'static str,
    columns: &'static [(&'static str, ColumnType, bool)],
    doc: &'static str,
) -> Declaration {
    declaration(name, Derived, true, columns, doc)
}

/// Declares a relation about types, which programs share.
const fn shared(
    name: &'static str,
    columns: &'static [(&'static str, ColumnType, bool)],
    doc: &'static str,
) -> Declaration {
    declaration(name, Derived, false, columns, doc)
}

const fn declaration(
    name: &'static str,
    origin: Origin,
    is_per_program: bool,
    columns: &'static [(&'static str, ColumnType, bool)],
    doc: &'static str,
) -> Declaration {
    Declaration { name, origin, is_per_program, doc, columns }
}

/// Declares a key column of numbers.
pub(super) const fn number_key(name: &'static str) -> (&'static str, ColumnType, bool) {
    (name, ColumnType::Number, true)
}

/// Declares a key column of texts.
pub(super) const fn symbol_key(name: &'static str) -> (&'static str, ColumnType, bool) {
    (name, ColumnType::Symbol, true)
}

const PROGRAM: &str = "program";
const FILE: &str = "file";
const BLOCK: &str = "block";
const ATTRIBUTE: &str = "attribute";
const DEFINITION: &str = "definition";
const EXPRESSION: &str = "expression";
const DIAGNOSTIC: &str = "diagnostic";
const TYPE: &str = "type";

/// All relations, extensional ones first.
pub(super) const DECLARATIONS: &[Declaration] = &[
    // Program texts.
    given(
        PROGRAM,
        &[key("program", PROGRAM), symbol("name"), symbol("dialect")],
        "The program is checked under the name.",
    ),
    given(
        FILE,
        &[key("file", FILE), id("program", PROGRAM), symbol("name"), number("bytes")],
        "The program has the file, so many bytes long.",
    ),
    given(
        BLOCK,
        &[
            key("block", BLOCK),
            id("file", FILE),
            symbol("kind"),
            symbol("text"),
            number("start"),
            number("end"),
            number("line"),
            number("column"),
        ],
        "There is a block of the kind; its text is its kind and labels. Places are bytes, lines and columns count from 1.",
    ),
    given(
        "block_label",
        &[key("block", BLOCK), number_key("position"), symbol("label")],
        "The block has the label, counting from 0.",
    ),
    given("block_in", &[key("block", BLOCK), id("outer", BLOCK)], "The block stands directly in the outer one."),
    given(
        ATTRIBUTE,
        &[
            key("attribute", ATTRIBUTE),
            id("file", FILE),
            symbol("name"),
            id("value", EXPRESSION),
            number("start"),
            number("end"),
            number("line"),
            number("column"),
        ],
        "There is an attribute with the value; its place is that of its name.",
    ),
    given(
        "attribute_in",
        &[key("attribute", ATTRIBUTE), id("block", BLOCK)],
        "The attribute stands directly in the block.",
    ),
    given(
        EXPRESSION,
        &[
            key("expression", EXPRESSION),
            id("file", FILE),
            symbol("form"),
            symbol("text"),
            number("start"),
            number("end"),
            number("line"),
            number("column"),
        ],
        "There is an expression of the form; its text is the first 80 characters of its source, on one line.",
    ),
    given(
        "part",
        &[key("part", EXPRESSION), id("expression", EXPRESSION), symbol("role"), number("position")],
        "The part stands in the expression in the role, the position-th of that role.",
    ),
    given(
        "object_item",
        &[key("expression", EXPRESSION), number_key("position"), symbol("key"), id("value", EXPRESSION)],
        "The object has the item; its key is empty where it has to be computed.",
    ),
    given(
        "literal",
        &[key("expression", EXPRESSION), symbol("kind"), symbol("value")],
        "The expression is a literal: null, a bool, a number, or a text without interpolation.",
    ),
    given(
        "operator",
        &[key("expression", EXPRESSION), symbol("operator")],
        "The expression applies the operator, in the notation of the text.",
    ),
    given(
        "step",
        &[key("expression", EXPRESSION), number_key("position"), symbol("kind"), symbol("key")],
        "The expression goes the step: a name, or a literal index.",
    ),
    given(
        "call",
        &[key("expression", EXPRESSION), symbol("function")],
        "The expression calls the function of the name.",
    ),
    given(
        DEFINITION,
        &[
            key("definition", DEFINITION),
            id("file", FILE),
            symbol("kind"),
            symbol("name"),
            number("start"),
            number("end"),
            number("line"),
            number("column"),
        ],
        "The program defines the name, or lists it by its path; the place is that of the name.",
    ),
    given(
        "definition_part",
        &[key("expression", EXPRESSION), id("definition", DEFINITION), symbol("purpose")],
        "The expression is part of the definition: value, default, range, input, hooks, expected, or free of expectations.",
    ),
    given("definition_block", &[key("definition", DEFINITION), id("block", BLOCK)], "The definition is the block."),
    given(
        "resource_class",
        &[key("definition", DEFINITION), symbol("token")],
        "The definition is a resource of the class of the token.",
    ),
    given(
        "secret_config",
        &[key("definition", DEFINITION)],
        "The definition is a configuration value that is declared secret.",
    ),
    given(
        "input",
        &[key("definition", DEFINITION), symbol_key("name"), id("type", TYPE), symbol("presence")],
        "The block of the definition takes the input of the type: required, implied, or as its type says.",
    ),
    given(
        "secret_input",
        &[key("definition", DEFINITION), symbol_key("name")],
        "The schema, or the program of the component, declares the input of the definition's block secret.",
    ),
    given(
        "refers_to",
        &[key("expression", EXPRESSION), id("definition", DEFINITION)],
        "The expression is a name that means the definition, perhaps with steps behind it.",
    ),
    given(
        "refers_to_variable",
        &[key("expression", EXPRESSION), symbol("name")],
        "The expression is a name that means a declared variable.",
    ),
    given(
        "refers_to_local",
        &[key("expression", EXPRESSION), symbol("name")],
        "The expression is a name that means a variable of an expression or block around it.",
    ),
    given("unknown_name", &[key("expression", EXPRESSION), symbol("name")], "The expression is an unresolved name."),
    given(
        "depends_on",
        &[key("definition", DEFINITION), key("on", DEFINITION)],
        "The definition refers to the other one.",
    ),
    // Derived relations about programs.
    derived("has_type", &[key("expression", EXPRESSION), id("type", TYPE)], "The expression has the type."),
    derived(
        "node_type",
        &[key("definition", DEFINITION), id("type", TYPE)],
        "What the definition's name means has the type.",
    ),
    derived(
        "step_from",
        &[key("expression", EXPRESSION), number_key("position"), id("type", TYPE)],
        "The step of the expression in the position, counting from 0, leads from a value of the type.",
    ),
    derived(
        "expects",
        &[key("expression", EXPRESSION), key("found", TYPE), key("expected", TYPE)],
        "The expression has the one type where the other is expected.",
    ),
    derived(
        "takes",
        &[key("expression", EXPRESSION), key("found", TYPE), key("taken", TYPE), symbol_key("acceptance")],
        "The expression has the one type where an input takes exactly the other, or loosely.",
    ),
    derived(
        "has_mark",
        &[key("expression", EXPRESSION), symbol_key("path"), symbol_key("mark")],
        "What the path leads to in the value of the expression is sensitive or ephemeral; no path is the value itself.",
    ),
    derived("circular", &[key("definition", DEFINITION)], "The definition depends on itself."),
    derived(
        DIAGNOSTIC,
        &[
            key("diagnostic", DIAGNOSTIC),
            id("file", FILE),
            symbol("code"),
            symbol("severity"),
            symbol("text"),
            number("start"),
            number("end"),
            number("line"),
            number("column"),
        ],
        "The diagnostic is reported; its text is its message.",
    ),
    derived(
        "diagnostic_expression",
        &[key("diagnostic", DIAGNOSTIC), id("expression", EXPRESSION)],
        "The diagnostic stands in the expression, and in none that is part of it.",
    ),
    // Types.
    shared(
        TYPE,
        &[key("type", TYPE), symbol("kind"), symbol("eventuality"), symbol("text")],
        "There is a type of the kind, as eventual as what occurs in it.",
    ),
    shared(
        "annotation",
        &[key("type", TYPE), symbol_key("kind"), symbol_key("token")],
        "The objects of the type are resources of the class of the token, the schema declares the type by the token, or the function of the token gives them: resource, type, or result. Bare objects have no annotation.",
    ),
    shared(
        "secret_property",
        &[key("type", TYPE), symbol_key("name")],
        "The schema declares the property of objects of the type secret.",
    ),
    shared(
        "member",
        &[key("type", TYPE), number_key("position"), id("member", TYPE)],
        "The tuple or union has the member; those of unions count in the order of their texts.",
    ),
    shared("property", &[key("type", TYPE), symbol_key("name"), id("property", TYPE)], "The object has the property."),
    shared(
        "element",
        &[key("type", TYPE), id("element", TYPE)],
        "The list, set, map, output or promise is of the type.",
    ),
    shared(
        "constant",
        &[key("type", TYPE), id("base", TYPE), symbol("value")],
        "The type is that of one value, which belongs to the base.",
    ),
    shared("enum", &[key("type", TYPE), symbol("token"), id("underlying", TYPE)], "The type is an enum."),
    shared("enum_value", &[key("type", TYPE), number_key("position"), symbol("value")], "The enum has the value."),
    shared("unfolds", &[key("type", TYPE), id("definition", TYPE)], "The declared type stands for the other one."),
    // Derived relations about types.
    shared(
        "converts",
        &[key("source", TYPE), key("target", TYPE), symbol_key("mode"), symbol("kind")],
        "The source converts to the target so: safe, unsafe, or no. What no program asks is not answered.",
    ),
    shared(
        "is_assignable",
        &[key("source", TYPE), key("target", TYPE), symbol_key("mode"), symbol("answer")],
        "The source is assignable to the target, or not: true or false. What no program asks is not answered.",
    ),
    shared(
        "common_type",
        &[key("left", TYPE), key("right", TYPE), symbol_key("kind"), id("result", TYPE)],
        "The two have the type in common, converting safely, or at all.",
    ),
    shared(
        "traverses",
        &[key("type", TYPE), symbol_key("step_kind"), symbol_key("step"), id("result", TYPE), symbol("outcome")],
        "The step leads from the type to the result, and meets the outcome.",
    ),
    shared(
        "maps_to",
        &[symbol_key("mapping"), key("type", TYPE), id("result", TYPE)],
        "The mapping makes the result of the type.",
    ),
];
