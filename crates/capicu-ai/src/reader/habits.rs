//! How players choose, as far as one cares who imagines them.

/// A way of choosing: mostly what the rule of thumb says, the more so the colder, and now and then
/// for reasons it knows nothing of.
#[derive(Clone, Copy, Debug)]
pub(super) struct Habit {
    /// How many of those players of whom nothing is known have it.
    pub share: f32,
    /// The difference in worth that makes an action about a third as likely.
    pub temperature: f32,
    /// The share of choices that are made in any way, all equally likely.
    pub noise: f32,
}

/// How many ways of choosing are told apart.
pub(super) const N_HABITS: usize = 2;

/// What others may be like. A seat shows by its play which it is more like, as the product over all
/// it did is taken for each habit on its own.
pub(super) type Habits = [Habit; N_HABITS];

/// The habits of opponents: half are counters, half are better than that.
pub(super) const OPPONENT: Habits = [
    Habit {
        share: 0.5,
        temperature: 0.1,
        noise: 0.05,
    },
    Habit {
        share: 0.5,
        temperature: 0.95,
        noise: 0.1,
    },
];

/// The habits of a partner, who is most likely a player like oneself.
pub(super) const PARTNER: Habits = [
    Habit {
        share: 0.15,
        temperature: 0.3,
        noise: 0.05,
    },
    Habit {
        share: 0.85,
        temperature: 0.95,
        noise: 0.1,
    },
];

/// The habits of a seat in an ending that is solved: rough, since what it was to play for counts
/// more there than what it usually does.
pub(super) const ANYBODY: Habits = [
    Habit {
        share: 0.35,
        noise: 0.3,
        ..OPPONENT[0]
    },
    Habit {
        share: 0.65,
        noise: 0.3,
        ..OPPONENT[1]
    },
];

/// How likely a habit makes one of these choices, the worths of all that were open given, and
/// which of them were made or look the same.
#[inline(always)]
pub(super) fn chance(habit: &Habit, worths: &[f32], made: impl Fn(usize) -> bool) -> f32 {
    let best = worths.iter().copied().fold(f32::MIN, f32::max);
    let (mut all, mut this, mut n) = (0.0, 0.0, 0.0);
    for (i, worth) in worths.iter().enumerate() {
        let likely = decay((best - worth) / habit.temperature);
        all += likely;
        if made(i) {
            this += likely;
            n += 1.0;
        }
    }
    habit.noise * n / worths.len() as f32 + (1.0 - habit.noise) * this / all
}

/// How likely what a seat did is, given how likely each habit makes it.
pub(super) fn mean(habits: &Habits, chances: &[f32; N_HABITS]) -> f32 {
    let by_habit = habits.iter().zip(chances);
    by_habit.map(|(habit, chance)| habit.share * chance).sum()
}

/// How often the seats of a side all have the same habit; otherwise each has any.
pub(super) const ALIKE: f32 = 0.8;

/// How likely what the seats of a side did is.
#[derive(Clone, Copy)]
pub(super) struct Side {
    habits: Habits,
    each: f32,
    alike: [f32; N_HABITS],
}

impl Side {
    /// A side with such habits that has done nothing yet.
    pub const fn new(habits: &Habits) -> Self {
        Self {
            habits: *habits,
            each: 1.0,
            alike: [1.0; N_HABITS],
        }
    }

    /// One of its seats did what is so likely with each habit.
    pub fn add(&mut self, chances: &[f32; N_HABITS]) {
        self.each *= mean(&self.habits, chances);
        for (alike, chance) in self.alike.iter_mut().zip(chances) {
            *alike *= chance;
        }
    }

    /// How likely all of it is.
    pub fn likely(&self) -> f32 {
        ALIKE * mean(&self.habits, &self.alike) + (1.0 - ALIKE) * self.each
    }
}

/// About e to the minus `x`, by nothing but multiplication, which is the same on every machine.
fn decay(x: f32) -> f32 {
    let mut power = (1.0 - x / 256.0).max(0.0);
    for _ in 0..8 {
        power *= power;
    }
    power
}
