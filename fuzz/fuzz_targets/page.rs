#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| typelog_fuzz::take("page", bytes));
