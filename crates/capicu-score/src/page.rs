//! The state of the page, and the effects of its buttons.

use capicu::rules::{Choices, Score};
use capicu::{Board, Game, Hanged, InPlay, Left, ReportError, ReportedEnd, Rules};
use capicu_i18n::{Lang, Texts};
use capicu_sheet::{
    Effect, Entry, Event, Line, NameProblem, Played, QueueEvent, QueueStatus, Sheet, SheetError,
    Start, Tally, Trust, csv,
};

use crate::action::Action;
use crate::draft::{ByTiles, Claim, Draft, End, Question, Stage, Who};
use crate::view;
use crate::words::Words;

/// The score sheet in a browser.
#[derive(Debug)]
pub struct Page {
    pub(crate) texts: Texts,
    pub(crate) sheet: Sheet,
    pub(crate) draft: Draft,
    pub(crate) form: Form,
    /// The tally, where it is shown instead of the sheet.
    pub(crate) tally: Option<Shown>,
    /// Why the last action changed nothing, or what was lost.
    pub(crate) problem: Option<String>,
    /// The last sentence for screen readers.
    pub(crate) said: String,
    /// The time, in seconds since 1970.
    pub(crate) now: u64,
    /// The number of changes of the sheet since it was opened.
    pub(crate) changes: usize,
}

/// The tally that is shown.
#[derive(Clone, Debug)]
pub(crate) struct Shown {
    /// One year, or all.
    pub year: Option<u16>,
    /// The name that is deleted after a second tap.
    pub forget: Option<String>,
}

/// The form of a match.
#[derive(Clone, Debug)]
pub(crate) struct Form {
    /// Whether the form is shown instead of the last match.
    pub open: bool,
    pub game: &'static Game,
    /// The rules of the game, or house rules.
    pub choices: Choices,
    /// The names typed or remembered, by seat.
    pub names: Vec<String>,
}

impl Page {
    /// Opens a stored sheet; an empty text is a new one.
    pub fn open(lang: Lang, stored: &str) -> Self {
        let (sheet, damage) = match stored {
            "" => (Sheet::default(), None),
            stored => Sheet::read_as_far_as_possible(stored),
        };
        let texts = Texts::new(lang);
        let mut form = Form::new(&Game::ALL[0]);
        if let Some(last) = sheet.current() {
            let start = last.start();
            form = Form {
                open: false,
                game: start.game,
                choices: start.choices,
                names: start.names.clone(),
            };
        }
        let line = |error: capicu_sheet::TextError| u32::try_from(error.line).unwrap_or(u32::MAX);
        Self {
            texts,
            sheet,
            draft: Draft::new(),
            form,
            tally: None,
            problem: damage.map(|error| texts.sheet_damaged(line(error))),
            said: String::new(),
            now: 0,
            changes: 0,
        }
    }

    /// Sets the clock, in seconds since 1970. Winner stays writes it with each event.
    pub const fn set_time(&mut self, now: u64) {
        self.now = now;
    }

    /// Does what a button says, and returns whether the sheet changed.
    pub fn act(&mut self, action: &str) -> bool {
        let before = self.changes;
        let Some(action) = Action::read(action) else {
            return false;
        };
        self.problem = None;
        self.said.clear();
        self.apply(action);
        if let Some(problem) = &self.problem {
            self.said.clone_from(problem);
        }
        self.changes != before
    }

    /// The page as HTML.
    pub fn html(&self) -> String {
        view::page(self).into_string()
    }

    /// The last sentence for screen readers, or nothing.
    pub fn said(&self) -> &str {
        &self.said
    }

    /// The sheet as text.
    pub fn stored(&self) -> String {
        self.sheet.to_text()
    }

    /// The sheet as comma-separated values.
    pub fn csv(&self) -> String {
        csv(&self.sheet)
    }

    /// The years, people and pairs that are shown.
    pub fn tally(&self) -> Tally {
        let year = self.tally.as_ref().and_then(|tally| tally.year);
        Tally::of(self.sheet.finished(), year)
    }

