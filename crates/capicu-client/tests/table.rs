//! The client's state of the table, compared with the table itself.

use crate::common::snapshot;
use capicu::fair::Seed;
use capicu::{Action, Fact, Game, Seat, Table, Viewer, Waiting};
use capicu_client::{Ask, Attendance, ClientTable, Command, Moment, Pace};
use capicu_protocol::{
    Actor, ClientMessage, Clock, Deadline, Event, Holder, Key, MatchStopped, Passed, Presence,
    ServerMessage, Snapshot, StandIn, WhyStopped,
};

struct Pair {
    table: Table,
    game: ClientTable,
    seed: Seed,
}

fn at(seat: u8) -> Seat {
    Seat::new(seat).expect("a seat")
}

fn events(version: u64, events: Vec<Event>, now: u64, deadline: Option<Deadline>) -> ServerMessage {
    let clock = Clock {
        now,
        deadline,
        banks: Vec::new(),
    };
    ServerMessage::Events {
        version,
        events,
        clock,
    }
}

fn presence(seat: u8, devices: u8, bot_at: Option<u64>) -> ServerMessage {
    let seat = at(seat).into();
    ServerMessage::Presence(Presence {
        seat,
        devices,
        bot_at,
    })
}

fn stand_in(seat: u8, why: Option<StandIn>) -> Event {
    let seat = at(seat).into();
    Event::StandIn { seat, why }
}

impl Pair {
    fn new(id: &str, seed: u64) -> Self {
        let preset = Game::by_id(id).expect("a game");
        let rules = preset.rules(preset.players[0]).expect("rules");
        Self {
            table: Table::new(rules),
            game: ClientTable::found(&snapshot(preset.id, &rules), 0.0).expect("a table"),
            seed: Seed::from_number(seed),
        }
    }

    fn apply(&mut self, fact: &Fact) {
        let me = self.game.seat().expect("a seat");
        let deal = self.table.n_deals();
        for event in self.table.apply(fact).expect("the fact is possible") {
            let event = Event::from_seen(&event.visible_to(me), deal, Actor::Bot);
            self.game
                .observe(&event, Pace::Live)
                .expect("the event is possible");
        }
    }

    /// Deals, and lets everybody take the first legal action until it is our turn.
    fn run_to_my_turn(&mut self) -> bool {
        loop {
            match self.table.waiting() {
                Waiting::Nothing => return false,
                Waiting::TurnUp => {
                    let tiles = self
                        .seed
                        .turn_up(self.table.game(), self.table.n_turned_up());
                    self.apply(&Fact::TurnedUp(tiles));
                }
                Waiting::Deal => {
                    let rules = *self.table.game().rules();
                    let deal = self.seed.deal(&rules, self.table.n_deals());
                    self.apply(&Fact::Dealt(Box::new(deal)));
                }
                Waiting::Act(seat) if self.game.is_me(seat) => return true,
                Waiting::Act(_) => {
                    let round = self.table.round().expect("a round is in play");
                    let action = round.distinct_actions()[0];
                    self.apply(&Fact::Acted(action));
                }
            }
        }
    }
}

#[test]
fn client_has_the_hand_and_the_choices_of_the_table() {
    for preset in Game::ALL {
        let mut pair = Pair::new(preset.id, 7);
        for _ in 0..60 {
            if !pair.run_to_my_turn() {
                break;
            }
            let round = pair.table.round().expect("a round is in play");
            assert_eq!(pair.game.hand(), round.hands()[Seat::default()]);
            let actions = round.legal_actions().to_vec();
            assert_eq!(pair.game.actions(), actions, "{}", preset.id);
            assert_ne!(pair.game.ask(), Ask::Nothing);
            pair.apply(&Fact::Acted(actions[actions.len() - 1]));
        }
    }
}

