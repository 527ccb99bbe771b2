//! Report files (TRF-16): a file written by hand, and the errors of files.

use capicu_event::report::start_list;
use capicu_event::standings::standings;
use capicu_event::trf::{
    self, Dates, Ending, NotTwoSides, PlayerRound, Seat, TrfError, TrfField, TrfProblem, has_file,
    read, write,
};
use capicu_event::{ByeKind, Command, Entrants, EntryId, Event, Outcome, Refused, TieBreak};

use super::{Desk as _, event, id, pair, played, preset, rule};

/// The file of [`evening`], by the columns of the specification.
const FILE: &str = "\
012 Friday
042 1970/01/01
062 4
XXR 5
001    1      A                                 2000                             2.0    1     3 w 1     2 b +     4 w
001    2      B                                 1999                             0.5    4     4 b =     1 w -  0000 - Z
001    3      José / Ana                        1998                             1.0    2     1 b 0  0000 - U  0000 - Z
001    4      D                                 1997                             1.0    2     2 w =  0000 - H     1 b
";

/// Four entries in three rounds: a win, a draw, a forfeit, both kinds of byes, a void table and one without a result.
fn evening() -> Event {
    let mut preset = preset("latin-pairs");
    preset.stages[0].standings = vec![TieBreak::Points];
    preset.stages[0].pairing.rounds_mut().unwrap().replace(5);
    let mut event = event(preset, &["A", "B", "José / Ana", "D"]);
    event.done(Command::OpenStage);
    pair(&mut event, &[[1, 3], [4, 2]], &[]);
    rule(&mut event, 1, played([0, 0], [200, 100]));
    rule(&mut event, 2, played([0, 0], [150, 150]));
    event.done(Command::RequestBye(id(4), 2));
    let byes = [(3, ByeKind::Pairing), (4, ByeKind::Requested)];
    pair(&mut event, &[[2, 1]], &byes);
    rule(&mut event, 1, Outcome::Forfeit { absent: vec![0] });
    pair(&mut event, &[[1, 4], [2, 3]], &[]);
    rule(&mut event, 2, Outcome::Void);
    event
}

fn written(event: &Event) -> Result<String, NotTwoSides> {
    let (state, stage) = (event.state(), &event.state().stages[0]);
    let dates = Dates {
        from: "1970/01/01".into(),
        to: None,
    };
    let entry = |id| &state.entries[&id];
    let name = |id| entry(id).name.clone();
    write(state, stage, &dates, name, |id| entry(id).rating)
}

fn imported(text: &str) -> Event {
    let report = read(text).unwrap();
    trf::event(&report, "Friday", 5, 0, usize::MAX).unwrap()
}

#[test]
fn file_is_written_by_the_columns_of_the_specification() {
    let text = written(&evening()).unwrap();
    assert_eq!(text.replace("\r\n", "\n"), FILE);
    assert!(text.ends_with("\r\n") && text.matches('\n').count() == text.matches("\r\n").count());
}

#[test]
fn stages_without_two_sides_have_no_file() {
    let names = ["A", "B", "C", "D"];
    for (of, fits) in [
        ("three-hand", false),
        ("rotating-partners", false),
        ("femundo-individual", false),
        ("arena", false),
        ("latin-pairs", true),
        ("duplicate-swiss", true),
    ] {
        let mut event = event(preset(of), &names);
        let names = 1..=event.state().entries.len() as u32;
        for number in names {
            // Some presets need a check-in.
            let _ = event.send(Command::CheckIn(id(number)));
        }
        event.done(Command::OpenStage);
        assert_eq!(has_file(&event.state().stages[0]), fits, "{of}");
        match fits {
            true => assert!(written(&event).is_ok(), "{of}"),
            false => assert_eq!(written(&event), Err(NotTwoSides), "{of}"),
        }
    }
}

