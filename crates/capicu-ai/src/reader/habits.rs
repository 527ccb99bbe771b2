//! Models of other players' choices.

/// A habit: mostly the rule of thumb, more strictly at low temperature, and sometimes an unexplained choice.
#[derive(Clone, Copy, Debug)]
pub(super) struct Habit {
    /// The share of unknown players with this habit.
    pub share: f32,
    /// The difference in value that makes an action about a third as likely.
    pub temperature: f32,
    /// The share of random choices, all equally likely.
    pub noise: f32,
}

/// The number of habits that are distinguished.
pub(super) const N_HABITS: usize = 2;

/// Possible habits of a seat. Its moves show which fits better: the likelihood of all moves is a product for each
/// habit.
pub(super) type Habits = [Habit; N_HABITS];

/// The habits of opponents: half play as counters, half better than that.
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

/// The habits of a partner, who is most likely a player like this one.
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

/// The habits of a seat in a solved ending. They are rough, since the aim matters more there than usual play.
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

/// The likelihood of the `made` choices under a habit, with the values of all open choices.
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

/// The likelihood of a seat's move, from its likelihood under each habit.
pub(super) fn mean(habits: &Habits, chances: &[f32; N_HABITS]) -> f32 {
    let by_habit = habits.iter().zip(chances);
    by_habit.map(|(habit, chance)| habit.share * chance).sum()
}

/// How often all seats of a side share a habit; otherwise each has any.
pub(super) const ALIKE: f32 = 0.8;

#[derive(Clone, Copy)]
pub(super) struct Side {
    habits: Habits,
    each: f32,
    alike: [f32; N_HABITS],
}

impl Side {
    pub const fn new(habits: &Habits) -> Self {
        Self {
            habits: *habits,
            each: 1.0,
            alike: [1.0; N_HABITS],
        }
    }

    /// Adds a move of one of its seats, with its likelihood under each habit.
    pub fn add(&mut self, chances: &[f32; N_HABITS]) {
        self.each *= mean(&self.habits, chances);
        for (alike, chance) in self.alike.iter_mut().zip(chances) {
            *alike *= chance;
        }
    }

    pub fn likely(&self) -> f32 {
        ALIKE * mean(&self.habits, &self.alike) + (1.0 - ALIKE) * self.each
    }
}

/// An approximation of e to the minus `x` by multiplications alone, so that it is the same on every machine.
fn decay(x: f32) -> f32 {
    let mut power = (1.0 - x / 256.0).max(0.0);
    for _ in 0..8 {
        power *= power;
    }
    power
}