    /// The match that is shown; `None` where the form is.
    pub(crate) fn shown(&self) -> Option<&Played> {
        self.sheet.current().filter(|_| !self.form.open)
    }

    /// The rules of the match that is shown.
    fn rules(&self) -> Option<Rules> {
        self.sheet.current().map(|played| *played.game().rules())
    }

    fn apply(&mut self, action: Action) {
        match action {
            Action::Game(game) => {
                let names = std::mem::take(&mut self.form.names);
                self.form = Form {
                    open: true,
                    names,
                    ..Form::new(game)
                };
            }
            Action::Rules(start) => {
                self.form.open = true;
                self.form.game = start.game;
                self.form.choices = start.choices;
            }
            Action::Players(players) => {
                if let Some(choices) = self.form.game.choices(players) {
                    self.form.choices = choices;
                }
            }
            Action::Start { names, target } => self.start(names, target.as_deref()),
            Action::Again => {
                if let Some(played) = self.sheet.current() {
                    let start = played.start().clone();
                    self.add(Event::Started(start));
                }
            }
            Action::Other => self.form.open = !self.form.open,
            Action::Who(who) => self.choose(who),
            Action::Scorer(side) => self.draft.scorer = side,
            Action::Over => self.draft.stage = Stage::Over,
            Action::Focus(focus) => self.draft.focus = focus,
            Action::Double => self.draft.double(),
            Action::Tiles => {
                self.draft.tiles = match self.draft.tiles {
                    Some(_) => None,
                    None => Some(capicu::TileSet::EMPTY),
                };
                self.draft.total = None;
            }
            Action::Digit(digit) => {
                if let Some(rules) = self.rules() {
                    let counting = self.draft.counting(&rules);
                    self.draft.digit(digit, counting);
                }
            }
            Action::Delete => {
                if let Some(rules) = self.rules() {
                    let counting = self.draft.counting(&rules);
                    self.draft.delete(counting);
                }
            }
            Action::Tile(tile) => {
                if let Some(rules) = self.rules() {
                    self.draft.tap(tile, &rules);
                }
            }
            Action::Write(end) => self.write(end),
            Action::InPlay(what) => {
                let trust = Trust::Checked;
                self.add(self.draft.event_of(Entry::InPlay { what, trust }));
            }
            Action::Answer(seat) => self.answer(seat),
            Action::Undo => self.add(Event::Undid),
            Action::Strike(line) => self.add(Event::Struck(line)),
            Action::Agree(scores) => self.add(self.draft.event_of(Entry::Agreed(scores))),
            Action::Round(events) => self.enter(events),
            Action::Day(day) => {
                if self.sheet.day() != Some(day) && self.sheet.add(Event::Day(day)).is_ok() {
                    self.changes += 1;
                }
            }
            Action::Tally => {
                self.tally = match self.tally {
                    Some(_) => None,
                    None => Some(Shown {
                        year: self.sheet.years().first().copied(),
                        forget: None,
                    }),
                };
            }
            Action::Year(year) => self.tally = Some(Shown { year, forget: None }),
            Action::Forget(name) => {
                if let Some(tally) = &mut self.tally {
                    tally.forget = Some(name);
                }
            }
            Action::Forgotten => self.forget(),
            Action::TilesFailed => self.problem = Some(self.texts.tiles_not_loaded()),
            Action::Refused(events) => self.problem = Some(self.refused(&events)),
            Action::WithOffline => self.problem = Some(self.texts.sheet_with_offline()),
            Action::WithOver => self.problem = Some(self.texts.sheet_with_over()),
            Action::ShareFailed => self.problem = Some(self.texts.tally_not_shared()),
            Action::NoRecord => self.problem = Some(self.texts.sheet_no_record()),
            Action::Claim => {
                self.draft.claim = match self.draft.claim {
                    Claim::Declared => Claim::Muggins,
                    Claim::Muggins => Claim::Declared,
                };
            }
            Action::Hanged => {
                self.draft.hanged = match self.draft.hanged {
                    Hanged::Nothing => Hanged::DoubleBlank,
                    Hanged::DoubleBlank => Hanged::Nothing,
                };
            }
            Action::Correct(line) => self.correct(line),
            Action::Queue(action) => self.queue(action),
            Action::Cancel => self.draft = Draft::new(),
        }
    }

