//! Histories of OpenSpiel's `python_block_dominoes` and `python_team_dominoes`.

use core::fmt::{self, Write as _};

use capicu::{Pip, Rules, Seat, Tile, TileSet};
use capicu_i18n::{Lang, Texts};

use super::read::{after, number, pip, tile};
use super::{ForeignError, Line, plain_rules, record};
use crate::record::{MoveRecord, Record, What};

/// Why a record has no form in OpenSpiel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotOpenSpiel {
    /// The number of rounds.
    Rounds(usize),
    /// The set, the number of players or the size of the hands.
    Deal,
    /// The seat whose hand is not completely known.
    Hidden(Seat),
    /// The number of the move, from 1.
    Move(usize),
}

impl NotOpenSpiel {
    /// Explains the error in a language.
    pub fn told(&self, texts: Texts) -> String {
        match self {
            Self::Rounds(rounds) => texts.not_openspiel_rounds(*rounds),
            Self::Deal => texts.not_openspiel_deal(),
            Self::Hidden(seat) => texts.not_openspiel_hidden(&seat.to_string()),
            Self::Move(number) => texts.not_openspiel_move(*number),
        }
    }
}

impl fmt::Display for NotOpenSpiel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.told(Texts::new(Lang::En)))
    }
}

impl core::error::Error for NotOpenSpiel {}

/// Writes a round as a history that `python_block_dominoes` (2 players) or `python_team_dominoes` (4 players) replays:
/// a line for each dealt tile, then for each tile laid. Player 0 is the seat that opens.
///
/// OpenSpiel scores by its own rules, whatever the rules of the record.
///
/// # Errors
///
/// If the round is not one of a line without drawing, with all hands known.
pub fn to_openspiel(record: &Record) -> Result<String, NotOpenSpiel> {
    let mut rounds = record.rounds();
    let (Some(round), None) = (rounds.next(), rounds.next()) else {
        return Err(NotOpenSpiel::Rounds(record.rounds().count()));
    };
    let rules = &record.rules;
    let n = rules.n_seats();
    let is_double_six = rules.set.highest().value() == 6 && rules.tiles().len() == 28;
    if !is_double_six || rules.hand.get() != 7 || !matches!(n, 2 | 4) {
        return Err(NotOpenSpiel::Deal);
    }
    let first = round.moves.iter().find(|one| one.what.laid().is_some());
    let first = first.map_or_else(Seat::default, |one| one.seat);
    let seats: Vec<Seat> = first.around(n).collect();
    let mut hands: Vec<Vec<Tile>> = Vec::new();
    for seat in &seats {
        let hand = &round.dealt.hands()[*seat];
        if hand.unknown > 0 {
            return Err(NotOpenSpiel::Hidden(*seat));
        }
        hands.push(hand.known.into_iter().collect());
    }
    let dealt: Vec<Tile> = match n {
        4 => (0..7)
            .flat_map(|at| hands.iter().map(move |hand| hand[at]))
            .collect(),
        _ => hands.concat(),
    };
    let mut text = String::new();
    for tile in dealt {
        let _ = writeln!(text, "Deal {}", pair(tile));
    }
    let mut line = Line::new();
    for (index, one) in round.moves.iter().enumerate() {
        let wrong = || NotOpenSpiel::Move(index + 1);
        let at = match one.what {
            What::Pass | What::HandOver => continue,
            What::Lead(_) if line.ends.is_none() => None,
            What::Play { tile, on } => Some(line.end_on(on, tile).ok_or_else(wrong)?),
            _ => return Err(wrong()),
        };
        let tile = one.what.laid().ok_or_else(wrong)?;
        line.lay(tile, at.map_or(0, |(end, _)| end))
            .ok_or_else(wrong)?;
        let player = seats.iter().position(|seat| *seat == one.seat);
        let player = player.ok_or_else(wrong)?;
        let end = at.map_or_else(|| "None".to_owned(), |(_, pip)| decimal(pip));
        let _ = writeln!(text, "p{player} tile:{} pip:{end}", pair(tile));
    }
    Ok(text)
}

/// A tile as OpenSpiel writes it, the lower half first.
fn pair(tile: Tile) -> String {
    format!("({}, {})", decimal(tile.low()), decimal(tile.high()))
}

