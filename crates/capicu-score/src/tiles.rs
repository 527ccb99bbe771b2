//! A round entered tile by tile. The referee of `capicu-record` checks every move.

mod archive;
mod typed;
mod view;

use capicu::{
    Action, Board, BySeat, Call, Ended, Hanged, Left, Listing, Match, NextLeader, Reason,
    ReportedEnd, Rules, Seat, Table, Tile, TileSet, TurnedUp, WayOut, Winner,
};
use capicu_i18n::{Lang, Texts};
use capicu_record::Record;
use capicu_record::record::{Dealt, Hand, Item, MoveRecord, ResultClaim, RoundRecord, What};
use capicu_record::referee::{Breach, Problem, Report, RoundReport, replay_from};
use capicu_sheet::{Entry, Event, Played, RoundEntry, Sheet, Trust, notes};

pub use archive::{record, records};

/// The page on which people enter the tiles of a round.
#[derive(Clone, Debug)]
pub struct Tiles {
    texts: Texts,
    played: Played,
    /// The round so far, after the tiles turned up for the opener. It always ends with a round.
    record: Record,
    report: Report,
    /// The seat that plays next, where people chose one. Seats between pass.
    next: Option<Seat>,
    /// A tile that fits at several ends.
    choice: Option<Choice>,
    /// Tiles turned up in the draw that is not complete.
    turned: Vec<(Seat, Tile)>,
    /// The hand that receives tiles after the round.
    focus: Option<Seat>,
    left: BySeat<TileSet>,
    /// Why the last input was refused.
    problem: Option<String>,
}

/// A tile and the tiles at which it fits.
#[derive(Clone, Debug)]
struct Choice {
    seat: Seat,
    tile: Tile,
    on: Vec<Tile>,
}

impl Tiles {
    /// Opens the next round of a stored sheet, with the moves that were stored before; `None` without a match.
    pub fn open(lang: Lang, stored: &str, moves: &str) -> Option<Self> {
        let (sheet, _) = Sheet::read_as_far_as_possible(stored);
        let played = sheet.current()?.clone();
        let empty = archive::header(&played);
        let begun = archive::round(&played, moves).filter(|_| !moves.is_empty());
        let record = begun.unwrap_or(empty);
        let report = replay_from(&Table::resumed(played.game().clone()), &record);
        let mut page = Self {
            texts: Texts::new(lang),
            left: BySeat::new(played.game().rules().n_seats()),
            played,
            record,
            report,
            next: None,
            choice: None,
            turned: Vec::new(),
            focus: None,
            problem: None,
        };
        page.settle();
        Some(page)
    }

    /// Does what a button says.
    pub fn act(&mut self, action: &str) {
        let (name, value) = action.split_once('=').unwrap_or((action, ""));
        self.problem = None;
        let tile = value.parse::<Tile>().ok();
        match (name, tile) {
            ("seat", _) => self.seat(value),
            ("tile", Some(tile)) => self.tile(tile, None),
            ("on", Some(on)) => {
                if let Some(Choice { seat, tile, .. }) = self.choice.take() {
                    self.lay(seat, tile, Some(on));
                }
            }
            ("pass", _) => self.turn_move(What::Pass),
            ("draw", _) => self.turn_move(What::Draw(None)),
            ("hand-over", _) => self.turn_move(What::HandOver),
            ("call", _) => {
                if let Some((seat, call)) = self.report.table.due_call() {
                    self.add(MoveRecord::new(seat, What::Call(call)));
                }
            }
            ("muggins", _) => {
                if let Some(seat) = self.claimant() {
                    self.add(MoveRecord::new(seat, What::Call(Call::Muggins)));
                }
            }
            ("block", _) => self.block(),
            ("undo", _) => self.undo(),
            ("type", _) => self.typed(value),
            _ => {}
        }
    }

    /// The page as HTML.
    pub fn html(&self) -> String {
        view::page(self).into_string()
    }

