//! Laws about programs in PCL whose components are kept: after edits of a program and of its components, the results of an open program
//! and those of a run equal those of a check from scratch.

use proptest::prelude::*;

use super::about_modules::{Files, Workspace, steps};
use super::cases;

/// A package whose tokens are suggested for misspelt ones.
const SCHEMA: (&str, &str) = ("cloud-1.2.0.json", include_str!("../../examples/schemas/cloud-1.2.0.json"));

const FILES: Files = &[
    (
        "main.pp",
        &[
            "component \"a\" \"./a\" {\n  n = 1\n}\ncomponent \"b\" \"./b\" {}\noutput \"o\" {\n  value = [a.o, b.o]\n}\n",
            "component \"x\" \"./b\" {\n  n = \"1\"\n}\ncomponent \"y\" \"./a/../b\" {}\noutput \"o\" {\n  value = x.o.missing\n}\n",
            "component \"c\" \"./c\" {}\ncomponent \"e\" \"./e\" {}\noutput \"o\" {\n  value = \"${c.o}${e.o}\"\n}\n",
            "component \"f\" \"./f\" {}\nresource \"s\" \"cloud:Sevrer\" {\n  image = f.o\n}\ncomponent \"gone\" \"./ff\" {}\n",
            "component \"e\" \"./e\" {}\ncomponent \"f\" \"./f\" {}\ncomponent \"own\" \".\" {}\n",
            "component \"a\" \"./a\" {\n  n = \n",
        ],
    ),
    ("more.pp", &["", "more = [for k, v in { a = 1 } : v]\n"]),
    (
        "a/main.pp",
        &[
            "config \"n\" \"number\" {}\noutput \"o\" {\n  value = n\n}\n",
            "config \"n\" \"string\" {\n  default = \"x\"\n}\noutput \"o\" {\n  value = { missing = n }\n}\n",
            "output \"o\" {\n  value = missing\n}\n",
            "",
        ],
    ),
    ("a/more.pp", &["", "output \"p\" {\n  value = true\n}\n"]),
    (
        "b/main.pp",
        &[
            "component \"a\" \"../a\" {\n  n = 1\n}\noutput \"o\" {\n  value = a.o\n}\n",
            "component \"a\" \"../a\" {}\nconfig \"n\" \"number\" {\n  default = 2\n}\noutput \"o\" {\n  value = [a.p, n]\n}\n",
            "component \"c\" \"../c\" {}\ncomponent \"gone\" \"../cc\" {}\noutput \"o\" {\n  value = c.o\n}\n",
        ],
    ),
    (
        "c/main.pp",
        &[
            "resource \"s\" \"cloud:Server\" {\n  image = \"i\"\n}\noutput \"o\" {\n  value = s.address\n}\n",
            "resource \"s\" \"cloud:Sevrer\" {\n  image = \"i\"\n}\noutput \"o\" {\n  value = s.address\n}\n",
            "resource \"s\" \"other:Server\" {}\noutput \"o\" {\n  value = s.address\n}\n",
        ],
    ),
    (
        "e/main.pp",
        &[
            "component \"b\" \"../b\" {}\noutput \"o\" {\n  value = b.o\n}\n",
            "component \"f\" \"../f\" {}\noutput \"o\" {\n  value = f.o\n}\n",
            "component \"root\" \"..\" {}\noutput \"o\" {\n  value = 1\n}\n",
        ],
    ),
    (
        "f/main.pp",
        &[
            "output \"o\" {\n  value = \"f\"\n}\n",
            "component \"e\" \"../e\" {}\noutput \"o\" {\n  value = [e.o]\n}\n",
            "component \"e\" \"../e\" {\n  n = 1\n}\noutput \"o\" {\n  value = e.o\n}\n",
        ],
    ),
];

proptest! {
    #![proptest_config(cases(60))]

    #[test]
    fn edits_of_components_agree_with_checks(steps in steps(FILES)) {
        let mut workspace = Workspace::new(FILES, Some(SCHEMA));
        workspace.agrees(&(Vec::new(), false));
        for (step, directory) in steps.iter().zip(["e", "b", "f", "a"].into_iter().cycle()) {
            workspace.agrees(step);
            workspace.agrees_in_run(&["", directory, ""]);
        }
    }
}

#[test]
fn every_change_of_a_component_agrees_with_a_check() {
    for is_noted in [false, true] {
        let seen = Workspace::new(FILES, Some(SCHEMA)).agrees_after_each(is_noted, &["", "e"]);
        assert!(seen > 30, "{seen} results");
    }
}
