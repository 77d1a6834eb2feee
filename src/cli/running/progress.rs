//! `--progress`: the progress of a run over many programs, on standard error.

use std::io::{IsTerminal, stderr};
use std::time::{Duration, Instant};

use clap::ValueEnum;
use indicatif::{ProgressBar, ProgressStyle};

use crate::cli::terminal::output::{Status, print_to_stderr};

/// When to show progress.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum When {
    /// On a terminal, if there may be several programs
    Auto,
    /// Always; without a terminal, one line every second
    Always,
    /// Not at all
    Never,
}

/// The interval of lines if there is no terminal.
const EVERY: Duration = Duration::from_secs(1);

/// The progress of a run.
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
    /// Starts a run.
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

    /// Sets the number of programs of the run, so that the remaining time is estimated.
    #[must_use]
    pub fn with_total(self, programs: usize) -> Self {
        Self { total: Some(programs as u64), ..self }
    }

    /// Counts a program, whose result `print` shows.
    pub fn step<R>(&mut self, status: Status, print: impl FnOnce() -> R) -> R {
        self.steps(&[status], print)
    }

    /// Counts several programs at once.
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
                    print_to_stderr(&format!("typelog: {text}\n"));
                }
                print()
            }
            Shown::Nothing => print(),
        }
    }

    /// Ends the run.
    pub fn finish(self) {
        match &self.shown {
            Shown::Bar(bar) => bar.finish_and_clear(),
            Shown::Lines(_) => print_to_stderr(&format!("typelog: {}\n", self.text())),
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