    /// The sentence for screen readers.
    pub fn said(&self) -> String {
        match (&self.problem, self.moves().last()) {
            (Some(problem), _) => problem.clone(),
            (None, Some(last)) => {
                let word = self.word(last);
                format!("{}: {word}. {}", self.name(last.seat), self.prompt())
            }
            (None, None) => self.prompt(),
        }
    }

    /// The moves so far, to be stored; nothing before the first.
    pub fn stored(&self) -> String {
        match self.record.items.len() == 1 && self.moves().is_empty() {
            true => String::new(),
            false => archive::body(&self.record),
        }
    }

    /// The lines that the sheet adds for the round, each an event of the sheet; empty until it is over.
    pub fn lines(&self) -> String {
        let events = self.over().map(|report| self.events(report));
        let lines = events.into_iter().flatten().map(|event| event.to_line());
        lines.collect::<Vec<_>>().join("\n")
    }

    /// A move in the language of the page; tiles as in records.
    fn word(&self, mv: &MoveRecord) -> String {
        match mv.what {
            What::Pass => self.texts.pass().to_lowercase(),
            What::Draw(_) => self.texts.tiles_draw().to_lowercase(),
            What::Call(Call::Muggins) => self.texts.sheet_muggins(),
            What::Call(_) => self.texts.tiles_call().to_lowercase(),
            _ => mv.to_string(),
        }
    }

    fn rules(&self) -> &Rules {
        self.played.game().rules()
    }

    fn game(&self) -> &Match {
        self.report.table.game()
    }

    fn name(&self, seat: Seat) -> &str {
        self.played.name(seat)
    }

    fn round(&self) -> Option<&RoundRecord> {
        self.record.rounds().last()
    }

    fn moves(&self) -> &[MoveRecord] {
        self.round().map_or(&[], |round| &round.moves)
    }

    /// The board after the last move; `None` before the first.
    fn board(&self) -> Option<&Board> {
        let round = self
            .report
            .table
            .round()
            .filter(|_| !self.moves().is_empty());
        round.map(capicu::Round::board)
    }

    /// The result of the round, once it is over.
    fn over(&self) -> Option<&RoundReport> {
        over(&self.report).filter(|_| !self.moves().is_empty())
    }

    /// A seat that may claim the points that an opponent has overlooked.
    fn claimant(&self) -> Option<Seat> {
        let board = self.report.table.round()?.board();
        let mut seats = self.rules().playing();
        seats.find(|seat| board.callable(*seat, Call::Muggins).is_some())
    }

    /// The seat whose turn it is; `None` where only the players know the opener.
    fn turn(&self) -> Option<Seat> {
        if self.needs_turn_up() {
            let drawing = self.drawing();
            return drawing.into_iter().nth(self.turned.len());
        }
        match (self.board(), self.played.leader()) {
            (Some(_), _) => self.turn_after(&self.record, &self.report),
            (None, Some(NextLeader::Seat(seat))) => Some(seat),
            (None, _) => None,
        }
    }

    /// The seat to act after the moves of a record; `None` once the round is over. The deal in the report is one of
    /// several: in others the round is not over, and the next player is on turn.
    fn turn_after(&self, record: &Record, report: &Report) -> Option<Seat> {
        if over(report).is_some() {
            return None;
        }
        let to_act = report.table.round().and_then(capicu::Round::to_act);
        to_act.or_else(|| {
            let last = record.rounds().last()?.moves.last()?;
            Some(self.rules().next(last.seat))
        })
    }

    /// Whether tiles turned up decide the opener, and are not known.
    fn needs_turn_up(&self) -> bool {
        self.moves().is_empty() && self.game().needs_draw_for_set()
    }

    fn drawing(&self) -> Vec<Seat> {
        let drawing = self.game().drawing().entries();
        drawing
            .filter(|(_, draws)| **draws)
            .map(|(seat, _)| seat)
            .collect()
    }

