//! Reads records from JSON.

use capicu::{BySeat, Call, Pip, Rules, Seat, Side, Tile, TileSet, TurnedUp};
use capicu_i18n::Texts;

use super::{
    DealJson, DoJson, EndJson, FORMAT, ItemJson, LineEndJson, MoveJson, RecordJson, ResultJson,
};
use crate::record::{
    Dealt, EndClaim, Hand, Item, Line, Mark, MoveRecord, NamedEnd, PointClaim, Reading, Record,
    ResultClaim, RoundRecord, ThrownIn, TwinPart, VERSION, What, Wrong, plain, reason,
};

impl From<LineEndJson> for NamedEnd {
    fn from(end: LineEndJson) -> Self {
        match end {
            LineEndJson::Left => Self::Left,
            LineEndJson::Right => Self::Right,
        }
    }
}

/// Why a JSON text is not a record, with the path of the error.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{path}: {wrong}")]
pub struct NotARecord {
    /// The path, such as `items[2].round.moves[5].tile`.
    pub path: String,
    /// The error at that path.
    pub wrong: Wrong,
}

impl NotARecord {
    /// Explains path and error in a language.
    pub fn told(&self, texts: Texts) -> String {
        format!("{}: {}", self.path, self.wrong.told(texts))
    }
}

type Result<T> = core::result::Result<T, NotARecord>;

fn wrong<T>(path: impl Into<String>, wrong: impl Into<Wrong>) -> Result<T> {
    Err(NotARecord {
        path: path.into(),
        wrong: wrong.into(),
    })
}

impl TryFrom<&RecordJson> for Record {
    type Error = NotARecord;

    fn try_from(json: &RecordJson) -> Result<Self> {
        if json.format != FORMAT {
            return wrong("format", TwinPart::Format);
        }
        if json.version != VERSION {
            return wrong("version", TwinPart::Version(json.version));
        }
        let rules = rules(json)?;
        let mut record = Self::new(rules);
        if let Some(game) = &json.game {
            record.game = Some(line(game, "game")?);
        }
        for (index, name) in json.seats.iter().enumerate() {
            let path = || format!("seats[{index}]");
            let seat = seat(index, &rules, &path())?;
            if let Some(name) = name {
                record.names.insert(seat, line(name, &path())?);
            }
        }
        for (index, (name, value)) in json.tags.iter().enumerate() {
            let path = format!("tags[{index}]");
            let name = name.parse().or_else(|error| wrong(path.as_str(), error))?;
            record.tags.push((name, line(value, &path)?));
        }
        record.comments = lines(&json.comments, "comments")?;
        for (index, one) in json.items.iter().enumerate() {
            let item = item(one, &rules, &format!("items[{index}]"))?;
            record.items.push(item);
        }
        record.result = match json.result {
            ResultJson::Unfinished => ResultClaim::Unfinished,
            ResultJson::Won(number) => ResultClaim::Won(side(number, &rules, "result.won")?),
            ResultJson::Forfeit(number) => {
                ResultClaim::Forfeit(side(number, &rules, "result.forfeit")?)
            }
        };
        Ok(record)
    }
}

fn rules(json: &RecordJson) -> Result<Rules> {
    let mut choices = plain();
    for (name, value) in &json.rules {
        choices
            .set(name, value)
            .or_else(|error| wrong(format!("rules.{name}"), Wrong::option(name, value, error)))?;
    }
    Rules::new(choices).or_else(|errors| {
        let error = errors.first();
        wrong(format!("rules.{}", error.option()), Wrong::Rules(error))
    })
}

fn line(text: &str, path: &str) -> Result<Line> {
    text.parse().or_else(|error| wrong(path, error))
}

fn lines(texts: &[String], path: &str) -> Result<Vec<Line>> {
    texts.iter().map(|text| line(text, path)).collect()
}

fn seat(index: usize, rules: &Rules, path: &str) -> Result<Seat> {
    let seat = u8::try_from(index).ok().and_then(Seat::new);
    match seat.filter(|_| index < usize::from(rules.n_seats())) {
        Some(seat) => Ok(seat),
        None => wrong(path, TwinPart::Seat(rules.n_seats())),
    }
}

fn side(index: u8, rules: &Rules, path: &str) -> Result<Side> {
    match Side::new(index).filter(|_| index < rules.n_sides()) {
        Some(side) => Ok(side),
        None => wrong(path, TwinPart::Side(rules.n_sides())),
    }
}

fn tile(text: &str, path: &str) -> Result<Tile> {
    text.parse().or_else(|_| wrong(path, Wrong::NotATile))
}

