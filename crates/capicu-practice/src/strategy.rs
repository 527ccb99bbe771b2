//! A lesson of strategy: a table at one moment of a round. The person chooses a tile, the table answers, and the person
//! reads why only one tile wins.

use capicu::{Action, Game, Seat, TableView, View, VisibleEvent};
use capicu_i18n::{Lang, Texts};
use capicu_protocol::{
    ClientMessage, CreateTable, Event, Hints, Key, Level, Plan, ServerMessage, TableRules,
};

use crate::lesson::{LessonText, Words, seeded};
use crate::lesson_deal::{bot, suggestion};
use crate::strategy_deal::{GAME, StrategyDeal};
use crate::{Practice, Wait};

/// The prefix of these lessons in addresses: `strategy-count`.
const PREFIX: &str = "strategy-";

/// A limit for the steps to the moment of choice, above those of any round.
const STEPS: usize = 500;

/// A lesson of strategy at its table, which waits while the person reads.
pub struct StrategyLesson {
    table: Practice,
    deal: &'static StrategyDeal,
    view: TableView,
    stage: Stage,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    /// The person reads the evidence.
    Look,
    Choose,
    /// The person has played, and the others answer.
    Answers(Action),
    /// The person reads why.
    Why(Action),
    Over,
}

impl StrategyLesson {
    /// Makes the table of a lesson by its name in addresses, with the person's first messages; `None` if no lesson has
    /// this name. `chance` makes bytes that nobody can guess; `now` is the time in milliseconds since 1970.
    pub fn new(
        name: &str,
        asked: CreateTable,
        mut chance: impl FnMut() -> [u8; 32] + 'static,
        now: u64,
    ) -> Option<(Self, Vec<ServerMessage>)> {
        let deal = StrategyDeal::named(name.strip_prefix(PREFIX)?)?;
        let game = Game::by_id(GAME)?;
        let rules = game.rules(game.players[0])?;
        let asked = CreateTable {
            rules: TableRules::new(game.id, &rules),
            seats: vec![Plan::Me],
            turn_time: None,
            grace: None,
            level: Some(Level::Club),
            hints: Some(Hints::Off),
            watching: None,
            passed: None,
            name: asked.name,
        };
        let token = chance();
        let (mut table, told, _) = seeded(asked, deal.number, move || token, now).ok()?;
        let mut view = TableView::new(rules, Seat::default());
        play_to(&mut table, deal.at, &mut view, told, now)?;
        let lines = table.take_unsaved().join("\n");
        let (table, told) = Practice::resume(&lines, chance, now).ok()?;
        let lesson = Self {
            table: table.with_bots(|_| bot()),
            deal,
            view,
            stage: Stage::Look,
        };
        Some((lesson, told))
    }

    /// The text to read now; `None` if there is none.
    pub fn told(&self) -> Option<LessonText> {
        let topic = match self.stage {
            Stage::Look => "look",
            Stage::Choose => "try",
            Stage::Why(_) => "why",
            Stage::Answers(_) | Stage::Over => return None,
        };
        let (at, of) = (self.deal.place(), StrategyDeal::ALL.len());
        let words = Lang::ALL.iter().map(|lang| {
            let texts = Texts::new(*lang);
            (lang.tag(), self.words(texts))
        });
        let next = StrategyDeal::ALL.get(at);
        Some(LessonText {
            game: GAME.to_owned(),
            topic,
            at,
            of,
            tile: None,
            next: next.map(|deal| format!("{PREFIX}{}", deal.facts.name())),
            words: words.collect(),
        })
    }

    /// The view of the person's seat.
    pub fn view(&self) -> Option<&View> {
        self.view.round()
    }

    pub fn go_on(&mut self) {
        self.stage = match self.stage {
            Stage::Look => Stage::Choose,
            Stage::Why(_) => Stage::Over,
            stage @ (Stage::Choose | Stage::Answers(_) | Stage::Over) => stage,
        };
    }

    /// Ends the explanations: from now on it is a table like any other.
    pub fn skip(&mut self) {
        self.stage = Stage::Over;
    }

    pub fn hear(&mut self, message: ClientMessage, now: u64) -> Vec<ServerMessage> {
        let told = self.table.hear(message, now);
        self.see(&told);
        told
    }

