//! Players by name, with the time they may think.

use std::sync::OnceLock;
use std::time::{Duration, Instant};

use capicu::{Rules, Seat};
use capicu_ai::{Aim, Belief, Bot, BotKind, Budget, Level, Reader};
use capicu_protocol::bot::Hello;

use crate::external::{External, Program};
use crate::game::Play;
use crate::player::{BuiltIn, Fault, Player};

/// How long a player may think about one decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Thinking {
    /// As long as it is made to.
    Usual,
    /// So long on a clock.
    Time(Duration),
    /// So many nodes: the same on every machine.
    Nodes(u64),
}

/// Somebody who takes part in a contest: can sit in any seat of any table.
#[derive(Clone, Debug)]
pub struct Entrant {
    name: String,
    kind: Kind,
    /// What the program calls itself, once it was asked.
    called: OnceLock<String>,
    on_a_clock: bool,
}

#[derive(Clone, Debug)]
enum Kind {
    Named(BotKind),
    Level(Level),
    Reader(Reader),
    Program(Program),
}

/// A text that names no player.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EntrantError {
    /// There is no such player.
    #[error(
        "there is no player called {0:?}; there are {known}, and programs as cmd:COMMAND",
        known = Entrant::names().collect::<Vec<_>>().join(", ")
    )]
    Unknown(String),
    /// The player thinks no longer for being given time.
    #[error("{0} takes no budget: it plays by rules of thumb, or is made to think so long")]
    NoBudget(String),
    /// What follows `@` is no time and no number of nodes.
    #[error("{0:?} is not a time such as 5ms nor a number of nodes such as 20000, both above 0")]
    Thinking(String),
    /// The command of a program is empty or its quotes do not match.
    #[error("{0:?} is not a command: it is empty, or a quote is not closed")]
    Command(String),
}

/// The `reader` that draws no conclusions from how others chose to play.
const FACTS: &str = "facts";

/// What comes before the number of a level.
const LEVEL: &str = "level:";

impl Entrant {
    /// A player by name: `reader`, `reader@5ms`, `reader@20000` (nodes), `facts` (the reader without
    /// beliefs from play), either with `:aim=round` before its budget (after the points of the
    /// round, not the match) or `:aim=win` (after winning the round by however much), or a program as `cmd:python3 bot.py`. `thinking` counts where the name
    /// does not say otherwise and the player takes any: `reader`, `facts` and programs do. A program
    /// that does not answer within `patience` loses.
    ///
    /// # Errors
    ///
    /// If the text is none of these, or gives a budget to a player that takes none.
    pub fn read(text: &str, thinking: Thinking, patience: Duration) -> Result<Self, EntrantError> {
        let (name, thinking, own) = match text.rsplit_once('@') {
            Some((name, text)) if !name.starts_with("cmd:") => (name, read_thinking(text)?, true),
            _ => (text, thinking, false),
        };
        let kind = if let Some(command) = name.strip_prefix("cmd:") {
            let words = words(command).ok_or_else(|| EntrantError::Command(command.to_owned()))?;
            let time = match thinking {
                Thinking::Time(time) => Some(time),
                Thinking::Usual | Thinking::Nodes(_) => None,
            };
            Kind::Program(Program {
                words,
                time,
                patience,
            })
        } else {
            let budget = match thinking {
                Thinking::Usual => None,
                Thinking::Nodes(nodes) => Some(Budget::Nodes(nodes)),
                Thinking::Time(time) => Some(Budget::Clock {
                    limit: u64::try_from(time.as_micros()).unwrap_or(u64::MAX),
                    now,
                }),
            };
            let (kind, aim) = match name.split_once(":aim=") {
                Some((kind, "round")) => (kind, Aim::Round),
                Some((kind, "win")) => (kind, Aim::Win),
                _ => (name, Aim::Match),
            };
            let level = name.strip_prefix(LEVEL).and_then(|n| n.parse().ok());
            let belief = match kind {
                FACTS => Some(Belief::Facts),
                "reader" => Some(Belief::Play),
                _ => None,
            };
            match (belief, level) {
                (Some(belief), _) => {
                    let budget = budget.unwrap_or(USUAL);
                    Kind::Reader(Reader::new(budget, belief).aiming(aim))
                }
                (None, Some(level)) => Kind::Level(level),
                (None, None) => Kind::Named(
                    name.parse()
                        .map_err(|_| EntrantError::Unknown(name.to_owned()))?,
                ),
            }
        };
        if own && matches!(kind, Kind::Named(_) | Kind::Level(_)) {
            return Err(EntrantError::NoBudget(name.to_owned()));
        }
        let timed = matches!(thinking, Thinking::Time(_));
        Ok(Self {
            name: text.to_owned(),
            on_a_clock: timed && matches!(kind, Kind::Reader(_)),
            kind,
            called: OnceLock::new(),
        })
    }

