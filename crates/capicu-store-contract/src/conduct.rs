//! The contract for reports and actions on them.

use capicu_protocol::{Phrase, PlayerId, Saying};

use crate::people::{code, hash, join, make, play, sign_in, who};
use crate::sample::{id, player, seat};
use crate::{Kind, Store};
use capicu_store::conduct::{
    ConductAct, ConductError, Entry, NewConductAct, NewReport, Outcome, Report, Role, Sanction,
    TalkLine, Why, held, unread,
};
use capicu_store::{Change, PeopleError, Sitter};

const UNKNOWN: Result<u64, ConductError> = Err(ConductError::Unknown);

fn line(at: u64, from: Option<PlayerId>, saying: Saying) -> TalkLine {
    TalkLine {
        at,
        seat: seat(2).into(),
        player: from,
        saying,
    }
}

fn new_report(reporter: u8, reported: u8, number: u32) -> NewReport {
    NewReport {
        at: 5000 + u64::from(number),
        reporter: player(reporter),
        reported: player(reported),
        table: id("a"),
        number,
        why: Why::Talk,
        words: "¡«Ñ»!\nOtra vez".to_owned(),
        talk: vec![
            line(1, Some(player(reported)), Saying::Text("«Ñ»".to_owned())),
            line(2, Some(player(7)), Saying::Phrase(Phrase::Sorry)),
            line(3, None, Saying::Phrase(Phrase::Hello)),
        ],
    }
}

fn deed(about: u8, act: ConductAct, at: u64) -> NewConductAct {
    NewConductAct {
        at,
        by: Some(player(9)),
        about: player(about),
        act,
        reason: "Porque sí".to_owned(),
        closes: 0,
    }
}

fn sanction(about: u8, sanction: Sanction, at: u64, until: Option<u64>) -> NewConductAct {
    deed(about, ConductAct::Sanction { sanction, until }, at)
}

/// Creates Ana 1, Berta 2, Carl 3 and the moderator 9.
async fn four(store: &dyn Store) {
    for (n, name) in [(1, "Ana"), (2, "Berta"), (3, "Carl"), (9, "Mo")] {
        make(store, player(n), n, Some(name)).await;
    }
}

async fn file(store: &dyn Store, report: NewReport) {
    assert_eq!(store.report(report).await, Ok(()));
}

async fn act(store: &dyn Store, deed: NewConductAct) -> u64 {
    store.act(deed).await.expect("it is stored")
}

async fn open(store: &dyn Store) -> Vec<Report> {
    store.open_reports(9).await.expect("readable")
}

async fn about(store: &dyn Store, n: u8) -> Vec<Entry> {
    let found = store.entries_about(player(n)).await;
    found.expect("readable")
}

fn numbers(reports: &[Report]) -> Vec<u64> {
    reports.iter().map(|report| report.number).collect()
}

pub(crate) async fn report_is_filed_once(store: &dyn Store) {
    four(store).await;
    play(store, "a", 10, [Some(player(1)), Some(player(2))]).await;
    file(store, new_report(1, 2, 1)).await;
    let again = NewReport {
        why: Why::Other,
        words: String::new(),
        ..new_report(1, 2, 1)
    };
    assert_eq!(store.report(again).await, Err(ConductError::Again));
    file(store, new_report(1, 2, 2)).await;
    file(store, new_report(3, 2, 1)).await;
    for (reporter, reported) in [(1, 8), (8, 1)] {
        let nobody = new_report(reporter, reported, 1);
        assert_eq!(store.report(nobody).await, Err(ConductError::Unknown));
    }
    let all = open(store).await;
    assert_eq!(numbers(&all), [1, 2, 3], "the oldest first");
    let expected = Report {
        number: 1,
        filed: new_report(1, 2, 1),
        // The match is over and is the first result.
        result: Some(1),
        outcome: Outcome::Open,
    };
    assert_eq!(all[0], expected);
    assert_eq!(all[1].result, None, "the second is not");
    assert_eq!(store.open_reports(1).await.map(|some| some.len()), Ok(1));
    let by = store.reports_by(player(1), 9).await.expect("readable");
    assert_eq!(numbers(&by), [2, 1], "the latest first");
    let of = store.reports_about(player(2), 2).await.expect("readable");
    assert_eq!(numbers(&of), [3, 2]);
    assert_eq!(store.reports_about(player(1), 9).await, Ok(Vec::new()));

    // Carl signs in as Ana, and files the same report again.
    assert_eq!(join(store, player(1), "ana").await, Ok(()));
    assert_eq!(sign_in(store, code("ana", 101), 4, Some(3)).await, Ok(()));
    let of = store.reports_about(player(2), 1).await.expect("readable");
    assert_eq!(of[0].filed.reporter, player(1));
    let again = new_report(3, 2, 2);
    assert_eq!(store.report(again).await, Err(ConductError::Again));
    let by = store.reports_by(player(1), 9).await.expect("readable");
    assert_eq!(numbers(&by), [3, 2, 1]);
}

