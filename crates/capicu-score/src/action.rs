//! The actions of the buttons, as `data-do` names them.

use capicu::{BySide, Game, InPlay, Seat, Side, Tile, WayOut};
use capicu_sheet::{Day, Entry, Event, Start};

use crate::draft::{End, Who};
use crate::queue::QueueAction;

/// An action of a button or form.
#[derive(Clone, Debug)]
pub enum Action {
    /// Another game in the form of a match.
    Game(&'static Game),
    /// House rules in the form of a match.
    Rules(Box<Start>),
    Players(u8),
    /// The form of a match: names, one a seat, and the target.
    Start {
        names: Vec<String>,
        target: Option<String>,
    },
    Who(Who),
    Scorer(Side),
    Over,
    Digit(u16),
    Delete,
    Tile(Tile),
    Tiles,
    Double,
    Focus(u8),
    Write(End),
    InPlay(InPlay),
    Answer(Option<Seat>),
    Undo,
    Correct(usize),
    Cancel,
    Strike(usize),
    /// A round entered by tiles, as events of the sheet.
    Round(Vec<Event>),
    /// Scores on which people agree.
    Agree(BySide<u16>),
    /// The day of the matches that begin now.
    Day(Day),
    /// Shows the tally, or hides it.
    Tally,
    /// The year of the tally, or all years.
    Year(Option<u16>),
    /// Asks whether a name is to be deleted.
    Forget(String),
    /// Deletes the name in question.
    Forgotten,
    /// The module for tiles did not load.
    TilesFailed,
    /// Lines that the server refused after another phone had written.
    Refused(Vec<Event>),
    /// The server that connects the phones of a table is not reachable.
    WithOffline,
    /// The sheet of the other phone expired.
    WithOver,
    /// The picture was not drawn.
    ShareFailed,
    /// The tiles do not make a record.
    NoRecord,
    /// Points in play are declared by their side, or claimed by another.
    Claim,
    /// A loser has a hanged double blank, or not.
    Hanged,
    /// A button of winner stays.
    Queue(QueueAction),
    Again,
    Other,
}

impl Action {
    /// Reads an action; `None` if no button has it.
    pub fn read(text: &str) -> Option<Self> {
        if let Some(form) = text.strip_prefix("start\n") {
            let mut lines = form.lines().map(str::to_owned);
            let target = lines.next().filter(|target| !target.is_empty());
            return Some(Self::Start {
                names: lines.collect(),
                target,
            });
        }
        if let Some(round) = text.strip_prefix("round\n") {
            let events = round.lines().map(|line| Event::of_line(line).ok());
            return events.collect::<Option<_>>().map(Self::Round);
        }
        if let Some(action) = text.strip_prefix("queue:") {
            return QueueAction::read(action).map(Self::Queue);
        }
        if let Some(refused) = text.strip_prefix("refused\n") {
            let events = refused.lines().map(|line| Event::of_line(line).ok());
            return events.collect::<Option<_>>().map(Self::Refused);
        }
        let (name, value) = text.split_once('=').unwrap_or((text, ""));
        Some(match name {
            "game" => Self::Game(Game::by_id(value)?),
            "rules" => Self::Rules(Box::new(rules(value)?)),
            "players" => Self::Players(value.parse().ok()?),
            "who" if value == "nobody" => Self::Who(Who::Nobody),
            "who" => Self::Who(Who::Seat(seat(value)?)),
            "scorer" => Self::Scorer(side(value)?),
            "over" => Self::Over,
            "digit" => Self::Digit(value.parse().ok().filter(|digit| *digit < 10)?),
            "delete" => Self::Delete,
            "tile" => Self::Tile(value.parse().ok()?),
            "tiles" => Self::Tiles,
            "double" => Self::Double,
            "focus" => Self::Focus(value.parse().ok().filter(|focus| *focus < 12)?),
            "out" => Self::Write(End::Out(*WayOut::ALL.get(value.parse::<usize>().ok()?)?)),
            "block" => Self::Write(End::Block),
            "void" => Self::Write(End::Void),
            "foul" => Self::Write(End::Foul),
            "play" => Self::InPlay(in_play(value)?),
            "answer" if value.is_empty() => Self::Answer(None),
            "answer" => Self::Answer(Some(seat(value)?)),
            "undo" => Self::Undo,
            "correct" => Self::Correct(value.parse().ok()?),
            "strike" => Self::Strike(value.parse().ok()?),
            "agree" => match Event::of_line(&format!("agreed {value}")).ok()? {
                Event::Wrote(Entry::Agreed(scores)) => Self::Agree(scores),
                _ => return None,
            },
            "day" => Self::Day(value.parse().ok()?),
            "tally" => Self::Tally,
            "year" if value.is_empty() => Self::Year(None),
            "year" => Self::Year(Some(value.parse().ok()?)),
            "forget" => Self::Forget(value.to_owned()),
            "forgotten" => Self::Forgotten,
            "tiles-failed" => Self::TilesFailed,
            "with-offline" => Self::WithOffline,
            "with-over" => Self::WithOver,
            "share-failed" => Self::ShareFailed,
            "no-record" => Self::NoRecord,
            "claim" => Self::Claim,
            "hanged" => Self::Hanged,
            "doubles" => Self::Write(End::Doubles(value.parse().ok()?)),
            "cancel" => Self::Cancel,
            "again" => Self::Again,
            "other" => Self::Other,
            _ => return None,
        })
    }
}

/// Points in play as the stored sheet names them.
fn in_play(text: &str) -> Option<InPlay> {
    match Event::of_line(&format!("play {text}")).ok()? {
        Event::Wrote(Entry::InPlay { what, .. }) => Some(what),
        _ => None,
    }
}

/// Rules as the stored sheet names them, without players.
fn rules(text: &str) -> Option<Start> {
    match Event::of_line(&format!("start {text}")).ok()? {
        Event::Started(start) => Some(start),
        _ => None,
    }
}

fn seat(letter: &str) -> Option<Seat> {
    letter.chars().next().and_then(Seat::of_letter)
}

fn side(index: &str) -> Option<Side> {
    index.parse().ok().and_then(Side::new)
}
