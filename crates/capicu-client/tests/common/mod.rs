//! Snapshots for tests.

use capicu::{Rules, Seat};
use capicu_protocol::{
    Clock, Hints, Holder, Level, MatchInfo, Passed, SeatInfo, Sheet, Snapshot, TableRules,
    TurnTime, Watching,
};

/// A table of people before the first deal, as the first seat sees it.
pub fn snapshot(game: &str, rules: &Rules) -> Snapshot {
    let person = |name: &str| SeatInfo {
        holder: Holder::Person,
        name: Some(name.to_owned()),
        stand_in: None,
        devices: 1,
        bot_at: None,
    };
    Snapshot {
        version: 1,
        seat: Some(Seat::default().into()),
        by_session: false,
        host: Seat::default().into(),
        lobby: false,
        rated: false,
        of_event: false,
        rules: TableRules::new(game, rules),
        seats: vec![person("Ana"); usize::from(rules.n_seats())],
        game: MatchInfo {
            number: 1,
            commitment: String::new(),
            algorithm: String::new(),
            engine: capicu::ENGINE,
            sheet: Sheet::default(),
            tally: Vec::new(),
            over: None,
            stopped: None,
        },
        turn_time: TurnTime::Off,
        grace: 20,
        level: Level::default(),
        hints: Hints::Off,
        watching: Watching::Off,
        passed: Passed::On,
        watchers: 0,
        clock: Clock {
            now: 5_000,
            deadline: None,
            banks: Vec::new(),
        },
        events: Vec::new(),
    }
}
