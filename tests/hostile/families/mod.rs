//! Families of growing inputs: no command allocates much more for twice the text than twice as much, or holds much more at a time
//! than the text. Allocations are counted, and no time is measured.
//!
//! `TYPELOG_FAMILIES=8 cargo test --release --test hostile families` makes the inputs eight times as long as in a normal run.
//! An input has at most [`MOST_TEXT`] then, and a family that does not end within [`MOST_SECONDS`], or allocates more than
//! [`MOST_AT_A_TIME`], is reported and left, so that the run ends. `TYPELOG_FAMILY=NAME` measures the families with this in their names.
//! The inputs stay in Cargo's folder for the files of tests. Families are measured side by side, as many as the machine has cores.

#[allow(clippy::too_many_lines, reason = "a list")]
mod commands;
mod functions;
#[allow(clippy::too_many_lines, reason = "a list")]
mod pcl;
#[allow(clippy::too_many_lines, reason = "a list")]
mod plain;
#[allow(clippy::too_many_lines, reason = "a list")]
mod rules;
mod servers;
#[allow(clippy::too_many_lines, reason = "a list")]
mod terraform;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use serde_json::{Value, json};

use typelog::files::Memory;
use typelog::project::{Options, Project};
use typelog::server::with_server;

use crate::allocations::{ALLOCATOR, Count, counted};
use crate::end::ends_after;

/// A family of growing inputs of a command.
struct Family {
    /// Its name.
    name: &'static str,
    /// The arguments of the command, in the directory of the files. `@FILE` stands for the text of a file, and `@@FILE` for its
    /// lines. `server` is a session with the language server.
    run: &'static str,
    /// The smaller number at which it is measured in a normal run of the tests.
    size: usize,
    /// Holds if the command refuses the input, as rules or settings that cannot be used.
    is_refused: bool,
    /// Holds if a limit stops the growth, which no measure of the text bounds: of values that double, or of pairs, such as those of an
    /// unknown name with each of at most 2,000 known ones. Only the bytes at a time are measured.
    is_limited: bool,
    /// Makes the files for a number.
    files: Box<dyn Fn(usize) -> Input + Sync>,
}

/// The files of an input, with their texts.
struct Input {
    files: Vec<(String, String)>,
}

impl Input {
    /// The bytes of its texts.
    fn length(&self) -> usize {
        self.files.iter().map(|(_, text)| text.len()).sum()
    }
}

/// The measures of one run of a command.
#[derive(Clone, Copy, Default)]
struct Cost {
    text: usize,
    bytes: usize,
    allocations: usize,
    peak: usize,
}

/// The greatest growth: the exponent of the size in the number of allocations, and in their bytes. Linear growth is 1.
const MOST_GROWTH: f64 = 1.3;

/// The most bytes that are allocated at a time for each byte of text.
const MOST_FOR_A_BYTE: usize = 300;

/// The most bytes that are allocated at a time where a limit stops the growth.
const MOST_WITHIN_LIMITS: usize = 128 << 20;

/// The bytes at a time, and the allocations and their bytes, that no input is too small for: tables, engines, and rules that are
/// read for the first time.
const FIXED: Cost = Cost { text: 0, bytes: 2 << 20, allocations: 4_000, peak: 4 << 20 };

#[test]
fn families_grow_as_their_texts() {
    if let Some(name) = std::env::var_os(MEASURED) {
        return measure(&name.to_string_lossy());
    }
    let wanted = std::env::var("TYPELOG_FAMILY").unwrap_or_default();
    let families: Vec<Family> = all().into_iter().filter(|family| family.name.contains(&wanted)).collect();
    let measured = Mutex::new(families.iter());
    // Each waits for a process of its own.
    let measure_next = || {
        let next = || measured.lock().expect("no other thread has panicked").next();
        std::iter::from_fn(next).flat_map(excesses_of).collect::<Vec<String>>()
    };
    let excesses: Vec<String> = std::thread::scope(|scope| {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let workers: Vec<_> = (0..cores).map(|_| scope.spawn(measure_next)).collect();
        workers.into_iter().flat_map(|worker| worker.join().expect("a worker ends")).collect()
    });
    assert!(excesses.is_empty(), "{excesses:#?}");
}

#[test]
fn families_are_many_and_have_names_of_their_own() {
    let names: std::collections::BTreeSet<&str> = all().iter().map(|family| family.name).collect();
    assert!(names.len() == all().len() && names.len() > 200, "{} of {}", names.len(), all().len());
}

