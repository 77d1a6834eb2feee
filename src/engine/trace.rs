//! Traces: what each rule concludes, and from what.
//!
//! The build adds a premise to every rule, which always holds and calls [`trace`]. It costs a look at a flag as long as
//! nobody watches.

use std::cell::{Cell as StdCell, RefCell};
use std::collections::BTreeMap;
use std::fmt::Debug;
use std::time::Instant;

use super::context::types;
use crate::facts::{
    Acceptance, BinaryOperator, BindingId, Builtin, ClassId, Comprehension, ExprId, Form, FunctionId, HookKind,
    InterfaceId, InvocationForm, Literal, Role, Step, UnaryOperator,
};
use crate::rules::terms::{Containment, Conversion, Measure, Miss, Mode, Outcome, Pairing, RangeKind, Way};
use crate::types::{Constructor, Eventuality, Mapping, Name, Nature, Ty, TyList};

/// One conclusion of a rule.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Firing {
    /// The rule's name; empty for rules that only prepare.
    pub rule: &'static str,
    /// What is concluded.
    pub conclusions: Vec<Row>,
    /// What from, in the order of the rule; conditions and refusals aside.
    pub premises: Vec<Row>,
}

/// A row of a relation.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Row {
    /// The relation.
    pub relation: &'static str,
    /// Its columns.
    pub cells: Vec<Value>,
}

/// What stands in a column.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Value {
    /// The rule does not look at the column.
    Hidden,
    /// A type.
    Type(Ty),
    /// Several types.
    Types(Vec<Ty>),
    /// An expression.
    Expression(ExprId),
    /// A binding.
    Binding(BindingId),
    /// A function.
    Function(FunctionId),
    /// A step into a value.
    Step(Step),
    /// A place or a count.
    Number(u32),
    /// Yes or no.
    Flag(bool),
    /// Any other word of the rules.
    Word(String),
}

impl Firing {
    /// Adds a conclusion.
    #[inline(never)]
    pub fn conclude(&mut self, relation: &'static str, cells: &dyn Cells) {
        self.conclusions.push(Row::new(relation, cells.cells()));
    }

    /// Adds a premise.
    #[inline(never)]
    pub fn from(&mut self, relation: &'static str, cells: &dyn Cells) {
        self.premises.push(Row::new(relation, cells.cells()));
    }
}

impl Row {
    /// A row of a relation.
    pub fn new(relation: &'static str, cells: Vec<Value>) -> Self {
        Self { relation, cells }
    }

    /// Holds if the row is the other in all columns that neither hides.
    pub fn matches(&self, other: &Self) -> bool {
        let agree = |(a, b): (&Value, &Value)| a == b || *a == Value::Hidden || *b == Value::Hidden;
        self.relation == other.relation && self.cells.iter().zip(&other.cells).all(agree)
    }
}

/// How closely the rules are watched.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Watch {
    Off,
    Counts,
    Firings,
}

thread_local! {
    static WATCH: StdCell<Watch> = const { StdCell::new(Watch::Off) };
    static PROFILE: RefCell<Profile> = const { RefCell::new(Profile { rules: BTreeMap::new() }) };
    static LAST: StdCell<Option<Instant>> = const { StdCell::new(None) };
    static FIRINGS: RefCell<Vec<Firing>> = const { RefCell::new(Vec::new()) };
}

/// Marks where a rule concludes: `if by("C-Refl")` is the last premise of the rule C-Refl. It always holds.
#[inline(always)]
pub fn by(_rule: &'static str) -> bool {
    true
}

/// Records a conclusion if somebody watches. It always holds.
#[inline(always)]
pub fn trace(rule: &'static str, describe: impl FnOnce(&mut Firing)) -> bool {
    if WATCH.get() != Watch::Off {
        record(rule, describe);
    }
    true
}

#[cold]
#[inline(never)]
fn record(rule: &'static str, describe: impl FnOnce(&mut Firing)) {
    if WATCH.get() == Watch::Firings {
        let mut firing = Firing { rule, conclusions: Vec::new(), premises: Vec::new() };
        describe(&mut firing);
        FIRINGS.with_borrow_mut(|firings| firings.push(firing));
    } else if !rule.is_empty() {
        PROFILE.with_borrow_mut(|profile| profile.count(rule));
    }
}

/// How often rules conclude something, and how long that takes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Profile {
    rules: BTreeMap<&'static str, RuleProfile>,
}

/// How often a rule concludes something, and how long that takes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RuleProfile {
    /// How often it has concluded something.
    pub firings: u64,
    /// The time from the conclusions before to its own, in nanoseconds: what it has looked at in vain is in the time of
    /// whichever rule concludes next.
    pub nanoseconds: u64,
}