pub(crate) async fn action_closes_reports_and_is_audited(store: &dyn Store) {
    four(store).await;
    for (reporter, number) in [(1, 1), (3, 1), (1, 2)] {
        file(store, new_report(reporter, 2, number)).await;
    }
    file(store, new_report(2, 1, 1)).await;
    let warn = NewConductAct {
        closes: 2,
        ..deed(2, ConductAct::Warn, 6000)
    };
    assert_eq!(act(store, warn).await, 1);
    // A report that arrived in the meantime stays open.
    assert_eq!(numbers(&open(store).await), [3, 4]);
    let dismiss = NewConductAct {
        by: None,
        closes: 99,
        reason: String::new(),
        ..deed(2, ConductAct::Dismiss, 6001)
    };
    assert_eq!(act(store, dismiss).await, 2);
    assert_eq!(numbers(&open(store).await), [4], "about somebody else");
    let of = store.reports_about(player(2), 9).await.expect("readable");
    let outcomes: Vec<Outcome> = of.iter().map(|report| report.outcome).collect();
    let upheld = Outcome::Upheld;
    assert_eq!(outcomes, [Outcome::Dismissed, upheld, upheld]);
    assert_eq!(store.act(deed(8, ConductAct::Warn, 1)).await, UNKNOWN);

    let audit = store.audit(u64::MAX, 9).await.expect("readable");
    let entry = Entry {
        number: 1,
        at: 6000,
        by: Some(player(9)),
        about: player(2),
        act: ConductAct::Warn,
        reason: "Porque sí".to_owned(),
    };
    assert_eq!((audit.len(), &audit[1]), (2, &entry));
    assert_eq!((audit[0].act, audit[0].by), (ConductAct::Dismiss, None));
    let before = store.audit(2, 9).await.expect("readable");
    assert_eq!(before, [entry]);
    let first = store.audit(u64::MAX, 1).await.expect("readable");
    assert_eq!(first[0].number, 2);
    assert_eq!(about(store, 2).await.len(), 2);
    assert_eq!(about(store, 1).await, []);
}

/// Actions of owners on tables and sessions are audited in order, and close no reports.
pub(crate) async fn closed_tables_and_sign_outs_are_audited(store: &dyn Store) {
    four(store).await;
    file(store, new_report(1, 2, 1)).await;
    let sessions = async || {
        let found = store.sessions(player(2), 5000).await;
        found.expect("readable").len()
    };
    assert_ne!(sessions().await, 0);
    for (number, what) in [
        (1, ConductAct::Warn),
        (2, ConductAct::Close),
        (3, ConductAct::SignOut),
        (4, ConductAct::Warn),
        (5, ConductAct::SignOut),
    ] {
        assert_eq!(act(store, deed(2, what, 6000 + number)).await, number);
        assert_eq!(sessions().await == 0, number > 2, "{what:?}");
    }
    assert_eq!(numbers(&open(store).await), [1]);
    let audit = store.audit(5, 3).await.expect("readable");
    let told: Vec<(u64, ConductAct)> = audit.iter().map(|of| (of.number, of.act)).collect();
    assert_eq!(
        told,
        [
            (4, ConductAct::Warn),
            (3, ConductAct::SignOut),
            (2, ConductAct::Close)
        ]
    );
    let entries = about(store, 2).await;
    assert_eq!(entries.len(), 5);
    assert_eq!(entries[1].reason, "Porque sí");
    assert_eq!(entries[1].by, Some(player(9)));
    store
        .change(Change::Delete { player: player(2) })
        .await
        .expect("deleted");
    let left = about(store, 2).await;
    assert!(left.iter().all(|entry| entry.reason.is_empty()), "{left:?}");
    assert_eq!(left.len(), 5);
}

