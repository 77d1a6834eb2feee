//! Bundles: `typelog bundle` and `typelog rerun`.

use std::fs;
use std::path::{Path, PathBuf};

use crate::command::{json, path, printed, refused, scratch, text, typelog};

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

#[test]
fn an_edited_premise_is_named() {
    let (_, bundle) = bundled("edited");
    edit(
        &bundle.join("book/types/conversion_tables.dl"),
        "primitive_conversion(s, t, k), by",
        "primitive_conversion(t, s, k), by",
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
