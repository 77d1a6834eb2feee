//! Generated programs, dense in expressions, with a realistic mix of all kinds. An expression takes about eleven bytes.

use std::fmt::Write;

/// The declarations that a generated program refers to.
pub fn declarations() -> String {
    let mut text = String::new();
    let extra = ["string", "number", "bool", "list(string)", "optional(string)", "int"];
    for i in 0..RESOURCES {
        let _ = write!(
            text,
            "variable \"r{i}\" {{ type = object({{key0=output(string), key1=output(object({{key0=optional(string), key2=int, key{}=bool}})), key2=output(int), key3=output(map(string))",
            10 + i % 7
        );
        for (j, ty) in extra.iter().enumerate() {
            let _ = write!(text, ", key{}=output({ty})", 20 + (i + j as u32) % 17);
        }
        text.push_str("}) }\n");
    }
    for (i, (parameters, returns)) in FUNCTIONS.iter().enumerate() {
        let _ = writeln!(text, "function \"func{i}\" {{");
        for (j, parameter) in parameters.iter().enumerate() {
            let _ = writeln!(text, "  parameter \"p{j}\" {{ type = {parameter} }}");
        }
        let _ = writeln!(text, "  returns = {returns}\n}}");
    }
    text
}

/// A program of at least `expressions` expressions. Equal arguments give equal programs.
pub fn program(expressions: usize, seed: u64) -> String {
    let mut generator =
        Generator { random: seed * 2 + 0x9E37_79B9_7F4A_7C15, text: String::new(), expressions: 0, definitions: 0 };
    while generator.expressions < expressions {
        let _ = write!(generator.text, "v{} = ", generator.definitions);
        generator.expression(3);
        generator.text.push('\n');
        generator.definitions += 1;
    }
    generator.text
}

const RESOURCES: u32 = 50;

const FUNCTIONS: [(&[&str], &str); 8] = [
    (&["string"], "int"),
    (&["string", "string"], "string"),
    (&["list(string)"], "string"),
    (&["any"], "string"),
    (&["number", "number"], "number"),
    (&["map(string)", "string"], "string"),
    (&["list(any)", "int"], "any"),
    (&["optional(string)"], "list(string)"),
];

const OPERATORS: [&str; 6] = ["+", "*", "==", "&&", ">", "-"];

struct Generator {
    random: u64,
    text: String,
    expressions: usize,
    definitions: u32,
}

impl Generator {
    /// A number below `bound`.
    fn below(&mut self, bound: u32) -> u32 {
        self.random ^= self.random << 13;
        self.random ^= self.random >> 7;
        self.random ^= self.random << 17;
        ((self.random >> 33) as u32) % bound
    }

    fn expression(&mut self, depth: u32) {
        if depth == 0 {
            return self.leaf();
        }
        match self.below(10) {
            0 => self.literal(),
            1 | 2 => self.reference(),
            3 => {
                let count = 1 + self.below(4);
                self.composed("[", "]", count, |this, _| this.expression(depth - 1));
            }
            4 | 5 => {
                let count = 1 + self.below(5);
                self.composed("{ ", " }", count, |this, i| {
                    let key = i * 2 + this.below(2);
                    let _ = write!(this.text, "key{key} = ");
                    this.expression(depth - 1);
                });
            }
            6 => {
                self.text.push('(');
                self.leaf();
                self.text.push_str(" ? ");
                self.expression(depth - 1);
                self.text.push_str(" : ");
                self.expression(depth - 1);
                self.text.push(')');
                self.expressions += 1;
            }
            7 => {
                let operator = OPERATORS[self.below(6) as usize];
                self.text.push('(');
                self.leaf();
                let _ = write!(self.text, " {operator} ");
                self.expression(depth - 1);
                self.text.push(')');
                self.expressions += 1;
            }
            8 => {
                let function = self.below(8);
                let count = FUNCTIONS[function as usize].0.len() as u32;
                self.composed(&format!("func{function}("), ")", count, |this, _| this.expression(depth - 1));
            }
            _ => self.template(),
        }
    }

    fn composed(&mut self, open: &str, close: &str, count: u32, item: impl Fn(&mut Self, u32)) {
        self.text.push_str(open);
        for i in 0..count {
            if i > 0 {
                self.text.push_str(", ");
            }
            item(self, i);
        }
        self.text.push_str(close);
        self.expressions += 1;
    }

    fn template(&mut self) {
        self.text.push('"');
        for _ in 0..=self.below(4) {
            self.text.push_str("text-${");
            self.leaf();
            self.text.push('}');
        }
        self.text.push('"');
        self.expressions += 1;
    }

    fn leaf(&mut self) {
        if self.below(2) == 0 { self.literal() } else { self.reference() }
    }

    fn literal(&mut self) {
        let literal = match self.below(4) {
            0 => format!("\"s{}\"", self.below(5000)),
            1 => self.below(500).to_string(),
            2 => format!("{}.5", self.below(500)),
            _ => (self.below(2) == 0).to_string(),
        };
        self.text.push_str(&literal);
        self.expressions += 1;
    }

    fn reference(&mut self) {
        if self.definitions == 0 || self.below(3) > 0 {
            let path = ["key0", "key1.key0", "key1.key2", "key2", "key3.key99"][self.below(5) as usize];
            let resource = self.below(RESOURCES);
            let _ = write!(self.text, "r{resource}.{path}");
        } else {
            let definition = self.below(self.definitions);
            let _ = write!(self.text, "v{definition}");
            if self.below(2) == 0 {
                let key = self.below(8);
                let _ = write!(self.text, ".key{key}");
            }
        }
        self.expressions += 1;
    }
}
