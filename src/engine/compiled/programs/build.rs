//! Generates the engines from the rules.

fn main() {
    typelog_reader::prepare("programs");
}
