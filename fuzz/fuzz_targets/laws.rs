//! Inputs of the fuzzer for the target that `ARBITER_TARGET` names.

#![no_main]

libfuzzer_sys::fuzz_target!(
    init: arbiter_fuzz::write_seeds(),
    |input: &[u8]| arbiter_fuzz::check(input)
);
