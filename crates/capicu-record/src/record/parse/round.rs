//! Reads a round: its deal, its moves and its claims.

use std::collections::BTreeMap;

use capicu::{BySeat, Call, Pip, Rules, Seat, Side, Tile, TileSet};

use super::super::claim::reason_words;
use super::super::scan::{Scanner, Token};
use super::super::{
    Claims, Dealt, EndClaim, Hand, Line, Mark, MoveRecord, NamedEnd, PointClaim, Reading,
    RoundRecord, What, reason,
};
use super::{
    Due, Parser, RecordError, RoundPlaces, Row, Wrong, comment_line, end_of_line, number, seat,
    side, tile,
};
use crate::Place;
use crate::suggest::nearest;

/// The words that begin a move.
const WORDS: [&str; 16] = [
    "draw",
    "pass",
    "knock",
    "hand-over",
    "declare",
    "muggins",
    "false-pass",
    "taken-back",
    "wrong-play",
    "needless-draw",
    "misled-draw",
    "over-drawn",
    "under-drawn",
    "exposed",
    "directed",
    "void",
];

impl<'a> Parser<'a> {
    /// Reads a round, from the line after its heading.
    pub(super) fn round(
        &mut self,
        rules: &Rules,
        heading: Place,
    ) -> Result<(RoundRecord, RoundPlaces), RecordError> {
        let mut comments = Vec::new();
        let mut places = RoundPlaces {
            heading,
            ..RoundPlaces::default()
        };
        let dealt = self.dealt(rules, heading, &mut comments, &mut places.hands)?;
        let mut round = RoundRecord {
            dealt,
            comments,
            moves: Vec::new(),
            claims: Claims::default(),
        };
        let mut reading = Reading::new(rules);
        while let Some(row) = self.peek_filled() {
            if let Some(comment) = row.text.strip_prefix(';') {
                let comment = comment_line(comment, row.place)?;
                let last = round.moves.last_mut();
                last.map_or(&mut round.comments, |last| &mut last.comments)
                    .push(comment);
            } else if is_next_item(row) {
                break;
            } else if !claim(rules, row, &mut round, &mut places)? {
                if round.claims != Claims::default() {
                    return Err(Wrong::MovesAfterClaims.at(row.place));
                }
                let begun = round.moves.len();
                let ends = turns(rules, row, &mut round, &mut places)?;
                for (index, end) in (begun..).zip(ends) {
                    let (what, place) = (round.moves[index].what, places.moves[index]);
                    let read = reading.read(index, what, end);
                    read.map_err(|unclear| Wrong::unclear(what, unclear).at(place))?;
                }
            }
            self.rows.next();
        }
        round.lay_as_meant(reading);
        Ok((round, places))
    }

    /// Reads the lines of a deal. Tiles that are not written are unknown.
    pub(super) fn dealt(
        &mut self,
        rules: &Rules,
        heading: Place,
        comments: &mut Vec<Line>,
        places: &mut BTreeMap<Seat, Place>,
    ) -> Result<Dealt, RecordError> {
        let mut hands: BySeat<Option<Hand>> = BySeat::new(rules.n_seats());
        let mut boneyard = None;
        let mut lot = None;
        let mut seen = TileSet::EMPTY;
        while let Some(row) = self.peek_filled() {
            if let Some(comment) = row.text.strip_prefix(';') {
                comments.push(comment_line(comment, row.place)?);
                self.rows.next();
                continue;
            }
            let Some((name, value)) = row.tag() else {
                break;
            };
            let twice = |there: bool| {
                let error = Wrong::TwiceTag(name.to_owned()).at(row.place);
                if there { Err(error) } else { Ok(()) }
            };
            let mut words = value.scanner();
            if let Some(letter) = name.strip_prefix("hand ") {
                let place = Place {
                    column: row.place.column + 5,
                    ..row.place
                };
                let seat = seat(rules, &mut Scanner::new(letter, place))?;
                twice(hands[seat].is_some())?;
                hands[seat] = Some(hand(rules, &mut words, &mut seen)?);
                places.insert(seat, row.place);
            } else if name == "boneyard" {
                twice(boneyard.is_some())?;
                boneyard = Some(tiles(rules, &mut words, &mut seen)?);
            } else if name == "lot" {
                twice(lot.is_some())?;
                lot = Some(number(&mut words)?);
            } else {
                break;
            }
            end_of_line(&mut words, comments)?;
            self.rows.next();
        }
        let unknown = Hand {
            known: TileSet::EMPTY,
            unknown: rules.hand.get() as u8,
        };
        let hands = BySeat::from_fn(rules.n_seats(), |seat| hands[seat].unwrap_or(unknown));
        let boneyard = boneyard.unwrap_or_else(|| {
            let held: usize = hands
                .iter()
                .map(|hand| hand.known.len() + usize::from(hand.unknown))
                .sum();
            vec![None; rules.tiles().len().saturating_sub(held)]
        });
        Dealt::new(rules, hands, boneyard, lot).map_err(|error| Wrong::from(error).at(heading))
    }
}