pub(crate) async fn sanction_is_in_force_until_it_ends_or_is_lifted(store: &dyn Store) {
    four(store).await;
    let holds = async |n, sanction, now| {
        let entries = about(store, n).await;
        held(&entries, sanction, now).map(|entry| entry.number)
    };
    let (mute, pause) = (Sanction::Mute, Sanction::Pause);
    let one = act(store, sanction(2, mute, 6000, Some(7000))).await;
    let two = act(store, sanction(2, pause, 6000, None)).await;
    assert_eq!(holds(2, mute, 6999).await, Some(one));
    assert_eq!(holds(2, mute, 7000).await, None, "over");
    assert_eq!(holds(2, pause, u64::MAX).await, Some(two), "for good");
    assert_eq!(holds(1, mute, 6999).await, None, "somebody else");
    let long = act(store, sanction(2, mute, 6001, Some(9000))).await;
    assert_eq!(holds(2, mute, 6500).await, Some(long), "the longest");

    // Only an entry about the same player can be lifted, and only once.
    let lift = |about, entry| deed(about, ConductAct::Lift { entry }, 6002);
    for (whose, entry) in [(1, two), (2, 99), (2, 0)] {
        assert_eq!(store.act(lift(whose, entry)).await, UNKNOWN);
    }
    act(store, lift(2, two)).await;
    assert_eq!(store.act(lift(2, two)).await, UNKNOWN);
    assert_eq!(holds(2, pause, 6500).await, None);
    assert_eq!(holds(2, mute, 6500).await, Some(long));

    // An entry can be read once. A warning cannot be lifted.
    let warned = act(store, deed(2, ConductAct::Warn, 6003)).await;
    assert_eq!(store.act(lift(2, warned)).await, UNKNOWN);
    let told = async |now| {
        let entries = about(store, 2).await;
        let told = unread(&entries, now).map(|entry| entry.number);
        told.collect::<Vec<_>>()
    };
    assert_eq!(told(6500).await, [one, long, warned]);
    assert_eq!(told(7500).await, [long, warned]);
    let read = deed(2, ConductAct::Read { entry: warned }, 6004);
    act(store, read.clone()).await;
    assert_eq!(store.act(read).await, UNKNOWN);
    assert_eq!(told(7500).await, [long]);

    // A guest's sanctions follow them when they sign in as a member.
    assert_eq!(join(store, player(1), "ana").await, Ok(()));
    assert_eq!(sign_in(store, code("ana", 101), 4, Some(2)).await, Ok(()));
    assert_eq!(holds(1, mute, 6500).await, Some(long));
    let by_alias = act(store, sanction(2, pause, 6005, None)).await;
    assert_eq!(holds(1, pause, 6500).await, Some(by_alias));
    assert_eq!(
        about(store, 1).await.last().map(|of| of.about),
        Some(player(1))
    );
}

pub(crate) async fn banned_player_cannot_sign_in(store: &dyn Store) {
    four(store).await;
    assert_eq!(join(store, player(1), "ana").await, Ok(()));
    let link = hash(77);
    let offer = Change::Offer {
        player: player(1),
        link,
        expires_at: u64::MAX >> 1,
    };
    assert_eq!(store.change(offer).await, Ok(()));
    // Sign-ins in these cases happen at 2000.
    let ban = act(store, sanction(1, Sanction::Ban, 1500, Some(2001))).await;
    assert_eq!(who(store, 1, 1500).await, None, "signed out");
    assert_eq!(who(store, 2, 1500).await, Some(player(2)));
    let banned = Err(PeopleError::Banned(player(1)));
    assert_eq!(sign_in(store, code("ana", 101), 4, None).await, banned);
    assert_eq!(sign_in(store, code("ana", 101), 4, Some(2)).await, banned);
    assert_eq!(who(store, 2, 1500).await, Some(player(2)), "nothing ended");
    let wrong = sign_in(store, code("ana", 109), 4, None).await;
    assert_eq!(
        wrong,
        Err(PeopleError::Unknown),
        "without a valid proof the ban stays hidden"
    );
    let by_link = sign_in(store, capicu_store::Proof::Link(link), 4, None).await;
    assert_eq!(by_link, Err(PeopleError::Unknown), "the link is gone");
    act(store, deed(1, ConductAct::Lift { entry: ban }, 1600)).await;
    // The refused sign-in did not use up the code.
    assert_eq!(sign_in(store, code("ana", 101), 4, None).await, Ok(()));
    act(store, sanction(1, Sanction::Ban, 1700, Some(2000))).await;
    assert_eq!(who(store, 4, 2000).await, None);
    assert_eq!(
        sign_in(store, code("ana", 102), 5, None).await,
        Ok(()),
        "over"
    );
}

