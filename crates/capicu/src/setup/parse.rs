//! Reads positions. `docs/position.md` has their grammar.

mod field;
mod incidents;
mod layout;
mod part;
mod problem;
mod turn;

use alloc::string::String;
use alloc::vec::Vec;
use core::str::FromStr;

use super::{Boneyard, Held, Incidents, Setup};
use crate::rules::Choices;
use crate::{BySeat, Game, Pile, Rules, Standing};

pub use problem::{ParsePositionError, PositionPart, PositionProblem};

use PositionProblem as Problem;
use field::{Field, Fields};
use incidents::incidents;
use layout::layout;
use part::Part;
use turn::{before, opening, turn};

type Result<T> = core::result::Result<T, ParsePositionError>;

impl FromStr for Setup {
    type Err = ParsePositionError;

    /// Reads a position. [`Round::from_setup`](crate::Round::from_setup) checks whether it is possible.
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
    /// // People may write the moves instead of tiles and ends.
    /// let told = "domino-position: 1; rules: block 2 hand=2; opening: A; hands: 6-4 / ?2; \
    ///             boneyard: ?24; layout: 6-6; turn: B";
    /// assert_eq!(told.parse(), Ok(setup));
    ///
    /// let wrong = "domino-position: 1; rules: block 2 hand=two".parse::<Setup>();
    /// assert_eq!(
    ///     wrong.unwrap_err().to_string(),
    ///     "column 36: hand: not a whole number from 1 to 95",
    /// );
    /// # Ok::<_, capicu::ParsePositionError>(())
    /// ```
    fn from_str(text: &str) -> Result<Self> {
        let fields = Fields::of(text)?;
        let rules = rules(fields.need(Field::Rules)?)?;
        let standing = standing(&fields, &rules)?;
        let rules = rules.without(&standing.places);
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
            standing,
            made: fields.by_side(Field::Made, &rules)?,
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
        return value.expected(PositionPart::Game);
    };
    let Some(game) = Game::by_id(name.text) else {
        return name.wrong(Problem::UnknownGame(short(name.text)));
    };
    let players = words.next().unwrap_or(name);
    let n = match players.text == name.text {
        true => game.players[0],
        false => players.number(PositionPart::Players)?,
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
        return word.expected(PositionPart::Option);
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
    standing.places = fields.by_side(Field::Places, rules)?;
    standing.scores = fields.by_side(Field::Scores, rules)?;
    let Some(value) = fields.get(Field::Rounds) else {
        return Ok(standing);
    };
    let mut words = value.words();
    standing.round = words.next().unwrap_or(value).number(PositionPart::Number)?;
    for word in words {
        match word.split_once('=') {
            Some((name, n)) if name.text == "won" => {
                standing.decided = n.number(PositionPart::Number)?
            }
            Some((name, n)) if name.text == "ties" => {
                standing.ties = n.number(PositionPart::Number)?
            }
            None if word.text == "play-off" => standing.play_off = true,
            None if word.text == "passed" => standing.passed = true,
            _ => return word.expected(PositionPart::OneOf("won=N, ties=N, play-off, passed")),
        }
    }
    Ok(standing)
}

/// Shortens a text for an error message.
fn short(text: &str) -> String {
    text.chars().take(32).collect()
}
