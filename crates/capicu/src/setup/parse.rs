//! Reading positions. Their grammar is in `docs/position.md`.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::str::FromStr;

use arrayvec::ArrayVec;

use super::print::{FIRST, VERSION};
use super::{Boneyard, Held, Incidents, Setup};
use crate::board::{SinceTile, Withheld};
use crate::irregular::Undeclared;
use crate::layout::OpenEnd;
use crate::round::Unsettled;
use crate::rules::{Choices, OptionError, RulesErrors};
use crate::{
    Action, BySeat, ByTeam, Duty, Ended, Game, LastTile, Layout, LayoutError, Opening, Pile, Pip,
    Rules, Seat, Standing, Tile, TileSet, Turn,
};

/// A text that is no position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParsePositionError {
    /// Where, in characters from 1.
    pub column: usize,
    /// Why.
    pub problem: PositionProblem,
}

impl fmt::Display for ParsePositionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "column {}: {}", self.column, self.problem)
    }
}

impl core::error::Error for ParsePositionError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        Some(&self.problem)
    }
}

/// Why a text is no position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub enum PositionProblem {
    /// It does not begin as a position does.
    #[error("a position begins with \"{FIRST}: {VERSION};\"")]
    NotAPosition,
    /// It is written in another form.
    #[error("positions of the form {0} cannot be read; this is form {VERSION}")]
    Version(String),
    /// A field has no name.
    #[error("a field is a name, a colon and its value, and a semicolon stands between two")]
    NoName,
    /// No field has this name.
    #[error("there is no field {0}; the fields are {list}", list = Field::LIST)]
    UnknownField(String),
    /// A field stands there twice.
    #[error("{0} stands here a second time")]
    Twice(&'static str),
    /// A field is missing.
    #[error("{0} is missing")]
    Missing(&'static str),
    /// Something else is expected.
    #[error("expected {0}")]
    Expected(&'static str),
    /// There is no such game.
    #[error("there is no game {0}")]
    UnknownGame(String),
    /// The game is not played by so many.
    #[error("{game} is not played by {players}")]
    Players {
        /// The game.
        game: &'static str,
        /// How many.
        players: u8,
    },
    /// An option does not accept its value.
    #[error("{option}: {why}")]
    Option {
        /// The option.
        option: String,
        /// Why.
        why: OptionError,
    },
    /// The options contradict each other.
    #[error(transparent)]
    Rules(#[from] RulesErrors),
    /// The tile stands there twice.
    #[error("{0} stands here a second time")]
    TileTwice(Tile),
    /// The table has no such seat.
    #[error("there is no seat {0}")]
    NoSeat(char),
    /// Not one value for each seat or side.
    #[error("{there} values, and there have to be {due}")]
    Number {
        /// How many there are.
        there: usize,
        /// How many there have to be.
        due: usize,
    },
    /// The tiles and ends are no layout.
    #[error(transparent)]
    Layout(#[from] LayoutError),
    /// A tile of the layout cannot be laid where it is said to lie.
    #[error("{0} cannot be laid")]
    CannotLie(Action),
    /// The layout is told in two ways.
    #[error("either layout, or laid and ends")]
    TwoLayouts,
}

use PositionProblem as Problem;

type Result<T> = core::result::Result<T, ParsePositionError>;

/// What can stand in a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Field {
    Rules,
    Rounds,
    Scores,
    Made,
    Opening,
    Opener,
    Hands,
    Boneyard,
    Layout,
    Laid,
    Ends,
    Spinner,
    Last,
    Turn,
    Dealt,
    Drawn,
    Passes,
    InARow,
    Undeclared,
    Withheld,
    Exposed,
}

impl Field {
    const ALL: [(Self, &'static str); 21] = [
        (Self::Rules, "rules"),
        (Self::Rounds, "rounds"),
        (Self::Scores, "scores"),
        (Self::Made, "made"),
        (Self::Opening, "opening"),
        (Self::Opener, "opener"),
        (Self::Hands, "hands"),
        (Self::Boneyard, "boneyard"),
        (Self::Layout, "layout"),
        (Self::Laid, "laid"),
        (Self::Ends, "ends"),
        (Self::Spinner, "spinner"),
        (Self::Last, "last"),
        (Self::Turn, "turn"),
        (Self::Dealt, "dealt"),
        (Self::Drawn, "drawn"),
        (Self::Passes, "passes"),
        (Self::InARow, "in-a-row"),
        (Self::Undeclared, "undeclared"),
        (Self::Withheld, "withheld"),
        (Self::Exposed, "exposed"),
    ];

    const LIST: &'static str = "rules, rounds, scores, made, opening, opener, hands, boneyard, \
        layout, laid, ends, spinner, last, turn, dealt, drawn, passes, in-a-row, undeclared, \
        withheld and exposed";

    fn name(self) -> &'static str {
        let mut all = Self::ALL.into_iter();
        all.find(|(field, _)| *field == self)
            .map_or("", |(_, name)| name)
    }
}

/// A part of a position, with the place where it begins.
#[derive(Clone, Copy, Debug)]
struct Part<'a> {
    text: &'a str,
    column: usize,
}

impl<'a> Part<'a> {
    fn wrong<T>(self, problem: Problem) -> Result<T> {
        Err(ParsePositionError {
            column: self.column,
            problem,
        })
    }

    fn expected<T>(self, what: &'static str) -> Result<T> {
        self.wrong(Problem::Expected(what))
    }

    /// What lies from one byte to another, without the spaces around it.
    fn slice(self, from: usize, to: usize) -> Self {
        let text = &self.text[from..to];
        let inner = text.trim_start();
        let from = from + text.len() - inner.len();
        Self {
            text: inner.trim_end(),
            column: self.column + self.text[..from].chars().count(),
        }
    }

    /// The parts between separators.
    fn split(self, separator: char) -> impl Iterator<Item = Self> {
        let mut from = 0;
        self.text.split(separator).map(move |text| {
            let part = self.slice(from, from + text.len());
            from += text.len() + separator.len_utf8();
            part
        })
    }

    fn words(self) -> impl Iterator<Item = Self> {
        let separated = self.split(' ');
        separated.filter(|word| !word.text.is_empty())
    }

    /// What stands before and after the first separator.
    fn split_once(self, separator: char) -> Option<(Self, Self)> {
        let at = self.text.find(separator)?;
        let after = at + separator.len_utf8();
        Some((self.slice(0, at), self.slice(after, self.text.len())))
    }

    fn number<N: FromStr>(self, what: &'static str) -> Result<N> {
        let digits = self.text.bytes().all(|byte| byte.is_ascii_digit());
        match self.text.parse() {
            Ok(number) if digits => Ok(number),
            _ => self.expected(what),
        }
    }

    fn tile(self) -> Result<Tile> {
        self.text
            .parse()
            .or_else(|_| self.expected("a tile, such as 6-4"))
    }

    /// Tiles, none of them twice.
    fn tiles(self) -> Result<Pile> {
        let mut tiles = Pile::new();
        for word in self.words() {
            let tile = word.tile()?;
            if tiles.contains(&tile) {
                return word.wrong(Problem::TileTwice(tile));
            }
            tiles.push(tile);
        }
        Ok(tiles)
    }

    fn seat(self, rules: &Rules) -> Result<Seat> {
        let mut letters = self.text.chars();
        let (Some(letter), None) = (letters.next(), letters.next()) else {
            return self.expected("the letter of a seat");
        };
        match Seat::of_letter(letter) {
            Some(seat) if seat.index() < usize::from(rules.n_seats()) => Ok(seat),
            _ => self.wrong(Problem::NoSeat(letter)),
        }
    }

    /// A number that is not told beside its tiles: `?7`.
    fn unknown(self) -> Result<Option<u8>> {
        let Some(number) = self.text.strip_prefix('?') else {
            return Ok(None);
        };
        let number = Self {
            text: number,
            column: self.column + 1,
        };
        number.number("a number of tiles, such as ?7").map(Some)
    }

    fn hand(self) -> Result<Held> {
        match (self.text, self.unknown()?) {
            (_, Some(n)) => Ok(Held::Unknown(n)),
            ("-", None) => Ok(Held::Known(TileSet::EMPTY)),
            ("", None) => self.expected("the tiles of a hand, ? and their number, or - for none"),
            _ => Ok(Held::Known(self.tiles()?.into_iter().collect())),
        }
    }
}

/// The fields of a position.
struct Fields<'a> {
    given: Vec<(Field, Part<'a>)>,
    end: Part<'a>,
}

impl<'a> Fields<'a> {
    fn of(text: &'a str) -> Result<Self> {
        let whole = Part { text, column: 1 };
        let whole = whole.slice(0, text.len());
        let end = Part {
            text: "",
            column: whole.column + whole.text.chars().count(),
        };
        let mut parts = whole.split(';');
        let first = parts.next().and_then(|part| part.split_once(':'));
        match first {
            Some((name, version)) if name.text == FIRST && version.text != VERSION => {
                return version.wrong(Problem::Version(short(version.text)));
            }
            Some((name, _)) if name.text == FIRST => {}
            _ => return whole.wrong(Problem::NotAPosition),
        }
        let mut given: Vec<(Field, Part<'a>)> = Vec::new();
        for part in parts {
            let Some((name, value)) = part.split_once(':') else {
                // A line may end with a semicolon.
                if part.text.is_empty() && part.column >= end.column {
                    continue;
                }
                return part.wrong(Problem::NoName);
            };
            let field = Field::ALL.into_iter().find(|(_, of)| *of == name.text);
            let Some((field, written)) = field else {
                return name.wrong(Problem::UnknownField(short(name.text)));
            };
            if given.iter().any(|(of, _)| *of == field) {
                return name.wrong(Problem::Twice(written));
            }
            given.push((field, value));
        }
        Ok(Self { given, end })
    }

    fn get(&self, field: Field) -> Option<Part<'a>> {
        let mut given = self.given.iter();
        given.find(|(of, _)| *of == field).map(|(_, value)| *value)
    }

    fn need(&self, field: Field) -> Result<Part<'a>> {
        match self.get(field) {
            Some(value) => Ok(value),
            None => self.end.wrong(Problem::Missing(field.name())),
        }
    }

    /// A number for each, or 0 for all.
    fn numbers<N: FromStr + Default + Clone>(&self, field: Field, n: u8) -> Result<Vec<N>> {
        let Some(value) = self.get(field) else {
            return Ok(alloc::vec![N::default(); usize::from(n)]);
        };
        let number = |word: Part<'_>| word.number("a number");
        let numbers = value.words().map(number).collect::<Result<Vec<N>>>()?;
        match numbers.len() == usize::from(n) {
            true => Ok(numbers),
            false => value.wrong(Problem::Number {
                there: numbers.len(),
                due: usize::from(n),
            }),
        }
    }

    fn by_seat(&self, field: Field, rules: &Rules) -> Result<BySeat<u8>> {
        let numbers = self.numbers(field, rules.n_seats())?;
        Ok(BySeat::from_fn(rules.n_seats(), |seat| {
            numbers[seat.index()]
        }))
    }

    fn by_team(&self, field: Field, rules: &Rules) -> Result<ByTeam<u16>> {
        let numbers = self.numbers(field, rules.n_teams())?;
        Ok(ByTeam::from_fn(rules.n_teams(), |team| {
            numbers[team.index()]
        }))
    }
}

impl FromStr for Setup {
    type Err = ParsePositionError;

    /// Reads a position; whether it can be is for [`Round::from_setup`](crate::Round::from_setup).
    ///
    /// # Examples
    ///
    /// ```
    /// use capicu::Setup;
    ///
    /// let text = "domino-position: 1; rules: block 2 hand=2; opening: A any; hands: 6-4 / ?2; \
    ///             boneyard: ?24; laid: 6-6; ends: 6-6*2; last: A; turn: B";
    /// let setup: Setup = text.parse()?;
    /// assert_eq!(setup.to_string(), text);
    /// // People write what was laid as they would say it.
    /// let told = "domino-position: 1; rules: block 2 hand=2; opening: A; hands: 6-4 / ?2; \
    ///             boneyard: ?24; layout: 6-6; turn: B";
    /// assert_eq!(told.parse(), Ok(setup));
    ///
    /// let wrong = "domino-position: 1; rules: block 2 hand=two".parse::<Setup>();
    /// assert_eq!(
    ///     wrong.unwrap_err().to_string(),
    ///     "column 36: hand: not a whole number from 1 to 45",
    /// );
    /// # Ok::<_, capicu::ParsePositionError>(())
    /// ```
    fn from_str(text: &str) -> Result<Self> {
        let fields = Fields::of(text)?;
        let rules = rules(fields.need(Field::Rules)?)?;
        let hands = hands(fields.need(Field::Hands)?, &rules)?;
        let boneyard = match fields.get(Field::Boneyard) {
            None => Boneyard::Known(Pile::new()),
            Some(value) => match value.unknown()? {
                Some(n) => Boneyard::Unknown(n),
                None => Boneyard::Known(value.tiles()?),
            },
        };
        let opening = opening(fields.need(Field::Opening)?, &rules)?;
        let opener = match fields.get(Field::Opener) {
            Some(value) => value.seat(&rules)?,
            None => opening.seat,
        };
        let layout = layout(&fields, &rules)?;
        let (turn, drawn_this_turn, ended) = turn(
            fields.need(Field::Turn)?,
            &rules,
            &opening,
            layout.first().is_some(),
        )?;
        let last_player = match fields.get(Field::Last) {
            Some(value) => Some(value.seat(&rules)?),
            None => layout.first().and_then(|_| before(&turn, &rules)),
        };
        let unsettled = ended.map(|ended| ended.by(last_player));
        Ok(Self {
            standing: standing(&fields, &rules)?,
            made: fields.by_team(Field::Made, &rules)?,
            opening,
            opener,
            incidents: Incidents {
                drawn_this_turn,
                ..incidents(&fields, &rules)?
            },
            hands,
            boneyard,
            layout,
            last_player,
            turn,
            unsettled,
            rules,
        })
    }
}

fn rules(value: Part<'_>) -> Result<Rules> {
    let mut words = value.words();
    let Some(name) = words.next() else {
        return value.expected("a game, such as cien 4");
    };
    let Some(game) = Game::by_id(name.text) else {
        return name.wrong(Problem::UnknownGame(short(name.text)));
    };
    let players = words.next().unwrap_or(name);
    let n = match players.text == name.text {
        true => game.players[0],
        false => players.number("how many play")?,
    };
    let Some(mut choices) = game.choices(n) else {
        return players.wrong(Problem::Players {
            game: game.id,
            players: n,
        });
    };
    for word in words {
        option(word, &mut choices)?;
    }
    Rules::new(choices).or_else(|errors| value.wrong(Problem::Rules(errors)))
}

fn option(word: Part<'_>, choices: &mut Choices) -> Result<()> {
    let Some((name, text)) = word.split_once('=') else {
        return word.expected("an option and its value, such as target=150");
    };
    let set = choices.set(name.text, &text.text.replace(',', " "));
    set.or_else(|why| {
        let option = short(name.text);
        word.wrong(Problem::Option { option, why })
    })
}

fn hands(value: Part<'_>, rules: &Rules) -> Result<BySeat<Held>> {
    let hands = value.split('/').map(Part::hand);
    let hands = hands.collect::<Result<Vec<Held>>>()?;
    match BySeat::from_slice(&hands).filter(|hands| hands.len() == rules.n_seats()) {
        Some(hands) => Ok(hands),
        None => value.wrong(Problem::Number {
            there: hands.len(),
            due: usize::from(rules.n_seats()),
        }),
    }
}

fn standing(fields: &Fields<'_>, rules: &Rules) -> Result<Standing> {
    let mut standing = Standing::new(rules);
    standing.scores = fields.by_team(Field::Scores, rules)?;
    let Some(value) = fields.get(Field::Rounds) else {
        return Ok(standing);
    };
    let mut words = value.words();
    standing.round = words
        .next()
        .unwrap_or(value)
        .number("how many rounds were played")?;
    for word in words {
        match word.split_once('=') {
            Some((name, n)) if name.text == "won" => standing.decided = n.number("a number")?,
            Some((name, n)) if name.text == "ties" => standing.ties = n.number("a number")?,
            None if word.text == "play-off" => standing.play_off = true,
            _ => return word.expected("won=N, ties=N or play-off"),
        }
    }
    Ok(standing)
}

/// Who opens and how: any tile where that is not told.
fn opening(value: Part<'_>, rules: &Rules) -> Result<Opening> {
    let mut words = value.words();
    let Some(seat) = words.next() else {
        return value.expected("the letter of a seat");
    };
    let mut opening = Opening {
        seat: seat.seat(rules)?,
        duty: Duty::Any,
        may_hand_over: false,
    };
    for (i, word) in words.enumerate() {
        match (i, word.text) {
            (_, "hand-over") => opening.may_hand_over = true,
            (0, "any") => {}
            (0, "double") => opening.duty = Duty::Double,
            (0, "draw") => opening.duty = Duty::DrawForDouble,
            (0, _) if word.tile().is_ok() => opening.duty = Duty::Tile(word.tile()?),
            _ => return word.expected("a tile to lead, any, double, draw or hand-over"),
        }
    }
    Ok(opening)
}

fn layout(fields: &Fields<'_>, rules: &Rules) -> Result<Layout> {
    let parts = [Field::Laid, Field::Ends, Field::Spinner];
    let part = parts.iter().find_map(|field| fields.get(*field));
    match (fields.get(Field::Layout), part) {
        (None, None) => Ok(Layout::new(rules)),
        (Some(value), None) => followed(value, rules),
        (Some(_), Some(part)) => part.wrong(Problem::TwoLayouts),
        (None, Some(_)) => of_parts(fields, rules),
    }
}

/// The layout that these actions lead to.
fn followed(value: Part<'_>, rules: &Rules) -> Result<Layout> {
    let mut layout = Layout::new(rules);
    for word in value.words() {
        let action = match word.text.parse::<Action>() {
            Ok(action @ (Action::Lead(_) | Action::Play { .. })) => action,
            _ => return word.expected("a tile, or a tile and the one it lies against: 6-4@6-6"),
        };
        let next = layout.after(action, rules);
        if next == layout {
            return word.wrong(Problem::CannotLie(action));
        }
        layout = next;
    }
    Ok(layout)
}

fn of_parts(fields: &Fields<'_>, rules: &Rules) -> Result<Layout> {
    let value = fields.need(Field::Laid)?;
    let laid = value.tiles()?;
    let Some(first) = laid.first() else {
        return value.expected("the tiles laid, the first of the round first");
    };
    let spinner = fields.get(Field::Spinner).map(Part::tile).transpose()?;
    let ends = fields.need(Field::Ends)?;
    let open = ends.words().map(open_end).collect::<Result<Vec<_>>>()?;
    Layout::of_parts(
        rules,
        laid.iter().copied().collect(),
        *first,
        spinner,
        &open,
    )
    .or_else(|why| ends.wrong(Problem::Layout(why)))
}

/// `6-4:4`, `6-6*3`, `4-1:1+2`: tile, open half, open places, tiles before it.
fn open_end(word: Part<'_>) -> Result<OpenEnd> {
    let (rest, depth) = word
        .split_once('+')
        .map_or((word, None), |(a, b)| (a, Some(b)));
    let (rest, places) = rest
        .split_once('*')
        .map_or((rest, None), |(a, b)| (a, Some(b)));
    let (tile, pip) = rest
        .split_once(':')
        .map_or((rest, None), |(a, b)| (a, Some(b)));
    let tile = tile.tile()?;
    let pip = match pip {
        None if tile.is_double() => tile.high(),
        None => return rest.expected("the half that is open, such as 6-4:4"),
        Some(pip) => match Pip::new(pip.number("the half that is open")?) {
            Some(pip) => pip,
            None => return pip.expected("the half that is open"),
        },
    };
    let number = |part: Option<Part<'_>>, usual| part.map_or(Ok(usual), |n| n.number("a number"));
    Ok(OpenEnd {
        tile,
        pip,
        places: number(places, 1)?,
        depth: number(depth, 0)?,
    })
}

/// How a round ends that waits for a declaration.
struct Awaited {
    out: bool,
    last: Option<LastTile>,
    by_tile: bool,
}

impl Awaited {
    fn by(self, last_player: Option<Seat>) -> Unsettled {
        let ended = match (self.out, last_player) {
            (true, Some(seat)) => Ended::Out(seat),
            _ => Ended::Blocked(last_player),
        };
        Unsettled {
            ended,
            last: self.last,
            by_tile: self.by_tile,
        }
    }
}

/// Whose turn it is, whether it has drawn, and how the round ends that waits for a declaration.
fn turn(
    value: Part<'_>,
    rules: &Rules,
    begun: &Opening,
    laid: bool,
) -> Result<(Turn, bool, Option<Awaited>)> {
    let mut words = value.words();
    let Some(first) = words.next() else {
        return value.expected("the letter of a seat");
    };
    let seat = first.seat(rules)?;
    let rest: Vec<Part<'_>> = words.collect();
    if !laid {
        // Where nothing has happened yet, the letter alone says it.
        let as_begun = rest.is_empty() && seat == begun.seat;
        let opening = if as_begun {
            *begun
        } else {
            opening(value, rules)?
        };
        return Ok((Turn::Open(opening), false, None));
    }
    let texts: Vec<&str> = rest.iter().map(|word| word.text).collect();
    match texts.as_slice() {
        [] => Ok((Turn::Play(seat), false, None)),
        ["drawn"] => Ok((Turn::Play(seat), true, None)),
        ["declare", ..] => {
            let drawn = texts.get(1) == Some(&"drawn");
            let awaited = awaited(value, &rest[1 + usize::from(drawn)..])?;
            Ok((Turn::Declare(seat), drawn, Some(awaited)))
        }
        _ => rest[0].expected("drawn, declare, or the end of the turn"),
    }
}

fn awaited(value: Part<'_>, words: &[Part<'_>]) -> Result<Awaited> {
    let Some((ended, mut rest)) = words.split_first() else {
        return value.expected("declare out, or declare blocked");
    };
    let out = match ended.text {
        "out" => true,
        "blocked" => false,
        _ => return ended.expected("out or blocked"),
    };
    let by_tile = rest.first().is_some_and(|word| word.text == "by-tile");
    rest = &rest[usize::from(by_tile)..];
    let Some((tile, flags)) = rest.split_first() else {
        return Ok(Awaited {
            out,
            last: None,
            by_tile,
        });
    };
    let mut last = LastTile {
        tile: tile.tile()?,
        fits_every_end: false,
        ends_differ: false,
        key: false,
    };
    for flag in flags {
        match flag.text {
            "fits-every-end" => last.fits_every_end = true,
            "ends-differ" => last.ends_differ = true,
            "key" => last.key = true,
            _ => return flag.expected("fits-every-end, ends-differ or key"),
        }
    }
    Ok(Awaited {
        out,
        last: Some(last),
        by_tile,
    })
}

