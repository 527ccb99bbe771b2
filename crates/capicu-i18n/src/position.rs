//! Errors in positions: a text without the format, or a position that cannot occur. Tiles are written as in positions.

use capicu::rules::OptionError;
use capicu::{LayoutError, ParsePositionError, PositionPart, PositionProblem, Seat, SetupError};

use crate::Texts;

impl Texts {
    /// The reason why a text is not a position, with the column.
    pub fn not_a_position(&self, error: &ParsePositionError) -> String {
        self.position_column(error.column, &self.position_problem(&error.problem))
    }

    /// The reason why a position cannot occur in a round.
    pub fn not_a_round(&self, error: SetupError) -> String {
        let letter = |seat: Seat| seat.letter().to_string();
        match error {
            SetupError::Number { what, there, due } => self.setup_number(what, there, due),
            SetupError::NoSeat(seat) => self.setup_no_seat(&letter(seat)),
            SetupError::NotInGame(tile) => self.setup_not_in_game(&tile.to_string()),
            SetupError::Twice(tile) => self.setup_twice(&tile.to_string()),
            SetupError::Missing(tile) => self.setup_missing(&tile.to_string()),
            SetupError::Tiles { there, due } => self.setup_tiles(there, due),
            SetupError::Layout => self.setup_layout(),
            SetupError::LastPlayer => self.setup_last_player(),
            SetupError::Laid { laid, by_seats } => self.setup_laid(laid, by_seats),
            SetupError::Received(seat) => self.setup_received(&letter(seat)),
            SetupError::Phase => self.setup_phase(),
            SetupError::Over => self.setup_over(),
            SetupError::EmptyHand(seat) => self.setup_empty_hand(&letter(seat)),
            SetupError::LeadNotHeld { seat, tile } => {
                self.setup_lead_not_held(&letter(seat), &tile.to_string())
            }
            SetupError::NoDouble => self.setup_no_double(),
            SetupError::NoPartner(seat) => self.setup_no_partner(&letter(seat)),
            SetupError::Blocked => self.setup_blocked(),
            SetupError::TargetReached => self.setup_target_reached(),
            SetupError::MatchOver => self.setup_match_over(),
            SetupError::TooMany(number) => self.setup_too_many(number),
            SetupError::Standing => self.setup_standing(),
            SetupError::Places => self.setup_places(),
            SetupError::Passes => self.setup_passes(),
            SetupError::Undeclared => self.setup_undeclared(),
            SetupError::Exposed(tile) => self.setup_exposed(&tile.to_string()),
            SetupError::Declare => self.setup_declare(),
            SetupError::UnknownHand(seat) => self.setup_unknown_hand(&letter(seat)),
            SetupError::UnknownBoneyard => self.setup_unknown_boneyard(),
        }
    }

    fn position_problem(&self, problem: &PositionProblem) -> String {
        match problem {
            PositionProblem::NotAPosition => self.position_begins(),
            PositionProblem::Version(form) => self.position_version(form),
            PositionProblem::NoName => self.position_no_name(),
            PositionProblem::UnknownField(name) => {
                self.position_unknown_field(name, PositionProblem::FIELDS)
            }
            PositionProblem::Twice(field) => self.position_twice(*field),
            PositionProblem::Missing(field) => self.position_missing(*field),
            PositionProblem::Expected(part) => self.position_expected(&self.position_part(*part)),
            PositionProblem::UnknownGame(name) => self.position_unknown_game(name),
            PositionProblem::Players { game, players } => self.position_players(*game, *players),
            PositionProblem::Option { option, why } => match why {
                OptionError::UnknownOption => self.position_unknown_option(option),
                why => self.position_option(option, &self.option_error(*why)),
            },
            PositionProblem::Rules(errors) => self.rules_problem(errors.first()),
            PositionProblem::TileTwice(tile) => self.position_twice(&tile.to_string()),
            PositionProblem::NoSeat(letter) => self.position_no_seat(&letter.to_string()),
            PositionProblem::Number { there, due } => self.position_number(*there, *due),
            PositionProblem::Layout(error) => self.not_a_layout(*error),
            PositionProblem::CannotLie(action) => self.position_cannot_lie(&action.to_string()),
            PositionProblem::TwoLayouts => self.position_two_layouts(),
        }
    }

