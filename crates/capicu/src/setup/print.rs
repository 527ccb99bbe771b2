//! Prints setups as positions, in one line. `docs/position.md` has their grammar.

use core::fmt::{self, Display, Formatter};

use super::{Boneyard, Held, Incidents, Setup};
use crate::board::Withheld;
use crate::rules::Choices;
use crate::{BySeat, Duty, Ended, Game, LastTile, Opening, Rules, Seat, Turn};

/// The version of the format.
pub(super) const VERSION: &str = "1";

/// The name of the first field of every position.
pub(super) const FIRST: &str = "domino-position";

impl Display for Setup {
    /// Prints the position: one line that is read back as exactly this setup.
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{FIRST}: {VERSION}; rules: {}", Base::of(&self.rules))?;
        let standing = &self.standing;
        let begun = standing.round + standing.decided + standing.ties > 0
            || standing.play_off
            || standing.passed;
        if begun {
            write!(f, "; rounds: {}", standing.round)?;
            word_if(
                f,
                standing.decided > 0,
                format_args!("won={}", standing.decided),
            )?;
            word_if(f, standing.ties > 0, format_args!("ties={}", standing.ties))?;
            word_if(f, standing.play_off, "play-off")?;
            word_if(f, standing.passed, "passed")?;
        }
        numbers(f, "places", standing.places.as_slice())?;
        numbers(f, "scores", standing.scores.as_slice())?;
        numbers(f, "made", self.made.as_slice())?;
        write!(f, "; opening: {}", Opens(&self.opening))?;
        if self.opener != self.opening.seat {
            write!(f, "; opener: {}", self.opener.letter())?;
        }
        f.write_str("; hands: ")?;
        for (i, held) in self.hands.iter().enumerate() {
            write!(f, "{}{}", if i > 0 { " / " } else { "" }, Hand(*held))?;
        }
        match &self.boneyard {
            Boneyard::Known(pile) if pile.is_empty() => {}
            Boneyard::Known(pile) => {
                f.write_str("; boneyard:")?;
                pile.iter().try_for_each(|tile| write!(f, " {tile}"))?;
            }
            Boneyard::Unknown(n) => write!(f, "; boneyard: ?{n}")?,
        }
        self.layout(f)?;
        if let Some(seat) = self.last_player {
            write!(f, "; last: {}", seat.letter())?;
        }
        self.turn(f)?;
        incidents(f, &self.incidents, &self.rules)
    }
}

impl Setup {
    fn layout(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Some(first) = self.layout.first() else {
            return Ok(());
        };
        write!(f, "; laid: {first}")?;
        let others = self.layout.laid().into_iter().filter(|tile| *tile != first);
        for tile in others {
            write!(f, " {tile}")?;
        }
        f.write_str("; ends:")?;
        for end in self.layout.open_ends() {
            write!(f, " {}", end.tile)?;
            if !end.tile.is_double() {
                write!(f, ":{}", end.pip)?;
            }
            if end.places > 1 {
                write!(f, "*{}", end.places)?;
            }
            if end.depth > 0 {
                write!(f, "+{}", end.depth)?;
            }
        }
        match self.layout.first_spinner() {
            Some(tile) => write!(f, "; spinner: {tile}"),
            None => Ok(()),
        }
    }

    fn turn(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self.turn {
            Turn::Open(opening) => write!(f, "; turn: {}", Opens(&opening))?,
            Turn::Play(seat) => write!(f, "; turn: {}", seat.letter())?,
            Turn::Declare(seat) => write!(f, "; turn: {} declare", seat.letter())?,
            Turn::Over => f.write_str("; turn: over")?,
        }
        word_if(f, self.incidents.drawn_this_turn, "drawn")?;
        let Some(unsettled) = self.unsettled else {
            return Ok(());
        };
        match unsettled.ended {
            Ended::Out(_) => f.write_str(" out")?,
            Ended::Blocked(_) => f.write_str(" blocked")?,
            // Neither ending waits for a declaration.
            Ended::Target(_) | Ended::Void | Ended::Doubles(_) | Ended::Foul(_) => {}
        }
        word_if(f, unsettled.by_tile, "by-tile")?;
        let Some(LastTile {
            tile,
            fits_every_end,
            ends_differ,
            key,
        }) = unsettled.last
        else {
            return Ok(());
        };
        write!(f, " {tile}")?;
        word_if(f, fits_every_end, "fits-every-end")?;
        word_if(f, ends_differ, "ends-differ")?;
        word_if(f, key, "key")
    }
}

