//! Generates the list of judgments.

fn main() {
    typelog_reader::prepare_judgments();
}
