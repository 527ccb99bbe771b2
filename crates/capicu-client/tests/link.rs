//! Every path through the states of a link.

use crate::common;
use capicu_client::{Change, Input, Link, Output, PING, SILENCE, Status};
use capicu_protocol::{
    ClientMessage, Clock, Closed, Event, Key, Presence, Refusal, Seat, ServerMessage, Token,
    VERSION,
};

fn token(n: u8) -> Token {
    Token::new([n; 32])
}

const OWN: u8 = 100;

fn key(name: &str) -> Key {
    Key::new(name).expect("a key")
}

fn ready(name: &str) -> ClientMessage {
    let deal = 0;
    ClientMessage::Ready {
        key: key(name),
        deal,
    }
}

fn rotate(name: &str, n: u8) -> ClientMessage {
    ClientMessage::Rotate {
        key: key(name),
        token: token(n),
    }
}

const CLOCK: Clock = Clock {
    now: 0,
    deadline: None,
    banks: Vec::new(),
};

fn delta(version: u64) -> ServerMessage {
    ServerMessage::Delta {
        version,
        events: Vec::new(),
        presence: Vec::new(),
        clock: CLOCK,
    }
}

fn snapshot(version: u64) -> ServerMessage {
    let game = capicu::Game::by_id("draw").expect("a game");
    let rules = game.rules(2).expect("the game has rules for two");
    let mut snapshot = common::snapshot(game.id, &rules);
    snapshot.version = version;
    ServerMessage::Snapshot(Box::new(snapshot))
}

/// The same when the account opened the seat.
fn by_session(version: u64) -> ServerMessage {
    let ServerMessage::Snapshot(mut told) = snapshot(version) else {
        unreachable!("a snapshot");
    };
    told.by_session = true;
    ServerMessage::Snapshot(told)
}

fn events(version: u64, n: usize) -> ServerMessage {
    let seat = Seat(capicu::Seat::default());
    ServerMessage::Events {
        version,
        events: vec![Event::Rematch { seat }; n],
        clock: CLOCK,
    }
}

fn done(name: &str) -> ServerMessage {
    let version = 1;
    ServerMessage::Done {
        key: key(name),
        version,
    }
}

fn refused(name: &str, refusal: Refusal) -> ServerMessage {
    ServerMessage::Refused {
        key: key(name),
        refusal,
        version: 1,
    }
}

const fn closed(why: Closed) -> ServerMessage {
    ServerMessage::Closed { why }
}

struct Test {
    link: Link,
    now: f64,
}

impl Test {
    fn new(tokens: &[u8]) -> Self {
        let link = Link::new(tokens.iter().copied().map(token), token(OWN));
        Self { link, now: 1_000.0 }
    }

    fn connected() -> Self {
        let mut test = Self::new(&[1]);
        test.does(Input::Connect);
        test.does(Input::Opened);
        test.hears(snapshot(1));
        assert_eq!(test.link.status(), Status::Connected);
        test
    }

    fn does(&mut self, input: Input) -> Vec<Output> {
        self.link.handle(input, self.now, 1.0)
    }

    fn hears(&mut self, message: ServerMessage) -> Vec<Output> {
        self.does(Input::Heard(message))
    }

    /// The outputs when the connection opens.
    fn greets(&mut self) -> Vec<Output> {
        self.does(Input::Opened)
    }
}

fn hello(n: u8, own: Option<u8>, since: Option<u64>) -> Output {
    Output::Send(ClientMessage::Hello {
        protocol: VERSION,
        token: Some(token(n)),
        own: own.map(token),
        since,
    })
}

const AT_ONCE: Output = Output::Connect { after: 0.0 };

fn status(status: Status) -> Output {
    Output::Changed(Change::Status(status))
}

fn told(message: ServerMessage) -> Output {
    Output::Changed(Change::Told(message))
}

fn answered(command: ClientMessage, refusal: Option<Refusal>) -> Output {
    Output::Changed(Change::Answered { command, refusal })
}

fn sent(outputs: &[Output]) -> Vec<&ClientMessage> {
    let messages = outputs.iter().filter_map(|output| match output {
        Output::Send(message) => Some(message),
        _ => None,
    });
    messages.collect()
}

