//! The picture of a graph. Boxes stand in columns and rows, and arrows run in the gaps between them.

use std::fmt::Write as _;

use super::GraphNode;
use super::look::Look;

/// The width and height of a box, and the distances between boxes.
const WIDTH: usize = 180;
const HEIGHT: usize = 28;
const COLUMN: usize = 240;
const ROW: usize = 44;

/// The distance of the boxes from the edges of the picture.
const MARGIN: usize = 20;

/// The place of a box: its column, and its row.
#[derive(Clone, Copy)]
struct Cell {
    column: usize,
    row: usize,
}

impl Cell {
    fn left(self) -> usize {
        MARGIN + self.column * COLUMN
    }

    fn right(self) -> usize {
        self.left() + WIDTH
    }

    fn top(self) -> usize {
        MARGIN + self.row * ROW
    }

    fn middle(self) -> usize {
        self.top() + HEIGHT / 2
    }

    /// The middle of the gap above the row.
    fn gap(self) -> usize {
        self.top() - (ROW - HEIGHT) / 2
    }
}

/// Renders the picture: each definition is in the column after those that it refers to.
pub(super) fn svg(nodes: &[GraphNode]) -> String {
    let (cells, columns, rows) = cells(nodes);
    let width = 2 * MARGIN + columns.saturating_sub(1) * COLUMN + WIDTH;
    let height = 2 * MARGIN + rows.saturating_sub(1) * ROW + HEIGHT;
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" \
         font-family=\"sans-serif\" font-size=\"13\">\n"
    );
    for (id, colour, class) in [("arrow", "#888", ""), ("arrow-circular", "#c00", " class=\"circular\"")] {
        let _ = writeln!(
            out,
            "<marker id=\"{id}\" viewBox=\"0 0 8 8\" refX=\"8\" refY=\"4\" markerWidth=\"8\" markerHeight=\"8\" orient=\"auto\"\
             {class}><polygon points=\"0,0 8,4 0,8\" fill=\"{colour}\"/></marker>"
        );
    }
    for (at, node) in nodes.iter().enumerate() {
        for &to in &node.refers_to {
            let is_circular = node.is_circular && nodes[to].is_circular;
            let (colour, class, arrow) =
                if is_circular { ("#c00", " class=\"circular\"", "arrow-circular") } else { ("#888", "", "arrow") };
            let path = path(cells[at], cells[to]);
            let _ = writeln!(
                out,
                "<path d=\"{path}\" data-edge=\"{at} {to}\" fill=\"none\" stroke=\"{colour}\" marker-end=\"url(#{arrow})\"{class}/>"
            );
        }
    }
    for (node, &cell) in nodes.iter().zip(&cells) {
        push_box(&mut out, node, cell);
    }
    out + "</svg>\n"
}

/// Returns the places of the definitions, and the numbers of columns and rows.
fn cells(nodes: &[GraphNode]) -> (Vec<Cell>, usize, usize) {
    let mut cells: Vec<Cell> = Vec::with_capacity(nodes.len());
    let mut rows: Vec<usize> = Vec::new();
    for (at, node) in nodes.iter().enumerate() {
        let before = node.refers_to.iter().filter(|&&to| to < at).map(|&to| cells[to].column + 1);
        let column = before.max().unwrap_or(0);
        if rows.len() <= column {
            rows.resize(column + 1, 0);
        }
        cells.push(Cell { column, row: rows[column] });
        rows[column] += 1;
    }
    let most = rows.iter().max().copied().unwrap_or(1);
    (cells, rows.len(), most)
}

/// Returns the path of an arrow. It crosses further columns in the gap above the row where it ends.
fn path(from: Cell, to: Cell) -> String {
    let bend = (COLUMN - WIDTH) / 2;
    let (start, end) = ((from.left(), from.middle()), (to.right(), to.middle()));
    let curve = |height: usize, (near, far): (usize, usize), end: (usize, usize)| {
        format!("C{near} {height} {far} {} {} {}", end.1, end.0, end.1)
    };
    if to.column + 1 == from.column {
        let bends = (start.0.saturating_sub(bend), end.0 + bend);
        return format!("M{} {} {}", start.0, start.1, curve(start.1, bends, end));
    }
    let gap = to.gap();
    // An arrow to an earlier column leaves to the left; one in a cycle turns around.
    let outside = start.0.saturating_sub(bend);
    let turn = if to.column < from.column { (start.0 - 2 * bend, gap) } else { (start.0, gap) };
    let arrival = if to.column < from.column { (end.0 + 2 * bend, gap) } else { (end.0, gap) };
    format!(
        "M{} {} {} L{} {} {}",
        start.0,
        start.1,
        curve(start.1, (outside, outside), turn),
        arrival.0,
        arrival.1,
        curve(gap, (end.0 + bend, end.0 + bend), end)
    )
}

fn push_box(out: &mut String, node: &GraphNode, cell: Cell) {
    let look = Look::of(node);
    let (colour, circular) = if node.is_circular { ("#c00", " circular") } else { ("#666", "") };
    let (x, y, class, name) = (cell.left(), cell.top(), look.class(), escaped(&node.name));
    let _ = writeln!(
        out,
        "<g class=\"{class}{circular}\"><title>{} {name}</title><rect x=\"{x}\" y=\"{y}\" width=\"{WIDTH}\" height=\"{HEIGHT}\" \
         stroke=\"{colour}\" {}/><text x=\"{}\" y=\"{}\" fill=\"#222\">{}</text></g>",
        node.kind,
        look.in_svg(),
        x + 8,
        y + 19,
        escaped(&shortened(&node.name))
    );
}

fn shortened(name: &str) -> String {
    if name.chars().count() <= 24 { name.to_owned() } else { name.chars().take(23).chain("…".chars()).collect() }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The points of a path, with those of its curves.
    fn points(path: &str) -> Vec<(usize, usize)> {
        let numbers = path.split(|letter: char| !letter.is_ascii_digit()).filter_map(|number| number.parse().ok());
        let numbers: Vec<usize> = numbers.collect();
        numbers.chunks(2).map(|point| (point[0], point[1])).collect()
    }

    #[test]
    fn arrows_run_between_boxes() {
        let cells = |columns: usize, rows: usize| {
            (0..columns).flat_map(move |column| (0..rows).map(move |row| Cell { column, row }))
        };
        for (from, to) in cells(4, 4).flat_map(|from| cells(4, 4).map(move |to| (from, to))) {
            let path = path(from, to);
            let all = points(&path);
            assert_eq!((all[0], *all.last().unwrap()), ((from.left(), from.middle()), (to.right(), to.middle())));
            for (x, y) in all {
                let is_inside = |cell: Cell| {
                    (cell.left() + 1..cell.right()).contains(&x) && (cell.top()..=cell.top() + HEIGHT).contains(&y)
                };
                assert!(!cells(4, 4).any(is_inside), "{path}");
            }
        }
    }
}
