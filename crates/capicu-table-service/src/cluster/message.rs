//! Messages between the servers of a cluster, as JSON. A server ignores messages that it does not know, so that
//! adjacent versions can work together.

use capicu_protocol::{Closed, EventId, Key, PlayerId, Refusal, Seat, TableId, Whereabouts};
use capicu_table::{Code, Command, Halt, Vacancy, Who};
use serde::{Deserialize, Serialize};

use super::requests::{Part, RequestHead};
use crate::card::{Live, TableCard, TableList};
use crate::lobby::LobbyRequest;
use crate::table::Glance;

/// The bytes of a token's hash.
type Hash = [u8; 32];

/// A message from one server to another. A line is a connection of a server to a table of another one, with a number
/// that its server chose.
#[derive(Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum Message {
    /// The client of a line sends something.
    Says {
        /// The server that opened the line.
        from: String,
        /// Its number there.
        line: u64,
        /// How many messages came from it before.
        n: u64,
        said: ClientInput,
    },
    /// The client has closed the line.
    Left {
        /// The server that opened the line.
        from: String,
        /// Its number there.
        line: u64,
    },
    /// A table sends a message to a line.
    Told {
        /// The number of the line.
        line: u64,
        /// How many messages the table sent on it before.
        n: u64,
        text: String,
        /// Its author, if it has a player's own words.
        speaker: Option<PlayerId>,
    },
    /// A table closes a line.
    Shut {
        /// The number of the line.
        line: u64,
        /// How many messages the table sent on it before.
        n: u64,
        why: Closed,
    },
    /// A table must halt its meeting.
    Halt {
        table: TableId,
        /// Whether its time is over. Otherwise the desk has settled it.
        is_late: bool,
    },
    /// The log of an event has grown.
    Grown { event: EventId },
    /// A player has signed out, or their rights have changed.
    News {
        /// The server that sends it; empty from a server of the previous version.
        #[serde(default)]
        from: String,
        /// The number of news messages that this server has sent before.
        #[serde(default)]
        n: u64,
        player: PlayerId,
    },
}

/// Something that the client of a line sends.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ClientInput {
    Command(Key, Command),
    /// A command that the client's server has refused.
    Refused(Key, Refusal),
    /// The round-trip time in milliseconds.
    Lag(u32),
}

/// A question from one server to another.
#[derive(Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum Question {
    /// To open a line to a table.
    Connect {
        /// The server that opens the line.
        from: String,
        /// Its number there.
        line: u64,
        table: TableId,
        /// The identity of the client.
        who: Who,
        /// The last version that the client saw.
        since: Option<u64>,
    },
    /// To seat a player.
    Sit {
        table: TableId,
        /// The code of the table; without it the player takes the place of a bot.
        code: Option<String>,
        /// The open seat that the player would like; a server of an earlier version does not know it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        wanted: Option<Seat>,
        /// As in [`Mail::Sit`](crate::table::Mail::Sit).
        ids: Vec<PlayerId>,
        /// The name of the player.
        name: Option<String>,
        /// Players with whom this one does not sit.
        apart: Vec<PlayerId>,
    },
    /// To show who sits at a table, and its chat.
    Look { table: TableId },
    /// To reload a table.
    Reload { table: TableId },
    /// To close a table permanently.
    Close { table: TableId },
    /// To list tables of the server.
    Tables {
        list: TableList,
        /// The most tables in the answer.
        most: usize,
    },
    /// To pass inputs to the lobby, which the other server owns.
    Lobby(LobbyRequest),
    /// To report the live state of event tables that the other server has.
    Meetings { tables: Vec<TableId> },
    /// To report where players are, as far as the server knows.
    Whereabouts { players: Vec<PlayerId> },
    /// To use up the code that makes the first admin.
    OwnerCode {
        /// The hash of the code.
        code: Hash,
    },
    /// To use up a code that leads an admin to the admin pages.
    Door {
        /// The hash of the code.
        code: Hash,
    },
    /// To answer a request, whose body begins after the message.
    Request {
        /// The key that the answering server must own.
        key: String,
        /// The server that forwards it.
        from: String,
        /// The number of the request at that server.
        number: u64,
        head: RequestHead,
        /// Whether the body is complete.
        is_whole: bool,
    },
    /// To take more of the body of a request, which follows the message.
    Body {
        /// The server that forwards it.
        from: String,
        /// The number of the request at that server.
        number: u64,
        /// The number of the part.
        n: u32,
        /// Whether it is the last.
        is_last: bool,
        /// The wanted part of the answer, if there is an answer already.
        answer: u32,
    },
    /// To return a part of the answer to a request.
    Answer {
        /// The server that forwards it.
        from: String,
        /// The number of the request at that server.
        number: u64,
        /// The number of the part.
        n: u32,
    },
    /// To compare the lines of two servers: those that the asking server has, and the number of messages on each.
    Beat {
        /// The server that asks.
        from: String,
        /// Each line, and the number of messages sent on it.
        lines: Vec<(u64, u64)>,
        /// The number of news messages that the server has sent; 0 from a server of the previous version.
        #[serde(default)]
        news: u64,
    },
}