/// All families.
fn all() -> Vec<Family> {
    let families = [plain::families, pcl::families, terraform::families, functions::families, rules::families];
    let others = [commands::families as fn() -> _, servers::families];
    families.into_iter().chain(others).flat_map(|families| families()).collect()
}

/// Measures a family in a process of its own, and returns its excess, or what the process says if it fails.
fn excesses_of(family: &Family) -> Vec<String> {
    match measured_alone(family) {
        Ok(costs) => excesses(family, costs),
        Err(said) => vec![format!("{}: {said}", family.name)],
    }
}

/// The excess of a family: for its greater input, with the costs of the smallest, the smaller and the greater one.
fn excesses(family: &Family, [base, small, large]: [Cost; 3]) -> Vec<String> {
    let mut found = Vec::new();
    let peak = large.peak.saturating_sub(base.peak);
    println!(
        "{}: {} bytes of text, {} allocated in {} allocations, {} at a time for a byte",
        family.name,
        large.text,
        large.bytes,
        large.allocations,
        peak / large.text
    );
    if family.is_limited {
        return if peak > MOST_WITHIN_LIMITS {
            vec![format!("{}: {peak} bytes at a time", family.name)]
        } else {
            found
        };
    }
    let of_bytes = [base, small, large].map(|cost| cost.bytes);
    let of_allocations = [base, small, large].map(|cost| cost.allocations);
    for (kind, counts, fixed) in [("bytes", of_bytes, FIXED.bytes), ("allocations", of_allocations, FIXED.allocations)]
    {
        let [more, most] = [counts[1], counts[2]].map(|count| count.saturating_sub(counts[0]) + fixed);
        let growth = ratio(most, more).log2() / ratio(large.text, small.text).log2();
        if growth > MOST_GROWTH {
            found.push(format!(
                "{}: {kind} {counts:?} grow with exponent {growth:.2} of {} bytes",
                family.name, large.text
            ));
        }
    }
    if peak > large.text * MOST_FOR_A_BYTE + FIXED.peak {
        found.push(format!("{}: {peak} bytes at a time, {} for a byte of text", family.name, peak / large.text));
    }
    found
}

fn ratio(a: usize, b: usize) -> f64 {
    let [a, b] = [a, b].map(|count| f64::from(u32::try_from(count).unwrap_or(u32::MAX)));
    a / b
}

/// The variable of the environment that names the family that is measured in a process of its own, because allocations are counted
/// for a whole process.
const MEASURED: &str = "TYPELOG_MEASURED_FAMILY";

/// Measures a family in a process of its own. If that fails, returns what it says.
fn measured_alone(family: &Family) -> Result<[Cost; 3], String> {
    let directory = directory_of(family.name);
    let _ = fs::remove_dir_all(&directory);
    fs::create_dir_all(&directory).expect("a directory");
    let mut program = Command::new(std::env::current_exe().expect("the path of this program"));
    program
        .args(["families::families_grow_as_their_texts", "--exact", "--test-threads", "1"])
        .env(MEASURED, family.name);
    let output = program.stdin(Stdio::null()).stdout(Stdio::null()).output().expect("this program runs");
    let counts = fs::read_to_string(directory.join("counts")).unwrap_or_default();
    let counts: Vec<usize> = counts.split_whitespace().filter_map(|count| count.parse().ok()).collect();
    let cost = |at: usize| match counts[at..] {
        [text, bytes, allocations, peak, ..] => Cost { text, bytes, allocations, peak },
        _ => Cost::default(),
    };
    if output.status.success() && counts.len() == 12 {
        Ok([0, 4, 8].map(cost))
    } else {
        Err(String::from_utf8_lossy(&output.stderr).into_owned())
    }
}

/// Runs the command for the smallest input, and for two others, of which one is twice the other.
fn measure(name: &str) {
    let factor = std::env::var("TYPELOG_FAMILIES").ok().map(|factor| factor.parse::<usize>().expect("a number"));
    // The inputs of a normal run end soon on any machine.
    if factor.is_some() {
        ends_after(MOST_SECONDS, format!("no end within {} seconds", MOST_SECONDS.as_secs()));
    }
    let factor = factor.unwrap_or(1);
    let family = all().into_iter().find(|family| family.name == name).expect("a family");
    ALLOCATOR.set_limit(MOST_AT_A_TIME).expect("little is allocated before");
    // What is made once for a process is not counted.
    let [_, base] = [SMALLEST; 2].map(|size| run(&family, size));
    let size = family.size * (1..=factor).rev().find(|&factor| factor == 1 || is_short(&family, factor)).unwrap_or(1);
    let [small, large] = [1, 2].map(|times| run(&family, times * size));
    let costs = [base, small, large];
    let counts = costs.map(|cost| format!("{} {} {} {}", cost.text, cost.bytes, cost.allocations, cost.peak));
    fs::write(directory_of(name).join("counts"), counts.join("\n")).expect("a file");
}

