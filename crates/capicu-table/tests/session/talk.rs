//! Chat at a table.

use crate::session::host::{Host, rules, seat, setup, token};
use capicu::Waiting;
use capicu_protocol::{Key, Phrase, Refusal, Saying, ServerMessage};
use capicu_table::{Command, Input};

/// Two people with bots, dealt, and a spectator.
fn dealt() -> (Host, [u64; 3]) {
    let table = setup(
        rules("jamaican-partner", 4, "3"),
        "jamaican-partner",
        "ppbb",
    );
    let mut host = Host::new(table, 7);
    let [ana, ben] = [1, 2].map(|n| host.connect(token(n), None, None));
    let watcher = host.watch();
    for (id, key) in [(ana, "a"), (ben, "b")] {
        host.say(id, key, Command::Ready { deal: 0 });
    }
    (host, [ana, ben, watcher])
}

fn phrase(phrase: Phrase) -> Command {
    Command::Say(Saying::Phrase(phrase))
}

fn text(text: &str) -> Command {
    Command::Say(Saying::Text(text.to_owned()))
}

fn refusal(message: Option<ServerMessage>) -> Option<Refusal> {
    match message {
        Some(ServerMessage::Refused { refusal, .. }) => Some(refusal),
        Some(ServerMessage::Done { .. }) => None,
        other => panic!("{other:?}"),
    }
}

fn heard(host: &Host, id: u64) -> Vec<(usize, Saying)> {
    let of = |message: &ServerMessage| match message {
        ServerMessage::Said { seat, saying } => Some((seat.0.index(), saying.clone())),
        _ => None,
    };
    host.clients[&id].messages.iter().filter_map(of).collect()
}

fn end_round(host: &mut Host, people: [u64; 3]) {
    for n in 0..500 {
        match host.waiting() {
            Waiting::Act(of) => match people.get(of.index()) {
                Some(id) if of.index() < 2 => drop(host.act(*id, of, &format!("k{n}"))),
                _ => assert!(host.choose()),
            },
            _ => return,
        }
    }
    panic!("the round goes on for ever");
}

#[test]
fn phrase_reaches_all_and_changes_no_state() {
    let (mut host, ids) = dealt();
    let (journal, version) = (host.journal.len(), host.version());
    assert_eq!(refusal(host.say(ids[0], "s", phrase(Phrase::Hello))), None);
    for id in ids {
        assert_eq!(heard(&host, id), [(0, Saying::Phrase(Phrase::Hello))]);
    }
    assert_eq!((host.journal.len(), host.version()), (journal, version));
    // A player who comes later does not receive it.
    let late = host.connect(token(1), None, None);
    assert_eq!(heard(&host, late), []);
}

#[test]
fn texts_are_allowed_between_rounds_only() {
    let (mut host, ids) = dealt();
    let said = host.say(ids[0], "s1", text("I have the double six"));
    assert_eq!(refusal(said), Some(Refusal::NotNow));
    end_round(&mut host, ids);
    assert_eq!(
        refusal(host.say(ids[0], "s2", text("  That was close "))),
        None
    );
    for id in ids {
        let said = (0, Saying::Text("That was close".to_owned()));
        assert_eq!(heard(&host, id), [said]);
    }
    host.now += 16_000;
    for (n, wrong) in ["", "  ", "a\u{202e}b", "a\nb", &"x".repeat(201)]
        .into_iter()
        .enumerate()
    {
        let said = host.say(ids[n % 2], &format!("w{n}"), text(wrong));
        assert_eq!(refusal(said), Some(Refusal::BadText), "{wrong:?}");
    }
    assert_eq!(
        refusal(host.say(ids[0], "s3", text(&"x".repeat(200)))),
        None
    );
    // Texts are not allowed in the next round.
    let deal = host.table().n_deals();
    for id in &ids[..2] {
        host.say(*id, &format!("r{id}"), Command::Ready { deal });
    }
    assert!(matches!(host.waiting(), Waiting::Act(_)));
    let said = host.say(ids[1], "s4", text("Now"));
    assert_eq!(refusal(said), Some(Refusal::NotNow));
}

#[test]
fn spectators_cannot_chat() {
    let (mut host, ids) = dealt();
    let said = host.say(ids[2], "s", phrase(Phrase::Hello));
    assert_eq!(refusal(said), Some(Refusal::NotNow));
    assert_eq!(heard(&host, ids[0]), []);
}

#[test]
fn chat_flood_of_one_seat_does_not_limit_the_others() {
    let (mut host, ids) = dealt();
    let mut refused = 0;
    for n in 0..1_000 {
        host.now += 100;
        let said = host.say(ids[0], &format!("s{n}"), phrase(Phrase::Laughter));
        refused += usize::from(refusal(said) == Some(Refusal::TooOften));
    }
    // Four at once and one every eight seconds, in a hundred seconds.
    assert_eq!(1_000 - refused, 4 + 12);
    assert_eq!(
        refusal(host.say(ids[1], "b2", phrase(Phrase::OneMoment))),
        None
    );
    // The chat does not use up the limit for other commands.
    let name = host.say(ids[0], "name", Command::Name("Ana".into()));
    assert_eq!(refusal(name), None);
    let last = heard(&host, ids[0]).pop();
    assert_eq!(
        last,
        Some((seat(1).index(), Saying::Phrase(Phrase::OneMoment)))
    );
}

#[test]
fn refusal_by_the_host_keeps_its_reason() {
    let (mut host, ids) = dealt();
    host.handle(Input::Refused {
        connection: ids[0],
        key: Key::new("s").unwrap(),
        refusal: Refusal::MembersOnly,
    });
    let last = host.clients[&ids[0]].last().clone();
    assert_eq!(refusal(Some(last)), Some(Refusal::MembersOnly));
}
