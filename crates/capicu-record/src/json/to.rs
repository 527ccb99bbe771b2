//! Converts records to JSON.

use std::collections::BTreeMap;

use capicu::rules::Choices;
use capicu::{Call, Seat};

use super::{
    DealJson, DoJson, EndJson, ItemJson, MoveJson, PointsJson, RecordJson, ResultJson, RoundJson,
};
use crate::record::{
    Dealt, EndClaim, Hand, Item, Line, Mark, MoveRecord, Record, ResultClaim, RoundRecord,
    ThrownIn, VERSION, What, reason_word,
};

impl From<&Record> for RecordJson {
    fn from(record: &Record) -> Self {
        let choices = record.rules.choices();
        let rules = Choices::OPTIONS.iter().filter_map(|option| {
            let value = choices.get(option.name)?.to_string();
            Some((option.name.to_owned(), value))
        });
        let seats = Seat::all(record.rules.n_seats())
            .map(|seat| record.names.get(&seat).map(Line::to_string));
        let tags = record.tags.iter();
        Self {
            format: super::FORMAT.to_owned(),
            version: VERSION,
            game: record.game.as_ref().map(Line::to_string),
            rules: rules.collect(),
            seats: seats.collect(),
            tags: tags
                .map(|(name, value)| (name.to_string(), value.to_string()))
                .collect(),
            comments: lines(&record.comments),
            items: record.items.iter().map(item).collect(),
            result: match record.result {
                ResultClaim::Unfinished => ResultJson::Unfinished,
                ResultClaim::Won(side) => ResultJson::Won(side.index() as u8),
                ResultClaim::Forfeit(side) => ResultJson::Forfeit(side.index() as u8),
            },
        }
    }
}

fn lines(lines: &[Line]) -> Vec<String> {
    lines.iter().map(Line::to_string).collect()
}

fn item(item: &Item) -> ItemJson {
    match item {
        Item::TurnedUp(tiles) => {
            let texts = tiles.iter().map(|tile| tile.map(|tile| tile.to_string()));
            ItemJson::TurnUp(texts.collect())
        }
        Item::ThrownIn { dealt, why } => ItemJson::ThrownIn {
            deal: deal(dealt),
            doubles: match why {
                ThrownIn::NoDouble | ThrownIn::LongSuit(_) => None,
                ThrownIn::ManyDoubles(seat) => Some(seat.index() as u8),
            },
            suit: match why {
                ThrownIn::NoDouble | ThrownIn::ManyDoubles(_) => None,
                ThrownIn::LongSuit(seat) => Some(seat.index() as u8),
            },
        },
        Item::Withdrew(seat) => ItemJson::Withdrew(seat.index() as u8),
        Item::Round(one) => ItemJson::Round(round(one)),
    }
}

fn deal(dealt: &Dealt) -> DealJson {
    let unknown = || "?".to_owned();
    let hands = dealt.hands().iter().map(hand);
    let pile = dealt.boneyard().iter();
    DealJson {
        hands: hands.collect(),
        boneyard: pile
            .map(|tile| tile.map_or_else(unknown, |tile| tile.to_string()))
            .collect(),
        lot: dealt.lot(),
    }
}

fn hand(hand: &Hand) -> Vec<String> {
    let known = hand.known.into_iter().map(|tile| tile.to_string());
    known
        .chain((0..hand.unknown).map(|_| "?".to_owned()))
        .collect()
}

/// One entry for each seat; empty if no seat has one.
fn by_seat<T, U>(of: &BTreeMap<Seat, T>, n: u8, entry: impl Fn(&T) -> U) -> Vec<Option<U>> {
    if of.is_empty() {
        return Vec::new();
    }
    Seat::all(n).map(|seat| of.get(&seat).map(&entry)).collect()
}

fn round(round: &RoundRecord) -> RoundJson {
    let points = round.claims.points.as_ref().map(|points| {
        let points = points.iter().map(|point| PointsJson {
            side: point.side.index() as u8,
            reason: reason_word(point.reason).to_owned(),
            points: point.points,
        });
        points.collect()
    });
    RoundJson {
        deal: deal(&round.dealt),
        comments: lines(&round.comments),
        moves: round.moves.iter().map(one_move).collect(),
        left: by_seat(&round.claims.left, round.dealt.hands().len(), hand),
        counts: by_seat(&round.claims.counts, round.dealt.hands().len(), |count| {
            *count
        }),
        end: round.claims.end.map(|end| match end {
            EndClaim::Out(seat) => EndJson::Out(seat.index() as u8),
            EndClaim::Blocked(side) => EndJson::Blocked(side.index() as u8),
            EndClaim::Tied => EndJson::Tied,
            EndClaim::Target(side) => EndJson::Target(side.index() as u8),
            EndClaim::Void => EndJson::Void,
            EndClaim::Doubles(seat) => EndJson::Doubles(seat.index() as u8),
            EndClaim::Foul(seat) => EndJson::Foul(seat.index() as u8),
        }),
        points,
        score: round.claims.score.clone(),
    }
}

fn one_move(m: &MoveRecord) -> MoveJson {
    let (what, tile, on, open) = match m.what {
        What::Lead(tile) => (DoJson::Lead, Some(tile), None, None),
        What::Play { tile, on } => (DoJson::Play, Some(tile), Some(on), None),
        What::Draw(tile) => (DoJson::Draw, tile, None, None),
        What::Pass => (DoJson::Pass, None, None, None),
        What::HandOver => (DoJson::HandOver, None, None, None),
        What::Call(Call::Declare | Call::Sum(_)) => (DoJson::Declare, None, None, None),
        What::Call(Call::Muggins) => (DoJson::Muggins, None, None, None),
        What::FalsePass => (DoJson::FalsePass, None, None, None),
        What::TakenBack => (DoJson::TakenBack, None, None, None),
        What::SlowPlay => (DoJson::SlowPlay, None, None, None),
        What::WrongPlay { tile, on, open } => {
            (DoJson::WrongPlay, Some(tile), Some(on), Some(open.value()))
        }
        What::NeedlessDraw(tile) => (DoJson::NeedlessDraw, tile, None, None),
        What::MisledDraw(tile) => (DoJson::MisledDraw, tile, None, None),
        What::OverDrawn => (DoJson::OverDrawn, None, None, None),
        What::UnderDrawn => (DoJson::UnderDrawn, None, None, None),
        What::Exposed(tile) => (DoJson::Exposed, Some(tile), None, None),
        What::Directed { tile, on } => (DoJson::Directed, Some(tile), Some(on), None),
        What::Void => (DoJson::Void, None, None, None),
    };
    MoveJson {
        seat: m.seat.index() as u8,
        what,
        tile: tile.map(|tile| tile.to_string()),
        on: on.map(|tile| tile.to_string()),
        at: None,
        open,
        points: match m.what {
            What::Call(Call::Sum(points)) => Some(points),
            _ => None,
        },
        mark: m.mark.map(|mark: Mark| mark.as_str().to_owned()),
        comments: lines(&m.comments),
    }
}
