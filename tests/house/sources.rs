//! House rules: import directions, the form of rules, and the files that documents name.

mod imports;
mod printed;
mod statics;

use std::collections::BTreeMap;
use std::path::PathBuf;

use imports::{Modules, crates, uses};
use typelog_reader::book::files;

use crate::files::{below, relative, root, text};

/// Paths that only some places may use: the paths, and the places.
const DIRECTIONS: [(&[&str], &[&str]); 22] = [
    (&["hcl_edit"], &["src/syntax/"]),
    (&["base64", "flate2"], &["src/render/report/"]),
    (&["petgraph"], &["src/engine/reader/joins.rs", "src/program/graph", "src/types/components.rs"]),
    (&["ariadne", "termtree"], &["src/render/"]),
    (&["ascent"], &["src/engine/"]),
    (&["rusqlite", "parquet"], &["src/relations/"]),
    (
        &["clap", "clap_complete", "clap_mangen", "indicatif", "notify", "rustyline", "signal_hook", "walkdir"],
        &["src/cli/"],
    ),
    (&["ignore::DirEntry", "ignore::WalkBuilder"], &["src/files/"]),
    (&["toml"], &["src/project/"]),
    // Relations, ariadne's reports and JSON records are written to any sink of bytes.
    (
        &["std::io"],
        &[
            "src/cli/",
            "src/files/",
            "src/main.rs",
            "src/project/",
            "src/schema/",
            "src/server/",
            "src/relations/",
            "src/render/page.rs",
            "src/render/record.rs",
        ],
    ),
    (&["std::io::stdin", "std::io::stdout", "std::io::stderr"], &["src/cli/", "src/main.rs"]),
    // The reader of rules also runs in build scripts.
    (&["std::fs", "std::env", "std::process"], &["src/cli/", "src/files/", "src/main.rs", "src/engine/reader/"]),
    // Files that programs, settings, books, schemas and caches name may lead anywhere. The results of a run are written as well.
    (
        &[
            "std::fs::read",
            "std::fs::read_to_string",
            "std::fs::File::open",
            "std::fs::File::options",
            "std::fs::OpenOptions",
        ],
        &["src/files/", "src/cli/running/resume.rs", "src/engine/reader/"],
    ),
    (
        &["println!", "eprintln!", "print!", "eprint!"],
        &["src/cli/", "src/main.rs", "src/engine/reader/", "examples/page/build.rs"],
    ),
    (&["gen_lsp_types"], &["src/lsp/", "src/server/", "examples/page/"]),
    (&["lsp_server"], &["src/server/"]),
    (&["typelog_storage"], &["src/engine/"]),
    // Other programs reach the command's checker through the public API.
    (&["typelog::cli"], &["src/cli/", "src/main.rs", "src/python/"]),
    // Commands are on top of what they share.
    (&["typelog::cli::commands"], &["src/cli/commands/", "src/cli/mod.rs"]),
    (&["typelog::cli::running"], &["src/cli/commands/", "src/cli/running/"]),
    // Two doors: the command line starts the server.
    (&["typelog::server"], &["src/server/", "src/cli/"]),
    (&["pyo3", "arrow_array", "arrow_schema"], &["src/python/"]),
];

/// Paths that some places may not use. Paths that a manifest or the ban on cycles excludes are not listed.
const SEPARATIONS: [(&str, &[&str]); 4] = [
    // Lowering infers nothing.
    ("src/lower/", &["typelog_answers", "typelog_program_rules", "typelog::infer"]),
    // Diagnostics read problems, not their derivations.
    ("src/diagnostics/", &["typelog_answers", "typelog_program_rules::run", "typelog::lower"]),
    // Rendering only reads results.
    ("src/render/", &["typelog_builtins", "typelog_answers", "typelog_program_rules", "typelog::lower"]),
    // A program is read before it is typed.
    ("src/program/", &["typelog_builtins", "typelog_program_rules::run"]),
];

