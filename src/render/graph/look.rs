//! Looks of definitions: those of different kinds have different shapes and colours.

use super::GraphNode;

/// The group of kinds that look alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Look {
    /// The inputs of a program: variables, configuration.
    Input,
    /// A named value.
    Value,
    /// The resources and components that a program makes.
    Resource,
    /// The resources that it reads.
    Read,
    /// Another program in it: a module, a component.
    Part,
    /// Its outputs.
    Output,
    /// All others.
    Setting,
}

impl Look {
    pub fn of(node: &GraphNode) -> Self {
        match node.kind {
            "variable" | "config" => Self::Input,
            "local" | "attribute" => Self::Value,
            "resource" => Self::Resource,
            "data" | "read" | "ephemeral" => Self::Read,
            "module" | "component" => Self::Part,
            "output" => Self::Output,
            _ => Self::Setting,
        }
    }

    /// Returns the name of its class in pictures.
    pub fn class(self) -> &'static str {
        match self {
            Self::Input => "input",
            Self::Value => "value",
            Self::Resource => "resource",
            Self::Read => "read",
            Self::Part => "part",
            Self::Output => "output",
            Self::Setting => "setting",
        }
    }

    /// Returns the colour of its boxes.
    fn fill(self) -> &'static str {
        match self {
            Self::Input => "#e3ebfb",
            Self::Value => "#ffffff",
            Self::Resource => "#fdf1d6",
            Self::Read => "#fef9ec",
            Self::Part => "#f1e4f7",
            Self::Output => "#e2f3e7",
            Self::Setting => "#eeeeee",
        }
    }

    /// Returns the attributes of its boxes in pictures.
    pub fn in_svg(self) -> String {
        let corner = match self {
            Self::Input | Self::Output => 14,
            Self::Resource | Self::Part => 0,
            Self::Value | Self::Read | Self::Setting => 4,
        };
        let line = match self {
            Self::Read => " stroke-dasharray=\"4 2\"",
            Self::Part => " stroke-width=\"2\"",
            _ => "",
        };
        format!("rx=\"{corner}\" fill=\"{}\"{line}", self.fill())
    }

    /// Returns its shape and its colour for Graphviz.
    pub fn in_dot(self) -> (&'static str, &'static str) {
        let shape = match self {
            Self::Input | Self::Output => "shape=box, style=\"rounded,filled\"",
            Self::Read => "shape=box, style=\"dashed,filled\"",
            Self::Part => "shape=component, style=filled",
            Self::Value | Self::Resource | Self::Setting => "shape=box, style=filled",
        };
        (shape, self.fill())
    }

    /// Returns the brackets around its labels in Mermaid.
    pub fn in_mermaid(self) -> (&'static str, &'static str) {
        match self {
            Self::Input | Self::Output => ("([", "])"),
            Self::Value => ("(", ")"),
            Self::Resource | Self::Setting => ("[", "]"),
            Self::Read => ("[/", "/]"),
            Self::Part => ("[[", "]]"),
        }
    }
}
