//! Large programs and many programs: the time and memory for an expression among a million, the speedup of a second thread, and
//! the cost of a check after an edit relative to a check from scratch.

#![allow(clippy::cast_precision_loss, reason = "times need few digits")]

mod generate;
mod generate_pcl;

use std::fmt::Write as _;
use std::fs;
use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

use typelog::diagnostics::Diagnostic;
use typelog::dialect::{Dialect, Text};
use typelog::files::AllowedDirectories;
use typelog::infer::{Runs, infer_with};
use typelog::jobs::Jobs;
use typelog::project::{Input, Options, Project, Session};
use typelog::source::Source;

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    if let Some(at) = arguments.iter().position(|argument| argument == "--memory") {
        return peak_memory(arguments[at + 1].parse().expect("a number of expressions"));
    }
    if arguments.iter().any(|argument| argument == "edits") {
        return edits(100_000, 31);
    }
    if arguments.iter().any(|argument| argument == "threads") {
        return [10_000, 30_000, 100_000, 300_000].into_iter().for_each(|size| one_program(size, 31));
    }
    // `cargo test --benches` only checks that a bench runs.
    let is_bench = arguments.iter().any(|argument| argument == "--bench");
    let (large, edited, rounds, programs): (&[usize], usize, usize, usize) =
        if is_bench { (&[10_000, 100_000, 1_000_000], 100_000, 11, 500) } else { (&[200], 200, 1, 2) };
    for &size in large {
        one_program(size, if size > 500_000 { 3 } else { rounds });
    }
    edits(edited, rounds);
    many_programs(programs, rounds);
}

/// The session of generated programs.
struct Setting {
    dialect: Dialect,
    session: Session,
}

impl Setting {
    fn new() -> Self {
        Self::of(Dialect::Hcl, Options::default(), &[Source::new("declarations", generate::declarations())])
    }

    /// An environment with the schemas of the examples.
    fn of_pcl() -> Self {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/schemas");
        Self::of(Dialect::Pcl, Options::default().schemas(folder), &[])
    }

    fn of(dialect: Dialect, options: Options, declarations: &[Source]) -> Self {
        let project = Project::on_disk(options.jobs(1)).expect("the options are right");
        let (session, faults) = project.session_declaring(declarations, None).expect("the examples have schemas");
        assert!(faults.is_none(), "the generated declarations are right: {faults:?}");
        Self { dialect, session }
    }

    fn program(&self, texts: Vec<Text>) -> Input {
        Input::of_texts(self.dialect, texts, AllowedDirectories::default())
    }

    /// Checks a text, and returns the time in seconds.
    fn check(&mut self, text: &str, jobs: Jobs) -> f64 {
        self.checked(text, jobs).0.iter().sum()
    }

    /// Checks a text. Returns the times of reading, inference and diagnosis in seconds, and the diagnostics.
    fn checked(&mut self, text: &str, jobs: Jobs) -> ([f64; 3], Vec<Diagnostic>) {
        let mut session = self.session.clone().with_jobs(jobs);
        let mut input = self.program(vec![file(text)]);
        let start = Instant::now();
        let (program, mut types) = session.read_anew(&mut input);
        let read = Instant::now();
        let inference = infer_with(Runs::Parallel(jobs), &program, session.environment(self.dialect), &mut types);
        let inferred = Instant::now();
        let found = session.diagnose(self.dialect, &program, &inference, &types);
        let times = [read - start, inferred - read, inferred.elapsed()];
        black_box((program, inference));
        (times.map(|time| time.as_secs_f64()), found)
    }

    /// The text without diagnostics: each definition that has some gets the value of one that has none and refers to no other.
    /// Each definition must be on one line.
    fn mended(&mut self, text: &str) -> String {
        let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
        let mut values = Vec::new();
        loop {
            let text = lines.join("\n") + "\n";
            let found = self.checked(&text, Jobs::ONE).1;
            if found.is_empty() {
                return text;
            }
            let starts: Vec<usize> = std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at + 1)).collect();
            let line_of = |found: &Diagnostic| starts.partition_point(|&start| start <= found.span.start as usize) - 1;
            let mut wrong: Vec<usize> = found.iter().map(line_of).collect();
            wrong.dedup();
            if values.is_empty() {
                let value = |line: &String| line.split_once(" = ").map(|(_, value)| value.to_owned());
                let right = lines.iter().enumerate().filter(|(at, _)| wrong.binary_search(at).is_err());
                let all = right.filter_map(|(_, line)| value(line));
                // Long values keep the length of the text.
                let usual = text.len() / lines.len();
                values.extend(all.filter(|value| !value.contains('v') && value.len() >= usual));
                // A tiny text may have no such value.
                if values.is_empty() {
                    values.push(format!("\"{}\"", "x".repeat(usual)));
                }
            }
            for at in wrong {
                let name = lines[at].split(" = ").next().unwrap_or_default();
                lines[at] = format!("{name} = {}", values[at * 7919 % values.len()]);
            }
        }
    }
}

/// One program on one thread and on two, and the memory that its check takes.
fn one_program(size: usize, rounds: usize) {
    let mut setting = Setting::new();
    let text = generate::program(size, 1);
    let mut times = Vec::new();
    for _ in 0..rounds {
        times.push([Jobs::ONE, Jobs::new(2)].map(|jobs| setting.checked(&text, jobs).0));
    }
    let one = median(times.iter().map(|[one, _]| one.iter().sum()));
    let gain = median(times.iter().map(|[one, two]| one.iter().sum::<f64>() / two.iter().sum::<f64>()));
    let [read, infer, say] = [0, 1, 2].map(|stage| median(times.iter().map(|[one, two]| one[stage] / two[stage])));
    println!(
        "{size} expressions, {} bytes: {:.0} ns/expression, on two threads {gain:.2} times as fast \
         (reading {read:.2}, inferring {infer:.2}, saying what is wrong {say:.2})",
        text.len(),
        one * 1e9 / size as f64
    );
    let this = std::env::current_exe().expect("this bench is a file");
    let child = Command::new(this).args(["--memory", &size.to_string()]).status().expect("this bench runs");
    assert!(child.success());
}

