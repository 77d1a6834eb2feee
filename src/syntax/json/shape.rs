//! The shapes of blocks, by which JSON properties are recognised as blocks.

use super::expression::Texts;
use super::may_be_block;
use super::parse::{Content, Value};

/// The shape of a block, which distinguishes blocks from attributes in JSON.
#[derive(Clone, Copy, Debug)]
pub struct BlockShape {
    /// The type of the block.
    pub kind: &'static str,
    /// The number of its labels.
    pub labels: Labels,
    /// Its attributes, which distinguish its body from a level of further labels.
    pub own: &'static [&'static str],
    /// The attributes whose texts are no templates.
    pub(super) texts: SpecialTexts,
    /// The blocks inside of it.
    pub blocks: &'static [BlockShape],
}

/// The attributes of a body whose texts are no templates.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct SpecialTexts {
    /// Those whose values are type expressions.
    pub types: &'static [&'static str],
    /// Those whose texts are references or words in native syntax, in lists and objects as well.
    pub references: &'static [&'static str],
    /// Those whose texts have no interpolations, in lists and objects as well.
    pub literals: &'static [&'static str],
}

impl SpecialTexts {
    /// Returns the meaning of the texts in an attribute without a type expression.
    pub fn of(self, name: &str) -> Texts {
        if self.references.contains(&name) {
            Texts::References
        } else if self.literals == ALL || self.literals.contains(&name) {
            Texts::Literals
        } else {
            Texts::Templates
        }
    }
}

/// All attributes of a body.
pub(super) const ALL: &[&str] = &["*"];

/// The number of labels of a block.
#[derive(Clone, Copy, Debug)]
pub struct Labels {
    /// The minimum.
    pub min: usize,
    /// The maximum.
    pub max: usize,
}

impl BlockShape {
    const fn new(kind: &'static str, min: usize, max: usize, own: &'static [&'static str]) -> Self {
        Self {
            kind,
            labels: Labels { min, max },
            own,
            texts: SpecialTexts { types: &[], references: &[], literals: &[] },
            blocks: &[],
        }
    }

    const fn with(mut self, blocks: &'static [BlockShape]) -> Self {
        self.blocks = blocks;
        self
    }

    const fn typed(mut self, types: &'static [&'static str]) -> Self {
        self.texts.types = types;
        self
    }

    const fn referring(mut self, references: &'static [&'static str]) -> Self {
        self.texts.references = references;
        self
    }

    const fn literal(mut self, literals: &'static [&'static str]) -> Self {
        self.texts.literals = literals;
        self
    }

    /// Holds if a value after the required labels is a level of further labels, and not a body.
    pub(super) fn is_label_level(&self, value: &Value) -> bool {
        let Content::Object(properties) = &value.content else { return false };
        let is_own = |name: &str| self.own.contains(&name) || self.blocks.iter().any(|block| block.kind == name);
        !properties.is_empty()
            && properties
                .iter()
                .all(|property| may_be_block(&property.value) && !is_own(&property.name) && property.name != "//")
    }
}

/// The blocks of plain HCL that have a meaning.
pub const HCL: &[BlockShape] =
    &[BlockShape::new("variable", 1, 1, &["type", "default", "description", "nullable"]).typed(&["type"])];

/// The blocks of declaration files.
pub const DECLARATIONS: &[BlockShape] = &[
    BlockShape::new("variable", 1, 1, &["type"]).typed(&["type"]),
    BlockShape::new("type", 1, 1, &["is"]).typed(&["is"]),
    BlockShape::new("function", 1, 1, &["returns"]).typed(&["returns"]).with(&[
        BlockShape::new("parameter", 1, 1, &["type"]).typed(&["type"]),
        BlockShape::new("variadic", 1, 1, &["type"]).typed(&["type"]),
    ]),
];

/// The blocks of programs of declared types.
pub const BICEP: &[BlockShape] = &[
    BlockShape::new("parameter", 2, 2, &[]),
    BlockShape::new("variable", 1, 1, &["value"]),
    BlockShape::new("resource", 2, 2, &[]),
    BlockShape::new("output", 2, 2, &["value"]),
];

/// The blocks of the Pulumi Configuration Language.
pub const PCL: &[BlockShape] = &[
    BlockShape::new("config", 1, 2, &["default", "description", "secret", "nullable", LOGICAL_NAME]),
    BlockShape::new("resource", 2, 2, &[]).with(OPTIONS),
    BlockShape::new("read", 2, 2, &[]).with(OPTIONS),
    BlockShape::new("component", 1, 2, &["token", LOGICAL_NAME]).with(OPTIONS),
    BlockShape::new("output", 1, 2, &["value", "description", LOGICAL_NAME]),
    BlockShape::new("hook", 2, 2, &[]),
    BlockShape::new("pulumi", 0, 0, &[]),
    BlockShape::new("package", 0, 1, &["baseProviderName", "baseProviderVersion", "baseProviderDownloadUrl"])
        .with(&[BlockShape::new("parameterization", 0, 0, &[])]),
];

const OPTIONS: &[BlockShape] = &[BlockShape::new("options", 0, 0, &[])];

const LOGICAL_NAME: &str = "__logicalName";