    fn seat(&mut self, letter: &str) {
        let seat = letter.chars().next().and_then(Seat::of_letter);
        let seat = seat.filter(|seat| self.rules().playing().any(|other| other == *seat));
        self.choice = None;
        match self.over() {
            Some(_) => self.focus = seat,
            None => self.next = seat,
        }
    }

    fn tile(&mut self, tile: Tile, on: Option<Tile>) {
        if self.over().is_some() {
            self.leave(tile);
        } else if self.needs_turn_up() {
            self.turn_up(tile);
        } else if let Some(seat) = self.next.or(self.turn()) {
            self.lay(seat, tile, on);
        } else {
            self.problem = Some(self.texts.tiles_who_opens());
        }
    }

    fn turn_up(&mut self, tile: Tile) {
        let Some(seat) = self.turn() else { return };
        self.turned.push((seat, tile));
        if self.turned.len() < self.drawing().len() {
            return;
        }
        let turned: TurnedUp = BySeat::from_fn(self.rules().n_seats(), |seat| {
            let of = self.turned.iter().find(|(other, _)| *other == seat);
            of.map(|(_, tile)| *tile)
        });
        self.turned.clear();
        let mut record = self.record.clone();
        let at = record.items.len() - 1;
        record.items.insert(at, Item::TurnedUp(turned));
        self.commit(record);
    }

    /// Plays a tile. Seats between the turn and this one have passed.
    fn lay(&mut self, seat: Seat, tile: Tile, on: Option<Tile>) {
        let what = match (self.board(), on) {
            (None, _) => What::Lead(tile),
            (Some(_), Some(on)) => What::Play { tile, on },
            (Some(board), None) => {
                let fits = self.fits(board, seat, tile);
                match fits.as_slice() {
                    // The referee explains why it does not fit.
                    [] => What::Lead(tile),
                    [on] => What::Play { tile, on: *on },
                    _ => {
                        self.choice = Some(Choice {
                            seat,
                            tile,
                            on: fits,
                        });
                        return;
                    }
                }
            }
        };
        let mut record = self.record.clone();
        if self.board().is_some() {
            self.pass_to(&mut record, seat);
        }
        push(&mut record, MoveRecord::new(seat, what));
        self.commit(record);
    }

    /// The tiles on the table at which a tile can be played.
    fn fits(&self, board: &Board, seat: Seat, tile: Tile) -> Vec<Tile> {
        if board.to_act().is_some() {
            let fits = board.actions(TileSet::of(tile), Listing::Distinct);
            let on = fits.iter().filter_map(|action| match action {
                Action::Play { on, .. } => Some(*on),
                _ => None,
            });
            return on.collect();
        }
        // The round is over in the deal of the report, but not in all others: the referee tries each end.
        let ends = board.layout().ends().iter();
        let ends = ends
            .filter(|end| tile.has(end.pip()))
            .map(capicu::End::tile);
        let ends: Vec<Tile> = ends.collect();
        let accepted = ends.iter().copied().filter(|on| {
            let mut record = self.record.clone();
            self.pass_to(&mut record, seat);
            push(
                &mut record,
                MoveRecord::new(seat, What::Play { tile, on: *on }),
            );
            self.replayed(&record).breach.is_none()
        });
        let accepted: Vec<Tile> = accepted.collect();
        match accepted.is_empty() {
            // The referee explains why the first is impossible.
            true => ends.into_iter().take(1).collect(),
            false => accepted,
        }
    }

    /// Adds the passes of the seats whose turn comes before that of `seat`.
    fn pass_to(&self, record: &mut Record, seat: Seat) {
        let mut turn = self.turn();
        for _ in 1..self.rules().n_seats() {
            let Some(waiting) = turn.filter(|turn| *turn != seat) else {
                return;
            };
            push(record, MoveRecord::new(waiting, What::Pass));
            let report = self.replayed(record);
            let good = report.breach.is_none();
            turn = self.turn_after(record, &report).filter(|_| good);
        }
    }

