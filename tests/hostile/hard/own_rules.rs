//! User rules that would take unbounded memory or time: they end with a fault that names the rule.

use std::fmt::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

use super::{command, output, refused, scratch, text, typelog, write};

fn facts(count: usize) -> String {
    (0..count).fold(String::new(), |mut facts, at| {
        let _ = writeln!(facts, "d({at}).");
        facts
    })
}

#[test]
fn texts_are_measured_before_they_are_made() {
    // The result would have 10^12 bytes.
    let long = "a".repeat(1_000);
    let many = format!("replace(replace(\"{long}\", \"a\", \"{long}\"), \"a\", \"{long}\")");
    let many = format!("t(x) :- x = replace({many}, \"a\", \"{long}\").\n");
    assert!(refused("replaced", &many, &[]).contains("[too-much-text]"));
    let eight = ["s"; 8].join(", ");
    let grown = format!("t(0, \"{long}\").\nt(n + 1, concat({eight})) :- t(n, s), n < 40.\n");
    assert!(refused("concatenated", &grown, &[]).contains("[too-much-text]"));
}

#[test]
fn rows_are_measured_by_their_columns() {
    let columns = ["a", "b", "c"].repeat(20).join(", ");
    let wide = format!("{}w({columns}) :- d(a), d(b), d(c).\n", facts(300));
    assert!(refused("wide-rows", &wide, &[]).contains("[too-many-rows]"));
    let few = refused("few-bytes", "n(0).\nn(x + 1) :- n(x).\n", &["--max-row-bytes", "80000"]);
    assert!(few.contains("exceed 80000 bytes"), "{few}");
}

#[test]
fn reading_texts_is_work() {
    let texts = (0..400).fold(String::new(), |mut texts, at| {
        let _ = writeln!(texts, "d(\"{}{at}\").", "a".repeat(2_000));
        texts
    });
    for condition in ["matches(a, \"(a|aa)*(a|aa)*(a|aa)*b\")", "contains(a, b)", "length(a) = length(b) + 7"] {
        let rules = format!("{texts}w(a, b) :- d(a), d(b), {condition}.\n");
        let found = refused("work", &rules, &["--max-steps", "1000000"]);
        assert!(found.contains("[too-many-steps]"), "{condition}: {found}");
    }
}

#[test]
fn hundreds_of_thousands_of_operators_are_refused() {
    let sum = format!("n(1{}).\n", " + 1".repeat(512_000));
    assert!(refused("long-sum", &sum, &[]).contains("[rule-syntax]"));
    let product = format!("n(x) :- x = 1{}.\n", " * 1".repeat(512_000));
    assert!(refused("long-product", &product, &[]).contains("[rule-syntax]"));
}

#[test]
fn very_many_facts_and_chains_are_compiled() {
    let directory = scratch("many-facts");
    write(&directory.join("main.hcl"), "a = 1\n");
    write(&directory.join("facts.dl"), facts(60_000));
    let negations = (1..3_000).fold("d(1).\nr0(2).\n".to_owned(), |mut rules, at| {
        let _ = writeln!(rules, "r{at}(x) :- d(x), !r{}(x).", at - 1);
        rules
    });
    write(&directory.join("negations.dl"), negations);
    let atoms = format!(
        "d(1, 1).\nw(x0) :- {}.\n",
        (0..1_500).map(|at| format!("d(x{at}, x{})", at + 1)).collect::<Vec<_>>().join(", ")
    );
    write(&directory.join("atoms.dl"), atoms);
    for (rules, relation, found) in
        [("facts.dl", "d", "60000 rows"), ("negations.dl", "r2999", "1 row"), ("atoms.dl", "w", "1 row")]
    {
        let output = typelog(&["query", "--relation", relation, rules, "main.hcl"], &directory);
        assert!(text(&output.stdout).contains(found), "{rules}: {}", text(&output.stderr));
    }
}

/// The command with the default handling of interrupts, where `env` can set it: shells start background jobs with interrupts
/// ignored, and the tests inherit that.
fn interruptible(arguments: &[&str], directory: &Path) -> Command {
    const RESET: &str = "--default-signal=INT";
    let mut probe = Command::new("env");
    let can_reset = probe.args([RESET, "true"]).stderr(Stdio::null()).status().is_ok_and(|status| status.success());
    if !can_reset {
        return command(arguments, directory);
    }
    let mut command = Command::new("env");
    command.current_dir(directory).args([RESET, env!("CARGO_BIN_EXE_typelog")]).args(arguments).stdin(Stdio::null());
    command
}

#[test]
fn rules_that_run_long_say_so_and_stop_at_an_interrupt() {
    let directory = scratch("long-rules");
    write(&directory.join("main.hcl"), "a = 1\n");
    write(&directory.join("rules.dl"), format!("{}w(a) :- d(a), d(b), d(c), d(e), a < 0 - b - c - e.\n", facts(2_000)));
    let arguments = ["query", "--max-steps", "1000000000000", "rules.dl", "main.hcl"];
    let mut child = interruptible(&arguments, &directory);
    let mut child = child.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("typelog runs");
    let mut said = std::io::BufReader::new(child.stderr.take().expect("messages"));
    let mut line = String::new();
    std::io::BufRead::read_line(&mut said, &mut line).expect("a message");
    assert!(line.starts_with("typelog: rules.dl:2001: this rule is running"), "{line}");
    let killed = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(killed.expect("kill runs").success());
    assert!(!output(child, &arguments).status.success());
}
