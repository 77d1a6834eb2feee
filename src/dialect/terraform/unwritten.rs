//! Decisions of providers that their schemas do not tell: a table, so that another resource is another line of it.

use std::sync::LazyLock;

/// A row of the table.
struct Row {
    word: &'static str,
    /// The type of the resource.
    ty: &'static str,
    /// The block or the attribute.
    name: &'static str,
    /// The decision about it.
    rest: Vec<&'static str>,
}

static ROWS: LazyLock<Vec<Row>> = LazyLock::new(|| {
    let lines = include_str!("unwritten.txt").lines().filter(|line| !line.starts_with('#'));
    let rows = lines.filter_map(|line| match line.split(' ').collect::<Vec<_>>()[..] {
        [word, ty, name, ref rest @ ..] => Some(Row { word, ty, name, rest: rest.to_vec() }),
        _ => None,
    });
    rows.collect()
});

/// Returns the attributes that a block of a resource needs, although they are optional in the schema.
pub(super) fn demanded(ty: &str, block: &str) -> &'static [&'static str] {
    row("demands", ty, block).map_or(&[], |row| &row.rest)
}

/// Holds if the keys of a computed attribute of a resource are known in a plan.
pub(super) fn is_planned(ty: &str, attribute: &str) -> bool {
    row("plans", ty, attribute).is_some()
}

fn row(word: &str, ty: &str, name: &str) -> Option<&'static Row> {
    ROWS.iter().find(|row| (row.word, row.ty, row.name) == (word, ty, name))
}