/// The reader of a file decides about names and ratings; the days are as given.
#[test]
fn file_has_only_the_names_and_ratings_that_its_reader_may_see() {
    let event = evening();
    let (state, stage) = (event.state(), &event.state().stages[0]);
    let dates = Dates {
        from: "2026/11/28".into(),
        to: Some("2026/11/29".into()),
    };
    let text = write(state, stage, &dates, |id| format!("No. {id}"), |_| None).unwrap();
    assert!(
        text.contains("042 2026/11/28\r\n052 2026/11/29\r\n"),
        "{text}"
    );
    let report = read(&text).unwrap();
    assert!(report.players.iter().all(|player| player.rating.is_none()));
    assert_eq!(report.players[2].name, "No. 3");
    assert!(!text.contains("José") && !text.contains("1998"), "{text}");
}

/// Equal beginnings of 33 letters get the starting rank, also where a name looks like the result.
#[test]
fn cut_names_that_become_equal_are_numbered() {
    let long = "a".repeat(40);
    let names = [
        format!("{long}1"),
        format!("{} (3)", "a".repeat(29)),
        format!("{long}2"),
        "Eva  Gil".to_owned(),
        "Eva Gil".to_owned(),
    ];
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let mut event = event(preset("latin-pairs"), &names);
    event.done(Command::OpenStage);
    let report = read(&written(&event).unwrap()).unwrap();
    let read: Vec<&str> = report.players.iter().map(|one| one.name.as_str()).collect();
    let [whole, third, fourth] = [
        "a".repeat(33),
        format!("{} (3)", "a".repeat(29)),
        format!("{} (4)", "a".repeat(29)),
    ];
    assert_eq!(read, [&*whole, &third, &fourth, "Eva Gil", "Eva Gil (5)"]);
}

#[test]
fn file_is_read_by_the_columns_of_the_specification() {
    let report = read(FILE).unwrap();
    assert_eq!((report.name.as_str(), report.rounds), ("Friday", 5));
    let third = &report.players[2];
    assert_eq!(
        (third.number, third.line, third.rating),
        (3, 7, Some(1_998))
    );
    assert_eq!(third.name, "José / Ana");
    let met = |opponent, seat, ending| PlayerRound::Met {
        opponent,
        seat: Some(seat),
        ending,
    };
    assert_eq!(
        third.rounds,
        [met(1, Seat::Second, Ending::Lost), PlayerRound::Bye]
    );
    let fourth = [
        met(2, Seat::First, Ending::Drawn),
        PlayerRound::HalfPointBye,
        met(1, Seat::Second, Ending::Open),
    ];
    assert_eq!(report.players[3].rounds, fourth);
    // Other line ends and a byte order mark change nothing.
    for ends in ["\r\n", "\r"] {
        let text = format!("\u{feff}{}", FILE.replace('\n', ends));
        assert_eq!(read(&text).unwrap().players.len(), 4);
    }
}

/// The event has the results of the file. Two who were not paired in the third round have left.
#[test]
fn imported_file_is_an_event_with_its_results() {
    let event = imported(FILE);
    let state = event.state();
    assert_eq!(state.preset.entrants, Entrants::Player);
    let stage = &state.stages[0];
    assert_eq!((stage.n_rounds, stage.rounds.len()), (5, 3));
    let points: Vec<(u32, i64)> = standings(state, stage)
        .iter()
        .map(|one| (one.entry.0, one.keys[0]))
        .collect();
    // A win is 24 twelfths. By the file, 1 has 2, 3 and 4 have 1, and 2 has a half.
    let of = |number: u32| points.iter().find(|one| one.0 == number).unwrap().1;
    assert_eq!([1, 2, 3, 4].map(of), [48, 12, 24, 24]);
    let present = [1, 2, 3, 4].map(|number| state.is_present(id(number)));
    assert_eq!(present, [true, false, false, true]);
    assert_eq!(
        (state.name.as_str(), event.log().lines()[0].at),
        ("Friday", 0)
    );
    // Written again, it is the same file, except for the rank, which follows other tie-breaks.
    let without_ranks = |text: &str| -> Vec<String> {
        let lines = text.lines().filter(|line| line.starts_with("001"));
        lines
            .map(|line| {
                line.chars()
                    .enumerate()
                    .filter(|(at, _)| !(85..89).contains(at))
                    .map(|(_, c)| c)
                    .collect()
            })
            .collect()
    };
    let again = written(&event).unwrap();
    assert_eq!(without_ranks(&again), without_ranks(FILE));
    let replayed = Event::verify(event.log().clone()).unwrap();
    assert_eq!(replayed.state(), event.state());
}

