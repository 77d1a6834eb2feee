//! Untrusted programs and schemas: files are read only from the directories that the user names.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;

use super::{found, scratch, text, typelog, write};

const COMPONENT: &str = "config \"secret\" \"string\" {}\noutput \"gives\" {\n  value = \"x\"\n}\n";

/// A program that uses the component in a directory.
fn using(source: &str) -> String {
    format!("component \"c\" \"{source}\" {{\n  secret = \"s\"\n}}\noutput \"o\" {{\n  value = c.gives\n}}\n")
}

/// A folder with components inside and outside of the program, which is a repository of its own.
fn folder(name: &str) -> std::path::PathBuf {
    let directory = scratch(name);
    write(&directory.join("infra/program/.git/HEAD"), "");
    write(&directory.join("infra/program/inner/main.pp"), COMPONENT);
    write(&directory.join("infra/sibling/main.pp"), COMPONENT);
    write(&directory.join("outside/main.pp"), COMPONENT);
    directory
}

/// The diagnostics of a program that uses a component.
fn wrong(directory: &Path, source: &str, options: &[&str]) -> Vec<String> {
    write(&directory.join("infra/program/main.pp"), using(source));
    let found = found(&[&["infra/program"], options].concat(), directory);
    found.into_iter().map(|found| found.0).collect()
}

#[test]
fn components_lie_in_the_program_or_beside_it() {
    let directory = folder("components");
    for source in ["./inner", "inner", "../sibling", "../program/inner", "./inner/../../sibling"] {
        assert_eq!(wrong(&directory, source, &[]), [""; 0], "{source}");
    }
}

#[test]
fn components_elsewhere_are_not_read() {
    let directory = folder("elsewhere");
    let absolute = directory.join("outside").display().to_string();
    for source in ["../../outside", "../../../../../../../../etc", "/etc", &absolute] {
        let found = wrong(&directory, source, &[]);
        assert!(!found.is_empty(), "{source} is read");
    }
    let page = text(&typelog(&["check", "infra/program"], &directory).stdout);
    assert!(page.contains("outside of the directories that the program may read; `--root DIR` adds one"), "{page}");
    assert_eq!(wrong(&directory, "../../outside", &["--root", "outside"]), [""; 0]);
    // From the program's own directory, no surrounding directory has been named.
    write(&directory.join("infra/program/main.pp"), using("../sibling"));
    let within = directory.join("infra/program");
    assert!(!found(&["."], &within).is_empty());
    assert_eq!(found(&[".", "--root", ".."], &within), []);
}

#[test]
fn components_lie_in_the_repository() {
    let directory = scratch("repository");
    // A worktree has a file of this name, a repository a directory.
    write(&directory.join("mono/.git"), "gitdir: elsewhere\n");
    for shared in ["mono/shared/net", "outside"] {
        write(&directory.join(shared).join("main.pp"), COMPONENT);
    }
    let program = directory.join("mono/live/prod");
    write(&program.join("main.pp"), using("../../shared/net"));
    assert_eq!(found(&["mono/live/prod"], &directory), []);
    assert_eq!(found(&["."], &program), []);
    // Neither what is outside of the repository, nor what a link of the program leads to.
    symlink("../../shared/net", program.join("linked")).expect("a link");
    for source in ["../../../outside", "./linked"] {
        write(&program.join("main.pp"), using(source));
        assert!(!found(&["mono/live/prod"], &directory).is_empty(), "{source} is read");
    }
}

#[test]
fn symbolic_links_do_not_lead_outside() {
    let directory = folder("links");
    symlink("../../outside", directory.join("infra/program/linked")).expect("a link");
    assert!(!wrong(&directory, "./linked", &[]).is_empty());
    fs::create_dir(directory.join("infra/program/files")).expect("a directory");
    symlink("../../../outside/main.pp", directory.join("infra/program/files/main.pp")).expect("a link");
    assert!(!wrong(&directory, "./files", &[]).is_empty());
    // A link to a sibling is refused as well, although the program may name the sibling directly.
    symlink("../sibling", directory.join("infra/program/near")).expect("a link");
    assert!(!wrong(&directory, "./near", &[]).is_empty());
    assert_eq!(wrong(&directory, "./near", &["--root", "infra"]), [""; 0]);
    symlink("inner", directory.join("infra/program/inside")).expect("a link");
    assert_eq!(wrong(&directory, "./inside", &[]), [""; 0]);
    // The same holds for the program's own files, unless they are named themselves.
    write(&directory.join("secret"), "top = \"secret\"\n");
    fs::create_dir(directory.join("infra/linked")).expect("a directory");
    symlink("../../secret", directory.join("infra/linked/main.hcl")).expect("a link");
    let output = typelog(&["types", "infra/linked"], &directory);
    assert_eq!((output.status.code(), text(&output.stdout).contains("top")), (Some(2), false));
    let said = text(&output.stderr);
    assert!(said.contains("outside of the directories that the program may read"), "{said}");
    assert_eq!(typelog(&["types", "infra/linked/main.hcl"], &directory).status.code(), Some(0));
}

