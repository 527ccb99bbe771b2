//! Random legal rounds, written from the rules of the games and independent of the crate under test.

use capicu_geometry::{DominoSet, Laid, Shape};

/// The generator splitmix64.
pub struct Dice(pub u64);

impl Dice {
    pub fn roll(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((z ^ (z >> 31)) % n as u64) as usize
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Game {
    /// One chain, from any first tile.
    Block,
    /// One chain that only grows at the end laid last.
    OneSided,
    /// One chain. The first double may be played on four sides, whenever it comes: its long sides first, then the ends.
    Spinner,
    /// A double first, its four sides next, then four arms.
    Cross,
    /// Like the cross, but the second tile of each arm is its double, and a pip is closed until its double is laid.
    French,
    /// A double first, its four sides next, then every later double has three open places.
    CrossAll,
    /// Any first tile; every double is covered on its long sides first, then on its ends.
    Club,
}

impl Game {
    pub const ALL: [Self; 7] = [
        Self::Block,
        Self::OneSided,
        Self::Spinner,
        Self::Cross,
        Self::French,
        Self::CrossAll,
        Self::Club,
    ];

    pub fn shape(self) -> Shape {
        match self {
            Self::Block | Self::OneSided => Shape::Line,
            Self::Spinner | Self::Cross | Self::French => Shape::FourArms,
            Self::CrossAll | Self::Club => Shape::Branching,
        }
    }

    fn starts_with_double(self) -> bool {
        matches!(self, Self::Cross | Self::French | Self::CrossAll)
    }
}

/// An open place: its tile, its pip, and the number of tiles between the tile and the center.
#[derive(Clone, Copy)]
struct Open {
    on: usize,
    pip: u8,
    depth: usize,
}

/// A round played with random tiles until nothing fits any more.
pub fn round(game: Game, set: DominoSet, seed: u64) -> Vec<Laid> {
    let mut dice = Dice(seed);
    let highest = set.highest();
    let mut rest: Vec<(u8, u8)> = (0..=highest)
        .flat_map(|high| (0..=high).map(move |low| (high, low)))
        .collect();
    for i in (1..rest.len()).rev() {
        rest.swap(i, dice.roll(i + 1));
    }
    let lead = rest
        .iter()
        .position(|&(a, b)| a == b || !game.starts_with_double());
    let (a, b) = rest.swap_remove(lead.expect("every set has doubles"));
    let mut laid = vec![Laid::first(a, b)];
    // The index of a double, and the number of its covered places.
    let mut spinner = None;
    let mut open = Vec::new();
    if a == b {
        spinner = Some(0);
        let sides = if matches!(game, Game::Cross | Game::French | Game::CrossAll) {
            4
        } else {
            2
        };
        open.extend(
            [Open {
                on: 0,
                pip: a,
                depth: 0,
            }; 4]
                .into_iter()
                .take(sides),
        );
    } else {
        open.extend([a, b].map(|pip| Open {
            on: 0,
            pip,
            depth: 0,
        }));
    }
    loop {
        let cross_open = game.starts_with_double() && open.iter().any(|o| o.on == 0);
        let newest = open.iter().map(|o| o.on).max();
        let unlocked = |pip: u8| laid.iter().any(|t| t.is_double() && t.a == pip);
        let mut plays = Vec::new();
        for (at, end) in open.iter().enumerate() {
            if cross_open && end.on != 0 {
                continue;
            }
            if game == Game::OneSided && laid.len() > 1 && Some(end.on) != newest {
                continue;
            }
            for (which, &(a, b)) in rest.iter().enumerate() {
                let fits = a == end.pip || b == end.pip;
                let allowed = match game {
                    Game::French if end.depth == 1 => a == b,
                    Game::French if end.depth > 1 => a == b || unlocked(end.pip),
                    _ => true,
                };
                if fits && allowed {
                    plays.push((at, which));
                }
            }
        }
        if plays.is_empty() {
            return laid;
        }
        let (at, which) = plays[dice.roll(plays.len())];
        let end = open.swap_remove(at);
        let (a, b) = rest.swap_remove(which);
        let index = laid.len();
        laid.push(Laid::against(end.on, end.pip, a, b));
        let far = if a == end.pip { b } else { a };
        let next = Open {
            on: index,
            pip: far,
            depth: end.depth + 1,
        };
        open.push(next);
        if a == b && game == Game::CrossAll {
            open.extend([next; 2]);
        }
        // The ends of a double open once both long sides are covered.
        let crossed = |on: usize| {
            let tiles = laid.iter().filter(|t| t.on == Some(on)).count();
            tiles + usize::from(on > 0) == 2
        };
        let ends_open = match game {
            Game::Spinner => spinner == Some(end.on) && crossed(end.on),
            Game::Club => laid[end.on].is_double() && crossed(end.on),
            _ => false,
        };
        if ends_open {
            open.extend(
                [Open {
                    on: end.on,
                    pip: end.pip,
                    depth: 0,
                }; 2],
            );
        }
        if a == b && spinner.is_none() {
            spinner = Some(index);
        }
    }
}
