//! Calls of functions that fail in Terraform: `wrong-argument`, and `no-conversion` and `not-iterable` for arguments.

use super::Diagnostic;
use super::context::Context;
use super::suggestions::Help;
use super::terraform::{Flaw, difference, key_text, mismatch, type_text, value_text};
use super::terraform_steps::known_names;
use crate::codes::Code;
use crate::counts::counted;
use crate::program::{NamedFile, Place};
use crate::syntax::tree::{Call, Node};
use crate::types::display::display_constant;
use crate::types::vocabulary::TerraformError;
use crate::types::{Constant, NONE, Name, Shape, Ty};

pub(super) fn diagnostic(context: &Context<'_>, flaw: Flaw<'_>) -> Diagnostic {
    let called = Called::new(context, flaw);
    let Flaw { found, .. } = flaw;
    let argument = format!("{} of `{}`", called.argument, called.function);
    match flaw.error {
        TerraformError::Argument => mismatch(context, flaw, Code::NoConversion, called.place, &argument),
        TerraformError::Unconverted => mismatch(context, flaw, Code::WrongArgument, called.place, &argument),
        TerraformError::Default => {
            let role = format!("the default of `{}`", called.function);
            let mut diagnostic = mismatch(context, flaw, Code::WrongArgument, called.place, &role);
            diagnostic.message += ", as the elements of the map require";
            diagnostic
        }
        TerraformError::Expansion => {
            let message = format!(
                "the expanded argument of `{}` is {}, not a list, a set or a tuple",
                called.function,
                value_text(context, found)
            );
            Diagnostic::error(Code::NotIterable, called.place.file, context.span(called.place), message)
                .label("not a list, a set or a tuple")
        }
        _ => {
            let (message, label) = words(context, flaw, &called);
            Diagnostic::error(Code::WrongArgument, called.place.file, context.span(called.place), message)
                .label(label)
                .help(help(context, flaw, &called))
        }
    }
}

/// A template that refers to a name which its values lack.
pub(super) fn lacks_value(context: &Context<'_>, at: Place, name: Name) -> Diagnostic {
    let name = context.types.text(name);
    let values = argument(context, at, 1).unwrap_or(at);
    let given = context.inference.type_of(values);
    let help = given.and_then(|given| known_names(context.types, given, name, "value"));
    let message = format!("the template refers to `{name}`, which its values lack");
    Diagnostic::error(Code::WrongArgument, values.file, context.span(values), message)
        .label(format!("`{name}` is missing"))
        .help(help)
}

/// A call of a function that reads a file which is not there.
pub(super) fn no_file(context: &Context<'_>, at: Place) -> Diagnostic {
    let path = argument(context, at, 0).unwrap_or(at);
    let source = context.source_of(path).map_or_else(|| "the path".to_owned(), |source| format!("`{source}`"));
    let message = format!("there is no file at {source}");
    Diagnostic::error(Code::WrongArgument, path.file, context.span(path), message).label("no such file")
}

/// A call of a function that renders a malformed template.
pub(super) fn malformed_template(context: &Context<'_>, at: Place) -> Diagnostic {
    let template = argument(context, at, 0).unwrap_or(at);
    let source = context.source_of(template).map_or_else(String::new, |source| format!(" `{source}`"));
    let reason = match context.program.named_files.get(&at) {
        Some(NamedFile::Malformed { line, message }) => format!(" in line {line}: {message}"),
        _ => String::new(),
    };
    let message = format!("the template{source} is malformed{reason}");
    Diagnostic::error(Code::WrongArgument, template.file, context.span(template), message).label("cannot be rendered")
}

/// The place of an argument of a call.
fn argument(context: &Context<'_>, at: Place, number: usize) -> Option<Place> {
    let tree = context.tree(at.file);
    let Node::Call(call) = tree.node(at.node) else { return None };
    let node = *tree.list(tree.call(call).arguments).get(number)?;
    Some(Place { node, ..at })
}

