//! A player that remembers passes, against players that lay the first tile that fits: `cargo run --release -p capicu
//! --example memory`.

use capicu::fair::Seed;
use capicu::{Action, End, Fact, FactError, Game, Seat, Table, TableView, View};

/// Leaves the next seat an end on which it has passed, if possible; otherwise lays the heaviest tile.
fn choose(view: &View) -> Option<Action> {
    let rules = view.board().rules();
    let lacks = view.lacks()[view.seat().next(rules.n_seats())];
    let worth = |action: &Action| {
        let after = view.board().layout().after(*action, rules);
        let stuck = |end: &&End| (after.playable_at(end) - lacks).is_empty();
        let ends = after.ends().iter().filter(stuck).count();
        let spots = match action {
            Action::Lead(tile) | Action::Play { tile, .. } => tile.spots(),
            _ => 0,
        };
        (ends, spots)
    };
    view.distinct_actions().into_iter().max_by_key(worth)
}

fn main() -> Result<(), FactError> {
    let rules = Game::by_id("cien")
        .and_then(|game| game.rules(4))
        .expect("four play Cien");
    let matches = 200;
    let mut won = 0;
    for number in 0..matches {
        let seed = Seed::from_number(number);
        let mut table = Table::new(rules);
        // Seat A has a memory; its partner is as simple as the others.
        let me = Seat::default();
        let mut mine = TableView::new(rules, me);
        let act = |table: &Table, mine: &TableView| {
            let first = || table.round()?.distinct_actions().first().copied();
            let chosen = mine
                .round()
                .filter(|view| view.is_my_turn())
                .and_then(choose);
            chosen.or_else(first).map(Fact::Acted)
        };
        while let Some(fact) = seed.next(&table).or_else(|| act(&table, &mine)) {
            for event in table.apply(&fact)? {
                mine.observe(&event.visible_to(me));
            }
        }
        let winner = table.game().result().map(|result| result.winner);
        won += u32::from(winner == Some(rules.side(me)));
    }
    println!("its side won {won} of {matches} matches");
    Ok(())
}
