//! Generates the engines that differ.

fn main() {
    typelog_reader::prepare_edition("pulumi", ("typelog_type_rules", "types"));
}
