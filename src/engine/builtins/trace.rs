//! Traces: the conclusions of each rule with their premises.
//!
//! The build adds a premise to every rule, which always holds: [`traced`](crate::traced). It costs a test of a flag while nothing is
//! recorded. While a trace is recorded, the columns of a clause are copied consecutively into a [`Log`], eight bytes each. They
//! are interpreted when the log is read.

mod cells;

use std::cell::{Cell as StdCell, RefCell};
use std::collections::BTreeMap;
use std::time::Instant;

use typelog_types::vocabulary::{BindingId, Context, ExprId, FunctionId, Path};
use typelog_types::{Name, NumberId, Ty, TyList};

pub use cells::{Cell, Cells, Hidden, Word};

/// A recorded clause. Each crate of rules has a table of its clauses.
#[derive(Debug)]
pub struct Clause {
    /// The rule's name; empty for auxiliary clauses.
    pub rule: &'static str,
    /// The relations that it concludes, without those of questions, and the number of their columns.
    pub conclusions: &'static [(&'static str, usize)],
    /// The relations of its premises, without those of questions.
    pub premises: &'static [(&'static str, usize)],
}

/// One conclusion of a rule.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Firing {
    /// The rule's name; empty for auxiliary clauses.
    pub rule: &'static str,
    /// The concluded rows, without questions.
    pub conclusions: Vec<Row>,
    /// The rows of the premises, in the order of the rule; without questions, conditions and negated rows.
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

/// The content of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Value {
    /// A column that the rule does not read.
    Hidden,
    /// A type.
    Type(Ty),
    /// A list of types, which lives as long as the interner keeps lists.
    Types(TyList),
    /// A path to a part of a value.
    Path(Path),
    /// A context of an expression.
    Context(Context),
    /// An expression.
    Expression(ExprId),
    /// A binding.
    Binding(BindingId),
    /// A function.
    Function(FunctionId),
    /// A name.
    Name(Name),
    /// A number of the program.
    Literal(NumberId),
    /// An index or a count.
    Number(u32),
    /// Yes or no.
    Flag(bool),
    /// Null.
    Null,
    /// No type.
    Nothing,
    /// Any other word of the rules.
    Word(Word),
}

// A log is as large as its cells.
const _: () = assert!(size_of::<Value>() == 8);

impl Row {
    /// Creates a row of a relation.
    pub fn new(relation: &'static str, cells: Vec<Value>) -> Self {
        Self { relation, cells }
    }

    /// Holds if the rows agree in all columns that neither hides.
    pub fn matches(&self, other: &Self) -> bool {
        let agree = |(a, b): (&Value, &Value)| a == b || *a == Value::Hidden || *b == Value::Hidden;
        self.relation == other.relation && self.cells.iter().zip(&other.cells).all(agree)
    }
}

/// A log of the conclusions of rules, in order.
#[derive(Debug, Default)]
pub struct Log {
    /// The full segments.
    segments: Vec<Segment>,
    /// The segment that is being filled.
    current: Segment,
}

/// A segment of a log. It never grows beyond its initial capacity, so that nothing is copied.
#[derive(Debug, Default)]
struct Segment {
    /// The clauses.
    clauses: Vec<&'static Clause>,
    /// The columns of their rows, one row after the other: conclusions and then premises.
    cells: Vec<Value>,
}

/// The number of columns that a segment has room for.
const SEGMENT: usize = 1 << 17;

/// An upper bound of the columns of a clause.
const LONGEST_CLAUSE: usize = 144;

impl Log {
    /// Returns the conclusions, in order. Linear in the log.
    pub fn firings(&self) -> impl Iterator<Item = Firing> + '_ {
        self.segments.iter().chain([&self.current]).flat_map(Segment::firings)
    }

    /// Returns the number of conclusions.
    pub fn len(&self) -> usize {
        self.segments.iter().chain([&self.current]).map(|segment| segment.clauses.len()).sum()
    }

    /// Holds if nothing has been concluded.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Begins a conclusion of a clause. Returns the cells to which its columns are appended, with capacity for them.
    fn begin(&mut self, clause: &'static Clause) -> Vec<Value> {
        if self.current.cells.capacity() - self.current.cells.len() < LONGEST_CLAUSE {
            self.start_segment();
        }
        self.current.clauses.push(clause);
        std::mem::take(&mut self.current.cells)
    }

    #[cold]
    fn start_segment(&mut self) {
        let next = Segment { clauses: Vec::with_capacity(SEGMENT / 8), cells: Vec::with_capacity(SEGMENT) };
        let full = std::mem::replace(&mut self.current, next);
        if !full.clauses.is_empty() {
            self.segments.push(full);
        }
    }
}

