//! Breaches of the rules by a record.

use core::fmt;

use capicu::{CannotWithdraw, DealError, IllegalAction, NotIrregular, Pip, Redeal, Seat, Tile};
use capicu_i18n::{Lang, Texts};

use super::claims::Claim;
use crate::Place;
use crate::record::What;
use crate::side::letter;

/// The first place where a record breaks the rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Breach {
    /// The round, from 1; between two rounds, the next one.
    pub round: usize,
    /// The move in the round, from 1; `None` if no move is at fault.
    pub turn: Option<usize>,
    /// The place in the text, if the record was read from one.
    pub place: Option<Place>,
    /// The rule that the record breaks.
    pub problem: Problem,
    /// The seat to act and its legal moves, if a move is at fault and the hand is known.
    pub legal: Option<(Seat, Vec<What>)>,
    /// The tiles at the open ends and their numbers, if a move is at fault and the hand is unknown.
    pub open: Vec<(Tile, Pip)>,
}

/// An error in a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Problem {
    /// A seat acted out of turn.
    NotItsTurn {
        /// The seat that acted.
        seat: Seat,
        /// The seat whose turn it was.
        to_act: Seat,
    },
    /// The rules forbid the action now.
    Illegal(What, IllegalAction),
    /// The irregularity or the call is impossible now.
    Irregular(What, NotIrregular),
    /// The seat drew another tile than the next of the boneyard.
    Drew {
        /// The tile in the record.
        drawn: Tile,
        /// The next tile of the boneyard.
        next: Tile,
    },
    /// A move comes after the end of the round.
    RoundOver,
    /// The record ends the round while this seat is to act.
    NotOver(Seat),
    /// A round comes after the end of the match.
    MatchOver,
    /// The tiles are not a deal.
    Deal(DealError),
    /// The rules ask for another deal.
    MustThrowIn(Redeal),
    /// The rules accept the deal that was thrown in.
    NotThrownIn,
    /// The rules ask for another deal for this reason, not the one given.
    OtherReason(Redeal),
    /// The seat cannot withdraw.
    Withdrew(CannotWithdraw),
    /// The seats have to turn up tiles first.
    TurnUpFirst,
    /// The seats turn up no tiles now.
    NoTurnUp,
    /// The seats that turned up tiles are not those in the draw.
    NotDrawing,
    /// The round ended in this way, not as claimed.
    End(String),
    /// The points are these, not those claimed.
    Points(String),
    /// The scores are these, not those claimed.
    Score(String),
    /// The match is not over.
    GoesOn,
    /// Another side won the match, this one.
    Won(String),
    /// This tag is not 64 hexadecimal digits.
    Hex(&'static str),
    /// The commitment does not match the seed.
    Commitment,
    /// The seed gives another deal.
    Seed,
    /// Too many tiles are unknown to find a deal, or to exclude all.
    TooManyUnknown,
    /// The game does not use this tile.
    NotInGame(Tile),
    /// The tile fits at no open end.
    FitsNowhere(Tile),
    /// The tile is on the table already.
    LaidAlready(Tile),
    /// The tile was laid, but the record leaves it in a hand.
    WasLeft {
        /// The tile that was laid.
        tile: Tile,
        /// The seat whose hand has it in the record.
        seat: Seat,
    },
    /// The tile was dealt to another seat, or was in the boneyard.
    Elsewhere {
        /// The tile that was played.
        tile: Tile,
        /// The seat it was dealt to; `None` for the boneyard.
        by: Option<Seat>,
    },
    /// The seat did not play when this tile would have fitted.
    PassedOn {
        /// The seat that passed or drew.
        seat: Seat,
        /// The tile that it shows later.
        tile: Tile,
        /// The earlier move, from 1.
        turn: usize,
    },
    /// In no deal of the unknown tiles does the seat hold the tile.
    CannotHold {
        /// The seat that shows the tile.
        seat: Seat,
        /// The impossible tile.
        tile: Tile,
    },
    /// The seat passes or draws and holds a tile that can be played.
    Holds {
        /// The seat that passes or draws.
        seat: Seat,
        /// A tile that it could play.
        tile: Tile,
    },
    /// The tile cannot be the next of the boneyard.
    NotInBoneyard(Tile),
    /// No deal of the unknown tiles allows the move.
    NoDealAllows(What),
    /// The seat cannot be the opener.
    CannotOpen(Seat),
    /// The number of tiles in a hand is not that of the rules.
    HandSize {
        /// The seat with that hand.
        seat: Seat,
        /// The number of tiles in the hand.
        held: usize,
        /// The number of tiles by the rules.
        due: usize,
    },
    /// The hands cannot contain the tiles left in them.
    Left,
    /// The tiles left in a hand are not those claimed.
    LeftOtherwise {
        /// The seat with that hand.
        seat: Seat,
        /// The number of tiles in the hand at the end.
        held: usize,
    },
    /// The count of the tiles left is not the one claimed.
    Count {
        /// The seat with that hand.
        seat: Seat,
        /// The possible counts, separated by slashes.
        right: String,
    },
    /// No deal of the unknown tiles gives this result.
    ClaimedByNoDeal(Claim),
    /// No deal of the unknown tiles makes the record possible.
    NoDeal,
}

impl From<DealError> for Problem {
    fn from(error: DealError) -> Self {
        Self::Deal(error)
    }
}

impl Problem {
    pub(super) const fn illegal(what: What, why: IllegalAction) -> Self {
        match (what, why) {
            // A tile that fits nowhere is written alone.
            (What::Lead(tile), IllegalAction::AlreadyLed) => Self::FitsNowhere(tile),
            _ => Self::Illegal(what, why),
        }
    }

