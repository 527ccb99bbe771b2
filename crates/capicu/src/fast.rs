//! The fast path: most moves of most games, without any rule of its own.
//!
//! A layout is a *line* if it is free, of a small set, and stays a line after the next tile. It has two ends with one
//! place each, or it is a lone double with two places. Play is *plain* on a line while everybody holds tiles and no
//! tile is exposed. Suits are then lower halves of sets, and random facts, such as the end that a tile fits, are
//! computed without a branch.
//!
//! The slow path handles every layout, and is used where `on` returns false. The test below plays every game on both
//! paths and compares everything visible.

use crate::rules::{AfterDouble, Ends};
use crate::{
    Action, Actions, Board, DominoSet, End, Layout, Listing, PlayAwards, Round, Rules, Seat, Tile,
    TileSet,
};

#[cfg(not(test))]
const fn on() -> bool {
    true
}

#[cfg(test)]
fn on() -> bool {
    tests::on()
}

impl Layout {
    /// Notes whether this is a line, and the suits at its ends.
    #[inline(always)]
    pub(crate) fn note_line(&mut self, rules: &Rules) -> bool {
        let suit = |end: &End| TileSet::low_suit(end.pip);
        self.line = false;
        if !on() || !self.free || self.double_places != 2 || !rules.is_small() {
            return false;
        }
        (self.suits, self.tips) = match &self.ends[..] {
            [a, b] if a.open_places() == 1 && b.open_places() == 1 => {
                ([suit(a), suit(b)], [a.tile, b.tile])
            }
            [a] if a.open_places() == 2 => ([suit(a), 0], [a.tile; 2]),
            _ => return false,
        };
        self.line = true;
        true
    }

    /// The lower half of the tiles that may be laid on a line.
    #[inline(always)]
    pub(crate) const fn playable_on_line(&self) -> u64 {
        (self.suits[0] | self.suits[1]) & self.unplayed.low()
    }

    /// Lays a tile that fits on a line.
    ///
    /// The end and whether the tile is a double are random, so no branch depends on them. The next turn waits for the
    /// suits, so the code finds them without computing numbers.
    #[inline(always)]
    pub(crate) fn lay_on_line(&mut self, tile: Tile, on: Tile, rules: &Rules) {
        let [end_a, _] = &self.ends[..] else {
            self.lay_on_first(tile, rules);
            return;
        };
        let [a, b] = self.suits;
        let at_a = (end_a.tile == on) & (a & TileSet::bit_of(tile) != 0);
        let turn = TileSet::low_crossing(tile);
        let turn_a = if at_a { turn } else { 0 };
        self.suits = [a ^ turn_a, b ^ turn ^ turn_a];
        let unplayed = self.unplayed.low() ^ TileSet::bit_of(tile);
        self.unplayed.set_low(unplayed);
        let at = usize::from(!at_a);
        self.tips[at] = tile;
        // One of its places is open, as before.
        let end = &mut self.ends[at];
        end.tile = tile;
        end.pip = tile.across(end.pip);
        end.depth += 1;
    }

    /// Lays a tile on a lone double.
    #[inline(never)]
    fn lay_on_first(&mut self, tile: Tile, rules: &Rules) {
        let open = tile.across(self.ends[0].pip);
        self.lay(tile, 0, open, rules);
    }
}

impl Board {
    /// Notes whether play is plain. A pass or a tile that is not the last of a hand does not change that.
    #[inline(always)]
    pub(crate) fn note_plain(&mut self) {
        self.plain = self.is_playing()
            && self.layout.line
            && self.rules.after_double == AfterDouble::NextPlayer
            && self.exposed.is_empty()
            && self.held.all_positive();
    }

    /// Lists the legal actions of the seat to act with this hand.
    #[inline(always)]
    pub(crate) fn list_plain(&self, hand: TileSet, listing: Listing, actions: &mut Actions) {
        let fits = hand.low() & self.layout.playable_on_line();
        if fits == 0 {
            actions.push(self.without_play());
        } else {
            self.plays_on_line(fits, listing, actions);
            self.draws_at_will(actions);
        }
    }

