//! The same code compiled several times: for any processor, for those that count and select bits in one instruction,
//! and for those that process eight or sixteen numbers at once. The choice is made at run time.
//!
//! This is the only module with `unsafe`. It calls functions with instructions that a processor may lack, and
//! prefetches memory. Every processor other than [`Plain`] is constructed only after a check.
#![allow(
    unsafe_code,
    reason = "a call of a function compiled for a processor that was found, and a hint to it"
)]

/// Work that is compiled for each processor. Every function that matters must be inlined into `run`.
pub trait Work {
    type Output;

    fn run<C: Cpu>(self, cpu: C) -> Self::Output;
}

pub trait Cpu: Copy {
    /// Runs work on this processor; recursive work calls it again.
    fn run<W: Work>(self, work: W) -> W::Output;
}

#[derive(Clone, Copy)]
pub struct Plain(());

impl Cpu for Plain {
    #[inline(never)]
    fn run<W: Work>(self, work: W) -> W::Output {
        work.run(self)
    }
}

#[cfg(target_arch = "x86_64")]
macro_rules! processor {
    ($(#[$doc:meta])* $name:ident, $($feature:tt),*) => {
        $(#[$doc])*
        #[derive(Clone, Copy)]
        struct $name(());

        impl $name {
            fn find() -> Option<Self> {
                let found = $(is_x86_feature_detected!($feature))&&*;
                found.then_some(Self(()))
            }
        }

        impl Cpu for $name {
            #[inline(always)]
            fn run<W: Work>(self, work: W) -> W::Output {
                $(#[target_feature(enable = $feature)])*
                fn compiled_for_it<W: Work>(cpu: $name, work: W) -> W::Output {
                    work.run(cpu)
                }
                // SAFETY: `find` returns one only on a processor that has these instructions.
                unsafe { compiled_for_it(self, work) }
            }
        }
    };
}

#[cfg(target_arch = "x86_64")]
processor!(
    /// Most processors of the last ten years.
    Scalar, "popcnt", "lzcnt", "bmi1", "bmi2"
);
#[cfg(target_arch = "x86_64")]
processor!(
    /// Processors with vectors of eight numbers.
    Eight, "popcnt", "lzcnt", "bmi1", "bmi2", "avx2"
);
#[cfg(target_arch = "x86_64")]
processor!(
    /// Processors with vectors of sixteen numbers, whose bits they count.
    Sixteen, "popcnt", "lzcnt", "bmi1", "bmi2", "avx2", "avx512f", "avx512bw", "avx512cd",
    "avx512dq", "avx512vl", "avx512vpopcntdq"
);

/// Runs work on the present processor.
pub fn enter<W: Work>(work: W) -> W::Output {
    #[cfg(target_arch = "x86_64")]
    if let Some(cpu) = Scalar::find() {
        return cpu.run(work);
    }
    Plain(()).run(work)
}

/// Runs work that treats many numbers alike.
pub(crate) fn enter_wide<W: Work>(work: W) -> W::Output {
    #[cfg(target_arch = "x86_64")]
    {
        if let Some(cpu) = Sixteen::find() {
            return cpu.run(work);
        }
        if let Some(cpu) = Eight::find() {
            return cpu.run(work);
        }
    }
    enter(work)
}

/// The bytes of a cache line.
#[cfg(target_arch = "x86_64")]
const LINE: usize = 64;

/// Prefetches memory that will be read soon.
#[inline(always)]
pub fn fetch<T>(place: &T) {
    #[cfg(target_arch = "x86_64")]
    for at in (0..size_of::<T>()).step_by(LINE) {
        use core::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        let line = core::ptr::from_ref(place).cast::<i8>().wrapping_add(at);
        // SAFETY: a prefetch reads nothing and is harmless at any address.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(line) };
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = place;
}

/// Runs the same work on every kind of processor that this one supports.
#[cfg(test)]
pub(crate) fn on_each<W: Work>(mut work: impl FnMut() -> W) -> Vec<W::Output> {
    let mut all = vec![Plain(()).run(work())];
    #[cfg(target_arch = "x86_64")]
    {
        all.extend(Scalar::find().map(|cpu| cpu.run(work())));
        all.extend(Eight::find().map(|cpu| cpu.run(work())));
        all.extend(Sixteen::find().map(|cpu| cpu.run(work())));
    }
    all
}