    fn turn_move(&mut self, what: What) {
        match self.next.or(self.turn()) {
            Some(seat) => self.add(MoveRecord::new(seat, what)),
            None => self.problem = Some(self.texts.tiles_who_opens()),
        }
    }

    fn add(&mut self, mv: MoveRecord) {
        let mut record = self.record.clone();
        push(&mut record, mv);
        self.commit(record);
    }

    /// All players pass.
    fn block(&mut self) {
        let mut record = self.record.clone();
        let mut turn = self.turn();
        for _ in 0..self.rules().n_seats() {
            let Some(seat) = turn else { break };
            push(&mut record, MoveRecord::new(seat, What::Pass));
            let report = self.replayed(&record);
            if report.breach.is_some() || over(&report).is_some() {
                break;
            }
            turn = self.turn_after(&record, &report);
        }
        let report = self.replayed(&record);
        match report.breach.is_none() && over(&report).is_none() {
            // Too many tiles are unknown for the referee.
            true => self.problem = Some(self.texts.tiles_unchecked()),
            false => self.commit(record),
        }
    }

    fn undo(&mut self) {
        self.left = BySeat::new(self.rules().n_seats());
        self.next = None;
        if self.choice.take().is_some() || self.turned.pop().is_some() {
            return;
        }
        let mut record = self.record.clone();
        let moved = record
            .rounds_mut()
            .last()
            .and_then(|round| round.moves.pop());
        if moved.is_none() && record.items.len() > 1 {
            record.items.remove(record.items.len() - 2);
        }
        self.commit(record);
    }

    /// Judges a record. A round without a move is left out while its opener is to be drawn, as after a tie.
    fn replayed(&self, record: &Record) -> Report {
        let table = Table::resumed(self.played.game().clone());
        if record
            .rounds()
            .last()
            .is_some_and(|round| round.moves.is_empty())
        {
            let mut drawn = record.clone();
            drawn.items.pop();
            let report = replay_from(&table, &drawn);
            if report.table.game().needs_draw_for_set() {
                return report;
            }
        }
        replay_from(&table, record)
    }

    /// Takes over a record that the referee accepts; otherwise says why not.
    fn commit(&mut self, record: Record) {
        let report = self.replayed(&record);
        match &report.breach {
            // The match is over, and the record does not say who won.
            Some(breach) if !matches!(breach.problem, Problem::Won(_)) => {
                self.problem = Some(self.objection(breach, &record));
            }
            _ => {
                self.record = record;
                self.report = report;
                self.next = None;
                self.choice = None;
                self.settle();
            }
        }
    }

    /// After the round, the first hand with tiles receives the tiles that are tapped.
    fn settle(&mut self) {
        self.focus = self.over().and_then(|_| self.incomplete().next());
        let last = self.moves().last().map(|mv| mv.seat);
        if self.over().is_none()
            && last.is_some_and(|seat| self.board().is_some() && self.held(seat) == 0)
        {
            // Somebody went out, and too many tiles are unknown for the referee.
            self.problem = Some(self.texts.tiles_unchecked());
        }
    }

    /// The tiles in the hand of a seat.
    fn held(&self, seat: Seat) -> usize {
        self.board()
            .map_or(0, |board| usize::from(board.held()[seat]))
    }

    /// The hands whose tiles are not all entered.
    fn incomplete(&self) -> impl Iterator<Item = Seat> + use<> {
        let seats = Seat::all(self.rules().n_seats());
        let short = seats.filter(|seat| self.left[*seat].len() < self.held(*seat));
        short.collect::<Vec<_>>().into_iter()
    }

