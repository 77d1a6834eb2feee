//! The smallest examples in the headers of rule files: those that are judgments about types hold.

use std::path::Path;

use typelog::project::{JudgmentExplanation, Options, Project, judged};

use crate::support::files::{below, relative, root, text};

/// The files of judgments whose notation another judgment has as well, which is read first.
const SHARED: [&str; 2] = ["model_", "terraform_values"];

#[test]
fn the_smallest_examples_of_rule_files_hold() {
    let (mut count, mut wrong) = (0, Vec::new());
    for (folder, book) in [("rules/types", "specification"), ("rules/pulumi", "pulumi")] {
        let project = Project::on_disk(Options::default().book(book)).expect("a book");
        for file in below(&root().join(folder), ".dl").into_iter().filter(|file| !is_shared(file)) {
            let header = text(&file);
            for example in examples(&header) {
                let session = project.session(None).expect("a session");
                match judged(&example, session) {
                    Ok(JudgmentExplanation::Holds(_)) => count += 1,
                    Ok(JudgmentExplanation::Fails { text, .. }) => {
                        wrong.push(format!("{}: `{example}`: {text}", relative(&file)));
                    }
                    // A program, a value, or one type.
                    Err(_) => {}
                }
            }
        }
    }
    assert_eq!(wrong, Vec::<String>::new());
    assert!(count > 25, "only {count} examples are judgments");
}

fn is_shared(file: &Path) -> bool {
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    SHARED.iter().any(|start| name.starts_with(start))
}

/// The texts in backticks of the smallest example of a file.
fn examples(text: &str) -> Vec<String> {
    let header: Vec<&str> = text.lines().map_while(|line| line.strip_prefix("//!")).map(str::trim).collect();
    let header = header.join(" ");
    let example = header.split_once("Smallest example: ").map_or("", |(_, example)| example);
    example.split('`').skip(1).step_by(2).map(str::to_owned).collect()
}
