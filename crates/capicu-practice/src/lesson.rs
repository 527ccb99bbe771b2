//! A first round with explanations: the table of [`Practice`], which waits while the person reads.

use std::cell::Cell;
use std::collections::{BTreeMap, VecDeque};
use std::rc::Rc;

use capicu::lesson::Topic;
use capicu::{Action, Rules, Seat, TableView, View};
use capicu_i18n::{Explanation, Lang, Texts};
use capicu_protocol::{
    ClientMessage, CreateTable, Event, Hints, Level, Plan, ServerMessage, TableRules,
};
use capicu_record::games;
use capicu_table::PlanError;
use serde::Serialize;

use crate::house::{base_of, name_of};
use crate::lesson_deal::{CHANCE, LessonDeal, bot, seed, suggestion};
use crate::{Practice, Wait};

/// A table at which a first round is explained. The person need not follow the suggestions: topics that come up are
/// explained then, and the rest at the end.
pub struct Lesson {
    table: Practice,
    rules: Rules,
    game: String,
    title: Option<String>,
    view: TableView,
    lesson_deal: LessonDeal,
    told: Vec<Topic>,
    due: VecDeque<Topic>,
    stage: Stage,
    chance: Rc<Cell<Chance>>,
}

/// Which random bytes the table of a lesson gets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Chance {
    Free,
    /// The seed of the round, until the match has begun.
    Seed,
    /// The random choices that the bots made in the deal of the lesson.
    Rehearsed,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    Playing,
    /// The round is over, and the topics it did not show remain to be read.
    Ended,
    Over,
}

/// The text next to the table, in every language.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LessonText {
    pub game: String,
    /// The name of the topic; `end` after the last.
    pub topic: &'static str,
    /// The number of topics explained, this one included.
    pub at: usize,
    /// The number of topics that the round shows.
    pub of: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tile: Option<String>,
    /// The next lesson, after the answer in one of strategy.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next: Option<String>,
    pub words: BTreeMap<&'static str, Words>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Words {
    pub lesson: String,
    pub title: String,
    pub sentences: Vec<String>,
    pub step: String,
    /// The labels of the buttons: continue, skip the lesson, other bots, other games. After the answer in a lesson of
    /// strategy: play on, try again, the next step.
    pub buttons: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hint: Option<String>,
    /// The topics that the round did not show, at the end.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rest: Option<Rest>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Rest {
    pub title: String,
    pub topics: Vec<(String, Vec<String>)>,
}

impl Lesson {
    /// Makes the lesson for a known game, or for the given rules if the game is unknown, with the person's first
    /// messages. The table's name is in `lang`. `chance` makes bytes that nobody can guess; `now` is the time in
    /// milliseconds since 1970. Fails if no such table can be made.
    pub fn new(
        game: &str,
        lang: Lang,
        asked: CreateTable,
        chance: impl FnMut() -> [u8; 32] + 'static,
        now: u64,
    ) -> Result<(Self, Vec<ServerMessage>), PlanError> {
        let known = named(game, Texts::new(lang));
        let game = known.as_ref().map_or("", |_| game).to_owned();
        let chosen = known.unwrap_or_else(|| asked.rules.clone());
        let rules = chosen.rules()?;
        let lesson_deal = LessonDeal::of(&chosen.game, &rules);
        let title = chosen.title.clone();
        let asked = CreateTable {
            rules: chosen,
            seats: vec![Plan::Me],
            turn_time: None,
            grace: None,
            level: Some(Level::Club),
            hints: Some(Hints::On),
            watching: None,
            passed: None,
            name: asked.name,
        };
        let (table, told, chance) = seeded(asked, lesson_deal.number, chance, now)?;
        let mut lesson = Self {
            table,
            rules,
            game,
            title,
            view: TableView::new(rules, Seat::default()),
            lesson_deal,
            told: Vec::new(),
            due: VecDeque::new(),
            stage: Stage::Playing,
            chance,
        };
        lesson.see(&told);
        Ok((lesson, told))
    }