fn decimal(pip: Pip) -> String {
    format!("{}.0", pip.value())
}

/// Reads actions such as `p0 tile:(6.0, 4.0) pip:6.0`, with `Deal (6.0, 6.0)` or `hand0:[…]` where they are given. Such
/// histories omit passes, which follow from the order of play.
///
/// # Errors
///
/// If there are no actions, or they do not make a line.
pub fn from_openspiel(text: &str) -> Result<Record, ForeignError> {
    let plays = plays(text)?;
    let dealt: Vec<Tile> = text
        .split("Deal (")
        .skip(1)
        .filter_map(|piece| tile(piece, ',', ')'))
        .collect();
    let four =
        plays.iter().any(|play| play.player > 1) || dealt.len() > 14 || text.contains("hand2:");
    let n: u8 = if four { 4 } else { 2 };
    let rules = rules(n).expect("rules for two and four players");
    let mut line = Line::new();
    let mut moves: Vec<MoveRecord> = Vec::new();
    let mut turn = Seat::default();
    for (index, play) in plays.iter().enumerate() {
        let player = Seat::new(play.player as u8).filter(|_| play.player < usize::from(n));
        let player = player.ok_or(ForeignError::Player(index + 1))?;
        while turn != player {
            moves.push(MoveRecord::new(turn, What::Pass));
            turn = turn.next(n);
        }
        let end = play.pip.map_or(0, |pip| line.end_of(pip));
        let what = line.lay(play.tile, end).ok_or(ForeignError::DoesNotFit {
            number: index + 1,
            tile: play.tile,
        })?;
        moves.push(MoveRecord::new(player, what));
        turn = turn.next(n);
    }
    let mut record = record(rules, moves, &hands(text, &dealt, n))?;
    record.add_tag("source", "OpenSpiel");
    Ok(record)
}

/// The rules by which OpenSpiel scores: the winners get all pips of the losers, and in the team game the lighter side wins
/// even if the other went out.
fn rules(n: u8) -> Option<Rules> {
    let plain = plain_rules(n)?.choices();
    let choices = plain.with("block-count", "losers").ok()?;
    let choices = match n {
        4 => choices.with("out-winner", "lightest-team").ok()?,
        _ => choices,
    };
    Rules::new(choices).ok()
}

struct Play {
    player: usize,
    tile: Tile,
    pip: Option<Pip>,
}

fn plays(text: &str) -> Result<Vec<Play>, ForeignError> {
    let mut plays = Vec::new();
    let pieces: Vec<&str> = text.split(" tile:(").collect();
    for (before, piece) in pieces.iter().zip(pieces.iter().skip(1)) {
        let index = plays.len() + 1;
        let player = before.rsplit('p').next().and_then(number);
        let laid = tile(piece, ',', ')').ok_or(ForeignError::Tile(index))?;
        let open = after(piece, "pip:").and_then(|rest| {
            let end = rest.find(|c: char| !c.is_ascii_digit() && c != '.');
            pip(&rest[..end.unwrap_or(rest.len())])
        });
        plays.push(Play {
            player: player.ok_or(ForeignError::Player(index))?,
            tile: laid,
            pip: open,
        });
    }
    if plays.is_empty() {
        return Err(ForeignError::NoMoves("p0 tile:(6.0, 4.0) pip:6.0"));
    }
    Ok(plays)
}

/// The known tiles of each player: seven each as they were dealt, or those left. With four players, each gets a tile in
/// turn; with two, the first player gets seven tiles first.
fn hands(text: &str, dealt: &[Tile], n: u8) -> Vec<Option<TileSet>> {
    let n = usize::from(n);
    let complete = dealt.len() == 7 * n;
    (0..n)
        .map(|player| {
            if complete {
                let of = |at: usize| match n {
                    4 => at % n,
                    _ => at / 7,
                };
                let own = dealt.iter().enumerate();
                let own = own.filter(|(at, _)| of(*at) == player);
                return Some(own.map(|(_, tile)| *tile).collect());
            }
            let list = after(text, &format!("hand{player}:["))?;
            let list = list.split(']').next()?;
            let tiles = list.split('(').skip(1);
            Some(tiles.filter_map(|piece| tile(piece, ',', ')')).collect())
        })
        .collect()
}