    /// The tiles in hands or in the boneyard, as far as nobody entered them.
    fn unseen(&self) -> TileSet {
        let laid: TileSet = self
            .moves()
            .iter()
            .filter_map(|mv| mv.what.laid())
            .collect();
        let turned: TileSet = self.turned.iter().map(|(_, tile)| *tile).collect();
        let left = self
            .left
            .iter()
            .fold(TileSet::EMPTY, |all, hand| all | *hand);
        self.rules().tiles() - laid - turned - left
    }

    /// Puts a tile into the hand that has the focus, or takes it out of a hand.
    fn leave(&mut self, tile: Tile) {
        let before = (self.left, self.focus);
        for seat in Seat::all(self.rules().n_seats()) {
            if self.left[seat].remove(tile) {
                self.focus = Some(seat);
                return;
            }
        }
        if let Some(seat) = self
            .focus
            .filter(|seat| self.left[*seat].len() < self.held(*seat))
            && self.unseen().contains(tile)
        {
            self.left[seat].insert(tile);
        }
        let rest = self.unseen();
        let incomplete: Vec<Seat> = self.incomplete().collect();
        if let [last] = incomplete.as_slice()
            && self.left[*last].len() + rest.len() == self.held(*last)
        {
            self.left[*last] |= rest;
        }
        if self
            .focus
            .is_none_or(|seat| !self.incomplete().any(|other| other == seat))
        {
            self.focus = self.incomplete().next();
        }
        let record = self.with_hands();
        let report = self.replayed(&record);
        if let Some(breach) = report.breach
            && !matches!(breach.problem, Problem::Won(_))
        {
            self.problem = Some(self.objection(&breach, &record));
            (self.left, self.focus) = before;
        }
    }

    /// The record with the hands that are known at the end of the round.
    fn with_hands(&self) -> Record {
        let mut record = self.record.clone();
        let rules = record.rules;
        let drawn = self.moves().iter().any(|mv| mv.what.drawn().is_some());
        let boneyard = self
            .board()
            .map_or(0, |board| usize::from(board.boneyard()));
        let open = self.board().is_some_and(Board::can_draw);
        let whole = self.incomplete().next().is_none();
        let hands = BySeat::from_fn(rules.n_seats(), |seat| {
            let moves = self.moves().iter().filter(|mv| mv.seat == seat);
            let laid: TileSet = moves.filter_map(|mv| mv.what.laid()).collect();
            let known = laid | self.left[seat];
            let due = if rules.plays(seat) {
                usize::from(rules.hand.get())
            } else {
                0
            };
            Hand {
                known,
                unknown: due.saturating_sub(known.len()) as u8,
            }
        });
        // Nobody drew, so that the order of the boneyard does not matter where nobody may draw.
        let rest: Vec<Option<Tile>> = match whole && !open {
            true => self.unseen().into_iter().map(Some).collect(),
            false => vec![None; boneyard],
        };
        if !drawn
            && let Ok(dealt) = Dealt::new(&rules, hands, rest, None)
            && let Some(round) = record.rounds_mut().last()
        {
            round.dealt = dealt;
        } else if let Some(round) = record.rounds_mut().last() {
            let complete = self
                .left
                .entries()
                .filter(|(seat, hand)| hand.len() == self.held(*seat));
            let hand = |known: TileSet| Hand { known, unknown: 0 };
            round.claims.left = complete.map(|(seat, known)| (seat, hand(*known))).collect();
        }
        record
    }

