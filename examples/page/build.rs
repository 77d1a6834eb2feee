//! The stack size of the engine: deeply nested texts cause deep recursion.

fn main() {
    println!("cargo::rustc-link-arg-cdylib=-zstack-size=8388608");
    println!("cargo::rerun-if-changed=build.rs");
}
