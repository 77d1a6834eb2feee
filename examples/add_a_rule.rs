//! A type of one's own: durations. Texts convert to them, they add up, and they can be multiplied.
//!
//! The rules for conversion and unification are those of the book, included as they are, with more rows in their tables:
//! collections of durations, unions with them, and what they have in common with other types follow from these. What is
//! new is a table with one rule, in an engine of its own, which asks those by name.
//!
//! `cargo run --example add_a_rule` prints the types of a small program.

// The compiler of rules gives its own code no documentation.
#![allow(missing_docs, clippy::pedantic)]

use typelog::dialect::{Text, read_plain_program};
use typelog::infer::lower_all;
use typelog::program::environment::Environment;
use typelog::program_rules::program;
use typelog::terms::session::{set_outline, with_types};
use typelog::terms::*;
use typelog::type_rules::{self, coinduction::convert_coinductively, *};
use typelog::types::{Interner, display::display};

ascent::ascent! {
    #![ds(set)]
    /// The book's rules about conversion and unification, with more rows.
    struct Conversions;
    include_source!(conversion::conversion);
    include_source!(conversion_tables::conversion_tables);
    include_source!(conversion_values::conversion_values);
    include_source!(conversion_refinements::conversion_refinements);
    include_source!(conversion_members::conversion_members);
    include_source!(conversion_eventuals::conversion_eventuals);
    include_source!(unification::unification);
    include_source!(unification_members::unification_members);
    include_source!(common_types::common_types);

    // Every duration is a text, and some texts are durations.
    constructors_convert(Opaque, Primitive);
    constructors_convert(Primitive, Opaque);
    primitive_conversion(duration(), STRING, Safe);
    primitive_conversion(STRING, duration(), Unsafe);
    primitive_conversion(duration(), t, No), primitive_conversion(t, duration(), No) <-- for t in [BOOL, INT, NUMBER, ID];
}

/// The engines that answer questions: those about conversion and common types go to the engine above, all others to the
/// book.
static DOORS: Doors = Doors { converts: converts_with_clocks, common_type: common_with_clocks, ..type_rules::DOORS };

fn converts_with_clocks(s: Ty, t: Ty, m: Mode) -> Conversion {
    let mut engine = Conversions::default();
    engine.converts_demanded.push((s, t, m));
    engine.run();
    engine.converts.iter().find(|row| (row.0, row.1, row.2) == (s, t, m)).map_or(No, |row| row.3)
}

fn common_with_clocks(s: Ty, t: Ty, k: Conversion) -> Ty {
    let mut engine = Conversions::default();
    engine.common_type_demanded.push((s, t, k));
    engine.run();
    engine.common_type.iter().find(|row| (row.0, row.1, row.2) == (s, t, k)).map_or(ANY, |row| row.3)
}

ascent::ascent! {
    #![ds(set)]
    /// The types of expressions with durations.
    struct Clock;
    include_source!(program::program);

    /// Holds if `e` has the type `t`.
    relation has_type(ExprId, Ty);
    has_type(e, t) <-- refers_to(e, b), is_given(b, t);
    has_type(e, STRING) <-- is_text(e);
    has_type(e, constant_number(NUMBER, *v)) <-- is_literal(e, l), if let Literal::Number(v) = l;

    /// Holds if the operator `o` takes a duration and a `p`, and gives a duration.
    relation duration_operator(BinaryOperator, Ty);
    duration_operator(BinaryOperator::Add, duration());
    duration_operator(BinaryOperator::Multiply, NUMBER);

    // T-Duration: an operator on durations gives a duration, if its right operand converts to what it takes.
    //
    //   x : Duration      y : t      duration_operator(o, p)      t ~k> p      k != No
    //   ------------------------------------------------------------------------------ (T-Duration)
    //   x o y : Duration
    has_type(e, duration()) <--
        is_part(x, e, left), has_type(x, s), if let Role::Left(o) = left, if *s == duration(),
        is_part(y, e, right), has_type(y, t), if *right == Role::Right(*o), duration_operator(o, p),
        let k = converts(*t, *p, Plain), if k != No, if by("T-Duration");

    // T-Choice: a conditional has the type that its branches have in common.
    //
    //   x : s      y : t      common(s, t, Safe) = u
    //   -------------------------------------------- (T-Choice)
    //   (c ? x : y) : u
    has_type(e, u) <--
        is_part(x, e, then), has_type(x, s), if *then == Role::Then,
        is_part(y, e, other), has_type(y, t), if *other == Role::Else,
        let u = common_type(*s, *t, Safe), if by("T-Choice");
}

/// The new type: only its name is known.
fn duration() -> Ty {
    opaque("Duration")
}

/// Types a program that may use the names `delay` and `verbose`: each expression with its type, in the program's order.
fn types_of(text: &str) -> Vec<(String, String)> {
    let (mut types, mut environment) = (Interner::default(), Environment::default());
    let names = [("delay", with_types(&mut types, duration)), ("verbose", BOOL)];
    environment.variables.extend(names.map(|(name, ty)| (types.name(name), ty)));
    let text = Text { name: "clock.hcl".to_owned(), bytes: Ok(text.into()) };
    let program = read_plain_program(vec![text], &mut types);
    let chunk = lower_all(&program, &environment, &mut types);
    let facts = chunk.facts;
    let mut clock = Clock::default();
    (clock.is_part, clock.is_text, clock.is_literal) = (facts.is_part, facts.is_text, facts.is_literal);
    (clock.refers_to, clock.is_given) = (facts.refers_to, facts.is_given);
    with_types(&mut types, || {
        set_outline(facts.outline);
        with_doors(&DOORS, || clock.run());
    });
    let mut found: Vec<_> = clock.has_type.iter().map(|&(e, ty)| (chunk.places[e.0 as usize], ty)).collect();
    found.sort_by_key(|(place, _)| program.file(place.file).tree.span(place.node).start);
    let piece = |place: typelog::program::Place| {
        let file = program.file(place.file);
        file.source.slice(file.tree.span(place.node)).to_owned()
    };
    found.into_iter().map(|(place, ty)| (piece(place), display(&types, ty))).collect()
}

fn main() {
    let program = "timeout = delay * 3\ndeadline = delay + \"90s\"\nlabel = verbose ? delay : \"soon\"\n";
    for (piece, ty) in types_of(program) {
        println!("{piece} : {ty}");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn type_of(expression: &str) -> Option<String> {
        types_of(&format!("x = {expression}")).into_iter().find(|(piece, _)| piece == expression).map(|found| found.1)
    }

    #[test]
    fn durations_add_up_with_texts_and_multiply_with_numbers() {
        assert_eq!(type_of("delay + \"90s\"").as_deref(), Some("Duration"));
        assert_eq!(type_of("delay + delay").as_deref(), Some("Duration"));
        assert_eq!(type_of("delay * 1.5").as_deref(), Some("Duration"));
    }

    #[test]
    fn durations_take_nothing_else() {
        assert_eq!(type_of("delay + 3"), None);
        assert_eq!(type_of("delay * delay"), None);
    }

    #[test]
    fn the_rules_of_the_book_know_durations() {
        assert_eq!(type_of("verbose ? delay : \"soon\"").as_deref(), Some("string"));
        assert_eq!(type_of("verbose ? delay : delay + delay").as_deref(), Some("Duration"));
        assert_eq!(type_of("verbose ? delay : verbose").as_deref(), Some("union(Duration, bool)"));
    }
}
