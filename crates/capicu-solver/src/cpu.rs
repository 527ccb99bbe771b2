//! The same code compiled twice: for any processor, and for those of the last ten years that count
//! and pick bits in one instruction. Which one runs is decided when it runs.
//!
//! This is the only module with `unsafe` in it: calling a function that uses instructions the
//! processor may lack. [`Found`] can only be made by [`enter`], after it has asked the processor.
#![allow(
    unsafe_code,
    reason = "a call of a function compiled for a processor that was found"
)]

/// Work that is compiled for both. All that it calls and that matters must be inlined into `run`.
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

/// One that has been found to have POPCNT, LZCNT, BMI1 and BMI2.
#[cfg(target_arch = "x86_64")]
#[derive(Clone, Copy)]
pub struct Found(());

#[cfg(target_arch = "x86_64")]
impl Cpu for Found {
    #[inline(always)]
    fn run<W: Work>(self, work: W) -> W::Output {
        #[target_feature(enable = "popcnt,lzcnt,bmi1,bmi2")]
        fn compiled_for_it<W: Work>(cpu: Found, work: W) -> W::Output {
            work.run(cpu)
        }
        // SAFETY: `enter` makes a `Found` only on a processor that has these instructions.
        unsafe { compiled_for_it(self, work) }
    }
}

/// Runs work on the processor that is there.
pub fn enter<W: Work>(work: W) -> W::Output {
    #[cfg(target_arch = "x86_64")]
    if is_x86_feature_detected!("popcnt")
        && is_x86_feature_detected!("lzcnt")
        && is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("bmi2")
    {
        return Found(()).run(work);
    }
    Plain(()).run(work)
}