/// A tile that fits two equal ends leaves nothing to give hints on.
#[test]
fn equal_ends_leave_no_choice() {
    let (mut alike, mut choices) = (0, 0);
    for seed in 0..40 {
        let mut pair = Pair::new("jamaican-partner", seed);
        for _ in 0..30 {
            if !pair.run_to_my_turn() {
                break;
            }
            let actions = pair.game.actions();
            let tile = |action: &Action| match *action {
                Action::Lead(tile) | Action::Play { tile, .. } => Some(tile),
                _ => None,
            };
            let round = pair.game.round().expect("a round is in play");
            let mut ends = round.board().layout().ends().iter().map(|end| end.pip());
            let first = ends.next();
            if let [one, other] = actions[..]
                && tile(&one) == tile(&other)
                && ends.all(|pip| Some(pip) == first)
            {
                assert!(!pair.game.has_choice());
                alike += 1;
            } else if actions.len() > 2 {
                assert!(pair.game.has_choice());
                choices += 1;
            }
            pair.apply(&Fact::Acted(actions[0]));
        }
    }
    assert!(alike > 0 && choices > 0, "{alike} {choices}");
}

#[test]
fn sent_tile_is_on_the_table_at_once_and_only_once() {
    let mut pair = Pair::new("jamaican-partner", 3);
    assert!(pair.run_to_my_turn());
    let action = pair.game.actions()[0];
    let held = pair.game.hand().len();
    assert!(pair.game.send(action));
    assert!(!pair.game.send(action), "a double tap");
    assert_eq!(pair.game.hand().len(), held - 1);
    assert_eq!(pair.game.sent(), Some(action));
    assert!(pair.game.actions().is_empty());
    pair.apply(&Fact::Acted(action));
    assert_eq!(pair.game.sent(), None);
    assert_eq!(pair.game.hand().len(), held - 1);
}

#[test]
fn refused_tile_returns_to_the_hand() {
    let mut pair = Pair::new("jamaican-partner", 3);
    assert!(pair.run_to_my_turn());
    let (hand, action) = (pair.game.hand(), pair.game.actions()[0]);
    assert!(pair.game.send(action));
    pair.game.take_back();
    assert_eq!(pair.game.hand(), hand);
    assert!(pair.game.actions().contains(&action));
}

#[test]
fn illegal_action_is_not_sent() {
    let mut pair = Pair::new("jamaican-partner", 3);
    assert!(pair.run_to_my_turn());
    assert!(!pair.game.send(Action::Draw));
    let elsewhere = pair.game.round().expect("a round").unseen().last();
    assert!(
        !pair
            .game
            .send(Action::Lead(elsewhere.expect("a tile is unseen")))
    );
    assert_eq!(pair.game.sent(), None);
}

#[test]
fn moments_are_taken_once_and_catching_up_makes_none() {
    let mut pair = Pair::new("jamaican-partner", 3);
    assert!(pair.run_to_my_turn());
    let moments = pair.game.take_moments();
    assert!(matches!(moments.front(), Some(Moment::Dealt(_))));
    assert!(pair.game.take_moments().is_empty());
    let action = pair.game.actions()[0];
    let events = pair.table.apply(&Fact::Acted(action)).expect("legal");
    let seen = events[0].visible_to(Seat::default());
    let event = Event::from_seen(&seen, 0, Actor::Person);
    pair.game
        .observe(&event, Pace::CatchUp)
        .expect("the event is possible");
    assert!(pair.game.take_moments().is_empty());
    assert_eq!(
        pair.game.last_laid(),
        match action {
            Action::Lead(tile) | Action::Play { tile, .. } => Some(tile),
            _ => None,
        }
    );
}

#[test]
fn new_match_begins_with_an_empty_table() {
    let mut pair = Pair::new("jamaican-partner", 3);
    assert!(pair.run_to_my_turn());
    let began = Event::MatchBegan {
        number: 2,
        commitment: "ab".to_owned(),
        algorithm: "x".to_owned(),
        engine: 7,
    };
    pair.game
        .observe(&began, Pace::Live)
        .expect("the event is possible");
    assert!(pair.game.round().is_none());
    assert_eq!(pair.game.matched().number, 2);
    assert_eq!(pair.game.next_deal(), 0);
}

