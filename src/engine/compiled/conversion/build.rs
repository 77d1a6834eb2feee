//! Generates the engines from the rules.

fn main() {
    typelog_reader::prepare_engines("types", &["ConversionEngine"]);
}