/// The most bytes of the smaller of two inputs, unless a normal run has a longer one.
const MOST_TEXT: usize = 64 << 10;

/// Holds if the smaller input is short when it is so many times as large as in a normal run.
fn is_short(family: &Family, factor: usize) -> bool {
    (family.files)(family.size * factor).length() <= MOST_TEXT
}

/// The number of the smallest input, which shows what a command costs for any input.
const SMALLEST: usize = 2;

/// The bytes that a family may allocate at a time. An allocation beyond it fails, and ends the process.
const MOST_AT_A_TIME: usize = 1 << 30;

/// The time after which a family is left in a run of long inputs.
const MOST_SECONDS: Duration = Duration::from_secs(90);

fn run(family: &Family, size: usize) -> Cost {
    let directory = directory_of(family.name).join(size.to_string());
    let input = (family.files)(size);
    let text = input.length();
    for (name, text) in &input.files {
        let path = directory.join(name);
        fs::create_dir_all(path.parent().expect("a directory")).expect("a directory");
        fs::write(path, text).expect("a file");
    }
    std::env::set_current_dir(&directory).expect("a directory");
    let (status, Count { bytes, allocations, peak }) = match family.run {
        "server" => serve(),
        _ => counted(|| typelog::cli::run_with(arguments(family))),
    };
    assert_eq!(status == 2, family.is_refused, "{}: status {status}", family.name);
    Cost { text, bytes, allocations, peak }
}

/// Has a session with the language server. Each message is answered before the next one is sent.
fn serve() -> (u8, Count) {
    let messages = fs::read_to_string("messages").expect("a file");
    let messages: Vec<Value> = messages.lines().map(|line| serde_json::from_str(line).expect("a message")).collect();
    let system = Arc::new(Memory::of(Vec::<(String, String)>::new()));
    let project = Project::in_system(system, Options::default().jobs(1)).expect("the options are right");
    let greeting = json!({ "capabilities": {}, "initializationOptions": { "workspaceDiagnostics": false } });
    let (answers, count) = counted(|| {
        with_server(project, Vec::new(), greeting, |server| {
            messages.into_iter().map(|message| server.exchange([message]).len()).sum::<usize>()
        })
    });
    assert!(answers.expect("a server") > 0);
    (0, count)
}

/// Returns the arguments of the command of a family.
fn arguments(family: &Family) -> Vec<std::ffi::OsString> {
    let mut arguments: Vec<std::ffi::OsString> = vec!["typelog".into()];
    for argument in family.run.split(' ') {
        let text = |name: &str| fs::read_to_string(name).expect("a file");
        match (argument.strip_prefix("@@"), argument.strip_prefix('@')) {
            (Some(name), _) => arguments.extend(text(name).lines().map(Into::into)),
            (_, Some(name)) => arguments.push(text(name).into()),
            _ => arguments.push(argument.into()),
        }
    }
    arguments
}

fn directory_of(name: &str) -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR"))
        .join("families")
        .join(name.replace(|letter: char| !letter.is_alphanumeric(), "-"))
}

fn family(
    name: &'static str,
    run: &'static str,
    size: usize,
    files: impl Fn(usize) -> Input + Sync + 'static,
) -> Family {
    Family { name, run, size, is_refused: false, is_limited: false, files: Box::new(files) }
}

impl Family {
    fn refused(self) -> Self {
        Self { is_refused: true, ..self }
    }

    fn limited(self) -> Self {
        Self { is_limited: true, ..self }
    }
}

/// One file.
fn one(name: &str, text: String) -> Input {
    Input { files: vec![(name.to_owned(), text)] }
}

fn several(files: &[(&str, String)]) -> Input {
    Input { files: files.iter().map(|(name, text)| ((*name).to_owned(), text.clone())).collect() }
}

/// Lines made from numbers.
fn lines(count: usize, line: impl Fn(usize) -> String) -> String {
    (0..count).map(|at| line(at) + "\n").collect()
}

/// Texts made from numbers, separated by commas.
fn list(count: usize, entry: impl Fn(usize) -> String) -> String {
    (0..count).map(entry).collect::<Vec<_>>().join(", ")
}