#[test]
fn seat_reconnects_with_its_token() {
    let mut test = Test::new(&[1]);
    assert_eq!(test.does(Input::Connect), [AT_ONCE]);
    assert_eq!(test.does(Input::Connect), [], "it connects already");
    assert_eq!(test.greets(), [hello(1, None, None)]);
    assert_eq!(
        test.hears(snapshot(4)),
        [
            told(snapshot(4)),
            Output::KeepOwn(token(1)),
            status(Status::Connected)
        ]
    );
    assert_eq!(test.does(Input::Connect), [], "it is connected");
}

#[test]
fn token_unknown_to_the_table_gives_way_to_the_seats_own() {
    let mut test = Test::new(&[1, 2, 3]);
    test.does(Input::Connect);
    assert_eq!(test.greets(), [hello(1, None, None)]);
    assert_eq!(test.hears(by_session(4)), [AT_ONCE], "nothing is kept");
    assert_eq!(test.greets(), [hello(2, None, None)]);
    let outputs = test.hears(snapshot(4));
    assert_eq!(outputs[1], Output::KeepOwn(token(2)));
    test.does(Input::Closed);
    assert_eq!(test.greets(), [hello(2, None, Some(4))]);
}

#[test]
fn no_token_is_stored_when_the_account_opens_the_seat() {
    let mut test = Test::new(&[1, 2]);
    test.does(Input::Connect);
    test.greets();
    assert_eq!(test.hears(by_session(4)), [AT_ONCE]);
    assert_eq!(test.greets(), [hello(2, None, None)]);
    let connected = [told(by_session(4)), status(Status::Connected)];
    assert_eq!(test.hears(by_session(4)), connected, "both were tried");
    test.does(Input::Closed);
    assert_eq!(test.greets(), [hello(2, None, Some(4))]);
    assert_eq!(test.hears(by_session(5))[0], told(by_session(5)));

    // A change of token ends that.
    test.does(Input::Say(rotate("r", 9)));
    let done = ServerMessage::Done {
        key: key("r"),
        version: 6,
    };
    assert!(test.hears(done).contains(&Output::KeepOwn(token(9))));
    test.does(Input::Closed);
    assert_eq!(test.greets(), [hello(9, None, Some(5))]);
}

#[test]
fn own_token_is_stored_before_it_is_sent() {
    let mut test = Test::new(&[1]);
    test.does(Input::Connect);
    test.greets();
    assert_eq!(test.hears(closed(Closed::NoOwnToken)), [AT_ONCE]);
    assert_eq!(
        test.greets(),
        [Output::KeepNext(token(OWN)), hello(1, Some(OWN), None)]
    );
    let outputs = test.hears(snapshot(1));
    assert_eq!(outputs[1], Output::KeepOwn(token(OWN)));
    test.does(Input::Closed);
    assert_eq!(
        test.greets(),
        [hello(OWN, None, Some(1))],
        "the link is not shown again"
    );
}

/// Sits down, and loses the answer.
fn sat_down_unheard() -> Test {
    let mut test = Test::new(&[1]);
    test.does(Input::Connect);
    test.greets();
    test.hears(closed(Closed::NoOwnToken));
    test.greets();
    test.does(Input::Closed);
    test
}

#[test]
fn own_token_comes_first_after_a_lost_answer() {
    let mut test = sat_down_unheard();
    assert_eq!(test.greets(), [hello(OWN, None, None)]);
    assert!(
        test.hears(snapshot(1))
            .contains(&Output::KeepOwn(token(OWN)))
    );
}

#[test]
fn link_comes_second_after_a_lost_answer() {
    let mut test = sat_down_unheard();
    test.greets();
    assert_eq!(test.hears(closed(Closed::BadToken)), [AT_ONCE]);
    let again = [Output::KeepNext(token(OWN)), hello(1, Some(OWN), None)];
    assert_eq!(test.greets(), again);
    // The first `hello` has arrived in the meantime: the link is dead, and the player's token is not.
    assert_eq!(test.hears(closed(Closed::BadToken)), [AT_ONCE]);
    assert_eq!(test.greets(), [hello(OWN, None, None)]);
    assert!(
        test.hears(snapshot(1))
            .contains(&Output::KeepOwn(token(OWN)))
    );
}

#[test]
fn link_is_dead_once_another_player_opened_it() {
    let mut test = sat_down_unheard();
    for _ in 0..3 {
        test.greets();
        test.hears(closed(Closed::BadToken));
    }
    assert_eq!(test.link.status(), Status::Closed(Closed::BadToken));
}

