//! A finished match, as a list of its choices.

use capicu::rules::AtTarget;
use capicu::{
    Action, BySeat, Event, Fact, Match, Rules, Seat, Side, Table, TableView, Tile, TileSet, Turn,
    View, Waiting,
};
use capicu_i18n::Texts;
use capicu_record::Record;
use capicu_record::record::{Item, Line, Places, RoundRecord, facts_of};
use capicu_record::referee::{Breach, Report, replay};

use crate::guessed::{self, Guessed};

/// The longest match to analyze: rounds, and moves in all.
pub(crate) const MOST: [usize; 2] = [400, 30_000];

/// The most rounds to analyze with unknown tiles, which takes longer.
pub(crate) const MOST_INCOMPLETE: usize = 100;

#[derive(Clone, Debug)]
pub enum Refusal {
    Breach(Box<Breach>),
    TooLong {
        rounds: usize,
        moves: usize,
    },
    /// Players are out or withdraw while the others play on.
    PlayersOut,
}

impl Refusal {
    pub fn told(&self, texts: Texts) -> String {
        match self {
            Self::Breach(breach) => breach.told(texts),
            Self::PlayersOut => texts.analysis_players_out(),
            Self::TooLong { rounds, moves } => {
                let [most_rounds, most_moves] = MOST;
                texts.analysis_too_long(*rounds, *moves, most_rounds, most_moves)
            }
        }
    }

    /// The most rounds to analyze in a record with unknown tiles.
    pub const fn most_incomplete() -> usize {
        MOST_INCOMPLETE
    }
}

#[derive(Clone, Debug)]
pub struct Played {
    pub rules: Rules,
    pub game: Option<String>,
    /// The record's tag `date`.
    pub date: Option<String>,
    pub names: Vec<Option<String>>,
    /// The rounds in order, without those that cannot be analyzed.
    pub rounds: Vec<PlayedRound>,
    /// The choices of seats with known tiles, in order.
    pub decisions: Vec<Decision>,
    pub is_complete: bool,
    /// The numbers, from 1, of rounds that cannot be analyzed because of unknown tiles.
    pub left_out: Vec<usize>,
}

#[derive(Clone, Debug)]
pub struct PlayedRound {
    /// Counts from 1.
    pub number: usize,
    /// The table before the round, if every tile is known.
    pub(crate) before: Option<Table>,
    pub(crate) game: Match,
    /// All hands after the deal.
    pub(crate) begun: Option<Open>,
    pub(crate) steps: Vec<Step>,
    /// The match after the round, once it has ended.
    pub(crate) after: Option<Match>,
}

#[derive(Clone, Debug)]
pub(crate) struct Step {
    pub what: Happened,
    /// All hands after the step, while the round continues.
    pub then: Option<Open>,
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum Happened {
    /// A move without alternatives.
    Forced,
    /// A choice, by its index in the match.
    Chosen(usize),
    /// A drawn tile, with the index of the choice to draw if there was one.
    Drawn(Option<usize>),
    /// A call or an irregularity.
    Other,
}

/// A round with all hands, and the view of the seat to act.
#[derive(Clone, Debug)]
pub(crate) struct Open {
    pub view: View,
    pub hands: BySeat<TileSet>,
    pub boneyard: Vec<Tile>,
}

#[derive(Clone, Debug)]
pub struct Decision {
    /// The number of its round, from 1.
    pub round: usize,
    /// The number of the move in its round, from 1.
    pub turn: usize,
    /// The view of the seat that chose.
    pub view: View,
    /// The legal actions, without equivalent ones.
    pub actions: Vec<Action>,
    /// The index of the action chosen.
    pub played: usize,
    pub(crate) game: Match,
    /// For each move of the view, its number in the round.
    pub(crate) turns: Vec<usize>,
}

impl Decision {
    pub const fn seat(&self) -> Seat {
        self.view.seat()
    }

    pub fn action(&self) -> Action {
        self.actions[self.played]
    }
}

impl Played {
    /// The side that won the match; `None` if the match is unfinished, or its last round is unknown.
    pub fn winner(&self) -> Option<Side> {
        let after = self.rounds.last()?.after.as_ref()?;
        after.result().map(|result| result.winner)
    }

    /// The match of a record. `places` has the positions of its parts in the source text. Fails if the record breaks
    /// the rules or is too long.
    pub fn of(record: &Record, places: Option<&Places>) -> Result<Self, Refusal> {
        let rounds = record.rounds().count();
        let moves = record.rounds().map(|round| round.moves.len()).sum();
        if rounds > MOST[0] || moves > MOST[1] {
            return Err(Refusal::TooLong { rounds, moves });
        }
        // Chances to win would depend on the players who are left.
        let withdrew = |item: &Item| matches!(item, Item::Withdrew(_));
        if record.rules.at_target == AtTarget::PlayerOut || record.items.iter().any(withdrew) {
            return Err(Refusal::PlayersOut);
        }
        let Report { breach, .. } = replay(record, places);
        if let Some(breach) = breach {
            return Err(Refusal::Breach(Box::new(breach)));
        }
        let mut played = Self::new(record.rules);
        let written = |line: &Line| Some(line.to_string()).filter(|text| !text.is_empty());
        played.game = record.game.as_ref().and_then(written);
        let mut tags = record.tags.iter();
        let date = tags.find(|(name, _)| name.as_str() == "date");
        played.date = date.and_then(|(_, date)| written(date));
        for (seat, name) in &record.names {
            if let Some(place) = played.names.get_mut(seat.index()) {
                *place = written(name);
            }
        }
        match facts_of(record) {
            Some(facts) if played.follow(&facts) => played.is_complete = true,
            _ => {
                played.rounds.clear();
                played.decisions.clear();
                played.guess(record);
            }
        }
        Ok(played)
    }

