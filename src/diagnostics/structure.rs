//! Problems of blocks that are found before typing. Messages about packages and components are in their own files.

use super::context::Context;
use super::suggestions::{Help, list_of};
use super::{Diagnostic, components, invalid_type, module_problems, packages, unknown_variable};
use crate::codes::Code;
use crate::program::structure::{StructureProblem, StructureProblemKind as Kind};
use crate::syntax::is_json;

/// Renders `invalid-type`, `no-conversion`, `wrong-labels`, `unknown-block`, `duplicate-block`, `unknown-attribute`,
/// `missing-attribute`, `missing-block`, `unknown-property`, `not-a-literal`, `wrong-address`, `wrong-type`, `wrong-refinement`, `malformed-hooks`,
/// `unknown-hook-step`, `unknown-hook-kind`, `missing-argument`.
pub(super) fn diagnostic(context: &Context<'_>, problem: &StructureProblem) -> Diagnostic {
    let error = |code, message: String| Diagnostic::error(code, problem.file, problem.span, message);
    let meant = |what, suggestion: &Option<String>| suggestion.as_ref().map(|name| Help::name(what, name.as_str()));
    match &problem.kind {
        Kind::Package(of) => packages::diagnostic(context, problem, of),
        Kind::Component(of) => components::diagnostic(of, &error),
        Kind::Module(of) => {
            module_problems::diagnostic(of, is_json(&context.program.file(problem.file).source.name), &error)
        }
        Kind::InvalidType(wrong) => invalid_type::diagnostic(problem.file, wrong),
        Kind::MissingType { function, parameter } => {
            let function = context.types.text(*function);
            let parameter = parameter.map_or("type", |parameter| context.types.text(parameter));
            error(Code::MissingArgument, format!("missing argument `{parameter}` of `{function}`"))
                .label(format!("`{function}` requires the argument `{parameter}`, a type expression"))
        }
        Kind::WrongConstant(reason) => error(Code::NoConversion, format!("wrong constant: {reason}")),
        Kind::WrongLabels { .. } | Kind::ExchangedLabels { .. } => of_labels(&problem.kind, &error),
        // The reference ignores blocks of unknown types.
        Kind::UnknownBlock { block, inside: None, suggestion } => unknown_block(block, suggestion.as_deref(), &error),
        Kind::UnknownBlock { block, inside: Some(inside), suggestion } => {
            error(Code::UnknownBlock, format!("unexpected block `{block}` in {inside}"))
                .label(format!("not a block of {inside}"))
                .help(as_attribute(context, problem, block).or_else(|| meant("block", suggestion)))
        }
        Kind::AttributeAsBlock(name) => attribute_as_block(name, &error),
        Kind::BlockAsAttribute(name) => block_as_attribute(name, &error),
        Kind::DefinedConstant => error(Code::DuplicateName, "`null` is a constant".to_owned())
            .label("a definition of this name is not allowed"),
        Kind::DuplicateBlock(block) => {
            error(Code::DuplicateBlock, format!("duplicate block `{block}`")).label("this block is not used")
        }
        Kind::UnknownAttribute { name, inside, suggestion, known } => {
            error(Code::UnknownAttribute, format!("unknown attribute `{name}` in {inside}"))
                .label(format!("not an attribute of {inside}"))
                .help(meant("attribute", suggestion).or_else(|| attributes(known)))
        }
        Kind::IgnoredAttribute { name, inside, suggestion, known } => {
            error(Code::UnknownAttribute, format!("unknown attribute `{name}` in {inside}"))
                .label("this attribute is ignored")
                .help(meant("attribute", suggestion).or_else(|| attributes(known)))
                .warning()
        }
        Kind::IgnoredBlock { name, inside, attribute } => ignored_block(name, inside, attribute.as_deref(), &error),
        Kind::OptionAsInput { name, option } => option_as_input(name, option, &error),
        Kind::BlockOfValues(block) => error(Code::UnknownBlock, format!("unknown block type `{block}`"))
            .label("its attributes are read as named values")
            .help(Some("a named value stands at the top: `name = value`".to_owned())),
        Kind::MissingAttribute { name, inside } => {
            error(Code::MissingAttribute, format!("missing attribute `{name}` in {inside}"))
                .label(format!("`{name}` is missing"))
                .adds(name)
        }
        Kind::MissingBlock { name, inside } => error(Code::MissingBlock, format!("missing block `{name}` in {inside}"))
            .label(format!("`{name}` is missing")),
        Kind::MovedType { from, to } => {
            error(Code::WrongAddress, format!("the move changes the type of the resource from `{from}` to `{to}`"))
                .label("few providers can move a resource to another type")
                .warning()
        }
        Kind::UnknownListed { list, name, address, suggestion } => {
            error(Code::UnknownProperty, format!("`{list}` names `{name}`, which `{address}` does not have"))
                .label(format!("not an argument or a block of `{address}`"))
                .help(match &name[..] {
                    "all" => Some(format!("`{list} = all` stands for all arguments").into()),
                    _ => meant("argument", suggestion),
                })
        }
        Kind::NotALiteral { name, expected } => {
            let source = &context.program.file(problem.file).source.text;
            let written = source.get(problem.span.start as usize..problem.span.end as usize);
            error(Code::NotALiteral, format!("the attribute `{name}` must be {expected}"))
                .label(format!("expected {expected}"))
                .help(written.and_then(unknown_variable::constant))
        }
        Kind::WrongType { message, suggestion } => {
            error(Code::WrongType, message.clone()).help(meant("type", suggestion))
        }
        Kind::WrongAddress(message) => error(Code::WrongAddress, message.clone()),
        Kind::WrongRefinement(message) => error(Code::WrongRefinement, message.clone()),
        Kind::MalformedHooks => {
            error(Code::MalformedHooks, "`hooks` must be an object with a list of hooks for each step".to_owned())
                .help(Some("write `hooks = { beforeCreate = [hook] }`".to_owned()))
        }
        Kind::UnknownHookStep { name, suggestion } => {
            error(Code::UnknownHookStep, format!("unknown hook step `{name}`"))
                .label("not a step at which hooks run")
                .help(meant("step", suggestion))
        }
        Kind::UnknownHookKind(kind) => error(Code::UnknownHookKind, format!("unknown hook kind `{kind}`"))
            .help(Some("the kinds are `resource` and `error`".to_owned())),
        Kind::NameNotALiteral(what) => {
            error(Code::NotALiteral, format!("the name of the {what} must be a string without interpolation"))
        }
        Kind::MissingCallArguments => error(
            Code::MissingArgument,
            "missing argument: `call` takes a resource, a method name and the arguments of the method".to_owned(),
        ),
    }
}

