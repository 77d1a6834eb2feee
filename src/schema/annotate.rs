//! The names by which messages call the types of schemas.
//!
//! Programs of a run share types, but not their names: a type is called by the name of a member only where the program
//! uses something that refers to it. So what a program is told does not depend on what else is checked.

use super::bound::{Member, Target, Targets};
use super::spec::{TypeSpec, references};
use super::store::{PackageId, Schemas};
use crate::types::{Annotations, Interner};

impl Schemas {
    /// Begins another program: the names of types in messages depend on the schemas that it uses.
    pub fn begin_program(&mut self, types: &mut Interner) {
        self.annotated.clear();
        types.replace_annotations(Annotations::default());
    }

    /// Lets messages call the types of members, and of those that they refer to in the end, by their names. Linear in those
    /// that the program has not met.
    pub(super) fn annotate(&mut self, members: &[Member], types: &mut Interner) {
        let mut waiting = members.to_vec();
        while let Some(member) = waiting.pop() {
            let Some(bound) = self.bound(&member) else { continue };
            let (annotated, mentions) = (bound.annotated, bound.mentions.clone());
            if !self.annotated.insert(member) {
                continue;
            }
            if let Some((both, name)) = annotated {
                for ty in both {
                    types.annotate(ty, name);
                }
            }
            waiting.extend(mentions.iter().cloned());
        }
    }
}

/// The members that types of a package refer to.
pub(super) fn mentioned(package: PackageId, specs: &[&TypeSpec], targets: &Targets) -> Vec<Member> {
    let mut members: Vec<Member> = Vec::new();
    for reference in references(specs) {
        if let Some(Target::Member(member)) = targets.get(&(package, reference.into())) {
            members.push(member.clone());
        }
    }
    members.sort_unstable();
    members.dedup();
    members
}
