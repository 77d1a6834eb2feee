//! Questions about types and their answers, as texts.

use clap::ValueEnum;

use super::traversal::{outcome_word, traverse};
use crate::answers::ask::{Answer, Question, ask};
use crate::answers::model::fit;
use crate::program::environment::Environment;
use crate::types::display::display;
use crate::types::vocabulary::Conversion::{No, Safe, Unsafe};
use crate::types::{Interner, Ty};

/// The rules for the compatibility of types.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Model {
    /// The rules of HCL and PCL
    Pcl,
    /// The rules of declared types, in which `int` is assignable to `number`; `convert` prints whether a value may turn out to be
    /// of the other type
    Bicep,
}

impl Model {
    /// Returns the environment of questions.
    pub fn environment(self, types: &mut Interner) -> Environment {
        match self {
            Self::Pcl => Environment::default(),
            Self::Bicep => Environment::of_model(types),
        }
    }
}

/// A question that has been read.
#[derive(Debug)]
pub enum Request {
    /// A question about two types.
    Ask(Question),
    /// The common type of several types.
    Unify(Vec<Ty>),
    /// The type that steps lead to.
    Traverse(Ty, String),
}

impl Request {
    /// Reads the fields of a question.
    ///
    /// # Errors
    /// If the fields are not a question.
    pub fn read(fields: &[&str], environment: &Environment, types: &mut Interner) -> Result<Self, String> {
        let mut read = |text: &str| environment.read_type(text, types);
        match *fields {
            ["convert", from, to] => Ok(Self::Ask(Question::Convert(read(from)?, read(to)?))),
            ["assignable", from, to] => Ok(Self::Ask(Question::Assignable(read(from)?, read(to)?))),
            ["unify", _, _, ..] => {
                Ok(Self::Unify(fields[1..].iter().map(|text| read(text)).collect::<Result<_, _>>()?))
            }
            ["traverse", ty, steps] => Ok(Self::Traverse(read(ty)?, steps.to_owned())),
            ["convert" | "assignable" | "unify", ..] => Err(format!("`{}` takes two types", fields[0])),
            ["traverse", ..] => Err("`traverse` takes a type and steps".to_owned()),
            [other, ..] => Err(format!("there is no question `{other}`")),
            [] => Err("there is no question".to_owned()),
        }
    }
}

/// Answers questions, in order. A question that could not be read is answered with the reason.
pub fn answer_requests(requests: &[Result<Request, String>], model: Model, types: &mut Interner) -> Vec<String> {
    let mut answers: Vec<String> = requests
        .iter()
        .map(|request| request.as_ref().err().map_or_else(String::new, |reason| format!("! {reason}")))
        .collect();
    answer_questions(requests, model, types, &mut answers);
    answer_unifications(requests, types, &mut answers);
    answer_traversals(requests, types, &mut answers);
    answers
}

fn answer_questions(requests: &[Result<Request, String>], model: Model, types: &mut Interner, answers: &mut [String]) {
    let (places, questions): (Vec<usize>, Vec<Question>) = requests
        .iter()
        .enumerate()
        .filter_map(|(place, request)| match request {
            Ok(Request::Ask(question)) => Some((place, *question)),
            _ => None,
        })
        .unzip();
    let found = match model {
        Model::Pcl => ask(types, &questions),
        Model::Bicep => ask_model(types, &questions),
    };
    for (place, answer) in places.into_iter().zip(found) {
        answers[place] = words(answer, types);
    }
}

/// Answers questions with the rules for declared types. They have no conversions: a type is assignable to another, or a value may
/// turn out to be of the other type.
fn ask_model(types: &mut Interner, questions: &[Question]) -> Vec<Answer> {
    let pair = |question: &Question| match *question {
        Question::Convert(s, t) | Question::Assignable(s, t) | Question::Unify(s, t) => (s, t),
        Question::Traverse(t, _) => (t, t),
    };
    let kinds = fit(types, &questions.iter().map(pair).collect::<Vec<_>>());
    let answers = questions.iter().zip(kinds).map(|(question, kind)| match question {
        Question::Assignable(..) => Answer::Assignable(kind == Safe),
        _ => Answer::Convert(kind),
    });
    answers.collect()
}

/// Computes the common types of several types, folded from the left.
fn answer_unifications(requests: &[Result<Request, String>], types: &mut Interner, answers: &mut [String]) {
    struct Fold<'a> {
        place: usize,
        safe: Ty,
        loose: Ty,
        rest: &'a [Ty],
    }
    let mut folds: Vec<Fold<'_>> = Vec::new();
    for (place, request) in requests.iter().enumerate() {
        if let Ok(Request::Unify(unified)) = request
            && let [first, rest @ ..] = &unified[..]
        {
            folds.push(Fold { place, safe: *first, loose: *first, rest });
        }
    }
    loop {
        let waiting: Vec<&mut Fold<'_>> = folds.iter_mut().filter(|fold| !fold.rest.is_empty()).collect();
        if waiting.is_empty() {
            break;
        }
        let questions: Vec<Question> = waiting
            .iter()
            .flat_map(|fold| [Question::Unify(fold.safe, fold.rest[0]), Question::Unify(fold.loose, fold.rest[0])])
            .collect();
        let found = ask(types, &questions);
        for (fold, pair) in waiting.into_iter().zip(found.chunks(2)) {
            if let [Answer::Unify(safe, _), Answer::Unify(_, loose)] = *pair {
                (fold.safe, fold.loose, fold.rest) = (safe, loose, &fold.rest[1..]);
            }
        }
    }
    for fold in folds {
        answers[fold.place] = words(Answer::Unify(fold.safe, fold.loose), types);
    }
}

fn answer_traversals(requests: &[Result<Request, String>], types: &mut Interner, answers: &mut [String]) {
    let (places, questions): (Vec<usize>, Vec<(Ty, String)>) = requests
        .iter()
        .enumerate()
        .filter_map(|(place, request)| match request {
            Ok(Request::Traverse(ty, steps)) => Some((place, (*ty, steps.clone()))),
            _ => None,
        })
        .unzip();
    for (place, traversed) in places.into_iter().zip(traverse(&questions, types)) {
        answers[place] = match traversed {
            Ok(traversed) => format!("{}\t{}", display(types, traversed.ty), traversed.outcome()),
            Err(reason) => format!("! {reason}"),
        };
    }
}

fn words(answer: Answer, types: &Interner) -> String {
    match answer {
        Answer::Convert(Safe) => "safe".to_owned(),
        Answer::Convert(Unsafe) => "unsafe".to_owned(),
        Answer::Convert(No) => "none".to_owned(),
        Answer::Assignable(yes) => yes.to_string(),
        Answer::Traverse(ty, outcome) => format!("{}\t{}", display(types, ty), outcome_word(outcome)),
        Answer::Unify(safe, loose) => format!("{}\t{}", display(types, safe), display(types, loose)),
    }
}