/// A block of an unknown type at the top.
fn unknown_block(block: &str, suggestion: Option<&str>, error: &dyn Fn(Code, String) -> Diagnostic) -> Diagnostic {
    let label = match suggestion {
        Some(meant) => format!("read as a block `{meant}`"),
        None => "this block is ignored".to_owned(),
    };
    error(Code::UnknownBlock, format!("unknown block type `{block}`"))
        .label(label)
        .help(suggestion.map(|name| Help::name("block", name)))
        .warning_if(suggestion.is_none())
}

/// An option that stands among the inputs of its block.
fn option_as_input(name: &str, option: &str, error: &dyn Fn(Code, String) -> Diagnostic) -> Diagnostic {
    error(Code::UnknownAttribute, format!("the option `{name}` stands among the inputs"))
        .label("not an attribute of the block itself")
        .help(Some(format!("options stand in a block of their own: `options {{ {option} = ... }}`")))
}

/// A list of the attributes that a block has.
fn attributes(known: &[String]) -> Option<Help> {
    let quoted: Vec<String> = known.iter().map(|name| format!("`{name}`")).collect();
    list_of("attribute", &quoted, 0)
}

/// A declared attribute that is written as a block.
fn attribute_as_block(name: &str, error: &dyn Fn(Code, String) -> Diagnostic) -> Diagnostic {
    error(Code::UnknownBlock, format!("`{name}` is an attribute, not a block"))
        .label("a block of this name is not declared")
        .help(Some(format!("write `{name} = {{ ... }}`")))
}

/// A block that the reference ignores.
fn ignored_block(
    name: &str,
    inside: &str,
    attribute: Option<&str>,
    error: &dyn Fn(Code, String) -> Diagnostic,
) -> Diagnostic {
    error(Code::UnknownBlock, format!("unexpected block `{name}` in {inside}"))
        .label("this block is ignored")
        .help(attribute.map(|attribute| format!("`{attribute}` is an attribute: write `{attribute} = ...`")))
        .warning()
}

/// A declared block that is written as an attribute.
fn block_as_attribute(name: &str, error: &dyn Fn(Code, String) -> Diagnostic) -> Diagnostic {
    error(Code::UnknownAttribute, format!("`{name}` is a block, not an attribute"))
        .label("an attribute of this name is not declared")
        .help(Some(format!("write `{name} {{ ... }}`")))
}

/// Labels that are too few, too many, or in each other's places.
fn of_labels(kind: &Kind, error: &dyn Fn(Code, String) -> Diagnostic) -> Diagnostic {
    match kind {
        Kind::ExchangedLabels { block, labels: [first, second] } => {
            error(Code::WrongLabels, format!("the labels of the {block} `{first}` are exchanged"))
                .label("the name stands first")
                .help(Some(format!("write `{block} \"{first}\" \"{second}\"`")))
        }
        Kind::WrongLabels { block, expected, given } => {
            let article = if block.starts_with(['a', 'e', 'i', 'o']) { "an" } else { "a" };
            let given = given.as_ref().map_or_else(String::new, |given| format!(", not `{given}`"));
            error(Code::WrongLabels, format!("{article} `{block}` block takes {expected}{given}"))
                .label(format!("expected {expected}"))
        }
        _ => error(Code::WrongLabels, "the labels are wrong".to_owned()),
    }
}

/// Help with the input of this name, if the definition around a problem has one.
fn as_attribute(context: &Context<'_>, problem: &StructureProblem, name: &str) -> Option<Help> {
    let mut around = context.program.definitions.iter().filter(|definition| {
        definition.file == problem.file && definition.span.contains(problem.span) && definition.block.is_some()
    });
    let inputs = around.next().map(|definition| context.program.inputs(definition)).unwrap_or_default();
    let is_input = inputs.iter().any(|input| context.types.text(input.name) == name);
    is_input.then(|| format!("`{name}` is an attribute: write `{name} = {{ ... }}`").into())
}
