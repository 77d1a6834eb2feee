//! Terraform: modules, files of values, tests, and schemas of providers.

use super::{Family, Input, family, lines, list, one, several};

/// The families.
pub fn families() -> Vec<Family> {
    vec![
        family("variables", "check .", 200, variables),
        family("interface", "interface .", 200, variables),
        family("interface in JSON", "interface --format json .", 200, variables),
        family("interface as a schema", "interface --format json-schema .", 200, variables),
        family("interface in Markdown", "interface --format markdown .", 200, variables),
        family("properties of a variable", "interface .", 200, |n| {
            one(
                "main.tf",
                format!(
                    "variable \"v\" {{\n  type = object({{{}}})\n}}\n",
                    list(n, |at| format!("k{at}=optional(string, \"d\")"))
                ),
            )
        }),
        family("defaults of a variable", "check .", 200, |n| {
            one(
                "main.tf",
                format!(
                    "variable \"v\" {{\n  type = map(object({{ a = optional(number, 1) }}))\n  default = {{ {} }}\n}}\n",
                    list(n, |at| format!("k{at} = {{}}"))
                ),
            )
        }),
        family("validations of a variable", "check .", 100, |n| {
            let validation = |at: usize| {
                format!("  validation {{\n    condition = var.v != \"{at}\"\n    error_message = \"not {at}\"\n  }}")
            };
            one("main.tf", format!("variable \"v\" {{\n  type = string\n{}}}\n", lines(n, validation)))
        }),
        family("values of variables", "check .", 200, |n| {
            several(&[("main.tf", declared(n)), ("terraform.tfvars", lines(n, |at| format!("v{at} = [\"{at}\"]")))])
        }),
        family("values of variables that there are not", "check .", 200, |n| {
            several(&[
                ("main.tf", "variable \"v\" {}\n".to_owned()),
                ("terraform.tfvars", lines(n, |at| format!("w{at} = {at}"))),
            ])
        }),
        family("variables and files of values", "check .", 30, |n| {
            let files = (0..n).map(|at| (format!("f{at}.auto.tfvars"), format!("v{at} = [\"{at}\"]\n")));
            Input { files: files.chain([("main.tf".to_owned(), declared(n))]).collect() }
        }),
        family("local values in a chain", "check .", 400, |n| {
            one("main.tf", locals(&format!("l0 = 1\n{}", lines(n, |at| format!("l{} = local.l{at}", at + 1)))))
        }),
        family("blocks of local values", "check .", 400, |n| {
            one("main.tf", lines(n, |at| format!("locals {{\n  l{at} = {at}\n}}")))
        }),
        family("outputs", "check .", 200, |n| {
            one("main.tf", lines(n, |at| format!("output \"o{at}\" {{\n  value = {{ k = {at} }}\n}}")))
        }),
        family("sensitive values", "check .", 100, |n| {
            let output = |at: usize| format!("output \"o{at}\" {{\n  value = local.l.k{at}\n}}");
            one(
                "main.tf",
                format!(
                    "variable \"v\" {{\n  sensitive = true\n}}\n{}{}",
                    locals(&format!("l = {{ {} }}\n", list(n, |at| format!("k{at} = var.v")))),
                    lines(n, output)
                ),
            )
        }),
        family("sensitive variables in one value", "check .", 100, |n| {
            let variable = |at: usize| format!("variable \"v{at}\" {{\n  type = string\n  sensitive = true\n}}");
            one(
                "main.tf",
                format!(
                    "{}output \"o\" {{\n  value = [{}]\n}}\n",
                    lines(n, variable),
                    list(n, |at| format!("var.v{at}"))
                ),
            )
        }),
        family("sensitive values that double", "check .", 40, |n| {
            let next = |at: usize| format!("l{} = {{ a = local.l{at}, b = local.l{at} }}", at + 1);
            one(
                "main.tf",
                format!(
                    "variable \"v\" {{\n  sensitive = true\n}}\n{}",
                    locals(&format!("l0 = {{ a = var.v }}\n{}", lines(n, next)))
                ),
            )
        }).limited(),
        family("resources", "check .", 200, |n| {
            one(
                "main.tf",
                lines(n, |at| {
                    format!(
                        "resource \"net_group\" \"r{at}\" {{\n  name = \"{at}\"\n  port {{\n    from = {at}\n  }}\n}}"
                    )
                }),
            )
        }),
        family("resources that refer to one another", "check .", 200, |n| {
            one(
                "main.tf",
                lines(n, |at| format!("resource \"net_group\" \"r{at}\" {{\n  name = net_group.r{}.id\n}}", at + 1)),
            )
        }),
        family("resources of a schema", "check --schemas schemas .", 100, |n| {
            let resource = |at: usize| {
                format!("resource \"net_group\" \"r{at}\" {{\n  k0 = \"{at}\"\n  rule {{\n    port = {at}\n  }}\n}}")
            };
            with_schema(1, "optional", lines(n, resource))
        }),
        family("resources that lack attributes", "check --schemas schemas .", 40, |n| {
            with_schema(n, "required", lines(n, |at| format!("resource \"net_group\" \"r{at}\" {{}}")))
        }),
        family("resources that lack twenty attributes", "check --schemas schemas .", 200, |n| {
            with_schema(20, "required", lines(n, |at| format!("resource \"net_group\" \"r{at}\" {{}}")))
        }),
        family("resources that lack blocks", "check --schemas schemas .", 40, |n| {
            let blocks = list(n, |at| format!("\"b{at}\":{{\"nesting_mode\":\"list\",\"min_items\":1,\"block\":{{}}}}"));
            let program = lines(n, |at| format!("resource \"net_group\" \"r{at}\" {{}}"));
            several(&[("schemas/net.json", net_schema("", &blocks)), ("main.tf", program)])
        }),
        family("attributes that there are not", "check --schemas schemas .", 200, |n| {
            with_schema(
                1,
                "optional",
                format!("resource \"net_group\" \"r\" {{\n{}}}\n", lines(n, |at| format!("  j{at} = 1"))),
            )
        }),
        family("attributes of a schema", "check --schemas schemas .", 200, |n| {
            with_schema(
                n,
                "optional",
                format!("resource \"net_group\" \"r\" {{\n{}}}\n", lines(n, |at| format!("  k{at} = \"1\""))),
            )
        }),
        family("attributes of a resource, read one by one", "check --schemas schemas .", 200, |n| {
            let output = |at: usize| format!("output \"o{at}\" {{\n  value = net_group.r.k{at}\n}}");
            with_schema(n, "optional", format!("resource \"net_group\" \"r\" {{\n}}\n{}", lines(n, output)))
        }),
        family("blocks of a resource", "check --schemas schemas .", 100, |n| {
            with_schema(
                1,
                "optional",
                format!(
                    "resource \"net_group\" \"r\" {{\n{}}}\n",
                    lines(n, |at| format!("  rule {{\n    port = {at}\n  }}"))
                ),
            )
        }),
        family("dynamic blocks", "check --schemas schemas .", 60, |n| {
            let block = |at: usize| {
                format!(
                    "  dynamic \"rule\" {{\n    for_each = [{at}]\n    content {{\n      port = rule.value\n    }}\n  }}"
                )
            };
            with_schema(1, "optional", format!("resource \"net_group\" \"r\" {{\n{}}}\n", lines(n, block)))
        }),
        family("addresses that there are not", "check .", 2_100, |n| {
            let resource = |at: usize| {
                format!("resource \"net_group{at}\" \"r{at}\" {{\n  name = net_unit{at}.s{at}.id\n}}")
            };
            one("main.tf", lines(n, resource))
        }),
        family("local values that there are not", "check .", 2_100, |n| {
            one("main.tf", locals(&lines(n, |at| format!("l{at} = local.k{at}"))))
        }),
        family("variables that are local values", "check .", 400, |n| {
            let next = |at: usize| format!("l{at} = [local.l{}, var.l{}]", at + 1, n - at);
            one("main.tf", locals(&format!("{}l{n} = 1\n", lines(n, next))))
        })
        .limited(),
        family("imports into resources that there are not", "check .", 100, |n| {
            one("main.tf", format!("{}{}", resources(n), lines(n, |at| import(&format!("net_group.s{at}x")))))
        }),
        family("imports into resources that a module lacks", "check .", 100, |n| {
            let imports = lines(n, |at| import(&format!("module.m.net_group.s{at}x")));
            let call = "module \"m\" {\n  source = \"./m\"\n}\n";
            several(&[("m/main.tf", resources(n)), ("main.tf", format!("{call}{imports}"))])
        }),
        family("references in quotes that there are not", "check .", 100, |n| {
            let resource =
                |at: usize| format!("resource \"net_unit\" \"u{at}\" {{\n  depends_on = [\"net_group.s{at}x\"]\n}}");
            one("main.tf", format!("{}{}", resources(n), lines(n, resource)))
        }),
        family("values of the runs of a test", "check .", 100, |n| {
            let run = |at: usize| format!("run \"r{at}\" {{\n  variables {{\n    v{at} = [\"{at}\"]\n  }}\n}}");
            several(&[("main.tf", declared(n)), ("main.tftest.hcl", lines(n, run))])
        }),
        family("override files", "check .", 60, |n| {
            let file = |at: usize| (format!("f{at}_override.tf"), locals(&format!("l{at} = {at}\n")));
            Input { files: (0..n).map(file).chain([("main.tf".to_owned(), locals(&lines(n, |at| format!("l{at} = 0"))))]).collect() }
        }),
        family("instances of a resource", "check .", 100, |n| {
            let output = |at: usize| format!("output \"o{at}\" {{\n  value = net_group.r[\"k{at}\"].id\n}}");
            one(
                "main.tf",
                format!(
                    "resource \"net_group\" \"r\" {{\n  for_each = {{ {} }}\n}}\n{}",
                    list(n, |at| format!("k{at} = {at}")),
                    lines(n, output)
                ),
            )
        }),
        family("calls of a module", "check .", 60, calls),
        family("page about calls of a module", "report --out page.html .", 40, calls),
        family("modules", "check .", 40, |n| {
            let module = |at: usize| {
                (format!("m{at}/main.tf"), format!("variable \"v\" {{}}\noutput \"o{at}\" {{\n  value = var.v\n}}\n"))
            };
            let call = |at: usize| format!("module \"c{at}\" {{\n  source = \"./m{at}\"\n  v = {at}\n}}");
            Input { files: (0..n).map(module).chain([("main.tf".to_owned(), lines(n, call))]).collect() }
        }),
        family("modules in a chain", "check m0", 40, |n| Input {
            files: (0..n)
                .map(|at| (format!("m{at}/main.tf"), module_before(&format!("../m{}", at + 1))))
                .chain([(format!("m{n}/main.tf"), LEAF.to_owned()), (".git/HEAD".to_owned(), String::new())])
                .collect(),
        }),
        family("modules in the directories of one another", "check m", 30, |n| {
            let path = |at: usize| format!("m{}/main.tf", "/m".repeat(at));
            Input {
                files: (0..n).map(|at| (path(at), module_before("./m"))).chain([(path(n), LEAF.to_owned())]).collect(),
            }
        }),
        family("modules whose values double", "check m0", 30, |n| {
            let twice = |at: usize| {
                format!(
                    "module \"c\" {{\n  source = \"../m{}\"\n}}\noutput \"o\" {{\n  value = [module.c.o, module.c.o]\n}}\n",
                    at + 1
                )
            };
            Input {
                files: (0..n)
                    .map(|at| (format!("m{at}/main.tf"), twice(at)))
                    .chain([(format!("m{n}/main.tf"), LEAF.to_owned()), (".git/HEAD".to_owned(), String::new())])
                    .collect(),
            }
        }).limited(),
        family("arguments that a module lacks", "check .", 100, |n| {
            let variables = lines(n, |at| format!("variable \"v{at}\" {{}}"));
            several(&[("m/main.tf", variables), ("main.tf", "module \"c\" {\n  source = \"./m\"\n}\n".to_owned())])
        }),
        family("calls that lack arguments", "check .", 30, |n| {
            let variables = lines(n, |at| format!("variable \"v{at}\" {{}}"));
            several(&[
                ("m/main.tf", variables),
                ("main.tf", lines(n, |at| format!("module \"c{at}\" {{\n  source = \"./m\"\n}}"))),
            ])
        }),
        family("moved resources", "check .", 200, |n| {
            let moved = |at: usize| format!("moved {{\n  from = net_group.r{at}\n  to = net_group.r{}\n}}", at + 1);
            one("main.tf", format!("resource \"net_group\" \"r{n}\" {{}}\n{}", lines(n, moved)))
        }),
        family("imports, removals and checks", "check .", 60, |n| {
            let blocks = |at: usize| {
                format!(
                    "import {{\n  to = net_group.r{at}\n  id = \"{at}\"\n}}\nremoved {{\n  from = net_group.s{at}\n  lifecycle {{\n    destroy = false\n  }}\n}}\ncheck \"c{at}\" {{\n  assert {{\n    condition = {at} > 1\n    error_message = \"no\"\n  }}\n}}\nresource \"net_group\" \"r{at}\" {{}}"
                )
            };
            one("main.tf", lines(n, blocks))
        }),
        family("providers", "check .", 100, |n| {
            one(
                "main.tf",
                lines(n, |at| {
                    format!(
                        "provider \"net\" {{\n  alias = \"a{at}\"\n}}\nresource \"net_group\" \"r{at}\" {{\n  provider = net.a{at}\n}}"
                    )
                }),
            )
        }),
        family("dependencies that are named", "graph .", 60, |n| {
            let resource =
                |at: usize| format!("resource \"net_group\" \"r{at}\" {{\n  depends_on = [net_group.r{}]\n}}", at + 1);
            one("main.tf", format!("{}resource \"net_group\" \"r{n}\" {{}}\n", lines(n, resource)))
        }),
        family("runs of a test", "check .", 100, |n| {
            let run = |at: usize| {
                format!(
                    "run \"r{at}\" {{\n  variables {{\n    v = {at}\n  }}\n  assert {{\n    condition = output.o == {at}\n    error_message = \"no\"\n  }}\n}}"
                )
            };
            several(&[
                ("main.tf", "variable \"v\" {}\noutput \"o\" {\n  value = var.v\n}\n".to_owned()),
                ("main.tftest.hcl", lines(n, run)),
            ])
        }),
        family("Terraform in JSON", "check .", 200, |n| {
            let variables = list(n, |at| format!("\"v{at}\":{{\"type\":\"string\",\"default\":\"{at}\"}}"));
            let outputs = list(n, |at| format!("\"o{at}\":{{\"value\":\"${{var.v{at}}}-x\"}}"));
            one("main.tf.json", format!("{{\"variable\":{{{variables}}},\"output\":{{{outputs}}}}}"))
        }),
        family("values in JSON", "check .", 200, |n| {
            several(&[
                ("main.tf", declared(n)),
                ("terraform.tfvars.json", format!("{{{}}}", list(n, |at| format!("\"v{at}\":[\"{at}\"]")))),
            ])
        }),
        family("rows of Terraform", "facts --out facts .", 100, variables),
        family("differences of interfaces", "diff a b", 100, |n| {
            let version = |ty: &str| {
                lines(n, |at| {
                    format!("variable \"v{at}\" {{\n  type = {ty}\n}}\noutput \"o{at}\" {{\n  value = var.v{at}\n}}")
                })
            };
            several(&[("a/main.tf", version("list(string)")), ("b/main.tf", version("map(string)"))])
        }),
    ]
}

