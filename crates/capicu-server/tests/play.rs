//! Tables as people use them.

use std::time::Duration;

use crate::common::*;
use capicu::fair::{Commitment, Seed};
use capicu_protocol::*;

#[tokio::test(flavor = "multi_thread")]
async fn four_people_play_a_match() {
    let server = Server::fresh("match").await;
    let created = create(server.address, &four(FRIENDS, &[("target", "3")])).await;
    let mut playing = Vec::new();
    for token in tokens(&created) {
        let player = Player::sit(server.address, &created.table, &token).await;
        playing.push(tokio::spawn(player.play(u32::MAX)));
    }
    let mut players = Vec::new();
    for player in playing {
        players.push(player.await.unwrap());
    }
    let first = players[0].snapshot.clone().unwrap();
    assert_eq!(first.game.number, 1);
    assert!(
        first
            .events
            .iter()
            .all(|event| !matches!(event, Event::Dealt(_))),
        "told before"
    );
    let commitment: Commitment = first.game.commitment.parse().unwrap();
    let over = players[0].over().cloned().unwrap();
    let seed: Seed = over.seed.parse().unwrap();
    assert_eq!(seed.commitment(), commitment);
    for player in &players {
        assert_eq!(player.over(), Some(&over));
        assert!(player.view().result().is_some());
        assert_eq!(player.view().scores(), players[0].view().scores());
        // Every hand that was dealt is the one the seed says.
        let mut deals = 0;
        for event in &player.events {
            if let Event::Dealt(dealt) = event {
                let deal = seed.deal(player.view().rules(), dealt.deal);
                assert_eq!(deal.hands()[player.seat().0], dealt.hand.unwrap().0);
                deals += 1;
            }
        }
        // Not three: a round won with the key tile is two games.
        assert!(deals >= 2);
    }
    // A reload at the end shows the end, and the rematch is another match.
    let mut again = Player::sit(server.address, &created.table, &created.token).await;
    assert_eq!(again.over(), Some(&over));
    assert_eq!(again.view(), players[0].view());
    drop(players);
    let key = again.key();
    let command = ClientMessage::Rematch { key, after: 1 };
    // The others may not be gone yet: then the match begins when they are.
    again.ask(&command).await.unwrap();
    while again.table.matched().number == 1 || again.next_deal() == 0 {
        again.hear().await.unwrap();
    }
    assert_eq!(again.view().scores().as_slice(), [0, 0]);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn one_person_plays_bots_at_once() {
    let server = Server::fresh("bots").await;
    for (game, players) in [
        ("jamaican-partner", 4),
        ("double-nine-cross", 3),
        ("club", 2),
        ("all-fives", 2),
    ] {
        let mut seats = vec![Plan::Bot; usize::from(players)];
        seats[1] = Plan::Me;
        let table = CreateTable {
            rules: rules(game, players, &[]),
            seats,
            turn_time: None,
            grace: None,
            level: Some(Level::OwnHand),
            hints: None,
            watching: None,
            passed: None,
            name: Some("  Miss Lou ".into()),
        };
        let created = create(server.address, &table).await;
        assert!(created.open.is_empty());
        let player = Player::sit(server.address, &created.table, &created.token).await;
        let snapshot = player.snapshot.clone().unwrap();
        assert_eq!(snapshot.turn_time, TurnTime::Off);
        assert_eq!(snapshot.level, Level::OwnHand);
        assert_eq!(snapshot.seats[1].name.as_deref(), Some("Miss Lou"));
        let player = player.play(2).await;
        let by_bots = player
            .events
            .iter()
            .filter(|event| matches!(event, Event::Done(step) if step.by == Actor::Bot));
        assert!(by_bots.count() > 4, "{game}");
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_lost_connection_resumes_where_it_was() {
    let server = Server::fresh("resume").await;
    let created = create(server.address, &four(BOTS, &[])).await;
    let mut player = Player::sit(server.address, &created.table, &created.token).await;
    while !player.my_turn() {
        player.hear().await.unwrap();
    }
    let before = player.version();
    let act = player.owed().unwrap();
    player.say(&act).await;
    // What happens meanwhile is told as what is new since then, and only that.
    player.socket = socket(server.address, &created.table).await;
    player.say(&hello(&created.token, Some(before))).await;
    let message = player.hear().await.unwrap();
    assert!(
        matches!(message, ServerMessage::Delta { .. }),
        "{message:?}"
    );
    // The act may or may not have arrived: sent again under the same key, it is done once.
    let version = player.ask(&act).await.unwrap();
    assert_eq!(version, before + 1);
    assert_eq!(
        player.ask(&act).await,
        Ok(version),
        "answered the same again"
    );
    let mine = player
        .events
        .iter()
        .filter(|event| matches!(event, Event::Done(step) if step.mv.seat == player.seat()));
    assert_eq!(mine.count(), 1);
    // A snapshot and the sum of all that was told are the same.
    while !player.my_turn() && player.view().last().is_none() {
        player.hear().await.unwrap();
    }
    let other = Player::sit(server.address, &created.table, &created.token).await;
    assert_eq!(other.view(), player.view());
    assert_eq!(other.version(), player.version());
    // A version that is still to come, or long gone, gets a snapshot.
    for since in [0, 1_000_000] {
        let mut socket = socket(server.address, &created.table).await;
        say(&mut socket, &hello(&created.token, Some(since))).await;
        let message = hear(&mut socket).await.unwrap();
        if since > 0 {
            assert!(matches!(message, ServerMessage::Snapshot(_)), "{message:?}");
        }
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn commands_that_cannot_be_done_are_refused() {
    let server = Server::fresh("refused").await;
    let created = create(server.address, &four(FRIENDS, &[])).await;
    let mut players = Vec::new();
    for token in tokens(&created) {
        players.push(Player::sit(server.address, &created.table, &token).await);
    }
    deal(&mut players).await;
    let opener = players.iter().position(Player::my_turn).unwrap();
    let act = |player: &mut Player, expected, action| ClientMessage::Act {
        key: player.key(),
        expected,
        action,
    };
    let version = players[opener].version();
    let player = &mut players[(opener + 1) % 4];
    let command = act(player, version, Act::Pass);
    assert_eq!(
        player.ask(&command).await,
        Err((Refusal::NotYourTurn, version))
    );
    let player = &mut players[opener];
    for expected in [0, version - 1, version + 1] {
        let command = act(player, expected, Act::Pass);
        let refused = player.ask(&command).await;
        assert!(
            matches!(refused, Err((Refusal::Stale, v)) if v == version),
            "{expected}"
        );
    }
    let six: Tile = Tile("6-6".parse().unwrap());
    let command = act(player, version, Act::Pass);
    let must = Refusal::Illegal(Illegal::MustLead(six));
    assert_eq!(player.ask(&command).await, Err((must, version)));
    let command = act(player, version, Act::Play { tile: six, on: six });
    let nothing = Refusal::Illegal(Illegal::NothingLed);
    assert_eq!(player.ask(&command).await, Err((nothing, version)));
    let commands = [
        (
            ClientMessage::Ready {
                key: player.key(),
                deal: 1,
            },
            Refusal::NotNow,
        ),
        (
            ClientMessage::Rematch {
                key: player.key(),
                after: 1,
            },
            Refusal::NotNow,
        ),
        (
            ClientMessage::Wish {
                key: player.key(),
                wish: Wish::Mine,
                deal: 0,
            },
            Refusal::NotInHuddle,
        ),
        (
            ClientMessage::Name {
                key: player.key(),
                name: "\u{202e}".into(),
            },
            Refusal::BadName,
        ),
        (
            ClientMessage::Name {
                key: player.key(),
                name: "x".repeat(25),
            },
            Refusal::BadName,
        ),
        (
            ClientMessage::Name {
                key: player.key(),
                name: "An\u{430}".into(),
            },
            Refusal::BadName,
        ),
        (
            ClientMessage::Call {
                key: player.key(),
                expected: version,
                call: Call::Declare,
            },
            Refusal::NothingToCall,
        ),
    ];
    for (command, refusal) in commands {
        assert_eq!(
            player.ask(&command).await,
            Err((refusal, version)),
            "{command:?}"
        );
    }
    // What does not touch the round makes no act stale.
    let command = ClientMessage::Name {
        key: player.key(),
        name: "Ranny".into(),
    };
    assert_eq!(player.ask(&command).await, Ok(version + 1));
    let command = act(player, version, Act::Lead(six));
    assert_eq!(player.ask(&command).await, Ok(version + 2));
    // The same message twice at once, as an impatient finger sends it, is done once.
    let next = &mut players[(opener + 1) % 4];
    while !next.my_turn() {
        next.hear().await.unwrap();
    }
    let command = next.owed().unwrap();
    next.say(&command).await;
    let first = next.ask(&command).await.unwrap();
    assert_eq!(next.ask(&command).await.unwrap(), first);
    assert_eq!(first, version + 3);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_token_can_be_changed_and_taken_back() {
    let folder = Folder::new("tokens");
    let server = Server::start(config(&folder.0)).await;
    let created = create(server.address, &four(FRIENDS, &[])).await;
    let table = &created.table;
    let mut host = Player::sit(server.address, table, &created.token).await;
    let friend_token = &created.open[0].token;
    let mut friend = Player::sit(server.address, table, friend_token).await;
    // The link is theirs now, and opens the seat to nobody else; their own token does, on any device.
    let stranger = Player::join(server.address, table, friend_token).await;
    assert_eq!(stranger.err(), Some(Some(Closed::BadToken)));
    let sat_with = friend.token.clone();
    let mut second = Player::sit(server.address, table, &sat_with).await;
    // The friend changes the token: the other device is sent away, the old token is dead.
    let new = Token::new([7; 32]);
    let command = ClientMessage::Rotate {
        key: friend.key(),
        token: new.clone(),
    };
    friend.ask(&command).await.unwrap();
    let closed = loop {
        match second.hear().await {
            Ok(_) => {}
            Err(why) => break why,
        }
    };
    assert_eq!(closed, Some(Closed::BadToken));
    let refused = |token: Token| async move {
        let mut socket = socket(server.address, table).await;
        say(&mut socket, &hello(&token, None)).await;
        hear(&mut socket).await.unwrap_err()
    };
    assert_eq!(refused(sat_with.clone()).await, Some(Closed::BadToken));
    Player::sit(server.address, table, &new).await;
    // Nobody but the host takes seats back, and not the host's own.
    let seat = friend.seat();
    let renew = |key, seat, token| ClientMessage::Renew { key, seat, token };
    let command = renew(friend.key(), host.seat(), None);
    assert!(matches!(
        friend.ask(&command).await,
        Err((Refusal::NotHost, _))
    ));
    let command = renew(host.key(), host.seat(), None);
    assert!(matches!(
        host.ask(&command).await,
        Err((Refusal::BadSeat, _))
    ));
    let command = renew(host.key(), Seat(capicu::Seat::new(9).unwrap()), None);
    assert!(matches!(
        host.ask(&command).await,
        Err((Refusal::BadSeat, _))
    ));
    let command = renew(host.key(), seat, Some(created.token.clone()));
    assert!(matches!(
        host.ask(&command).await,
        Err((Refusal::BadToken, _))
    ));
    let other = Token::new([8; 32]);
    let command = renew(host.key(), seat, Some(other.clone()));
    host.ask(&command).await.unwrap();
    let closed = loop {
        match friend.hear().await {
            Ok(_) => {}
            Err(why) => break why,
        }
    };
    assert_eq!(closed, Some(Closed::BadToken));
    assert_eq!(refused(new).await, Some(Closed::BadToken));
    let holder = |player: &Player| player.snapshot.as_ref().unwrap().seats[seat.0.index()].holder;
    let third = Player::sit(server.address, table, &other).await;
    assert_eq!(holder(&third), Holder::Person);
    assert_eq!(refused(other).await, Some(Closed::BadToken));
    // Taken back for good: a bot keeps the seat.
    let command = renew(host.key(), seat, None);
    host.ask(&command).await.unwrap();
    assert_eq!(refused(third.token.clone()).await, Some(Closed::BadToken));
    let again = Player::sit(server.address, table, &created.token).await;
    assert_eq!(holder(&again), Holder::Bot);
    server.stop().await;
    // No token is anywhere in the files.
    for entry in std::fs::read_dir(&folder.0).unwrap() {
        let bytes = std::fs::read(entry.unwrap().path()).unwrap();
        let own = [sat_with.clone(), third.token.clone()];
        for token in tokens(&created).into_iter().chain(own) {
            let text = token.to_string();
            assert!(!bytes.windows(text.len()).any(|w| w == text.as_bytes()));
            assert!(!bytes.windows(32).any(|w| w == token.bytes()));
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_that_its_maker_deletes_is_gone_for_everybody() {
    let folder = Folder::new("delete");
    let mut server = Server::start(config(&folder.0)).await;
    let other = create(server.address, &four(BOTS, &[])).await;
    let plans = [Plan::Open, Plan::Me, Plan::Bot, Plan::Bot];
    let created = create(server.address, &four(plans, &[])).await;
    let mut players = Vec::new();
    for token in tokens(&created) {
        players.push(Player::sit(server.address, &created.table, &token).await);
    }
    deal(&mut players).await;
    let delete = |player: &Player| ClientMessage::Delete { key: player.key() };
    let message = delete(&players[0]);
    let refused = players[0].ask(&message).await.unwrap_err();
    assert_eq!(refused.0, Refusal::NotHost);
    let message = delete(&players[1]);
    players[1].ask(&message).await.unwrap();
    for player in &mut players {
        let why = loop {
            if let Err(why) = player.hear().await {
                break why;
            }
        };
        assert_eq!(why, Some(Closed::Deleted));
    }
    for restarted in [false, true] {
        if restarted {
            server.stop().await;
            server = Server::start(config(&folder.0)).await;
        }
        for token in players.iter().map(|player| &player.token) {
            let gone = Player::join(server.address, &created.table, token).await;
            assert_eq!(gone.err(), Some(Some(Closed::UnknownTable)));
        }
        Player::sit(server.address, &other.table, &other.token).await;
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn partners_talk_about_the_pose() {
    let server = Server::fresh("huddle").await;
    let created = create(server.address, &four(FRIENDS, &[])).await;
    let tokens = tokens(&created);
    let mut players = Vec::new();
    for token in &tokens {
        players.push(Player::sit(server.address, &created.table, token).await);
    }
    // Round after round until somebody may hand the pose over.
    for deals in 1.. {
        let playing: Vec<_> = players
            .into_iter()
            .map(|p| tokio::spawn(p.play(deals)))
            .collect();
        players = Vec::new();
        for player in playing {
            players.push(player.await.unwrap());
        }
        let board = players[0].view().round().unwrap().board().clone();
        let capicu::Turn::Open(opening) = board.turn() else {
            continue;
        };
        if !opening.may_hand_over {
            assert!(deals < 60, "nobody ever won a round");
            continue;
        }
        let opener = opening.seat.index();
        let partner = (opener + 2) % 4;
        let wish = |player: &mut Player, wish| ClientMessage::Wish {
            key: player.key(),
            wish,
            deal: player.next_deal() - 1,
        };
        let command = wish(&mut players[(opener + 1) % 4], Wish::Mine);
        let refused = players[(opener + 1) % 4].ask(&command).await;
        assert!(matches!(refused, Err((Refusal::NotInHuddle, _))));
        let command = wish(&mut players[partner], Wish::Mine);
        players[partner].ask(&command).await.unwrap();
        // Everybody hears it.
        let said = Event::Wished {
            seat: players[partner].seat(),
            wish: Wish::Mine,
        };
        for player in &mut players {
            while !player.events.contains(&said) {
                player.hear().await.unwrap();
            }
        }
        let version = players[opener].version();
        let command = ClientMessage::Act {
            key: players[opener].key(),
            expected: version,
            action: Act::HandOver,
        };
        players[opener].ask(&command).await.unwrap();
        while !players[partner].my_turn() {
            players[partner].hear().await.unwrap();
        }
        break;
    }
    server.stop().await;
}

/// Sits where there is a choice to be made at a table like this, and asks what to play.
async fn asked(table: &CreateTable) -> (Player, ServerMessage) {
    let server = Server::fresh("hint").await;
    let created = create(server.address, table).await;
    let player = Player::sit(server.address, &created.table, &created.token).await;
    let choice = |player: &Player| {
        let round = player.view().round();
        round.is_some_and(|round| round.distinct_actions().len() > 1)
    };
    let mut player = player.play_until(choice).await;
    let key = player.key();
    let expected = player.version();
    player.say(&ClientMessage::Hint { key, expected }).await;
    let answer = loop {
        let heard = player.hear().await.unwrap();
        if let ServerMessage::Hint { .. } | ServerMessage::Refused { .. } = heard {
            break heard;
        }
    };
    server.stop().await;
    (player, answer)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_hint_is_a_choice_of_the_seat_and_only_where_the_table_allows_it() {
    let table = |hints| CreateTable {
        hints,
        ..four(BOTS, &[])
    };
    let (player, answer) = asked(&table(Some(Hints::On))).await;
    assert_eq!(player.snapshot.as_ref().unwrap().hints, Hints::On);
    let ServerMessage::Hint { hint, .. } = answer else {
        panic!("{answer:?}")
    };
    let round = player.view().round().unwrap();
    for judged in [hint.best, hint.next] {
        assert!(round.check(judged.action.into()).is_ok());
        assert!(judged.chance <= hint.best.chance);
    }
    let (_, answer) = asked(&table(None)).await;
    let why = Refusal::NotNow;
    assert!(matches!(answer, ServerMessage::Refused { refusal, .. } if refusal == why));
}

#[tokio::test(flavor = "multi_thread")]
async fn downtime_of_the_server_is_not_charged() {
    let folder = Folder::new("clock");
    let server = Server::start(config(&folder.0)).await;
    let table = CreateTable {
        turn_time: Some(TurnTime::Thirty),
        ..four(BOTS, &[])
    };
    let created = create(server.address, &table).await;
    let mut player = Player::sit(server.address, &created.table, &created.token).await;
    while !player.my_turn() {
        player.hear().await.unwrap();
    }
    let (seat, at, left) = player.turn_ends();
    assert_eq!(seat, player.seat());
    assert!(
        left <= Duration::from_secs(30) && left > Duration::from_secs(28),
        "{left:?}"
    );
    // The server goes down and comes back: the time it was down does not count.
    server.stop().await;
    tokio::time::sleep(Duration::from_millis(1500)).await;
    let server = Server::start(config(&folder.0)).await;
    let player = Player::sit(server.address, &created.table, &created.token).await;
    let (_, later, _) = player.turn_ends();
    assert!(later - at >= 1400, "{}", later - at);
    server.stop().await;
}

/// All clients receive the end and the seed at once.
#[tokio::test(flavor = "multi_thread")]
async fn a_score_called_after_the_last_tile_ends_the_match() {
    let server = Server::fresh("late-call").await;
    // The first seat lays its only tile and is out. If that was 2-1, it forgot three points.
    let table = CreateTable {
        rules: rules(
            "all-fives",
            2,
            &[
                ("set", "double-two"),
                ("removed", "0-0 1-0 2-0 2-2"),
                ("hand", "1"),
                ("opener", "first-seat"),
                ("next-opener", "same-test"),
                ("draw", "never"),
                ("reserve", "0"),
                ("ends", "threes"),
                ("rounding", "exact"),
                ("calls", "muggins"),
                ("out-count", "one-point"),
                ("target", "3"),
            ],
        ),
        seats: vec![Plan::Me, Plan::Open],
        ..four(FRIENDS, &[])
    };
    for _ in 0..30 {
        let created = create(server.address, &table).await;
        let tokens = tokens(&created);
        let mut first = Player::sit(server.address, &created.table, &tokens[0]).await;
        let mut second = Player::sit(server.address, &created.table, &tokens[1]).await;
        let mut asked = false;
        while first.over().is_none() {
            for player in [&mut first, &mut second] {
                if let Some(ready @ ClientMessage::Ready { .. }) = player.owed() {
                    player.say(&ready).await;
                }
            }
            while !first.my_turn() {
                first.hear().await.unwrap();
            }
            let lead = first.owed().unwrap();
            let mut version = first.ask(&lead).await.unwrap();
            // Whoever goes out with points that are not declared is asked for them first.
            let seat = first.seat();
            if first.events.last() == Some(&Event::Unsettled { seat }) {
                assert!(first.my_turn(), "its turn goes on");
                let pass = first.owed().unwrap();
                version = first.ask(&pass).await.unwrap();
                asked = true;
            }
            while second.version() < version {
                second.hear().await.unwrap();
            }
            let missed = second.view().round().unwrap().board().undeclared().len();
            if missed == 0 || second.over().is_some() {
                continue;
            }
            let call = ClientMessage::Call {
                key: second.key(),
                expected: version,
                call: Call::Muggins,
            };
            assert!(asked, "asked before anybody else may call it");
            let version = second.ask(&call).await.unwrap();
            while first.version() < version {
                first.hear().await.unwrap();
            }
            for player in [&first, &second] {
                assert!(player.over().is_some(), "the seed is told");
                let result = player.view().result().expect("the match is over");
                assert_eq!(Some(result.winner), capicu::Side::new(1));
            }
            server.stop().await;
            return;
        }
    }
    panic!("2-1 was never dealt to the first seat");
}