#[test]
fn deadlines_are_by_the_devices_clock() {
    let mut game = Pair::new("jamaican-partner", 3).game;
    let seat = Seat::default().into();
    let deadline = Deadline::Turn { seat, at: 90_000 };
    // The server's clock shows 60 s, ours 10 s: the turn ends in 30 s.
    let told = events(2, Vec::new(), 60_000, Some(deadline));
    game.hear(&told, 10_000.0).expect("the message is valid");
    assert_eq!(game.deadline(), Some((deadline, 40_000.0)));
    let away = presence(2, 0, Some(75_000));
    game.hear(&away, 10_000.0).expect("the message is valid");
    let bot_at = Some(25_000.0);
    assert_eq!(game.attendance(at(2)), Attendance::Away { bot_at });
}

#[test]
fn new_player_is_known_by_name() {
    let mut game = Pair::new("jamaican-partner", 3).game;
    let seat = Seat::new(2).expect("a seat");
    let changed = Event::SeatChanged {
        seat: seat.into(),
        holder: Holder::Person,
        name: Some("Beni".to_owned()),
    };
    game.observe(&changed, Pace::Live)
        .expect("the event is possible");
    assert_eq!(game.people()[2].name.as_deref(), Some("Beni"));
    assert_eq!(game.holder(seat), Some(Holder::Person));
}

#[test]
fn coming_and_going_makes_one_moment_each() {
    let mut game = Pair::new("jamaican-partner", 3).game;
    let mut told = |message: ServerMessage| {
        game.hear(&message, 0.0).expect("the message is valid");
        let moments: Vec<Moment> = game.take_moments().into();
        (moments, game.attendance(at(1)), game.devices())
    };
    let away = Attendance::Away { bot_at: None };
    let (away_now, gone, _) = told(presence(1, 0, None));
    assert_eq!((away_now, gone), (vec![Moment::Away(at(1))], away));
    assert_eq!(told(presence(1, 0, Some(9))).0, [], "only the time is new");
    let (back, here, _) = told(presence(1, 1, None));
    assert_eq!((back, here), (vec![Moment::Back(at(1))], Attendance::Here));
    assert_eq!(told(presence(1, 2, None)).0, [], "another's devices");
    assert_eq!(told(presence(0, 2, None)), (vec![], Attendance::Here, 2));
    let (fewer, _, devices) = told(presence(0, 1, None));
    assert_eq!((fewer, devices), (vec![], 1));
}

#[test]
fn sitting_down_is_no_return() {
    let mut game = Pair::new("jamaican-partner", 3).game;
    let holds = |holder| Event::SeatChanged {
        seat: at(1).into(),
        holder,
        name: None,
    };
    for message in [
        events(2, vec![holds(Holder::Open)], 0, None),
        presence(1, 0, None),
        events(3, vec![holds(Holder::Person)], 0, None),
        presence(1, 1, None),
    ] {
        game.hear(&message, 0.0).expect("the events are possible");
    }
    let told = game.take_moments();
    assert!(!told.contains(&Moment::Back(at(1))), "{told:?}");
    assert_eq!(game.attendance(at(1)), Attendance::Here);
    game.hear(&presence(1, 0, None), 0.0)
        .expect("the message is valid");
    assert_eq!(game.take_moments(), [Moment::Away(at(1))]);
}

#[test]
fn bot_plays_until_the_person_is_back() {
    let mut game = Pair::new("jamaican-partner", 3).game;
    game.hear(&presence(1, 0, Some(9)), 0.0)
        .expect("the message is valid");
    for why in [StandIn::Away, StandIn::Left] {
        let told = events(2, vec![stand_in(1, Some(why))], 0, None);
        game.hear(&told, 0.0).expect("the event is possible");
        assert_eq!(game.attendance(at(1)), Attendance::StandIn(why));
    }
    let back = events(3, vec![stand_in(1, None)], 0, None);
    game.hear(&presence(1, 1, None), 0.0)
        .expect("the message is valid");
    game.hear(&back, 0.0).expect("the event is possible");
    assert_eq!(game.attendance(at(1)), Attendance::Here);
    assert_eq!(game.version(), 3);
}