/// The call, and the argument at fault.
struct Called<'c> {
    /// The name of the function.
    function: &'c str,
    /// The place of the argument, or of the whole call.
    place: Place,
    /// The argument as a phrase.
    argument: String,
    /// The number of arguments.
    count: usize,
}

impl<'c> Called<'c> {
    fn new(context: &Context<'c>, flaw: Flaw<'_>) -> Self {
        let Flaw { at, place: number, error, .. } = flaw;
        let tree = context.tree(at.file);
        let Node::Call(id) = tree.node(at.node) else {
            return Self { function: "", place: at, argument: "the argument".to_owned(), count: 0 };
        };
        let Call { function, arguments, expands_last, .. } = *tree.call(id);
        let arguments = tree.list(arguments);
        let number = number as usize;
        let names = context.signature(at.file, id).map_or(&[][..], |signature| &signature.parameter_names);
        let argument = match names.get(number) {
            Some(&name) => format!("the argument `{}`", context.types.text(name)),
            None => format!("argument {}", number + 1),
        };
        let last = arguments.last().copied().filter(|_| expands_last || error == TerraformError::Expansion);
        let node = arguments.get(number).copied().or(last).filter(|_| !concerns_call(error));
        let place = Place { node: node.unwrap_or(at.node), ..at };
        Self { function: context.types.text(function), place, argument, count: arguments.len() }
    }
}

/// Holds for errors of a call as a whole.
fn concerns_call(error: TerraformError) -> bool {
    matches!(
        error,
        TerraformError::AllEmpty
            | TerraformError::AllNull
            | TerraformError::Assumption
            | TerraformError::Call
            | TerraformError::FewArguments
            | TerraformError::FewValues
            | TerraformError::LongRange
            | TerraformError::Removed
    )
}

/// The message of a call that fails, and its label.
fn words(context: &Context<'_>, flaw: Flaw<'_>, called: &Called<'_>) -> (String, &'static str) {
    let Flaw { found, expected, .. } = flaw;
    let Called { function, argument, count, .. } = called;
    let value = value_text(context, found);
    let detail = constant_text(context, expected);
    let is_not = |kind: &str| format!("{argument} of `{function}` is {value}, not {kind}");
    let is_no = |kind: &str| format!("{argument} of `{function}` is not {kind}: {detail}");
    match flaw.error {
        TerraformError::Removed => (format!("the function `{function}` was removed"), "removed"),
        TerraformError::FewArguments => {
            let least = if detail == "1" { "1 argument".to_owned() } else { format!("{detail} arguments") };
            (format!("`{function}` takes at least {least}, found {count}"), "too few arguments")
        }
        TerraformError::ManyArguments => {
            let most = if detail == "1" { "1 argument".to_owned() } else { format!("{detail} arguments") };
            (format!("`{function}` takes at most {most}, found {count}"), "unexpected argument")
        }
        TerraformError::NoList => (is_not("a list or a tuple"), "not a list or a tuple"),
        TerraformError::NoSequence => (is_not("a list, a set or a tuple"), "not a list, a set or a tuple"),
        TerraformError::NoMapping => (is_not("a map or an object"), "not a map or an object"),
        TerraformError::NoText => (is_not("a string"), "not a string"),
        TerraformError::NoLength => (is_not("a string or a collection"), "no length"),
        TerraformError::UnlikeArgument => {
            let difference = difference(context, flaw, ["it", "the argument before it"]);
            let message = format!("{argument} of `{function}` has no common type with the one before it: {difference}");
            (message, "no common type")
        }
        TerraformError::UnlikeElements => {
            let difference = difference(context, flaw, ["an element of it", "one of the argument before it"]);
            let message = format!(
                "the elements of {argument} of `{function}` have no common type with those of the argument before it: \
                 {difference}"
            );
            (message, "no common type")
        }
        TerraformError::UnlikeMembers => {
            (format!("the elements of {argument} of `{function}`, {value}, have no common type"), "no common type")
        }
        TerraformError::NoValue => {
            let key = key_text(context, found);
            let message =
                format!("unknown key {key}: the first argument of `{function}` lacks it, and there is no default");
            (message, "no such key")
        }
        TerraformError::AllNull => {
            (format!("all arguments of `{function}` are null or empty strings"), "no argument with a value")
        }
        TerraformError::AllEmpty => {
            (format!("all arguments of `{function}` are null or empty"), "no argument with elements")
        }
        TerraformError::Empty => (format!("{argument} of `{function}` has no elements"), "no elements"),
        TerraformError::Several => (
            format!("{argument} of `{function}` has {detail} elements, but at most one is allowed"),
            "several elements",
        ),
        TerraformError::NotContained => {
            (format!("{value} is not among the elements of the first argument of `{function}`"), "not an element")
        }
        TerraformError::NullElements => {
            (format!("{argument} of `{function}` has elements that are null"), "an element is null")
        }
        TerraformError::Negative => (format!("{argument} of `{function}` is negative: {value}"), "negative"),
        TerraformError::StartBehindEnd => (
            format!("the slice starts at {}, behind its end at {detail}", constant_text(context, found)),
            "behind the end",
        ),
        TerraformError::BehindLast => {
            let end = constant_text(context, found);
            let elements = if detail == "1" { "element" } else { "elements" };
            (format!("the slice ends at {end}, but the list has {detail} {elements}"), "behind the last element")
        }
        TerraformError::Lengths => {
            let length = context.types.members(found).len();
            let length = counted(length, "element");
            let message = format!("{argument} of `{function}` has {length}, but the argument before it has {detail}");
            (message, "another length")
        }
        TerraformError::Assumption => {
            (format!("the assumption of `{function}` about {value} is wrong"), "the assumption is wrong")
        }
        _ => form_words(flaw.error, function, argument, (&value, &detail), &is_not, &is_no),
    }
}