#[test]
fn own_token_in_use_is_tried_alone_once() {
    let mut test = Test::new(&[1]);
    test.does(Input::Connect);
    test.greets();
    test.hears(closed(Closed::NoOwnToken));
    test.greets();
    assert_eq!(test.hears(closed(Closed::NoOwnToken)), [AT_ONCE]);
    assert_eq!(test.greets(), [hello(OWN, None, None)]);
    test.hears(closed(Closed::BadToken));
    test.greets();
    assert_eq!(
        test.hears(closed(Closed::NoOwnToken)),
        [Output::HangUp, status(Status::Closed(Closed::NoOwnToken))]
    );
}

#[test]
fn dead_token_gives_way_to_the_next_and_to_found_ones() {
    let mut test = Test::new(&[1, 2]);
    test.does(Input::Connect);
    test.greets();
    assert_eq!(test.hears(closed(Closed::BadToken)), [AT_ONCE]);
    assert_eq!(test.greets(), [hello(2, None, None)]);
    assert_eq!(
        test.hears(closed(Closed::BadToken)),
        [Output::HangUp, status(Status::Closed(Closed::BadToken))]
    );
    let dead = Input::Tokens(vec![token(1), token(2)]);
    assert_eq!(test.does(dead), [], "they are known to be dead");
    let outputs = test.does(Input::Tokens(vec![token(2), token(3)]));
    assert_eq!(outputs, [status(Status::Connecting), AT_ONCE]);
    assert_eq!(test.greets(), [hello(3, None, None)]);
}

#[test]
fn client_without_a_token_watches_again_after_a_loss() {
    let without = |since| {
        Output::Send(ClientMessage::Hello {
            protocol: VERSION,
            token: None,
            own: None,
            since,
        })
    };
    let mut test = Test::new(&[]);
    test.does(Input::Connect);
    assert_eq!(test.greets(), [without(None)]);
    let told = test.hears(snapshot(1));
    assert!(told.contains(&status(Status::Connected)));
    let kept = |output: &Output| matches!(output, Output::KeepOwn(_) | Output::KeepNext(_));
    assert!(!told.iter().any(kept), "{told:?}");
    test.does(Input::Closed);
    let [Output::Send(ClientMessage::Hello { token, since, .. })] = &test.greets()[..] else {
        panic!("it greets");
    };
    assert!(token.is_none() && since.is_some());

    let mut test = Test::new(&[]);
    test.does(Input::Connect);
    test.greets();
    assert_eq!(
        test.hears(closed(Closed::NotPublic)),
        [Output::HangUp, status(Status::Closed(Closed::NotPublic))]
    );
}

#[test]
fn link_closes_when_its_seat_is_taken_away() {
    let mut test = Test::connected();
    assert_eq!(
        test.hears(closed(Closed::BadToken)),
        [Output::HangUp, status(Status::Closed(Closed::BadToken))]
    );
    assert_eq!(test.does(Input::Closed), []);
    assert_eq!(test.does(Input::Say(ready("a"))), []);
    assert_eq!(test.does(Input::Connect), []);
    assert_eq!(test.does(Input::Tick), []);
    assert_eq!(test.hears(delta(2)), []);
}

#[test]
fn command_is_sent_again_with_its_key_until_answered() {
    let mut test = Test::connected();
    let (a, b) = (ready("a"), ready("b"));
    assert_eq!(
        test.does(Input::Say(a.clone())),
        [Output::Send(a.clone())],
        "the command is sent at once"
    );
    test.does(Input::Closed);
    assert_eq!(test.does(Input::Say(b.clone())), [], "said later");
    test.greets();
    let outputs = test.hears(delta(1));
    assert_eq!(sent(&outputs), [&a, &b], "in the order they were said");
    assert_eq!(test.hears(done("a")), [answered(a, None)]);
    assert_eq!(test.hears(done("a")), [], "answered once");
    test.does(Input::Closed);
    test.greets();
    assert_eq!(sent(&test.hears(delta(1))), [&b]);
    let stale = Some(Refusal::Stale);
    assert_eq!(
        test.hears(refused("b", Refusal::Stale)),
        [answered(b, stale)]
    );
    assert_eq!(test.link.unanswered().count(), 0);
}