fn incidents(f: &mut Formatter<'_>, incidents: &Incidents, rules: &Rules) -> fmt::Result {
    let Incidents {
        drawn_this_turn: _,
        since_tile,
        streak,
        undeclared,
        silent,
        sum_named,
        withheld,
        exposed,
        received,
        n_drawn,
    } = incidents;
    let dealt = BySeat::from_fn(received.len(), |seat| {
        received[seat].wrapping_sub(n_drawn[seat])
    });
    if dealt
        .iter()
        .any(|dealt| u16::from(*dealt) != rules.hand.get())
    {
        f.write_str("; dealt:")?;
        dealt.iter().try_for_each(|dealt| write!(f, " {dealt}"))?;
    }
    numbers(f, "drawn", n_drawn.as_slice())?;
    if *since_tile != Default::default() {
        write!(f, "; passes: {}", since_tile.n)?;
        if since_tile.on_tile != since_tile.n {
            write!(f, " on-tile={}", since_tile.on_tile)?;
        }
        word_if(f, since_tile.interrupted, "false")?;
        word_if(f, since_tile.paso_paid, "paso-paid")?;
        word_if(f, since_tile.salida_paid, "salida-paid")?;
        word_if(f, since_tile.again, "again")?;
        let fined = |seat: &Seat| since_tile.fined >> seat.index() & 1 == 1;
        for seat in Seat::all(rules.n_seats()).filter(fined) {
            write!(f, " fined={}", seat.letter())?;
        }
    }
    numbers(f, "in-a-row", streak.as_slice())?;
    if !undeclared.is_empty() {
        f.write_str("; undeclared:")?;
        for missed in undeclared {
            write!(
                f,
                " {}={}@{}",
                missed.seat.letter(),
                missed.points,
                missed.at
            )?;
        }
    }
    if *silent != 0 || *sum_named {
        f.write_str("; called:")?;
        word_if(f, *sum_named, "sum")?;
        let has_called = |seat: &Seat| silent >> seat.index() & 1 == 1;
        for seat in Seat::all(rules.n_seats()).filter(has_called) {
            write!(f, " {}", seat.letter())?;
        }
    }
    if withheld.iter().any(|withheld| *withheld != Withheld::No) {
        f.write_str("; withheld:")?;
        for (seat, withheld) in withheld.entries().filter(|(_, of)| **of != Withheld::No) {
            write!(f, " {}={}", seat.letter(), withheld.word())?;
        }
    }
    match exposed.is_empty() {
        true => Ok(()),
        false => write!(f, "; exposed: {exposed}"),
    }
}

fn word_if(f: &mut Formatter<'_>, there: bool, word: impl Display) -> fmt::Result {
    match there {
        true => write!(f, " {word}"),
        false => Ok(()),
    }
}

/// Prints one number for each seat or side, unless all are 0.
fn numbers<N: Display + Default + PartialEq>(
    f: &mut Formatter<'_>,
    name: &str,
    numbers: &[N],
) -> fmt::Result {
    if numbers.iter().all(|number| *number == N::default()) {
        return Ok(());
    }
    write!(f, "; {name}:")?;
    numbers.iter().try_for_each(|number| write!(f, " {number}"))
}

struct Hand(Held);

impl Display for Hand {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self.0 {
            Held::Known(tiles) if tiles.is_empty() => f.write_str("-"),
            Held::Known(tiles) => tiles.fmt(f),
            Held::Unknown(n) => write!(f, "?{n}"),
        }
    }
}

struct Opens<'a>(&'a Opening);

impl Display for Opens<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{} ", self.0.seat.letter())?;
        match self.0.duty {
            Duty::Tile(tile) => tile.fmt(f)?,
            Duty::Any => f.write_str("any")?,
            Duty::Holder(tile) => write!(f, "any {tile}")?,
            Duty::Double => f.write_str("double")?,
            Duty::DrawForDouble => f.write_str("draw")?,
        }
        word_if(f, self.0.may_hand_over, "hand-over")
    }
}

/// Rules as a game and the options that differ from it.
struct Base<'a> {
    game: &'static Game,
    usual: Choices,
    rules: &'a Rules,
}

impl<'a> Base<'a> {
    /// Picks the game with the fewest options to change; the first of equals.
    fn of(rules: &'a Rules) -> Self {
        let n = rules.n_seats();
        let bases = Game::ALL.iter().filter_map(|game| {
            let usual = game.choices(n)?;
            Some(Self { game, usual, rules })
        });
        // The games with a big set accept every number of players.
        bases
            .min_by_key(|base| base.changes().count())
            .expect("a game for every number of players")
    }

    fn changes(&self) -> impl Iterator<Item = &'static str> {
        let options = Choices::OPTIONS.iter().map(|option| option.name);
        options.filter(|name| self.usual.get(name) != self.rules.get(name))
    }
}

impl Display for Base<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.game.id, self.rules.n_seats())?;
        for name in self.changes() {
            write!(f, " {name}=")?;
            let value = self.rules.get(name);
            let value = value.as_ref().map(alloc::string::ToString::to_string);
            // Outside positions, spaces separate tiles.
            let words = value.iter().flat_map(|value| value.split(' '));
            for (i, word) in words.enumerate() {
                write!(f, "{}{word}", if i > 0 { "," } else { "" })?;
            }
        }
        Ok(())
    }
}

impl Withheld {
    pub(super) const WORDS: [(Self, &'static str); 4] = [
        (Self::No, "nothing"),
        (Self::FirstPlay, "first-play"),
        (Self::Play, "play"),
        (Self::All, "all"),
    ];

    fn word(self) -> &'static str {
        let mut words = Self::WORDS.into_iter();
        words
            .find(|(of, _)| *of == self)
            .map_or("", |(_, word)| word)
    }
}
