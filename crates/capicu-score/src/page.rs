//! The state of the page, and the effects of its buttons.

use capicu::rules::{Choices, Score};
use capicu::{Board, Game, Hanged, InPlay, Left, ReportError, ReportedEnd, Rules};
use capicu_i18n::{Lang, Texts};
use capicu_sheet::{
    Effect, Entry, Event, Line, NameProblem, Played, Sheet, SheetError, Start, Trust, csv,
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
    /// Why the last action changed nothing, or what was lost.
    pub(crate) problem: Option<String>,
    /// The last sentence for screen readers.
    said: String,
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
            problem: damage.map(|error| texts.sheet_damaged(line(error))),
            said: String::new(),
        }
    }

    /// Does what a button says, and returns whether the sheet changed.
    pub fn act(&mut self, action: &str) -> bool {
        let before = self.sheet.events().len();
        let Some(action) = Action::read(action) else {
            return false;
        };
        self.problem = None;
        self.said.clear();
        self.apply(action);
        if let Some(problem) = &self.problem {
            self.said.clone_from(problem);
        }
        self.sheet.events().len() != before
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
            Action::TilesFailed => self.problem = Some(self.texts.tiles_not_loaded()),
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
            Action::Cancel => self.draft = Draft::new(),
        }
    }

    fn start(&mut self, names: Vec<String>, target: Option<&str>) {
        self.form.names.clone_from(&names);
        let target = target.unwrap_or_default().trim();
        let choices = match target {
            "" => Ok(self.form.choices),
            target => self.form.choices.with("target", target),
        };
        let Ok(choices) = choices else {
            self.problem = Some(self.texts.sheet_impossible());
            return;
        };
        self.form.choices = choices;
        let game = self.form.game;
        let start = Start {
            game,
            choices,
            names,
        };
        self.add(Event::Started(start));
    }

    fn write(&mut self, end: End) {
        if let Some(rules) = self.rules() {
            let blocks = end == End::Block && self.draft.blocker.is_none();
            let event = self.draft.event(end, &rules);
            let points = self
                .draft
                .by_tiles
                .as_mut()
                .map(|tiles| std::mem::take(&mut tiles.points));
            for point in points.into_iter().flatten() {
                if let Err(error) = self.sheet.add(point) {
                    self.problem = Some(self.explain(&error));
                    return;
                }
            }
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
        match self.sheet.add(event) {
            Ok(()) => {
                let before = std::mem::replace(&mut self.draft, Draft::new());
                self.draft.scorer = before.scorer;
                if let Some(moves) = before.by_tiles.and_then(|tiles| tiles.moves)
                    && matches!(asked, Event::Wrote(Entry::Round(_)))
                    && let Err(error) = self.sheet.add(moves)
                {
                    self.problem = Some(self.explain(&error));
                }
                self.form.open = false;
                self.said = self.news(&asked);
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
            Event::Undid | Event::Struck(_) | Event::Noted(_) => {
                format!("{}. {}", self.texts.sheet_undone(), words.standing())
            }
            Event::Started(_) => words.standing(),
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
