//! The same code compiled several times: for any processor, and for those that count and pick bits
//! in one instruction or work on eight or sixteen numbers at once. Which one runs is decided when it
//! runs.
//!
//! This is the only module with `unsafe` in it: calling a function that uses instructions the
//! processor may lack, and asking it to fetch memory. A processor other than [`Plain`] is only made
//! after asking for it.
#![allow(
    unsafe_code,
    reason = "a call of a function compiled for a processor that was found, and a hint to it"
)]

/// Work that is compiled for each. All that it calls and that matters must be inlined into `run`.
pub trait Work {
    /// What comes of it.
    type Output;

    /// Does it.
    fn run<C: Cpu>(self, cpu: C) -> Self::Output;
}

/// A processor that work runs on.
pub trait Cpu: Copy {
    /// Runs work on this processor: how work that calls itself goes on.
    fn run<W: Work>(self, work: W) -> W::Output;
}

/// Any processor.
#[derive(Clone, Copy)]
pub struct Plain(());

impl Cpu for Plain {
    #[inline(never)]
    fn run<W: Work>(self, work: W) -> W::Output {
        work.run(self)
    }
}

/// A processor with these features.
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
                // SAFETY: `find` makes one only on a processor that has these instructions.
                unsafe { compiled_for_it(self, work) }
            }
        }
    };
}

#[cfg(target_arch = "x86_64")]
processor!(
    /// Most of the last ten years.
    Scalar, "popcnt", "lzcnt", "bmi1", "bmi2"
);
#[cfg(target_arch = "x86_64")]
processor!(
    /// The same with vectors of eight numbers.
    Eight, "popcnt", "lzcnt", "bmi1", "bmi2", "avx2"
);
#[cfg(target_arch = "x86_64")]
processor!(
    /// The same with vectors of sixteen numbers, whose bits it counts.
    Sixteen, "popcnt", "lzcnt", "bmi1", "bmi2", "avx2", "avx512f", "avx512bw", "avx512cd",
    "avx512dq", "avx512vl", "avx512vpopcntdq"
);

/// Runs work on the processor that is there.
pub fn enter<W: Work>(work: W) -> W::Output {
    #[cfg(target_arch = "x86_64")]
    if let Some(cpu) = Scalar::find() {
        return cpu.run(work);
    }
    Plain(()).run(work)
}

/// Runs work that does the same to many numbers.
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

/// Has memory fetched that will be read soon.
#[inline(always)]
pub(crate) fn fetch<T>(place: &T) {
    // SAFETY: it reads nothing, and would do no harm anywhere.
    #[cfg(target_arch = "x86_64")]
    unsafe {
        use core::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        _mm_prefetch::<_MM_HINT_T0>(core::ptr::from_ref(place).cast());
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = place;
}

/// Runs the same work on every processor that this one can pass for.
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
