//! A recorded table in words: typed commands, announcements and prompts.

use capicu_client::{ClientTable, PageCommand};
use capicu_geometry::Felt;
use capicu_i18n::{Lang, Texts};
use capicu_protocol::ServerMessage;
use capicu_replay::{Asked, Desk, WorkerMessage};
use capicu_text::typed::{Answer, answer};
use capicu_text::{Announcer, Wait, spread};

/// The table at each moment of a match, as the seat sees it.
fn tables(record: &str, seat: char) -> Vec<ClientTable> {
    let mut desk = Desk::default();
    let (text, lang) = (record.to_owned(), "en".to_owned());
    let Some(WorkerMessage::Opened { last, .. }) = desk.hear(Asked::Open { text, lang }) else {
        panic!("the record is good");
    };
    let shown = (0..=last).map(|at| {
        let (all, live) = (false, false);
        let asked = Asked::Show {
            at,
            seat,
            all,
            live,
        };
        let Some(WorkerMessage::Shown(shown)) = desk.hear(asked) else {
            panic!("moment {at} is there");
        };
        let Some(ServerMessage::Snapshot(snapshot)) = shown.messages.first() else {
            panic!("a snapshot comes first");
        };
        ClientTable::found(snapshot, 0.0).expect("the line is valid")
    });
    shown.collect()
}

#[test]
fn typed_line_becomes_a_command_only_if_legal() {
    let record = include_str!("../../capicu-record/tests/golden/capicu.domino");
    let felt = Felt {
        width: 800,
        height: 600,
    };
    let texts = Texts::new(Lang::En);
    let (mut turns, mut others) = (0, 0);
    for table in ['A', 'B'].iter().flat_map(|seat| tables(record, *seat)) {
        for action in table.actions() {
            let answered = answer(&action.to_string(), &table, felt, texts);
            assert_eq!(answered, Answer::Command(PageCommand::Act(action)));
            turns += 1;
        }
        if !table.is_my_turn() {
            for tile in table.hand_tiles() {
                let answered = answer(&tile.to_string(), &table, felt, texts);
                assert!(matches!(answered, Answer::Say(said) if !said.is_empty()));
                others += 1;
            }
        }
    }
    assert!(turns > 5 && others > 5, "{turns} {others}");
}

/// The words of each moment of a match worked by hand (`capicu.domino`), as Ana reads them.
#[test]
fn every_moment_of_a_match_is_put_into_words() {
    let record = include_str!("../../capicu-record/tests/golden/capicu.domino");
    let felt = Felt {
        width: 800,
        height: 600,
    };
    let texts = Texts::new(Lang::En);
    let words = |table: &ClientTable| {
        let spread = spread(table, felt);
        let announcer = Announcer {
            table,
            spread: &spread,
            texts,
            now: 0.0,
            has_table_words: true,
        };
        let headline = Wait::of(table).headline(table, texts, 0.0);
        (announcer.last_move().unwrap_or_default(), headline)
    };
    let told: Vec<(String, String)> = tables(record, 'A').iter().map(words).collect();
    for expected in EXPECTED {
        let found = told.iter().any(|(did, turn)| [did, turn] == expected);
        assert!(found, "{expected:?} in {told:#?}");
    }
}

const EXPECTED: [[&str; 2]; 5] = [
    ["You open with the double two.", "Beto is thinking…"],
    [
        "Beto plays two-blank on the right; ends 2 and 0; 2 tiles left.",
        "Your turn",
    ],
    [
        "You play the double blank on the right; one tile left; ends 2 and 0.",
        "Beto is thinking…",
    ],
    [
        "Beto plays one-blank on the right; ends 2 and 1; one tile left.",
        "Your turn",
    ],
    [
        "You play the two-one on the right; no tiles left; ends 2 and 2.",
        "",
    ],
];