fn item(item: &ItemJson, rules: &Rules, path: &str) -> Result<Item> {
    Ok(match item {
        ItemJson::TurnUp(tiles) => {
            let path = format!("{path}.turn-up");
            if tiles.len() != usize::from(rules.n_seats()) {
                return wrong(path, TwinPart::EachSeat);
            }
            let mut turned = TurnedUp::new(rules.n_seats());
            let mut seen = TileSet::EMPTY;
            for (seat, text) in Seat::all(rules.n_seats()).zip(tiles) {
                let Some(text) = text else { continue };
                let up = tile(text, &path)?;
                if !rules.tiles().contains(up) || !seen.insert(up) {
                    return wrong(path, TwinPart::TurnUp);
                }
                turned[seat] = Some(up);
            }
            if seen.is_empty() {
                return wrong(path, TwinPart::TurnUp);
            }
            Item::TurnedUp(turned)
        }
        ItemJson::ThrownIn {
            deal,
            doubles,
            suit,
        } => Item::ThrownIn {
            dealt: Box::new(dealt(deal, rules, &format!("{path}.thrown-in.deal"))?),
            why: match (doubles, suit) {
                (None, None) => ThrownIn::NoDouble,
                (None, Some(index)) => {
                    let path = format!("{path}.thrown-in.suit");
                    ThrownIn::LongSuit(seat(usize::from(*index), rules, &path)?)
                }
                (Some(index), _) => {
                    let path = format!("{path}.thrown-in.doubles");
                    ThrownIn::ManyDoubles(seat(usize::from(*index), rules, &path)?)
                }
            },
        },
        ItemJson::Withdrew(index) => {
            let path = format!("{path}.withdrew");
            Item::Withdrew(seat(usize::from(*index), rules, &path)?)
        }
        ItemJson::Round(round) => {
            let path = format!("{path}.round");
            let dealt = dealt(&round.deal, rules, &format!("{path}.deal"))?;
            let comments = lines(&round.comments, &format!("{path}.comments"))?;
            let mut one = RoundRecord {
                dealt,
                comments,
                moves: Vec::new(),
                claims: Default::default(),
            };
            let mut reading = Reading::new(rules);
            for (index, m) in round.moves.iter().enumerate() {
                let path = format!("{path}.moves[{index}]");
                let made = one_move(m, rules, &path)?;
                let (what, end) = (made.what, m.at.map(NamedEnd::from));
                let read = reading.read(index, what, end);
                read.or_else(|unclear| wrong(path, Wrong::unclear(what, unclear)))?;
                one.moves.push(made);
            }
            one.lay_as_meant(reading);
            let n = usize::from(rules.n_seats());
            for (name, found) in [("left", round.left.len()), ("counts", round.counts.len())] {
                if found != 0 && found != n {
                    return wrong(format!("{path}.{name}"), TwinPart::EachSeat);
                }
            }
            let mut seen = TileSet::EMPTY;
            for (seat, tiles) in Seat::all(rules.n_seats()).zip(&round.left) {
                if let Some(tiles) = tiles {
                    let path = format!("{path}.left[{seat}]");
                    one.claims
                        .left
                        .insert(seat, left(tiles, rules, &mut seen, &path)?);
                }
            }
            let counts = Seat::all(rules.n_seats()).zip(&round.counts);
            one.claims.counts = counts
                .filter_map(|(seat, count)| Some((seat, (*count)?)))
                .collect();
            one.claims.end = match round.end {
                None => None,
                Some(claim) => Some(end(claim, rules, &format!("{path}.end"))?),
            };
            if let Some(points) = &round.points {
                let mut claimed = Vec::new();
                for (at, point) in points.iter().enumerate() {
                    let path = format!("{path}.points[{at}]");
                    let Some(reason) = reason(&point.reason) else {
                        let word = point.reason.clone();
                        let suggestion = None;
                        return wrong(path, Wrong::Reason { word, suggestion });
                    };
                    claimed.push(PointClaim {
                        side: side(point.side, rules, &path)?,
                        points: point.points,
                        reason,
                    });
                }
                one.claims.points = Some(claimed);
            }
            if let Some(score) = &round.score {
                if score.len() != usize::from(rules.n_sides()) {
                    return wrong(format!("{path}.score"), TwinPart::EachSide);
                }
                one.claims.score = Some(score.clone());
            }
            Item::Round(Box::new(one))
        }
    })
}

fn dealt(deal: &DealJson, rules: &Rules, path: &str) -> Result<Dealt> {
    let known = |text: &str| match text {
        "?" => Ok(None),
        text => tile(text, path).map(Some),
    };
    if deal.hands.len() != usize::from(rules.n_seats()) {
        return wrong(path, TwinPart::EachSeat);
    }
    let mut hands: BySeat<Hand> = BySeat::new(rules.n_seats());
    for (seat, tiles) in Seat::all(rules.n_seats()).zip(&deal.hands) {
        for text in tiles {
            match known(text)? {
                Some(tile) if !hands[seat].known.insert(tile) => {
                    return wrong(path, Wrong::Twice(tile));
                }
                Some(_) => {}
                None => hands[seat].unknown = hands[seat].unknown.saturating_add(1),
            }
        }
    }
    let pile = deal.boneyard.iter().map(|text| known(text));
    Dealt::new(rules, hands, pile.collect::<Result<_>>()?, deal.lot)
        .or_else(|error| wrong(path, error))
}