/// The documents outside of the folders that are searched for them.
const DOCUMENTS: [&str; 5] = ["CHANGELOG.md", "CONTRIBUTING.md", "README.md", "SECURITY.md", "src/lib.rs"];

/// The longest file of rules, in lines. A list of declarations may be longer.
const LONGEST_RULE_FILE: usize = 200;

/// The letters of the judgments.
const JUDGMENTS: &str = "TVLCAUPIMOKWNFEHR";

#[test]
fn imports_go_in_the_allowed_directions() {
    let mut wrong = Vec::new();
    for found in uses(&crates()) {
        let is_in = |place: &str| found.file.starts_with(place);
        let directions = DIRECTIONS.iter().filter(|(_, allowed)| !allowed.iter().any(|place| is_in(place)));
        let separations = SEPARATIONS.iter().filter(|(place, _)| is_in(place));
        let forbidden = directions.flat_map(|(paths, _)| *paths).chain(separations.flat_map(|(_, paths)| *paths));
        wrong.extend(
            forbidden
                .filter(|path| found.is_of(path))
                .map(|_| format!("{} uses {}", found.file, found.path.join("::"))),
        );
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn modules_do_not_use_one_another_in_circles() {
    let crates = crates();
    let modules = Modules::new(&crates, &uses(&crates));
    assert!(modules.used_by("cli").count() > 10, "imports are not found");
    if let Some(circle) = modules.circle() {
        let steps = circle.iter().map(|(module, by)| format!("{module}: {} uses {}", by.file, by.path.join("::")));
        panic!("there is a circle:\n{}", steps.collect::<Vec<_>>().join("\n"));
    }
}

/// `run` is the method of a compiled engine that runs the rules it was compiled from. Other books are heeded by `solve`, which
/// the reader generates.
#[test]
fn engines_run_by_the_chosen_book() {
    let lists = below(&root().join("rules"), "engines.txt").into_iter().map(|path| text(&path)).collect::<String>();
    let engines: Vec<&str> = lists.lines().filter_map(|line| line.split_once(':')).map(|(name, _)| name).collect();
    assert!(engines.len() > 15 && engines.contains(&"MismatchEngine"), "{engines:?}");
    let named = |text: &str| engines.iter().any(|engine| text.contains(engine));
    let sources = ["src", "rules", "examples"].into_iter().flat_map(|folder| below(&root().join(folder), ".rs"));
    let with_engines: Vec<(PathBuf, String)> =
        sources.map(|path| (path.clone(), text(&path))).filter(|(_, text)| named(text)).collect();
    assert!(with_engines.len() > 3, "engines are used somewhere");
    let runs = |text: &str| text.contains(".run()") || text.contains("Engine::run") || text.contains("::ascent_run");
    let wrong: Vec<String> =
        with_engines.iter().filter(|(_, text)| runs(text)).map(|(path, _)| relative(path)).collect();
    assert!(wrong.is_empty(), "engines are run past the chosen book: {wrong:?}");
}

/// Tests pass on slow and on busy machines: they count steps, rows and allocations. Benches measure time.
#[test]
fn no_test_is_measured_by_the_clock() {
    // Concatenated, so that this file does not contain them.
    let clocks = [["Inst", "ant"], ["ela", "psed"], ["recv_", "timeout"], ["Vm", "RSS"], ["Vm", "HWM"]]
        .map(|word| word.concat());
    let is_test = |path: &PathBuf| {
        let name = relative(path);
        !name.starts_with("tests/bench/") && name != "tests/support/end.rs"
    };
    let sources: Vec<PathBuf> = below(&root().join("tests"), ".rs").into_iter().filter(is_test).collect();
    assert!(sources.len() > 50, "tests are found");
    let words =
        |text: &str, word: &str| text.split(|next: char| !next.is_alphanumeric() && next != '_').any(|own| own == word);
    let mut wrong = Vec::new();
    for path in &sources {
        let text = text(path);
        wrong.extend(clocks.iter().filter(|word| words(&text, word)).map(|word| format!("{}: {word}", relative(path))));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The printed words are for readers. The program knows a diagnostic by its code, its problem and its places, and a step of a proof by
/// its rule and its row.
#[test]
fn messages_are_not_read() {
    let printed = [".message", ".help", ".conclusion", ".reason", ".fails_at"];
    let reading =
        ["contains(", "starts_with(", "ends_with(", "strip_prefix(", "split(", "split_once(", "rsplit_once(", "find("];
    let reads = |line: &str| {
        let behind =
            printed.iter().flat_map(|field| line.match_indices(field).map(|(at, _)| &line[at + field.len()..]));
        let called = |rest: &str| rest.trim_start_matches(".as_deref()").trim_start_matches(".as_ref()").to_owned();
        behind
            .map(called)
            .any(|rest| rest.strip_prefix('.').is_some_and(|rest| reading.iter().any(|of| rest.starts_with(of))))
    };
    // Pages say which words they expect in a message.
    let pages = "src/results/pages/expectations.rs";
    let mut wrong = Vec::new();
    for path in sources().into_iter().filter(|path| relative(path) != pages) {
        let text = text(&path);
        // Unit tests compare messages with what they expect.
        let code = text.split("#[cfg(test)]").next().unwrap_or_default();
        wrong.extend(
            code.lines().filter(|line| reads(line)).map(|line| format!("{}: {}", relative(&path), line.trim())),
        );
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_main_function_is_short() {
    assert!(text(&root().join("src/main.rs")).lines().count() < 20);
}

#[test]
fn every_rule_is_named_and_coded() {
    let mut wrong = Vec::new();
    let mut places: BTreeMap<String, String> = BTreeMap::new();
    for path in rule_files() {
        let (name, text) = (relative(&path), text(&path));
        let rules = rules(&text);
        for rule in &rules {
            wrong.extend(rule.faults().into_iter().map(|fault| format!("{name}: {}: {fault}", rule.name)));
            // An edition has files that replace others of the same name.
            let stands_for = |other: &String| name.rsplit('/').next() == other.rsplit('/').next();
            if let Some(other) = places.insert(rule.name.clone(), name.clone()).filter(|other| !stands_for(other)) {
                wrong.push(format!("{name}: {} is in {other} as well", rule.name));
            }
        }
        for used in names_in_code(&text) {
            if !rules.iter().any(|rule| rule.name == used) {
                wrong.push(format!("{name}: {used} has no header"));
            }
        }
    }
    assert!(places.len() > 100, "only {} rules are found", places.len());
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_relation_says_when_it_holds() {
    let mut wrong = Vec::new();
    let mut count = 0;
    for path in rule_files() {
        let text = text(&path);
        let lines: Vec<&str> = text.lines().map(str::trim).collect();
        let relations = (0..lines.len()).filter(|&at| {
            lines[at].trim_start_matches(|sign| sign != ' ').starts_with(" relation ") && lines[at].starts_with('@')
                || lines[at].starts_with("relation ")
        });
        for at in relations {
            count += 1;
            let doc = first_line_of_doc(&lines, at);
            if !doc.is_some_and(|doc| doc.starts_with("Holds if ") || doc.starts_with("Holds with `true` if ")) {
                wrong.push(format!("{}: {}", relative(&path), lines[at]));
            }
        }
    }
    assert!(count > 100, "only {count} relations are found");
    assert!(wrong.is_empty(), "these do not say when they hold:\n{}", wrong.join("\n"));
}

#[test]
fn files_of_rules_are_short_and_introduced() {
    let mut wrong = Vec::new();
    for path in below(&root().join("rules"), ".rs") {
        if !text(&path).starts_with("//! ") {
            wrong.push(format!("{} does not say what it provides", relative(&path)));
        }
    }
    for path in rule_files() {
        let (name, text) = (relative(&path), text(&path));
        let lines = text.lines().count();
        if lines > LONGEST_RULE_FILE && text.contains(" :- ") {
            wrong.push(format!("{name} has {lines} lines"));
        }
        if !text.contains("//! Smallest example: ") {
            wrong.push(format!("{name} has no smallest example"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The most clauses and relations of the book, without rows of tables, facts, and Terraform.
const MOST: (usize, usize) = (500, 236);

#[test]
fn the_book_is_small() {
    let (mut clauses, mut relations) = (0, 0);
    for folder in ["types", "programs"] {
        let files = files(&root().join("rules").join(folder)).expect("the rules can be read");
        for file in files.iter().filter(|file| !file.name.starts_with("terraform_")) {
            // A clause with alternatives counts as one.
            let code = file.text.lines().filter(|line| !line.trim_start().starts_with("//"));
            clauses += code.map(|line| line.matches(":-").count()).sum::<usize>();
            relations += file.relations().filter(|relation| !relation.is_input).count();
        }
    }
    println!("{clauses} clauses, {relations} relations");
    assert!(clauses > 300 && clauses <= MOST.0, "the book has {clauses} clauses");
    assert!(relations > 100 && relations <= MOST.1, "the book has {relations} relations");
}

#[test]
fn the_guide_to_the_rules_lists_every_file() {
    let guide = text(&root().join("rules/README.md"));
    let links = rule_files().into_iter().map(|path| relative(&path).replacen("rules/", "", 1));
    let missing: Vec<String> = links.filter(|link| !guide.contains(&format!("({link})"))).collect();
    assert!(missing.is_empty(), "not in rules/README.md: {missing:?}");
}

#[test]
fn files_that_documents_name_are_there() {
    let folders = ["docs", "rules", "src", "tests", "examples"];
    let within = |folder: &&str, ending| below(&root().join(folder), ending);
    let mut documents: Vec<PathBuf> = folders.iter().flat_map(|folder| within(folder, ".md")).collect();
    documents.retain(|path| !relative(path).contains("node_modules"));
    documents.extend(DOCUMENTS.iter().map(|name| root().join(name)));
    let mut missing = Vec::new();
    for document in &documents {
        let text = text(document);
        let (links, named) = (links(&text), paths(&text, &folders));
        let beside = document.parent().unwrap_or(root());
        let is_there = |link: &&str| beside.join(link).exists();
        let lost = links.into_iter().filter(|link| !is_there(link));
        let lost = lost.chain(named.into_iter().filter(|path| !root().join(path).exists()));
        missing.extend(lost.map(|path| format!("{}: {path}", relative(document))));
    }
    assert!(documents.len() > 30, "only {} documents are found", documents.len());
    assert_eq!(missing, Vec::<String>::new(), "these files are not there");
}

/// The targets of the links `[text](path)` of a document, outside of code.
fn links(text: &str) -> Vec<&str> {
    let prose = text.split("```").step_by(2);
    let links = prose.flat_map(|prose| prose.split("](").skip(1)).filter_map(|rest| rest.split([')', '#']).next());
    links.filter(|link| !link.is_empty() && !link.contains("://") && !link.contains(['`', ' ', ':'])).collect()
}

/// The paths below some folders that a document has in backticks.
fn paths<'a>(text: &'a str, folders: &[&str]) -> Vec<&'a str> {
    let quoted = text.lines().flat_map(|line| line.split('`').skip(1).step_by(2));
    let is_path = |quoted: &&str| {
        let is_below = quoted.split_once('/').is_some_and(|(folder, _)| folders.contains(&folder));
        let has_ending = quoted.rsplit('/').next().is_some_and(|name| name.contains('.'));
        is_below && has_ending && !quoted.contains(['*', ' ', '<', '{', ':', '$'])
    };
    quoted.filter(is_path).collect()
}

#[test]
fn no_test_is_ignored() {
    // Concatenated, so that this file does not contain it.
    let mark = ["#[", "ignore"].concat();
    let tests = below(&root().join("tests"), ".rs");
    let files = sources().into_iter().chain(tests);
    let ignoring: Vec<String> = files.filter(|path| text(path).contains(&mark)).map(|path| relative(&path)).collect();
    assert!(ignoring.is_empty(), "{ignoring:?}");
}

/// The Rust files below `src` and `rules`.
fn sources() -> Vec<PathBuf> {
    let folders = ["src", "rules"];
    folders.iter().flat_map(|folder| below(&root().join(folder), ".rs")).collect()
}

/// The rule files.
fn rule_files() -> Vec<PathBuf> {
    let mut files = below(&root().join("rules"), ".dl");
    // Laws are sentences about the rules.
    files.retain(|path| !path.parent().is_some_and(|folder| folder.ends_with("laws")));
    files
}

/// A rule as written in a file.
struct Rule<'a> {
    name: String,
    /// The text of the header after the name.
    sentence: &'a str,
    /// The lines of the comment after the header.
    comment: Vec<&'a str>,
    /// The rule names in the code below.
    coded: Vec<String>,
}

impl Rule<'_> {
    /// The violations of the form.
    fn faults(&self) -> Vec<String> {
        let mut faults = Vec::new();
        let mut check = |holds: bool, fault: &str| {
            if !holds {
                faults.push(fault.to_owned());
            }
        };
        let judgment = self.name.split('-').next().unwrap_or("");
        check(judgment.len() == 1 && JUDGMENTS.contains(judgment), "the name begins with no judgment");
        check(self.whole_sentence().ends_with(['.', ')', '"']), "the sentence does not end in a full stop");
        let is_coded = !self.coded.is_empty() && self.coded.iter().all(|name| *name == self.name);
        check(is_coded, "the code has another name, or none");
        faults
    }

    /// The sentence, which may span several lines.
    fn whole_sentence(&self) -> String {
        let more = self.comment.iter().take_while(|line| !line.is_empty());
        std::iter::once(self.sentence).chain(more.copied()).collect::<Vec<_>>().join(" ")
    }
}

/// The rules of a file, each from its header to the next one.
fn rules(text: &str) -> Vec<Rule<'_>> {
    let lines: Vec<&str> = text.lines().map(str::trim).collect();
    let starts: Vec<usize> = (0..lines.len()).filter(|&at| header(lines[at]).is_some()).collect();
    let ends = starts.iter().skip(1).copied().chain([lines.len()]);
    let rule = |(&start, end): (&usize, usize)| {
        let (name, sentence) = header(lines[start])?;
        let below = &lines[start + 1..end];
        let comment = below.iter().map_while(|line| line.strip_prefix("//")).map(str::trim).collect();
        let coded = below.iter().flat_map(|line| names_in_code(line)).collect();
        Some(Rule { name: name.to_owned(), sentence, comment, coded })
    };
    starts.iter().zip(ends).filter_map(rule).collect()
}

/// The name and the sentence in `// C-Refl: every type converts to itself.`
fn header(line: &str) -> Option<(&str, &str)> {
    let (name, sentence) = line.strip_prefix("// ")?.split_once(": ")?;
    let (judgment, subject) = name.split_once('-')?;
    let is_name = judgment.len() == 1
        && subject.starts_with(|first: char| first.is_ascii_uppercase())
        && subject.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
    is_name.then_some((name, sentence))
}

/// The names in `by("...")`.
fn names_in_code(text: &str) -> Vec<String> {
    text.split("by(\"").skip(1).filter_map(|rest| rest.split('"').next()).map(str::to_owned).collect()
}

/// The first line of the documentation above a line.
fn first_line_of_doc<'a>(lines: &[&'a str], at: usize) -> Option<&'a str> {
    let above = lines[..at].iter().rev().skip_while(|line| line.starts_with("@as("));
    above.map_while(|line| line.strip_prefix("/// ")).last()
}
