//! Agreement of interpreted and compiled rules: over random graphs, the same rules derive the same rows in both engines.

#![allow(clippy::no_effect_underscore_binding)] // Caused by ascent's expansion of `_`.

use proptest::prelude::*;
use typelog::query::{Limit, compile, read, run};
use typelog::relations::{Column, ColumnType, Database, Origin, Schema};

type Pairs = Vec<(i64, i64)>;

/// The rows of a relation that rules derive from two relations of pairs.
fn rows_of(rules: &str, relation: &str, e: &Pairs, f: &Pairs) -> Vec<Vec<i64>> {
    let mut database = Database::default();
    for (name, pairs) in [("e", e), ("f", f)] {
        let column = |name: &str| Column { name: name.to_owned(), ty: ColumnType::Number, is_key: false, values: &[] };
        let id = database.add(Schema {
            name: name.to_owned(),
            origin: Origin::Extensional,
            is_per_program: false,
            doc: String::new(),
            columns: vec![column("a"), column("b")],
        });
        for &(a, b) in pairs {
            database.table_mut(id).insert(&[a, b]);
        }
    }
    let (file, faults) = read(rules);
    assert_eq!(faults, []);
    let compiled = compile(&file, &mut database).expect("the rules are right");
    run(&compiled, &mut database, Limit::default()).expect("the rules come to an end");
    let id = database.find(relation).expect("the relation is derived");
    let mut rows: Vec<Vec<i64>> = database.ordered_rows(id).into_iter().map(<[i64]>::to_vec).collect();
    rows.sort();
    rows
}

/// Sorts the rows of an ascent relation.
macro_rules! sorted {
    ($rows:expr, ($($at:tt),*)) => {{
        let mut rows: Vec<Vec<i64>> = $rows.iter().map(|row| vec![$(row.$at),*]).collect();
        rows.sort();
        rows.dedup();
        rows
    }};
}

/// A set of rules in both notations, and a test that compares the rows of one relation.
macro_rules! agrees {
    ($name:ident, $columns:tt, $text:literal, { $($rules:tt)* }) => {
        #[test]
        fn $name() {
            ascent::ascent! {
                struct Compiled;
                relation e(i64, i64);
                relation f(i64, i64);
                $($rules)*
            }
            let mut runner = proptest::test_runner::TestRunner::new(ProptestConfig::with_cases(40));
            let pairs = || prop::collection::vec((0..9_i64, 0..9_i64), 0..30);
            let outcome = runner.run(&(pairs(), pairs()), |(e, f)| {
                let mut compiled = Compiled { e: e.clone(), f: f.clone(), ..Compiled::default() };
                compiled.run();
                prop_assert_eq!(rows_of($text, "result", &e, &f), sorted!(compiled.result, $columns));
                Ok(())
            });
            outcome.unwrap_or_else(|failure| panic!("{failure}"));
        }
    };
}

agrees!(transitive_closure, (0, 1), "result(a, b) :- e(a, b). result(a, c) :- result(a, b), e(b, c).", {
    relation result(i64, i64);
    result(a, b) <-- e(a, b);
    result(a, c) <-- result(a, b), e(b, c);
});

agrees!(doubling_closure, (0, 1), "result(a, b) :- e(a, b). result(a, c) :- result(a, b), result(b, c).", {
    relation result(i64, i64);
    result(a, b) <-- e(a, b);
    result(a, c) <-- result(a, b), result(b, c);
});

agrees!(
    same_generation,
    (0, 1),
    "result(a, b) :- e(p, a), e(p, b), a != b. result(a, b) :- e(p, a), result(p, q), e(q, b).",
    {
        relation result(i64, i64);
        result(a, b) <-- e(p, a), e(p, b), if a != b;
        result(a, b) <-- e(p, a), result(p, q), e(q, b);
    }
);

agrees!(triangles, (0, 1, 2), "result(a, b, c) :- e(a, b), f(b, c), e(c, a).", {
    relation result(i64, i64, i64);
    result(a, b, c) <-- e(a, b), f(b, c), e(c, a);
});

