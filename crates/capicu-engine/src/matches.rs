//! A match in play: its deals come from a seed, and the caller plays for every seat.

use capicu::fair::Seed;
use capicu::{Action, Fact, Seat, Setup, Side, Table, TableView, TileSet, Waiting};
use capicu_record::record::recorded;
use serde_json::{Value, json};

use crate::{TEXTS, position, rules};

/// A match with all its facts.
#[derive(Clone, Debug)]
pub struct Match {
    seed: Seed,
    table: Table,
    facts: Vec<Fact>,
    views: Vec<TableView>,
}

impl Match {
    /// Begins a match: `wanted` as for [`rules`](fn@crate::rules). The seed is a number, or 64 hexadecimal digits.
    ///
    /// # Errors
    ///
    /// If there are no such rules, or the seed is neither.
    pub fn new(wanted: &str, seed: &str) -> Result<Self, String> {
        let rules = rules::read(wanted)?;
        let seed = match seed.parse::<u64>() {
            Ok(number) if seed.len() < 20 => Seed::from_number(number),
            _ => seed
                .parse()
                .map_err(|error| format!("the seed is {error}"))?,
        };
        let views = Seat::all(rules.n_seats()).map(|seat| TableView::new(rules, seat));
        let mut game = Self {
            seed,
            table: Table::new(rules),
            facts: Vec::new(),
            views: views.collect(),
        };
        game.go_on()?;
        Ok(game)
    }

    /// Deals until a seat has to act, and makes the calls that are due.
    fn go_on(&mut self) -> Result<(), String> {
        loop {
            let call = self.table.due_call();
            let call = call.map(|(seat, call)| Fact::Called { seat, call });
            let Some(fact) = call.or_else(|| self.seed.next(&self.table)) else {
                return Ok(());
            };
            self.apply(fact)?;
        }
    }

    fn apply(&mut self, fact: Fact) -> Result<(), String> {
        let events = self.table.apply(&fact).map_err(|error| error.to_string())?;
        for event in events {
            for view in &mut self.views {
                view.observe(&event.visible_to(view.viewer()));
            }
        }
        self.facts.push(fact);
        Ok(())
    }

    /// The state for everybody: scores, the seat to act with its legal actions, and the result.
    pub fn state(&self) -> Value {
        let rules = *self.table.game().rules();
        let to_act = match self.table.waiting() {
            Waiting::Act(seat) => Some(seat),
            Waiting::TurnUp | Waiting::Deal | Waiting::Nothing => None,
        };
        let round = self.table.round();
        let legal = round.map(|round| position::names(round.legal_actions()));
        let scores = self.table.game().standing().scores;
        let scores: Vec<u16> = Side::all(rules.n_sides())
            .map(|side| scores[side])
            .collect();
        json!({
            "round": self.table.n_deals(),
            "toAct": to_act.map(Seat::index),
            "legal": legal.filter(|_| to_act.is_some()).unwrap_or_default(),
            "scores": scores,
            "winner": self.table.game().result().map(|result| result.winner.index()),
        })
    }

    /// The round with all hands, as a position; `None` before the first deal.
    pub fn position(&self) -> Option<String> {
        let setup = self.table.round().and_then(Setup::of);
        setup.map(|setup| setup.to_string())
    }

    /// The round as a seat sees it, as a position; `None` before the first deal.
    ///
    /// # Errors
    ///
    /// If the seat does not exist.
    pub fn view(&self, number: u8) -> Result<Option<String>, String> {
        let seat = position::seat(number, self.table.game().rules())?;
        let view = self.views[seat.index()].round();
        Ok(view.and_then(Setup::of_view).map(|setup| setup.to_string()))
    }

    /// Draws the tiles on the table as SVG; `None` before the first deal.
    pub fn picture(&self) -> Option<String> {
        let view = self.views.first()?.public()?;
        let laid: Vec<Action> = view.moves().iter().map(|mv| mv.action).collect();
        let rules = self.table.game().rules();
        Some(position::drawn(rules, &laid, TileSet::EMPTY))
    }

    /// Plays an action of the seat to act, and returns the new state.
    ///
    /// # Errors
    ///
    /// If the action is illegal, or the match is over. Nothing has changed then.
    pub fn play(&mut self, text: &str) -> Result<Value, String> {
        let action = position::action(text)?;
        let round = self.table.round().filter(|round| round.to_act().is_some());
        let mut after = round.ok_or("the match is over")?.clone();
        after.play(action).map_err(|why| TEXTS.not_legal(why))?;
        self.apply(Fact::Acted(action))?;
        self.go_on()?;
        Ok(self.state())
    }

    /// The record of the match so far.
    ///
    /// # Errors
    ///
    /// Never, as far as we know: the facts were checked.
    pub fn record(&self) -> Result<String, String> {
        let rules = *self.table.game().rules();
        let record = recorded(rules, &self.facts).map_err(|error| error.to_string())?;
        Ok(record.to_string())
    }
}
