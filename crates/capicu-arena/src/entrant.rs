//! Players by name, with their time to think.

use std::fmt;
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use capicu::{Rules, Seat};
use capicu_ai::{Aim, Belief, Bot, BotKind, Budget, Level, Reader};
use capicu_protocol::bot::Hello;

use crate::external::{External, Program};
use crate::game::Play;
use crate::player::{BuiltIn, Fault, Player};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Thinking {
    Usual,
    Time(Duration),
    /// A number of search nodes: gives equal play on every machine.
    Nodes(u64),
}

/// A participant of a contest, for any seat of any table.
#[derive(Clone, Debug)]
pub struct Entrant {
    name: String,
    kind: Kind,
    called: OnceLock<String>,
    on_a_clock: bool,
}

#[derive(Clone, Debug)]
enum Kind {
    Named(BotKind),
    Level(Level),
    Reader(Reader),
    Program(Program),
    Made(Maker),
}

/// Makes the players of the caller.
#[derive(Clone)]
struct Maker(Arc<Make>);

/// Makes a player for a seat, by the name of the game and its rules.
type Make = dyn Fn(Seat, &str, &Rules) -> Box<dyn Player> + Send + Sync;

impl fmt::Debug for Maker {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Maker")
    }
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EntrantError {
    #[error(
        "there is no player called {0:?}; there are {known}, and programs as cmd:COMMAND",
        known = Entrant::names().collect::<Vec<_>>().join(", ")
    )]
    Unknown(String),
    #[error("{0} takes no budget: it plays by rules of thumb, or is made to think so long")]
    NoBudget(String),
    #[error("{0:?} is not a time such as 5ms nor a number of nodes such as 20000, both above 0")]
    Thinking(String),
    /// The command of a program is empty or has an unclosed quote.
    #[error("{0:?} is not a command: it is empty, or a quote is not closed")]
    Command(String),
}

/// The `reader` without beliefs: it infers nothing from the others' choices.
const FACTS: &str = "facts";

/// The prefix of the number of a level.
const LEVEL: &str = "level:";

impl Entrant {
    /// Parses the name of a player:
    ///
    /// * a bot: `reader`, or `facts`, the reader without beliefs from play;
    /// * with a budget: `reader@5ms`, or `reader@20000` in nodes;
    /// * with an aim before the budget: `:aim=round` for the points of the round instead of the match, or `:aim=win` for
    ///   winning the round by any score;
    /// * a program: `cmd:python3 bot.py`.
    ///
    /// `thinking` is the budget of `reader`, `facts` and programs if the name has none. A program must answer within
    /// `patience` or it loses. Fails if the name is unknown or gives a budget to a player without one.
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

    /// A participant whose players the caller makes, one for each seat, thread and game of a pair.
    pub fn made(
        name: impl Into<String>,
        make: impl Fn(Seat, &str, &Rules) -> Box<dyn Player> + Send + Sync + 'static,
    ) -> Self {
        Self {
            name: name.into(),
            kind: Kind::Made(Maker(Arc::new(make))),
            called: OnceLock::new(),
            on_a_clock: false,
        }
    }

    /// Lists the names that [`Entrant::read`] knows, without programs and budgets, the weakest first.
    pub fn names() -> impl Iterator<Item = String> {
        let kinds = BotKind::ALL.iter().map(|kind| kind.name().to_owned());
        let levels = Level::ALL.map(|level| format!("{LEVEL}{level}"));
        kinds.chain([FACTS.to_owned()]).chain(levels)
    }

    pub fn all(thinking: Thinking) -> Vec<Self> {
        let read = |name| Self::read(name, thinking, Duration::ZERO).ok();
        BotKind::ALL
            .iter()
            .filter_map(|kind| read(kind.name()))
            .collect()
    }

    /// Every level, the weakest first.
    pub fn levels() -> Vec<Self> {
        let level = |level: Level| Self {
            name: format!("{LEVEL}{level}"),
            kind: Kind::Level(level),
            called: OnceLock::new(),
            on_a_clock: false,
        };
        Level::ALL.map(level).into()
    }

    pub fn name(&self) -> &str {
        &self.name
    }

    /// The program's own name for itself. Available after a contest has started, if the program sent one.
    pub fn called(&self) -> Option<&str> {
        self.called.get().map(String::as_str)
    }

    /// A name to publish. For a program it is its own name, never its command.
    pub fn shown(&self) -> String {
        match &self.kind {
            Kind::Program(_) => self.called().unwrap_or("program").to_owned(),
            Kind::Level(level) => format!("{LEVEL}{}", level.name()),
            Kind::Named(_) | Kind::Reader(_) | Kind::Made(_) => self.name.clone(),
        }
    }

    /// Saves the name that a [seated](Self::sit) player gave itself.
    pub fn note_called(&self, player: &dyn Player) {
        if let Some(name) = player.called() {
            // Fails harmlessly if the name is known already.
            let _ = self.called.set(name.to_owned());
        }
    }

    /// Creates a player for a seat; `game` is the name of the game with these rules.
    pub fn sit(&self, seat: Seat, play: Play, game: &str, rules: &Rules) -> Box<dyn Player> {
        let bot: Box<dyn Bot> = match &self.kind {
            Kind::Program(program) => {
                let hello = Hello::new(seat, play.into(), game, rules);
                return Box::new(External::new(program, hello));
            }
            Kind::Named(kind) => kind.bot(),
            Kind::Level(level) => level.bot(),
            Kind::Reader(reader) => Box::new(*reader),
            Kind::Made(Maker(make)) => return make(seat, game, rules),
        };
        Box::new(BuiltIn::new(bot))
    }

    /// Checks that a program starts and greets, and saves its name.
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

    /// The bot, for callers that supply its randomness; `None` for a program or a player of the caller.
    pub fn bot(&self) -> Option<Box<dyn Bot>> {
        match &self.kind {
            Kind::Program(_) | Kind::Made(_) => None,
            Kind::Named(kind) => Some(kind.bot()),
            Kind::Level(level) => Some(level.bot()),
            Kind::Reader(reader) => Some(Box::new(*reader)),
        }
    }

    pub const fn is_program(&self) -> bool {
        matches!(self.kind, Kind::Program(_))
    }

    /// Whether equal seeds give equal play on every machine: no clock, program or player of the caller decides.
    pub const fn is_repeatable(&self) -> bool {
        !self.on_a_clock && !matches!(self.kind, Kind::Program(_) | Kind::Made(_))
    }
}

/// The default budget of `reader`.
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

/// Splits a command at spaces outside single or double quotes.
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

/// Microseconds since the first call.
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
    fn only_bots_without_a_clock_are_repeatable() {
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
    fn every_listed_name_is_a_player() {
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