impl Profile {
    /// The names of the rules that have concluded something.
    pub fn fired(&self) -> impl Iterator<Item = &'static str> {
        self.rules.keys().copied()
    }

    /// What is known of a rule.
    pub fn rule(&self, name: &str) -> RuleProfile {
        self.rules.get(name).copied().unwrap_or_default()
    }

    /// Adds what another profile says.
    pub fn add(&mut self, other: &Self) {
        for (name, found) in &other.rules {
            let total = self.rules.entry(name).or_default();
            total.firings += found.firings;
            total.nanoseconds += found.nanoseconds;
        }
    }

    fn count(&mut self, rule: &'static str) {
        let now = Instant::now();
        let time = LAST.replace(Some(now)).map_or(0, |last| (now - last).as_nanos());
        let total = self.rules.entry(rule).or_default();
        total.firings += 1;
        total.nanoseconds += u64::try_from(time).unwrap_or(u64::MAX);
    }
}

/// Does some work, and answers how often each rule has concluded something in it as well.
pub fn profile<R>(work: impl FnOnce() -> R) -> (R, Profile) {
    PROFILE.take();
    LAST.set(Some(Instant::now()));
    WATCH.set(Watch::Counts);
    let result = work();
    WATCH.set(Watch::Off);
    (result, PROFILE.take())
}

/// Does some work, and answers all that rules have concluded in it as well, in the order in which they did.
pub fn firings<R>(work: impl FnOnce() -> R) -> (R, Vec<Firing>) {
    FIRINGS.take();
    WATCH.set(Watch::Firings);
    let result = work();
    WATCH.set(Watch::Off);
    (result, FIRINGS.take())
}

/// What can stand in a column.
pub trait Cell {
    /// The column's value.
    fn cell(&self) -> Value;
}

/// What can be the columns of a row: tuples of what can stand in a column.
pub trait Cells {
    /// The values of the columns.
    fn cells(&self) -> Vec<Value>;
}

/// Stands for a column that a rule does not look at.
pub struct Hidden;

impl Cell for Hidden {
    fn cell(&self) -> Value {
        Value::Hidden
    }
}

impl<T: Cell> Cell for &T {
    fn cell(&self) -> Value {
        (**self).cell()
    }
}

macro_rules! rows {
    ($($($column:ident)*;)*) => {
        $(impl<$($column: Cell),*> Cells for ($($column,)*) {
            fn cells(&self) -> Vec<Value> {
                #[allow(non_snake_case)]
                let ($($column,)*) = self;
                vec![$($column.cell()),*]
            }
        })*
    };
}

rows! {
    A;
    A B;
    A B C;
    A B C D;
    A B C D E;
    A B C D E F;
    A B C D E F G;
    A B C D E F G H;
    A B C D E F G H I;
    A B C D E F G H I J;
    A B C D E F G H I J K;
    A B C D E F G H I J K L;
}

macro_rules! cells {
    ($($ty:ty => $value:expr),* $(,)?) => {
        $(impl Cell for $ty {
            fn cell(&self) -> Value {
                let value: fn(&$ty) -> Value = $value;
                value(self)
            }
        })*
    };
}

cells! {
    Ty => |&ty| Value::Type(ty),
    TyList => |&list| Value::Types(types(|types| types.list_items(list))),
    Option<Ty> => |ty| ty.map_or_else(|| Value::Word("none".to_owned()), Value::Type),
    ExprId => |&e| Value::Expression(e),
    BindingId => |&b| Value::Binding(b),
    FunctionId => |&f| Value::Function(f),
    Step => |&k| Value::Step(k),
    u32 => |&n| Value::Number(n),
    i32 => |&n| Value::Number(n.unsigned_abs()),
    bool => |&yes| Value::Flag(yes),
    Conversion => word,
    Mode => word,
    Pairing => word,
    Outcome => word,
    Way => word,
    Constructor => word,
    Mapping => word,
    Eventuality => word,
    Literal => word,
    Form => word,
    Role => word,
    Comprehension => word,
    UnaryOperator => word,
    BinaryOperator => word,
    ClassId => word,
    InterfaceId => word,
    InvocationForm => word,
    RangeKind => word,
    HookKind => word,
    Builtin => word,
    Acceptance => word,
    Nature => word,
    Measure => word,
    Containment => word,
    Miss => word,
    Name => |&name| Value::Step(Step::Name(name)),
}

fn word<T: Debug>(value: &T) -> Value {
    Value::Word(format!("{value:?}"))
}
