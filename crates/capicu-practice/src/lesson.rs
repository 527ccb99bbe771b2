//! A first round that is explained: the table of [`Practice`], which waits while something is read.

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
use crate::rehearsal::{CHANCE, Rehearsal, bot, seed, suggestion};
use crate::{Practice, Wait};

/// A table at which a first round is explained. Whoever plays may do otherwise than is suggested: what is due then is
/// explained when it comes, and the rest at the end.
pub struct Lesson {
    table: Practice,
    rules: Rules,
    game: String,
    title: Option<String>,
    view: TableView,
    /// What the round shows if it is played as suggested.
    rehearsal: Rehearsal,
    /// What was explained or waits to be.
    told: Vec<Topic>,
    /// What waits to be read, the first of it now.
    due: VecDeque<Topic>,
    stage: Stage,
    chance: Rc<Cell<Chance>>,
}

/// What the table is given where it asks for bytes that nobody can guess.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Chance {
    /// Such bytes.
    Free,
    /// The seed of the round, until the match has begun.
    Seed,
    /// What the bots tossed in the rehearsal.
    Rehearsed,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    Playing,
    /// The round is over, and what it did not show is still to be told.
    Ended,
    /// Nothing is explained any more.
    Over,
}

/// What the person is told beside the table, in every language.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Told {
    /// The game by its id.
    pub game: String,
    /// The name of the topic; `end` after the last.
    pub topic: &'static str,
    /// How many were explained with this one.
    pub at: usize,
    /// How many the round shows.
    pub of: usize,
    /// The tile that is suggested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tile: Option<String>,
    /// The words, by the tags of the languages.
    pub words: BTreeMap<&'static str, Words>,
}

/// The same in one language.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Words {
    /// What the lesson is called.
    pub lesson: String,
    /// What the topic is called.
    pub title: String,
    /// What is said about it.
    pub sentences: Vec<String>,
    /// How far the lesson is.
    pub step: String,
    /// What the buttons say: to go on, to skip the lesson, to other bots, to other games.
    pub buttons: [String; 4],
    /// What to play.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hint: Option<String>,
    /// What the round did not show, at the end.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rest: Option<Rest>,
}

/// What was not shown.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Rest {
    /// What the list is called.
    pub title: String,
    /// Each with its rules.
    pub topics: Vec<(String, Vec<String>)>,
}

impl Lesson {
    /// The lesson of a game, or of the rules that are asked for where it is none that is known by name, and what the
    /// person is told first. The table is called by what a rule file is called in `lang`. `chance` makes bytes that nobody
    /// can guess; `now` is the time in milliseconds since 1970.
    ///
    /// # Errors
    ///
    /// If no such table can be made.
    pub fn new(
        game: &str,
        lang: Lang,
        asked: CreateTable,
        mut chance: impl FnMut() -> [u8; 32] + 'static,
        now: u64,
    ) -> Result<(Self, Vec<ServerMessage>), PlanError> {
        let known = named(game, Texts::new(lang));
        let game = known.as_ref().map_or("", |_| game).to_owned();
        let chosen = known.unwrap_or_else(|| asked.rules.clone());
        let rules = chosen.rules()?;
        let rehearsal = Rehearsal::of(&chosen.game, &rules);
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
        let (seed, which) = (seed(rehearsal.number), Rc::new(Cell::new(Chance::Free)));
        let given = Rc::clone(&which);
        let mut begun = false;
        let chance = move || match given.get() {
            Chance::Free => {
                // The first is the token.
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
        let mut lesson = Self {
            table: table.with_bots(|_| bot()),
            rules,
            game,
            title,
            view: TableView::new(rules, Seat::default()),
            rehearsal,
            told: Vec::new(),
            due: VecDeque::new(),
            stage: Stage::Playing,
            chance: which,
        };
        lesson.see(&told);
        Ok((lesson, told))
    }

    /// What is to be read now, and what is suggested; `None` where there is neither.
    pub fn told(&self) -> Option<Told> {
        let act = self.suggested();
        let tile = act.and_then(|action| match action {
            Action::Lead(tile) | Action::Play { tile, .. } => Some(tile.to_string()),
            Action::Draw | Action::Pass | Action::HandOver => None,
        });
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
        Some(Told {
            game: self.game.clone(),
            topic: name,
            at: self.at(),
            of: self.rehearsal.shows.len().max(self.told.len()),
            tile,
            words: words.collect(),
        })
    }

    /// The rules.
    pub const fn rules(&self) -> &Rules {
        &self.rules
    }

    /// What the round shows if it is played as suggested, in that order.
    pub fn promised(&self) -> &[Topic] {
        &self.rehearsal.shows
    }

    /// What this round did not show of the topics of its rules.
    pub fn rest(&self) -> Vec<Topic> {
        let all = Topic::of(&self.rules);
        all.filter(|topic| !self.told.contains(topic)).collect()
    }

    /// What is suggested, where it is the person's turn and there is something to choose.
    pub fn suggested(&self) -> Option<Action> {
        let round = self.view.round().filter(|round| round.is_my_turn())?;
        (self.stage == Stage::Playing).then(|| suggestion(round))?
    }

    /// The person has read what was to be read.
    pub fn go_on(&mut self) {
        if self.due.pop_front().is_none() && self.stage == Stage::Ended {
            self.skip();
        }
    }

    /// The person has heard enough: what follows is a table like any other.
    pub fn skip(&mut self) {
        self.due.clear();
        self.stage = Stage::Over;
        self.chance.set(Chance::Free);
    }

    /// See [`Practice::hear`].
    pub fn hear(&mut self, message: ClientMessage, now: u64) -> Vec<ServerMessage> {
        let told = self.table.hear(message, now);
        self.see(&told);
        told
    }

    /// See [`Practice::wait`]. Nothing happens by itself while something is to be read.
    pub fn wait(&mut self, now: u64) -> Option<Wait> {
        if self.is_read() {
            self.table.wait(now)
        } else {
            None
        }
    }

    /// See [`Practice::happen`].
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
        // Whoever played before it was read has it explained on the next turn that is theirs.
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
        if matches!(seen, capicu::Seen::RoundOver(_)) {
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
                    // What would be to be seen is not.
                    told.sentences.remove(0);
                    (told.title, told.sentences)
                })
                .collect(),
        });
        let (at, of) = (self.at(), self.rehearsal.shows.len().max(self.told.len()));
        Words {
            lesson: texts.lesson_title(&name),
            title,
            sentences,
            step: texts.lesson_step(at, of),
            buttons: [
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

/// The rules of a game that is known by name, as usual, called as in this language.
fn named(id: &str, texts: Texts) -> Option<TableRules> {
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
