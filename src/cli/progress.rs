//! `--progress`: how far a run over many programs is, on standard error.

use std::io::{IsTerminal, stderr};
use std::time::{Duration, Instant};

use clap::ValueEnum;
use indicatif::{ProgressBar, ProgressStyle};

use super::output::{Status, print_aside};

/// When to tell how far a run is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum When {
    /// On a terminal, where there may be several programs
    Auto,
    /// In any case: off a terminal by a line every second
    Always,
    /// Not at all
    Never,
}

/// How often a line is printed where there is no terminal.
const EVERY: Duration = Duration::from_secs(1);

/// How far a run is.
pub struct Progress {
    shown: Shown,
    started: Instant,
    /// The number of programs of the run, if it is known.
    total: Option<u64>,
    programs: u64,
    wrong: u64,
}

enum Shown {
    Bar(ProgressBar),
    /// When the last line was printed.
    Lines(Instant),
    Nothing,
}

impl Progress {
    /// The start of a run.
    pub fn new(when: When, has_several: bool) -> Self {
        let is_terminal = stderr().is_terminal();
        let shown = match when {
            When::Never => Shown::Nothing,
            When::Auto if !is_terminal || !has_several => Shown::Nothing,
            _ if is_terminal => Shown::Bar(bar()),
            _ => Shown::Lines(Instant::now()),
        };
        Self { shown, started: Instant::now(), total: None, programs: 0, wrong: 0 }
    }

    /// The same for a run over so many programs: it says how long the rest is likely to take.
    #[must_use]
    pub fn with_total(self, programs: usize) -> Self {
        Self { total: Some(programs as u64), ..self }
    }

    /// Counts a program, which `print` shows the result of.
    pub fn step<R>(&mut self, status: Status, print: impl FnOnce() -> R) -> R {
        self.steps(&[status], print)
    }

    /// Counts programs that come together.
    pub fn steps<R>(&mut self, ends: &[Status], print: impl FnOnce() -> R) -> R {
        self.programs += ends.len() as u64;
        self.wrong += ends.iter().filter(|&&end| end != Status::Clean).count() as u64;
        let text = self.text();
        match &mut self.shown {
            Shown::Bar(bar) => {
                let result = bar.suspend(print);
                bar.set_message(text);
                bar.tick();
                result
            }
            Shown::Lines(last) => {
                if last.elapsed() >= EVERY {
                    *last = Instant::now();
                    print_aside(&format!("typelog: {text}\n"));
                }
                print()
            }
            Shown::Nothing => print(),
        }
    }

    /// The end of the run.
    pub fn finish(self) {
        match &self.shown {
            Shown::Bar(bar) => bar.finish_and_clear(),
            Shown::Lines(_) => print_aside(&format!("typelog: {}\n", self.text())),
            Shown::Nothing => {}
        }
    }

    fn text(&self) -> String {
        let plural = if self.programs == 1 { "" } else { "s" };
        let checked = format!("{} program{plural} checked, {} of them with errors", self.programs, self.wrong);
        match self.total.map(|total| total.saturating_sub(self.programs)) {
            Some(left @ 1..) if self.programs > 0 => {
                let seconds = self.started.elapsed().as_millis() * u128::from(left) / u128::from(self.programs) / 1000;
                format!("{checked}, {left} left: about {seconds} s")
            }
            _ => checked,
        }
    }
}

fn bar() -> ProgressBar {
    let style =
        ProgressStyle::with_template("{spinner} {msg}, {elapsed}").unwrap_or_else(|_| ProgressStyle::default_spinner());
    ProgressBar::new_spinner().with_style(style)
}
