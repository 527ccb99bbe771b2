//! A match on both, step by step.

use capicu::{
    Action, BySeat, BySide, Deal, Event, Fact, FactError, Irregularity, Round, RoundResult, Rules,
    Seat, Table, TableView, Turn, Waiting,
};
use capicu_oracle::{End, ModelMatch, ModelRound, Points, Written};
use chacha20::ChaCha8Rng;

use crate::agreement::clumsy::{self, Manners};
use crate::agreement::same::*;
use crate::agreement::{ROUNDS_IN_A_MATCH, Tally, below};

/// A match on both, with the round in play.
struct Both {
    rules: Rules,
    engine: Table,
    view: TableView,
    model: ModelMatch,
    round: Option<ModelRound>,
}

/// Plays one match on both. Returns the difference, if any, after the events of the last round.
pub fn play_match(
    rules: Rules,
    manners: Manners,
    rng: &mut ChaCha8Rng,
    limit: u64,
    tally: &mut Tally,
) -> Result<(), String> {
    let mut both = Both {
        rules,
        engine: Table::new(rules),
        view: TableView::new(rules, Seat::default()),
        model: ModelMatch::new(*rules),
        round: None,
    };
    let mut rounds = 0;
    let mut again = 0;
    while rounds < ROUNDS_IN_A_MATCH && again < 100 && tally.rounds < limit {
        let needs_draw = both.engine.game().needs_draw_for_set();
        agree!("draw for set", needs_draw, both.model.needs_draw_for_set());
        if below(rng, 16) == 0 && both.engine.waiting() != Waiting::Nothing {
            both.leave(rng, tally)?;
        }
        match both.engine.waiting() {
            Waiting::Nothing => break,
            Waiting::TurnUp => both.turn_up(rng)?,
            Waiting::Deal | Waiting::Act(_) => {
                let deal = clumsy::deal(both.engine.game().rules(), manners, rng);
                if !both.deal(&deal, tally)? {
                    again += 1;
                    tally.note("redeal");
                    continue;
                }
                let mut story = Vec::new();
                both.round_of(manners, rng, tally, &mut story)
                    .map_err(|trouble| {
                        let standing = both.engine.game().standing();
                        let story = story.join(" ");
                        format!("{trouble}\nround {rounds}, {standing:?}\n  {deal:?}\n  {story}")
                    })?;
                rounds += 1;
                tally.rounds += 1;
            }
        }
    }
    Ok(())
}

impl Both {
    fn apply(&mut self, fact: &Fact) -> Result<Vec<Event>, String> {
        let refused = |error| format!("{fact:?} is refused: {error}");
        self.try_to_apply(fact).map_err(refused)
    }

    fn try_to_apply(&mut self, fact: &Fact) -> Result<Vec<Event>, FactError> {
        let events = self.engine.apply(fact)?;
        for event in &events {
            self.view.observe(&event.visible_to(self.view.viewer()));
        }
        Ok(events)
    }

    /// Checks that the first seat's view agrees with the model.
    fn check_view(&self, scores: &[u32]) -> Result<(), String> {
        let seen: Vec<u32> = self.view.scores().iter().map(|s| u32::from(*s)).collect();
        agree!("scores as a seat knows them", &seen[..], scores);
        let result = self.view.result().map(end_of_match);
        agree!(
            "match result as a seat knows it",
            &result.as_ref(),
            &self.model.result()
        );
        self.check_places()
    }

    /// A seat asks to leave, whether it may or not.
    fn leave(&mut self, rng: &mut ChaCha8Rng, tally: &mut Tally) -> Result<(), String> {
        let seat = clumsy::random_seat(&self.rules, rng);
        let events = self.try_to_apply(&Fact::Withdrew(seat));
        let may = self.model.leave(seat.index());
        agree!(format!("{seat} may leave"), events.is_ok(), may);
        if let Ok(events) = events {
            tally.note("left");
            let [Event::Withdrew(left)] = &events[..] else {
                return Err(format!("to leave led to {events:?}"));
            };
            let end = left.result.as_ref().map(end_of_match);
            agree!("the end after leaving", &end.as_ref(), &self.model.result());
            self.check_places()?;
        }
        Ok(())
    }