agrees!(even_and_odd, (0, 1), "odd(a, b) :- e(a, b). result(a, c) :- odd(a, b), e(b, c). odd(a, c) :- result(a, b), e(b, c).", {
    relation odd(i64, i64);
    relation result(i64, i64);
    odd(a, b) <-- e(a, b);
    result(a, c) <-- odd(a, b), e(b, c);
    odd(a, c) <-- result(a, b), e(b, c);
});

agrees!(
    unreachable,
    (0, 1),
    "n(a) :- e(a, _). n(b) :- e(_, b). r(a, b) :- e(a, b). r(a, c) :- r(a, b), e(b, c). \
     result(a, b) :- n(a), n(b), !r(a, b).",
    {
        relation n(i64);
        relation r(i64, i64);
        relation result(i64, i64);
        n(a) <-- e(a, _);
        n(b) <-- e(_, b);
        r(a, b) <-- e(a, b);
        r(a, c) <-- r(a, b), e(b, c);
        result(a, b) <-- n(a), n(b), !r(a, b);
    }
);

agrees!(
    roots_and_what_hangs_on_them,
    (0, 1),
    "root(a) :- e(a, _), !e(_, a). result(r, r) :- root(r). result(r, b) :- result(r, a), e(a, b), !f(a, b).",
    {
        relation root(i64);
        relation result(i64, i64);
        root(a) <-- e(a, _), !e(_, a);
        result(r, r) <-- root(r);
        result(r, b) <-- result(r, a), e(a, b), !f(a, b);
    }
);

agrees!(
    bounded_distances,
    (0, 1, 2),
    "result(a, b, 1) :- e(a, b). result(a, c, n + 1) :- result(a, b, n), e(b, c), n < 4.",
    {
        relation result(i64, i64, i64);
        result(a, b, 1) <-- e(a, b);
        result(a, c, n + 1) <-- result(a, b, n), e(b, c), if *n < 4;
    }
);

agrees!(
    degrees,
    (0, 1, 2, 3),
    "result(a, n, m, s) :- e(a, _), n = count { e(a, _) }, m = max b { e(a, b) }, s = sum b { e(a, b) }.",
    {
        relation result(i64, i64, i64, i64);
        relation out(i64, i64);
        out(a, b) <-- e(a, b);
        result(a, i64::try_from(n).unwrap_or(i64::MAX), m, s) <--
            e(a, _),
            agg n = ascent::aggregators::count() in out(a, _),
            agg m = ascent::aggregators::max(b) in out(a, b),
            agg s = ascent::aggregators::sum(b) in out(a, b);
    }
);

agrees!(constants_and_repeated_variables, (0), "result(a) :- e(a, a), f(3, a). result(b + 0) :- f(b, 4), e(4, b), b >= 2.", {
    relation result(i64);
    result(a) <-- e(a, b), if a == b, f(3, a);
    result(b + 0) <-- f(b, 4), e(4, b), if *b >= 2;
});

agrees!(
    points_to,
    (0, 1),
    "alias(a, a) :- e(a, _). alias(a, b) :- e(a, o), result(b, o). result(a, o) :- e(a, o). \
     result(a, o) :- f(a, b), result(b, o). result(a, o) :- f(a, b), alias(b, c), result(c, o).",
    {
        relation alias(i64, i64);
        relation result(i64, i64);
        alias(a, a) <-- e(a, _);
        alias(a, b) <-- e(a, o), result(b, o);
        result(a, o) <-- e(a, o);
        result(a, o) <-- f(a, b), result(b, o);
        result(a, o) <-- f(a, b), alias(b, c), result(c, o);
    }
);

agrees!(
    three_strata,
    (0),
    "a(x) :- e(x, _). b(x) :- a(x), !f(x, _). c(x) :- a(x), !b(x). result(x) :- c(x), 2 <= count { e(x, y) }.",
    {
        relation a(i64);
        relation b(i64);
        relation c(i64);
        relation pairs(i64, i64);
        relation result(i64);
        a(x) <-- e(x, _);
        b(x) <-- a(x), !f(x, _);
        c(x) <-- a(x), !b(x);
        pairs(x, y) <-- e(x, y);
        result(x) <-- c(x), agg n = ascent::aggregators::count() in pairs(x, _), if n >= 2;
    }
);