    /// See [`Practice::wait`]. Nothing automatic happens while the person reads.
    pub fn wait(&mut self, now: u64) -> Option<Wait> {
        match self.stage {
            Stage::Choose | Stage::Answers(_) | Stage::Over => self.table.wait(now),
            Stage::Look | Stage::Why(_) => None,
        }
    }

    pub fn happen(&mut self, step: u32, now: u64) -> Vec<ServerMessage> {
        if matches!(self.stage, Stage::Look | Stage::Why(_)) {
            return Vec::new();
        }
        let told = self.table.happen(step, now);
        self.see(&told);
        told
    }

    fn see(&mut self, told: &[ServerMessage]) {
        for event in events_of(told) {
            let Ok(Some(seen)) = event.seen() else {
                continue;
            };
            self.view.observe(&seen);
            self.stage = match (self.stage, &seen) {
                (Stage::Look | Stage::Choose, VisibleEvent::Done(step)) => {
                    Stage::Answers(step.mv.action)
                }
                (Stage::Answers(played), VisibleEvent::RoundOver(_)) => Stage::Why(played),
                (stage, _) => stage,
            };
        }
        // A blocked round or the next turn: the others have answered.
        if let Stage::Answers(played) = self.stage
            && self.view.round().is_some_and(View::is_my_turn)
        {
            self.stage = Stage::Why(played);
        }
    }

    fn words(&self, texts: Texts) -> Words {
        let (tile, on) = self.deal.better;
        let about = texts.strategy(self.deal.facts, [tile, self.deal.other]);
        let (at, of) = (self.deal.place(), StrategyDeal::ALL.len());
        let mut words = Words {
            lesson: texts.strategy_learn(&about.title),
            title: String::new(),
            sentences: Vec::new(),
            step: texts.lesson_step(at, of),
            buttons: vec![texts.lesson_go_on(), texts.lesson_skip()],
            hint: None,
            rest: None,
        };
        match self.stage {
            Stage::Look => {
                words.lesson = texts.strategies();
                words.title = about.title;
                words.sentences = vec![about.look];
            }
            Stage::Choose => words.hint = Some(texts.strategy_choose()),
            Stage::Why(played) => {
                let (tile, on) = (texts.tile(tile), texts.tile(on));
                words.title = match played == self.deal.best() {
                    true => texts.strategy_right(&tile, &on),
                    false => texts.strategy_better(&tile, &on),
                };
                words.sentences = vec![about.why, texts.strategy_proof()];
                let next = match at == of {
                    true => texts.ladder_title(),
                    false => texts.strategy_next(),
                };
                words.buttons = vec![texts.lesson_play_on(), texts.strategy_again(), next];
            }
            Stage::Answers(_) | Stage::Over => {}
        }
        words
    }
}

/// Plays the choices of the lesson's bots for every seat until the person is to make this move.
fn play_to(
    table: &mut Practice,
    at: usize,
    view: &mut TableView,
    mut told: Vec<ServerMessage>,
    mut now: u64,
) -> Option<()> {
    let (mut version, mut acted) = (0, 0);
    for n in 0..STEPS {
        for message in &told {
            match message {
                ServerMessage::Snapshot(snapshot) => version = snapshot.version,
                ServerMessage::Events { version: last, .. } => version = *last,
                _ => {}
            }
        }
        for event in events_of(&told) {
            let Some(seen) = event.seen().ok()? else {
                continue;
            };
            acted += usize::from(matches!(seen, VisibleEvent::Done(_)));
            view.observe(&seen);
        }
        let mine = view.round().filter(|round| round.is_my_turn());
        if acted == at && mine.is_some() {
            return Some(());
        }
        told = match table.wait(now) {
            Some(wait) => {
                now += u64::from(wait.after);
                table.happen(wait.step, now)
            }
            None => {
                let act = ClientMessage::Act {
                    key: Key::new(&format!("lesson{n}"))?,
                    expected: version,
                    action: suggestion(mine?)?.into(),
                };
                table.hear(act, now)
            }
        };
    }
    None
}

fn events_of(told: &[ServerMessage]) -> impl Iterator<Item = &Event> {
    told.iter().flat_map(|message| match message {
        ServerMessage::Snapshot(snapshot) => snapshot.events.as_slice(),
        ServerMessage::Events { events, .. } => events,
        _ => &[],
    })
}
