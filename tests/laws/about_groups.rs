//! Laws about programs that are checked in a batch: the results of each are those of a check on its own.

use proptest::prelude::*;

use typelog::dialect::Dialect;
use typelog::render::{Detail, jsonl};

use super::cases;
use super::edited_programs::{NAMED_TYPE, SAME_TYPE, Setting, hcl_program, pcl_program};
use super::programs::definitions;

/// The results of each of several programs that are checked in a batch.
fn together(setting: &Setting, texts: &[String]) -> Vec<String> {
    let mut programs: Vec<_> = texts.iter().map(|text| setting.program(&[("a", text)])).collect();
    let reports = setting.session.clone().report_batch(&mut programs, Detail::Expressions);
    reports.iter().map(jsonl).collect()
}

fn is_as_alone(dialect: Dialect, texts: &[String]) {
    are_as_alone(&Setting::new(dialect), texts);
}

fn are_as_alone(setting: &Setting, texts: &[String]) {
    let alone: Vec<String> = texts.iter().map(|text| setting.checked(&[("a", text)])).collect();
    assert_eq!(together(setting, texts), alone);
}

/// Blocks of all kinds, calls of methods and package functions, and an unknown method.
fn pcl_texts(groups: usize, lines: &[String]) -> Vec<String> {
    let calls = "resource \"server\" \"cloud:index/server:Server\" {\n  image = 1\n}\n\
        a = call(server, \"missing\", {})\nb = call(server, \"console\", {})\n\
        c = invoke(\"cloud:index/getImage:getImage\", { name = server.id })\n";
    vec![String::new(), calls.to_owned(), pcl_program(groups), lines.concat(), calls.to_owned() + "d = server.id\n"]
}

proptest! {
    #![proptest_config(cases(12))]

    #[test]
    fn programs_of_hcl_are_known_as_if_alone(all in prop::collection::vec(definitions(), 2..5)) {
        let texts: Vec<String> = all.iter().map(|lines| hcl_program(lines, 4)).collect();
        is_as_alone(Dialect::Hcl, &texts);
        is_as_alone(Dialect::Bicep, &texts);
    }

    #[test]
    fn programs_of_pcl_are_known_as_if_alone(groups in 0..4_usize, lines in definitions()) {
        is_as_alone(Dialect::Pcl, &pcl_texts(groups, &lines));
    }
}

#[test]
fn a_type_is_called_by_a_name_only_where_that_is_used() {
    are_as_alone(&Setting::of_named_types(), &[SAME_TYPE, NAMED_TYPE, SAME_TYPE, NAMED_TYPE].map(str::to_owned));
}

#[test]
fn what_is_listed_does_not_depend_on_which_types_are_older() {
    let variant =
        |kind: &str| format!("resource \"r\" \"kinds:index:Holder\" {{\n  given = {{ kind = \"{kind}\" }}\n}}\n");
    // Constants of the later variants are known before the union, which names the earlier ones first.
    let before = "known = [\"three\", \"two\", \"one\"]\n".to_owned() + &variant("three");
    let unknown = variant("other");
    let setting = Setting::of_variants();
    assert!(setting.checked(&[("a", &unknown)]).contains("\\\"one\\\", \\\"three\\\", \\\"two\\\""));
    are_as_alone(&setting, &[before, unknown]);
}