/// The message for a text or a number that is not of the form that a function reads, and its label.
fn form_words(
    error: TerraformError,
    function: &str,
    argument: &str,
    (value, detail): (&str, &str),
    is_not: &dyn Fn(&str) -> String,
    is_no: &dyn Fn(&str) -> String,
) -> (String, &'static str) {
    match error {
        TerraformError::NoJson => (is_no("JSON"), "not JSON"),
        TerraformError::NoYaml => (is_no("YAML"), "not YAML"),
        TerraformError::NoTable => (is_no("a table with a header"), "not a table"),
        TerraformError::NoTimestamp => (is_no("a timestamp of RFC 3339"), "not a timestamp"),
        TerraformError::NoDateFormat => (is_no("a format of dates"), "not a format of dates"),
        TerraformError::NoDuration => (is_no("a duration"), "not a duration"),
        TerraformError::NoEncoding => (is_not("the name of a supported encoding"), "an unknown encoding"),
        TerraformError::NoUnicode => (is_not("a text of UTF-8 in base 64"), "not UTF-8"),
        TerraformError::NoPrivateKey => {
            (format!("{argument} of `{function}` is not a private key"), "not a private key")
        }
        TerraformError::NoNetmask => (is_not("an address of IPv4, which has a netmask"), "no netmask"),
        TerraformError::NotWithin => (is_not(&format!("a whole number from {detail}")), "not within the bounds"),
        TerraformError::NoSpace => {
            (format!("the prefix of `{function}` has no space left for {argument}, {value}"), "no space left")
        }
        TerraformError::NoPower => (format!("{value} to the power of {detail} is not a number"), "not a number"),
        TerraformError::NoPattern => (is_no("a regular expression"), "not a regular expression"),
        TerraformError::NoMatch => {
            (format!("the pattern `{detail}` of `{function}` has no match in {value}"), "no match")
        }
        TerraformError::NoBase64 => (is_not("a text in base 64"), "not in base 64"),
        TerraformError::NoPrefix => (is_not("an address with a prefix length"), "not an address with a prefix length"),
        TerraformError::NoAddress => (is_not("an address of the same family"), "not such an address"),
        TerraformError::NoNamespace => (is_not("a UUID, `dns`, `url`, `oid` or `x500`"), "not a namespace"),
        TerraformError::NoEscape => {
            (format!("{argument} of `{function}`, {value}, has an escape that is not valid"), "an invalid escape")
        }
        TerraformError::NoDigits => (is_not(&format!("a whole number in base {detail}")), "not a number"),
        TerraformError::NoWhole => (is_not("a whole number"), "not a whole number"),
        TerraformError::NoLogarithm => (format!("{value} has no logarithm in the base {detail}"), "no logarithm"),
        TerraformError::LongRange => (format!("`{function}` makes more than {detail} elements"), "too many elements"),
        TerraformError::WrongDirection => (
            format!("the step of `{function}`, {value}, does not lead from its start to its end"),
            "the wrong direction",
        ),
        TerraformError::NoVerb => {
            (format!("the verb `{detail}` in the format of `{function}` does not exist"), "an unknown verb")
        }
        TerraformError::FewValues => {
            (format!("the verb `{detail}` in the format of `{function}` has no argument"), "too few arguments")
        }
        TerraformError::ManyValues => {
            let message = format!("no verb in the format of `{function}` uses {argument}: it has verbs for {detail}");
            (message, "no verb uses it")
        }
        TerraformError::WrongValue => {
            let kind = formatted_kind(detail);
            (format!("{argument} of `{function}` is {value}, but the verb `{detail}` takes {kind}"), "does not convert")
        }
        TerraformError::WrongElement => {
            let kind = formatted_kind(detail);
            let message =
                format!("an element of {argument} of `{function}` does not convert: the verb `{detail}` takes {kind}");
            (message, "does not convert")
        }
        _ => (format!("the call of `{function}` fails with these arguments"), "fails"),
    }
}

