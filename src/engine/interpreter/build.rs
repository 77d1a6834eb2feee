//! Generates the table of builtins.

fn main() {
    typelog_reader::prepare_builtins();
}
