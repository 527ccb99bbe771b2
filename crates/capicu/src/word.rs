//! Players' words for events in play.

use alloc::vec::Vec;

use crate::rules::{Calls, DrawWhen, Ends};
use crate::{
    Action, Board, BySeat, Ended, Layout, Move, Pip, PublicView, Rules, TableView, Tile, TileSet,
};

/// A word of players for an event. Every game uses those of 002. Those of 004 apply where the ends count by fives,
/// since most of them are about that; dominoitis applies to any match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Word {
    /// This tile blocked the round (002:58).
    Tranque(Tile),
    /// All other tiles of this double's number are on the table and no end shows it: the double cannot be played any
    /// more (002:59).
    Ahorcado(Tile),
    /// An end shows this number, and the viewer alone holds the last tile that has it (002:61-65).
    Puerta(Pip),
    /// 6-1 on a one: the ends count five more (004:103).
    NuggetAdds,
    /// 6-1 on a six: the ends count five less (004:103).
    NuggetTakes,
    /// 5-5 is laid (004:105).
    CrownJewels,
    /// 6-6 is laid (004:107).
    HarryBelly,
    /// 1-1 is laid (004:115).
    SnakeEyes,
    /// 2-2 is laid (004:117).
    DoubleDeuce,
    /// A seat opened the round with this double and holds more of its number (004:109, S15).
    Lighthouse(Tile),
    /// A player went out with this tile (004:111).
    Domino(Tile),
    /// An end shows a five, and none did before: the tiles with fives can be played (004:95, 004:113).
    DancingGirls,
    /// The player after the last tile cannot play (004:127).
    CutOff,
    /// A score right after a score (004:129).
    Follow,
    /// A round is opened with 3-2 (004:137).
    BankersSet,
    /// The second long side of a double is covered (004:143, 004:44).
    CrossingTheT(Tile),
    /// The itch after a finished match, which one more game cures (004:153).
    Dominoitis,
}

impl Word {
    /// Words for a move, from the board before it and the viewer's knowledge right after it. Only the holder of a hand
    /// receives words about it.
    pub fn of_move(mv: &Move, before: &Board, after: &TableView) -> Vec<Self> {
        let mut words = Vec::new();
        let Some(public) = after.public().filter(|_| !before.is_declaring()) else {
            return words;
        };
        let (was, is) = (before.layout(), public.board().layout());
        words.extend((hanged(is) - hanged(was)).into_iter().map(Self::Ahorcado));
        // After a player goes out, there is nothing to play on.
        let goes_on = public.board().held()[mv.seat] > 0;
        if let Some(view) = after.round().filter(|_| goes_on) {
            let held = match (mv.seat == view.seat(), laid(mv), mv.drawn) {
                (true, Some(tile), _) => view.hand() | TileSet::of(tile),
                (true, None, Some(tile)) => view.hand() - TileSet::of(tile),
                _ => view.hand(),
            };
            for pip in puertas(is, view.hand()) {
                let word = Self::Puerta(pip);
                if !words.contains(&word) && !puertas(was, held).any(|known| known == pip) {
                    words.push(word);
                }
            }
        }
        if is_club(before.rules()) {
            club(mv, before, after, public, &mut words);
        }
        words
    }

    /// Words for the end of a round, once the hands are open; empty while it is in play.
    pub fn of_round(view: &TableView) -> Vec<Self> {
        let mut words = Vec::new();
        let (Some(public), Some(last)) = (view.public(), view.last()) else {
            return words;
        };
        match (last.outcome.ended, last.outcome.last) {
            (Ended::Blocked(Some(seat)), _) => {
                // Moves do not include a wrong play that stands.
                let moves = public.moves().iter().rev();
                let tile = moves.filter_map(|mv| Some((mv.seat, laid(mv)?))).next();
                let tile = tile.filter(|(by, _)| *by == seat && public.is_regular());
                words.extend(tile.map(|(_, tile)| Self::Tranque(tile)));
            }
            (Ended::Out(_), Some(last)) if is_club(view.rules()) => {
                words.push(Self::Domino(last.tile));
            }
            _ => {}
        }
        if is_club(view.rules()) && public.is_regular() {
            words.extend(lighthouse(public, &last.outcome.hands));
        }
        if last.result.is_some() {
            words.push(Self::Dominoitis);
        }
        words
    }
}