impl Segment {
    fn firings(&self) -> impl Iterator<Item = Firing> + '_ {
        let mut cells = &self.cells[..];
        let mut rows = move |relations: &[(&'static str, usize)]| {
            let row = |&(relation, columns): &(&'static str, usize)| {
                let (own, rest) = cells.split_at(columns);
                cells = rest;
                Row::new(relation, own.to_vec())
            };
            relations.iter().map(row).collect()
        };
        self.clauses.iter().map(move |clause| Firing {
            rule: clause.rule,
            conclusions: rows(clause.conclusions),
            premises: rows(clause.premises),
        })
    }
}

/// A position in the log.
#[derive(Clone, Copy, Debug)]
pub struct LogPosition {
    segments: usize,
    clauses: usize,
    cells: usize,
}

/// Returns the current end of the log.
pub fn log_position() -> LogPosition {
    with_log(|log| {
        let (clauses, cells) = (log.current.clauses.len(), log.current.cells.len());
        LogPosition { segments: log.segments.len(), clauses, cells }
    })
}

/// Removes the entries after a position: they rest on assumptions that have been given up.
pub fn rewind(to: LogPosition) {
    with_log(|log| {
        if log.segments.len() > to.segments {
            log.current = log.segments.swap_remove(to.segments);
            log.segments.truncate(to.segments);
        }
        log.current.clauses.truncate(to.clauses);
        log.current.cells.truncate(to.cells);
    });
}

/// The level of recording.
#[derive(Clone, Copy, PartialEq, Eq)]
enum TraceMode {
    Off,
    Counts,
    Firings,
}

/// The records of this thread.
struct Recording {
    mode: StdCell<TraceMode>,
    profile: RefCell<Profile>,
    /// The time of the last counted conclusion.
    last: StdCell<Option<Instant>>,
    log: RefCell<Log>,
}

thread_local! {
    static RECORDING: Recording = const {
        Recording {
            mode: StdCell::new(TraceMode::Off),
            profile: RefCell::new(Profile { rules: BTreeMap::new(), premises: BTreeMap::new() }),
            last: StdCell::new(None),
            log: RefCell::new(Log { segments: Vec::new(), current: Segment { clauses: Vec::new(), cells: Vec::new() } }),
        }
    };
}

impl Recording {
    fn count(&self, rule: &'static str) {
        let now = Instant::now();
        let time = self.last.replace(Some(now)).map_or(0, |last| (now - last).as_nanos());
        let mut profile = self.profile.borrow_mut();
        let total = profile.rules.entry(rule).or_default();
        total.firings += 1;
        total.nanoseconds += u64::try_from(time).unwrap_or(u64::MAX);
    }
}

/// Marks the conclusion of a rule: `if by("C-Refl")` is the last premise of the rule C-Refl. It always holds.
#[inline(always)]
pub fn by(_rule: &'static str) -> bool {
    true
}

/// Records the columns of a clause's rows, if a trace is recorded: first those of the conclusions, then those of the premises. It always
/// holds.
#[macro_export]
macro_rules! traced {
    ($clause:expr, [$($column:expr),* $(,)?]) => {
        !$crate::trace::is_recording() || $crate::trace::record($clause, &[$($crate::trace::Cell::value(&$column)),*])
    };
}

/// Holds if a trace or a profile is recorded.
#[inline(always)]
pub fn is_recording() -> bool {
    RECORDING.with(|recording| recording.mode.get()) != TraceMode::Off
}

/// Records the rows of a clause, whose columns are consecutive. Returns true. Everything that depends on the clause is outside, because a
/// crate of rules has hundreds of them.
#[cold]
#[inline(never)]
pub fn record(clause: &'static Clause, columns: &[Value]) -> bool {
    if let Some(mut cells) = begin(clause) {
        cells.extend_from_slice(columns);
        with_log(|log| log.current.cells = cells);
    }
    true
}