#[test]
fn table_does_not_wait_for_a_player_who_lost_the_seat() {
    let mut game = Pair::new("jamaican-partner", 3).game;
    let left = events(2, vec![stand_in(1, Some(StandIn::Left))], 0, None);
    game.hear(&left, 0.0).expect("the event is possible");
    let renewed = Event::SeatChanged {
        seat: at(1).into(),
        holder: Holder::Open,
        name: None,
    };
    game.observe(&renewed, Pace::Live)
        .expect("the event is possible");
    assert_eq!(game.attendance(at(1)), Attendance::Open);
    assert_eq!(game.open_seats(), [at(1)]);
    let taken = Event::SeatChanged {
        seat: at(1).into(),
        holder: Holder::Person,
        name: None,
    };
    game.observe(&taken, Pace::Live)
        .expect("the event is possible");
    assert_eq!(game.attendance(at(1)), Attendance::Here);
}

/// A table during a round, as a viewer without a hand receives it.
fn without_a_hand(seat: Option<Seat>) -> (Pair, ClientTable) {
    let mut pair = Pair::new("jamaican-partner", 3);
    let rules = *pair.table.game().rules();
    let mut told = snapshot("jamaican-partner", &rules);
    told.seat = seat.map(Into::into);
    if let Some(seat) = seat {
        told.seats[seat.index()].stand_in = Some(StandIn::NextDeal);
    }
    let deal = pair.seed.deal(&rules, 0);
    for event in pair
        .table
        .apply(&Fact::Dealt(Box::new(deal)))
        .expect("a deal")
    {
        let seen = event.visible_to(Viewer::Public);
        told.events.push(Event::from_seen(&seen, 0, Actor::Bot));
    }
    let game = ClientTable::found(&told, 0.0).expect("a table");
    (pair, game)
}

#[test]
fn player_who_joins_during_a_round_sees_no_hand() {
    for seat in [Some(at(2)), None] {
        let (mut pair, mut game) = without_a_hand(seat);
        let round = pair.table.round().expect("a round is in play");
        let opener = round.board().to_act();
        let action = round.distinct_actions()[0];
        assert_eq!(game.seat(), seat);
        assert!(game.round().is_none() && game.hand().is_empty());
        assert_eq!(game.to_act(), opener);
        assert_eq!(game.held(at(2)), 7);
        assert_eq!(game.ask(), Ask::Nothing);
        assert!(!game.is_my_turn() && !game.is_in_huddle());
        assert!(!game.send(action), "nothing to send without a hand");
        for event in pair.table.apply(&Fact::Acted(action)).expect("legal") {
            let event = Event::from_seen(&event.visible_to(Viewer::Public), 0, Actor::Bot);
            game.observe(&event, Pace::Live)
                .expect("the event is possible");
        }
        assert_eq!(game.moves().len(), 1);
        assert!(game.last_laid().is_some());
        let moments = game.take_moments();
        assert!(matches!(moments.front(), Some(Moment::Done { .. })));
    }
}

#[test]
fn player_who_joined_during_a_round_plays_next_deal() {
    let me = at(2);
    let (mut pair, mut game) = without_a_hand(Some(me));
    let why = StandIn::NextDeal;
    assert_eq!(game.attendance(me), Attendance::StandIn(why));
    let mut n_deals = 1;
    while game.round().is_none() {
        let deal = pair.table.n_deals();
        let fact = match pair.table.waiting() {
            Waiting::Deal => {
                let rules = *pair.table.game().rules();
                n_deals += 1;
                Fact::Dealt(Box::new(pair.seed.deal(&rules, deal)))
            }
            _ => Fact::Acted(pair.table.round().expect("a round").distinct_actions()[0]),
        };
        let viewer = if n_deals > 1 {
            me.into()
        } else {
            Viewer::Public
        };
        for event in pair.table.apply(&fact).expect("the fact is possible") {
            let event = Event::from_seen(&event.visible_to(viewer), deal, Actor::Bot);
            game.observe(&event, Pace::Live)
                .expect("the event is possible");
        }
    }
    assert_eq!(game.attendance(me), Attendance::Here);
    assert_eq!(game.hand().len(), 7);
}

