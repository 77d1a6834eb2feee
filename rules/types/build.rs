//! Prepares the rules for the engines.

fn main() {
    typelog_reader::prepare();
}
