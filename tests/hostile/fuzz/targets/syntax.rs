//! Parsing in both syntaxes.

use typelog::source::Source;
use typelog::syntax::tree::{Node, NodeId, Tree};
use typelog::syntax::{
    SyntaxError, SyntaxErrorKind, check_body, json, parse_body, parse_expression, print_body, print_expression,
};
use typelog::types::Interner;

use super::{piece, places};

/// A file in native syntax, and an expression.
pub fn native(text: &str) {
    let source = Source::new("main.hcl", text);
    let mut names = Interner::default();
    let (tree, errors) = parse_body(text, &mut names);
    check_errors(&errors, &source);
    places::check(&tree, &source, &names, true);
    is_no_larger(&tree, &errors, text);
    let is_about_form = |error: &&SyntaxError| error.kind != SyntaxErrorKind::ImpreciseNumber;
    assert!(check_body(text).iter().eq(errors.iter().filter(is_about_form)), "one finds what the other does not");
    let again = parse_body(text, &mut names);
    let printed = print_body(&tree, &source, &names);
    assert_eq!((printed, &errors), (print_body(&again.0, &source, &names), &again.1));
    for id in apart(&tree) {
        reads_again(&tree, id, &source, &names);
    }
    expression(&source);
}

/// A file in JSON syntax, with the block shapes of each dialect.
pub fn json(text: &str) {
    let source = Source::new("main.json", text);
    for shapes in [json::HCL, json::PCL, json::DECLARATIONS] {
        let mut names = Interner::default();
        let (tree, errors) = json::parse_body(text, shapes, &mut names);
        check_errors(&errors, &source);
        places::check(&tree, &source, &names, false);
        let again = json::parse_body(text, shapes, &mut names);
        let printed = print_body(&tree, &source, &names);
        assert_eq!((printed, &errors), (print_body(&again.0, &source, &names), &again.1));
    }
}

/// Checks that errors are within the text, sorted, and have messages.
pub fn check_errors(errors: &[SyntaxError], source: &Source) {
    assert!(errors.is_sorted_by_key(|error| error.span), "the errors have another order than their places");
    for error in errors {
        piece(source, error.span);
        assert!(!error.message().is_empty());
    }
}

fn expression(source: &Source) {
    let mut names = Interner::default();
    match parse_expression(&source.text, &mut names) {
        Ok((tree, root)) => {
            places::check(&tree, source, &names, true);
            assert!(!print_expression(&tree, root, source, &names).contains("(broken)"));
        }
        Err(errors) => {
            assert!(!errors.is_empty());
            check_errors(&errors, source);
        }
    }
}

/// Checks that the tree and the errors are linear in the text, and that a broken node comes with an error.
fn is_no_larger(tree: &Tree, errors: &[SyntaxError], text: &str) {
    assert!(tree.len() <= 2 * text.len() + 2, "{} nodes", tree.len());
    assert!(errors.len() <= text.len());
    let is_broken = places::nodes(tree).any(|id| matches!(tree.node(id), Node::Broken));
    assert!(!is_broken || !errors.is_empty());
}

/// The expressions that can be parsed on their own.
fn apart(tree: &Tree) -> Vec<NodeId> {
    let mut found = Vec::new();
    places::attribute_values(&tree.body, &mut |value| found.push(value));
    for id in places::nodes(tree) {
        match tree.node(id) {
            Node::Tuple(list) => found.extend(tree.list(list)),
            Node::Object(items) => found.extend(tree.items(items).iter().map(|item| item.value)),
            Node::Call(call) => found.extend(tree.list(tree.call(call).arguments)),
            Node::Parenthesis(inner) | Node::Index(_, inner) | Node::Binary(_, _, inner) => found.push(inner),
            _ => {}
        }
    }
    // Each takes time linear in its length.
    found.truncate(200);
    found
}

/// Checks that the text of an expression parses to the same expression.
fn reads_again(tree: &Tree, id: NodeId, source: &Source, names: &Interner) {
    let mut names = names.clone();
    let expected = print_expression(tree, id, source, &names);
    if expected.contains("(broken)") {
        return;
    }
    // A heredoc ends with a newline.
    let text = format!("{}\n", piece(source, tree.span(id)));
    let again = parse_expression(&text, &mut names);
    let (tree, root) = again.unwrap_or_else(|errors| panic!("{text:?} is not read: {errors:?}"));
    assert_eq!(print_expression(&tree, root, &Source::new("piece", &text[..]), &names), expected, "{text:?}");
}
