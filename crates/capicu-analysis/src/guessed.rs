//! A round of a record of which some tiles are not known, seen from the seats whose tiles are.

use capicu::{Action, BySeat, Deal, Event, Match, Pile, Round, Seat, Seen, TableView, View};
use capicu_record::Record;
use capicu_record::record::{Move, RoundRecord, What};
use capicu_record::referee::replay_until;

/// The round, with the tiles that are not known filled in somehow: what a seat whose tiles are known has seen
/// of it is as it was.
pub struct Guessed {
    /// The match as it stood when the round began.
    pub game: Match,
    round: Round,
    views: Vec<TableView>,
    known: BySeat<bool>,
}

impl Guessed {
    /// The round of this number, from 1, before its first move. `None` where nothing can be said of it: the score
    /// is not known, nor what was drawn, or something irregular happened.
    pub fn of(record: &Record, round: &RoundRecord, number: usize) -> Option<Self> {
        let rules = record.rules;
        let report = replay_until(record, number, round.moves.len(), None);
        if report.breach.is_some() || report.unknown_from.is_some_and(|from| from < number) {
            return None;
        }
        let last = report.table.round()?;
        let (standing, opening) = (*last.board().standing(), last.board().opening());
        // What was dealt goes with what is left somehow.
        let mut hands = *last.hands();
        let mut drawn = Pile::new();
        for Move { seat, what, .. } in &round.moves {
            match what {
                What::Lead(tile) | What::Play { tile, .. } => {
                    hands[*seat].insert(*tile);
                }
                What::Draw(tile) => drawn.push((*tile)?),
                What::Pass | What::HandOver | What::Call(_) => {}
                _ => return None,
            }
        }
        for Move { seat, what, .. } in &round.moves {
            if let What::Draw(Some(tile)) = what {
                hands[*seat].remove(*tile);
            }
        }
        drawn.extend(last.boneyard());
        let deal = Deal::new(&rules, hands, drawn, round.dealt.lot().unwrap_or(0)).ok()?;
        let views = Seat::all(rules.n_seats()).map(|seat| {
            let mut view = TableView::new(rules, seat);
            view.observe(&Seen::Dealt {
                opening,
                standing,
                hand: Some(deal.hands()[seat]),
                held: BySeat::from_fn(rules.n_seats(), |seat| deal.hands()[seat].len() as u8),
                asleep: deal.boneyard().len() as u8,
            });
            view
        });
        Some(Self {
            game: Match::new(rules).at(standing),
            round: Round::new(rules, standing, opening, &deal).ok()?,
            views: views.collect(),
            known: BySeat::from_fn(rules.n_seats(), |seat| {
                round.dealt.hands()[seat].unknown == 0
            }),
        })
    }

    /// What a seat has seen, if its tiles are known.
    pub fn view(&self, seat: Seat) -> Option<&View> {
        self.views[seat.index()]
            .round()
            .filter(|_| self.known[seat])
    }

    /// Whether nobody is to act any more.
    pub const fn is_over(&self) -> bool {
        self.round.to_act().is_none()
    }

    /// The move that came next, as what it brought about; `None` where it cannot be made.
    pub fn happen(&mut self, done: &Move) -> Option<Event> {
        if let What::Call(call) = done.what {
            let awards = self.round.call(done.seat, call).ok()?;
            return Some(self.tell(Event::Called {
                seat: done.seat,
                call,
                awards,
                result: None,
            }));
        }
        let step = self.round.play(action(done)?).ok()?;
        Some(self.tell(Event::Done(step)))
    }

    fn tell(&mut self, event: Event) -> Event {
        for view in &mut self.views {
            view.observe(&event.seen_by(view.viewer()));
        }
        event
    }
}

/// A round of a record in which not every tile is known. Tiles that are not known stand in it for others: what the seats
/// saw whose tiles are known is as it was, and nothing else is to be shown.
#[derive(Clone, Debug)]
pub struct Partly {
    /// The number of the round, from 1.
    pub number: usize,
    /// Whose tiles are known.
    pub known: BySeat<bool>,
    /// The deal, and all that was done, each with the round as it was then.
    pub course: Vec<(Event, Round)>,
}

impl Partly {
    /// The rounds of a record of which something can be said, up to the first of which nothing can, or so many.
    pub fn of(record: &Record, most: usize) -> Vec<Self> {
        let rounds = (1..).zip(record.rounds()).take(most);
        let partly = |(number, round)| {
            let mut guessed = Guessed::of(record, round, number)?;
            let known = guessed.known;
            let begun = Event::Dealt {
                opening: guessed.round.board().opening(),
                standing: *guessed.round.board().standing(),
                hands: *guessed.round.hands(),
                asleep: guessed.round.board().boneyard(),
            };
            let mut course = vec![(begun, guessed.round.clone())];
            for done in &round.moves {
                let event = guessed.happen(done)?;
                course.push((event, guessed.round.clone()));
            }
            Some(Self {
                number,
                known,
                course,
            })
        };
        rounds.map_while(partly).collect()
    }
}

/// What was done; `None` of what is no action.
pub const fn action(done: &Move) -> Option<Action> {
    Some(match done.what {
        What::Lead(tile) => Action::Lead(tile),
        What::Play { tile, on } => Action::Play { tile, on },
        What::Draw(_) => Action::Draw,
        What::Pass => Action::Pass,
        What::HandOver => Action::HandOver,
        _ => return None,
    })
}
