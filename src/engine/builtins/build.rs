//! Generates the tables of facts.

fn main() {
    typelog_reader::prepare_facts();
}
