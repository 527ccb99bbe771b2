//! Tables of events: what they are played for, and when that is over.

use capicu::{Deal, Seat, Team, Waiting};

use crate::due::Now;
use crate::presence::Presence;
use crate::{BETWEEN_ROUNDS, State};

/// What a table of an event is played for. Nobody changes seats there, nobody leaves for good and partners say
/// nothing to each other; the next match begins by itself, until the meeting is over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Meeting {
    /// So many matches won win it.
    pub matches: u16,
    /// From when on no hand begins, in milliseconds since 1970: the one that is played is finished, and then
    /// the leader has won.
    pub until: Option<u64>,
    /// What becomes of it if nobody leads then.
    pub ties: Ties,
    /// Who plays for somebody who is away.
    pub stand_ins: StandIns,
    /// The deals that are played, one hand each, where they are the same at every table; then the meeting is over.
    /// Nobody is told of one before it is dealt.
    pub boards: Vec<Board>,
}

/// A deal with who opens it, unless the rules have the deal name a tile to be led first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    /// The deal; its lot is 0.
    pub deal: Deal,
    /// Who opens.
    pub first: Seat,
}

/// How the hand of a board ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hand {
    /// The side that won it; nobody in a tie.
    pub winner: Option<Team>,
    /// Whether its last tile fitted both ends, and they differed.
    pub both_ends: bool,
    /// What each side has scored in it.
    pub points: Vec<u16>,
}

/// What becomes of a meeting if nobody leads when its time is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ties {
    /// It ends like that.
    Stand,
    /// Hands are played until somebody leads.
    PlayedOff,
}

/// Who plays at a table of an event for somebody who is away.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StandIns {
    /// Nobody: the table waits. Whoever is there and lets the time of a turn run out has the first action
    /// that is legal done.
    Never,
    /// A bot, as everywhere else.
    Bots,
}

/// Why a meeting goes on no more, though it could.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Halt {
    /// Its time was over.
    Time,
    /// The desk has settled it.
    Desk,
}

/// How a meeting stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MeetingStanding {
    /// Whether it goes on.
    pub end: MeetingEnd,
    /// Matches won by each side.
    pub matches: Vec<u16>,
    /// The points of each side in all matches together.
    pub points: Vec<u32>,
    /// The score of each side in the match that is played, or was played last.
    pub scores: Vec<u16>,
    /// The hands of the boards that were played to their end.
    pub hands: Vec<Hand>,
}

/// Whether a meeting goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MeetingEnd {
    /// It does.
    GoesOn,
    /// A side has won as many matches as win it, or its time is over.
    Played,
    /// The desk has settled it.
    Settled,
    /// Its match cannot go on by today's rules: see [`capicu_protocol::MatchStopped`].
    Stopped,
}

impl State {
    /// How the meeting stands that the table is played for, if it is one of an event.
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

    /// Whether nobody plays for whoever is away.
    pub(crate) fn waits_for_people(&self) -> bool {
        let meeting = self.setup().meeting.as_ref();
        meeting.is_some_and(|meeting| meeting.stand_ins == StandIns::Never)
    }

    /// Whether the table is played for a meeting that is over.
    pub(crate) fn is_met(&self) -> bool {
        self.meeting()
            .is_some_and(|standing| standing.end != MeetingEnd::GoesOn)
    }

    /// Whether everybody is there whom the table would wait for.
    pub(crate) fn is_whole(&self, there: &Presence) -> bool {
        let mut seats = self.all_seats();
        seats.all(|seat| !self.person_plays(seat) || there.devices(seat) > 0)
    }

    /// Whether the time of the meeting is over, its last hand is finished, and that decides it.
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

    /// Whether the table has boards, and all of them are played.
    pub(crate) fn has_played_boards(&self) -> bool {
        let boards = self.boards().len();
        boards > 0 && self.hands().len() >= boards
    }

    /// The deals that are the same at every table; none elsewhere.
    pub(crate) fn boards(&self) -> &[Board] {
        let meeting = self.setup().meeting.as_ref();
        meeting.map_or(&[], |meeting| &meeting.boards)
    }

    /// Whether a hand has been played to its end, and no other was dealt since.
    fn is_between_hands(&self) -> bool {
        let Some(table) = self.table() else {
            return false;
        };
        let is_over = table.round().is_some_and(|round| round.outcome().is_some());
        match self.waiting() {
            Waiting::Nothing => true,
            Waiting::Deal | Waiting::TurnUp => match table.round() {
                Some(_) => is_over,
                // Nobody has played a hand of the first match yet: that is no meeting.
                None => self.game().is_some_and(|game| game.number > 1),
            },
            Waiting::Act(_) => false,
        }
    }

    /// When something happens by itself that is the meeting's: its time is over, or the next match begins.
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

    /// When the next match of a meeting begins, whoever is ready.
    pub(crate) fn next_match_at(&self, at: Now<'_>) -> u64 {
        at.since.max(at.there.anybody_since()) + BETWEEN_ROUNDS
    }
}

impl MeetingStanding {
    /// Whether one side is ahead in what decides the meeting.
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