    /// The fast form of `plays_on_arms`.
    #[inline(always)]
    fn plays_on_line(&self, fits: u64, listing: Listing, actions: &mut Actions) {
        let [suit_a, suit_b] = self.layout.suits;
        // Only the score of the ends tells equal ends of a line apart.
        let alike =
            (suit_a == suit_b) & (listing == Listing::Distinct) & (self.rules.ends == Ends::Off);
        let shared = if alike { 0 } else { suit_a & suit_b };
        let mut plays = Plays {
            rest: fits | Plays::NONE,
            at_both: fits & shared,
            at_first: suit_a,
            on: &self.layout.tips,
        };
        plays.list_three(actions);
        // Few hands have more than three plays.
        while plays.rest > Plays::NONE {
            actions.push(plays.next());
        }
    }

    /// Notes a tile that is not the last of a hand. Returns the lower half of the tiles that may be laid next.
    #[inline(always)]
    fn lay_on_line(&mut self, seat: Seat, tile: Tile, on: Tile, awards: &mut PlayAwards) -> u64 {
        self.layout.lay_on_line(tile, on, &self.rules);
        self.note_tile(seat, tile, awards);
        self.next_turn(seat);
        self.layout.playable_on_line()
    }

    /// Whether a pass in plain play makes no points and does not end the round, as most passes.
    #[inline(always)]
    pub(crate) fn nothing_comes_of_pass(&self, seat: Seat) -> bool {
        self.plain
            && !self.rules.passes_pay()
            && self.streak[seat] < 2
            && self.since_tile.on_tile + 2 < self.rules.n_seats()
    }

    /// Notes a pass without consequences.
    #[inline(always)]
    pub(crate) fn note_pass(&mut self, seat: Seat) {
        self.since_tile.pass();
        self.streak[seat] += 1;
        self.next_turn(seat);
    }
}

impl Round {
    /// Lays a tile in plain play, the most frequent action.
    #[inline(always)]
    pub(crate) fn lay(&mut self, seat: Seat, tile: Tile, on: Tile, awards: &mut PlayAwards) {
        let hand = self.hands[seat].low() ^ TileSet::bit_of(tile);
        self.hands[seat].set_low(hand);
        if hand == 0 {
            self.lay_any(seat, tile, on, awards);
            return;
        }
        let playable = self.board.lay_on_line(seat, tile, on, awards);
        // While anybody can play, only the target of the match can have ended the round.
        if playable & !self.boneyard_set.low() == 0
            || self.board.scores_ends() && !awards.is_empty()
        {
            self.note_end(seat, None, awards);
        }
    }
}

/// The plays on a line that are not listed yet.
struct Plays<'a> {
    /// The tiles to be laid, and [`NONE`](Self::NONE).
    rest: u64,
    /// Tiles still to be listed at both ends.
    at_both: u64,
    /// Tiles to be listed next at the first end. Bits of other tiles mean nothing.
    at_first: u64,
    /// The tiles at the first and the second end.
    on: &'a [Tile; 2],
}

impl Plays<'_> {
    /// Sentinels above the tiles of a small set, more than one listing reads.
    const NONE: u64 = !0 << DominoSet::DOUBLE_NINE.len();

    /// Lists up to three plays, at least one. Their number and their ends are random, so no branch depends on them.
    #[inline(always)]
    fn list_three(&mut self, actions: &mut Actions) {
        let begun = actions.len();
        actions.push(self.next());
        let second = usize::from(self.rest > Self::NONE);
        actions.push(self.next());
        let third = usize::from(self.rest > Self::NONE);
        actions.push(self.next());
        // There is a third play only after a second. Sentinels are cut off.
        actions.truncate(begun + ((1 + second) | third));
    }

    /// Returns the next play, or an arbitrary one after the last.
    #[inline(always)]
    fn next(&mut self) -> Action {
        let index = self.rest.trailing_zeros();
        let at = usize::from(self.at_first >> index & 1 == 0);
        let others = self.rest.wrapping_sub(1);
        self.rest &= others | self.at_both;
        self.at_both &= others;
        self.at_first &= others;
        Action::Play {
            tile: Tile::at(index as u8),
            on: self.on[at],
        }
    }
}