/// The blocks of modules of Terraform. Those of providers are attributes.
pub const TERRAFORM: &[BlockShape] = &[
    BlockShape::new("variable", 1, 1, &["type", "default", "description", "nullable", "sensitive", "ephemeral"])
        .typed(&["type"])
        .literal(&["default", "description", "nullable", "sensitive", "ephemeral", "deprecated"])
        .with(&[BlockShape::new("validation", 0, 0, &[])]),
    BlockShape::new("locals", 0, 0, &[]),
    BlockShape::new("output", 1, 1, &["value"])
        .referring(&["depends_on"])
        .literal(&["description", "sensitive", "ephemeral", "deprecated"])
        .with(&[BlockShape::new("precondition", 0, 0, &[])]),
    BlockShape::new("resource", 2, 2, &[]).referring(&["depends_on", "provider"]).with(&[
        LIFECYCLE,
        CONNECTION,
        PROVISIONER,
        DYNAMIC,
    ]),
    BlockShape::new("data", 2, 2, &[]).referring(&["depends_on", "provider"]).with(&[LIFECYCLE, DYNAMIC]),
    BlockShape::new("ephemeral", 2, 2, &[]).referring(&["depends_on", "provider"]).with(&[LIFECYCLE, DYNAMIC]),
    BlockShape::new("module", 1, 1, &["source"]).referring(&["depends_on", "providers"]),
    BlockShape::new("provider", 1, 1, &[]).literal(&["alias", "version"]).with(&[DYNAMIC]),
    BlockShape::new("terraform", 0, 0, &[]).literal(&["required_version"]).with(&[
        BlockShape::new("backend", 1, 1, &[]),
        BlockShape::new("cloud", 0, 0, &[]),
        BlockShape::new("required_providers", 0, 0, &[]).literal(ALL),
        BlockShape::new("provider_meta", 1, 1, &[]),
    ]),
    BlockShape::new("moved", 0, 0, &["from", "to"]).referring(&["from", "to"]),
    BlockShape::new("import", 0, 0, &["to", "id"]).referring(&["to", "provider"]),
    BlockShape::new("removed", 0, 0, &["from"]).referring(&["from"]).with(&[
        BlockShape::new("lifecycle", 0, 0, &[]).literal(OF_LIFECYCLE),
        CONNECTION,
        PROVISIONER,
    ]),
    BlockShape::new("check", 1, 1, &[]).with(&[
        BlockShape::new("data", 2, 2, &[]).referring(&["depends_on", "provider"]),
        BlockShape::new("assert", 0, 0, &[]),
    ]),
];

/// The blocks of test files of Terraform.
pub const TESTS: &[BlockShape] = &[
    BlockShape::new("test", 0, 0, &[]),
    BlockShape::new("variables", 0, 0, &[]),
    BlockShape::new("provider", 1, 1, &[]),
    BlockShape::new("run", 1, 1, &["command"]).referring(&["command", "expect_failures", "providers"]).with(&[
        BlockShape::new("variables", 0, 0, &[]),
        BlockShape::new("assert", 0, 0, &[]),
        BlockShape::new("module", 0, 0, &[]),
        BlockShape::new("plan_options", 0, 0, &[]).referring(&["mode", "replace", "target"]),
        OVERRIDES[0],
        OVERRIDES[1],
        OVERRIDES[2],
    ]),
    BlockShape::new("mock_provider", 1, 1, &[]).with(&[
        BlockShape::new("mock_resource", 1, 1, &["defaults"]),
        BlockShape::new("mock_data", 1, 1, &["defaults"]),
        OVERRIDES[0],
        OVERRIDES[1],
        OVERRIDES[2],
    ]),
    OVERRIDES[0],
    OVERRIDES[1],
    OVERRIDES[2],
];

const OVERRIDES: [BlockShape; 3] = [
    BlockShape::new("override_resource", 0, 0, &[]).referring(&["target"]),
    BlockShape::new("override_data", 0, 0, &[]).referring(&["target"]),
    BlockShape::new("override_module", 0, 0, &[]).referring(&["target"]),
];

const LIFECYCLE: BlockShape = BlockShape::new("lifecycle", 0, 0, &[])
    .referring(&["ignore_changes", "replace_triggered_by"])
    .literal(OF_LIFECYCLE)
    .with(&[BlockShape::new("precondition", 0, 0, &[]), BlockShape::new("postcondition", 0, 0, &[])]);

const OF_LIFECYCLE: &[&str] = &["create_before_destroy", "prevent_destroy", "destroy"];

const CONNECTION: BlockShape = BlockShape::new("connection", 0, 0, &[]);

const PROVISIONER: BlockShape =
    BlockShape::new("provisioner", 1, 1, &[]).referring(&["when", "on_failure"]).with(&[CONNECTION]);

/// Dynamic blocks, and those in their contents, three levels deep.
const DYNAMIC: BlockShape = dynamic(&[content(&[dynamic(&[content(&[dynamic(&[content(&[])])])])])]);

const fn dynamic(content: &'static [BlockShape]) -> BlockShape {
    BlockShape::new("dynamic", 1, 1, &[]).referring(&["iterator"]).with(content)
}

const fn content(blocks: &'static [BlockShape]) -> BlockShape {
    BlockShape::new("content", 0, 0, &[]).with(blocks)
}
