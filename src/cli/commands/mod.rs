//! The commands: a file or a folder for each, with its options, its help and its work.

mod book;
mod bundle;
mod check;
mod completions;
mod corpus;
mod diff;
mod explain;
mod expr;
mod facts;
mod graph;
mod help;
mod init;
mod interface;
mod lsp;
mod man;
mod query;
mod repl;
mod report;
mod rules;
mod syntax;
mod r#type;
mod types;
mod value;
mod why_not;

use clap::Subcommand;

use super::command_line;
use super::terminal::output::{Failure, Status};
use super::terminal::process::Process;

// A command with its options, whose documentation is its help. Manual pages and completions are generated from it. This comment is
// none, since it would describe the whole program.
#[derive(Debug, Subcommand)]
pub enum Command {
    Check(check::Arguments),
    Types(types::Arguments),
    #[command(subcommand)]
    Type(r#type::Command),
    #[command(subcommand)]
    Value(value::Command),
    Expr(expr::Arguments),
    Syntax(syntax::Arguments),
    Explain(explain::Arguments),
    WhyNot(why_not::Arguments),
    Rules(rules::Arguments),
    #[command(subcommand)]
    Book(book::Command),
    Graph(graph::Arguments),
    Init(init::Arguments),
    Interface(interface::Arguments),
    Facts(facts::Arguments),
    Corpus(corpus::Arguments),
    Query(query::Arguments),
    Repl(repl::Arguments),
    Report(report::Arguments),
    Diff(diff::Arguments),
    Bundle(bundle::Arguments),
    Rerun(bundle::RerunArguments),
    Lsp(lsp::Arguments),
    Completions(completions::Arguments),
    Man(man::Arguments),
    Help(help::Arguments),
}

impl Command {
    /// Holds if the command may take two books, which it compares.
    pub fn compares_books(&self) -> bool {
        matches!(self, Self::Diff(_))
    }

    /// Runs the command, with the books named on the command line.
    ///
    /// # Errors
    /// If there is no result.
    pub fn run(&self, books: &[String], process: &Process) -> Result<Status, Failure> {
        match self {
            Self::Check(arguments) => check::run(arguments, process),
            Self::Types(arguments) => types::run(arguments, process),
            Self::Type(command) => r#type::run(command, process),
            Self::Value(command) => value::run(command, process),
            Self::Expr(arguments) => expr::run(arguments, process),
            Self::Syntax(arguments) => syntax::run(arguments, process),
            Self::Explain(arguments) => explain::run(arguments, process),
            Self::WhyNot(arguments) => why_not::run(arguments, process),
            Self::Rules(arguments) => rules::run(arguments, process),
            Self::Book(command) => book::run(command, process),
            Self::Graph(arguments) => graph::run(arguments, process),
            Self::Init(arguments) => init::run(arguments, process),
            Self::Interface(arguments) => interface::run(arguments, process),
            Self::Facts(arguments) => facts::run(arguments, process),
            Self::Corpus(arguments) => corpus::run(arguments, process),
            Self::Query(arguments) => query::run(arguments, process),
            Self::Repl(arguments) => repl::run(arguments, process),
            Self::Report(arguments) => report::run(arguments, process),
            Self::Diff(arguments) => diff::run(arguments, books, process),
            Self::Bundle(arguments) => bundle::run(arguments, books, process),
            Self::Rerun(arguments) => bundle::rerun(arguments),
            Self::Lsp(arguments) => lsp::run(arguments, process),
            Self::Completions(arguments) => completions::run(arguments),
            Self::Man(arguments) => man::run(arguments, command_line()),
            Self::Help(arguments) => help::run(arguments, command_line()),
        }
    }
}