/// Prints the peak memory of a check without the text.
fn peak_memory(size: usize) {
    let mut setting = Setting::new();
    let text = generate::program(size, 1);
    let before = peak();
    setting.check(&text, Jobs::ONE);
    // The program has a copy of the text.
    let bytes = peak().saturating_sub(before + text.len());
    println!("{size} expressions: {} bytes/expression at the peak", bytes / size);
}

/// The peak memory of this process in bytes.
fn peak() -> usize {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kilobytes = line.and_then(|line| line.trim().strip_suffix(" kB"));
    kilobytes.and_then(|kilobytes| kilobytes.parse().ok()).unwrap_or(0) * 1024
}

/// Open programs with edits of one definition after the other, relative to checks from scratch: a dense program with many
/// problems, the same without problems, and one in PCL.
fn edits(size: usize, rounds: usize) {
    let text = generate::program(size, 1);
    edits_of(&format!("{size} expressions, of which many are wrong"), &mut Setting::new(), &text, rounds);
    let text = Setting::new().mended(&text);
    edits_of(&format!("{size} expressions"), &mut Setting::new(), &text, rounds);
    let nodes = size / 100 * 16;
    edits_of(&format!("{nodes} nodes in PCL"), &mut Setting::of_pcl(), &generate_pcl::program(nodes), rounds);
}

fn edits_of(what: &str, setting: &mut Setting, text: &str, rounds: usize) {
    let (mut session, mut input) = (setting.session.clone(), setting.program(Vec::new()));
    let mut open = session.open(&input);
    open.set(file(text));
    session.check_open(&mut open, &mut input);
    // A line without indentation is a definition, whose value is replaced.
    let values: Vec<usize> = text.match_indices(" = ").map(|(at, _)| at + 3).collect();
    let is_defined =
        |at: &usize| text[..*at].rsplit('\n').next().is_some_and(|line| !line.trim_end_matches(" = ").contains(' '));
    let values: Vec<usize> = values.into_iter().filter(is_defined).collect();
    let (mut times, mut most) = (Vec::new(), 0);
    for round in 0..rounds {
        let full = setting.check(text, Jobs::ONE);
        let start = values[(round * 7919) % values.len()];
        let end = text[start..].find('\n').map_or(text.len(), |at| start + at);
        for value in ["[1, true]", &text[start..end]] {
            let edited = format!("{}{value}{}", &text[..start], &text[end..]);
            let edited = file(&edited);
            let start = Instant::now();
            open.set(edited);
            let (version, found) = session.check_open(&mut open, &mut input);
            times.push(start.elapsed().as_secs_f64() / full);
            most = most.max(version.typed);
            black_box(found);
        }
    }
    println!(
        "a check after an edit of {what}: {:.3} of a check of everything, {most} definitions typed at most",
        median(times.iter().copied())
    );
}

/// Many small programs in one run of the command, with one thread and with two, relative to hcl-edit's parse of them.
fn many_programs(count: usize, rounds: usize) {
    let (directory, texts) = programs(count);
    let parse = || {
        let start = Instant::now();
        for text in &texts {
            drop(black_box(hcl_edit::parser::parse_body(text)));
        }
        start.elapsed().as_secs_f64()
    };
    let run = |jobs: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_typelog"));
        command.args([
            "check",
            "--recursive",
            "--format",
            "jsonl",
            "--declare",
            "declarations",
            "--jobs",
            jobs,
            "programs",
        ]);
        let start = Instant::now();
        let status = command.current_dir(&directory).stdout(Stdio::null()).status().expect("typelog runs");
        assert!(status.code() == Some(0) || status.code() == Some(1));
        start.elapsed().as_secs_f64()
    };
    let times: Vec<[f64; 3]> = (0..rounds).map(|_| [run("1"), run("2"), parse()]).collect();
    let each = median(times.iter().map(|round| round[0])) / count as f64;
    let gain = median(times.iter().map(|round| round[0] / round[1]));
    let [one, two] = [0, 1].map(|at| median(times.iter().map(|round| round[at] / round[2])));
    println!(
        "{count} programs of 300 expressions: {:.2} ms each, on two threads {gain:.2} times as fast; \
         {one:.2} and {two:.2} times hcl-edit's parse",
        each * 1e3
    );
}

/// A directory with programs, and their texts.
fn programs(count: usize) -> (PathBuf, Vec<String>) {
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join("scale");
    let _ = fs::remove_dir_all(&directory);
    let mut texts = Vec::new();
    for at in 0..count {
        let program = directory.join(format!("programs/p{at:04}"));
        fs::create_dir_all(&program).expect("a directory");
        let mut text = generate::program(300, at as u64 + 1);
        let _ = writeln!(text, "last = {at}");
        fs::write(program.join("main.hcl"), &text).expect("a file");
        texts.push(text);
    }
    fs::write(directory.join("declarations"), generate::declarations()).expect("a file");
    (directory, texts)
}

fn file(text: &str) -> Text {
    Text { name: "main.hcl".to_owned(), bytes: Ok(text.as_bytes().to_vec()) }
}

fn median(values: impl Iterator<Item = f64>) -> f64 {
    let mut values: Vec<f64> = values.collect();
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}
