//! PCL: blocks, components, and schemas of packages.

use super::{Family, Input, family, lines, list, one, several};

/// The families.
pub fn families() -> Vec<Family> {
    vec![
        family("resources of PCL", "check main.pp", 200, |n| {
            one("main.pp", lines(n, |at| format!("resource r{at} \"p:index:R\" {{\n  k = [{at}]\n}}")))
        }),
        family("resources of PCL that refer to one another", "types --schemas schemas main.pp", 100, |n| {
            let resource = |at: usize| format!("resource r{} \"p:index:R\" {{\n  k0 = r{at}.k0\n}}", at + 1);
            package(1, false, &format!("resource r0 \"p:index:R\" {{}}\n{}", lines(n, resource)))
        }),
        family("resources of PCL that lack inputs", "check --schemas schemas main.pp", 40, |n| {
            package(n, true, &lines(n, |at| format!("resource r{at} \"p:index:R\" {{}}")))
        }),
        family("inputs of a resource", "check --schemas schemas main.pp", 200, |n| {
            package(
                n,
                false,
                &format!("resource r \"p:index:R\" {{\n{}}}\n", lines(n, |at| format!("  k{at} = \"{at}\""))),
            )
        }),
        family("outputs of a resource, read one by one", "check --schemas schemas main.pp", 200, |n| {
            package(n, false, &format!("resource r \"p:index:R\" {{}}\n{}", lines(n, |at| format!("v{at} = r.k{at}"))))
        }),
        family("resources that there are not", "check --schemas schemas main.pp", 100, |n| {
            package(1, false, &lines(n, |at| format!("resource r{at} \"p:index:Q{at}\" {{}}")))
        }),
        family("types of a package in a chain", "check --schemas schemas main.pp", 200, |n| {
            typed(n, "T0", |at| {
                format!(
                    "{{\"type\":\"object\",\"properties\":{{\"next\":{{\"$ref\":\"#/types/p:index:T{}\"}}}}}}",
                    at + 1
                )
            })
        }),
        family("types of a package in a circle", "check --schemas schemas main.pp", 200, |n| {
            typed(n, "T0", |at| {
                let next = (at + 1) % n;
                format!(
                    "{{\"type\":\"object\",\"properties\":{{\"next\":{{\"$ref\":\"#/types/p:index:T{next}\"}},\"k{at}\":{{\"type\":\"string\"}}}}}}"
                )
            })
        }),
        family("one of many types", "check --schemas schemas main.pp", 100, |n| {
            let one_of = list(n, |at| format!("{{\"$ref\":\"#/types/p:index:T{at}\"}}"));
            let types = list(n, |at| {
                format!(
                    "\"p:index:T{at}\":{{\"type\":\"object\",\"properties\":{{\"k{at}\":{{\"type\":\"string\"}}}}}}"
                )
            });
            schema(
                &types,
                &format!("\"v\":{{\"oneOf\":[{one_of}]}}"),
                "",
                "resource r \"p:index:R\" {\n  v = { k1 = \"x\" }\n}\n",
            )
        }),
        family("one of many types with a discriminator", "check --schemas schemas main.pp", 100, |n| {
            let one_of = list(n, |at| format!("{{\"$ref\":\"#/types/p:index:T{at}\"}}"));
            let mapping = list(n, |at| format!("\"t{at}\":\"#/types/p:index:T{at}\""));
            let types = list(n, |at| {
                format!(
                    "\"p:index:T{at}\":{{\"type\":\"object\",\"properties\":{{\"kind\":{{\"type\":\"string\",\"const\":\"t{at}\"}},\"k{at}\":{{\"type\":\"string\"}}}}}}"
                )
            });
            let property = format!(
                "\"v\":{{\"oneOf\":[{one_of}],\"discriminator\":{{\"propertyName\":\"kind\",\"mapping\":{{{mapping}}}}}}}"
            );
            schema(&types, &property, "", "resource r \"p:index:R\" {\n  v = { kind = \"t1\", k2 = \"x\" }\n}\n")
        }),
        family("values of an enumeration", "check --schemas schemas main.pp", 100, |n| {
            let values = list(n, |at| format!("{{\"value\":\"v{at}\"}}"));
            let program = lines(n, |at| format!("resource r{at} \"p:index:R\" {{\n  v = \"v{at}\"\n}}"));
            schema(
                &format!("\"p:index:T\":{{\"type\":\"string\",\"enum\":[{values}]}}"),
                "\"v\":{\"$ref\":\"#/types/p:index:T\"}",
                "",
                &program,
            )
        }),
        family("values that an enumeration lacks", "check --schemas schemas main.pp", 60, |n| {
            let values = list(n, |at| format!("{{\"value\":\"v{at}\"}}"));
            let program = lines(n, |at| format!("resource r{at} \"p:index:R\" {{\n  v = \"w{at}\"\n}}"));
            schema(
                &format!("\"p:index:T\":{{\"type\":\"string\",\"enum\":[{values}]}}"),
                "\"v\":{\"$ref\":\"#/types/p:index:T\"}",
                "",
                &program,
            )
        })
        .limited(),
        family("resources of a package", "check --schemas schemas main.pp", 100, |n| {
            let resources = list(n, |at| {
                format!(
                    "\"p:index:R{at}\":{{\"inputProperties\":{{\"k\":{{\"type\":\"string\"}}}},\"properties\":{{\"k\":{{\"type\":\"string\"}}}}}}"
                )
            });
            let schema = format!("{{\"name\":\"p\",\"version\":\"1.0.0\",\"resources\":{{{resources}}}}}");
            let program = lines(n, |at| format!("resource r{at} \"p:index:R{at}\" {{\n  k = \"x\"\n}}"));
            several(&[("schemas/p-1.0.0.json", schema), ("main.pp", program)])
        }),
        family("differences of packages", "diff a-1.0.0.json a-2.0.0.json", 100, |n| {
            let version = |ty: &str| {
                let resources =
                    list(n, |at| format!("\"a:index:R{at}\":{{\"inputProperties\":{{\"k\":{{\"type\":\"{ty}\"}}}}}}"));
                format!("{{\"name\":\"a\",\"version\":\"1.0.0\",\"resources\":{{{resources}}}}}")
            };
            several(&[("a-1.0.0.json", version("string")), ("a-2.0.0.json", version("integer"))])
        }),
        family("configuration and outputs", "types main.pp", 200, |n| {
            one(
                "main.pp",
                lines(n, |at| {
                    format!(
                        "config c{at} \"list(string)\" {{\n  default = [\"{at}\"]\n}}\noutput o{at} {{\n  value = c{at}[0]\n}}"
                    )
                }),
            )
        }),
        family("resources with a range", "check --schemas schemas main.pp", 60, |n| {
            let resource = |at: usize| {
                format!(
                    "resource r{at} \"p:index:R\" {{\n  options {{\n    range = 3\n  }}\n  k0 = \"${{range.value}}\"\n}}\noutput o{at} {{\n  value = r{at}[0].k0\n}}"
                )
            };
            package(1, false, &lines(n, resource))
        }),
        family("dependencies of resources", "graph main.pp", 60, |n| {
            let last = format!(
                "resource last \"p:index:R\" {{\n  options {{\n    dependsOn = [{}]\n  }}\n}}\n",
                list(n, |at| format!("r{at}"))
            );
            one("main.pp", format!("{}{last}", lines(n, |at| format!("resource r{at} \"p:index:R\" {{}}"))))
        }),
        family("secrets", "check main.pp", 200, |n| {
            one("main.pp", lines(n, |at| format!("s{at} = secret(\"{at}\")\nt{at} = unsecret(s{at})")))
        }),
        family("calls of PCL", "check main.pp", 60, |n| {
            one(
                "main.pp",
                lines(n, |at| {
                    format!("a{at} = toJSON({{ k = join(\",\", [\"{at}\"]) }})\nb{at} = length(split(\",\", a{at}))")
                }),
            )
        }),
        family("inputs that there are not", "check --schemas schemas main.pp", 1_500, |n| {
            package(1, false, &format!("resource r \"p:index:R\" {{\n{}}}\n", lines(n, |at| format!("  x{at} = 1"))))
        }),
        family("inputs that are misspelt", "check --schemas schemas main.pp", 60, |n| {
            package(
                n,
                true,
                &format!("resource r \"p:index:R\" {{\n{}}}\n", lines(n, |at| format!("  x{at}y = \"a\""))),
            )
        }),
        family("objects that lack properties", "check --schemas schemas main.pp", 60, |n| {
            typed_objects(n, n, &lines(n, |_| "    {},".to_owned()))
        }),
        family("objects that lack twenty properties", "check --schemas schemas main.pp", 200, |n| {
            typed_objects(20, 20, &lines(n, |_| "    {},".to_owned()))
        }),
        family("objects that misspell properties", "check --schemas schemas main.pp", 60, |n| {
            typed_objects(n, n, &lines(n, |at| format!("    {{ x{at}y = \"a\" }},")))
        }),
        family("objects of one property of many", "check --schemas schemas main.pp", 60, |n| {
            typed_objects(n, 0, &lines(n, |at| format!("    {{ k{at} = \"a\" }},")))
        }),
        family("components", "check .", 40, |n| {
            let component = |at: usize| {
                (format!("c{at}/main.pp"), format!("config v \"string\" {{}}\noutput o{at} {{\n  value = v\n}}\n"))
            };
            let call = |at: usize| format!("component c{at} \"./c{at}\" {{\n  v = \"{at}\"\n}}");
            Input { files: (0..n).map(component).chain([("main.pp".to_owned(), lines(n, call))]).collect() }
        }),
        family("calls of one component", "check .", 60, |n| {
            let call = |at: usize| {
                format!("component c{at} \"./c\" {{\n  v = \"{at}\"\n}}\noutput o{at} {{\n  value = c{at}.o\n}}")
            };
            several(&[
                ("c/main.pp", "config v \"string\" {}\noutput o {\n  value = v\n}\n".to_owned()),
                ("main.pp", lines(n, call)),
            ])
        }),
        family("components in a chain", "check c0", 40, |n| {
            let component = |at: usize| (format!("c{at}/main.pp"), component_before(&format!("../c{}", at + 1)));
            let last = [(format!("c{n}/main.pp"), LEAF.to_owned()), (".git/HEAD".to_owned(), String::new())];
            Input { files: (0..n).map(component).chain(last).collect() }
        }),
        family("components in the directories of one another", "check c", 30, |n| {
            let path = |at: usize| format!("c{}/main.pp", "/c".repeat(at));
            Input {
                files: (0..n)
                    .map(|at| (path(at), component_before("./c")))
                    .chain([(path(n), LEAF.to_owned())])
                    .collect(),
            }
        }),
        family("inputs that components lack", "check .", 30, |n| {
            let inputs = lines(n, |at| format!("config v{at} \"string\" {{}}"));
            several(&[("c/main.pp", inputs), ("main.pp", lines(n, |at| format!("component c{at} \"./c\" {{}}")))])
        }),
    ]
}