    /// The text to read now and the suggested action; `None` if there is neither.
    pub fn told(&self) -> Option<LessonText> {
        let act = self.suggested();
        let tile = act.and_then(Action::tile).map(|tile| tile.to_string());
        let topic = match (self.due.front(), self.stage) {
            (Some(topic), _) => Some(*topic),
            (None, Stage::Ended) => None,
            (None, Stage::Playing) if act.is_some() => None,
            (None, Stage::Playing | Stage::Over) => return None,
        };
        let name = match (topic, self.stage) {
            (Some(topic), _) => topic.name(),
            (None, Stage::Playing) => "try",
            (None, _) => "end",
        };
        let words = Lang::ALL.iter().map(|lang| {
            let texts = Texts::new(*lang);
            (lang.tag(), self.words(texts, topic, act))
        });
        Some(LessonText {
            game: self.game.clone(),
            topic: name,
            at: self.at(),
            of: self.lesson_deal.shows.len().max(self.told.len()),
            tile,
            next: None,
            words: words.collect(),
        })
    }

    pub const fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The topics that the round shows if the person follows the suggestions, in that order.
    pub fn promised(&self) -> &[Topic] {
        &self.lesson_deal.shows
    }

    pub fn rest(&self) -> Vec<Topic> {
        let all = Topic::of(&self.rules);
        all.filter(|topic| !self.told.contains(topic)).collect()
    }

    /// The suggested action, if it is the person's turn and there is a choice.
    pub fn suggested(&self) -> Option<Action> {
        let round = self.view.round().filter(|round| round.is_my_turn())?;
        (self.stage == Stage::Playing).then(|| suggestion(round))?
    }

    pub fn go_on(&mut self) {
        if self.due.pop_front().is_none() && self.stage == Stage::Ended {
            self.skip();
        }
    }

    /// Ends the explanations: from now on it is a table like any other.
    pub fn skip(&mut self) {
        self.due.clear();
        self.stage = Stage::Over;
        self.chance.set(Chance::Free);
    }

    pub fn hear(&mut self, message: ClientMessage, now: u64) -> Vec<ServerMessage> {
        let told = self.table.hear(message, now);
        self.see(&told);
        told
    }

    /// See [`Practice::wait`]. Nothing automatic happens while the person reads.
    pub fn wait(&mut self, now: u64) -> Option<Wait> {
        if self.is_read() {
            self.table.wait(now)
        } else {
            None
        }
    }

    pub fn happen(&mut self, step: u32, now: u64) -> Vec<ServerMessage> {
        if !self.is_read() {
            return Vec::new();
        }
        let told = self.table.happen(step, now);
        self.see(&told);
        told
    }

    fn is_read(&self) -> bool {
        self.due.is_empty() && self.stage != Stage::Ended
    }

    fn at(&self) -> usize {
        self.told.len() - self.due.len().saturating_sub(1)
    }

    fn see(&mut self, told: &[ServerMessage]) {
        for message in told {
            let events = match message {
                ServerMessage::Snapshot(snapshot) => &snapshot.events,
                ServerMessage::Events { events, .. } => events,
                _ => continue,
            };
            events.iter().for_each(|event| self.observe(event));
        }
    }

    fn observe(&mut self, event: &Event) {
        let Ok(Some(seen)) = event.seen() else {
            return;
        };
        let before = self.view.board().cloned();
        self.view.observe(&seen);
        if self.stage != Stage::Playing {
            return;
        }
        // A person who played before reading this topic gets it on their next turn.
        if !self.view.round().is_some_and(View::is_my_turn) {
            let is_past = |topic: &Topic| *topic == Topic::Turn;
            if self.due.iter().any(is_past) {
                self.due.retain(|topic| !is_past(topic));
                self.told.retain(|topic| !is_past(topic));
            }
        }
        let due: Vec<Topic> = Topic::due(&seen, before.as_ref(), &self.view)
            .filter(|topic| !self.told.contains(topic))
            .collect();
        self.told.extend(&due);
        self.due.extend(due);
        if matches!(seen, capicu::VisibleEvent::RoundOver(_)) {
            self.stage = Stage::Ended;
        }
    }