pub(crate) async fn only_members_have_roles(store: &dyn Store) {
    four(store).await;
    let role = |about, role| deed(about, ConductAct::Role(role), 6000);
    let roles = async || store.roles().await.expect("readable");
    assert_eq!(roles().await, []);
    let guest = role(1, Some(Role::Moderator));
    assert_eq!(store.act(guest).await, UNKNOWN);
    for (n, username) in [(1, "ana"), (2, "berta")] {
        assert_eq!(join(store, player(n), username).await, Ok(()));
    }
    let owner = NewConductAct {
        by: None,
        ..role(1, Some(Role::Owner))
    };
    act(store, owner).await;
    act(store, role(2, Some(Role::Moderator))).await;
    let mut both = [(player(1), Role::Owner), (player(2), Role::Moderator)];
    both.sort();
    assert_eq!(roles().await, both);
    act(store, role(2, None)).await;
    assert_eq!(roles().await, [(player(1), Role::Owner)]);
    act(store, role(2, Some(Role::Owner))).await;
    assert_eq!(
        store.change(Change::Delete { player: player(1) }).await,
        Ok(())
    );
    assert_eq!(roles().await, [(player(2), Role::Owner)]);
}

pub(crate) async fn name_is_removed_everywhere(store: &dyn Store) {
    four(store).await;
    play(store, "a", 10, [Some(player(1)), Some(player(2))]).await;
    act(store, deed(1, ConductAct::Rename, 6000)).await;
    let name = async |n| {
        let found = store.player(player(n)).await.expect("readable");
        found.and_then(|player| player.name)
    };
    assert_eq!(
        (name(1).await, name(2).await.as_deref()),
        (None, Some("Berta"))
    );
    let ended = store.since(0, 9).await.expect("readable");
    let names = ended[0].result.seats.iter().map(|sitter| match sitter {
        Sitter::Person { name, .. } | Sitter::StandIn { name, .. } => name.as_deref(),
        Sitter::Bot { .. } => None,
    });
    assert_eq!(names.take(2).collect::<Vec<_>>(), [None, Some("Second")]);
    // The player keeps their id, seats and sessions.
    assert_eq!(who(store, 1, 1500).await, Some(player(1)));
    let seats = store.seats(player(1), 9).await.expect("readable");
    assert_eq!(seats.len(), 1);
}

pub(crate) async fn deleted_player_keeps_only_the_id_in_the_audit(store: &dyn Store) {
    four(store).await;
    make(store, player(7), 7, None).await;
    file(store, new_report(1, 2, 1)).await;
    file(store, new_report(2, 3, 1)).await;
    file(store, new_report(1, 3, 1)).await;
    act(store, deed(2, ConductAct::Warn, 6000)).await;
    act(store, deed(3, ConductAct::Warn, 6001)).await;
    for gone in [2, 7] {
        let gone = Change::Delete {
            player: player(gone),
        };
        assert_eq!(store.change(gone).await, Ok(()));
    }
    let audit = store.audit(u64::MAX, 9).await.expect("readable");
    let left: Vec<_> = audit
        .iter()
        .map(|of| (of.about, of.reason.as_str()))
        .collect();
    assert_eq!(left, [(player(3), "Porque sí"), (player(2), "")]);
    assert_eq!(numbers(&open(store).await), [2, 3], "nothing to do about 1");
    let of = store.reports_about(player(2), 9).await.expect("readable");
    assert_eq!(
        (of[0].filed.words.as_str(), of[0].filed.talk.len()),
        ("", 0)
    );
    let of = store.reports_about(player(3), 9).await.expect("readable");
    let expected = [
        new_report(1, 3, 1).talk[0].clone(),
        new_report(1, 3, 1).talk[2].clone(),
    ];
    assert_eq!(of[0].filed.talk, expected, "7 said something there");
    assert!(!of[0].filed.words.is_empty());
    assert_eq!(of[1].filed.reporter, player(2));
    assert_eq!(
        (of[1].filed.words.as_str(), of[1].filed.talk.len()),
        ("", 0)
    );
}

pub(crate) async fn reports_and_audit_survive_a_restart(kind: &dyn Kind) {
    let store = kind.fresh().await;
    four(&*store).await;
    file(&*store, new_report(1, 2, 1)).await;
    let number = act(&*store, sanction(2, Sanction::Mute, 6000, None)).await;
    store.close().await;
    let late = store.act(deed(2, ConductAct::Warn, 6000)).await;
    assert_eq!(late, Err(ConductError::Failed), "it is closed");
    let late = store.report(new_report(3, 2, 1)).await;
    assert_eq!(late, Err(ConductError::Failed));
    assert!(store.open_reports(9).await.is_err());
    let store = kind.reopen(store).await;
    assert_eq!(open(&*store).await.len(), 1);
    let entries = about(&*store, 2).await;
    let held = held(&entries, Sanction::Mute, 7000);
    assert_eq!(held.map(|entry| entry.number), Some(number));
    store.close().await;
}
