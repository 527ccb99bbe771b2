//! What is typed at a table: tiles and words of every language, and what comes of it.
//!
//! A line is read without a table. What it asks for is then looked for among the actions that the rules list, and done
//! by the buttons of the page.

use capicu::{Action, Board, BySeat, Seat, Tile};
use capicu_client::ClientTable;
use capicu_geometry::Felt;
use capicu_i18n::{BOT_NAMES, Lang, Seats, Texts};
use capicu_picture::spread::{Spread, plan};
use capicu_protocol::Holder;
use serde::Serialize;

/// A line that was understood.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Typed {
    /// To lay a tile, somewhere if that was said.
    Lay(Tile, Option<Place>),
    /// To name points.
    Points(u16),
    /// Anything else.
    Word(Word),
}

/// Where a tile is to go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// On the left of two ends.
    Left,
    /// On the right of two ends.
    Right,
    /// At the end that the page marks with this letter, counted from 0.
    Letter(u8),
    /// Against this tile.
    Against(Tile),
    /// At an end with this number.
    At(u8),
}

/// A line that was not understood.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unread {
    /// Nothing was typed.
    Empty,
    /// No such word.
    Word(String),
    /// Numbers that are no tile.
    Tile(String),
    /// A tile, and then something that is no place.
    Place(String),
    /// Points that are no number.
    Points,
}

