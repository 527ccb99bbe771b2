//! The stored form of facts.

use capicu_table::{
    Absence, Chooser, Digest, Fact, Halt, Newcomer, QueueUnit, Seating, TokenHash, Used, Wish,
};
use serde::{Deserialize, Serialize};

use super::{DecodeError, hex, player, seat, text, unhex};

/// Format 1 stored no engine number for a match.
const fn first_engine() -> u32 {
    1
}

#[derive(Serialize, Deserialize)]
#[serde(tag = "fact", rename_all = "kebab-case", deny_unknown_fields)]
enum Disk {
    MatchBegan {
        seed: String,
        #[serde(default = "first_engine")]
        engine: u32,
    },
    TurnedUp {
        number: u32,
    },
    Dealt {
        number: u32,
    },
    Acted {
        by: By,
        action: String,
        /// From format 7.
        #[serde(default, skip_serializing_if = "UsedDisk::is_nothing")]
        used: UsedDisk,
    },
    Called {
        seat: u8,
        call: Call,
    },
    /// From format 11.
    Slow {
        seat: u8,
    },
    /// From format 11.
    Withdrew {
        seat: u8,
    },
    /// From format 2.
    Settled {
        digest: String,
        scores: Vec<u16>,
    },
    Wished {
        seat: u8,
        wish: WishWord,
    },
    Ready {
        seat: u8,
    },
    Rematch {
        seat: u8,
    },
    /// From format 7.
    OtherPartners {
        seat: u8,
    },
    /// From format 7.
    Reseated {
        seed: String,
        engine: u32,
        /// New seats, in the order of the old ones.
        to: Vec<u8>,
    },
    Sat {
        seat: u8,
        /// From format 2.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        token: Option<String>,
    },
    Named {
        seat: u8,
        name: String,
    },
    Rotated {
        seat: u8,
        token: String,
    },
    Renewed {
        seat: u8,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        token: Option<String>,
    },
    /// From format 10.
    TableGiven {
        seat: u8,
    },
    /// From format 2.
    Away {
        seat: u8,
        why: Why,
    },
    /// From format 2.
    Back {
        seat: u8,
    },
    /// From format 4.
    Bound {
        seat: u8,
        player: String,
    },
    /// From format 9.
    Halted {
        why: HaltWord,
    },
    /// From format 12.
    QueueSet {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        unit: Option<UnitWord>,
    },
    /// From format 12.
    QueueJoined {
        player: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        partner: Option<String>,
    },
    /// From format 12.
    QueueLeft {
        player: String,
    },
    /// From format 12.
    QueueSat {
        newcomers: Vec<NewcomerDisk>,
    },
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum UnitWord {
    Singles,
    Pairs,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct NewcomerDisk {
    seat: u8,
    player: String,
    token: String,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum By {
    Person,
    Bot,
    Clock,
}

/// Time that an action used, in milliseconds.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum UsedDisk {
    Time(u32),
    Forced(u32),
}

impl Default for UsedDisk {
    fn default() -> Self {
        Self::Time(0)
    }
}

impl UsedDisk {
    const fn is_nothing(&self) -> bool {
        matches!(self, Self::Time(0))
    }
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Call {
    Declare,
    /// From format 5.
    Sum(u16),
    Muggins,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum WishWord {
    Mine,
    Yours,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Why {
    Away,
    Left,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum HaltWord {
    Time,
    Desk,
}

pub(super) fn encode(fact: &Fact) -> String {
    let number = |seat: &capicu::Seat| seat.index() as u8;
    let hash = |hash: &TokenHash| hex(hash.bytes());
    text(&match fact {
        Fact::MatchBegan { seed, engine } => Disk::MatchBegan {
            seed: seed.to_string(),
            engine: *engine,
        },
        Fact::TurnedUp { number } => Disk::TurnedUp { number: *number },
        Fact::Dealt { number } => Disk::Dealt { number: *number },
        Fact::Acted { by, action, used } => Disk::Acted {
            by: match by {
                Chooser::Person => By::Person,
                Chooser::Bot => By::Bot,
                Chooser::Clock => By::Clock,
            },
            action: action.to_string(),
            used: match *used {
                Used::Time(time) => UsedDisk::Time(time),
                Used::Forced(time) => UsedDisk::Forced(time),
            },
        },
        Fact::Called { seat, call } => Disk::Called {
            seat: number(seat),
            call: match call {
                capicu::Call::Declare => Call::Declare,
                capicu::Call::Sum(points) => Call::Sum(*points),
                capicu::Call::Muggins => Call::Muggins,
            },
        },
        Fact::Slow { seat } => Disk::Slow { seat: number(seat) },
        Fact::Withdrew { seat } => Disk::Withdrew { seat: number(seat) },
        Fact::Settled { digest, scores } => Disk::Settled {
            digest: hex(digest.bytes()),
            scores: scores.clone(),
        },
        Fact::Wished { seat, wish } => Disk::Wished {
            seat: number(seat),
            wish: match wish {
                Wish::Mine => WishWord::Mine,
                Wish::Yours => WishWord::Yours,
            },
        },
        Fact::Ready { seat } => Disk::Ready { seat: number(seat) },
        Fact::Rematch { seat } => Disk::Rematch { seat: number(seat) },
        Fact::OtherPartners { seat } => Disk::OtherPartners { seat: number(seat) },
        Fact::Reseated {
            seed,
            engine,
            seating,
        } => Disk::Reseated {
            seed: seed.to_string(),
            engine: *engine,
            to: seating.as_slice().iter().map(number).collect(),
        },
        Fact::Sat { seat, token } => Disk::Sat {
            seat: number(seat),
            token: token.as_ref().map(hash),
        },
        Fact::Named { seat, name } => Disk::Named {
            seat: number(seat),
            name: name.clone(),
        },
        Fact::Rotated { seat, token } => Disk::Rotated {
            seat: number(seat),
            token: hash(token),
        },
        Fact::Renewed { seat, token } => Disk::Renewed {
            seat: number(seat),
            token: token.as_ref().map(hash),
        },
        Fact::TableGiven { seat } => Disk::TableGiven { seat: number(seat) },
        Fact::Away { seat, why } => Disk::Away {
            seat: number(seat),
            why: match why {
                Absence::Away => Why::Away,
                Absence::Left => Why::Left,
            },
        },
        Fact::Back { seat } => Disk::Back { seat: number(seat) },
        Fact::Bound { seat, player } => Disk::Bound {
            seat: number(seat),
            player: player.to_string(),
        },
        Fact::Halted { why } => Disk::Halted {
            why: match why {
                Halt::Time => HaltWord::Time,
                Halt::Desk => HaltWord::Desk,
            },
        },
        Fact::QueueSet { unit } => Disk::QueueSet {
            unit: unit.map(|unit| match unit {
                QueueUnit::Singles => UnitWord::Singles,
                QueueUnit::Pairs => UnitWord::Pairs,
            }),
        },
        Fact::QueueJoined { player, partner } => Disk::QueueJoined {
            player: player.to_string(),
            partner: partner.map(|partner| partner.to_string()),
        },
        Fact::QueueLeft { player } => Disk::QueueLeft {
            player: player.to_string(),
        },
        Fact::QueueSat { newcomers } => Disk::QueueSat {
            newcomers: newcomers
                .iter()
                .map(|new| NewcomerDisk {
                    seat: number(&new.seat),
                    player: new.player.to_string(),
                    token: hash(&new.token),
                })
                .collect(),
        },
    })
}

fn seating(to: Vec<u8>) -> Result<Seating, DecodeError> {
    let to = to.into_iter().map(seat).collect::<Result<Vec<_>, _>>()?;
    Seating::new(to).ok_or_else(|| DecodeError::damaged("two people in one seat"))
}

pub(super) fn decode(text: &str) -> Result<Fact, DecodeError> {
    let hash = |text: String| unhex(&text).map(TokenHash::new);
    let disk = serde_json::from_str(text).map_err(DecodeError::damaged)?;
    Ok(match disk {
        Disk::MatchBegan { seed, engine } => Fact::MatchBegan {
            seed: capicu::fair::Seed::new(unhex(&seed)?),
            engine,
        },
        Disk::TurnedUp { number } => Fact::TurnedUp { number },
        Disk::Dealt { number } => Fact::Dealt { number },
        Disk::Acted { by, action, used } => Fact::Acted {
            by: match by {
                By::Person => Chooser::Person,
                By::Bot => Chooser::Bot,
                By::Clock => Chooser::Clock,
            },
            action: action.parse().map_err(DecodeError::damaged)?,
            used: match used {
                UsedDisk::Time(time) => Used::Time(time),
                UsedDisk::Forced(time) => Used::Forced(time),
            },
        },
        Disk::Called { seat: caller, call } => Fact::Called {
            seat: seat(caller)?,
            call: match call {
                Call::Declare => capicu::Call::Declare,
                Call::Sum(points) => capicu::Call::Sum(points),
                Call::Muggins => capicu::Call::Muggins,
            },
        },
        Disk::Slow { seat: slow } => Fact::Slow { seat: seat(slow)? },
        Disk::Withdrew { seat: left } => Fact::Withdrew { seat: seat(left)? },
        Disk::Settled { digest, scores } => Fact::Settled {
            digest: Digest::new(unhex(&digest)?),
            scores,
        },
        Disk::Wished {
            seat: speaker,
            wish,
        } => Fact::Wished {
            seat: seat(speaker)?,
            wish: match wish {
                WishWord::Mine => Wish::Mine,
                WishWord::Yours => Wish::Yours,
            },
        },
        Disk::Ready { seat: of } => Fact::Ready { seat: seat(of)? },
        Disk::Rematch { seat: of } => Fact::Rematch { seat: seat(of)? },
        Disk::OtherPartners { seat: of } => Fact::OtherPartners { seat: seat(of)? },
        Disk::Reseated { seed, engine, to } => Fact::Reseated {
            seed: capicu::fair::Seed::new(unhex(&seed)?),
            engine,
            seating: seating(to)?,
        },
        Disk::Sat { seat: of, token } => Fact::Sat {
            seat: seat(of)?,
            token: token.map(hash).transpose()?,
        },
        Disk::Named { seat: of, name } => Fact::Named {
            seat: seat(of)?,
            name,
        },
        Disk::Rotated { seat: of, token } => Fact::Rotated {
            seat: seat(of)?,
            token: hash(token)?,
        },
        Disk::Renewed { seat: of, token } => Fact::Renewed {
            seat: seat(of)?,
            token: token.map(hash).transpose()?,
        },
        Disk::TableGiven { seat: of } => Fact::TableGiven { seat: seat(of)? },
        Disk::Away { seat: of, why } => Fact::Away {
            seat: seat(of)?,
            why: match why {
                Why::Away => Absence::Away,
                Why::Left => Absence::Left,
            },
        },
        Disk::Back { seat: of } => Fact::Back { seat: seat(of)? },
        Disk::Bound {
            seat: of,
            player: id,
        } => Fact::Bound {
            seat: seat(of)?,
            player: player(&id)?,
        },
        Disk::Halted { why } => Fact::Halted {
            why: match why {
                HaltWord::Time => Halt::Time,
                HaltWord::Desk => Halt::Desk,
            },
        },
        Disk::QueueSet { unit } => Fact::QueueSet {
            unit: unit.map(|unit| match unit {
                UnitWord::Singles => QueueUnit::Singles,
                UnitWord::Pairs => QueueUnit::Pairs,
            }),
        },
        Disk::QueueJoined {
            player: id,
            partner,
        } => Fact::QueueJoined {
            player: player(&id)?,
            partner: partner.as_deref().map(player).transpose()?,
        },
        Disk::QueueLeft { player: id } => Fact::QueueLeft {
            player: player(&id)?,
        },
        Disk::QueueSat { newcomers } => Fact::QueueSat {
            newcomers: newcomers
                .into_iter()
                .map(|new| {
                    Ok(Newcomer {
                        seat: seat(new.seat)?,
                        player: player(&new.player)?,
                        token: hash(new.token)?,
                    })
                })
                .collect::<Result<_, DecodeError>>()?,
        },
    })
}