    fn start(&mut self, names: Vec<String>, target: Option<&str>) {
        self.form.names.clone_from(&names);
        let Some(choices) = self.chosen(target) else {
            self.problem = Some(self.texts.sheet_impossible());
            return;
        };
        let game = self.form.game;
        let start = Start {
            game,
            choices,
            names,
        };
        self.add(Event::Started(start));
    }

    /// The rules of the form with this target; `None` if they are impossible.
    pub(crate) fn chosen(&mut self, target: Option<&str>) -> Option<Choices> {
        let choices = match target.unwrap_or_default().trim() {
            "" => self.form.choices,
            target => self.form.choices.with("target", target).ok()?,
        };
        self.form.choices = choices;
        Some(choices)
    }

    /// The number of events before the current match and those of which it is a rematch, or before winner stays.
    pub fn shared_from(&self) -> usize {
        let events = self.sheet.events();
        let queue = self.sheet.winner_stays();
        if queue.is_some_and(|queue| queue.status() == QueueStatus::Open) {
            return self.evening_from();
        }
        let Some(current) = self.sheet.current().map(Played::start) else {
            return events.len();
        };
        let mut from = events.len();
        let mut earlier = self.sheet.matches().iter().rev();
        for (index, event) in events.iter().enumerate().rev() {
            match event {
                Event::Started(start) if start == current => {
                    from = index;
                    earlier.next();
                }
                Event::Started(_) => break,
                Event::Queue { what, .. } if *what == QueueEvent::Next => {
                    // Winner stays began this match, or the one of which it is a rematch.
                    let is_it = earlier.next().is_some_and(|it| it.start() == current);
                    return if is_it { self.evening_from() } else { from };
                }
                Event::Day(_) if from == index + 1 => from = index,
                _ => {}
            }
        }
        from
    }

    /// The number of events before winner stays was opened.
    fn evening_from(&self) -> usize {
        let events = self.sheet.events();
        let opens = |event: &Event| {
            let Event::Queue { what, .. } = event else {
                return false;
            };
            matches!(what, QueueEvent::Opened { .. })
        };
        let opened = events.iter().rposition(opens).unwrap_or(events.len());
        let before = opened.checked_sub(1).and_then(|index| events.get(index));
        opened - usize::from(matches!(before, Some(Event::Day(_))))
    }

    /// The sentence about lines that are not written, because another phone wrote first.
    fn refused(&self, events: &[Event]) -> String {
        let played = self.sheet.current();
        let words = played.map(|played| Words::new(self.texts, played));
        let lines = events.iter().filter_map(|event| match event {
            Event::Queue { what, .. } => Some(self.queue_event(what)),
            event => words.as_ref()?.event(event),
        });
        let lines: Vec<String> = lines.collect();
        self.texts.sheet_with_refused(&lines.join("; "))
    }

    /// Deletes the name in question everywhere.
    fn forget(&mut self) {
        let name = self.tally.as_mut().and_then(|tally| tally.forget.take());
        if let Some(name) = name {
            match self.sheet.without(&name) {
                Ok(sheet) => {
                    self.sheet = sheet;
                    self.changes += 1;
                    self.said = self.texts.tally_deleted(&name);
                }
                Err(error) => self.problem = Some(self.explain(&error)),
            }
            if let Some(last) = self.sheet.current() {
                self.form.names.clone_from(&last.start().names);
            }
        }
    }

    fn write(&mut self, end: End) {
        if let Some(rules) = self.rules() {
            let blocks = end == End::Block && self.draft.blocker.is_none();
            let event = self.draft.event(end, &rules);
            if blocks && rules.asks_blocker() {
                self.draft.question = Some((Question::Blocker, event));
                return;
            }
            self.add(event);
        }
    }

