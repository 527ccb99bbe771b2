//! A round with everything that happened in it.

use capicu::fair::Seed;
use capicu::{
    Action, Awards, BySeat, Call, Ended, IllegalAction, Match, Outcome, PlayAwards, Round, Rules,
    Seat, Step, Turn, View,
};

/// Something that everybody saw in a round.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Happened {
    Moved(Step),
    /// The table declared a score for a seat.
    Called(Seat, Call, PlayAwards),
    /// No seat can play, but this seat has points to declare.
    Unsettled(Seat),
}

#[derive(Clone, Debug)]
pub struct Play {
    pub start: Round,
    pub round: Round,
    pub happened: Vec<Happened>,
}

impl PartialEq for Play {
    fn eq(&self, other: &Self) -> bool {
        self.round == other.round && self.start == other.start && self.happened == other.happened
    }
}

/// Deals that are tried before the rules count as impossible to open.
const TRIES: u32 = 100_000;

impl Play {
    pub fn new(start: Round) -> Self {
        Self {
            round: start.clone(),
            start,
            happened: Vec::new(),
        }
    }

    /// The first round of a match with this seed: the first deal that the rules accept, from number `number`.
    pub fn deal(rules: Rules, seed: &Seed, number: u32) -> Option<Self> {
        let mut game = Match::new(rules);
        let mut drawn = 0;
        while game.needs_draw_for_set() && drawn < TRIES {
            game.draw_for_set(&seed.turn_up(&game, drawn));
            drawn += 1;
        }
        let mut deals =
            (number..number.saturating_add(TRIES)).map(|number| seed.deal(&rules, number));
        deals.find_map(|deal| game.open(&deal).ok()).map(Self::new)
    }

    /// Plays an action. The table declares every due score for the seats. Returns the awards.
    pub fn act(&mut self, action: Action) -> Result<Vec<capicu::Award>, IllegalAction> {
        let step = self.round.play(action)?;
        let mut awards = step.awards.to_vec();
        self.happened.push(Happened::Moved(step));
        if let Turn::Declare(seat) = self.round.board().turn() {
            self.happened.push(Happened::Unsettled(seat));
        }
        while let Some((seat, call)) = self.round.board().due_call() {
            let Ok(made) = self.round.call(seat, call) else {
                break;
            };
            awards.extend(made.iter());
            self.happened.push(Happened::Called(seat, call, made));
        }
        Ok(awards)
    }

    pub fn steps(&self) -> impl Iterator<Item = &Step> {
        self.happened.iter().filter_map(|what| match what {
            Happened::Moved(step) => Some(step),
            _ => None,
        })
    }

    /// The round as a seat sees it, with the memory of all moves.
    pub fn view(&self, seat: Seat) -> Seen {
        let mut seen = Seen::new(self.start.view_from_here(seat));
        for what in &self.happened {
            seen.note(match what {
                Happened::Moved(step) => Happened::Moved(Step {
                    mv: step.mv.visible_to(seat),
                    awards: step.awards.clone(),
                }),
                other => other.clone(),
            });
        }
        if let Some(outcome) = self.round.outcome() {
            seen.end(outcome.ended);
        }
        seen
    }
}

/// A round as one seat saw it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seen {
    pub start: View,
    pub view: View,
    pub happened: Vec<Happened>,
    pub ended: Option<Ended>,
}

impl Seen {
    pub fn new(start: View) -> Self {
        Self {
            view: start.clone(),
            start,
            happened: Vec::new(),
            ended: None,
        }
    }

    pub fn note(&mut self, what: Happened) {
        match &what {
            Happened::Moved(step) => self.view.observe(&step.mv, &step.awards),
            Happened::Called(seat, call, awards) => self.view.observe_call(*seat, *call, awards),
            Happened::Unsettled(seat) => self.view.observe_unsettled(*seat),
        }
        self.happened.push(what);
    }

    pub fn end(&mut self, ended: Ended) {
        // A view notes no more of the end than how it came.
        let n = self.view.board().rules().n_seats();
        self.view.observe_end(&Outcome {
            ended,
            winner: None,
            hands: BySeat::new(n),
            counts: BySeat::new(n),
            last: None,
            awards: Awards::new(),
        });
        self.ended = Some(ended);
    }
}
