//! The pictures in the pages of rules agree with their positions, and the engine finds the clue of each lesson.
//!
//! Each picture `docs/rules/figures/NAME.svg` is drawn from `NAME.txt`: a position and the actions after it. A lesson
//! also has two plays, and the clue for the first. Other pictures can show the next tile, and tiles in hand.
//! `CAPICU_BLESS=1` draws the pictures again.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

use capicu::{Action, Clue, Move, PlayAwards, Seat, Setup, TileSet, View};
use capicu_picture::{Mark, Picture, laid};

/// A figure as written, by the names of its lines.
struct Figure {
    name: String,
    lines: BTreeMap<String, String>,
}

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../docs/rules/figures")
}

fn figures() -> Vec<Figure> {
    let entries = fs::read_dir(folder()).expect("the folder of figures");
    let files = entries.map(|entry| entry.expect("a file").path());
    let texts = files.filter(|path| path.extension().is_some_and(|ending| ending == "txt"));
    let figure = |path: PathBuf| {
        let text = fs::read_to_string(&path).expect("a text");
        let line = |line: &str| {
            let (name, value) = line.split_once(": ").expect("a name and a value");
            (name.to_owned(), value.to_owned())
        };
        Figure {
            name: path
                .file_stem()
                .expect("a name")
                .to_string_lossy()
                .into_owned(),
            lines: text.lines().map(line).collect(),
        }
    };
    texts.map(figure).collect()
}

impl Figure {
    fn line(&self, name: &str) -> Option<&str> {
        self.lines.get(name).map(String::as_str)
    }

    fn action(&self, name: &str) -> Option<Action> {
        Some(self.line(name)?.parse().expect("an action"))
    }

    fn setup(&self) -> Setup {
        let position = self.line("position").expect("a position");
        position
            .parse()
            .unwrap_or_else(|error| panic!("{}: {error}", self.name))
    }

    fn moves(&self) -> Vec<Action> {
        let words = self.line("moves").unwrap_or_default().split_whitespace();
        words.map(|word| word.parse().expect("a move")).collect()
    }

    /// The tiles below the board.
    fn hand(&self) -> TileSet {
        let words = self.line("hand").unwrap_or_default().split_whitespace();
        let shown = words.map(|word| word.parse().expect("a tile")).collect();
        self.view().map_or(shown, |view| view.hand())
    }

    /// The tile about to be laid.
    fn next(&self) -> Option<Action> {
        self.action("better").or_else(|| self.action("next"))
    }

    /// The view of the seat to act; `None` if the figure is not a lesson.
    fn view(&self) -> Option<View> {
        let letter = self.line("seat")?.bytes().next()?;
        let seat = Seat::new(letter - b'A').expect("a seat");
        let view = self.setup().view(seat);
        let mut view = view.unwrap_or_else(|error| panic!("{}: {error}", self.name));
        for action in self.moves() {
            let mv = Move {
                seat: view.board().to_act().expect("a seat to act"),
                action,
                drawn: None,
                shown: false,
            };
            view.observe(&mv, &PlayAwards::new());
        }
        Some(view)
    }

    fn svg(&self) -> String {
        let setup = self.setup();
        let mut actions = laid(self.line("position").expect("a position")).expect("actions");
        actions.extend(self.moves());
        let picture = Picture {
            rules: &setup.rules,
            laid: &actions,
            mark: self.next().map(Mark::Next),
            hand: self.hand(),
        };
        picture.svg()
    }
}

const fn kind(clue: &Clue) -> &'static str {
    match clue {
        Clue::Lacks { .. } => "lacks",
        Clue::Shuts(_) => "shuts",
        Clue::Denies(_) => "denies",
        Clue::Holds(_) => "holds",
        Clue::Stitches(_) => "stitches",
        Clue::CutsOff(_) => "cuts-off",
        Clue::Led { .. } => "led",
        Clue::Scores { .. } => "scores",
        Clue::OneNumber { .. } => "one-number",
        Clue::Boneyard { .. } => "asleep",
    }
}

#[test]
fn every_picture_agrees_with_its_position() {
    for figure in figures() {
        let path = folder().join(&figure.name).with_extension("svg");
        let drawn = figure.svg();
        if std::env::var_os("CAPICU_BLESS").is_some() {
            fs::write(&path, &drawn).expect("it can be written");
        }
        let published = fs::read_to_string(&path).unwrap_or_default();
        assert!(
            published == drawn,
            "{} is drawn differently",
            path.display()
        );
        let setup = figure.setup();
        let lie = setup.layout.laid().len();
        let lie = lie
            + figure
                .moves()
                .iter()
                .filter(|a| **a != Action::Pass)
                .count();
        let shown = lie + usize::from(figure.next().is_some());
        let hand = figure.hand().len();
        assert_eq!(
            drawn.matches("class=\"face\"").count(),
            shown + hand,
            "{}",
            figure.name
        );
    }
}

/// A last tile that a page shows is legal, at both ends where the page says so.
#[test]
fn last_tiles_of_pictures_fit() {
    let mut found = 0;
    for figure in figures() {
        let (Some(next), Some(_)) = (figure.next(), figure.line("hand")) else {
            continue;
        };
        let (name, setup) = (&figure.name, figure.setup());
        let position = figure.line("position").expect("a position");
        let letter = position.trim().bytes().last().expect("the seat to act");
        let seat = Seat::new(letter - b'A').expect("a seat");
        let view = setup.view(seat);
        let view = view.unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(view.hand(), figure.hand(), "{name}");
        assert_eq!(view.check(next), Ok(()), "{name}");
        let ends = match name.as_str() {
            "capicu" | "key-tile" => 2,
            _ => 1,
        };
        assert_eq!(view.legal_actions().len(), ends, "{name}");
        found += 1;
    }
    assert_eq!(found, 3, "pictures with a last tile");
}

/// The engine finds the clue of each lesson, and not for the reverse choice.
#[test]
fn engine_finds_the_clue_of_every_lesson() {
    let mut kinds = std::collections::BTreeSet::new();
    for figure in figures() {
        let Some(view) = figure.view() else { continue };
        let name = &figure.name;
        let actions = [figure.action("better"), figure.action("other")];
        let [better, other] = actions.map(|action| action.expect("two plays"));
        for action in [better, other] {
            assert_eq!(view.check(action), Ok(()), "{name}: {action}");
        }
        let wanted = figure.line("clue").expect("a clue");
        let clues = capicu_ai::clues(&view, better, other);
        let found = clues.iter().find(|clue| kind(clue) == wanted);
        let found = found.unwrap_or_else(|| panic!("{name}: {clues:?}"));
        assert!(
            !capicu_ai::clues(&view, other, better).contains(found),
            "{name}"
        );
        kinds.insert(wanted.to_owned());
    }
    assert_eq!(
        kinds.len(),
        10,
        "every kind of clue has a lesson: {kinds:?}"
    );
}
