//! Converts the games of a contest to records, which the referee can read.

use capicu::fair::{ALGORITHM, Seed};
use capicu::{Event, Fact, FactError, Rules, Seat, Side, Table, Waiting};
use capicu_arena::{Contest, Pair, Played, Who};
use capicu_record::Record;
use capicu_record::record::{ResultClaim, recorded};

use crate::fault;
use crate::language::texts;

pub fn records(contest: &Contest, names: &[String; 2], pair: &Pair) -> Result<Vec<Record>, String> {
    let mut records = Vec::new();
    for (number, (table, played)) in pair.games.iter().enumerate() {
        let facts = facts(&contest.rules, played, &pair.seed).map_err(|error| error.to_string())?;
        let mut record = recorded(contest.rules, &facts).map_err(|error| error.to_string())?;
        record.game = contest.game.parse().ok();
        for (seat, who) in Seat::all(contest.rules.n_seats()).zip(table) {
            if let Ok(name) = names[*who as usize].parse() {
                record.names.insert(seat, name);
            }
        }
        record.add_tag("source", "capicu arena");
        record.add_tag("pair", &pair.number.to_string());
        record.add_tag("number", &number.to_string());
        record.add_tag("deal-algorithm", ALGORITHM);
        record.add_tag("commitment", &pair.seed.commitment().to_string());
        record.add_tag("seed", &pair.seed.to_string());
        if let Some((who, fault)) = &played.fault {
            let name = &names[*who as usize];
            let told = texts().fault_told(name, &fault::told(fault, texts()));
            record.comments.extend(told.parse());
            if let Some(side) = only_side(&contest.rules, table, who.other()) {
                record.result = ResultClaim::Forfeit(side);
            }
        }
        records.push(record);
    }
    Ok(records)
}

fn only_side(rules: &Rules, table: &[Who], who: Who) -> Option<Side> {
    let mut sides = Side::all(rules.n_sides()).filter(|side| {
        let mut members = rules.members(*side);
        members.any(|seat| table[seat.index()] == who)
    });
    sides.next().filter(|_| sides.next().is_none())
}

/// Returns the facts of a game: the deals of its seed, its moves, and called scores if the rules require calls; the
/// arena always calls them.
fn facts(rules: &Rules, played: &Played, seed: &Seed) -> Result<Vec<Fact>, FactError> {
    let mut table = Table::new(*rules);
    let mut facts = Vec::new();
    let mut rounds = played.rounds.iter().peekable();
    let mut actions = [].iter();
    loop {
        let fact = match table.waiting() {
            Waiting::Nothing => break,
            Waiting::TurnUp => Fact::TurnedUp(seed.turn_up(table.game(), table.n_turned_up())),
            Waiting::Deal if rounds.peek().is_none() => break,
            Waiting::Deal => {
                Fact::Dealt(Box::new(seed.deal(table.game().rules(), table.n_deals())))
            }
            Waiting::Act(_) => match actions.next() {
                Some(action) => Fact::Acted(*action),
                // The player lost the game here.
                None => break,
            },
        };
        let events = table.apply(&fact)?;
        facts.push(fact);
        let dealt = |event: &Event| matches!(event, Event::Dealt { .. });
        if events.iter().any(dealt) {
            actions = rounds.next().map_or([].iter(), |round| round.iter());
        }
        if let Some((seat, call)) = table.due_call() {
            let call = Fact::Called { seat, call };
            table.apply(&call)?;
            facts.push(call);
        }
    }
    Ok(facts)
}