#[test]
fn passing_refusal_sends_the_command_again_later() {
    for refusal in [Refusal::Unavailable, Refusal::TooOften] {
        let mut test = Test::connected();
        test.does(Input::Say(ready("a")));
        assert_eq!(test.hears(refused("a", refusal)), []);
        assert_eq!(test.does(Input::Tick), [], "not at once");
        test.now += 1_000.0;
        assert_eq!(test.does(Input::Tick), [Output::Send(ready("a"))]);
        assert_eq!(test.does(Input::Tick), [], "and once");
    }
}

#[test]
fn messages_without_a_key_are_not_sent() {
    let mut test = Test::connected();
    assert_eq!(test.does(Input::Say(ClientMessage::Ping { n: 1 })), []);
}

#[test]
fn changed_token_replaces_the_old_one() {
    let mut test = Test::connected();
    assert_eq!(
        test.does(Input::Say(rotate("r", 2))),
        [Output::KeepNext(token(2)), Output::Send(rotate("r", 2))],
        "it is stored before it is sent"
    );
    assert_eq!(
        test.does(Input::Say(rotate("s", 3))),
        [],
        "one change at a time"
    );
    assert_eq!(
        test.hears(done("r")),
        [Output::KeepOwn(token(2)), answered(rotate("r", 2), None)]
    );
    test.does(Input::Closed);
    assert_eq!(test.greets(), [hello(2, None, Some(1))]);
    // If the host now takes the seat away, the new token is the dead one.
    test.hears(closed(Closed::BadToken));
    assert_eq!(test.link.status(), Status::Closed(Closed::BadToken));
}

#[test]
fn changed_token_survives_a_lost_answer() {
    let mut test = Test::connected();
    test.does(Input::Say(rotate("r", 2)));
    test.does(Input::Closed);
    assert_eq!(test.greets(), [hello(1, None, Some(1))]);
    assert_eq!(test.hears(closed(Closed::BadToken)), [AT_ONCE]);
    assert_eq!(test.greets(), [hello(2, None, Some(1))]);
    let outputs = test.hears(delta(2));
    assert!(outputs.contains(&Output::KeepOwn(token(2))));
    assert_eq!(sent(&outputs), [&rotate("r", 2)], "by its own key");
    assert_eq!(
        test.hears(done("r")),
        [Output::KeepOwn(token(2)), answered(rotate("r", 2), None)]
    );
}

#[test]
fn lost_change_of_token_is_sent_again() {
    let mut test = Test::connected();
    test.does(Input::Say(rotate("r", 2)));
    test.does(Input::Closed);
    test.greets();
    assert_eq!(
        test.hears(delta(1))[1..],
        [
            Output::KeepOwn(token(1)),
            Output::KeepNext(token(2)),
            status(Status::Connected),
            Output::Send(rotate("r", 2)),
        ],
        "either may open the seat until the answer"
    );
}

#[test]
fn refused_change_of_token_is_forgotten() {
    let mut test = Test::connected();
    test.does(Input::Say(rotate("r", 2)));
    let bad = Some(Refusal::BadToken);
    assert_eq!(
        test.hears(refused("r", Refusal::BadToken)),
        [Output::ForgetNext, answered(rotate("r", 2), bad)]
    );
    test.does(Input::Closed);
    assert_eq!(test.greets(), [hello(1, None, Some(1))]);
    test.hears(closed(Closed::BadToken));
    assert_eq!(test.link.status(), Status::Closed(Closed::BadToken));
}

#[test]
fn player_comes_back_on_request_and_does_not_leave_again() {
    let mut test = Test::connected();
    let leave = ClientMessage::Leave { key: key("l") };
    test.does(Input::Say(leave.clone()));
    test.does(Input::Say(ready("a")));
    assert_eq!(
        test.hears(closed(Closed::Left)),
        [Output::HangUp, status(Status::Closed(Closed::Left))]
    );
    test.now += 1e6;
    assert_eq!(test.does(Input::Tick), [], "not by itself");
    assert_eq!(
        test.does(Input::Connect),
        [status(Status::Connecting), AT_ONCE]
    );
    assert_eq!(test.greets(), [hello(1, None, Some(1))]);
    assert_eq!(sent(&test.hears(delta(3))), [&ready("a")]);
}