    /// Writes a round that was entered by tiles. Without the tiles left, people count them first.
    fn enter(&mut self, events: Vec<Event>) {
        let mut sheet = self.sheet.clone();
        match events.iter().try_for_each(|event| sheet.add(event.clone())) {
            Ok(()) => {
                self.sheet = sheet;
                self.changes += 1;
                self.draft = Draft::new();
                if let Some(last) = events
                    .iter()
                    .rev()
                    .find(|event| matches!(event, Event::Wrote(_)))
                {
                    self.said = self.news(last);
                }
            }
            Err(error) => match Self::uncounted(events) {
                Some(draft) => self.draft = draft,
                None => self.problem = Some(self.explain(&error)),
            },
        }
    }

    /// The draft of a round by tiles without the tiles left; `None` if nothing is left to count.
    fn uncounted(mut events: Vec<Event>) -> Option<Draft> {
        let moves = events.pop();
        let Some(Event::Wrote(Entry::Round(round))) = events.pop() else {
            return None;
        };
        if round.left != Left::Uncounted {
            return None;
        }
        let mut draft = Draft::new();
        draft.stage = Stage::Over;
        draft.opener = round.opener;
        let end = match round.end {
            ReportedEnd::Out { seat, way, .. } => {
                draft.who = Some(Who::Seat(seat));
                draft.focus = u8::from(seat.index() == 0);
                End::Out(way)
            }
            ReportedEnd::Blocked { blocker, .. } => {
                draft.blocker = blocker;
                End::Block
            }
            _ => return None,
        };
        draft.by_tiles = Some(Box::new(ByTiles {
            end,
            points: events,
            moves,
        }));
        Some(draft)
    }

    /// Continues after a question: with a seat, or with a confirmation.
    fn answer(&mut self, seat: Option<capicu::Seat>) {
        let Some((question, mut event)) = self.draft.question.take() else {
            return;
        };
        let (Event::Wrote(entry) | Event::Corrected { to: entry, .. }) = &mut event else {
            return;
        };
        match (question, entry) {
            (Question::Opener, Entry::Round(round)) => round.opener = seat,
            (Question::Blocker, Entry::Round(round)) => {
                if let ReportedEnd::Blocked { blocker, .. } = &mut round.end {
                    *blocker = seat;
                }
            }
            (Question::Confirm(_), Entry::Round(round)) => round.trust = Trust::Confirmed,
            (_, Entry::InPlay { trust, .. }) => *trust = Trust::Confirmed,
            (_, Entry::Agreed(_)) => {}
        }
        self.add(event);
    }

    /// Chooses the winner. The pad first changes the count of another seat or side.
    fn choose(&mut self, who: Who) {
        let first = match (who, self.rules()) {
            (Who::Seat(seat), Some(rules)) => rules.side(seat).index() == 0,
            _ => false,
        };
        self.draft.focus = u8::from(first);
        self.draft.who = Some(who);
    }

    fn correct(&mut self, line: usize) {
        let lines = self.sheet.current().map_or(&[][..], Played::lines);
        let mut draft = Draft::new();
        draft.line = Some(line).filter(|line| *line < lines.len());
        draft.stage = match lines.get(line).map(Line::entry) {
            Some(Entry::InPlay { .. }) => Stage::InPlay,
            _ => Stage::Over,
        };
        self.draft = draft;
    }