#[test]
fn import_ends_when_its_log_is_too_long() {
    let report = read(FILE).unwrap();
    let bytes = trf::event(&report, "Friday", 5, 9, usize::MAX).unwrap();
    assert!(bytes.log().lines().iter().all(|line| line.at == 9));
    let bytes = bytes.log().bytes();
    assert!(trf::event(&report, "Friday", 5, 9, bytes).is_ok());
    for most in [0, bytes / 2, bytes - 1] {
        let full = trf::event(&report, "Friday", 5, 9, most);
        assert_eq!(full, Err(Refused::LogFull { most }), "{most}");
    }
    let unnamed = trf::event(&report, "", 5, 9, bytes);
    assert_eq!(unnamed, Err(Refused::Text));
}

#[test]
fn starting_ranks_are_seeds_whatever_the_ratings() {
    let text = "\
001    1      Ana / Luis                                                         1.0    1     4 w 1
001    2      Eva / Leo                         1500                             0.0    3     3 w 0
001    3      Ida / Ted                         1800                             1.0    1     2 b 1
001    4      Mia / Sam                         1800                             0.0    3     1 b 0
";
    let event = imported(text);
    let state = event.state();
    assert_eq!(state.preset.entrants, Entrants::Pair);
    assert_eq!(state.entries[&id(3)].members, ["Ida", "Ted"]);
    let ratings: Vec<Option<i32>> = state.entries.values().map(|entry| entry.rating).collect();
    assert_eq!(ratings, [None, Some(1_500), Some(1_800), Some(1_800)]);
    let seeds: Vec<EntryId> = start_list(state);
    assert_eq!(seeds, [1, 2, 3, 4].map(id));
    let again = read(&written(&event).unwrap()).unwrap();
    let before = read(text).unwrap();
    for (one, other) in again.players.iter().zip(&before.players) {
        assert_eq!(
            (&one.name, one.rating, &one.rounds),
            (&other.name, other.rating, &other.rounds)
        );
    }
}

/// A file of two lines, with these rounds. The points are left blank.
fn two(rounds: [&str; 2]) -> String {
    let line = |number: usize, name: &str| {
        let rounds = rounds[number - 1];
        format!("001 {number:>4}      {name:<33}{:42}{rounds}\n", "")
    };
    line(1, "A") + &line(2, "B")
}

