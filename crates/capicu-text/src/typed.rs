//! Typed commands: tiles and words of every language, and what they do at a table.
//!
//! A line is parsed without a table. Its meaning is then looked up among the legal actions, and becomes a command for
//! the client.

use capicu::rules::CallSum;
use capicu::{Action, Board, Call, Pip, Tile};
use capicu_client::{Ask, ClientTable, PageCommand};
use capicu_geometry::Felt;
use capicu_i18n::{Lang, Texts, plain_letters};
use capicu_protocol::{Hints, Wish};
use serde::{Serialize, Serializer};

use crate::{Names, Wait, spread, stopped};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Typed {
    /// To lay a tile, at this place if one was typed.
    Lay(Tile, Option<Place>),
    /// To name points.
    Points(u16),
    Word(Word),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// On the left of two ends.
    Left,
    /// On the right of two ends.
    Right,
    /// At the end that the page marks with this letter, counted from 0.
    Letter(u8),
    Against(Tile),
    /// At an end with this number.
    At(u8),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unread {
    Empty,
    Word(String),
    Tile(String),
    /// A tile, followed by text that is no place.
    Place(String),
    Points,
}

macro_rules! words {
    ($($(#[$doc:meta])* $word:ident, $text:ident;)+) => {
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Word { $($(#[$doc])* $word,)+ }

        impl Word {
            pub const ALL: &'static [Self] = &[$(Self::$word,)+];

            /// The words of a language for this, separated by spaces.
            pub fn said(self, texts: Texts) -> String {
                match self { $(Self::$word => texts.$text(),)+ }
            }
        }
    };
}

words! {
    Pass, typed_pass;
    Draw, typed_draw;
    Hand, typed_hand;
    Ends, typed_ends;
    Board, typed_board;
    Score, typed_score;
    Last, typed_last;
    Passes, typed_passes;
    Counts, typed_counts;
    Turn, typed_turn;
    Again, typed_again;
    Advice, typed_advice;
    /// To claim a score that another player has not called.
    Muggins, typed_muggins;
    /// To name points, or to claim them if the table counts.
    Call, typed_call;
    /// To lead oneself.
    Mine, typed_mine;
    /// To have the partner lead.
    Yours, typed_yours;
    Next, typed_next;
    Ready, typed_ready;
    Withdraw, typed_withdraw;
    Help, typed_help;
}

/// Parses a line, trying the words of this language first. Fails if it is no tile and no word of any language.
pub fn read(line: &str, lang: Lang) -> Result<Typed, Unread> {
    let line = plain_letters(line);
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

/// Whether a language has this word. Single letters count only in the user's own language.
fn is_said(word: &str, of: impl Fn(Texts) -> String, own: Lang) -> bool {
    Lang::ALL.iter().any(|lang| {
        let all = of(Texts::new(*lang));
        let found = all.split_whitespace().any(|one| plain_letters(one) == word);
        found && (*lang == own || word.chars().nth(1).is_some())
    })
}

fn lay(line: &str, lang: Lang) -> Result<Typed, Unread> {
    let halves = |c: char| c.is_ascii_digit() || "-/|:".contains(c);
    let end = line.find(|c| !halves(c)).unwrap_or(line.len());
    let (first, rest) = line.split_at(end);
    let tile = Tile::typed(first).ok_or_else(|| Unread::Tile(first.to_owned()))?;
    let rest = rest.trim();
    let place = match rest {
        "" => None,
        _ => Some(place(rest, lang).ok_or_else(|| Unread::Place(rest.to_owned()))?),
    };
    Ok(Typed::Lay(tile, place))
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
        Ok(number) if text.len() < 3 && number <= Pip::MAX.value() => Some(Place::At(number)),
        _ => Tile::typed(text).map(Place::Against),
    };
    if let Some(rest) = text.strip_prefix('@') {
        // After the sign that records use, only a tile can follow.
        return Tile::typed(rest.trim()).map(Place::Against);
    }
    match text.split_once(char::is_whitespace) {
        Some((on, rest)) if is_said(on, |texts| texts.typed_on(), lang) => target(rest.trim()),
        Some(_) => None,
        None => letter(text).or_else(|| target(text)),
    }
}

/// The response to a typed line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Answer {
    /// A sentence for the player.
    Say(String),
    /// A command that the table takes now.
    #[serde(serialize_with = "as_text")]
    Command(PageCommand),
    /// The player asks for the last sentence again, which only the caller knows.
    Again,
}

fn as_text<S: Serializer>(command: &PageCommand, to: S) -> Result<S::Ok, S::Error> {
    to.collect_str(command)
}

impl Answer {
    /// The command, if the table takes it now.
    fn does(command: PageCommand, table: &ClientTable, texts: Texts) -> Self {
        if takes(&command, table) {
            Self::Command(command)
        } else {
            Self::Say(texts.typed_not_now())
        }
    }
}

fn takes(command: &PageCommand, table: &ClientTable) -> bool {
    let board = table.round().and(table.board());
    let may_call = |call| {
        board
            .zip(table.seat())
            .is_some_and(|(board, seat)| board.may_call(seat, call))
    };
    let between = table.seat().is_some() && table.to_act().is_none();
    match command {
        PageCommand::Act(action) => table.actions().contains(action),
        PageCommand::Points(points) => {
            table.rules().call_sum == CallSum::Own && Board::sums(table.rules()).contains(points)
        }
        PageCommand::Declare => may_call(Call::Declare),
        PageCommand::Muggins => may_call(Call::Muggins),
        PageCommand::Pose => table.ask() == Ask::Huddle,
        PageCommand::Wish(_) => {
            let partner = table.to_act().is_some_and(|seat| !table.is_me(seat));
            partner && table.is_in_huddle() && table.wish().is_none()
        }
        PageCommand::Hint => table.is_my_turn() && table.hints() == Hints::On && table.has_choice(),
        PageCommand::Ready => between && !table.is_ready() && table.table().result().is_none(),
        PageCommand::Withdraw => table.may_withdraw(),
        PageCommand::Rematch => {
            between && !table.seat().is_some_and(|me| table.rematch().contains(&me))
        }
        // The page or the server answers these.
        PageCommand::Choose(_)
        | PageCommand::Swap(..)
        | PageCommand::Bot(_)
        | PageCommand::NewLink(_)
        | PageCommand::GiveTable(_)
        | PageCommand::StandIn(_)
        | PageCommand::Pace(_)
        | PageCommand::Name(_)
        | PageCommand::LetGo
        | PageCommand::Close => true,
    }
}

/// The response to a line at this table, on a felt of this size.
pub fn answer(line: &str, table: &ClientTable, felt: Felt, texts: Texts) -> Answer {
    match read(line, texts.lang()) {
        Ok(Typed::Lay(tile, place)) => lays(tile, place, table, felt, texts),
        Ok(Typed::Points(points)) => Answer::does(PageCommand::Points(points), table, texts),
        Ok(Typed::Word(word)) => does(word, table, felt, texts),
        Err(unread) => Answer::Say(match unread {
            Unread::Empty => texts.typed_empty(),
            Unread::Word(text) => texts.typed_unknown(&text),
            Unread::Tile(text) => texts.typed_no_tile(&text),
            Unread::Place(text) => texts.typed_no_place(&text),
            Unread::Points => texts.typed_no_points(),
        }),
    }
}

fn lays(tile: Tile, place: Option<Place>, table: &ClientTable, felt: Felt, texts: Texts) -> Answer {
    let name = texts.tile(tile);
    if !table.hand().contains(tile) {
        return Answer::Say(texts.typed_not_held(&name));
    }
    if !table.is_my_turn() {
        return Answer::Say(texts.typed_not_turn());
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
        ([], _) => Answer::Say(texts.fits_nowhere(&name)),
        // A tile that fits only once goes there, even if another side was typed.
        (_, [action]) => Answer::does(PageCommand::Act(*action), table, texts),
        (all, []) => Answer::Say(texts.typed_not_there(&name, &places(all, texts))),
        (all, _) => Answer::Say(texts.typed_where(&name, &places(all, texts))),
    }
}

/// The places where a tile fits, each as the player would type it.
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

/// The actions from left to right on the felt, in the order of the page's buttons and letters.
fn from_left(mut actions: Vec<Action>, table: &ClientTable, felt: Felt) -> Vec<Action> {
    let spread = spread(table, felt);
    actions.sort_by_key(|action| {
        let ghost = spread.ghost(*action);
        ghost.map(|ghost| (ghost.placed.center().x, ghost.placed.center().y))
    });
    actions
}

fn does(word: Word, table: &ClientTable, felt: Felt, texts: Texts) -> Answer {
    let names = Names::of(table, texts);
    let seats = names.seats();
    let n = table.rules().n_seats();
    let around = || table.point_of_view().around(n);
    let layout = table.board().map(Board::layout);
    let is_mine = table.is_my_turn();
    let does = |command| Answer::does(command, table, texts);
    Answer::Say(match word {
        Word::Pass | Word::Draw if !is_mine => texts.typed_not_turn(),
        Word::Pass => return does(PageCommand::Act(Action::Pass)),
        Word::Draw => return does(PageCommand::Act(Action::Draw)),
        Word::Advice => return does(PageCommand::Hint),
        Word::Muggins => return does(PageCommand::Muggins),
        Word::Call => return does(PageCommand::Declare),
        Word::Mine if is_mine => return does(PageCommand::Pose),
        Word::Mine => return does(PageCommand::Wish(Wish::Mine)),
        Word::Yours if is_mine => return does(PageCommand::Act(Action::HandOver)),
        Word::Yours => return does(PageCommand::Wish(Wish::Yours)),
        Word::Next if table.table().result().is_some() => return does(PageCommand::Rematch),
        Word::Next | Word::Ready => return does(PageCommand::Ready),
        Word::Withdraw => return does(PageCommand::Withdraw),
        Word::Again => return Answer::Again,
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
        Word::Last => match (table.moves().last(), table.board()) {
            (Some(mv), Some(board)) => texts.done(mv, [board; 2], &seats, None),
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
        Word::Turn => turn(table, texts),
    })
}

/// Whose turn it is; between rounds and matches, how to continue.
fn turn(table: &ClientTable, texts: Texts) -> String {
    let layout = table.board().map(Board::layout);
    let layout = layout.filter(|layout| layout.first().is_some());
    let names = Names::of(table, texts);
    let name = |seat| texts.party(seat, &names.seats()).name().to_owned();
    if let Some(end) = &table.matched().stopped {
        return stopped(end.why, texts);
    }
    match (table.to_act(), layout) {
        (Some(seat), Some(layout)) if table.is_me(seat) => {
            texts.said_your_turn(&texts.ends(layout.ends()))
        }
        (Some(seat), None) if table.is_me(seat) => texts.said_your_turn_open(),
        (Some(seat), _) => texts.thinking(&name(seat)),
        (None, _) if takes(&PageCommand::Ready, table) => match table.board() {
            None => texts.typed_ready_help(),
            Some(_) => texts.typed_next_round(),
        },
        (None, _) if table.table().result().is_none() => Wait::Seats.headline(table, texts, 0.0),
        (None, _) if table.seat().is_none() => {
            texts.standing(table.rules(), &table.table().scores(), &names.seats())
        }
        (None, _) if takes(&PageCommand::Rematch, table) => texts.typed_next_match(),
        (None, _) => texts.rematch_waiting(),
    }
}
