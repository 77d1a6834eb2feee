//! The speed of interpreted rules, relative to the same rules compiled by ascent: a transitive closure of a million rows, and a
//! join of three relations. Prints medians and their ratio.

use std::time::{Duration, Instant};

use typelog::query::{Limit, compile, read, run};
use typelog::relations::{Column, ColumnType, Database, Origin, Schema};

type Pairs = Vec<(i64, i64)>;

/// The number of runs for each measure.
const RUNS: usize = 5;

mod closure {
    ascent::ascent! {
        pub struct Closure;
        relation edge(i64, i64);
        relation path(i64, i64);
        path(a, b) <-- edge(a, b);
        path(a, c) <-- path(a, b), edge(b, c);
    }

    pub fn over(edge: super::Pairs) -> Closure {
        Closure { edge, ..Closure::default() }
    }
}

mod join {
    ascent::ascent! {
        pub struct Join;
        relation r(i64, i64);
        relation s(i64, i64);
        relation t(i64, i64);
        relation q(i64, i64);
        q(a, d) <-- r(a, b), s(b, c), t(c, d);
    }

    pub fn over(r: super::Pairs, s: super::Pairs, t: super::Pairs) -> Join {
        Join { r, s, t, ..Join::default() }
    }
}

fn main() {
    // Each of 1,450 nodes has edges to the next two, so it reaches all later nodes.
    let edges: Pairs = (0..1450).flat_map(|node| [(node, node + 1), (node, node + 2)]).collect();
    let rules = "path(a, b) :- edge(a, b). path(a, c) :- path(a, b), edge(b, c).";
    let (own, rows) = median(|| interpreted(rules, &[("edge", &edges)], "path"));
    let (compiled, expected) = median(|| {
        let mut program = closure::over(edges.clone());
        let start = Instant::now();
        program.run();
        (start.elapsed(), program.path.len())
    });
    assert_eq!(rows, expected);
    report("transitive closure", rows, own, compiled);

    let relations = [pairs(1), pairs(2), pairs(3)];
    let [r, s, t] = &relations;
    let rules = "q(a, d) :- r(a, b), s(b, c), t(c, d).";
    let (own, rows) = median(|| interpreted(rules, &[("r", r), ("s", s), ("t", t)], "q"));
    let (compiled, expected) = median(|| {
        let mut program = join::over(r.clone(), s.clone(), t.clone());
        let start = Instant::now();
        program.run();
        (start.elapsed(), program.q.len())
    });
    assert_eq!(rows, expected);
    report("join of three relations", rows, own, compiled);
}

/// Runs rules over relations of pairs. Returns the time, and the size of the resulting relation.
fn interpreted(rules: &str, relations: &[(&str, &Pairs)], result: &str) -> (Duration, usize) {
    let mut database = Database::default();
    for (name, pairs) in relations {
        let column = |name: &str| Column { name: name.to_owned(), ty: ColumnType::Number, is_key: false, values: &[] };
        let id = database.add(Schema {
            name: (*name).to_owned(),
            origin: Origin::Extensional,
            is_per_program: false,
            doc: String::new(),
            columns: vec![column("a"), column("b")],
        });
        for &(a, b) in *pairs {
            database.table_mut(id).insert(&[a, b]);
        }
    }
    let start = Instant::now();
    let (file, _) = read(rules);
    let compiled = compile(&file, &mut database).expect("the rules are right");
    run(&compiled, &mut database, Limit::default()).expect("the rules come to an end");
    let elapsed = start.elapsed();
    let id = database.find(result).expect("the relation is derived");
    (elapsed, database.relation(id).table.len())
}

/// 300,000 pairs of 100,000 numbers, the same in every run.
fn pairs(seed: u64) -> Pairs {
    let mut state = seed;
    let mut next = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        i64::from((state >> 33) as u32 % 100_000)
    };
    (0..300_000).map(|_| (next(), next())).collect()
}

fn median(mut measure: impl FnMut() -> (Duration, usize)) -> (Duration, usize) {
    let mut found: Vec<(Duration, usize)> = (0..RUNS).map(|_| measure()).collect();
    found.sort();
    found[RUNS / 2]
}

fn report(name: &str, rows: usize, own: Duration, compiled: Duration) {
    let ratio = own.as_secs_f64() / compiled.as_secs_f64();
    let (own, compiled) = (own.as_secs_f64() * 1e3, compiled.as_secs_f64() * 1e3);
    println!("{name}: {rows} rows, read at run time {own:.0} ms, compiled {compiled:.0} ms, ratio {ratio:.2}");
}
