//! scratch
use std::io::BufRead;
use typelog::{
    engine::ask::*,
    facts::Step,
    rules::terms::*,
    syntax::{self, tree::*},
    types::{Interner, Ty, display::display, parse::*},
};
fn ty(text: &str, types: &mut Interner) -> Ty {
    let (tree, root) = syntax::parse_expression(text, types).unwrap();
    let t = read_type(&tree, root, &TypeScope::default(), types).unwrap();
    normalized(types, t)
}
fn key(tree: &Tree, n: NodeId, types: &mut Interner) -> Step {
    match tree.node(n) {
        Node::Number(i) => Step::Number(i),
        Node::Unary(_, o) => match key(tree, o, types) {
            Step::Number(i) => Step::Number(types.negated(i)),
            s => s,
        },
        _ => panic!(),
    }
}
fn main() {
    if std::env::args().nth(1).as_deref() == Some("expr") {
        return expr_main();
    }
    let mut types = Interner::default();
    let lines: Vec<String> = std::io::stdin().lock().lines().map(Result::unwrap).collect();
    let mut qs = vec![];
    for l in &lines {
        let f: Vec<&str> = l.split('\t').collect();
        qs.push(match f[0] {
            "convert" => Question::Convert(ty(f[1], &mut types), ty(f[2], &mut types)),
            "assignable" => Question::Assignable(ty(f[1], &mut types), ty(f[2], &mut types)),
            "unify" => Question::Unify(ty(f[1], &mut types), ty(f[2], &mut types)),
            _ => {
                let t = ty(f[1], &mut types);
                let (tree, root) = syntax::parse_expression(&format!("x{}", f[2]), &mut types).unwrap();
                let step = match tree.node(root) {
                    Node::Variable(_, s) => match tree.steps(s)[0].key {
                        StepKey::Attribute(n) | StepKey::Text(n) => Step::Name(n),
                        StepKey::Number(n) => Step::Number(n),
                        StepKey::Bool(b) => Step::Bool(b),
                        StepKey::Null => Step::Null,
                    },
                    Node::Index(_, k) => key(&tree, k, &mut types),
                    _ => panic!(),
                };
                Question::Traverse(t, step)
            }
        });
    }
    eprintln!("parsed");
    let t0 = std::time::Instant::now();
    let mut out = vec![];
    for c in qs.chunks(5000) {
        out.extend(ask(&mut types, c));
    }
    eprintln!("{} in {:?}", qs.len(), t0.elapsed());
    for a in out {
        println!(
            "{}",
            match a {
                Answer::Convert(k) => match k {
                    No => "none",
                    Unsafe => "unsafe",
                    Safe => "safe",
                }
                .to_string(),
                Answer::Assignable(b) => b.to_string(),
                Answer::Unify(a, b) => format!("{}\t{}", display(&types, a), display(&types, b)),
                Answer::Traverse(t, o) => format!(
                    "{}\t{}",
                    display(&types, t),
                    match o {
                        Outcome::Found => "ok",
                        Outcome::OtherCase | Outcome::IntoNone => "warning",
                        _ => "error",
                    }
                ),
            }
        );
    }
}
fn expr_main() {
    use typelog::{
        declarations::declare, environment::Environment, infer::infer, problem::Problem, program::*, source::*,
    };
    let mut types = Interner::default();
    let mut env = Environment::default();
    let args: Vec<String> = std::env::args().collect();
    let i = args.iter().position(|a| a == "--declare").unwrap();
    let src = Source::new("env.hcl", std::fs::read_to_string(&args[i + 1]).unwrap());
    let errs = declare(&[src], &mut env, &mut types);
    for e in &errs {
        eprintln!("{e:?}");
    }
    let mut out = String::new();
    for l in std::io::stdin().lock().lines().map(Result::unwrap) {
        match syntax::parse_expression(&l, &mut types) {
            Err(e) => out += &format!("!\t{e:?}\n"),
            Ok((tree, root)) => {
                let p = Program {
                    files: vec![File { source: Source::new("x", l.clone()), tree, errors: vec![] }],
                    definitions: vec![Definition {
                        name: None,
                        label: "".into(),
                        name_span: Span { start: 0, end: 0 },
                        file: FileId(0),
                        root,
                        first: NodeId(0),
                    }],
                };
                let inf = infer(&p, &env, &mut types);
                let t = inf.definition_type(&p, DefinitionId(0));
                let tree = &p.files[0].tree;
                let mut ds: Vec<String> = inf
                    .problems
                    .iter()
                    .map(|p| {
                        let step_span = |at: &Place, step: u32| {
                            let s = match tree.node(at.node) {
                                Node::Variable(_, s) | Node::Relative(_, s) => s,
                                _ => panic!(),
                            };
                            tree.steps(s)[step as usize].span
                        };
                        let inner = |at: &Place| {
                            let mut n = at.node;
                            while let Node::Parenthesis(i) = tree.node(n) {
                                n = i
                            }
                            tree.span(n)
                        };
                        let (span, sev, msg) = match p {
                            Problem::Step { at, step, meets, .. } => (
                                step_span(at, *step),
                                if meets.fails() { "error" } else { "warning" },
                                format!("{meets:?}"),
                            ),
                            Problem::UnknownName(at) => {
                                let s = tree.span(at.node);
                                let n = match tree.node(at.node) {
                                    Node::Variable(n, _) => types.text(n).len() as u32,
                                    _ => 1,
                                };
                                (Span { start: s.start, end: s.start + n }, "error", "unknown".into())
                            }
                            Problem::UnknownFunction(at) => {
                                let Node::Call(c) = tree.node(at.node) else { panic!() };
                                (tree.call(c).function_span, "error", "unknown function".into())
                            }
                            Problem::NoConversion { at, .. } | Problem::NotIterable { at, .. } => {
                                (inner(at), "error", format!("{p:?}"))
                            }
                            Problem::MissingArgument { at, .. }
                            | Problem::TooManyArguments { at, .. }
                            | Problem::Redefined(at) => (tree.span(at.node), "error", format!("{p:?}")),
                        };
                        format!("{sev}@{}-{} {msg}", span.start, span.end)
                    })
                    .collect();
                ds.sort();
                out += &format!("{}\t{}\n", display(&types, t), ds.join(" | "));
            }
        }
    }
    print!("{out}");
}