#[cfg(test)]
mod tests {
    extern crate std;

    use alloc::boxed::Box;
    use alloc::string::String;
    use std::thread_local;

    use core::cell::Cell;

    use crate::fair::Seed;
    use crate::rules::Choices;
    use crate::{Event, Fact, Game, Rules, Setup, Table, Waiting};

    thread_local! {
        static ON: Cell<bool> = const { Cell::new(true) };
    }

    pub(super) fn on() -> bool {
        ON.get()
    }

    /// Runs the work on the fast path and on the slow path.
    fn in_both<T>(mut work: impl FnMut(bool) -> T) -> [T; 2] {
        [true, false].map(|fast| {
            ON.set(fast);
            let done = work(fast);
            ON.set(true);
            done
        })
    }

    /// Prints everything visible of the round, and whether play is plain.
    fn seen(table: &Table) -> (String, bool) {
        let Some(round) = table.round() else {
            return (String::new(), false);
        };
        let board = round.board();
        let told = alloc::format!(
            "{:?} {:?} {:?} {:?} {} {:?} {:?}",
            Setup::of(round).map(|setup| alloc::string::ToString::to_string(&setup)),
            round.legal_actions(),
            round.distinct_actions(),
            board.layout().ends(),
            board.layout().playable(),
            round.outcome(),
            board.turn(),
        );
        (told, board.plain)
    }

    /// Plays a match at random on both paths at once, and returns the number of plain positions.
    fn same_match(rules: Rules, seed: u64) -> usize {
        let dealer = Seed::from_number(seed);
        let (mut chance, mut n_plain) = (seed, 0);
        let mut tables = [Table::new(rules), Table::new(rules)];
        for _ in 0..40 {
            let [(told, plain), (again, never)] = [0, 1].map(|at| seen(&tables[at]));
            assert_eq!(told, again);
            assert!(!never);
            n_plain += usize::from(plain);
            let table = &tables[0];
            let fact = match table.waiting() {
                Waiting::Nothing => break,
                Waiting::TurnUp => {
                    Fact::TurnedUp(dealer.turn_up(table.game(), table.n_turned_up()))
                }
                Waiting::Deal => Fact::Dealt(Box::new(dealer.deal(&rules, table.n_deals()))),
                Waiting::Act(_) => {
                    let actions = table
                        .round()
                        .expect("a seat to act has a round")
                        .legal_actions();
                    chance = chance.wrapping_mul(6364136223846793005).wrapping_add(1);
                    Fact::Acted(actions[(chance >> 33) as usize % actions.len()])
                }
            };
            let [fast, plain] = in_both(|fast| {
                let events = tables[usize::from(!fast)]
                    .apply(&fact)
                    .expect("a legal fact");
                let last = |event: &Event| alloc::format!("{event:?}");
                events.iter().map(last).collect::<alloc::vec::Vec<_>>()
            });
            assert_eq!(fast, plain);
        }
        n_plain
    }

    #[test]
    fn fast_path_agrees_with_slow_path_in_every_game() {
        let mut n_plain = 0;
        for game in Game::ALL {
            for &players in game.players {
                let usual = game
                    .choices(players)
                    .expect("a number of players of the game");
                n_plain += same_match(Rules::new(usual).expect("rules of a known game"), 1);
                // Every option is varied where the game allows it.
                let options = Choices::OPTIONS
                    .iter()
                    .filter(|_| players == game.players[0]);
                for (seed, option) in (0..).zip(options) {
                    let values = match option.kind {
                        crate::rules::OptionKind::Word(words) => words,
                        // Premiums are tried at none, little and much.
                        _ => &["0", "1", "25"],
                    };
                    for value in values {
                        let varied = usual.with(option.name, value).ok();
                        let varied = varied.filter(|choices| *choices != usual);
                        if let Some(rules) = varied.and_then(|choices| Rules::new(choices).ok()) {
                            n_plain += same_match(rules, seed);
                        }
                    }
                }
            }
        }
        assert!(n_plain > 10_000, "{n_plain}");
    }
}
