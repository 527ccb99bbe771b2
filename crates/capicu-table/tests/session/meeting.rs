//! Tables of events: no place can be taken, matches follow each other, and the time of a meeting ends it.

use capicu::fair::Seed;
use capicu::{Rules, Seat, Waiting};
use capicu_protocol::{Level, Passed, Refusal, ServerMessage, TurnTime, Watching, WhyStopped};
use capicu_table::{
    Advice, Board, Chooser, Command, Fact, Halt, Input, Meeting, MeetingEnd, Plan, Setup, Stakes,
    StandIns, Ties,
};

use crate::session::host::{Host, rules, seat, token};
use crate::session::sitting::refusal;

const START: u64 = 1_000_000;

/// A table of the club's game for two, with this target of a match.
fn two(target: &str, turn_time: TurnTime, meeting: Meeting) -> Host {
    let person = |n: u8| Plan::Person {
        token: token(n),
        name: None,
    };
    let setup = Setup {
        game: "all-fives".to_owned(),
        title: None,
        rules: rules("all-fives", 2, target),
        host: None,
        seats: vec![person(0), person(1)],
        turn_time,
        grace: 20,
        level: Level::Table,
        advice: Advice::Off,
        stakes: Stakes::Casual,
        watching: Watching::On,
        passed: Passed::On,
        meeting: Some(meeting),
    };
    Host::new(setup, 7)
}

const MEETING: Meeting = Meeting {
    matches: 2,
    until: None,
    ties: Ties::Stand,
    stand_ins: StandIns::Never,
    boards: Vec::new(),
};

/// Plays until nothing is left to do or the meeting is over, and returns the number of actions.
fn play(host: &mut Host, ids: [u64; 2], most: usize) -> usize {
    for acts in 0..most {
        let end = host.session.state().meeting().expect("a meeting").end;
        if end != MeetingEnd::GoesOn {
            return acts;
        }
        match host.waiting() {
            Waiting::Act(who) => {
                let key = format!("a{}", host.version());
                host.act(ids[who.index()], who, &key);
            }
            _ => assert!(host.go_on(), "something happens by itself"),
        }
    }
    most
}

fn refused(answer: Option<ServerMessage>) -> Option<Refusal> {
    match answer {
        Some(ServerMessage::Refused { refusal, .. }) => Some(refusal),
        _ => None,
    }
}

#[test]
fn table_without_stand_ins_waits_for_absent_players() {
    let mut host = two("50", TurnTime::Usual, MEETING);
    let ana = host.connect(token(0), None, None);
    for _ in 0..20 {
        host.go_on();
    }
    assert_eq!(host.table().n_deals(), 0, "nothing is dealt for one");
    assert_eq!(host.wake, None, "and nothing is looked at again and again");
    let ben = host.connect(token(1), None, None);
    assert_eq!(host.table().n_deals(), 1, "both are there");
    let answer = host.say(ana, "leave", Command::Leave);
    assert_eq!(refused(answer), Some(Refusal::NotNow));
    let answer = host.say(ana, "other", Command::Rotate(token(77)));
    assert_eq!(refused(answer), Some(Refusal::NotNow));
    // The player on turn leaves, and an hour passes.
    let Waiting::Act(who) = host.waiting() else {
        panic!("a seat is to act")
    };
    let (goes, stays) = if who == seat(0) {
        (ana, ben)
    } else {
        (ben, ana)
    };
    host.leave(goes);
    let before = host.version();
    host.now += 3_600_000;
    for _ in 0..20 {
        host.handle(Input::Tick);
    }
    assert_eq!(host.version(), before, "nobody plays for them");
    let answer = host.say(stays, "bot", Command::StandIn(who));
    assert_eq!(refused(answer), Some(Refusal::NotAway));
    // A player who comes back has time to think, and the match continues.
    let back = host.connect(token(who.index() as u8), None, None);
    host.handle(Input::Tick);
    assert_eq!(host.version(), before, "there is time left");
    assert!(host.act(back, who, "back").is_some());
    assert!(host.choosers().iter().all(|by| *by == Chooser::Person));
    host.check_refold();
}

#[test]
fn turn_out_of_time_takes_the_first_legal_action() {
    let mut host = two("50", TurnTime::Thirty, MEETING);
    for n in 0..2 {
        host.connect(token(n), None, None);
    }
    for _ in 0..3 {
        assert!(host.go_on());
        assert!(host.thinks.is_empty(), "nobody is asked to think");
    }
    assert!(host.choosers().contains(&Chooser::Clock));
    assert!(!host.choosers().contains(&Chooser::Bot));
}