    /// Checks that places in the engine and in the first seat's view are those of the model.
    fn check_places(&self) -> Result<(), String> {
        let numbers = |places: &BySide<u8>| -> Vec<usize> {
            places.iter().map(|place| usize::from(*place)).collect()
        };
        let model = &self.model.before().places;
        agree!(
            "places",
            &numbers(&self.engine.game().standing().places),
            model
        );
        agree!(
            "places as a seat knows them",
            &numbers(self.view.places()),
            model
        );
        Ok(())
    }

    fn turn_up(&mut self, rng: &mut ChaCha8Rng) -> Result<(), String> {
        let deal = Deal::shuffled(&self.rules, rng);
        let drawing = self.engine.game().drawing();
        let in_draw: Vec<usize> = (drawing.entries())
            .filter(|(_, draws)| **draws)
            .map(|(seat, _)| seat.index())
            .collect();
        agree!("seats in the draw", &in_draw[..], self.model.in_draw());
        let drawn = BySeat::from_fn(self.rules.n_seats(), |seat| {
            let mut hand = deal.hands()[seat].into_iter();
            drawing[seat].then(|| hand.next().expect("hands hold tiles"))
        });
        self.apply(&Fact::TurnedUp(drawn))?;
        let named = self.engine.game().setter().is_some();
        let model = self
            .model
            .draw_for_set(&bones(drawn.iter().copied().flatten()));
        agree!(format!("setter from {drawn:?}"), named, model);
        Ok(())
    }

    /// Deals on both. Returns whether the deal is accepted.
    fn deal(&mut self, deal: &Deal, tally: &mut Tally) -> Result<bool, String> {
        let dealt = model_deal(deal);
        agree!(
            "standing",
            standing_of(self.engine.game().standing()),
            (self.model.before().clone(), self.model.play_off())
        );
        let opening = self.engine.game().opening(deal);
        agree!(
            format!("opening of {dealt:?}"),
            opening.map(|opening| pose_of(&opening)).map_err(again_of),
            self.model.pose(&dealt)
        );
        let events = self.apply(&Fact::Dealt(Box::new(deal.clone())))?;
        self.round = self.model.open(&dealt).ok();
        if self.round.is_some() {
            self.look_at_end(&events, tally)?;
        }
        Ok(self.round.is_some())
    }

    fn rounds(&mut self) -> (&Round, &mut ModelRound) {
        let engine = self.engine.round().expect("a round was dealt");
        (engine, self.round.as_mut().expect("a round was dealt"))
    }

    fn round_of(
        &mut self,
        manners: Manners,
        rng: &mut ChaCha8Rng,
        tally: &mut Tally,
        story: &mut Vec<String>,
    ) -> Result<(), String> {
        let rules = self.rules;
        loop {
            let (engine, model) = self.rounds();
            check_step(engine, model, &rules)?;
            if engine.to_act().is_none() {
                break;
            }
            if manners == Manners::Clumsy
                && let Some(fact) = clumsy::mishap(engine, &rules, rng)
            {
                let happened = self.mishap(&fact, tally)?;
                story.push(format!("{}{fact:?}", if happened { "" } else { "(not) " }));
                continue;
            }
            if let Turn::Declare(_) = engine.board().turn() {
                tally.note("asked for the last tile");
            }
            let actions = engine.legal_actions();
            let action = actions[below(rng, actions.len())];
            story.push(action.to_string());
            self.act(action, tally)?;
        }
        if manners == Manners::Clumsy {
            self.late_calls(rng, tally, story)?;
        }
        Ok(())
    }

    fn act(&mut self, action: Action, tally: &mut Tally) -> Result<(), String> {
        let events = self.apply(&Fact::Acted(action))?;
        let made = self.rounds().1.play(action);
        let Some(Event::Done(step)) = events.first() else {
            return Err(format!("{action} led to {events:?}"));
        };
        agree!("awards", points_of(&step.awards), sorted(&made));
        note_points(&made, tally);
        self.look_at_end(&events, tally)
    }

