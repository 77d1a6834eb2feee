//! Generates the table of words.

fn main() {
    typelog_reader::prepare_words();
}
