//! Plays every lesson to its end, by its suggestions and against them, and checks the topics it shows.

use capicu::lesson::Topic;
use capicu_i18n::{Lang, Texts};
use capicu_practice::{Lesson, LessonText};
use capicu_protocol::{ClientMessage, CreateTable, Event, Key, ServerMessage, TableRules};

/// The topics that the first round of each game must show.
const SHOWN: [(&str, &str); 14] = [
    (
        "jamaican-partner",
        "aim opening turn double knock going-out key-tile match",
    ),
    ("cut-throat", "aim opening turn double knock block match"),
    (
        "french",
        "aim opening turn spinner cross arm knock board-pass going-out penalty match",
    ),
    ("chiva", "aim opening turn double knock block match"),
    (
        "cien",
        "aim opening turn double knock paso going-out capicu first-game match",
    ),
    (
        "doscientos",
        "aim opening turn double knock paso going-out chuchazo first-game match",
    ),
    ("block", "aim opening turn double knock block match"),
    ("draw", "aim opening turn double draw going-out match"),
    (
        "cross",
        "aim opening turn spinner cross draw going-out match",
    ),
    (
        "double-nine-cross",
        "aim opening turn spinner cross draw going-out match",
    ),
    (
        "double-twelve-cross",
        "aim opening turn spinner cross draw going-out match",
    ),
    (
        "all-fives",
        "aim opening turn double draw ends going-out match",
    ),
    (
        "fives-and-threes",
        "aim opening turn double draw ends going-out match",
    ),
    (
        "club",
        "draw-for-set aim turn spinner draw ends going-out match",
    ),
];

/// The longest time for a lesson, in milliseconds.
const FIVE_MINUTES: u64 = 5 * 60 * 1000;

/// The time to read a word, and the time for a turn, in milliseconds.
const WORD: u64 = 300;
const TURN: u64 = 4_000;

struct Played {
    lesson: Lesson,
    read: Vec<&'static str>,
    /// How often the person had played when the turn was explained.
    before_turn: usize,
    took: u64,
    over: bool,
}

pub fn asked(rules: TableRules) -> CreateTable {
    CreateTable {
        rules,
        seats: Vec::new(),
        turn_time: None,
        grace: None,
        level: None,
        hints: None,
        watching: None,
        passed: None,
        name: None,
    }
}

fn usual() -> TableRules {
    let game = capicu::Game::by_id("jamaican-partner").unwrap();
    TableRules::new(game.id, &game.rules(4).unwrap())
}

fn words(told: &LessonText) -> u64 {
    let words = &told.words["en"];
    let count = |text: &String| text.split_whitespace().count() as u64;
    count(&words.title) + words.sentences.iter().map(count).sum::<u64>()
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    /// Plays the suggestions, after reading.
    Suggested,
    /// Takes the last legal action.
    Otherwise,
    /// Plays the suggestions, but does not read before the first turn.
    Early,
}

fn play(game: &str, rules: TableRules, way: Way) -> Played {
    let (lesson, told) =
        Lesson::new(game, Lang::En, asked(rules), || [7; 32], 0).expect("a lesson");
    let mut view = capicu::TableView::new(rules_of(&lesson), capicu::Seat::default());
    let mut played = Played {
        lesson,
        read: Vec::new(),
        before_turn: 0,
        took: 0,
        over: false,
    };
    let (mut now, mut version) = (0, 0);
    let mut hear = |told: Vec<ServerMessage>, view: &mut capicu::TableView| {
        let mut over = false;
        for message in told {
            let events = match message {
                ServerMessage::Snapshot(snapshot) => {
                    version = snapshot.version;
                    snapshot.events
                }
                ServerMessage::Events {
                    version: v, events, ..
                } => {
                    version = v;
                    events
                }
                _ => Vec::new(),
            };
            for event in &events {
                over |= matches!(event, Event::RoundOver(_));
                if let Some(seen) = event.seen().unwrap() {
                    view.observe(&seen);
                }
            }
        }
        (version, over)
    };
    let (mut at, _) = hear(told, &mut view);
    let (mut early, mut acted) = (way == Way::Early, 0);
    for n in 0..2_000 {
        let told = played.lesson.told().filter(|told| told.topic != "try");
        if let Some(told) = told.filter(|told| !(early && told.topic == "turn")) {
            // While the person reads, nothing happens.
            assert_eq!(played.lesson.wait(now), None, "{game}");
            played.took += WORD * words(&told);
            if told.topic == "end" {
                played.over = true;
                break;
            }
            if told.topic == "turn" {
                played.before_turn = acted;
            }
            played.read.push(told.topic);
            played.lesson.go_on();
            continue;
        }
        let told = if let Some(wait) = played.lesson.wait(now) {
            played.took += u64::from(wait.after);
            now += u64::from(wait.after);
            played.lesson.happen(wait.step, now)
        } else {
            let round = view.round().expect("a round");
            let actions = round.distinct_actions();
            let last = *actions
                .last()
                .unwrap_or_else(|| panic!("{game}: no seat is to act"));
            let action = played.lesson.suggested().filter(|_| way != Way::Otherwise);
            early &= played
                .lesson
                .told()
                .is_some_and(|told| told.topic != "turn");
            played.took += TURN;
            acted += 1;
            let message = ClientMessage::Act {
                key: Key::new(&format!("k{n}")).unwrap(),
                expected: at,
                action: action.unwrap_or(last).into(),
            };
            played.lesson.hear(message, now)
        };
        (at, _) = hear(told, &mut view);
    }
    played
}

