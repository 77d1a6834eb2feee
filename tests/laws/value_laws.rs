//! Laws of type expressions and of value conversion, on generated types and values.

use typelog::answers::ask::{Answer, Question, ask, normalized};
use typelog::syntax::parse_expression;
use typelog::type_expressions::constraint::{Constraint, ConstraintOptions, read_constraint};
use typelog::type_expressions::scope::TypeScope;
use typelog::types::Value;
use typelog::types::display::display;
use typelog::types::{Interner, Ty};
use typelog::value::{evaluate, to_json};

/// The number of types for each law.
const TYPES: usize = 400;

/// The number of values for each type.
const VALUES: usize = 12;

/// Xorshift: the same cases in every run.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % bound as u64) as usize
    }

    fn choose(&mut self, from: &[&str]) -> String {
        from[self.below(from.len())].to_owned()
    }

    /// A type expression, with all constructs of the notation.
    fn ty(&mut self, depth: usize) -> String {
        const PLAIN: [&str; 9] = [
            "any",
            "bool",
            "int",
            "number",
            "string",
            "none",
            "const(\"a\")",
            "const(1)",
            "enum(\"t\", string, [\"a\"])",
        ];
        let kind = if depth == 0 { 0 } else { self.below(10) };
        match kind {
            0 => self.choose(&PLAIN),
            1 => format!("list({})", self.ty(depth - 1)),
            2 => format!("set({})", self.ty(depth - 1)),
            3 => format!("map({})", self.ty(depth - 1)),
            4 => format!("output({})", self.ty(depth - 1)),
            5 => format!("union({}, {})", self.type_without_defaults(depth - 1), self.type_without_defaults(depth - 1)),
            6 => format!("tuple([{}, {}])", self.ty(depth - 1), self.ty(depth - 1)),
            _ => self.object_type(depth - 1),
        }
    }

    fn type_without_defaults(&mut self, depth: usize) -> String {
        loop {
            let ty = self.ty(depth);
            if !ty.contains("optional") {
                return ty;
            }
        }
    }

    fn object_type(&mut self, depth: usize) -> String {
        let mut properties = Vec::new();
        for name in ["a", "b", "\"odd key\""] {
            let ty = self.ty(depth);
            match self.below(5) {
                0 => {}
                1 => properties.push(format!("{name}=optional({ty})")),
                2 => properties.push(format!("{name}=optional({ty}, {})", self.value(depth))),
                _ => properties.push(format!("{name}={ty}")),
            }
        }
        format!("object({{{}}})", properties.join(", "))
    }

    fn value(&mut self, depth: usize) -> String {
        const PLAIN: [&str; 9] =
            ["null", "true", "1", "-2.50", "\"a\"", "\"1\"", "\"true\"", "\"2.5\"", "12345678901234567890"];
        let kind = if depth == 0 { 0 } else { self.below(4) };
        match kind {
            0 => self.choose(&PLAIN),
            1 | 2 => {
                let count = self.below(4);
                let elements: Vec<String> = (0..count).map(|_| self.value(depth - 1)).collect();
                format!("[{}]", elements.join(", "))
            }
            _ => {
                let mut fields = Vec::new();
                for name in ["a", "b", "\"odd key\""] {
                    if self.below(3) > 0 {
                        fields.push(format!("{name} = {}", self.value(depth - 1)));
                    }
                }
                format!("{{{}}}", fields.join(", "))
            }
        }
    }
}

fn read(text: &str, types: &mut Interner) -> Option<Constraint> {
    let (tree, root) = parse_expression(text, types).expect("an expression");
    let options = ConstraintOptions::default();
    let constraint = read_constraint(&tree, root, options, &TypeScope::default(), types).ok()?;
    Some(Constraint { ty: normalized(types, constraint.ty), ..constraint })
}

fn constant(text: &str, types: &mut Interner) -> Value {
    let (tree, root) = parse_expression(text, types).expect("an expression");
    evaluate(&tree, root, false, types).expect("a constant")
}