    fn add(&mut self, event: Event) {
        let asked = event.clone();
        let is_round = matches!(event, Event::Wrote(Entry::Round(_)));
        let tiles = self.draft.by_tiles.as_deref().filter(|_| is_round);
        let points = tiles.map(|tiles| tiles.points.clone()).unwrap_or_default();
        let moves = tiles.and_then(|tiles| tiles.moves.clone());
        let undone = self.sheet.events().last().cloned();
        let mut sheet = self.sheet.clone();
        let mut all = points.into_iter().chain([event]).chain(moves);
        match all.try_for_each(|event| sheet.add(event)) {
            Ok(()) => {
                self.changes += 1;
                self.tally = None;
                self.sheet = sheet;
                self.draft = Draft {
                    scorer: self.draft.scorer,
                    ..Draft::new()
                };
                self.form.open = false;
                self.said = match (&asked, &undone) {
                    (Event::Undid, Some(Event::Queue { what, .. })) => {
                        let undone = self.queue_event(what);
                        format!("{}: {undone}", self.texts.sheet_undone())
                    }
                    _ => self.news(&asked),
                };
            }
            Err(SheetError::Doubtful(doubts)) => {
                self.draft.question = Some((Question::Confirm(doubts), asked));
            }
            Err(SheetError::NameOpener) => {
                self.draft.question = Some((Question::Opener, asked));
            }
            Err(error) => self.problem = Some(self.explain(&error)),
        }
    }

    /// The sentence of a screen reader about an event.
    fn news(&self, event: &Event) -> String {
        let Some(played) = self.sheet.current() else {
            return String::new();
        };
        let words = Words::new(self.texts, played);
        match event {
            Event::Undid | Event::Struck(_) => {
                format!("{}. {}", self.texts.sheet_undone(), words.standing())
            }
            Event::Started(_) | Event::Noted(_) | Event::Day(_) | Event::Queue { .. } => {
                words.standing()
            }
            Event::Wrote(_) | Event::Corrected { .. } => {
                let line = played.lines().last().map(|line| words.line(line));
                format!("{} {}", line.unwrap_or_default(), words.standing())
            }
        }
    }

    fn explain(&self, error: &SheetError) -> String {
        let texts = self.texts;
        let number = |index: usize| u32::try_from(index + 1).unwrap_or(u32::MAX);
        match error {
            SheetError::Name { index, problem } => match problem {
                NameProblem::Empty => texts.sheet_name_empty(number(*index)),
                NameProblem::Long => texts.sheet_name_long(number(*index)),
                NameProblem::Twice => texts.sheet_name_twice(number(*index)),
                NameProblem::Control => texts.sheet_name_control(number(*index)),
            },
            SheetError::MatchInPlay => texts.sheet_in_play(),
            SheetError::Counted => texts.queue_counted(),
            SheetError::Later { line, .. } => texts.sheet_later(number(*line)),
            SheetError::Report(ReportError::Asked(_)) => texts.sheet_count_first(),
            _ => texts.sheet_impossible(),
        }
    }
}

impl Form {
    /// The form for a game with its usual number of players.
    fn new(game: &'static Game) -> Self {
        let usual = game.choices(game.players[0]);
        Self {
            open: false,
            game,
            choices: usual.expect("a game has rules for its players"),
            names: Vec::new(),
        }
    }

    /// Whether the rules are those of the game, to any target.
    pub fn is_usual(&self) -> bool {
        let players = u8::try_from(self.choices.players.get());
        let usual = players.ok().and_then(|players| self.game.choices(players));
        let target = self.choices.target;
        usual.is_some_and(|usual| Choices { target, ..usual } == self.choices)
    }
}

/// Whether people write points of the open ends while a round is in play.
pub(crate) fn scores_ends(rules: &Rules) -> bool {
    let side = capicu::Side::default();
    rules.score == Score::Pips && rules.knows(InPlay::Ends { side, points: 1 })
}

/// The points of the open ends that have a button.
pub(crate) fn sums(rules: &Rules) -> Vec<u16> {
    let mut sums = Board::sums(rules);
    sums.truncate(12);
    sums
}

/// The awards of a preview or a line.
pub(crate) fn awards_of(effect: &Effect) -> Vec<capicu::Award> {
    match effect {
        Effect::Nothing | Effect::Agreed => Vec::new(),
        Effect::InPlay { awards, .. } => awards.to_vec(),
        Effect::Round(result) => result.written.to_vec(),
    }
}