#[test]
fn stopped_match_keeps_its_scores_until_the_next() {
    let mut game = Pair::new("jamaican-partner", 3).game;
    let stopped = MatchStopped {
        number: 1,
        scores: vec![3, 2],
        why: WhyStopped::Rules,
    };
    let told = vec![Event::MatchStopped(stopped.clone())];
    game.hear(&events(2, told, 0, None), 0.0)
        .expect("the event is possible");
    assert_eq!(game.matched().stopped, Some(stopped));
    let began = Event::MatchBegan {
        number: 2,
        commitment: String::new(),
        algorithm: String::new(),
        engine: 9,
    };
    game.observe(&began, Pace::Live)
        .expect("the event is possible");
    assert_eq!(
        (game.matched().stopped.as_ref(), game.matched().engine),
        (None, 9)
    );
}

#[test]
fn many_events_at_once_are_not_played_back_singly() {
    let mut game = Pair::new("jamaican-partner", 3).game;
    let rematch = Event::Rematch { seat: at(1).into() };
    for (n, expected) in [(6, 6), (7, 0)] {
        let told = events(2, vec![rematch.clone(); n], 0, None);
        game.hear(&told, 0.0).expect("the events are possible");
        assert_eq!(game.take_moments().len(), expected);
    }
}

/// A spectator sees who won, and has neither won nor lost.
#[test]
fn spectator_neither_wins_nor_loses() {
    let (mut pair, mut game) = without_a_hand(None);
    let mut won = 0;
    while won < 3 {
        let deal = pair.table.n_deals();
        let fact = match pair.table.waiting() {
            Waiting::Deal => {
                let rules = *pair.table.game().rules();
                Fact::Dealt(Box::new(pair.seed.deal(&rules, deal)))
            }
            _ => Fact::Acted(pair.table.round().expect("a round").distinct_actions()[0]),
        };
        for event in pair.table.apply(&fact).expect("the fact is possible") {
            let event = Event::from_seen(&event.visible_to(Viewer::Public), deal, Actor::Bot);
            game.observe(&event, Pace::Live)
                .expect("the event is possible");
        }
        if let Some(last) = game
            .table()
            .last()
            .filter(|_| matches!(fact, Fact::Acted(_)))
        {
            won += u32::from(last.outcome.winner.is_some());
            assert_eq!(game.won(last), None);
        }
    }
}

/// A player of the club game who wins the last round but not the match has not won.
#[test]
fn match_winner_need_not_win_its_last_round() {
    let mut seen = (false, false);
    for seed in 0..200 {
        let mut pair = Pair::new("club", seed);
        while pair.run_to_my_turn() {
            let action = pair.game.actions()[0];
            pair.apply(&Fact::Acted(action));
            if let Some(last) = pair
                .game
                .table()
                .last()
                .filter(|last| last.result.is_none())
            {
                let me = pair.game.seat().expect("a seat");
                let own = last.outcome.winner.map(|seat| seat == me);
                assert_eq!(pair.game.won(last), own, "the round");
            }
        }
        let last = pair
            .game
            .table()
            .last()
            .expect("the last round is known")
            .clone();
        let scores = last.scores.as_slice();
        let own = scores[0] > scores[1];
        assert_eq!(pair.game.won(&last), Some(own), "{scores:?}");
        let of_the_round = last.outcome.winner.map(|seat| seat == at(0));
        match (own, of_the_round) {
            (true, Some(false)) => seen.0 = true,
            (false, Some(true)) => seen.1 = true,
            _ => {}
        }
    }
    assert!(seen.0 || seen.1, "no match whose last round went elsewhere");
}

