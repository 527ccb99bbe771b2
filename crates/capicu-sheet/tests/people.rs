//! Sheets and entries for the tests.

use capicu::{Game, Hanged, Left, ReportedEnd, Seat, Side, WayOut};
use capicu_sheet::{Entry, Event, RoundEntry, Sheet, Start, Trust};

pub const NAMES: [&str; 12] = [
    "Tito", "Ana", "Marva", "Inés", "Joe", "Luz", "Kim", "Bo", "Eva", "Max", "Zoe", "Pip",
];

pub fn start(game: &str, players: u8, changes: &[(&str, &str)]) -> Start {
    let game = Game::by_id(game).unwrap();
    let mut choices = game.choices(players).unwrap();
    for (option, value) in changes {
        choices.set(option, value).unwrap();
    }
    let names = NAMES[..usize::from(players)].iter();
    Start {
        game,
        choices,
        names: names.map(ToString::to_string).collect(),
    }
}

pub fn sheet(game: &str, players: u8, changes: &[(&str, &str)]) -> Sheet {
    let mut sheet = Sheet::default();
    let start = start(game, players, changes);
    sheet.add(Event::Started(start)).unwrap();
    sheet
}

pub fn seat(letter: char) -> Seat {
    Seat::of_letter(letter).unwrap()
}

pub fn side(index: u8) -> Side {
    Side::new(index).unwrap()
}

pub fn ends(end: ReportedEnd, left: Left) -> Entry {
    Entry::Round(RoundEntry {
        opener: None,
        end,
        left,
        trust: Trust::Checked,
    })
}

pub fn out(letter: char, way: WayOut, left: Left) -> Entry {
    let end = ReportedEnd::Out {
        seat: seat(letter),
        way,
        hanged: Hanged::Nothing,
    };
    ends(end, left)
}

pub fn scores(sheet: &Sheet) -> Vec<u16> {
    sheet.current().unwrap().scores().as_slice().to_vec()
}