/// A value as text, with its type.
fn shown(value: &Value, types: &Interner) -> String {
    format!("{} : {}", to_json(value, types), display(types, value.ty))
}

/// Applies a law to types of a kind, values, and the results of the conversion.
fn for_conversions(
    seed: u64,
    is_wanted: impl Fn(&Constraint) -> bool,
    mut law: impl FnMut(&mut Interner, &str, &Constraint, Value, Value),
) {
    let (mut random, mut types) = (Random(seed), Interner::default());
    let (mut tried, mut count) = (0, 0);
    while tried < TYPES {
        let written = random.ty(3);
        let Some(constraint) = read(&written, &mut types).filter(&is_wanted) else { continue };
        tried += 1;
        for _ in 0..VALUES {
            let value = constant(&random.value(3), &mut types);
            if let Ok(converted) = constraint.convert(value.clone(), &mut types) {
                count += 1;
                law(&mut types, &written, &constraint, value, converted);
            }
        }
    }
    assert!(count > TYPES / 2, "only {count} values convert");
}

#[test]
fn reading_and_displaying_types_are_inverse() {
    let (mut random, mut types) = (Random(11), Interner::default());
    for _ in 0..TYPES {
        let written = random.ty(4);
        let Some(constraint) = read(&written, &mut types) else { continue };
        let text = display(&types, constraint.ty);
        let again = read(&text, &mut types).expect("the text of a type").ty;
        assert_eq!(again, constraint.ty, "{written} is displayed as {text}");
    }
}

#[test]
fn converting_twice_is_converting_once() {
    for_conversions(
        12,
        |_| true,
        |types, written, constraint, _, converted| {
            let once = shown(&converted, types);
            let twice = constraint.convert(converted, types).map(|value| shown(&value, types));
            assert_eq!(twice.map_err(|error| error.display(types)), Ok(once), "{written}");
        },
    );
}

#[test]
fn null_converts_to_every_type_inside_of_collections() {
    let (mut random, mut types) = (Random(15), Interner::default());
    for _ in 0..TYPES {
        let written = random.ty(3);
        for (form, value, nulls) in [("list", "[null, null]", 2), ("set", "[null]", 1), ("map", "{a = null}", 1)] {
            let Some(constraint) = read(&format!("{form}({written})"), &mut types) else { continue };
            let value = constant(value, &mut types);
            let converted = constraint.convert(value, &mut types).map(|value| to_json(&value, &types));
            let count = converted.as_ref().map(|text| text.matches("null").count());
            assert_eq!(count, Ok(nulls), "{form}({written}): {converted:?}");
        }
    }
}

#[test]
fn a_converted_value_is_one_of_the_type() {
    let mut questions: Vec<(Ty, Ty, String)> = Vec::new();
    let mut last = Interner::default();
    for_conversions(
        13,
        |_| true,
        |types, written, constraint, _, converted| {
            questions.push((converted.ty, constraint.ty, format!("{written}: {}", shown(&converted, types))));
            last = types.clone();
        },
    );
    let asked: Vec<Question> = questions.iter().map(|&(from, to, _)| Question::Assignable(from, to)).collect();
    for (answer, (_, _, case)) in ask(&mut last, &asked).into_iter().zip(questions) {
        assert_eq!(answer, Answer::Assignable(true), "{case}");
    }
}

#[test]
fn applying_defaults_twice_is_applying_them_once() {
    let has_defaults = |constraint: &Constraint| constraint.defaults.is_some();
    for_conversions(14, has_defaults, |types, written, constraint, value, _| {
        let Some(defaults) = &constraint.defaults else { unreachable!() };
        let once = defaults.apply(value, types);
        let text = shown(&once, types);
        let twice = defaults.apply(once, types);
        assert_eq!(shown(&twice, types), text, "{written}");
    });
}