fn is_next_item(row: Row<'_>) -> bool {
    row.text == "round"
        || row.text.starts_with("round ")
        || matches!(
            row.tag(),
            Some(("result" | "turn-up" | "thrown-in" | "withdrew", _))
        )
}

/// Reads tiles to the end of the line, `?` for an unknown one.
fn tiles(
    rules: &Rules,
    words: &mut Scanner<'_>,
    seen: &mut TileSet,
) -> Result<Vec<Option<Tile>>, RecordError> {
    let mut tiles = Vec::new();
    while let Some(Token::Word(word)) = words.peek() {
        let place = words.place();
        if tiles.len() > rules.tiles().len() {
            let (held, tiles) = (tiles.len() + 1, rules.tiles().len());
            return Err(Wrong::Number { held, tiles }.at(place));
        }
        if word == "?" {
            words.next_token();
            tiles.push(None);
            continue;
        }
        let tile = tile(words)?;
        if !rules.tiles().contains(tile) {
            return Err(Wrong::NotInGame(tile).at(place));
        }
        if !seen.insert(tile) {
            return Err(Wrong::Twice(tile).at(place));
        }
        tiles.push(Some(tile));
    }
    Ok(tiles)
}

fn hand(rules: &Rules, words: &mut Scanner<'_>, seen: &mut TileSet) -> Result<Hand, RecordError> {
    let mut hand = Hand::default();
    for tile in tiles(rules, words, seen)? {
        match tile {
            Some(tile) => {
                hand.known.insert(tile);
            }
            None => hand.unknown = hand.unknown.saturating_add(1),
        }
    }
    Ok(hand)
}

/// Reads one line of turns. Returns, for each move, the end of the line at which it lays its tile.
fn turns(
    rules: &Rules,
    row: Row<'_>,
    round: &mut RoundRecord,
    places: &mut RoundPlaces,
) -> Result<Vec<Option<NamedEnd>>, RecordError> {
    let mut words = row.scanner();
    let mut seat = None;
    let mut ends = Vec::new();
    loop {
        let place = words.place();
        match words.peek() {
            None => return Ok(ends),
            Some(Token::Comment(comment)) if seat.is_some() => {
                if let Some(last) = round.moves.last_mut() {
                    last.comments.push(comment_line(comment, place)?);
                }
                return Ok(ends);
            }
            Some(Token::Turn(letter)) => {
                words.next_token();
                let found =
                    side::seat(letter).filter(|seat| seat.index() < usize::from(rules.n_seats()));
                let found = found.ok_or_else(|| Wrong::NotASeat(rules.n_seats()).at(place))?;
                seat = Some(found);
                places.moves.push(words.place());
                let (made, end) = one_move(found, &mut words)?;
                round.moves.push(made);
                ends.push(end);
            }
            Some(Token::Comma) if seat.is_some() => {
                words.next_token();
                places.moves.push(words.place());
                let seat = seat.unwrap_or_default();
                let (made, end) = one_move(seat, &mut words)?;
                round.moves.push(made);
                ends.push(end);
            }
            _ => {
                let deal = ["hand ", "boneyard", "lot"]
                    .iter()
                    .any(|start| row.text.starts_with(start));
                let wrong = match seat {
                    None if deal => Wrong::DealAfterMoves,
                    None => Wrong::NotATurn,
                    Some(_) => Wrong::TooMuch,
                };
                return Err(wrong.at(place));
            }
        }
    }
}

