//! Checks a request for a table and makes its setup.

use capicu::Seat;
use capicu_protocol::{
    CreateTable, DEFAULT_GRACE, MAX_GRACE, MIN_GRACE, Plan as Asked, TurnTime, WireError,
};

use crate::{Plan, Setup, Stakes, TokenHash, name, title};

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlanError {
    #[error(transparent)]
    Rules(#[from] WireError),
    /// There is not one plan for each seat, or not exactly one plan is the host's.
    #[error("there must be one plan for each seat, and exactly one of them the maker's")]
    Seats,
    /// The name of the host or of the rules is not valid.
    #[error("a name is 1 to 24 characters without control characters, that of rules 1 to 48")]
    Name,
    /// The waiting time for absent players is too short or too long.
    #[error("grace is {MIN_GRACE} to {MAX_GRACE} seconds")]
    Grace,
}

impl Setup {
    /// Makes the setup for a request. `own` is the hash of the host's token, and `link` makes the hash of the token in
    /// the link of an open seat. Fails if no such table can be made.
    pub fn of(
        asked: &CreateTable,
        own: TokenHash,
        mut link: impl FnMut(Seat) -> TokenHash,
    ) -> Result<Self, PlanError> {
        // By name, so that no field of the request is forgotten.
        let CreateTable {
            rules: chosen,
            seats: plans,
            turn_time,
            grace,
            level,
            hints,
            watching,
            passed,
            name: host_name,
        } = asked;
        let rules = chosen.rules()?;
        let named = |text: &String| name(text).ok_or(PlanError::Name);
        let name = host_name.as_ref().map(named).transpose()?;
        let titled = |text: &String| title(text).ok_or(PlanError::Name);
        let title = chosen.title.as_ref().map(titled).transpose()?;
        let mut of_the_host = plans.iter().filter(|plan| **plan == Asked::Me);
        let one = of_the_host.next().is_some() && of_the_host.next().is_none();
        if plans.len() != usize::from(rules.n_seats()) || !one {
            return Err(PlanError::Seats);
        }
        let grace = grace.unwrap_or(DEFAULT_GRACE);
        if !(MIN_GRACE..=MAX_GRACE).contains(&grace) {
            return Err(PlanError::Grace);
        }
        let mut host = Seat::default();
        let mut plan = |(seat, plan): (Seat, &Asked)| match plan {
            Asked::Me => {
                host = seat;
                Plan::Person {
                    token: own,
                    name: name.clone(),
                }
            }
            Asked::Open => Plan::Open { token: link(seat) },
            Asked::Bot => Plan::Bot,
        };
        let seats = Seat::all(rules.n_seats()).zip(plans);
        let seats: Vec<Plan> = seats.map(&mut plan).collect();
        let alone = seats.iter().all(|plan| !matches!(plan, Plan::Open { .. }));
        let usual = if alone {
            TurnTime::Off
        } else {
            TurnTime::Sixty
        };
        Ok(Self {
            game: chosen.game.clone(),
            title,
            rules,
            host: Some(host),
            seats,
            turn_time: turn_time.unwrap_or(usual),
            grace,
            level: level.unwrap_or_default(),
            advice: hints.unwrap_or_default().into(),
            stakes: Stakes::Casual,
            watching: watching.unwrap_or_default(),
            passed: passed.unwrap_or_default(),
            meeting: None,
        })
    }
}
