//! Tables of events: their meetings, and when a meeting is over.

use capicu::{Deal, Seat, Side, Waiting};

use crate::due::Now;
use crate::presence::Presence;
use crate::{BETWEEN_ROUNDS, State};

/// The meeting that a table of an event plays. Nobody changes seats or leaves permanently, and partners cannot signal
/// each other. The next match begins automatically, until the meeting is over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Meeting {
    pub matches: u16,
    /// After this time no round begins, in milliseconds since 1970. The current round is finished, and then the leader
    /// has won.
    pub until: Option<u64>,
    pub ties: Ties,
    pub stand_ins: StandIns,
    /// Fixed deals, one round each, if they are the same at every table; after the last, the meeting is over. Nobody
    /// sees one before it is dealt.
    pub boards: Vec<Board>,
}

/// A fixed deal and its opener, unless the rules name a tile to be led first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    /// The deal; its lot is 0.
    pub deal: Deal,
    pub first: Seat,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hand {
    pub winner: Option<Side>,
    /// Whether its last tile fitted both ends, and they differed.
    pub both_ends: bool,
    pub points: Vec<u16>,
}

/// How a meeting ends if the sides are level when its time is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ties {
    /// It ends as a tie.
    Stand,
    /// More rounds are played until a side leads.
    PlayedOff,
}

/// Who plays for an absent player at a table of an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StandIns {
    /// Nobody: the table waits. If a player who is there runs out of time, the first legal action is taken.
    Never,
    Bots,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Halt {
    Time,
    Desk,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MeetingStanding {
    pub end: MeetingEnd,
    pub matches: Vec<u16>,
    pub points: Vec<u32>,
    /// The score of each side in the current or last match.
    pub scores: Vec<u16>,
    pub hands: Vec<Hand>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MeetingEnd {
    GoesOn,
    /// A side has won enough matches, or the time of the meeting is over.
    Played,
    Settled,
    /// Its match cannot continue by today's rules: see [`capicu_protocol::MatchStopped`].
    Stopped,
}

impl State {
    /// The standing of the meeting; `None` if it is not a table of an event.
    pub fn meeting(&self) -> Option<MeetingStanding> {
        let meeting = self.setup().meeting.as_ref()?;
        let table = self.table()?;
        let scores = table.game().standing().scores.as_slice().to_vec();
        let (mut matches, mut points) = (self.won(), self.points_before());
        for (sum, score) in points.iter_mut().zip(&scores) {
            *sum += u32::from(*score);
        }
        if let Some(result) = table.game().result() {
            matches[result.winner.index()] += result.matches(self.rules());
        }
        let decided = matches.iter().any(|won| *won >= meeting.matches);
        let end = match self.stopped().map(|stopped| stopped.why) {
            Some(capicu_protocol::WhyStopped::Rules) => MeetingEnd::Stopped,
            Some(capicu_protocol::WhyStopped::Time | capicu_protocol::WhyStopped::Boards) => {
                MeetingEnd::Played
            }
            Some(capicu_protocol::WhyStopped::Desk) => MeetingEnd::Settled,
            None if decided => MeetingEnd::Played,
            None => MeetingEnd::GoesOn,
        };
        Some(MeetingStanding {
            end,
            matches,
            points,
            scores,
            hands: self.hands().to_vec(),
        })
    }

    /// Whether absent players have no stand-ins.
    pub(crate) fn waits_for_people(&self) -> bool {
        let meeting = self.setup().meeting.as_ref();
        meeting.is_some_and(|meeting| meeting.stand_ins == StandIns::Never)
    }

    pub(crate) fn is_met(&self) -> bool {
        self.meeting()
            .is_some_and(|standing| standing.end != MeetingEnd::GoesOn)
    }

    pub(crate) fn is_whole(&self, there: &Presence) -> bool {
        let mut seats = self.all_seats();
        seats.all(|seat| !self.person_plays(seat) || there.devices(seat) > 0)
    }

    /// Whether the time of the meeting is over, its last round is finished, and that decides it.
    pub(crate) fn is_time_up(&self, now: u64) -> bool {
        let Some(meeting) = &self.setup().meeting else {
            return false;
        };
        let late = meeting.until.is_some_and(|until| until <= now);
        let all_played = self.has_played_boards();
        if !(late || all_played) || !self.is_between_hands() {
            return false;
        }
        let Some(standing) = self.meeting() else {
            return false;
        };
        let goes_on = standing.end == MeetingEnd::GoesOn;
        let stands = all_played || meeting.ties == Ties::Stand || standing.has_leader(meeting);
        goes_on && stands
    }

    pub(crate) fn has_played_boards(&self) -> bool {
        let boards = self.boards().len();
        boards > 0 && self.hands().len() >= boards
    }

    pub(crate) fn boards(&self) -> &[Board] {
        let meeting = self.setup().meeting.as_ref();
        meeting.map_or(&[], |meeting| &meeting.boards)
    }

    /// Whether a round is over and the next has not been dealt.
    fn is_between_hands(&self) -> bool {
        let Some(table) = self.table() else {
            return false;
        };
        let is_over = table.round().is_some_and(|round| round.outcome().is_some());
        match self.waiting() {
            Waiting::Nothing => true,
            Waiting::Deal | Waiting::TurnUp => match table.round() {
                Some(_) => is_over,
                // Before the first round of the first match, there is nothing to end.
                None => self.game().is_some_and(|game| game.number > 1),
            },
            Waiting::Act(_) => false,
        }
    }

    /// When the meeting's next automatic event happens: its time is over, or the next match begins.
    pub(crate) fn meeting_due(&self, at: Now<'_>) -> Option<u64> {
        let meeting = self.setup().meeting.as_ref()?;
        if self.is_met() {
            return None;
        }
        let next = (self.waiting() == Waiting::Nothing && self.is_whole(at.there))
            .then(|| self.next_match_at(at));
        let until = meeting.until.filter(|until| *until > at.now);
        [next, until].into_iter().flatten().min()
    }

    /// When the next match of a meeting begins, even if not everybody is ready.
    pub(crate) fn next_match_at(&self, at: Now<'_>) -> u64 {
        at.since.max(at.there.anybody_since()) + BETWEEN_ROUNDS
    }
}

impl MeetingStanding {
    fn has_leader(&self, meeting: &Meeting) -> bool {
        let leads = |all: &[u16]| {
            let best = all.iter().max();
            all.iter().filter(|one| Some(*one) == best).count() == 1
        };
        match meeting.matches {
            1 => leads(&self.scores),
            _ => leads(&self.matches),
        }
    }
}