/// Reads a move. A tile written alone becomes [`What::Lead`], with the end of the line that the move names.
fn one_move(
    seat: Seat,
    words: &mut Scanner<'_>,
) -> Result<(MoveRecord, Option<NamedEnd>), RecordError> {
    let place = words.place();
    let Some(word) = words.joined() else {
        return Err(Wrong::NoMove.at(place));
    };
    let (word, mut mark) = marked(word);
    // In moves of two words, the second carries the mark.
    let mut second = |what: &'static str, due: Due, needed: bool| {
        let place = words.place();
        match words.peek() {
            Some(Token::Word(_)) if mark.is_none() => {
                let (word, its_mark) = marked(words.joined().unwrap_or_default());
                mark = its_mark;
                Ok(Some((word, place)))
            }
            _ if needed => Err(Wrong::Incomplete(what, due).at(place)),
            _ => Ok(None),
        }
    };
    let mut end = None;
    let a_tile = |found: Option<(&str, Place)>| match found {
        None => Ok(None),
        Some((word, place)) => match word.parse() {
            Ok(tile) => Ok(Some(tile)),
            Err(_) => Err(Wrong::NotATile.at(place)),
        },
    };
    let what = match word {
        "draw" => What::Draw(a_tile(second("draw", Due::Tile, false)?)?),
        "pass" | "knock" => What::Pass,
        "hand-over" => What::HandOver,
        "declare" => match second("declare", Due::Points, false)? {
            None => What::Call(Call::Declare),
            Some((points, place)) => match points.parse() {
                Ok(points) => What::Call(Call::Sum(points)),
                Err(_) => return Err(Wrong::Incomplete("declare", Due::Points).at(place)),
            },
        },
        "muggins" => What::Call(Call::Muggins),
        "false-pass" => What::FalsePass,
        "taken-back" => What::TakenBack,
        "slow-play" => What::SlowPlay,
        "needless-draw" => What::NeedlessDraw(a_tile(second("needless-draw", Due::Tile, false)?)?),
        "misled-draw" => What::MisledDraw(a_tile(second("misled-draw", Due::Tile, false)?)?),
        "over-drawn" => What::OverDrawn,
        "under-drawn" => What::UnderDrawn,
        "void" => What::Void,
        "exposed" => {
            let tile = a_tile(second("exposed", Due::Tile, true)?)?;
            What::Exposed(tile.unwrap_or_default())
        }
        "directed" | "wrong-play" => {
            let due = Due::Play;
            let name = if word == "directed" {
                "directed"
            } else {
                "wrong-play"
            };
            let (pair, place) = second(name, due, true)?.unwrap_or_default();
            let (tile, on) = against(pair).ok_or_else(|| Wrong::Incomplete(name, due).at(place))?;
            if name == "directed" {
                What::Directed { tile, on }
            } else {
                let due = Due::Open;
                let (word, place) = second(name, due, true)?.unwrap_or_default();
                if word != "open" {
                    return Err(Wrong::Incomplete(name, due).at(place));
                }
                let (pip, place) = second(name, due, true)?.unwrap_or_default();
                let open = pip
                    .parse()
                    .ok()
                    .filter(|_| pip.bytes().all(|b| b.is_ascii_digit()))
                    .and_then(Pip::new)
                    .ok_or_else(|| Wrong::Incomplete(name, due).at(place))?;
                What::WrongPlay { tile, on, open }
            }
        }
        _ => match (against(word), at_end(word), word.parse()) {
            (Some((tile, on)), _, _) => What::Play { tile, on },
            (_, Some((tile, at)), _) => {
                end = Some(at);
                What::Lead(tile)
            }
            (_, _, Ok(tile)) => {
                let mut rest = words.clone();
                if let (None, Some((word, its_mark))) = (mark, rest.word().map(marked)) {
                    end = NamedEnd::named(word);
                    if end.is_some() {
                        mark = its_mark;
                        *words = rest;
                    }
                }
                What::Lead(tile)
            }
            _ => return Err(Wrong::NotAMove(nearest(word, WORDS)).at(place)),
        },
    };
    let made = MoveRecord {
        mark,
        ..MoveRecord::new(seat, what)
    };
    Ok((made, end))
}

/// Splits a word from the mark at its end.
fn marked(word: &str) -> (&str, Option<Mark>) {
    let mut marks = Mark::ALL.iter();
    marks
        .find_map(|(mark, text)| Some((word.strip_suffix(text)?, Some(*mark))))
        .unwrap_or((word, None))
}