macro_rules! words {
    ($($(#[$doc:meta])* $word:ident, $text:ident;)+) => {
        /// What a word asks for.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Word { $($(#[$doc])* $word,)+ }

        impl Word {
            /// All of them.
            pub const ALL: &'static [Self] = &[$(Self::$word,)+];

            /// How a language says it, with spaces between.
            pub fn said(self, texts: Texts) -> String {
                match self { $(Self::$word => texts.$text(),)+ }
            }
        }
    };
}

words! {
    /// To pass.
    Pass, typed_pass;
    /// To draw.
    Draw, typed_draw;
    /// The tiles in hand.
    Hand, typed_hand;
    /// The open ends.
    Ends, typed_ends;
    /// The tiles on the table.
    Board, typed_board;
    /// How the match stands.
    Score, typed_score;
    /// What was done last.
    Last, typed_last;
    /// Who passed on what.
    Passes, typed_passes;
    /// How many tiles each holds.
    Counts, typed_counts;
    /// Whose turn it is.
    Turn, typed_turn;
    /// What was said last, again.
    Again, typed_again;
    /// What to play.
    Advice, typed_advice;
    /// To claim what another has not called.
    Muggins, typed_muggins;
    /// To name points, or to claim them where the table counts.
    Call, typed_call;
    /// To pose oneself.
    Mine, typed_mine;
    /// To have the partner pose.
    Yours, typed_yours;
    /// The next round, or another match.
    Next, typed_next;
    /// To be ready for the first deal.
    Ready, typed_ready;
    /// What can be typed.
    Help, typed_help;
}

/// Reads a line, by the words of this language first.
///
/// # Errors
///
/// If it is no tile and no word of any language.
pub fn read(line: &str, lang: Lang) -> Result<Typed, Unread> {
    let line = plain(line);
    let line = line.trim();
    if line.is_empty() {
        return Err(Unread::Empty);
    }
    if line.starts_with(|first: char| first.is_ascii_digit()) {
        return lay(line, lang);
    }
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let found = Word::ALL
        .iter()
        .find(|one| is_said(word, |texts| one.said(texts), lang));
    match (found, rest.trim()) {
        (Some(Word::Call), rest) if !rest.is_empty() => {
            rest.parse().map(Typed::Points).map_err(|_| Unread::Points)
        }
        (Some(word), "") => Ok(Typed::Word(*word)),
        _ => Err(Unread::Word(line.to_owned())),
    }
}

/// Small letters without accents.
fn plain(text: &str) -> String {
    let letters = text.chars().flat_map(char::to_lowercase);
    let bare = letters.map(|letter| match letter {
        'á' | 'à' | 'â' => 'a',
        'é' | 'è' | 'ê' => 'e',
        'í' | 'î' => 'i',
        'ó' | 'ô' => 'o',
        'ú' | 'ü' | 'û' => 'u',
        other => other,
    });
    bare.collect()
}

/// Whether a language has this word: one letter only in the own.
fn is_said(word: &str, of: impl Fn(Texts) -> String, own: Lang) -> bool {
    Lang::ALL.iter().any(|lang| {
        let all = of(Texts::new(*lang));
        let found = all.split_whitespace().any(|one| plain(one) == word);
        found && (*lang == own || word.chars().nth(1).is_some())
    })
}

fn lay(line: &str, lang: Lang) -> Result<Typed, Unread> {
    let halves = |c: char| c.is_ascii_digit() || "-/|:".contains(c);
    let end = line.find(|c| !halves(c)).unwrap_or(line.len());
    let (first, rest) = line.split_at(end);
    let tile = tile(first).ok_or_else(|| Unread::Tile(first.to_owned()))?;
    let rest = rest.trim();
    let place = match rest {
        "" => None,
        _ => Some(place(rest, lang).ok_or_else(|| Unread::Place(rest.to_owned()))?),
    };
    Ok(Typed::Lay(tile, place))
}

/// `6-4`, `6/4`, or `64`, which takes two digits.
fn tile(text: &str) -> Option<Tile> {
    let joined = text.replace(['/', '|', ':'], "-");
    match joined.as_bytes() {
        [high @ b'0'..=b'9', low @ b'0'..=b'9'] => {
            let apart = format!("{}-{}", *high as char, *low as char);
            apart.parse().ok()
        }
        _ => joined.parse().ok(),
    }
}

fn place(text: &str, lang: Lang) -> Option<Place> {
    if is_said(text, |texts| texts.typed_left(), lang) {
        return Some(Place::Left);
    }
    if is_said(text, |texts| texts.typed_right(), lang) {
        return Some(Place::Right);
    }
    let letter = |text: &str| match text.as_bytes() {
        [letter @ b'a'..=b'z'] => Some(Place::Letter(letter - b'a')),
        _ => None,
    };
    let target = |text: &str| match text.parse::<u8>() {
        Ok(number) if text.len() < 3 && number <= 12 => Some(Place::At(number)),
        _ => tile(text).map(Place::Against),
    };
    if let Some(rest) = text.strip_prefix('@') {
        // What is written after the sign of records is a tile.
        return tile(rest.trim()).map(Place::Against);
    }
    match text.split_once(char::is_whitespace) {
        Some((on, rest)) if is_said(on, |texts| texts.typed_on(), lang) => target(rest.trim()),
        Some(_) => None,
        None => letter(text).or_else(|| target(text)),
    }
}

/// What comes of a line.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Answered {
    /// What is said.
    pub say: String,
    /// The names for tests of the buttons to be pressed, one after the other as they come.
    pub press: Vec<String>,
    /// The points to be chosen before.
    pub points: Option<u16>,
    /// Whether what was said last is to be said again.
    pub again: bool,
    /// What is said if no button is there.
    pub otherwise: String,
}

impl Answered {
    fn say(say: String) -> Self {
        Self {
            say,
            ..Self::default()
        }
    }

    fn press(press: impl IntoIterator<Item = impl Into<String>>, texts: Texts) -> Self {
        Self {
            press: press.into_iter().map(Into::into).collect(),
            otherwise: texts.typed_not_now(),
            ..Self::default()
        }
    }
}

/// What comes of a line at this table, on a felt of this size.
pub fn answer(line: &str, table: &ClientTable, felt: Felt, texts: Texts) -> Answered {
    match read(line, texts.lang()) {
        Ok(Typed::Lay(tile, place)) => lays(tile, place, table, felt, texts),
        Ok(Typed::Points(points)) => Answered {
            points: Some(points),
            ..Answered::press(["call"], texts)
        },
        Ok(Typed::Word(word)) => does(word, table, felt, texts),
        Err(unread) => Answered::say(match unread {
            Unread::Empty => texts.typed_empty(),
            Unread::Word(text) => texts.typed_unknown(&text),
            Unread::Tile(text) => texts.typed_no_tile(&text),
            Unread::Place(text) => texts.typed_no_place(&text),
            Unread::Points => texts.typed_no_points(),
        }),
    }
}

fn lays(
    tile: Tile,
    place: Option<Place>,
    table: &ClientTable,
    felt: Felt,
    texts: Texts,
) -> Answered {
    let name = texts.tile(tile);
    if !table.hand().contains(tile) {
        return Answered::say(texts.typed_not_held(&name));
    }
    if !table.is_my_turn() {
        return Answered::say(texts.typed_not_turn());
    }
    let all = from_left(table.actions_with(tile), table, felt);
    let fits = |at: usize, action: Action| match (place, action) {
        (None, _) => true,
        (Some(Place::Left), _) => all.len() == 2 && at == 0,
        (Some(Place::Right), _) => all.len() == 2 && at == 1,
        (Some(Place::Letter(letter)), _) => at == usize::from(letter),
        (Some(Place::Against(other)), Action::Play { on, .. }) => on == other,
        (Some(Place::At(number)), Action::Play { tile, on }) => {
            tile.shared_pip(on).is_some_and(|pip| pip.value() == number)
        }
        _ => false,
    };
    let chosen = all.iter().enumerate();
    let chosen: Vec<Action> = chosen
        .filter(|(at, action)| fits(*at, **action))
        .map(|(_, action)| *action)
        .collect();
    match (all.as_slice(), chosen.as_slice()) {
        ([], _) => Answered::say(texts.fits_nowhere(&name)),
        // Where it fits once, the side need not be the one that was said: it is where it lies, too.
        (_, [Action::Play { on, .. }]) => {
            Answered::press([format!("tile-{tile}"), format!("end-choice-{on}")], texts)
        }
        (_, [_]) => Answered::press([format!("tile-{tile}"), "end-choice".to_owned()], texts),
        (all, []) => Answered::say(texts.typed_not_there(&name, &places(all, texts))),
        (all, _) => Answered::say(texts.typed_where(&name, &places(all, texts))),
    }
}

/// The places where a tile fits, each by what is to be typed for it.
fn places(all: &[Action], texts: Texts) -> String {
    let first = |words: String| {
        words
            .split_whitespace()
            .next()
            .unwrap_or_default()
            .to_owned()
    };
    let key = |at: usize| match (all.len(), at) {
        (2, 0) => first(texts.typed_left()),
        (2, _) => first(texts.typed_right()),
        _ => char::from(b'a' + at as u8).to_string(),
    };
    let place = |(at, action): (usize, &Action)| {
        let Action::Play { tile, on } = action else {
            return None;
        };
        let pip = tile.shared_pip(*on)?.value();
        let on = texts.typed_on_tile(&texts.tile(*on), pip);
        Some(texts.typed_place(&key(at), &on))
    };
    let places: Vec<String> = all.iter().enumerate().filter_map(place).collect();
    texts.list(&places)
}

/// The actions as they lie on the felt from left to right, as the page has its buttons and letters.
fn from_left(mut actions: Vec<Action>, table: &ClientTable, felt: Felt) -> Vec<Action> {
    let spread = spread(table, felt);
    actions.sort_by_key(|action| {
        let ghost = spread.ghost(*action);
        ghost.map(|ghost| (ghost.placed.center().x, ghost.placed.center().y))
    });
    actions
}

fn spread(table: &ClientTable, felt: Felt) -> Spread {
    let actions = table.deeds().iter().map(|deed| deed.action);
    Spread::of(actions, plan(table.rules(), felt))
}

fn does(word: Word, table: &ClientTable, felt: Felt, texts: Texts) -> Answered {
    let names = Names::of(table, texts);
    let seats = names.seats();
    let n = table.rules().n_seats();
    let around = || table.point_of_view().around(n);
    let layout = table.board().map(Board::layout);
    Answered::say(match word {
        Word::Pass if table.actions().contains(&Action::Pass) => {
            return Answered::press(["pass"], texts);
        }
        Word::Draw if table.actions().contains(&Action::Draw) => {
            return Answered::press(["draw"], texts);
        }
        Word::Pass | Word::Draw if table.is_my_turn() => texts.typed_not_now(),
        Word::Pass | Word::Draw => texts.typed_not_turn(),
        Word::Advice => return Answered::press(["hint"], texts),
        Word::Muggins => return Answered::press(["muggins"], texts),
        Word::Call => return Answered::press(["declare"], texts),
        Word::Mine => return Answered::press(["pose-mine", "wish-mine"], texts),
        Word::Yours => return Answered::press(["hand-over", "wish-yours"], texts),
        Word::Next => return Answered::press(["next-round", "rematch"], texts),
        Word::Ready => return Answered::press(["start"], texts),
        Word::Again => {
            return Answered {
                again: true,
                ..Answered::default()
            };
        }
        Word::Help => texts.typed_help_text(),
        Word::Hand => texts.said_hand(&texts.tiles(table.hand_tiles())),
        Word::Ends => match layout.filter(|layout| layout.first().is_some()) {
            Some(layout) => texts.said_ends(&texts.ends(layout.ends())),
            None => texts.said_table_empty(),
        },
        Word::Board => match spread(table, felt).chain() {
            tiles if tiles.is_empty() => texts.said_table_empty(),
            tiles => texts.said_chain(&texts.tiles(tiles)),
        },
        Word::Score => texts.standing(table.rules(), &table.table().scores(), &seats),
        Word::Last => match (table.deeds().last(), table.board()) {
            (Some(deed), Some(board)) => texts.done(deed, [board; 2], &seats, None),
            _ => texts.said_table_empty(),
        },
        Word::Passes => {
            let passed = around().filter_map(|seat| {
                let on: Vec<String> = table
                    .passed_on(seat)
                    .iter()
                    .map(|pip| pip.value().to_string())
                    .collect();
                let who = texts.party(seat, &seats);
                (!on.is_empty()).then(|| texts.typed_passed(&who, &texts.list(&on)))
            });
            let passed: Vec<String> = passed.collect();
            match passed.is_empty() {
                true => texts.typed_passed_none(),
                false => passed.join(" "),
            }
        }
        Word::Counts => {
            let count =
                |seat| texts.said_counts(texts.party(seat, &seats).name(), table.held(seat));
            around().map(count).collect::<Vec<_>>().join("; ")
        }
        Word::Turn => match table.to_act() {
            Some(seat) if table.is_me(seat) => {
                match layout.filter(|layout| layout.first().is_some()) {
                    Some(layout) => texts.said_your_turn(&texts.ends(layout.ends())),
                    None => texts.said_your_turn_open(),
                }
            }
            Some(seat) => texts.thinking(texts.party(seat, &seats).name()),
            None => texts.typed_not_turn(),
        },
    })
}

/// What everybody is called.
struct Names(Vec<String>, Option<Seat>);

impl Names {
    fn of(table: &ClientTable, texts: Texts) -> Self {
        let people = table.people().iter().zip(BOT_NAMES);
        let name =
            |(person, bot): (&capicu_protocol::SeatInfo, &str)| match (&person.name, person.holder)
            {
                (Some(name), _) if !name.is_empty() => name.clone(),
                (_, Holder::Person) => texts.default_name(),
                _ => bot.to_owned(),
            };
        Self(people.map(name).collect(), table.seat())
    }

    fn seats(&self) -> Seats<'_> {
        let n = self.0.len().min(capicu::MAX_SEATS) as u8;
        Seats {
            names: BySeat::from_fn(n, |seat| self.0[seat.index()].as_str()),
            you: self.1,
        }
    }
}
