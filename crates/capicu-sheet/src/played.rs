//! One match of a sheet, derived from its lines.

use capicu::{
    BySide, Doubt, InPlay, Match, MatchResult, NextLeader, PlayAwards, ReportedEnd, RoundResult,
    Scorer, Seat, Side,
};

use crate::{Day, Entry, RoundEntry, SheetError, Start, Trust};

/// The most bytes of the moves of a round.
pub(crate) const MAX_MOVES: usize = 8000;

/// One match and its lines.
#[derive(Clone, Debug)]
pub struct Played {
    start: Start,
    day: Option<Day>,
    /// The match before its first line.
    opened: Match,
    lines: Vec<Line>,
    now: Now,
}

/// A line of a match, with its effect.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    slot: Slot,
    /// The number of its round, from 1.
    pub round: u16,
    /// The effect of the line on the match; nothing if it is struck out.
    pub effect: Effect,
    /// Why the rules cannot lead to the entry, which people confirmed.
    pub doubts: Vec<Doubt>,
    /// The scores after the line, points in play included.
    pub scores: BySide<u16>,
}

/// The effect of a line on the match.
#[derive(Clone, Debug, PartialEq)]
pub enum Effect {
    /// The line is struck out.
    Nothing,
    /// Points in play. They end the match where the round has a result.
    InPlay {
        awards: PlayAwards,
        over: Option<Box<RoundResult>>,
    },
    /// A round that is over.
    Round(Box<RoundResult>),
    /// Scores that people agreed on.
    Agreed,
}

/// Whether a line counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineState {
    Counts,
    Undone,
}

/// The effect of an entry that nobody has written yet.
#[derive(Clone, Debug, PartialEq)]
pub struct Preview {
    pub effect: Effect,
    pub doubts: Vec<Doubt>,
    pub scores: BySide<u16>,
    pub result: Option<MatchResult>,
}

/// An entry and what it replaced.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Slot {
    entry: Entry,
    state: LineState,
    replaced: Vec<Entry>,
    /// The moves of the round that the entry ends.
    moves: Option<String>,
}

/// The match between two lines.
#[derive(Clone, Debug)]
struct Now {
    game: Match,
    /// The points of the round in play.
    in_play: Vec<InPlay>,
    scores: BySide<u16>,
    round: u16,
    /// The leader of the next round; `None` where it depends on an opener whom nobody named.
    leader: Option<NextLeader>,
}

impl Played {
    /// The match as it began.
    pub const fn start(&self) -> &Start {
        &self.start
    }

    /// The match after its last finished round.
    pub const fn game(&self) -> &Match {
        &self.now.game
    }

    /// The lines, also those that are struck out.
    pub fn lines(&self) -> &[Line] {
        &self.lines
    }

    /// The lines that count.
    pub fn counted(&self) -> impl DoubleEndedIterator<Item = &Line> {
        let counts = |line: &&Line| line.state() == LineState::Counts;
        self.lines.iter().filter(counts)
    }

    /// The scores, points of the round in play included.
    pub const fn scores(&self) -> &BySide<u16> {
        &self.now.scores
    }

    /// The number of the round to be written next, from 1.
    pub const fn round(&self) -> u16 {
        self.now.round
    }

    /// The leader of the next round; `None` where it depends on an opener whom nobody named.
    pub const fn leader(&self) -> Option<NextLeader> {
        self.now.leader
    }

    /// The end of the match.
    pub const fn result(&self) -> Option<&MatchResult> {
        self.now.game.result()
    }

    /// The names of a side, in the order of play.
    pub fn names(&self, side: Side) -> impl Iterator<Item = &str> {
        let seats = self.now.game.rules().members(side);
        seats.map(|seat| self.name(seat))
    }

    /// The name of a player.
    pub fn name(&self, seat: Seat) -> &str {
        self.start
            .names
            .get(seat.index())
            .map_or("", String::as_str)
    }

    /// The day on which the match began, where the device named it.
    pub const fn day(&self) -> Option<Day> {
        self.day
    }

    pub(crate) fn new(start: Start, opened: Match, day: Option<Day>) -> Self {
        let now = Now::new(&opened);
        Self {
            start,
            day,
            opened,
            lines: Vec::new(),
            now,
        }
    }

    /// Whether nobody has written points of the next round.
    pub const fn is_between_rounds(&self) -> bool {
        self.now.in_play.is_empty()
    }