const LEAF: &str = "output \"o\" {\n  value = \"x\"\n}\n";

/// A module that calls another one.
fn module_before(next: &str) -> String {
    format!("module \"c\" {{\n  source = \"{next}\"\n}}\noutput \"o\" {{\n  value = module.c.o\n}}\n")
}

/// Local values of Terraform.
pub fn locals(values: &str) -> String {
    format!("locals {{\n{values}}}\n")
}

fn declared(n: usize) -> String {
    lines(n, |at| format!("variable \"v{at}\" {{\n  type = list(string)\n}}"))
}

fn resources(n: usize) -> String {
    lines(n, |at| format!("resource \"net_group\" \"r{at}\" {{}}"))
}

fn import(address: &str) -> String {
    format!("import {{\n  to = {address}\n  id = \"1\"\n}}")
}

fn variables(n: usize) -> Input {
    let variable = |at: usize| {
        format!(
            "variable \"v{at}\" {{\n  type = object({{ a = string, b = optional(number, {at}) }})\n  default = {{ a = \"<b>{at}\" }}\n}}\noutput \"o{at}\" {{\n  value = var.v{at}.b\n}}"
        )
    };
    one("main.tf", lines(n, variable))
}

fn calls(n: usize) -> Input {
    let call = |at: usize| {
        format!(
            "module \"c{at}\" {{\n  source = \"./m\"\n  v = {at}\n}}\noutput \"o{at}\" {{\n  value = module.c{at}.o\n}}"
        )
    };
    several(&[
        ("m/main.tf", "variable \"v\" {}\noutput \"o\" {\n  value = [var.v]\n}\n".to_owned()),
        ("main.tf", lines(n, call)),
    ])
}

/// A program beside the schema of a provider, whose resource has as many attributes.
fn with_schema(attributes: usize, presence: &str, program: String) -> Input {
    let attributes = list(attributes, |at| format!("\"k{at}\":{{\"type\":\"string\",\"{presence}\":true}}"));
    let rule =
        "{\"nesting_mode\":\"list\",\"block\":{\"attributes\":{\"port\":{\"type\":\"number\",\"optional\":true}}}}";
    several(&[("schemas/net.json", net_schema(&attributes, &format!("\"rule\":{rule}"))), ("main.tf", program)])
}

/// The schema of a provider with one type of resources, which have these attributes and blocks.
fn net_schema(attributes: &str, blocks: &str) -> String {
    format!(
        "{{\"provider_schemas\":{{\"registry.terraform.io/hashicorp/net\":{{\"resource_schemas\":{{\"net_group\":{{\"block\":{{\"attributes\":{{{attributes}}},\"block_types\":{{{blocks}}}}}}}}}}}}}}}"
    )
}
