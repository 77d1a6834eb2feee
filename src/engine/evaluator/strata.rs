//! Stratification: a relation is complete before it is negated or aggregated.

use std::collections::VecDeque;

use typelog_types::components;

/// A use of a relation by a rule.
#[derive(Clone, Copy, Debug)]
pub struct Use {
    /// The relation that is concluded, by its index.
    pub from: usize,
    /// The relation that is read, by its index.
    pub to: usize,
    /// Holds if the relation that is read must be complete.
    pub is_negative: bool,
    /// The rule.
    pub rule: usize,
}

/// A group of mutually dependent relations.
#[derive(Clone, Debug, Default)]
pub struct Group {
    /// The rules that conclude these relations.
    pub rules: Vec<usize>,
    /// The relations.
    pub relations: Vec<usize>,
}

/// Groups relations so that each group only reads itself and earlier groups. `heads` has the relation that each rule concludes,
/// if there is one. Linear in the rules and their uses.
///
/// # Errors
/// The first use in which a relation must be complete but depends on the conclusion.
pub fn strata(count: usize, heads: &[Option<usize>], uses: &[Use]) -> Result<Vec<Group>, Use> {
    let mut edges = vec![Vec::new(); count];
    for edge in uses {
        edges[edge.from].push(edge.to as u32);
    }
    let components = components(&edges);
    let mut group_of = vec![0; count];
    for (group, members) in components.iter().enumerate() {
        for &member in members {
            group_of[member as usize] = group;
        }
    }
    if let Some(found) = uses.iter().find(|edge| edge.is_negative && group_of[edge.to] == group_of[edge.from]) {
        return Err(*found);
    }
    let mut groups: Vec<Group> = Vec::new();
    for members in &components {
        let relations = members.iter().map(|&member| member as usize).collect();
        groups.push(Group { rules: Vec::new(), relations });
    }
    for (rule, head) in heads.iter().enumerate() {
        if let Some(head) = *head {
            groups[group_of[head]].rules.push(rule);
        }
    }
    groups.retain(|group| !group.rules.is_empty());
    Ok(groups)
}

/// Returns the shortest path of uses from the relation that must be complete back to the conclusion.
pub fn cycle(count: usize, uses: &[Use], edge: &Use) -> Vec<Use> {
    let mut came_by: Vec<Option<&Use>> = vec![None; count];
    let mut waiting = VecDeque::from([edge.to]);
    while let Some(at) = waiting.pop_front() {
        for next in uses.iter().filter(|next| next.from == at) {
            if next.to != edge.to && came_by[next.to].is_none() {
                came_by[next.to] = Some(next);
                waiting.push_back(next.to);
            }
        }
    }
    let mut way = Vec::new();
    let mut at = edge.from;
    while let Some(found) = came_by[at].filter(|_| at != edge.to) {
        way.push(*found);
        at = found.from;
    }
    way.reverse();
    way
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reads(from: usize, to: usize, rule: usize) -> Use {
        Use { from, to, is_negative: false, rule }
    }

    #[test]
    fn what_is_read_comes_first() {
        // 0 reads 1; 1 reads itself and 2.
        let uses = [reads(0, 1, 0), reads(1, 1, 1), reads(1, 2, 1)];
        let groups = strata(3, &[Some(0), Some(1), Some(2)], &uses).expect("no circle");
        assert_eq!(groups.iter().map(|group| &group.rules[..]).collect::<Vec<_>>(), [[2], [1], [0]]);
    }

    #[test]
    fn absence_in_a_circle_is_refused_with_the_way() {
        let absence = Use { is_negative: true, ..reads(0, 1, 0) };
        let uses = [absence, reads(1, 2, 1), reads(2, 0, 2)];
        let found = strata(3, &[Some(0), Some(1), Some(2)], &uses).expect_err("a circle");
        assert_eq!((found.from, found.to, found.rule), (0, 1, 0));
        let way: Vec<(usize, usize)> = cycle(3, &uses, &found).iter().map(|edge| (edge.from, edge.to)).collect();
        assert_eq!(way, [(1, 2), (2, 0)]);
    }
}
