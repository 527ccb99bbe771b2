//! Records as people at a table write them.

use capicu::{Seat, Tile};
use capicu_record::record::{Dealt, Hand, Item, Record, RoundRecord, What};
use capicu_record::referee;

/// The record of a writer at the table: without hands and tiles drawn face down, but with the tiles left after the
/// round.
pub fn at_the_table(record: &Record) -> Record {
    let report = referee::replay(record, None);
    let mut seen = record.clone();
    let rules = record.rules;
    let mut reports = report.rounds.iter();
    for item in &mut seen.items {
        match item {
            Item::TurnedUp(_) | Item::Withdrew(_) => {}
            Item::ThrownIn { dealt, .. } => **dealt = Dealt::unknown(&rules),
            Item::Round(round) => {
                if round
                    .moves
                    .iter()
                    .any(|m| matches!(m.what, What::OverDrawn | What::UnderDrawn))
                {
                    continue;
                }
                let lot = round.dealt.lot();
                let unknown = Dealt::unknown(&rules);
                let (hands, boneyard) = (*unknown.hands(), unknown.boneyard().to_vec());
                round.dealt = Dealt::new(&rules, hands, boneyard, lot).unwrap();
                hide_draws(round);
                if let Some(report) = reports.next() {
                    let left = Seat::all(rules.n_seats()).zip(&report.left);
                    round.claims.left = left
                        .map(|(seat, known)| {
                            let hand = Hand {
                                known: *known,
                                unknown: 0,
                            };
                            (seat, hand)
                        })
                        .collect();
                }
            }
        }
    }
    seen
}

/// Removes the drawn tiles, except a double that opened the round, which everybody saw.
pub fn hide_draws(round: &mut RoundRecord) {
    let opened = round
        .moves
        .iter()
        .position(|m| matches!(m.what, What::Lead(_)));
    for (at, m) in round.moves.iter_mut().enumerate() {
        let opens = opened.is_some_and(|opened| at < opened);
        if let What::Draw(tile) | What::NeedlessDraw(tile) | What::MisledDraw(tile) = &mut m.what
            && !(opens && tile.is_some_and(Tile::is_double))
        {
            *tile = None;
        }
    }
}
