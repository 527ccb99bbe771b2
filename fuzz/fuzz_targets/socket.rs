#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| capicu_fuzz::socket(bytes));
