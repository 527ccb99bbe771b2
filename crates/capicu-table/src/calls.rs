//! Scores that have to be called: the time that bots leave to people, and the scores that bots overlook.

use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use capicu::rules::{CallSum, Calls};
use capicu::{Call, Seat, Turn, Waiting};
use capicu_protocol::Level;

use crate::{Fact, State};

/// After a tile that a person may call about, bots wait this long before they play, in milliseconds. Unless the table
/// shows scores, they wait whether or not there is a score.
const CALL_TIME: u64 = 4_000;

/// After this time, a bot claims a score that was missed before the last tile, in milliseconds. People can claim it
/// earlier.
const NOTICE: u64 = 2_500;

impl State {
    /// The call that a bot makes by now. It declares its own points with its tile, and claims an opponent's missed
    /// score a moment after the next tile.
    pub(crate) fn bots_call(&self, now: u64) -> Option<Fact> {
        let declares = self.table()?.due_call();
        let claims = || {
            let (seat, at) = self.next_claim()?;
            (at <= now).then_some((seat, Call::Muggins))
        };
        let notices = |(seat, call): (Seat, Call)| {
            let bot = !self.person_plays(seat);
            (bot && !self.overlooks(seat)).then_some((seat, call))
        };
        let (seat, call) = declares.and_then(notices).or_else(claims)?;
        self.called(seat, call).ok()
    }

    /// The bot that will claim a missed score, and when.
    pub(crate) fn next_claim(&self) -> Option<(Seat, u64)> {
        let board = self.table()?.round()?.board();
        let claims = |seat: &Seat| {
            let there = board.callable(*seat, Call::Muggins).is_some();
            let may = there && self.called(*seat, Call::Muggins).is_ok();
            may && !self.person_plays(*seat) && !self.overlooks(*seat)
        };
        let seat = self.all_seats().find(claims)?;
        Some((seat, self.laid_at + NOTICE))
    }

    /// Until when the bot on turn waits, so that people can call.
    pub(crate) fn bot_waits(&self) -> Option<u64> {
        let Waiting::Act(seat) = self.waiting() else {
            return None;
        };
        let board = self.table()?.round()?.board();
        let calls = self.rules().calls != Calls::Automatic && !self.person_plays(seat);
        if !calls || !matches!(board.turn(), Turn::Play(_)) {
            return None;
        }
        let may = |seat: Seat| {
            let of = |call| board.may_call(seat, call);
            match self.rules().call_sum {
                CallSum::Told => of(Call::Declare) || of(Call::Muggins),
                CallSum::Own => of(Call::Sum(0)) || of(Call::Muggins),
            }
        };
        let mut people = self.all_seats().filter(|seat| self.person_plays(*seat));
        people.any(may).then_some(self.laid_at + CALL_TIME)
    }

    /// Whether a bot overlooks the score of the tiles on the table. Nobody can predict it, and a restart does not
    /// change it.
    fn overlooks(&self, seat: Seat) -> bool {
        let Some((game, round)) = self
            .game()
            .and_then(|game| Some((game, game.table.round()?)))
        else {
            return false;
        };
        let mut chance = DefaultHasher::new();
        let laid = round.board().layout().laid().len();
        (game.seed.to_string(), game.table.n_deals(), laid, seat).hash(&mut chance);
        chance.finish() % 100 < overlooked(self.level())
    }
}

/// How many of 100 scores a bot of this level overlooks, its own or another's.
const fn overlooked(level: Level) -> u64 {
    match level {
        Level::Heaviest => 30,
        Level::OwnHand => 20,
        Level::Table => 12,
        Level::Passes => 8,
        Level::Club => 4,
        Level::Imagines => 2,
        Level::Concludes | Level::Match => 0,
    }
}