/// The seat before the one whose turn it is.
fn before(turn: &Turn, rules: &Rules) -> Option<Seat> {
    let n = rules.n_seats();
    match turn {
        Turn::Play(seat) => Some(seat.offset(n - 1, n)),
        Turn::Declare(seat) => Some(*seat),
        Turn::Open(_) | Turn::Over => None,
    }
}

fn incidents(fields: &Fields<'_>, rules: &Rules) -> Result<Incidents> {
    let n = rules.n_seats();
    let n_drawn = fields.by_seat(Field::Drawn, rules)?;
    let dealt = match fields.get(Field::Dealt) {
        Some(_) => fields.by_seat(Field::Dealt, rules)?,
        None => BySeat::from_fn(n, |_| rules.hand.get() as u8),
    };
    let mut received = BySeat::new(n);
    for (seat, dealt) in dealt.entries() {
        received[seat] = dealt.saturating_add(n_drawn[seat]);
    }
    let mut undeclared = ArrayVec::new();
    for word in fields
        .get(Field::Undeclared)
        .iter()
        .flat_map(|value| value.words())
    {
        let parts = word
            .split_once('=')
            .and_then(|(seat, rest)| Some((seat, rest.split_once('@')?)));
        let Some((seat, (points, at))) = parts else {
            return word.expected("seat, points and the number of tiles laid: B=10@5");
        };
        let missed = Undeclared {
            seat: seat.seat(rules)?,
            points: points.number("a number of points")?,
            at: at.number("a number of tiles")?,
        };
        if undeclared.try_push(missed).is_err() {
            return word.expected("no more than two scores");
        }
    }
    let mut withheld = BySeat::new(n);
    for word in fields
        .get(Field::Withheld)
        .iter()
        .flat_map(|value| value.words())
    {
        let Some((seat, what)) = word.split_once('=') else {
            return word.expected("a seat and what is withheld, such as B=play");
        };
        let mut words = Withheld::WORDS.into_iter();
        let Some((of, _)) = words.find(|(_, name)| *name == what.text) else {
            return what.expected("first-play, play or all");
        };
        withheld[seat.seat(rules)?] = of;
    }
    let exposed = fields
        .get(Field::Exposed)
        .map_or(Ok(Pile::new()), Part::tiles)?;
    Ok(Incidents {
        drawn_this_turn: false,
        since_tile: since_tile(fields, rules)?,
        streak: fields.by_seat(Field::InARow, rules)?,
        undeclared,
        withheld,
        exposed: exposed.into_iter().collect(),
        received,
        n_drawn,
    })
}

fn since_tile(fields: &Fields<'_>, rules: &Rules) -> Result<SinceTile> {
    let mut since = SinceTile::default();
    let Some(value) = fields.get(Field::Passes) else {
        return Ok(since);
    };
    let mut words = value.words();
    since.n = words
        .next()
        .unwrap_or(value)
        .number("how many passes in a row")?;
    for word in words {
        match (word.text, word.split_once('=')) {
            ("false", _) => since.false_ones = true,
            ("paso-paid", _) => since.paso_paid = true,
            ("salida-paid", _) => since.salida_paid = true,
            (_, Some((name, seat))) if name.text == "fined" => {
                since.fined |= 1 << seat.seat(rules)?.index();
            }
            _ => return word.expected("false, paso-paid, salida-paid or fined=SEAT"),
        }
    }
    Ok(since)
}

/// As much of a text as is worth repeating.
fn short(text: &str) -> String {
    text.chars().take(32).collect()
}