    fn position_part(&self, part: PositionPart) -> String {
        match part {
            PositionPart::Game => self.position_part_game(),
            PositionPart::Players => self.position_part_players(),
            PositionPart::Option => self.position_part_option(),
            PositionPart::Number => self.position_part_number(),
            PositionPart::Seat => self.position_part_seat(),
            PositionPart::Tile => self.position_part_tile(),
            PositionPart::Hand => self.position_part_hand(),
            PositionPart::Unknown => self.position_part_unknown(),
            PositionPart::Lead => self.position_part_lead(),
            PositionPart::Turn => self.position_part_turn(),
            PositionPart::Lay => self.position_part_lay(),
            PositionPart::Laid => self.position_part_laid(),
            PositionPart::Half => self.position_part_half(),
            PositionPart::Undeclared => self.position_part_undeclared(),
            PositionPart::TwoScores => self.position_part_two_scores(),
            PositionPart::Withheld => self.position_part_withheld(),
            PositionPart::OneOf(words) => self.position_part_one_of(words),
        }
    }

    fn not_a_layout(&self, error: LayoutError) -> String {
        match error {
            LayoutError::NotInGame(tile) => self.layout_not_in_game(&tile.to_string()),
            LayoutError::NotLaid(tile) => self.layout_not_laid(&tile.to_string()),
            LayoutError::NoSuchHalf { tile, pip } => {
                self.layout_no_such_half(&tile.to_string(), pip.value())
            }
            LayoutError::Places { tile, most } => self.layout_places(&tile.to_string(), most),
            LayoutError::Twice(tile) => self.layout_twice(&tile.to_string()),
            LayoutError::Depth(tile) => self.layout_depth(&tile.to_string()),
            LayoutError::Ends => self.layout_ends(),
            LayoutError::Open { there, due } => self.layout_open(due, there),
            LayoutError::Spinner => self.layout_spinner(),
        }
    }
}

#[cfg(test)]
mod tests {
    use capicu::{Round, Setup};

    use super::*;
    use crate::Lang;

    /// In English, people read the text of the error itself, except for backticks.
    #[test]
    fn invalid_position_has_an_error_in_both_languages() {
        let small = "domino-position: 1; rules: block 2 hand=2; opening: A any; \
                     hands: 6-4 / ?2; boneyard: ?24; laid: 6-6; ends: 6-6*2; last: A; turn: B";
        let broken = [
            ("domino-position", "position"),
            (": 1;", ": 2;"),
            ("last: A", "last"),
            ("last: A", "lasst: A"),
            ("last: A", "turn: B"),
            ("; turn: B", ""),
            ("turn: B", "turn: C"),
            ("turn: B", "turn: AB"),
            ("block 2", "blokc 2"),
            ("block 2", "block 7"),
            ("block 2", "block x"),
            ("hand=2", "hand"),
            ("hand=2", "hand=99"),
            ("hand=2", "hnad=2"),
            ("6-4 / ?2", "6-4 / ?2 / ?1"),
            ("6-4 / ?2", "6-O / ?2"),
            ("6-4 / ?2", "6-4 6-4 / ?2"),
            ("6-6*2", "6-6*5"),
            ("6-6*2", "5-5*2"),
            ("laid: 6-6; ends: 6-6*2", "layout: 6-6 5-4@6-6"),
        ];
        for (old, new) in broken {
            let error = small.replace(old, new).parse::<Setup>().expect_err(new);
            let [en, es] = [Lang::En, Lang::Es].map(|lang| Texts::new(lang).not_a_position(&error));
            assert!(
                en.starts_with(&format!("column {}: ", error.column)),
                "{en}"
            );
            assert!(
                es.starts_with(&format!("columna {}: ", error.column)),
                "{es}"
            );
            assert_ne!(en.split_once(": "), es.split_once(": "), "{new}");
        }
        for (old, new) in [("?24", "?23"), ("6-4 /", "6-6 /"), ("6-4 / ?2", "- / ?2")] {
            let setup: Setup = small.replace(old, new).parse().expect(new);
            let error = Round::from_setup(&setup).expect_err(new);
            let [en, es] = [Lang::En, Lang::Es].map(|lang| Texts::new(lang).not_a_round(error));
            assert_eq!(en, error.to_string());
            assert_ne!(en, es);
        }
    }
}