    /// Applies a call or an irregularity to both. Returns whether it was possible.
    fn mishap(&mut self, fact: &Fact, tally: &mut Tally) -> Result<bool, String> {
        let engine = self.try_to_apply(fact);
        let (_, round) = self.rounds();
        let (name, model) = match fact {
            Fact::Called { seat, call } => {
                let points = round.call(seat.index(), *call);
                (format!("{call:?}"), points.map(|points| (vec![], points)))
            }
            Fact::Irregular(what) => {
                let ruled = round.adjudicate(*what);
                let both = ruled.map(|ruled| (ruled.taken, ruled.points));
                (kind(what), both)
            }
            _ => return Err(format!("{fact:?} is no mishap")),
        };
        agree!(
            format!("{fact:?} is possible"),
            engine.is_ok(),
            model.is_some()
        );
        let (Ok(events), Some((taken, made))) = (engine, model) else {
            return Ok(false);
        };
        let found = match events.first() {
            Some(Event::Called { awards, .. }) => (Vec::new(), points_of(awards)),
            Some(Event::Ruled(ruling)) => {
                agree!("number drawn", usize::from(ruling.n_drawn), taken.len());
                let drawn = bones(ruling.drawn.iter().copied());
                (drawn, points_of(&ruling.awards))
            }
            other => return Err(format!("{fact:?} led to {other:?}")),
        };
        agree!(
            format!("what came of {fact:?}"),
            found,
            (taken, sorted(&made))
        );
        tally.note(name);
        note_points(&made, tally);
        self.look_at_end(&events, tally)?;
        Ok(true)
    }

    /// Calls scores after the last tile, before the next deal.
    fn late_calls(
        &mut self,
        rng: &mut ChaCha8Rng,
        tally: &mut Tally,
        story: &mut Vec<String>,
    ) -> Result<(), String> {
        for _ in 0..4 {
            if self.engine.waiting() != Waiting::Deal {
                break;
            }
            let rules = self.rules;
            let fact = clumsy::call(self.rounds().0, &rules, rng);
            let Fact::Called { seat, call } = fact else {
                return Err("a call was asked for".to_owned());
            };
            let engine = self.try_to_apply(&fact);
            let called = self.rounds().1.call(seat.index(), call);
            agree!(
                format!("{fact:?} is possible"),
                engine.is_ok(),
                called.is_some()
            );
            let (Ok(events), Some(called)) = (engine, called) else {
                continue;
            };
            story.push(format!("late {call:?}"));
            tally.note(format!("late {call:?}"));
            let (written, scores) = self.model.add_late(&called);
            let Some(Event::Called { awards, .. }) = events.first() else {
                return Err(format!("{fact:?} led to {events:?}"));
            };
            agree!("written late", points_of(awards), sorted(&written));
            let standing = standing_of(self.engine.game().standing());
            agree!("scores after a late call", &standing.0.scores, &scores);
            let result = self.engine.game().result().map(end_of_match);
            agree!("match result", &result.as_ref(), &self.model.result());
            self.check_view(&scores)?;
        }
        Ok(())
    }

    fn look_at_end(&mut self, events: &[Event], tally: &mut Tally) -> Result<(), String> {
        let over = self.rounds().1.settled().is_some();
        let told = events.iter().find_map(|event| match event {
            Event::RoundOver(result) => Some(result),
            _ => None,
        });
        agree!("the round is over", told.is_some(), over);
        let Some(result) = told else { return Ok(()) };
        let round = self.round.as_ref().expect("a round was dealt");
        let written = self.model.finish(round);
        note_end(result, &written, tally);
        check_result(result, &written)?;
        self.check_view(&written.scores)
    }
}

fn kind(what: &Irregularity) -> String {
    let text = format!("{what:?}");
    text.split([' ', '{']).next().unwrap_or_default().to_owned()
}

fn note_points(points: &[Points], tally: &mut Tally) {
    for points in points {
        tally.note(format!("{:?}", points.why));
    }
}

fn note_end(result: &RoundResult, written: &Written, tally: &mut Tally) {
    note_points(&written.settled.points, tally);
    tally.note(match written.settled.end {
        End::Out(_) => "out",
        End::Blocked(_) if written.settled.winner.is_none() => "tie",
        End::Blocked(_) => "blocked",
        End::Target(_) => "target in play",
        End::Void => "void",
        End::Doubles(_) => "hand of doubles",
        End::Foul(_) => "foul",
    });
    if let Some(turned) = written.turned {
        tally.note(format!("{turned:?}"));
    }
    if result.places.iter().any(|place| *place > 0) {
        tally.note("player out");
    }
    if let Some(end) = &result.result {
        tally.note("match");
        if end.skunked.iter().any(|skunked| *skunked) {
            tally.note("skunk");
        }
    }
}
