//! Generates the engines that differ.

fn main() {
    typelog_reader::prepare_edition("pulumi", "types");
}