    /// The events of the sheet for the round.
    fn events(&self, report: &RoundReport) -> Vec<Event> {
        let trust = Trust::Checked;
        let points = notes(&report.events, self.rules()).into_iter();
        let mut events: Vec<Event> = points
            .map(|what| Event::Wrote(Entry::InPlay { what, trust }))
            .collect();
        let outcome = &report.told.outcome;
        let whole = self.incomplete().next().is_none();
        let end = match (report.ended, outcome.last) {
            (Ended::Out(seat), Some(last)) => Some(ReportedEnd::Out {
                seat,
                way: WayOut::of(&last, self.rules()),
                hanged: match outcome
                    .awards
                    .iter()
                    .any(|award| award.why == Reason::HangedBlank)
                    && whole
                {
                    true => Hanged::DoubleBlank,
                    false => Hanged::Nothing,
                },
            }),
            (Ended::Blocked(blocker), _) => Some(ReportedEnd::Blocked {
                blocker,
                winner: Winner::ByCounts,
            }),
            // The points in play ended the match.
            _ => None,
        };
        let left = match whole {
            true => Left::Tiles(Box::new(self.left)),
            false => Left::Uncounted,
        };
        events.extend(end.map(|end| {
            Event::Wrote(Entry::Round(RoundEntry {
                opener: Some(report.opener),
                end,
                left,
                trust,
            }))
        }));
        events.push(Event::Noted(archive::body(&self.with_hands())));
        events
    }

    /// The next step at the table.
    fn prompt(&self) -> String {
        let texts = self.texts;
        match (self.over(), &self.choice, self.next.or(self.turn())) {
            (Some(_), ..) => texts.tiles_over(),
            (_, Some(choice), _) => texts.tiles_where(&choice.tile.to_string()),
            (_, _, Some(seat)) if self.needs_turn_up() => texts.tiles_turn_up(self.name(seat)),
            (_, _, Some(seat)) => texts.tiles_turn(self.name(seat)),
            _ => texts.tiles_who_opens(),
        }
    }

    /// Explains a breach with the names of the players.
    fn objection(&self, breach: &Breach, record: &Record) -> String {
        let texts = self.texts;
        match breach.problem {
            Problem::PassedOn { seat, tile, turn } => {
                let on = self.open_number(record, turn, tile);
                texts.tiles_passed_on(self.name(seat), &on, &tile.to_string())
            }
            Problem::NotItsTurn { seat, to_act } => {
                texts.tiles_not_its_turn(self.name(to_act), self.name(seat))
            }
            Problem::CannotOpen(seat) => texts.tiles_cannot_open(self.name(seat)),
            _ => {
                let told = breach.problem.told(texts);
                let mut letters = told.chars();
                let first = letters.next().map(char::to_uppercase);
                first
                    .into_iter()
                    .flatten()
                    .chain(letters)
                    .chain(['.'])
                    .collect()
            }
        }
    }

    /// The number of the tile that was open before a move.
    fn open_number(&self, record: &Record, turn: usize, tile: Tile) -> String {
        let mut before = record.clone();
        if let Some(round) = before.rounds_mut().last() {
            round.moves.truncate(turn.saturating_sub(1));
        }
        let report = self.replayed(&before);
        let ends = report
            .table
            .round()
            .map(|round| round.board().layout().ends());
        let ends = ends.unwrap_or_default().iter();
        let mut open = ends.map(capicu::End::pip).filter(|pip| tile.has(*pip));
        open.next()
            .map_or_else(|| tile.to_string(), |pip| pip.to_string())
    }
}

/// The round, if it is over whatever the unknown tiles are.
fn over(report: &Report) -> Option<&RoundReport> {
    let last = report.rounds.last();
    last.filter(|round| round.sure.over)
}

fn push(record: &mut Record, mv: MoveRecord) {
    if let Some(round) = record.rounds_mut().last() {
        round.moves.push(mv);
    }
}

/// An empty round of unknown hands.
fn unknown(rules: &Rules) -> RoundRecord {
    RoundRecord {
        dealt: Dealt::unknown(rules),
        comments: Vec::new(),
        moves: Vec::new(),
        claims: Default::default(),
    }
}

/// The end of a match as a record claims it.
fn result(played: &Played) -> ResultClaim {
    let result = played.result();
    result.map_or(ResultClaim::Unfinished, |result| {
        ResultClaim::Won(result.winner)
    })
}
