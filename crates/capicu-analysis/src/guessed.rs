//! Rounds of a record with some unknown tiles, seen from the seats with known tiles.

use capicu::{
    Action, BySeat, Deal, Event, Match, Pile, Round, Seat, TableView, View, VisibleEvent,
};
use capicu_record::Record;
use capicu_record::record::{MoveRecord, RoundRecord, What};
use capicu_record::referee::replay_until;

/// A round with arbitrary tiles in place of unknown ones. The views of seats with known tiles are unaffected.
pub struct Guessed {
    pub game: Match,
    round: Round,
    views: Vec<TableView>,
    known: BySeat<bool>,
}

impl Guessed {
    /// The round of this number, from 1, before its first move. `None` if it cannot be analyzed: the score or a drawn
    /// tile is unknown, or an irregularity happened.
    pub fn of(record: &Record, round: &RoundRecord, number: usize) -> Option<Self> {
        let rules = record.rules;
        let report = replay_until(record, number, round.moves.len(), None);
        if report.breach.is_some() || report.unknown_from.is_some_and(|from| from < number) {
            return None;
        }
        let last = report.table.round()?;
        let (standing, opening) = (*last.board().standing(), last.board().opening());
        // Unknown dealt tiles are replaced by any tiles left.
        let mut hands = *last.hands();
        let mut drawn = Pile::new();
        for MoveRecord { seat, what, .. } in &round.moves {
            match what {
                What::Lead(tile) | What::Play { tile, .. } => {
                    hands[*seat].insert(*tile);
                }
                What::Draw(tile) => drawn.push((*tile)?),
                What::Pass | What::HandOver | What::Call(_) => {}
                _ => return None,
            }
        }
        for MoveRecord { seat, what, .. } in &round.moves {
            if let What::Draw(Some(tile)) = what {
                hands[*seat].remove(*tile);
            }
        }
        drawn.extend(last.boneyard());
        let deal = Deal::new(&rules, hands, drawn, round.dealt.lot().unwrap_or(0)).ok()?;
        let views = Seat::all(rules.n_seats()).map(|seat| {
            let mut view = TableView::new(rules, seat);
            view.observe(&VisibleEvent::Dealt {
                opening,
                standing,
                hand: Some(deal.hands()[seat]),
                held: BySeat::from_fn(rules.n_seats(), |seat| deal.hands()[seat].len() as u8),
                boneyard: deal.boneyard().len() as u8,
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

    /// The view of a seat, if its tiles are known.
    pub fn view(&self, seat: Seat) -> Option<&View> {
        self.views[seat.index()]
            .round()
            .filter(|_| self.known[seat])
    }

    pub const fn is_over(&self) -> bool {
        self.round.to_act().is_none()
    }

    /// Applies the next move and returns its event; `None` if the move is impossible.
    pub fn happen(&mut self, done: &MoveRecord) -> Option<Event> {
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
            view.observe(&event.visible_to(view.viewer()));
        }
        event
    }
}

/// A round of a record with some unknown tiles, replaced by others. Only the views of seats with known tiles may be
/// shown.
#[derive(Clone, Debug)]
pub struct Partly {
    /// Counts from 1.
    pub number: usize,
    pub known: BySeat<bool>,
    /// The deal and all events, each with the round after it.
    pub course: Vec<(Event, Round)>,
}

impl Partly {
    /// The rounds of a record that can be analyzed, at most `most`. Ends before the first round that cannot.
    pub fn of(record: &Record, most: usize) -> Vec<Self> {
        let rounds = (1..).zip(record.rounds()).take(most);
        let partly = |(number, round)| {
            let mut guessed = Guessed::of(record, round, number)?;
            let known = guessed.known;
            let begun = Event::Dealt {
                opening: guessed.round.board().opening(),
                standing: *guessed.round.board().standing(),
                hands: *guessed.round.hands(),
                boneyard: guessed.round.board().boneyard(),
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

pub const fn action(done: &MoveRecord) -> Option<Action> {
    Some(match done.what {
        What::Lead(tile) => Action::Lead(tile),
        What::Play { tile, on } => Action::Play { tile, on },
        What::Draw(_) => Action::Draw,
        What::Pass => Action::Pass,
        What::HandOver => Action::HandOver,
        _ => return None,
    })
}
