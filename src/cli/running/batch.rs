//! Batches: requests on standard input, one answer for each on standard output.

use std::io::{self, BufRead, BufReader, Read};

use clap::Args;

use crate::cli::terminal::output::{Failure, Output};
use crate::render::Palette;

/// The maximum number of waiting requests that are answered together.
const MOST_AT_A_TIME: usize = 4096;

/// The option for the end of requests and answers.
#[derive(Clone, Copy, Debug, Args)]
pub struct BatchArguments {
    /// End requests and answers with a NUL byte instead of a newline
    #[arg(long, help_heading = "Batch")]
    null: bool,
}

/// The bytes that end requests and answers.
#[derive(Clone, Copy, Debug)]
pub struct Ending {
    /// Ends each request.
    pub request: u8,
    /// Ends each answer.
    pub answer: u8,
}

impl From<BatchArguments> for Ending {
    fn from(arguments: BatchArguments) -> Self {
        let end = if arguments.null { 0 } else { b'\n' };
        Self { request: end, answer: end }
    }
}

/// As [`answer_all_bytes`], for requests in UTF-8. Invalid bytes are replaced.
pub fn answer_all(ending: Ending, mut answer: impl FnMut(&[String]) -> Vec<String>) -> Result<(), Failure> {
    answer_all_bytes(ending, |requests| {
        let texts: Vec<String> = requests.iter().map(|bytes| String::from_utf8_lossy(bytes).into_owned()).collect();
        answer(&texts)
    })
}

/// Answers the requests on standard input, in order. All waiting requests are answered together. A single request does not wait
/// for others, so that a client that sends one at a time gets each answer immediately.
pub fn answer_all_bytes(ending: Ending, mut answer: impl FnMut(&[Vec<u8>]) -> Vec<String>) -> Result<(), Failure> {
    let mut input = BufReader::with_capacity(1 << 20, io::stdin().lock());
    let mut output = Output::new([Palette::Plain; 2]);
    loop {
        let requests = waiting(&mut input, ending.request)?;
        if requests.is_empty() || output.is_closed() {
            return Ok(());
        }
        output.print_answers(&answer(&requests), ending.answer)?;
    }
}

/// Reads the next requests: at least one, unless there are no more.
fn waiting<R: Read>(input: &mut BufReader<R>, end: u8) -> Result<Vec<Vec<u8>>, Failure> {
    let mut requests = Vec::new();
    while requests.len() < MOST_AT_A_TIME {
        if !requests.is_empty() && !input.buffer().contains(&end) {
            break;
        }
        let mut bytes = Vec::new();
        let read = input.read_until(end, &mut bytes);
        if read.map_err(|error| Failure::Usage(format!("standard input cannot be read: {error}")))? == 0 {
            break;
        }
        if bytes.last() == Some(&end) {
            bytes.pop();
        }
        if end == b'\n' && bytes.last() == Some(&b'\r') {
            bytes.pop();
        }
        requests.push(bytes);
    }
    Ok(requests)
}