fn against(word: &str) -> Option<(Tile, Tile)> {
    let (tile, on) = word.split_once('@')?;
    Some((tile.trim_end().parse().ok()?, on.trim_start().parse().ok()?))
}

/// Splits a word from the end of the line that it names.
fn at_end(word: &str) -> Option<(Tile, NamedEnd)> {
    let (tile, end) = word.split_once('@')?;
    Some((
        tile.trim_end().parse().ok()?,
        NamedEnd::named(end.trim_start())?,
    ))
}

/// Reads a claim about the round. Returns whether the line was one.
fn claim(
    rules: &Rules,
    row: Row<'_>,
    round: &mut RoundRecord,
    places: &mut RoundPlaces,
) -> Result<bool, RecordError> {
    let Some((name, value)) = row.tag() else {
        return Ok(false);
    };
    let (name, of) = name.split_once(' ').unwrap_or((name, ""));
    let known = match name {
        "left" | "count" => true,
        _ => of.is_empty() && matches!(name, "end" | "points" | "score"),
    };
    if !known {
        return Ok(false);
    }
    let mut words = value.scanner();
    let place = words.place();
    let claims = &mut round.claims;
    let there = match name {
        "left" | "count" => {
            let column = row.place.column + name.len() as u32 + 1;
            let at = Place {
                column,
                ..row.place
            };
            let seat = seat(rules, &mut Scanner::new(of, at))?;
            if name == "count" {
                places.counts.insert(seat, place);
                claims.counts.insert(seat, number(&mut words)?).is_some()
            } else {
                let others = claims.left.values();
                let mut seen = others.fold(TileSet::EMPTY, |seen, hand| seen | hand.known);
                places.left.insert(seat, place);
                let hand = hand(rules, &mut words, &mut seen)?;
                claims.left.insert(seat, hand).is_some()
            }
        }
        "end" => {
            places.end = place;
            let end = end(rules, &mut words)?;
            claims.end.replace(end).is_some()
        }
        "points" => {
            places.points = place;
            let points = points(rules, &mut words)?;
            claims.points.replace(points).is_some()
        }
        _ => {
            places.score = place;
            let score = score(rules, &mut words)?;
            claims.score.replace(score).is_some()
        }
    };
    if there {
        return Err(Wrong::TwiceTag(name.to_owned()).at(row.place));
    }
    end_of_line(&mut words, &mut round.comments)?;
    Ok(true)
}

fn end(rules: &Rules, words: &mut Scanner<'_>) -> Result<EndClaim, RecordError> {
    let place = words.place();
    Ok(match words.word() {
        Some("out") => EndClaim::Out(seat(rules, words)?),
        Some("blocked") => EndClaim::Blocked(side(rules, words)?),
        Some("tied") => EndClaim::Tied,
        Some("target") => EndClaim::Target(side(rules, words)?),
        Some("void") => EndClaim::Void,
        Some("doubles") => EndClaim::Doubles(seat(rules, words)?),
        Some("foul") => EndClaim::Foul(seat(rules, words)?),
        _ => return Err(Wrong::End.at(place)),
    })
}

fn points(rules: &Rules, words: &mut Scanner<'_>) -> Result<Vec<PointClaim>, RecordError> {
    let mut points = Vec::new();
    if words.peek() == Some(Token::Word("none")) {
        words.next_token();
        return Ok(points);
    }
    loop {
        let scorer = side(rules, words)?;
        let worth = number(words)?;
        let place = words.place();
        let word = words.word().ok_or_else(|| Wrong::Points.at(place))?;
        let reason = reason(word).ok_or_else(|| {
            let suggestion = nearest(word, reason_words());
            let word = word.chars().take(64).collect();
            Wrong::Reason { word, suggestion }.at(place)
        })?;
        points.push(PointClaim {
            side: scorer,
            points: worth,
            reason,
        });
        if words.peek() != Some(Token::Comma) {
            return Ok(points);
        }
        words.next_token();
    }
}

fn score(rules: &Rules, words: &mut Scanner<'_>) -> Result<Vec<u16>, RecordError> {
    let mut scores = Vec::new();
    for due in Side::all(rules.n_sides()) {
        let place = words.place();
        if due.index() > 0 && words.next_token() != Some(Token::Comma) {
            return Err(Wrong::Score.at(place));
        }
        if side(rules, words)? != due {
            return Err(Wrong::Score.at(place));
        }
        scores.push(number(words)?);
    }
    Ok(scores)
}