    /// The names that [`Entrant::read`] knows, programs and budgets left out, the weakest first.
    pub fn names() -> impl Iterator<Item = String> {
        let kinds = BotKind::ALL.iter().map(|kind| kind.name().to_owned());
        let levels = Level::ALL.map(|level| format!("{LEVEL}{level}"));
        kinds.chain([FACTS.to_owned()]).chain(levels)
    }

    /// The built-in players.
    pub fn all(thinking: Thinking) -> Vec<Self> {
        let read = |name| Self::read(name, thinking, Duration::ZERO).ok();
        BotKind::ALL
            .iter()
            .filter_map(|kind| read(kind.name()))
            .collect()
    }

    /// The levels, the weakest first.
    pub fn levels() -> Vec<Self> {
        let level = |level: Level| Self {
            name: format!("{LEVEL}{level}"),
            kind: Kind::Level(level),
            called: OnceLock::new(),
            on_a_clock: false,
        };
        Level::ALL.map(level).into()
    }

    /// What it was called.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// What the program calls itself; known once a contest with it has begun, if it says so.
    pub fn called(&self) -> Option<&str> {
        self.called.get().map(String::as_str)
    }

    /// What others may read of it: the name of a level, and of a program what it calls itself, never its command.
    pub fn shown(&self) -> String {
        match &self.kind {
            Kind::Program(_) => self.called().unwrap_or("program").to_owned(),
            Kind::Level(level) => format!("{LEVEL}{}", level.name()),
            Kind::Named(_) | Kind::Reader(_) => self.name.clone(),
        }
    }

    /// Keeps what a player that [sat down](Self::sit) for it calls itself.
    pub fn note_called(&self, player: &dyn Player) {
        if let Some(name) = player.called() {
            // It may have said so before.
            let _ = self.called.set(name.to_owned());
        }
    }

    /// Sits down at a table where games by these rules are played, of which `game` is the name.
    pub fn sit(&self, seat: Seat, play: Play, game: &str, rules: &Rules) -> Box<dyn Player> {
        let bot: Box<dyn Bot> = match &self.kind {
            Kind::Program(program) => {
                let hello = Hello::new(seat, play.into(), game, rules);
                return Box::new(External::new(program, hello));
            }
            Kind::Named(kind) => kind.bot(),
            Kind::Level(level) => level.bot(),
            Kind::Reader(reader) => Box::new(*reader),
        };
        Box::new(BuiltIn::new(bot))
    }

    /// Sits down for nothing but to see whether it can play, and to hear what it calls itself.
    pub(crate) fn try_out(
        &self,
        play: Play,
        game: &str,
        rules: &Rules,
        stop: &dyn Fn() -> bool,
    ) -> Result<(), Fault> {
        if let Kind::Program(_) = self.kind {
            let mut player = self.sit(Seat::default(), play, game, rules);
            player.greet(stop)?;
            self.note_called(player.as_ref());
        }
        Ok(())
    }

    /// The bot itself, for whoever has it choose with chances of their own; `None` for a program.
    pub fn bot(&self) -> Option<Box<dyn Bot>> {
        match &self.kind {
            Kind::Program(_) => None,
            Kind::Named(kind) => Some(kind.bot()),
            Kind::Level(level) => Some(level.bot()),
            Kind::Reader(reader) => Some(Box::new(*reader)),
        }
    }

    /// Whether it is a program from outside.
    pub const fn is_program(&self) -> bool {
        matches!(self.kind, Kind::Program(_))
    }

    /// Whether the same seed makes it play the same on every machine: no clock and no program decides.
    pub const fn is_repeatable(&self) -> bool {
        !self.on_a_clock && !self.is_program()
    }
}

/// What `reader` thinks when it is not told.
const USUAL: Budget = Budget::Nodes(50_000);