#[test]
fn matches_follow_each_other_until_the_meeting_is_won() {
    let mut host = two("30", TurnTime::Off, MEETING);
    let ids = [0, 1].map(|n| host.connect(token(n), None, None));
    play(&mut host, ids, 5_000);
    let standing = host.session.state().meeting().expect("a meeting");
    assert_eq!(standing.end, MeetingEnd::Played);
    assert_eq!(standing.matches.iter().max(), Some(&2));
    let matches: u16 = standing.matches.iter().sum();
    assert_eq!(host.ends.len(), usize::from(matches));
    // The points are the sum over all its matches.
    for (side, points) in standing.points.iter().enumerate() {
        let all = host.ends.iter().map(|end| end.scores.as_slice()[side]);
        assert_eq!(*points, all.map(u32::from).sum::<u32>());
    }
    let after = u32::from(matches);
    let answer = host.say(ids[0], "more", Command::Rematch { after });
    assert_eq!(refused(answer), Some(Refusal::NotNow));
    let before = host.version();
    host.now += 3_600_000;
    host.handle(Input::Tick);
    assert_eq!(host.version(), before, "nothing begins any more");
    host.check_refold();
}

#[test]
fn nobody_withdraws_from_a_meeting() {
    let mut host = two("5000", TurnTime::Off, MEETING);
    let ids = [0, 1].map(|n| host.connect(token(n), None, None));
    while host.table().n_deals() == 0 || matches!(host.waiting(), Waiting::Act(_)) {
        play(&mut host, ids, 1);
    }
    let messages = &host.clients[&ids[1]].messages;
    let snapshot = messages.iter().find_map(|message| match message {
        ServerMessage::Snapshot(snapshot) => Some(snapshot),
        _ => None,
    });
    assert!(snapshot.expect("a snapshot").of_event, "the client knows");
    let out = host.say(ids[1], "out", Command::Withdraw);
    assert_eq!(refusal(out), Some(Refusal::NotNow));
}

#[test]
fn round_is_finished_after_the_time_and_the_leader_wins() {
    let meeting = Meeting {
        matches: 1,
        until: Some(START + 60_000),
        ..MEETING
    };
    let mut host = two("5000", TurnTime::Off, meeting);
    let ids = [0, 1].map(|n| host.connect(token(n), None, None));
    // The time runs out during a round.
    host.now = START + 61_000;
    host.handle(Input::Tick);
    assert!(matches!(host.waiting(), Waiting::Act(_)));
    let deals = host.table().n_deals();
    play(&mut host, ids, 1_000);
    assert_eq!(host.table().n_deals(), deals, "no other hand began");
    let standing = host.session.state().meeting().expect("a meeting");
    assert_eq!(standing.end, MeetingEnd::Played);
    assert_eq!(
        host.journal.last().map(|entry| &entry.fact),
        Some(&Fact::Halted { why: Halt::Time })
    );
    let stopped = |message: &ServerMessage| format!("{message:?}").contains("Time");
    assert!(
        host.clients[&ids[0]].messages.iter().any(stopped),
        "the match end was sent"
    );
    assert_eq!(host.ended, 0, "no match was won");
    host.check_refold();
    host.restart();
    assert_eq!(host.session.state().meeting(), Some(standing));
}

#[test]
fn meeting_without_a_round_does_not_end_by_time() {
    let meeting = Meeting {
        until: Some(START + 60_000),
        ..MEETING
    };
    let mut host = two("50", TurnTime::Off, meeting);
    host.connect(token(0), None, None);
    host.now = START + 600_000;
    host.handle(Input::Tick);
    let standing = host.session.state().meeting().expect("a meeting");
    assert_eq!(standing.end, MeetingEnd::GoesOn);
}

#[test]
fn tie_is_played_off_if_ties_are_not_allowed() {
    for (ties, end) in [
        (Ties::Stand, MeetingEnd::Played),
        (Ties::PlayedOff, MeetingEnd::GoesOn),
    ] {
        // In two matches each side has won none, so neither leads in matches.
        let meeting = Meeting {
            until: Some(START + 60_000),
            ties,
            ..MEETING
        };
        let mut host = two("5000", TurnTime::Off, meeting);
        let ids = [0, 1].map(|n| host.connect(token(n), None, None));
        host.now = START + 61_000;
        let deals = host.table().n_deals();
        for _ in 0..1_000 {
            if host.table().n_deals() > deals
                || host.session.state().meeting().unwrap().end != MeetingEnd::GoesOn
            {
                break;
            }
            play(&mut host, ids, 1);
        }
        assert_eq!(host.session.state().meeting().unwrap().end, end, "{ties:?}");
    }
}

