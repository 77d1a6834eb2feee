//! The cost of the front end over hcl-edit: `cargo bench --bench front_end` prints the times of scanner, mask and validator,
//! and of the whole parse to the tree, relative to hcl-edit's parse of the same text in the same run.
//!
//! The texts are generated programs, dense with expressions, and one with long strings and comments. The stages are timed in
//! turn, round by round, so that a slow period of the machine affects all of them; medians are shown.

#[allow(dead_code, reason = "the other benches declare what their programs refer to")]
mod generate;

use std::hint::black_box;
use std::time::Instant;

use typelog::syntax::{check_body, parse_body};
use typelog::types::Interner;

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() {
    // `cargo test --benches` only checks that a bench runs.
    let (expressions, rounds) =
        if std::env::args().any(|argument| argument == "--bench") { (100_000, 21) } else { (1_000, 1) };
    let dense = generate::program(expressions, 1);
    let wordy: String = (0..expressions / 20).map(wordy).collect();
    println!("{:>8} {:>12} {:>22} {:>16}", "text", "bytes", "scan, mask, validate", "whole way");
    for (name, text) in [("dense", dense), ("wordy", wordy)] {
        let times: Vec<[f64; 3]> = (0..rounds).map(|_| round(&text)).collect();
        let ratio = |stage: usize| median(times.iter().map(|times| times[stage] / times[0]));
        println!("{name:>8} {:>12} {:>22.2} {:>16.2}", text.len(), ratio(1), ratio(2));
    }
}

/// The times of hcl-edit, of the stages before it, and of the whole parse.
fn round(text: &str) -> [f64; 3] {
    let mut names = Interner::default();
    [timed(|| hcl_edit::parser::parse_body(text)), timed(|| check_body(text)), timed(|| parse_body(text, &mut names))]
}

/// The time of a stage. Its result is dropped outside of the timed interval.
fn timed<T>(stage: impl FnOnce() -> T) -> f64 {
    let start = Instant::now();
    let made = black_box(stage());
    let time = start.elapsed().as_secs_f64();
    drop(made);
    time
}

fn median(values: impl Iterator<Item = f64>) -> f64 {
    let mut values: Vec<f64> = values.collect();
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

/// A block in the style of handwritten programs.
fn wordy(number: usize) -> String {
    format!(
        r#"
# The bucket that holds the site's pages, and what serves them.
resource "bucket{number}" "aws:s3/bucket:Bucket" {{
  bucketName = "my-company-site-${{stage}}-{number}"
  tags = {{
    Name        = "the bucket of the site"
    Environment = stage // development, staging or production
    Owner       = "team-web@example.com"
  }}
  policy = <<-EOT
    {{
      "Version": "2012-10-17",
      "Resource": "arn:aws:s3:::${{bucketName}}/*"
    }}
  EOT
  options {{
    protect = true
  }}
}}
"#
    )
}
