//! Commands of the page's scripts to the client.

use std::fmt;

use capicu::{Action, Call, Seat, Tile};
use capicu_protocol::{BotPace, Token, Wish};

use crate::Command;

/// A command of a script or of a typed line. It crosses to the client as one line of text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PageCommand {
    /// Takes an action on the seat's turn.
    Act(Action),
    /// Chooses a tile as its key does.
    Choose(Tile),
    /// Names these points, at once or with the next tile.
    Points(u16),
    /// Declares the points of the last tile.
    Declare,
    /// Claims points that an opponent has not called.
    Muggins,
    /// Keeps the lead in the huddle.
    Pose,
    /// Tells the partner who should lead.
    Wish(Wish),
    /// Declares the player ready for the next deal.
    Ready,
    /// Withdraws from the match between two rounds.
    Withdraw,
    /// Asks for another match.
    Rematch,
    /// Asks for a hint.
    Hint,
    /// Has two seats change places.
    Swap(Seat, Seat),
    /// Gives a seat to a bot.
    Bot(Seat),
    /// Takes a seat back with a new link.
    NewLink(Seat),
    /// Makes the player at this seat the host.
    GiveTable(Seat),
    /// Stops waiting for a seat: a bot plays on.
    StandIn(Seat),
    /// Sets how fast bots play, or skips one wait.
    Pace(BotPace),
    /// Changes the player's name.
    Name(String),
    /// Leaves the table to another tab.
    LetGo,
    /// Closes what is open at the top of the table.
    Close,
}

impl fmt::Display for PageCommand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (word, seat) = match self {
            Self::Act(action) => return write!(f, "act {action}"),
            Self::Choose(tile) => return write!(f, "choose {tile}"),
            Self::Points(points) => return write!(f, "points {points}"),
            Self::Name(name) => return write!(f, "name {name}"),
            Self::Pace(pace) => return write!(f, "pace {}", pace.name()),
            Self::Swap(seat, with) => return write!(f, "swap {} {}", seat.index(), with.index()),
            Self::Bot(seat) => ("bot", seat),
            Self::NewLink(seat) => ("new-link", seat),
            Self::GiveTable(seat) => ("give-table", seat),
            Self::StandIn(seat) => ("stand-in", seat),
            Self::Declare => return f.write_str("declare"),
            Self::Muggins => return f.write_str("muggins"),
            Self::Pose => return f.write_str("pose"),
            Self::Wish(Wish::Mine) => return f.write_str("wish-mine"),
            Self::Wish(Wish::Yours) => return f.write_str("wish-yours"),
            Self::Ready => return f.write_str("ready"),
            Self::Withdraw => return f.write_str("withdraw"),
            Self::Rematch => return f.write_str("rematch"),
            Self::Hint => return f.write_str("hint"),
            Self::LetGo => return f.write_str("let-go"),
            Self::Close => return f.write_str("close"),
        };
        write!(f, "{word} {}", seat.index())
    }
}

impl PageCommand {
    /// Returns the command for the table. `token` makes the token of a new link.
    ///
    /// Some commands concern only the page: [`Self::Choose`], [`Self::Pose`], [`Self::LetGo`] and [`Self::Close`] return
    /// `None`. Before an action, call [`ClientTable::send`](crate::ClientTable::send). Points that cannot be named yet
    /// wait for the next tile of the player.
    pub fn command(self, token: impl FnOnce() -> Token) -> Option<Command> {
        Some(match self {
            Self::Act(action) => Command::Act(action),
            Self::Points(points) => Command::Call(Call::Sum(points)),
            Self::Declare => Command::Call(Call::Declare),
            Self::Muggins => Command::Call(Call::Muggins),
            Self::Wish(wish) => Command::Wish(wish),
            Self::Ready => Command::Ready,
            Self::Withdraw => Command::Withdraw,
            Self::Rematch => Command::Rematch,
            Self::Hint => Command::Hint,
            Self::Swap(seat, with) => Command::Swap(seat, with),
            Self::Bot(seat) => Command::Renew(seat, None),
            Self::NewLink(seat) => Command::Renew(seat, Some(token())),
            Self::GiveTable(seat) => Command::GiveTable(seat),
            Self::StandIn(seat) => Command::StandIn(seat),
            Self::Name(name) => Command::Name(name),
            Self::Pace(pace) => Command::Pace(pace),
            Self::Choose(_) | Self::Pose | Self::LetGo | Self::Close => return None,
        })
    }

    /// Reads what [`Display`](fmt::Display) writes; `None` for anything else.
    pub fn read(text: &str) -> Option<Self> {
        let (word, rest) = text.split_once(' ').unwrap_or((text, ""));
        let seat = |text: &str| Seat::new(text.parse().ok()?);
        Some(match word {
            "act" => Self::Act(rest.parse().ok()?),
            "choose" => Self::Choose(rest.parse().ok()?),
            "points" => Self::Points(rest.parse().ok()?),
            "declare" => Self::Declare,
            "muggins" => Self::Muggins,
            "pose" => Self::Pose,
            "wish-mine" => Self::Wish(Wish::Mine),
            "wish-yours" => Self::Wish(Wish::Yours),
            "ready" => Self::Ready,
            "withdraw" => Self::Withdraw,
            "rematch" => Self::Rematch,
            "hint" => Self::Hint,
            "swap" => {
                let (one, other) = rest.split_once(' ')?;
                Self::Swap(seat(one)?, seat(other)?)
            }
            "bot" => Self::Bot(seat(rest)?),
            "new-link" => Self::NewLink(seat(rest)?),
            "give-table" => Self::GiveTable(seat(rest)?),
            "stand-in" => Self::StandIn(seat(rest)?),
            "name" => Self::Name(rest.to_owned()),
            "pace" => Self::Pace(BotPace::named(rest)?),
            "let-go" => Self::LetGo,
            "close" => Self::Close,
            _ => return None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn page_command_survives_text() {
        let (tile, on) = (Tile::DOUBLE_SIX, Tile::DOUBLE_SIX);
        let [one, other] = [1, 11].map(|seat| Seat::new(seat).expect("a seat"));
        for command in [
            PageCommand::Act(Action::Play { tile, on }),
            PageCommand::Act(Action::Pass),
            PageCommand::Choose(tile),
            PageCommand::Points(15),
            PageCommand::Declare,
            PageCommand::Muggins,
            PageCommand::Pose,
            PageCommand::Wish(Wish::Mine),
            PageCommand::Wish(Wish::Yours),
            PageCommand::Ready,
            PageCommand::Withdraw,
            PageCommand::Rematch,
            PageCommand::Hint,
            PageCommand::Swap(one, other),
            PageCommand::Bot(one),
            PageCommand::NewLink(other),
            PageCommand::GiveTable(one),
            PageCommand::StandIn(other),
            PageCommand::Name("Ana María".to_owned()),
            PageCommand::Pace(BotPace::Skip),
            PageCommand::LetGo,
            PageCommand::Close,
        ] {
            assert_eq!(PageCommand::read(&command.to_string()), Some(command));
        }
    }

    #[test]
    fn malformed_page_command_is_refused() {
        for text in [
            "",
            "act",
            "act 7-19",
            "swap 1",
            "bot x",
            "points -1",
            "shout",
        ] {
            assert_eq!(PageCommand::read(text), None, "{text}");
        }
    }
}