/// Begins to record a clause. Returns the cells to which its columns are appended, or none if the clause is only counted.
fn begin(clause: &'static Clause) -> Option<Vec<Value>> {
    if RECORDING.with(|recording| recording.mode.get()) == TraceMode::Firings {
        return Some(with_log(|log| log.begin(clause)));
    }
    if !clause.rule.is_empty() {
        RECORDING.with(|recording| recording.count(clause.rule));
    }
    None
}

/// The number of conclusions of each rule, and the time that they took.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Profile {
    rules: BTreeMap<&'static str, RuleProfile>,
    premises: BTreeMap<PremisePlace, PremiseCount>,
}

/// The place of a premise: a file, and the first and last offset in it.
pub type PremisePlace = (&'static str, (u32, u32));

/// The number of times that a premise was evaluated.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PremiseCount {
    /// The number of evaluations.
    pub reached: u64,
    /// The number of those in which it did not hold; `None` for a premise that only binds a value, which always holds.
    pub failed: Option<u64>,
}

/// The number of conclusions of a rule, and the time that they took.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RuleProfile {
    /// The number of conclusions.
    pub firings: u64,
    /// The time from the previous conclusion to this rule's conclusions, in nanoseconds. The time of a search without result
    /// counts for the rule that concludes next.
    pub nanoseconds: u64,
}

impl Profile {
    /// Returns the names of the rules that have concluded something.
    pub fn fired(&self) -> impl Iterator<Item = &'static str> {
        self.rules.keys().copied()
    }

    /// Returns the profile of one rule.
    pub fn rule(&self, name: &str) -> RuleProfile {
        self.rules.get(name).copied().unwrap_or_default()
    }

    /// Returns the counts of the premises in a part of a file: one for each step in which they are evaluated.
    pub fn premises(&self, file: &str, (start, end): (u32, u32)) -> impl Iterator<Item = PremiseCount> {
        let is_within = move |place: &PremisePlace| place.0 == file && start <= place.1.0 && place.1.1 <= end;
        self.premises.iter().filter(move |(place, _)| is_within(place)).map(|(_, count)| *count)
    }

    /// Adds the numbers of another profile.
    pub fn add(&mut self, other: &Self) {
        for (name, found) in &other.rules {
            let total = self.rules.entry(name).or_default();
            total.firings += found.firings;
            total.nanoseconds += found.nanoseconds;
        }
    }
}

/// Runs `work`, and returns its result with the profile of the rules. A recording around it goes on afterwards.
pub fn profile<R>(work: impl FnOnce() -> R) -> (R, Profile) {
    let outer = RECORDING.with(|recording| {
        recording.last.set(Some(Instant::now()));
        recording.profile.take()
    });
    let result = recording(TraceMode::Counts, work);
    (result, RECORDING.with(|recording| recording.profile.replace(outer)))
}

/// Adds the counts of a premise of an interpreted rule, if a profile is recorded.
pub fn count_premise(place: PremisePlace, count: PremiseCount) {
    RECORDING.with(|recording| {
        if recording.mode.get() == TraceMode::Counts {
            let mut profile = recording.profile.borrow_mut();
            let total = profile.premises.entry(place).or_default();
            total.reached += count.reached;
            total.failed = [total.failed, count.failed].into_iter().flatten().reduce(|sum, more| sum + more);
        }
    });
}

/// Runs `work`, and returns its result with the conclusions of the rules. A recording around it goes on afterwards.
pub fn firings<R>(work: impl FnOnce() -> R) -> (R, Log) {
    let outer = with_log(std::mem::take);
    let result = recording(TraceMode::Firings, work);
    (result, with_log(|log| std::mem::replace(log, outer)))
}

fn recording<R>(mode: TraceMode, work: impl FnOnce() -> R) -> R {
    let outer = RECORDING.with(|recording| recording.mode.replace(mode));
    let result = work();
    RECORDING.with(|recording| recording.mode.set(outer));
    result
}

fn with_log<R>(read: impl FnOnce(&mut Log) -> R) -> R {
    RECORDING.with(|recording| read(&mut recording.log.borrow_mut()))
}