    /// Whether every finished round has its moves, there is one, and no scores were agreed.
    pub fn has_all_moves(&self) -> bool {
        let agreed = |line: &Line| line.effect == Effect::Agreed;
        if self.lines.iter().any(agreed) {
            return false;
        }
        let rounds = self.counted().filter(|line| line.ends_round());
        let mut rounds = rounds.peekable();
        rounds.peek().is_some() && rounds.all(|line| line.moves().is_some())
    }

    pub(crate) fn is_in_play(&self) -> bool {
        self.has_lines() && self.result().is_none()
    }

    /// Whether a line counts.
    pub(crate) fn has_lines(&self) -> bool {
        self.slots().any(Slot::counts)
    }

    pub(crate) fn slots(&self) -> impl Iterator<Item = &Slot> {
        self.lines.iter().map(|line| &line.slot)
    }

    /// Keeps the moves of the round that ended last.
    pub(crate) fn note(&mut self, moves: &str) -> Result<(), SheetError> {
        let control = |c: char| c.is_control() && c != '\t';
        if moves.is_empty() || moves.len() > MAX_MOVES || moves.contains(control) {
            return Err(SheetError::Moves);
        }
        let mut counted = self.lines.iter_mut().rev();
        let last = counted.find(|line| line.state() == LineState::Counts);
        let ended = last.filter(|line| line.ends_round());
        ended.ok_or(SheetError::NoRoundToNote)?.slot.moves = Some(moves.to_owned());
        Ok(())
    }

    /// Derives the match from other lines.
    pub(crate) fn rewritten(&self, slots: Vec<Slot>) -> Result<Self, SheetError> {
        let mut now = Now::new(&self.opened);
        let mut lines = Vec::with_capacity(slots.len());
        let unchanged = slots.iter().zip(self.slots());
        let first = unchanged.take_while(|(new, old)| new == old).count();
        for (index, slot) in slots.into_iter().enumerate() {
            let round = now.round;
            let written = match slot.state {
                LineState::Counts => now.write(&slot.entry).and_then(|(effect, doubts)| {
                    if doubts.is_empty() || slot.entry.is_confirmed() {
                        Ok((effect, doubts))
                    } else {
                        Err(SheetError::Doubtful(doubts))
                    }
                }),
                LineState::Undone => Ok((Effect::Nothing, Vec::new())),
            };
            let (effect, doubts) = written.map_err(|because| match index > first {
                false => because,
                true => SheetError::Later {
                    line: index,
                    because: Box::new(because),
                },
            })?;
            lines.push(Line {
                slot,
                round,
                effect,
                doubts,
                scores: now.scores,
            });
        }
        Ok(Self {
            start: self.start.clone(),
            day: self.day,
            opened: self.opened.clone(),
            lines,
            now,
        })
    }

    pub(crate) fn preview(&self, entry: &Entry) -> Result<Preview, SheetError> {
        let mut now = self.now.clone();
        let (effect, doubts) = now.write(entry)?;
        Ok(Preview {
            effect,
            doubts,
            scores: now.scores,
            result: now.game.result().copied(),
        })
    }
}

impl Line {
    /// The content of the line.
    pub const fn entry(&self) -> &Entry {
        &self.slot.entry
    }

    /// Whether the line counts.
    pub const fn state(&self) -> LineState {
        self.slot.state
    }

    /// Whether the line ends a round.
    pub const fn ends_round(&self) -> bool {
        matches!(
            self.effect,
            Effect::Round(_) | Effect::InPlay { over: Some(_), .. }
        )
    }

    /// The moves of the round that the line ends, in the words of a record, with tabs between lines; `None` where
    /// nobody entered them.
    pub fn moves(&self) -> Option<&str> {
        self.slot.moves.as_deref()
    }

    /// The entries that were corrected, the oldest first.
    pub fn replaced(&self) -> &[Entry] {
        &self.slot.replaced
    }
}

impl Slot {
    pub fn new(entry: Entry) -> Self {
        Self {
            entry,
            state: LineState::Counts,
            replaced: Vec::new(),
            moves: None,
        }
    }

    pub fn counts(&self) -> bool {
        self.state == LineState::Counts
    }

    pub const fn strike(&mut self) {
        self.state = LineState::Undone;
    }

    pub fn correct(&mut self, to: Entry) {
        self.replaced.push(std::mem::replace(&mut self.entry, to));
        self.moves = None;
    }
}

