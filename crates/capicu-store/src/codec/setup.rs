//! The stored form of new tables.

use std::collections::BTreeMap;

use capicu::{Deal, Rules, Tile, TileSet};
use capicu_protocol::{Level, Passed, TableRules, TurnTime, Watching};
use capicu_table::{Advice, Board, Meeting, Plan, Setup, Stakes, StandIns, Ties, TokenHash};
use serde::{Deserialize, Serialize};

use super::{DecodeError, hex, known, seat, text, unhex};

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Disk {
    rules: RulesDisk,
    /// Omitted from format 6 if nobody hosts the table.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[serde(rename = "maker")]
    host: Option<u8>,
    seats: Vec<SeatDisk>,
    /// From format 7 with banks.
    turn_time: TurnTime,
    /// From format 2.
    #[serde(default = "usual_grace")]
    grace: u16,
    #[serde(default)]
    level: LevelDisk,
    #[serde(default)]
    hints: HintsDisk,
    /// From format 7.
    #[serde(default)]
    stakes: StakesDisk,
    #[serde(default)]
    watching: WatchingDisk,
    /// From format 10.
    #[serde(default)]
    passed: PassedDisk,
    /// From format 9.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    meeting: Option<MeetingDisk>,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct MeetingDisk {
    matches: u16,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    until: Option<u64>,
    ties: TiesDisk,
    stand_ins: StandInsDisk,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    boards: Vec<BoardDisk>,
}

/// A deal that comes with the table: the tiles of each seat, and the boneyard in the order of drawing.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct BoardDisk {
    first: u8,
    hands: Vec<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    boneyard: Vec<String>,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum TiesDisk {
    Stand,
    PlayedOff,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum StandInsDisk {
    Never,
    Bots,
}

/// Every option by name, so that a table keeps its rules when the game changes later.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct RulesDisk {
    game: String,
    players: u8,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    title: Option<String>,
    #[serde(default)]
    options: BTreeMap<String, String>,
}

#[derive(Serialize, Deserialize)]
#[serde(tag = "plan", rename_all = "kebab-case", deny_unknown_fields)]
enum SeatDisk {
    Person {
        token: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        name: Option<String>,
    },
    Open {
        token: String,
    },
    Bot,
}

#[derive(Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum HintsDisk {
    #[default]
    Off,
    On,
}

#[derive(Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum StakesDisk {
    #[default]
    Casual,
    Rated,
}

#[derive(Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum WatchingDisk {
    #[default]
    Off,
    On,
}

#[derive(Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum PassedDisk {
    #[default]
    On,
    Off,
}

/// Seconds; all tables had this grace before it could be set.
const fn usual_grace() -> u16 {
    20
}

/// The level of a bot: by name, in formats 1 and 2 by number.
#[derive(Serialize, Deserialize)]
#[serde(untagged)]
pub(super) enum LevelDisk {
    Named(Level),
    Number(u8),
}

impl Default for LevelDisk {
    /// The level of all bots before tables could set it.
    fn default() -> Self {
        Self::Named(Level::Club)
    }
}

impl LevelDisk {
    pub(super) fn level(self) -> Result<Level, DecodeError> {
        match self {
            Self::Named(level) => Ok(level),
            Self::Number(number) => (usize::from(number).checked_sub(1))
                .and_then(|at| Level::NUMBERED.get(at).copied())
                .ok_or_else(|| DecodeError::damaged(format_args!("there is no level {number}"))),
        }
    }
}

pub(crate) fn encode(setup: &Setup) -> String {
    let rules = TableRules::new(&setup.game, &setup.rules);
    text(&Disk {
        rules: RulesDisk {
            game: rules.game,
            players: rules.players,
            title: setup.title.clone(),
            options: rules.options,
        },
        host: setup.host.map(|host| host.index() as u8),
        seats: setup
            .seats
            .iter()
            .map(|plan| match plan {
                Plan::Person { token, name } => SeatDisk::Person {
                    token: hex(token.bytes()),
                    name: name.clone(),
                },
                Plan::Open { token } => SeatDisk::Open {
                    token: hex(token.bytes()),
                },
                Plan::Bot => SeatDisk::Bot,
            })
            .collect(),
        turn_time: setup.turn_time,
        grace: setup.grace,
        level: LevelDisk::Named(setup.level),
        hints: match setup.advice {
            Advice::Off => HintsDisk::Off,
            Advice::On => HintsDisk::On,
        },
        stakes: match setup.stakes {
            Stakes::Casual => StakesDisk::Casual,
            Stakes::Rated => StakesDisk::Rated,
        },
        watching: match setup.watching {
            Watching::Off => WatchingDisk::Off,
            Watching::On => WatchingDisk::On,
        },
        passed: match setup.passed {
            Passed::On => PassedDisk::On,
            Passed::Off => PassedDisk::Off,
        },
        meeting: setup.meeting.as_ref().map(|meeting| MeetingDisk {
            matches: meeting.matches,
            until: meeting.until,
            ties: match meeting.ties {
                Ties::Stand => TiesDisk::Stand,
                Ties::PlayedOff => TiesDisk::PlayedOff,
            },
            stand_ins: match meeting.stand_ins {
                StandIns::Never => StandInsDisk::Never,
                StandIns::Bots => StandInsDisk::Bots,
            },
            boards: meeting.boards.iter().map(board_disk).collect(),
        }),
    })
}

