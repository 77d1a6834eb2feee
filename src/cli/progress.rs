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
        Self { shown, programs: 0, wrong: 0 }
    }

    /// Counts a program, which `print` shows the result of.
    pub fn step<R>(&mut self, status: Status, print: impl FnOnce() -> R) -> R {
        self.programs += 1;
        self.wrong += u64::from(status != Status::Clean);
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
        format!("{} program{plural} checked, {} of them with errors", self.programs, self.wrong)
    }
}

fn bar() -> ProgressBar {
    let style =
        ProgressStyle::with_template("{spinner} {msg}, {elapsed}").unwrap_or_else(|_| ProgressStyle::default_spinner());
    ProgressBar::new_spinner().with_style(style)
}