/// Whether the club's words apply.
fn is_club(rules: &Rules) -> bool {
    rules.ends == Ends::Fives
}

const fn laid(mv: &Move) -> Option<Tile> {
    match mv.action {
        Action::Lead(tile) | Action::Play { tile, .. } => Some(tile),
        Action::Draw | Action::Pass | Action::HandOver => None,
    }
}

fn shows(layout: &Layout, number: u8) -> bool {
    let mut ends = layout.ends().iter();
    ends.any(|end| end.pip().value() == number)
}

/// The doubles that cannot be played any more.
fn hanged(layout: &Layout) -> TileSet {
    let left = layout.unplayed();
    let alone = |double: &Tile| (left & TileSet::suit(double.high())).len() == 1;
    let doubles = (left & TileSet::DOUBLES).into_iter().filter(alone);
    doubles
        .filter(|double| !shows(layout, double.high().value()))
        .collect()
}

/// The numbers of ends that only one unplayed tile fits, a tile of this hand.
fn puertas(layout: &Layout, hand: TileSet) -> impl Iterator<Item = Pip> + '_ {
    let pips = layout.ends().iter().map(|end| end.pip());
    pips.filter(move |pip| {
        let left = layout.unplayed() & TileSet::suit(*pip);
        left.len() == 1 && left.intersects(hand)
    })
}

/// The words of 004.
fn club(mv: &Move, before: &Board, after: &TableView, public: &PublicView, words: &mut Vec<Word>) {
    let (rules, was, is) = (before.rules(), before.layout(), public.board().layout());
    let Some(tile) = laid(mv) else {
        // A player who draws a second tile, or passes after a draw, was cut off before.
        let previous = public.moves().iter().rev().nth(1);
        let cannot = mv.action == Action::Pass
            || mv.action == Action::Draw && rules.draw_when == DrawWhen::Unable;
        if cannot && public.is_regular() && previous.is_some_and(|mv| laid(mv).is_some()) {
            words.push(Word::CutOff);
        }
        return;
    };
    words.extend(match (tile.high().value(), tile.low().value()) {
        (5, 5) => Some(Word::CrownJewels),
        (6, 6) => Some(Word::HarryBelly),
        (1, 1) => Some(Word::SnakeEyes),
        (2, 2) => Some(Word::DoubleDeuce),
        (6, 1) if is.total() == was.total() + 5 => Some(Word::NuggetAdds),
        (6, 1) if is.total() + 5 == was.total() => Some(Word::NuggetTakes),
        (3, 2) if was.first().is_none() => Some(Word::BankersSet),
        _ => None,
    });
    match mv.action {
        Action::Play { on, .. } => {
            let crossed = |end: &crate::End| end.tile() == on && end.is_crossed();
            if is.ends().iter().any(crossed) {
                words.push(Word::CrossingTheT(on));
            }
            // Where players count the sums, the table does not reveal that an end scores.
            let told = rules.calls == Calls::Automatic && public.is_regular();
            if told && was.points(rules) > 0 && is.points(rules) > 0 {
                words.push(Word::Follow);
            }
        }
        _ if tile.is_double() => {
            let own = after.round().filter(|view| view.seat() == mv.seat);
            if own.is_some_and(|view| view.hand().intersects(TileSet::suit(tile.high()))) {
                words.push(Word::Lighthouse(tile));
            }
        }
        _ => {}
    }
    if shows(is, 5) && !shows(was, 5) {
        words.push(Word::DancingGirls);
    }
}

/// The double with which the round was opened, if the opener was certainly dealt another tile of its number. The opener
/// laid or holds more such tiles than it drew.
fn lighthouse(public: &PublicView, hands: &BySeat<TileSet>) -> Option<Word> {
    let moves = public.moves();
    let at = moves.iter().position(|mv| laid(mv).is_some())?;
    let (setter, set) = (moves[at].seat, laid(&moves[at])?);
    let later = || moves[at + 1..].iter().filter(|mv| mv.seat == setter);
    let drawn = later().filter(|mv| mv.action == Action::Draw).count();
    let matching = |tile: &Tile| tile.has(set.high());
    let played = later().filter_map(laid).filter(matching).count();
    let held = hands[setter].into_iter().filter(matching).count();
    (set.is_double() && played + held > drawn).then_some(Word::Lighthouse(set))
}
