#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| capicu_fuzz::move_list(bytes));