/// Reads the tiles left in a hand, none of them seen elsewhere.
fn left(tiles: &[String], rules: &Rules, seen: &mut TileSet, path: &str) -> Result<Hand> {
    let mut hand = Hand::default();
    for text in tiles {
        if text == "?" {
            hand.unknown = hand.unknown.saturating_add(1);
            continue;
        }
        let tile = tile(text, path)?;
        if !rules.tiles().contains(tile) {
            return wrong(path, Wrong::NotInGame(tile));
        }
        if !seen.insert(tile) {
            return wrong(path, Wrong::Twice(tile));
        }
        hand.known.insert(tile);
    }
    Ok(hand)
}

fn end(end: EndJson, rules: &Rules, path: &str) -> Result<EndClaim> {
    Ok(match end {
        EndJson::Out(index) => EndClaim::Out(seat(usize::from(index), rules, path)?),
        EndJson::Blocked(number) => EndClaim::Blocked(side(number, rules, path)?),
        EndJson::Tied => EndClaim::Tied,
        EndJson::Target(number) => EndClaim::Target(side(number, rules, path)?),
        EndJson::Void => EndClaim::Void,
        EndJson::Doubles(index) => EndClaim::Doubles(seat(usize::from(index), rules, path)?),
        EndJson::Foul(index) => EndClaim::Foul(seat(usize::from(index), rules, path)?),
    })
}

fn one_move(m: &MoveJson, rules: &Rules, path: &str) -> Result<MoveRecord> {
    let given = match &m.tile {
        Some(text) => Some(tile(text, &format!("{path}.tile"))?),
        None => None,
    };
    let needed = || match given {
        Some(tile) => Ok(tile),
        None => wrong(format!("{path}.tile"), TwinPart::Tile),
    };
    let against = || match &m.on {
        Some(text) => tile(text, &format!("{path}.on")),
        None => wrong(format!("{path}.on"), TwinPart::On),
    };
    let takes_tile = !matches!(
        m.what,
        DoJson::Pass
            | DoJson::HandOver
            | DoJson::Declare
            | DoJson::Muggins
            | DoJson::FalsePass
            | DoJson::TakenBack
            | DoJson::SlowPlay
            | DoJson::OverDrawn
            | DoJson::UnderDrawn
            | DoJson::Void
    );
    if m.at.is_some() && (m.what != DoJson::Play || m.on.is_some()) {
        return wrong(format!("{path}.at"), TwinPart::NoAt);
    }
    let takes_on = matches!(m.what, DoJson::Play | DoJson::WrongPlay | DoJson::Directed);
    if given.is_some() && !takes_tile || m.on.is_some() && !takes_on {
        return wrong(path, TwinPart::NoTile);
    }
    if m.open.is_some() && m.what != DoJson::WrongPlay {
        return wrong(format!("{path}.open"), TwinPart::NoOpen);
    }
    if m.points.is_some() && m.what != DoJson::Declare {
        return wrong(format!("{path}.points"), TwinPart::NoPoints);
    }
    let what = match m.what {
        DoJson::Lead => What::Lead(needed()?),
        // The moves before it decide where it was laid.
        DoJson::Play if m.on.is_none() => What::Lead(needed()?),
        DoJson::Play => What::Play {
            tile: needed()?,
            on: against()?,
        },
        DoJson::Draw => What::Draw(given),
        DoJson::Pass => What::Pass,
        DoJson::HandOver => What::HandOver,
        DoJson::Declare => What::Call(m.points.map_or(Call::Declare, Call::Sum)),
        DoJson::Muggins => What::Call(Call::Muggins),
        DoJson::FalsePass => What::FalsePass,
        DoJson::TakenBack => What::TakenBack,
        DoJson::SlowPlay => What::SlowPlay,
        DoJson::WrongPlay => What::WrongPlay {
            tile: needed()?,
            on: against()?,
            open: match m.open.and_then(Pip::new) {
                Some(open) => open,
                None => return wrong(format!("{path}.open"), TwinPart::Pip),
            },
        },
        DoJson::NeedlessDraw => What::NeedlessDraw(given),
        DoJson::MisledDraw => What::MisledDraw(given),
        DoJson::OverDrawn => What::OverDrawn,
        DoJson::UnderDrawn => What::UnderDrawn,
        DoJson::Exposed => What::Exposed(needed()?),
        DoJson::Directed => What::Directed {
            tile: needed()?,
            on: against()?,
        },
        DoJson::Void => What::Void,
    };
    let mark = match &m.mark {
        None => None,
        Some(text) => match Mark::named(text) {
            Some(mark) => Some(mark),
            None => return wrong(format!("{path}.mark"), TwinPart::Mark),
        },
    };
    Ok(MoveRecord {
        mark,
        comments: lines(&m.comments, &format!("{path}.comments"))?,
        ..MoveRecord::new(
            seat(usize::from(m.seat), rules, &format!("{path}.seat"))?,
            what,
        )
    })
}