#[test]
fn director_ends_a_meeting_at_once() {
    let mut host = two("50", TurnTime::Off, MEETING);
    let ids = [0, 1].map(|n| host.connect(token(n), None, None));
    host.handle(Input::Halt(Halt::Desk));
    let standing = host.session.state().meeting().expect("a meeting");
    assert_eq!(standing.end, MeetingEnd::Settled);
    assert_eq!(host.waiting(), Waiting::Nothing);
    let stopped = host.session.state().match_info().and_then(|of| of.stopped);
    assert_eq!(stopped.map(|of| of.why), Some(WhyStopped::Desk));
    let version = host.version();
    host.handle(Input::Halt(Halt::Desk));
    assert_eq!(host.version(), version, "once");
    let answer = host.act(ids[0], Seat::default(), "late");
    assert!(answer.is_none() || refused(answer).is_some());
    host.check_refold();
}

#[test]
fn table_without_a_meeting_cannot_be_halted() {
    let mut host = Host::new(
        crate::session::host::setup(rules("all-fives", 2, "50"), "all-fives", "pb"),
        7,
    );
    let version = host.version();
    host.handle(Input::Halt(Halt::Desk));
    assert_eq!(host.version(), version);
    assert_eq!(host.session.state().meeting(), None);
}

/// A table for two with these boards. Seat 0 opens a match; with `by_double`, the seat with the highest double opens.
fn with_boards(boards: &[(u64, u8)], by_double: bool) -> Host {
    let mut choices = *rules("block", 2, "5000");
    let (opener, lead) = match by_double {
        true => ("highest-double", "that-tile"),
        false => ("first-seat", "any-tile"),
    };
    choices.set("opener", opener).expect("the opener is valid");
    choices.set("opening-lead", lead).expect("a lead");
    choices.set("next-opener", "winner").expect("a rule");
    let rules = Rules::new(choices).expect("rules");
    let board = |(seed, first): &(u64, u8)| Board {
        deal: Seed::from_number(*seed).deal(&rules, 0),
        first: seat(*first),
    };
    let meeting = Meeting {
        matches: 1,
        boards: boards.iter().map(board).collect(),
        ..MEETING
    };
    let mut host = two("5000", TurnTime::Off, meeting);
    host.setup.rules = rules;
    Host::new(host.setup, 7)
}

#[test]
fn boards_are_dealt_in_order_and_end_the_meeting() {
    let boards = [(11, 1), (12, 0), (13, 1)];
    let mut host = with_boards(&boards, false);
    let ids = [0, 1].map(|n| host.connect(token(n), None, None));
    let mut scores = vec![0, 0];
    for (at, (seed, first)) in boards.iter().enumerate() {
        let deals = at as u32 + 1;
        while host.table().n_deals() < deals {
            play(&mut host, ids, 1);
        }
        let deal = Seed::from_number(*seed).deal(host.session.state().rules(), 0);
        let round = host.table().round().expect("a round");
        assert_eq!(round.to_act(), Some(seat(*first)), "board {at}");
        assert_eq!(round.hands(), deal.hands(), "board {at}");
        while host.session.state().meeting().expect("one").hands.len() <= at {
            play(&mut host, ids, 1);
        }
        let standing = host.session.state().meeting().expect("a meeting");
        for (sum, points) in scores.iter_mut().zip(&standing.hands[at].points) {
            *sum += *points;
        }
        assert_eq!(standing.scores, scores, "a hand is what it has added");
    }
    let standing = host.session.state().meeting().expect("a meeting");
    assert_eq!(standing.end, MeetingEnd::Played);
    let stopped = host.session.state().match_info().and_then(|of| of.stopped);
    assert_eq!(stopped.map(|of| of.why), Some(WhyStopped::Boards));
    assert_eq!(host.table().n_deals(), 3, "nothing is dealt after the last");
    host.check_refold();
    host.restart();
    assert_eq!(host.session.state().meeting(), Some(standing));
}

#[test]
fn board_is_opened_by_highest_double_if_rules_say_so() {
    let host = {
        let mut host = with_boards(&[(11, 1)], true);
        for n in 0..2 {
            host.connect(token(n), None, None);
        }
        host
    };
    let round = host.table().round().expect("a round");
    let double = |at: u8| {
        let doubles = round.hands()[seat(at)]
            .into_iter()
            .filter(|tile| tile.is_double());
        doubles.map(|tile| tile.high().value()).max()
    };
    let holder = if double(0) > double(1) { 0 } else { 1 };
    assert_eq!(round.to_act(), Some(seat(holder)));
}

#[test]
fn boards_stay_secret_until_they_are_dealt() {
    let told = |later: u64| {
        let mut host = with_boards(&[(11, 1), (later, 0)], false);
        let ids = [0, 1].map(|n| host.connect(token(n), None, None));
        while host
            .session
            .state()
            .meeting()
            .expect("one")
            .hands
            .is_empty()
        {
            play(&mut host, ids, 1);
        }
        assert_eq!(host.table().n_deals(), 1);
        ids.map(|id| format!("{:?}", host.clients[&id].messages))
    };
    assert_eq!(told(12), told(13));
}
