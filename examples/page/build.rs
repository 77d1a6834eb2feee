//! The stack of the engine: texts nest deeply, and so do the calls of the functions that read them.

fn main() {
    println!("cargo::rustc-link-arg-cdylib=-zstack-size=8388608");
    println!("cargo::rerun-if-changed=build.rs");
}