/// An answer to a [`Question`].
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reply {
    /// The table is not this server's, or cannot be reached; or the server cannot tell.
    NotHere,
    /// The server has done it.
    Done,
    /// The seat of the player, if they got one.
    Seat(Option<Seat>),
    Glance(Box<Glance>),
    /// Whether the table is gone.
    Closed(bool),
    /// The tables of a list, with their ids.
    Tables(Vec<(TableId, TableCard)>),
    /// The answer of the lobby, whose form depends on the view.
    Lobby(serde_json::Value),
    /// The live state of event tables, in the order of the question.
    Meetings(Vec<Option<Live>>),
    /// The whereabouts of players, in the order of the question.
    Whereabouts(Vec<Whereabouts>),
    /// The admin whom the code belongs to, if it is valid.
    Owner(Option<PlayerId>),
    /// The state of a request, and a part of its answer, whose bytes follow.
    Answer {
        /// The number of parts of the body that were taken.
        taken: u32,
        /// The next part, if there is one.
        part: Option<Part>,
    },
    /// The open lines, and the number of messages that their tables sent.
    Lines(Vec<(u64, u64)>),
}

/// The code of an open seat, and the seat that the player would like; no code for the place of a bot.
pub fn code_of(vacancy: Vacancy) -> (Option<String>, Option<Seat>) {
    match vacancy {
        Vacancy::OfABot => (None, None),
        Vacancy::Open { code, wanted } => (Some(code.to_string()), wanted.map(Into::into)),
    }
}

/// The vacancy for a code and a seat; `None` if the code is invalid.
pub fn vacancy_of(code: Option<&str>, wanted: Option<Seat>) -> Option<Vacancy> {
    let wanted = wanted.map(|seat| seat.0);
    match code {
        None => Some(Vacancy::OfABot),
        Some(code) => Code::new(code).map(|code| Vacancy::Open { code, wanted }),
    }
}

/// Whether a meeting halts because its time is over.
pub const fn is_late(halt: Halt) -> bool {
    matches!(halt, Halt::Time)
}

#[cfg(test)]
mod tests {
    use capicu_table::TokenHash;

    use super::*;

    #[test]
    fn unknown_message_is_not_read() {
        let known = r#"{"type":"left","from":"a","line":3,"more":"in a later version"}"#;
        let message: Message = serde_json::from_str(known).unwrap();
        assert!(matches!(message, Message::Left { line: 3, .. }));
        let unknown = r#"{"type":"something-newer","line":3}"#;
        assert!(serde_json::from_str::<Message>(unknown).is_err());
    }

    #[test]
    fn commands_and_tokens_cross_as_they_are() {
        let hash = TokenHash::new([7; 32]);
        let seat = capicu::Seat::default();
        for command in [
            Command::Ready { deal: 3 },
            Command::Rotate(hash),
            Command::Renew {
                seat,
                token: Some(hash),
            },
            Command::Swap { seat, with: seat },
            Command::Name("Ana".to_owned()),
            Command::Hint { expected: 9 },
            Command::Leave,
            Command::Pace(capicu_protocol::BotPace::Fast),
            Command::GiveTable(seat),
            Command::Act {
                expected: 7,
                action: capicu::Action::Draw,
            },
            Command::Wish {
                wish: capicu_table::Wish::Mine,
                deal: 1,
            },
        ] {
            let text = serde_json::to_string(&command).unwrap();
            let back: Command = serde_json::from_str(&text).unwrap();
            assert_eq!(back, command, "{text}");
        }
        for who in [
            Who::Token {
                shown: hash,
                own: None,
            },
            Who::Public { ids: Vec::new() },
            Who::Player {
                shown: hash,
                own: Some(hash),
                ids: Vec::new(),
            },
        ] {
            let text = serde_json::to_string(&who).unwrap();
            let back: Who = serde_json::from_str(&text).unwrap();
            assert_eq!(back, who, "{text}");
        }
    }
}