#[test]
fn wrong_file_is_refused_with_line_and_remedy() {
    use TrfProblem::{
        Contradiction, Itself, MixedByes, NoEnding, NoNumber, NoOpponent, NoPlayers, NoSeat,
        NotMutual, ResultMissing, SeatsDiffer, Shifted, UnknownOpponent,
    };
    let wrong = |line: usize, problem: TrfProblem| Err(TrfError { line, problem });
    let refused = |text: &str| read(text).map(|_| ());
    assert_eq!(refused(&two(["     2 w 1", "     1 b 0"])), Ok(()));
    assert_eq!(refused("012 Friday\n"), wrong(0, NoPlayers));
    let (round, line) = (1, 2);
    let contradicted = || Contradiction { round, other: line };
    let cases = [
        (
            ["     2 w 1", "     1 w 0"],
            1,
            SeatsDiffer { round, other: line },
        ),
        (["     2 w 1", "     1 b 1"], 1, contradicted()),
        (["     2 w =", "     1 b 0"], 1, contradicted()),
        (["     2 w +", "     1 b 0"], 1, contradicted()),
        (["     2 w 1", "     1 b  "], 1, contradicted()),
        (
            ["     2 w 1", "  0000 - Z"],
            1,
            NotMutual { round, other: line },
        ),
        (["     2 w 1", ""], 1, NotMutual { round, other: line }),
        (["     1 w 1", ""], 1, Itself(1)),
        (
            ["     7 w 1", ""],
            1,
            UnknownOpponent { round, opponent: 7 },
        ),
        (["    2x w 1", ""], 1, NoOpponent(1)),
        (["     2 x 1", ""], 1, NoSeat { round, found: 'x' }),
        (["     2 w X", ""], 1, NoEnding { round, found: 'X' }),
        (["     2 w H", ""], 1, NoEnding { round, found: 'H' }),
        (["  0000 - 1", ""], 1, NoEnding { round, found: '1' }),
        (["    2 w 1", "    1 b 0"], 1, Shifted(96)),
        (["      2 w 1", "      1 b 0"], 1, Shifted(96)),
        (["  0000 - H", "  0000 - F"], 2, MixedByes(1)),
        (
            ["     2 w       2 b 0", "     1 b       1 w 1"],
            1,
            ResultMissing(1),
        ),
    ];
    for (rounds, line, problem) in cases {
        let found = refused(&two(rounds));
        assert_eq!(found, wrong(line, problem), "{rounds:?}");
        let why = found.unwrap_err().to_string();
        assert!(
            why.starts_with(&format!("line {line}: ")) && why.len() > 30,
            "{why}"
        );
    }
    let why = refused(&two(["  0000 - H", "  0000 - F"])).unwrap_err();
    assert_eq!(
        why.to_string(),
        "line 2: round 1: the file has both H and F, but all byes on request of an event have one worth; write one of \
        them"
    );
    let field = |field, columns| NoNumber { field, columns };
    let changed = |from: &str, to: &str| refused(&FILE.replacen(from, to, 1));
    assert_eq!(
        changed("1999", "19x9"),
        wrong(6, field(TrfField::Rating, [49, 52]))
    );
    assert_eq!(
        changed("001    2", "001    0"),
        wrong(6, field(TrfField::Number, [5, 8]))
    );
    assert_eq!(
        changed("001    2", "001    0").unwrap_err().to_string(),
        "line 6: columns 5 to 8: the starting rank is not a number; correct it"
    );
    let many: String = (1..=1_001)
        .map(|number| format!("001 {number:>4}      P{number}\n"))
        .collect();
    assert_eq!(
        refused(&many),
        wrong(1_001, TrfProblem::TooManyPlayers(1_000))
    );
    assert_eq!(
        changed(" 0.5 ", " 0,5 "),
        wrong(6, field(TrfField::Points, [81, 84]))
    );
    let differ = TrfProblem::PointsDiffer {
        written: 15,
        counted: 5,
    };
    assert_eq!(changed(" 0.5 ", " 1.5 "), wrong(6, differ));
    assert_eq!(
        changed("XXR 5", "XXR five"),
        wrong(4, field(TrfField::Rounds, [4, 8]))
    );
    // A double round robin may plan more rounds than a Swiss stage has.
    let long = read(&FILE.replacen("XXR 5", "XXR 70", 1)).expect("a report");
    assert_eq!(long.rounds, 64);
    let played = format!("001    1      A{:74}{}\n", "", "     2 w 1".repeat(65));
    assert_eq!(refused(&played), wrong(1, TrfProblem::TooManyRounds(64)));
    assert_eq!(
        changed("001    3", "001    2"),
        wrong(7, TrfProblem::NumberTaken(6))
    );
    assert_eq!(
        changed("      B ", "      A "),
        wrong(6, TrfProblem::NameTaken(5))
    );
    assert_eq!(
        changed("      B ", "        "),
        wrong(6, TrfProblem::NoName)
    );
    // A letter too much before the rating moves everything after it.
    assert_eq!(changed("1999", " 1999"), wrong(6, Shifted(53)));
}

/// No text makes the reader panic.
#[test]
fn damaged_file_is_read_or_refused() {
    let bytes = FILE.as_bytes();
    for at in 0..bytes.len() {
        for letter in [b'0', b'9', b' ', b'\n', b'w', 0xff] {
            let mut damaged = bytes.to_vec();
            damaged[at] = letter;
            let text = String::from_utf8_lossy(&damaged);
            if let Ok(report) = read(&text) {
                let _ = trf::event(&report, "Friday", 5, 0, usize::MAX);
            }
        }
        let _ = read(&String::from_utf8_lossy(&bytes[..at]));
    }
}