/// The kind of the values that a verb of a format takes.
fn formatted_kind(verb: &str) -> &'static str {
    match verb.chars().last() {
        Some('t') => "a bool",
        Some('s' | 'q') => "a string",
        Some('d' | 'b' | 'o' | 'x' | 'X') => "a whole number",
        _ => "a number",
    }
}

fn help(context: &Context<'_>, flaw: Flaw<'_>, called: &Called<'_>) -> Option<Help> {
    match flaw.error {
        TerraformError::Removed => match called.function {
            "list" => Some("`tolist([...])` makes a list".into()),
            "map" => Some("`tomap({...})` makes a map".into()),
            _ => None,
        },
        TerraformError::NoValue => match context.types.shape(flaw.found) {
            Shape::Constant(_, Constant::Text(name)) => {
                known_names(context.types, flaw.expected, context.types.text(name), "key")
            }
            _ => None,
        },
        TerraformError::NoMapping if called.function == "merge" => {
            let element = match context.types.shape(flaw.found) {
                Shape::List(element) => element,
                Shape::Tuple(_) => *context.types.members(flaw.found).first()?,
                _ => return None,
            };
            matches!(context.types.shape(element), Shape::Map(_) | Shape::Object(_)).then(|| {
                match context.source_of(called.place) {
                    Some(source) => format!("`{source}...` merges the elements of the list").into(),
                    None => "`...` behind the list merges its elements".into(),
                }
            })
        }
        _ => None,
    }
}

/// The constant without its type.
fn constant_text(context: &Context<'_>, value: Ty) -> String {
    match context.types.shape(value) {
        Shape::Constant(_, Constant::Text(name)) => context.types.text(name).to_owned(),
        Shape::Constant(_, constant) => display_constant(context.types, constant),
        _ if value == NONE => "null".to_owned(),
        _ => type_text(context, value).to_owned(),
    }
}