const LEAF: &str = "output o {\n  value = \"x\"\n}\n";

fn component_before(next: &str) -> String {
    format!("component c \"{next}\" {{}}\noutput o {{\n  value = c.o\n}}\n")
}

/// A program beside the schema of a package, whose resource has as many properties.
fn package(properties: usize, required: bool, program: &str) -> Input {
    let names = if required { list(properties, |at| format!("\"k{at}\"")) } else { String::new() };
    schema("", &list(properties, |at| format!("\"k{at}\":{{\"type\":\"string\"}}")), &names, program)
}

/// A program with one resource, whose input has the first of as many types of a package.
fn typed(n: usize, first: &str, ty: impl Fn(usize) -> String) -> Input {
    let last = format!("\"p:index:T{n}\":{{\"type\":\"object\",\"properties\":{{}}}}");
    let types = list(n, |at| format!("\"p:index:T{at}\":{}", ty(at)));
    let program = "resource r \"p:index:R\" {\n  v = { next = { next = 1 } }\n}\n";
    schema(&format!("{types},{last}"), &format!("\"v\":{{\"$ref\":\"#/types/p:index:{first}\"}}"), "", program)
}

/// A program with one resource, whose input has objects of a type with as many properties, of which the first must be given.
fn typed_objects(properties: usize, required: usize, objects: &str) -> Input {
    let of_type = list(properties, |at| format!("\"k{at}\":{{\"type\":\"string\"}}"));
    let required = list(required.min(properties), |at| format!("\"k{at}\""));
    schema(
        &format!("\"p:index:T\":{{\"type\":\"object\",\"properties\":{{{of_type}}},\"required\":[{required}]}}"),
        "\"v\":{\"type\":\"array\",\"items\":{\"$ref\":\"#/types/p:index:T\"}}",
        "",
        &format!("resource r \"p:index:R\" {{\n  v = [\n{objects}  ]\n}}\n"),
    )
}

fn schema(types: &str, properties: &str, required: &str, program: &str) -> Input {
    let resource = format!(
        "{{\"properties\":{{{properties}}},\"inputProperties\":{{{properties}}},\"requiredInputs\":[{required}]}}"
    );
    let schema = format!(
        "{{\"name\":\"p\",\"version\":\"1.0.0\",\"types\":{{{types}}},\"resources\":{{\"p:index:R\":{resource}}}}}"
    );
    several(&[("schemas/p-1.0.0.json", schema), ("main.pp", program.to_owned())])
}
