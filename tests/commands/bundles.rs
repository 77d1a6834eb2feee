//! Bundles: `typelog bundle` and `typelog rerun`.

use std::fs;
use std::path::{Path, PathBuf};

use crate::command::{json, path, printed, refused, scratch, text, typelog};
use crate::skipped::skipped;

/// A small program with a declaration and a book of one file, and the bundle of them.
fn bundled(name: &str) -> (PathBuf, PathBuf) {
    let folder = scratch(
        &format!("bundle-{name}"),
        &[
            ("programs/a/main.hcl", "x = [region, 1]\n"),
            ("programs/b/main.hcl", "y = 1 + \"a\"\n"),
            ("types.hcl", "variable \"region\" { type = string }\n"),
            ("book/types/exactness.dl", include_str!("../../rules/types/exactness.dl")),
        ],
    );
    let bundle = folder.join("bundle");
    let [programs, declarations, book] = ["programs", "types.hcl", "book"].map(|file| folder.join(file));
    let arguments = ["bundle", path(&programs), "--declare", path(&declarations), "--book", path(&book)];
    let said = printed(&[&arguments[..], &["--types", "20", "--out", path(&bundle)]].concat(), 0);
    assert!(said.starts_with(&format!("book {} ", path(&book))), "{said}");
    (folder, bundle)
}

/// Moves a bundle to another directory.
fn moved(bundle: &Path, folder: &Path) -> PathBuf {
    let elsewhere = folder.join("elsewhere/of/somebody");
    fs::create_dir_all(elsewhere.parent().expect("a directory")).expect("a directory");
    fs::rename(bundle, &elsewhere).expect("a bundle");
    elsewhere
}

fn edit(file: &Path, from: &str, to: &str) {
    let before = fs::read_to_string(file).expect("a file");
    assert!(before.contains(from), "{}", file.display());
    fs::write(file, before.replacen(from, to, 1)).expect("a file");
}

#[test]
fn a_bundle_gives_equal_bytes_in_another_directory() {
    let (folder, bundle) = bundled("equal");
    let manifest = json(&fs::read_to_string(bundle.join("manifest.json")).expect("a manifest"));
    assert_eq!(manifest["version"], env!("CARGO_PKG_VERSION"));
    let listed = |kind: &str| manifest[kind].as_array().map_or(0, Vec::len);
    assert!(listed("commands") >= 6 && listed("inputs") > 100 && listed("results") > 40, "{manifest}");
    let types = fs::read_to_string(bundle.join("results/types.jsonl")).expect("types");
    assert!(types.contains("\"tuple([string, const(1)])\"") && types.contains("no-conversion"), "{types}");
    assert!(
        fs::read_to_string(bundle.join("results/rules.tex"))
            .expect("drawings")
            .contains("\\inferrule*[right=C-Primitive]")
    );
    assert!(fs::read_to_string(bundle.join("results/laws.txt")).expect("laws").contains("ok      L-Reflexive"));
    let bundle = moved(&bundle, &folder);
    let said = printed(&["rerun", path(&bundle)], 0);
    assert!(said.ends_with(" results are equal, byte for byte\n"), "{said}");
    assert!(refused(&["bundle", "--out", path(&bundle)]).contains("there is something already"));
}

/// Makes everything below a directory readable for everybody and writable for nobody.
#[cfg(unix)]
fn forbid_writing(directory: &Path) {
    use std::os::unix::fs::PermissionsExt;
    for entry in fs::read_dir(directory).expect("a directory") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            forbid_writing(&path);
        } else {
            fs::set_permissions(&path, fs::Permissions::from_mode(0o444)).expect("a file");
        }
    }
    fs::set_permissions(directory, fs::Permissions::from_mode(0o555)).expect("a directory");
}

#[cfg(unix)]
#[test]
fn another_user_repeats_a_bundle_that_can_only_be_read() {
    use std::os::unix::fs::MetadataExt;
    use std::os::unix::process::CommandExt;
    let (folder, bundle) = bundled("read-only");
    forbid_writing(&bundle);
    let temporary = folder.join("temporary");
    fs::create_dir(&temporary).expect("a directory");
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_typelog"));
    command
        .args(["rerun", path(&bundle)])
        .current_dir("/")
        .env_clear()
        .env("TMPDIR", &temporary)
        .env("TZ", "Asia/Tokyo");
    // Only the superuser can become another user; others are another user than the one whose files cannot be written.
    let is_superuser = fs::metadata("/proc/self").is_ok_and(|process| process.uid() == 0);
    if is_superuser {
        std::os::unix::fs::chown(&temporary, Some(NOBODY), Some(NOBODY)).expect("a directory");
        command.uid(NOBODY).gid(NOBODY);
    }
    match command.output() {
        Ok(output) => {
            let said = text(&output.stdout) + &text(&output.stderr);
            assert!(output.status.success() && said.ends_with(" results are equal, byte for byte\n"), "{said}");
        }
        Err(error) => skipped("another user", &error.to_string()),
    }
    assert_eq!(fs::read_dir(&temporary).expect("a directory").count(), 0, "the copy is left");
}

/// The number of a user who owns nothing.
#[cfg(unix)]
const NOBODY: u32 = 65_534;

#[test]
fn an_edited_premise_is_named() {
    let (_, bundle) = bundled("edited");
    edit(
        &bundle.join("book/types/conversion_tables.dl"),
        "primitive_conversion(s, t, k), !",
        "primitive_conversion(t, s, k), !",
    );
    edit(&bundle.join("programs/programs/a/main.hcl"), "region", "1");
    fs::remove_file(bundle.join("results/rules.md")).expect("a file");
    let said = printed(&["rerun", path(&bundle)], 1);
    for line in [
        "book/types/conversion_tables.dl: changed\n",
        "programs/programs/a/main.hcl: changed\n",
        "book/types/conversion_tables.dl: the rule C-Primitive lacks `primitive_conversion(",
        "results/types.jsonl: differs in line 1\n",
    ] {
        assert!(said.contains(line), "{line}{said}");
    }
    fs::write(bundle.join("manifest.json"), "{}").expect("a file");
    let output = typelog(&["rerun", path(&bundle)]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("not the manifest of a bundle"));
}

#[test]
fn exports_and_datasets_name_the_version_the_book_and_the_command() {
    let directory = scratch("cited", &[("p/main.hcl", "a = 1\n")]);
    let [program, facts, dataset] = ["p", "facts", "dataset"].map(|name| directory.join(name));
    let cited = |out: &Path| json(&fs::read_to_string(out.join("citation.json")).expect("a citation"));
    printed(&["facts", path(&program), "--out", path(&facts), "--format", "jsonl"], 0);
    let own = cited(&facts);
    assert_eq!((&own["version"], &own["book"]), (&env!("CARGO_PKG_VERSION").into(), &"specification".into()));
    // The directory of an export is no part of what it is.
    assert_eq!(own["command"], serde_json::json!(["facts", path(&program), "--format", "jsonl"]));
    let book = "examples/books/durations";
    printed(&["corpus", path(&directory), "--out", path(&dataset), "--book", book, "--jobs", "1"], 0);
    let other = cited(&dataset);
    assert_eq!(other["command"], serde_json::json!(["corpus", path(&directory), "--book", book]));
    assert_eq!(other["book"], book);
    assert_ne!(other["book_digest"], own["book_digest"]);
    // An export replaces an earlier one with its citation.
    printed(&["facts", path(&program), "--out", path(&facts)], 0);
    assert_eq!(cited(&facts)["book_digest"], own["book_digest"]);
}