#[test]
fn link_reconnects_only_after_passing_reasons() {
    let passing = [
        Closed::Flood,
        Closed::NoHello,
        Closed::TooSlow,
        Closed::Stopping,
        Closed::Restarted,
        Closed::Unavailable,
    ];
    let lasting = [
        Closed::Malformed,
        Closed::TooLarge,
        Closed::Binary,
        Closed::Unexpected,
        Closed::Protocol,
        Closed::UnknownTable,
    ];
    for why in passing {
        let mut test = Test::connected();
        let until = test.now + 300.0;
        assert_eq!(
            test.hears(closed(why)),
            [
                status(Status::Lost { until }),
                Output::Connect { after: 300.0 }
            ]
        );
        assert_eq!(test.greets(), [hello(1, None, Some(1))]);
    }
    for why in lasting {
        let mut test = Test::connected();
        test.hears(closed(why));
        assert_eq!(test.link.status(), Status::Closed(why));
    }
}

#[test]
fn waits_double_up_to_ten_seconds_minus_a_random_quarter() {
    for chance in [0.0, 0.5, 1.0] {
        let mut link = Link::new([token(1)], token(OWN));
        link.handle(Input::Connect, 0.0, chance);
        let share = 0.75 + 0.25 * chance;
        for due in [
            300.0, 600.0, 1200.0, 2400.0, 4800.0, 9600.0, 10_000.0, 10_000.0,
        ] {
            let outputs = link.handle(Input::Closed, 0.0, chance);
            let after = due * share;
            assert_eq!(outputs.last(), Some(&Output::Connect { after }));
            let lost = Status::Lost { until: after };
            assert_eq!(link.status(), lost);
        }
    }
    let mut test = Test::connected();
    for _ in 0..5 {
        test.does(Input::Closed);
    }
    test.greets();
    test.hears(delta(1));
    let outputs = test.does(Input::Closed);
    let after = 300.0;
    assert_eq!(
        outputs.last(),
        Some(&Output::Connect { after }),
        "waits start over after a connection"
    );
}

#[test]
fn connect_cuts_a_wait_short_but_not_an_attempt() {
    let mut test = Test::connected();
    test.does(Input::Closed);
    assert_eq!(test.does(Input::Connect), [AT_ONCE]);
    assert_eq!(test.does(Input::Connect), [], "it connects already");
}

#[test]
fn silence_is_noticed_in_every_state() {
    let greeting = || {
        let mut test = Test::new(&[1]);
        test.does(Input::Connect);
        test
    };
    let greeted = || {
        let mut test = greeting();
        test.greets();
        test
    };
    for mut test in [greeting(), greeted(), Test::connected()] {
        test.now += SILENCE;
        let lost = |outputs: &[Output]| outputs.iter().any(|o| matches!(o, Output::Connect { .. }));
        assert!(!lost(&test.does(Input::Tick)), "not yet");
        test.now += 1.0;
        assert!(lost(&test.does(Input::Tick)));
        assert!(matches!(test.link.status(), Status::Lost { .. }));
    }
}

#[test]
fn pings_are_sent_and_their_answers_end_silence() {
    let mut test = Test::connected();
    let ping = Output::Send(ClientMessage::Ping { n: 0 });
    for _ in 0..10 {
        test.now += PING - 1.0;
        assert_eq!(test.does(Input::Tick), []);
        test.now += 1.0;
        assert_eq!(test.does(Input::Tick), std::slice::from_ref(&ping));
        assert_eq!(test.hears(ServerMessage::Pong { n: 0, now: 0 }), []);
    }
    assert_eq!(test.link.status(), Status::Connected);
}

#[test]
fn known_events_are_not_passed_on_again() {
    let mut test = Test::connected();
    assert_eq!(test.hears(events(2, 1)), [told(events(2, 1))]);
    assert_eq!(test.hears(events(2, 1)), [], "twice");
    assert_eq!(test.hears(events(1, 1)), [], "too late");
    assert_eq!(
        test.hears(events(2, 0)),
        [told(events(2, 0))],
        "only the clock changed"
    );
    test.does(Input::Closed);
    assert_eq!(test.greets(), [hello(1, None, Some(2))]);
    assert_eq!(test.hears(events(3, 1)), [], "the snapshot comes first");
    let outputs = test.hears(delta(1));
    assert!(!outputs.contains(&told(delta(1))), "an old delta");
}

#[test]
fn presence_is_passed_on_while_connected() {
    let here = ServerMessage::Presence(Presence {
        seat: Seat(capicu::Seat::default()),
        devices: 2,
        bot_at: None,
    });
    let mut test = Test::connected();
    assert_eq!(test.hears(here.clone()), [told(here.clone())]);
    test.does(Input::Closed);
    test.greets();
    assert_eq!(test.hears(here), []);
}
