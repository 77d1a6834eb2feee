//! Derivations as relations: the rule and the premises of each row.

use super::super::{Cell, Declaration, Origin, id, key, number, symbol};
use super::declared::{number_key, symbol_key};
use super::places::Places;
use super::{Collector, Id, Text};
use crate::provenance::{Reason, fired, rules};
use crate::types::BookHandle;

/// The relation that lists derivations.
const DERIVATION: &str = "derivation";

/// The relations of derivations, which are exported on request.
pub(super) static DECLARATIONS: &[Declaration] = &[
    Declaration {
        name: "rule",
        origin: Origin::Extensional,
        is_per_program: false,
        doc: "The book has the rule; its file and line.",
        columns: &[symbol_key("rule"), symbol("sentence"), symbol("file"), number("line")],
    },
    Declaration {
        name: "rule_fired",
        origin: Origin::Derived,
        is_per_program: true,
        doc: "The rule concludes so many rows about the program.",
        columns: &[key("program", "program"), symbol_key("rule"), number("rows")],
    },
    Declaration {
        name: DERIVATION,
        origin: Origin::Derived,
        is_per_program: true,
        doc: "The row is concluded by the rule; the height of its lowest proof. A row is a judgment with its place.",
        columns: &[key("derivation", DERIVATION), symbol("relation"), symbol("row"), symbol("rule"), number("height")],
    },
    Declaration {
        name: "derivation_of",
        origin: Origin::Derived,
        is_per_program: true,
        doc: "The row of the derivation is about the expression first.",
        columns: &[key("derivation", DERIVATION), id("expression", "expression")],
    },
    Declaration {
        name: "premise",
        origin: Origin::Derived,
        is_per_program: true,
        doc: "The row is a premise of the derivation; one that no derivation concludes is a fact, or stands in a table.",
        columns: &[key("derivation", DERIVATION), number_key("position"), symbol("relation"), symbol("row")],
    },
];

/// Adds the rules of the book.
pub(super) fn add_rules(collector: &mut Collector, book: &BookHandle) {
    for rule in rules(book).iter() {
        let line = super::super::count(rule.line);
        collector.row("rule", &[Text(&rule.name), Text(&rule.sentence), Text(&rule.file), Id(line)]);
    }
}

/// Adds the derivations of a program.
pub(super) fn add(collector: &mut Collector, program: Cell, reasons: &[Reason], places: &Places) {
    for (rule, rows) in fired(reasons) {
        collector.row("rule_fired", &[Id(program), Text(rule), Id(super::super::count(rows))]);
    }
    let first = collector.fresh(DERIVATION, reasons.len());
    for (number, reason) in (first..).zip(reasons) {
        let (relation, row) = (reason.row.0, reason.row.1.as_str());
        let height = Id(reason.height.into());
        collector.row(DERIVATION, &[Id(number), Text(relation), Text(row), Text(reason.rule), height]);
        // Nodes outside of attributes have no number.
        if let Some(expression) = reason.about.map(|place| places.expression(place)).filter(|&at| at >= 0) {
            collector.row("derivation_of", &[Id(number), Id(expression)]);
        }
        for (position, (relation, row)) in (0..).zip(&reason.premises) {
            collector.row("premise", &[Id(number), Id(position), Text(relation), Text(row)]);
        }
    }
}
