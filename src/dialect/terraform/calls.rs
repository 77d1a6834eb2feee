//! The module calls in a text.

use super::blocks::attributes;
use crate::dialect::Dialect;
use crate::syntax::tree::{BodyItem, Node};
use crate::syntax::{is_json, parse_json, parse_settings};
use crate::types::Interner;

/// Returns the sources in the `module` blocks of a file, in order: paths, and registry addresses. Linear in the text.
pub fn module_sources(name: &str, text: &str) -> Vec<String> {
    let mut names = Interner::default();
    // In JSON, the word may be written with escapes.
    let tree = if is_json(name) {
        parse_json(name, text, Dialect::Terraform.shapes(), &mut names).0
    } else if text.contains("module") {
        parse_settings(text, "module", "source", &mut names)
    } else {
        return Vec::new();
    };
    let calls = tree.body.iter().filter_map(BodyItem::as_block).filter(|block| names.text(block.kind) == "module");
    let sources = calls.flat_map(attributes).filter(|attribute| names.text(attribute.name) == "source");
    let texts = sources.filter_map(|attribute| match tree.node(attribute.value) {
        Node::String(text) => Some(names.text(text).to_owned()),
        _ => None,
    });
    texts.collect()
}

#[cfg(test)]
mod tests {
    use super::module_sources;

    #[test]
    fn sources_stand_in_blocks_of_modules() {
        let text = "# source = \"./no\"\nmodule \"a\" {\n  source = \"./a\"\n}\nmodule \"b\" {\n  source  = \"x/b/aws\"\n}\n\
                    locals {\n  source = \"./c\"\n}\n";
        assert_eq!(module_sources("main.tf", text), ["./a", "x/b/aws"]);
        let json = r#"{"module": {"a": {"source": "../a"}}}"#;
        assert_eq!(module_sources("main.tf.json", json), ["../a"]);
        assert!(module_sources("main.tf", "module \"a\" {").is_empty());
    }
}