#[test]
fn commands_carry_version_and_numbers() {
    let mut pair = Pair::new("jamaican-partner", 3);
    assert!(pair.run_to_my_turn());
    let key = Key::new("k").expect("a key");
    let said = |command: Command| command.message(key.clone(), &pair.game);
    let expected = pair.game.version();
    let action = pair.game.actions()[0];
    assert_eq!(
        said(Command::Act(action)),
        ClientMessage::Act {
            key: key.clone(),
            expected,
            action: action.into(),
        }
    );
    let key = key.clone();
    let ready = ClientMessage::Ready { key, deal: 1 };
    assert_eq!(said(Command::Ready), ready, "the deal after this one");
}

/// The beginning of a round is known to players who were there and to those who come later, until the next begins.
#[test]
fn beginning_of_the_round_is_known_until_the_next() {
    let mut pair = Pair::new("club", 3);
    assert!(pair.game.beginning().is_empty());
    pair.run_to_my_turn();
    let (dealt, drawn) = pair.game.beginning().split_last().expect("a beginning");
    assert!(matches!(dealt, Moment::Dealt(_)));
    assert!(matches!(drawn.last(), Some(Moment::TurnedUp(_, Some(_)))));
    while pair.table.n_deals() == 1 {
        if pair.run_to_my_turn() {
            let round = pair.table.round().expect("a round is in play");
            let action = round.distinct_actions()[0];
            pair.apply(&Fact::Acted(action));
        }
    }
    assert!(matches!(pair.game.beginning(), [Moment::Dealt(_)]));
}

/// A player who is not ready has to answer, even if all others are ready.
#[test]
fn last_player_to_be_ready_still_has_to_answer() {
    let mut game = Pair::new("club", 3).game;
    assert!(game.gathers(), "nobody is ready");
    let ready = |seat| Event::Ready {
        seat: at(seat).into(),
        deal: 0,
    };
    game.observe(&ready(1), Pace::Live)
        .expect("the event is possible");
    assert!(game.waited_for().is_empty() && game.gathers());
    game.observe(&ready(0), Pace::Live)
        .expect("the event is possible");
    assert!(!game.gathers());
    // A player with bots alone is dealt to without a question.
    let preset = Game::by_id("club").expect("a game");
    let mut alone = snapshot("club", &preset.rules(2).expect("rules"));
    alone.seats[1].holder = Holder::Bot;
    assert!(!ClientTable::found(&alone, 0.0).expect("a table").gathers());
}

#[test]
fn passed_numbers_are_shown_if_the_table_allows() {
    for (passed, shows) in [(Passed::On, true), (Passed::Off, false)] {
        let mut pair = Pair::new("jamaican-partner", 7);
        let rules = *pair.table.game().rules();
        let told = Snapshot {
            passed,
            ..snapshot("jamaican-partner", &rules)
        };
        pair.game = ClientTable::found(&told, 0.0).expect("a table");
        let mut seen = false;
        for _ in 0..40 {
            if !pair.run_to_my_turn() {
                break;
            }
            seen |= Seat::all(4).any(|seat| !pair.game.passed_on(seat).is_empty());
            let round = pair.table.round().expect("a round is in play");
            let action = round.distinct_actions()[0];
            pair.apply(&Fact::Acted(action));
        }
        assert_eq!(seen, shows, "{passed:?}");
    }
}

#[test]
fn rename_is_no_new_player_and_a_table_has_one_host() {
    let mut pair = Pair::new("jamaican-partner", 7);
    let changed = |seat: u8, holder, name: &str| Event::SeatChanged {
        seat: at(seat).into(),
        holder,
        name: Some(name.to_owned()),
    };
    let mut told = |event: Event| {
        pair.game
            .observe(&event, Pace::Live)
            .expect("the event is possible");
        pair.game.take_moments().len()
    };
    assert_eq!(told(changed(1, Holder::Person, "Ana María")), 0);
    assert_eq!(told(changed(1, Holder::Bot, "Ana María")), 1);
    assert_eq!(told(changed(1, Holder::Person, "Beto")), 1);
    let host = Event::Host { seat: at(1).into() };
    assert_eq!(told(host), 1);
    assert_eq!(pair.game.host(), Some(at(1)));
    assert!(!pair.game.is_host());
}
