//! The numbering of a program's parts.

use rustc_hash::FxHashMap;
use typed_index_collections::{TiVec, ti_vec};

use super::super::Cell;
use super::Collector;
use crate::program::{DefinitionId, FileId, Place, Program};
use crate::source::Span;
use crate::syntax::tree::{Attribute, Block, BodyItem, NodeId, Tree};

/// The numbers of the files, blocks, attributes, definitions and expressions of a program.
pub(super) struct Places {
    pub files: Vec<Cell>,
    /// The numbers of the nodes of each file; -1 for nodes outside of attributes.
    expressions: TiVec<FileId, TiVec<NodeId, Cell>>,
    blocks: FxHashMap<(FileId, Span), Cell>,
    first_attribute: Vec<Cell>,
    first_definition: Cell,
    first_block: Vec<Cell>,
}

/// The number of nodes outside of attributes.
const NOWHERE: Cell = -1;

impl Places {
    /// Numbers the parts of a program.
    pub fn new(collector: &mut Collector, program: &Program) -> Self {
        let first_file = collector.fresh("file", program.files.len());
        let mut places = Self {
            files: (first_file..).take(program.files.len()).collect(),
            expressions: TiVec::with_capacity(program.files.len()),
            blocks: FxHashMap::default(),
            first_attribute: Vec::new(),
            first_definition: collector.fresh("definition", program.definitions.len()),
            first_block: Vec::new(),
        };
        for (file, id) in program.files.iter().zip((0..).map(FileId)) {
            let (mut attributes, mut blocks) = (Vec::new(), Vec::new());
            gather(&file.tree.body, &mut attributes, &mut blocks);
            let first = collector.fresh("block", blocks.len());
            places.blocks.extend((first..).zip(&blocks).map(|(number, block)| ((id, block.span), number)));
            places.first_block.push(first);
            places.first_attribute.push(collector.fresh("attribute", attributes.len()));
            places.expressions.push(expressions(collector, &file.tree, &attributes));
        }
        places
    }

    /// Returns the number of an expression.
    pub fn expression(&self, at: Place) -> Cell {
        self.expressions[at.file][at.node]
    }

    /// Returns the nodes of a file's expressions with their numbers, in order.
    pub fn expressions_of(&self, file: usize) -> Vec<(NodeId, Cell)> {
        let numbers = self.expressions[FileId::from(file)].iter().copied();
        let mut found: Vec<_> = (0..).map(NodeId).zip(numbers).filter(|&(_, number)| number != NOWHERE).collect();
        found.sort_unstable_by_key(|found| found.1);
        found
    }

    /// Returns the number of a definition.
    pub fn definition(&self, id: DefinitionId) -> Cell {
        self.first_definition + Cell::from(id.0)
    }

    /// Returns the number of the block at a span.
    pub fn block_at(&self, file: FileId, span: Span) -> Option<Cell> {
        self.blocks.get(&(file, span)).copied()
    }

    /// Returns the first numbers of a file's blocks and attributes; they are numbered in source order.
    pub fn firsts(&self, file: usize) -> (Cell, Cell) {
        (self.first_block[file], self.first_attribute[file])
    }
}

/// Collects the attributes and blocks of a body, in source order.
fn gather<'t>(body: &'t [BodyItem], attributes: &mut Vec<&'t Attribute>, blocks: &mut Vec<&'t Block>) {
    for item in body {
        match item {
            BodyItem::Attribute(attribute) => attributes.push(attribute),
            BodyItem::Block(block) => {
                blocks.push(block);
                gather(&block.body, attributes, blocks);
            }
        }
    }
}

/// Returns the expressions of a program in the order of their numbers.
pub fn expressions_in_order(program: &Program) -> Vec<Place> {
    let files = (0..).map(FileId).zip(&program.files);
    let places = files.flat_map(|(file, read)| {
        let (mut attributes, mut blocks) = (Vec::new(), Vec::new());
        gather(&read.tree.body, &mut attributes, &mut blocks);
        nodes_in_order(&read.tree, &attributes).into_iter().map(move |node| Place { file, node })
    });
    places.collect()
}

/// Numbers the nodes of attributes.
fn expressions(collector: &mut Collector, tree: &Tree, attributes: &[&Attribute]) -> TiVec<NodeId, Cell> {
    let nodes = nodes_in_order(tree, attributes);
    let first = collector.fresh("expression", nodes.len());
    let mut numbers = ti_vec![NOWHERE; tree.len()];
    for (number, node) in (first..).zip(nodes) {
        numbers[node] = number;
    }
    numbers
}

/// Returns the nodes of attributes by place, outer nodes before inner ones.
fn nodes_in_order(tree: &Tree, attributes: &[&Attribute]) -> Vec<NodeId> {
    let nodes = attributes.iter().flat_map(|attribute| (attribute.first.0..=attribute.value.0).map(NodeId));
    let mut nodes: Vec<NodeId> = nodes.collect();
    nodes.sort_by_key(|&node| {
        let span = tree.span(node);
        (span.start, std::cmp::Reverse(span.end), std::cmp::Reverse(node))
    });
    nodes.dedup();
    nodes
}