    fn words(&self, texts: Texts, topic: Option<Topic>, act: Option<Action>) -> Words {
        let known = games::by_id(&self.game);
        let title = self.title.clone().filter(|_| known.is_none());
        let name = title.unwrap_or_else(|| name_of(texts, known.as_ref()));
        let ended = topic.is_none() && self.stage == Stage::Ended;
        let Explanation { title, sentences } = match topic {
            Some(topic) => texts.lesson(topic, &self.rules),
            None if ended => Explanation {
                title: texts.lesson_done(),
                sentences: vec![texts.lesson_done_help()],
            },
            None => Explanation {
                title: String::new(),
                sentences: Vec::new(),
            },
        };
        let rest = self.rest();
        let rest = (ended && !rest.is_empty()).then(|| Rest {
            title: texts.lesson_rest(),
            topics: rest
                .into_iter()
                .map(|topic| {
                    let mut told = texts.lesson(topic, &self.rules);
                    // The first sentence is about something on the table, which is not there.
                    told.sentences.remove(0);
                    (told.title, told.sentences)
                })
                .collect(),
        });
        let (at, of) = (self.at(), self.lesson_deal.shows.len().max(self.told.len()));
        Words {
            lesson: texts.lesson_title(&name),
            title,
            sentences,
            step: texts.lesson_step(at, of),
            buttons: vec![
                if ended {
                    texts.lesson_play_on()
                } else {
                    texts.lesson_go_on()
                },
                texts.lesson_skip(),
                texts.lesson_bots(),
                texts.lesson_others(),
            ],
            hint: act.map(|action| match action {
                Action::Lead(tile) => texts.lesson_try(&texts.tile(tile)),
                Action::Play { tile, on } => {
                    texts.lesson_try_on(&texts.tile(tile), &texts.tile(on))
                }
                Action::Draw => texts.lesson_try_draw(),
                Action::Pass | Action::HandOver => texts.lesson_try_knock(),
            }),
            rest,
        }
    }
}

/// A table of a lesson, the person's first messages, and the choice of its random bytes.
type Seeded = (Practice, Vec<ServerMessage>, Rc<Cell<Chance>>);

/// A table at which the round of a seed is dealt and the bots of lessons play.
pub fn seeded(
    asked: CreateTable,
    number: u64,
    mut chance: impl FnMut() -> [u8; 32] + 'static,
    now: u64,
) -> Result<Seeded, PlanError> {
    let (seed, which) = (seed(number), Rc::new(Cell::new(Chance::Free)));
    let given = Rc::clone(&which);
    let mut begun = false;
    let chance = move || match given.get() {
        Chance::Free => {
            // The first bytes are for the token.
            let bytes = chance();
            if !begun {
                begun = true;
                given.set(Chance::Seed);
            }
            bytes
        }
        Chance::Seed => *seed.bytes(),
        Chance::Rehearsed => CHANCE,
    };
    let (table, told) = Practice::new(asked, chance, now)?;
    which.set(Chance::Rehearsed);
    Ok((table.with_bots(|_| bot()), told, which))
}

/// The rules of a known game, unchanged, with its name in this language.
pub fn named(id: &str, texts: Texts) -> Option<TableRules> {
    let known = games::by_id(id)?;
    match &known {
        games::Game::BuiltIn(game) => {
            let rules = game.rules(game.players[0])?;
            Some(TableRules::new(game.id, &rules))
        }
        games::Game::File { file, .. } => {
            let players = file.players().next()?;
            let rules = file.rules(players)?;
            let base = base_of(&known);
            Some(TableRules {
                title: Some(name_of(texts, Some(&known))),
                ..TableRules::change(base, &rules)
            })
        }
    }
}