fn board_disk(board: &Board) -> BoardDisk {
    let hands = board.deal.hands().iter();
    BoardDisk {
        first: board.first.index() as u8,
        hands: hands.map(ToString::to_string).collect(),
        boneyard: board
            .deal
            .boneyard()
            .iter()
            .map(ToString::to_string)
            .collect(),
    }
}

fn board_read(rules: &Rules, disk: &BoardDisk) -> Result<Board, DecodeError> {
    let tile = |text: &str| text.parse::<Tile>().map_err(DecodeError::damaged);
    let hand = |text: &String| text.split_whitespace().map(tile).collect();
    let hands = disk.hands.iter().map(hand);
    let hands = hands.collect::<Result<Vec<TileSet>, _>>()?;
    let boneyard = disk.boneyard.iter().map(|text| tile(text));
    let boneyard = boneyard.collect::<Result<_, _>>()?;
    let deal = Deal::new(rules, hands.into_iter().collect(), boneyard, 0);
    Ok(Board {
        deal: deal.map_err(DecodeError::damaged)?,
        first: seat(disk.first)?,
    })
}

pub(crate) fn decode(format: i64, text: &str) -> Result<Setup, DecodeError> {
    known(format)?;
    let disk: Disk = serde_json::from_str(text).map_err(DecodeError::damaged)?;
    let hash = |text: &str| unhex(text).map(TokenHash::new);
    let rules = TableRules {
        game: disk.rules.game,
        players: disk.rules.players,
        title: disk.rules.title,
        options: disk.rules.options,
    };
    let known_rules = rules.rules().map_err(DecodeError::damaged)?;
    let boards = disk.meeting.iter().flat_map(|meeting| &meeting.boards);
    let boards = boards
        .map(|board| board_read(&known_rules, board))
        .collect::<Result<Vec<_>, _>>()?;
    let setup = Setup {
        rules: known_rules,
        game: rules.game,
        title: rules.title,
        host: disk.host.map(seat).transpose()?,
        seats: disk
            .seats
            .iter()
            .map(|plan| {
                Ok(match plan {
                    SeatDisk::Person { token, name } => Plan::Person {
                        token: hash(token)?,
                        name: name.clone(),
                    },
                    SeatDisk::Open { token } => Plan::Open {
                        token: hash(token)?,
                    },
                    SeatDisk::Bot => Plan::Bot,
                })
            })
            .collect::<Result<_, DecodeError>>()?,
        turn_time: disk.turn_time,
        grace: disk.grace,
        level: disk.level.level()?,
        advice: match disk.hints {
            HintsDisk::Off => Advice::Off,
            HintsDisk::On => Advice::On,
        },
        stakes: match disk.stakes {
            StakesDisk::Casual => Stakes::Casual,
            StakesDisk::Rated => Stakes::Rated,
        },
        watching: match disk.watching {
            WatchingDisk::Off => Watching::Off,
            WatchingDisk::On => Watching::On,
        },
        passed: match disk.passed {
            PassedDisk::On => Passed::On,
            PassedDisk::Off => Passed::Off,
        },
        meeting: disk.meeting.map(|meeting| Meeting {
            matches: meeting.matches,
            until: meeting.until,
            ties: match meeting.ties {
                TiesDisk::Stand => Ties::Stand,
                TiesDisk::PlayedOff => Ties::PlayedOff,
            },
            stand_ins: match meeting.stand_ins {
                StandInsDisk::Never => StandIns::Never,
                StandInsDisk::Bots => StandIns::Bots,
            },
            boards,
        }),
    };
    let n_seats = usize::from(setup.rules.n_seats());
    if setup.seats.len() != n_seats || setup.host.is_some_and(|host| host.index() >= n_seats) {
        return Err(DecodeError::damaged(format_args!(
            "{} seats and the maker at {:?}, under rules for {n_seats}",
            setup.seats.len(),
            disk.host,
        )));
    }
    Ok(setup)
}
