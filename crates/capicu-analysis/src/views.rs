//! The views of the seats at a moment of a match.

use capicu::{Event, Fact, Seat, Table, TableView, View};
use capicu_record::Record;
use capicu_record::record::facts_of;

use crate::guessed::Guessed;

/// The views of all seats with known tiles after this number of moves in a round, from 1. Empty if the round cannot be
/// analyzed, or had ended by then.
pub fn views_at(record: &Record, round: usize, moves: usize) -> Vec<View> {
    match facts_of(record) {
        Some(facts) => of_facts(record, &facts, round, moves),
        None => guessed(record, round, moves).unwrap_or_default(),
    }
}

fn of_facts(record: &Record, facts: &[Fact], round: usize, moves: usize) -> Vec<View> {
    let rules = record.rules;
    let mut table = Table::new(rules);
    let seats = Seat::all(rules.n_seats());
    let mut views: Vec<TableView> = seats.map(|seat| TableView::new(rules, seat)).collect();
    let mut dealt = 0;
    let mut done = 0;
    for fact in facts {
        if dealt == round && done == moves {
            break;
        }
        let Ok(events) = table.apply(fact) else {
            return Vec::new();
        };
        done += 1;
        for event in &events {
            if let Event::Dealt { .. } = event {
                dealt += 1;
                done = 0;
            }
            for view in &mut views {
                view.observe(&event.visible_to(view.viewer()));
            }
        }
    }
    if (dealt, done) != (round, moves) || table.round().is_none_or(|round| round.to_act().is_none())
    {
        return Vec::new();
    }
    let views = views.iter().filter_map(TableView::round);
    views.cloned().collect()
}

fn guessed(record: &Record, number: usize, moves: usize) -> Option<Vec<View>> {
    let round = record.rounds().nth(number.checked_sub(1)?)?;
    let mut guessed = Guessed::of(record, round, number)?;
    for done in round.moves.get(..moves)? {
        guessed.happen(done)?;
    }
    if guessed.is_over() {
        return None;
    }
    let seats = Seat::all(record.rules.n_seats());
    let views = seats.filter_map(|seat| guessed.view(seat).cloned());
    Some(views.collect())
}