    /// Explains the problem in a language.
    pub fn told(&self, texts: Texts) -> String {
        let seat = |seat: Seat| letter(seat).to_string();
        match self {
            Self::NotItsTurn {
                seat: other,
                to_act,
            } => texts.breach_not_its_turn(&seat(*to_act), &seat(*other)),
            Self::Illegal(what, why) => {
                texts.breach_illegal(&what.to_string(), &texts.not_legal(*why))
            }
            Self::Irregular(what, why) => {
                texts.breach_irregular(&what.to_string(), &texts.not_irregular(*why))
            }
            Self::Drew { drawn, next } => texts.breach_drew(&drawn.to_string(), &next.to_string()),
            Self::RoundOver => texts.breach_round_over(),
            Self::NotOver(to_act) => texts.breach_not_over(&seat(*to_act)),
            Self::MatchOver => texts.breach_match_over(),
            Self::Deal(why) => texts.breach_deal(&texts.not_a_deal(*why, seat)),
            Self::MustThrowIn(why) => texts.breach_must_throw_in(&thrown_in(texts, *why)),
            Self::NotThrownIn => texts.breach_not_thrown_in(),
            Self::OtherReason(why) => texts.breach_other_reason(&thrown_in(texts, *why)),
            Self::Withdrew(CannotWithdraw::Partners) => texts.breach_withdrew_partner(),
            Self::Withdrew(CannotWithdraw::PlaysNoMore) => texts.breach_withdrew_already(),
            Self::TurnUpFirst => texts.breach_turn_up_first(),
            Self::NoTurnUp => texts.breach_no_turn_up(),
            Self::NotDrawing => texts.breach_not_drawing(),
            Self::End(right) => texts.breach_end(right),
            Self::Points(right) => texts.breach_points(right),
            Self::Score(right) => texts.breach_score(right),
            Self::GoesOn => texts.breach_goes_on(),
            Self::Won(winner) => texts.breach_won(winner),
            Self::Hex(tag) => texts.breach_hex(*tag),
            Self::Commitment => texts.breach_commitment(),
            Self::Seed => texts.breach_seed(),
            Self::TooManyUnknown => texts.breach_too_many_unknown(),
            Self::NotInGame(tile) => texts.text_not_in_game(&tile.to_string()),
            Self::FitsNowhere(tile) => texts.breach_fits_nowhere(&tile.to_string()),
            Self::LaidAlready(tile) => texts.breach_laid_already(&tile.to_string()),
            Self::WasLeft { tile, seat: holder } => {
                texts.breach_was_left(&tile.to_string(), &seat(*holder))
            }
            Self::Elsewhere { tile, by: Some(by) } => {
                texts.breach_elsewhere(&tile.to_string(), &seat(*by))
            }
            Self::Elsewhere { tile, by: None } => texts.breach_asleep(&tile.to_string()),
            Self::PassedOn {
                seat: who,
                tile,
                turn,
            } => texts.breach_passed_on(&seat(*who), &tile.to_string(), *turn),
            Self::CannotHold { seat: who, tile } => {
                texts.breach_cannot_hold(&seat(*who), &tile.to_string())
            }
            Self::Holds { seat: who, tile } => texts.breach_holds(&seat(*who), &tile.to_string()),
            Self::NotInBoneyard(tile) => texts.breach_not_asleep(&tile.to_string()),
            Self::NoDealAllows(what) => texts.breach_no_deal_allows(&what.to_string()),
            Self::CannotOpen(who) => texts.breach_cannot_open(&seat(*who)),
            Self::HandSize {
                seat: who,
                held,
                due,
            } => texts.breach_hand_size(&seat(*who), *held, *due),
            Self::Left => texts.breach_left(),
            Self::LeftOtherwise { seat: who, held } => {
                texts.breach_left_otherwise(&seat(*who), *held)
            }
            Self::Count { seat: who, right } => texts.breach_count(&seat(*who), right),
            Self::ClaimedByNoDeal(claim) => texts.breach_claimed_by_no_deal(claim.word()),
            Self::NoDeal => texts.breach_no_deal(),
        }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.told(Texts::new(Lang::En)))
    }
}

impl core::error::Error for Problem {}

fn thrown_in(texts: Texts, why: Redeal) -> String {
    match why {
        Redeal::NoDouble => texts.thrown_in_no_double(),
        Redeal::ManyDoubles(seat) => texts.thrown_in_many_doubles(&letter(seat).to_string()),
        Redeal::LongSuit(seat) => texts.thrown_in_long_suit(&letter(seat).to_string()),
    }
}

impl Breach {
    /// Explains the breach in a language: `12:7: round 1, move 3: … (legal for B: 6-4@6-6, pass)`.
    pub fn told(&self, texts: Texts) -> String {
        let place = self
            .place
            .map_or_else(String::new, |place| format!("{place}: "));
        let problem = self.problem.told(texts);
        let told = match self.turn {
            Some(turn) => texts.breach_move(self.round, turn, &problem),
            None => texts.breach_round(self.round, &problem),
        };
        let legal = self.legal.as_ref().map(|(seat, legal)| {
            let legal: Vec<_> = legal.iter().map(What::to_string).collect();
            texts.breach_legal(&letter(*seat).to_string(), &legal.join(", "))
        });
        let open = (!self.open.is_empty()).then(|| {
            let open = self
                .open
                .iter()
                .map(|(tile, pip)| texts.breach_open_end(pip.value(), &tile.to_string()));
            texts.breach_open(&open.collect::<Vec<_>>().join(", "))
        });
        let legal = legal
            .or(open)
            .map_or_else(String::new, |legal| format!(" {legal}"));
        format!("{place}{told}{legal}")
    }
}

impl fmt::Display for Breach {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.told(Texts::new(Lang::En)))
    }
}
