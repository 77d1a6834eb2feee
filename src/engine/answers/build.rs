//! Generates the answers to the judgments about types.

fn main() {
    typelog_reader::prepare_answers("types");
}