#[test]
fn a_file_of_a_program_leads_to_no_file_beside_it() {
    let directory = scratch("beside");
    write(&directory.join(".netrc"), "secret = \"of others\"\n");
    fs::create_dir(directory.join("p")).expect("a directory");
    symlink("../.netrc", directory.join("p/main.pp")).expect("a link");
    let output = typelog(&["types", "p"], &directory);
    assert_eq!((output.status.code(), text(&output.stdout).contains("secret")), (Some(2), false));
    assert!(!text(&output.stderr).contains("secret"), "{}", text(&output.stderr));
    assert!(text(&typelog(&["types", "--root", ".", "p"], &directory).stdout).contains("secret"));
}

#[test]
fn a_report_does_not_tell_what_there_is_outside() {
    let directory = scratch("oracle");
    write(&directory.join("a/p/.git/HEAD"), "");
    write(&directory.join("a/p/main.pp"), "x = 1\n");
    write(&directory.join("outside/real/main.pp"), "x = 1\n");
    symlink("../../outside/real", directory.join("a/p/to-real")).expect("a link");
    symlink("../../outside/gone", directory.join("a/p/to-gone")).expect("a link");
    let said = |source: &str| {
        write(&directory.join("a/p/main.pp"), using(source));
        let page = text(&typelog(&["check", "--format", "jsonl", "a/p"], &directory).stdout);
        assert!(page.contains("outside of the directories that the program may read"), "{source}: {page}");
        page.replace("real", "gone")
    };
    assert_eq!(said("../../outside/real"), said("../../outside/gone"));
    assert_eq!(said("./to-real"), said("./to-gone"));
}

#[test]
fn components_through_links_are_read_once() {
    let directory = scratch("double-links");
    write(&directory.join("p/main.pp"), "component \"a\" \"./x\" {}\ncomponent \"b\" \"./y\" {}\n");
    symlink(".", directory.join("p/x")).expect("a link");
    symlink(".", directory.join("p/y")).expect("a link");
    let codes: Vec<String> = found(&["p"], &directory).into_iter().map(|found| found.0).collect();
    assert_eq!(codes, ["recursive-component"; 2]);
    // Two links on each of forty levels: a trillion paths.
    let level = "component \"a\" \"./l\" {}\ncomponent \"b\" \"./m\" {}\n";
    for at in 0..40 {
        let program = directory.join(format!("q/d{at}"));
        write(&program.join("main.pp"), if at < 39 { level } else { "output \"o\" {\n  value = 1\n}\n" });
        for link in ["l", "m"] {
            symlink(format!("../d{}", at + 1), program.join(link)).expect("a link");
        }
    }
    assert_eq!(found(&["--root", "q", "q/d0"], &directory), []);
}

#[test]
fn the_errors_of_nested_components_are_not_told_again_at_each_level() {
    let directory = scratch("levels");
    let program = "component \"c\" \"./c\" {}\ncomponent \"d\" \"./c\" {}\noutput \"o\" {\n  value = missing\n}\n";
    let mut path = directory.join("p");
    for _ in 0..20 {
        write(&path.join("main.pp"), program);
        path = path.join("c");
    }
    write(&path.join("main.pp"), "output \"o\" {\n  value = missing\n}\n");
    let page = text(&typelog(&["check", "p"], &directory).stdout);
    assert!(page.contains("wrong-component") && page.len() < 5_000, "{} bytes", page.len());
}

#[test]
fn packages_and_schemas_name_no_files() {
    let directory = scratch("packages");
    write(&directory.join("outside-1.0.0.json"), "{\"name\":\"outside\",\"resources\":{\"outside:index:R\":{}}}");
    let resource = "{\"properties\":{\"p\":{\"$ref\":\"/outside/v1.0.0/schema.json#/types/outside:index:T\"}},\
                    \"inputProperties\":{\"q\":{\"$ref\":\"file:///etc/passwd\"}}}";
    let schema = format!("{{\"name\":\"p\",\"version\":\"1.0.0\",\"resources\":{{\"p:index:R\":{resource}}}}}");
    write(&directory.join("schemas/p-1.0.0.json"), schema);
    let program = "package \"outside\" {\n  baseProviderName = \"../outside\"\n  baseProviderVersion = \"1.0.0\"\n\
                   baseProviderDownloadUrl = \"http://127.0.0.1:9/\"\n}\nresource \"a\" \"../outside:index:R\" {}\n\
                   resource \"b\" \"outside:index:R\" {}\nresource \"c\" \"p:index:R\" {}\n";
    write(&directory.join("main.pp"), program);
    let output = typelog(&["check", "--schemas", "schemas", "main.pp"], &directory);
    assert_eq!(output.status.code(), Some(1), "{}", text(&output.stderr));
    let page = text(&output.stdout);
    assert!(page.contains("[unknown-package]"), "{page}");
}

#[test]
fn a_component_of_itself_ends() {
    let directory = scratch("itself");
    write(&directory.join("p/main.pp"), using("./inner"));
    write(&directory.join("p/inner/main.pp"), using("../inner/."));
    symlink("..", directory.join("p/inner/up")).expect("a link");
    write(&directory.join("p/inner/other.pp"), "component \"d\" \"./up/inner\" {}\n");
    assert!(!found(&["p"], &directory).is_empty());
}
