//! Positions: a round in progress, on one line (`docs/position.md`).

use std::str::FromStr;

use capicu::{Round, Setup};
use capicu_i18n::{Lang, Texts};
use capicu_record::Record;
use capicu_record::record::Places;
use capicu_record::referee::{Breach, replay_until};

use crate::language::texts;
use crate::matches::{Answer, Match, Status};

pub fn read(text: &str) -> Result<Round, String> {
    let wrong = |why: String| format!("--position: {why}");
    let setup: Setup = text
        .parse()
        .map_err(|error| wrong(texts().not_a_position(&error)))?;
    Round::from_setup(&setup).map_err(|error| wrong(texts().not_a_round(error)))
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct At {
    /// The round, from 1.
    pub round: usize,
    /// Moves before the position.
    pub moves: usize,
}

impl FromStr for At {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (round, moves) = text.split_once(':').unwrap_or((text, "0"));
        match (round.parse(), moves.parse()) {
            (Ok(round), Ok(moves)) if round > 0 => Ok(Self { round, moves }),
            _ => Err(texts().position_at()),
        }
    }
}

/// Returns the position of a record after some moves. Hands are shown if all tiles are known.
pub fn in_record(one: &Match, record: &Record, places: &Places, at: At, lang: Lang) -> Answer {
    let texts = Texts::new(lang);
    let unreadable = |why: &str| Answer::unreadable(one.located(None, why, texts));
    let Some(wanted) = record.rounds().nth(at.round - 1) else {
        return unreadable(&texts.position_no_round(at.round));
    };
    if at.moves > wanted.moves.len() {
        return unreadable(&texts.position_fewer_moves(wanted.moves.len()));
    }
    let mut report = replay_until(record, at.round, at.moves, Some(places));
    if let Some(breach) = report.breach.take() {
        let place = breach.place;
        let told = Breach {
            place: None,
            ..breach
        };
        return Answer {
            out: String::new(),
            told: vec![one.located(place, &told.told(texts), texts)],
            status: Status::Breach,
        };
    }
    match report.table.round().and_then(Setup::of) {
        Some(setup) if wanted.dealt.is_complete() => position(&setup),
        Some(setup) => position(&setup.hidden()),
        None => unreadable(&texts.position_over()),
    }
}

fn position(setup: &Setup) -> Answer {
    Answer {
        out: format!("{setup}\n"),
        told: Vec::new(),
        status: Status::Done,
    }
}