    pub(crate) fn new(rules: Rules) -> Self {
        Self {
            rules,
            game: None,
            date: None,
            names: vec![None; usize::from(rules.n_seats())],
            rounds: Vec::new(),
            decisions: Vec::new(),
            is_complete: false,
            left_out: Vec::new(),
        }
    }

    /// The match of these facts; `None` if they are impossible.
    #[cfg(test)]
    pub(crate) fn of_facts(rules: Rules, facts: &[Fact]) -> Option<Self> {
        let mut played = Self::new(rules);
        played.is_complete = played.follow(facts);
        played.is_complete.then_some(played)
    }

    /// Applies facts; returns whether all were possible.
    fn follow(&mut self, facts: &[Fact]) -> bool {
        let n = self.rules.n_seats();
        let mut table = Table::new(self.rules);
        let mut views: Vec<TableView> = Seat::all(n)
            .map(|seat| TableView::new(self.rules, seat))
            .collect();
        let mut before = table.clone();
        let (mut turn, mut turns) = (0, Vec::new());
        for fact in facts {
            if let Fact::Acted(_) | Fact::Irregular(_) | Fact::Called { .. } = fact {
                turn += 1;
            }
            let what = match (fact, table.waiting()) {
                (Fact::Acted(action), Waiting::Act(seat)) => {
                    turns.push(turn);
                    let view = views[seat.index()].round();
                    let chosen = view.and_then(|view| choice(view, *action));
                    let number = chosen.map(|(actions, played)| {
                        self.decisions.push(Decision {
                            round: self.rounds.len(),
                            turn,
                            view: view.cloned().expect("it chose by it"),
                            actions,
                            played,
                            game: table.game().clone(),
                            turns: turns[..turns.len() - 1].to_vec(),
                        });
                        self.decisions.len() - 1
                    });
                    match (action, number) {
                        (Action::Draw, number) => Happened::Drawn(number),
                        (_, Some(number)) => Happened::Chosen(number),
                        (_, None) => Happened::Forced,
                    }
                }
                _ => Happened::Other,
            };
            let Ok(events) = table.apply(fact) else {
                return false;
            };
            let mut is_over = false;
            let mut has_begun = false;
            for event in &events {
                for view in &mut views {
                    view.observe(&event.visible_to(view.viewer()));
                }
                is_over |= matches!(event, Event::RoundOver(_));
                has_begun |= matches!(event, Event::Dealt { .. });
            }
            if has_begun {
                (turn, turns) = (0, Vec::new());
                self.rounds.push(PlayedRound {
                    number: self.rounds.len() + 1,
                    before: Some(before.clone()),
                    game: table.game().clone(),
                    begun: open(&table, &views),
                    steps: Vec::new(),
                    after: None,
                });
            } else if let Some(round) = self.rounds.last_mut()
                && !matches!(fact, Fact::Dealt(_) | Fact::TurnedUp(_))
            {
                let then = open(&table, &views);
                round.steps.push(Step { what, then });
                if is_over || round.after.is_some() {
                    round.after = Some(table.game().clone());
                    before = table.clone();
                }
            }
        }
        true
    }

    /// Analyzes the rounds by their known tiles.
    fn guess(&mut self, record: &Record) {
        for (number, round) in (1..).zip(record.rounds()) {
            let decided = (number <= MOST_INCOMPLETE)
                .then(|| decisions(record, round, number))
                .flatten();
            match decided {
                Some(decisions) => self.decisions.extend(decisions),
                None => self.left_out.push(number),
            }
        }
    }
}

/// The actions of a seat and the index of the one chosen; `None` if there was no choice.
pub(crate) fn choice(view: &View, action: Action) -> Option<(Vec<Action>, usize)> {
    let mut actions: Vec<Action> = view.distinct_actions().to_vec();
    if actions.len() < 2 || is_declaring(view) {
        return None;
    }
    let same = |listed: &Action| match (*listed, action) {
        (Action::Play { tile, on }, Action::Play { tile: t, on: o }) => {
            tile == t && tile.shared_pip(on) == t.shared_pip(o)
        }
        _ => false,
    };
    let listed = actions.iter().position(|listed| *listed == action);
    let played = listed.or_else(|| actions.iter().position(same))?;
    actions[played] = action;
    Some((actions, played))
}

/// Whether only the points of the last tile remain to be declared.
const fn is_declaring(view: &View) -> bool {
    matches!(view.board().turn(), Turn::Declare(_))
}

fn open(table: &Table, views: &[TableView]) -> Option<Open> {
    let round = table.round()?;
    let view = views[round.to_act()?.index()].round()?;
    (!is_declaring(view)).then(|| Open {
        view: view.clone(),
        hands: *round.hands(),
        boneyard: round.boneyard().collect(),
    })
}

/// The choices of seats with known tiles in a round with unknown ones. `None` if the round cannot be analyzed.
fn decisions(record: &Record, round: &RoundRecord, number: usize) -> Option<Vec<Decision>> {
    let mut guessed = Guessed::of(record, round, number)?;
    let mut found = Vec::new();
    let mut turns = Vec::new();
    for (turn, done) in (1..).zip(&round.moves) {
        if let Some(action) = guessed::action(done) {
            if let Some(view) = guessed.view(done.seat)
                && let Some((actions, played)) = choice(view, action)
            {
                found.push(Decision {
                    round: number,
                    turn,
                    view: view.clone(),
                    actions,
                    played,
                    game: guessed.game.clone(),
                    turns: turns.clone(),
                });
            }
            turns.push(turn);
        }
        guessed.happen(done)?;
    }
    Some(found)
}