fn rules_of(lesson: &Lesson) -> capicu::Rules {
    *lesson.rules()
}

#[test]
fn every_lesson_shows_the_topics_it_names() {
    for (game, shown) in SHOWN {
        let played = play(game, usual(), Way::Suggested);
        assert!(played.over, "{game} does not end");
        for name in shown.split(' ') {
            assert!(
                played.read.contains(&name),
                "{game} shows {name}: {:?}",
                played.read
            );
        }
        let promised: Vec<&str> = played.lesson.promised().iter().map(|p| p.name()).collect();
        assert_eq!(promised, played.read, "{game}");
        assert!(
            played.took < FIVE_MINUTES,
            "{game} takes {} s",
            played.took / 1000
        );
        eprintln!("{game}: {} s", played.took / 1000);
    }
    assert!(
        capicu::Game::ALL
            .iter()
            .all(|game| SHOWN.iter().any(|(id, _)| *id == game.id))
    );
}

#[test]
fn rule_file_has_a_lesson() {
    let files = capicu_record::games::ids().filter(|id| capicu::Game::by_id(id).is_none());
    for game in files {
        let played = play(game, usual(), Way::Suggested);
        assert!(played.over, "{game} does not end");
        let promised: Vec<&str> = played.lesson.promised().iter().map(|p| p.name()).collect();
        assert_eq!(promised, played.read, "{game}");
        let ends = ["going-out", "block"];
        assert!(ends.iter().any(|end| played.read.contains(end)), "{game}");
    }
}

#[test]
fn player_against_the_suggestions_reads_the_rest_at_the_end() {
    for (game, _) in SHOWN {
        let played = play(game, usual(), Way::Otherwise);
        assert!(played.over, "{game} does not end");
        let read = played.read.len();
        let told = played.lesson.told().expect("the end");
        let rest = told.words["es"]
            .rest
            .as_ref()
            .map_or(0, |rest| rest.topics.len());
        assert_eq!(
            read + rest,
            Topic::of(&rules_of(&played.lesson)).count(),
            "{game}"
        );
    }
}

#[test]
fn early_player_reads_about_the_turn_on_the_next_one() {
    for game in ["draw", "cien"] {
        let early = play(game, usual(), Way::Early);
        let told = early.read.iter().filter(|one| **one == "turn");
        assert_eq!(told.count(), 1, "{game}: {:?}", early.read);
        let in_time = play(game, usual(), Way::Suggested);
        assert!(early.before_turn > in_time.before_turn, "{game}");
    }
}

#[test]
fn lesson_for_house_rules_explains_those_rules() {
    // Six love without a key tile, but with a partner game that draws.
    let mut rules = usual();
    rules
        .options
        .insert("key-tile".to_owned(), "off".to_owned());
    let played = play("", rules, Way::Suggested);
    assert!(played.over && !played.read.contains(&"key-tile"));
    assert_eq!(played.lesson.told().unwrap().game, "");
}

#[test]
fn skipped_lesson_is_a_table_like_any_other() {
    let (mut lesson, _) = Lesson::new("cien", Lang::En, asked(usual()), || [7; 32], 0).unwrap();
    assert!(lesson.told().is_some() && lesson.wait(0).is_none());
    lesson.skip();
    assert_eq!(lesson.told(), None);
    // It is another player's turn to open, or the person has to.
    assert!(lesson.wait(0).is_some() || lesson.suggested().is_none());
}

#[test]
fn table_of_a_lesson_has_a_name_in_its_language() {
    let names = [
        (Lang::En, "Cuban double-nine"),
        (Lang::Es, "Cubano con doble nueve"),
        (Lang::Fr, "Cubain au double-neuf"),
    ];
    for (lang, name) in names {
        let (_, told) = Lesson::new("cubano", lang, asked(usual()), || [7; 32], 0).unwrap();
        let title = told.iter().find_map(|message| match message {
            ServerMessage::Snapshot(snapshot) => snapshot.rules.title.as_deref(),
            _ => None,
        });
        assert_eq!(title, Some(name));
    }
}

#[test]
fn every_topic_is_explained_in_every_language() {
    for game in capicu::Game::ALL {
        let rules = game.rules(game.players[0]).unwrap();
        for lang in Lang::ALL {
            let texts = Texts::new(*lang);
            for topic in Topic::of(&rules) {
                let told = texts.lesson(topic, &rules);
                assert!(told.sentences.len() > 1, "{}: {topic:?}", game.id);
                assert!(told.sentences.iter().all(|text| !text.is_empty()));
            }
        }
    }
}