fn read_thinking(text: &str) -> Result<Thinking, EntrantError> {
    let wrong = || EntrantError::Thinking(text.to_owned());
    match text.strip_suffix("ms") {
        Some(number) => number
            .parse()
            .ok()
            .filter(|ms: &f64| *ms > 0.0)
            .and_then(|ms| Duration::try_from_secs_f64(ms / 1e3).ok())
            .map(Thinking::Time)
            .ok_or_else(wrong),
        None => match text.parse() {
            Ok(nodes) if nodes > 0 => Ok(Thinking::Nodes(nodes)),
            _ => Err(wrong()),
        },
    }
}

/// The words of a command: separated by spaces, kept together by single or double quotes.
fn words(command: &str) -> Option<Vec<String>> {
    let mut words: Vec<String> = Vec::new();
    let mut quote = None;
    let mut inside = false;
    for c in command.chars() {
        match quote {
            Some(open) if c == open => quote = None,
            None if c == '"' || c == '\'' => {
                quote = Some(c);
                if !inside {
                    words.push(String::new());
                }
                inside = true;
            }
            None if c.is_whitespace() => inside = false,
            _ => {
                if !inside {
                    words.push(String::new());
                }
                inside = true;
                words.last_mut()?.push(c);
            }
        }
    }
    (quote.is_none() && !words.is_empty()).then_some(words)
}

/// Microseconds since the first time this was asked.
fn now() -> u64 {
    static BEGIN: OnceLock<Instant> = OnceLock::new();
    BEGIN.get_or_init(Instant::now).elapsed().as_micros() as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Entrant, EntrantError> {
        Entrant::read(text, Thinking::Usual, Duration::from_secs(1))
    }

    #[test]
    fn names_budgets_and_commands_are_read() {
        for text in [
            "random",
            "reader",
            "reader@5ms",
            "reader@0.5ms",
            "level:1",
            "level:club",
            "reader:aim=round",
            "reader:aim=round@1000",
            "facts@2000",
            "facts",
        ] {
            assert_eq!(read(text).map(|e| e.name().to_owned()), Ok(text.to_owned()));
        }
        for text in [
            "reader@",
            "reader@0",
            "reader@0ms",
            "reader@-1ms",
            "reader@nanms",
            "facts@x",
        ] {
            assert!(
                matches!(read(text), Err(EntrantError::Thinking(_))),
                "{text}"
            );
        }
        let above = format!("{LEVEL}{}", Level::BEST.number() + 1);
        for text in ["peeker", "heavy:aim=round", "reader:aim=wins", &above] {
            assert!(
                matches!(read(text), Err(EntrantError::Unknown(_))),
                "{text}"
            );
        }
        for text in ["random@5ms", "counter@100", "level:3@5ms"] {
            assert!(
                matches!(read(text), Err(EntrantError::NoBudget(_))),
                "{text}"
            );
        }
        assert!(matches!(read("cmd: "), Err(EntrantError::Command(_))));
        assert!(matches!(read("cmd:a 'b"), Err(EntrantError::Command(_))));
    }

    #[test]
    fn only_nodes_and_rules_of_thumb_can_be_repeated() {
        let timed = Thinking::Time(Duration::from_millis(5));
        let repeatable = |text, thinking| {
            let entrant = Entrant::read(text, thinking, Duration::from_secs(1));
            entrant.expect("a player").is_repeatable()
        };
        for text in ["random", "reader", "facts@100", "level:8"] {
            assert!(repeatable(text, Thinking::Usual), "{text}");
        }
        assert!(repeatable("counter", timed), "it takes no time anyway");
        assert!(repeatable("reader@100", timed), "its own budget counts");
        for text in ["reader@5ms", "facts:aim=win@1ms", "cmd:bot"] {
            assert!(!repeatable(text, Thinking::Usual), "{text}");
        }
        assert!(!repeatable("reader", timed));
    }

    #[test]
    fn every_name_names_a_player() {
        for name in Entrant::names() {
            assert!(read(&name).is_ok(), "{name}");
        }
    }

    #[test]
    fn commands_are_split_into_words() {
        let split = |text| words(text).expect("a command");
        assert_eq!(split("python3 bot.py"), ["python3", "bot.py"]);
        assert_eq!(split("a 'b c'd  \"\" e@f"), ["a", "b cd", "", "e@f"]);
    }
}