impl Entry {
    fn is_confirmed(&self) -> bool {
        match self {
            Self::InPlay { trust, .. } => *trust == Trust::Confirmed,
            Self::Round(round) => round.trust == Trust::Confirmed,
            Self::Agreed(_) => true,
        }
    }
}

impl Now {
    fn new(opened: &Match) -> Self {
        Self {
            scores: opened.standing().scores,
            leader: Some(opened.next_leader()),
            in_play: Vec::new(),
            round: opened.standing().round + 1,
            game: opened.clone(),
        }
    }

    fn write(&mut self, entry: &Entry) -> Result<(Effect, Vec<Doubt>), SheetError> {
        match entry {
            Entry::InPlay { what, .. } => self.write_in_play(*what),
            Entry::Round(round) => self.write_round(round),
            Entry::Agreed(scores) => {
                let sides = self.game.rules().n_sides();
                if scores.len() != sides {
                    let scores = scores.len();
                    return Err(SheetError::Scores { sides, scores });
                }
                self.game.agree(*scores);
                self.in_play.clear();
                self.scores = *scores;
                Ok((Effect::Agreed, Vec::new()))
            }
        }
    }

    fn write_in_play(&mut self, what: InPlay) -> Result<(Effect, Vec<Doubt>), SheetError> {
        let opener = self.openers(None).first().copied().unwrap_or_default();
        let mut scorer = self.scorer(opener)?;
        let doubts = scorer.doubt_in_play(what).into_iter().collect();
        let awards = scorer.note(what)?;
        self.in_play.push(what);
        self.scores = scorer.scores();
        let over = match scorer.target_reached() {
            Some(side) => {
                let round = RoundEntry {
                    opener: None,
                    end: ReportedEnd::Target(side),
                    left: capicu::Left::Uncounted,
                    trust: Trust::Checked,
                };
                match self.write_round(&round)? {
                    (Effect::Round(result), _) => Some(result),
                    _ => None,
                }
            }
            None => None,
        };
        Ok((Effect::InPlay { awards, over }, doubts))
    }

    /// Writes a round for every player who can have opened it, and keeps what is the same for all.
    fn write_round(&mut self, round: &RoundEntry) -> Result<(Effect, Vec<Doubt>), SheetError> {
        let mut first: Option<(Match, RoundResult, Vec<Doubt>)> = None;
        let mut leader = None;
        let openers = self.openers(round.opener);
        for &opener in &openers {
            let scorer = self.scorer(opener)?;
            let doubts = scorer.doubts(&round.end, &round.left)?;
            let mut game = self.game.clone();
            if openers.len() == 1 {
                game.note_setter(opener);
            }
            let result = scorer.finish(&mut game, &round.end, &round.left)?;
            match &first {
                None => {
                    leader = Some(game.next_leader());
                    first = Some((game, result, doubts));
                }
                Some((_, other, _)) if *other != result => return Err(SheetError::NameOpener),
                Some(_) => leader = leader.filter(|leader| *leader == game.next_leader()),
            }
        }
        let (game, result, doubts) = first.ok_or(SheetError::NameOpener)?;
        let again = game.standing().round == self.game.standing().round
            && game.next_leader() == self.game.next_leader();
        if again {
            // The round does not count, and the same player opens again.
            leader = self.leader;
        }
        self.game = game;
        self.leader = leader;
        self.in_play.clear();
        self.scores = result.scores;
        self.round = self.game.standing().round + 1;
        Ok((Effect::Round(Box::new(result)), doubts))
    }

    fn scorer(&self, opener: Seat) -> Result<Scorer, SheetError> {
        let mut scorer = Scorer::new(&self.game, opener)?;
        for what in &self.in_play {
            scorer.note(*what)?;
        }
        Ok(scorer)
    }

    /// The players who can have opened the round.
    fn openers(&self, named: Option<Seat>) -> Vec<Seat> {
        let rules = self.game.rules();
        match (named, self.leader) {
            (Some(seat), _) | (None, Some(NextLeader::Seat(seat))) => vec![seat],
            (None, Some(NextLeader::Huddle(seat))) => rules.members(rules.side(seat)).collect(),
            (None, Some(NextLeader::Lot(side))) => rules.members(side).collect(),
            (None, Some(NextLeader::Tiles) | None) => rules.playing().collect(),
        }
    }
}
