//! How a record can break the rules.

use core::fmt;

use capicu::{DealError, IllegalAction, NotIrregular, Pip, Redeal, Seat, Tile};
use capicu_i18n::{Lang, Texts};

use super::claims::Claim;
use crate::Place;
use crate::record::What;
use crate::side::letter;

/// The first place where a record breaks the rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Breach {
    /// The round, from 1; the next one for what happens between two rounds.
    pub round: usize,
    /// The move in the round, from 1; `None` if no move is to blame.
    pub turn: Option<usize>,
    /// Where in the text, if it was read from one.
    pub place: Option<Place>,
    /// What is wrong.
    pub problem: Problem,
    /// What was legal instead, and for whom, where a move is to blame and the hand is known.
    pub legal: Option<(Seat, Vec<What>)>,
    /// The tiles at the open ends and the numbers they show, where a move is to blame and the hand
    /// is not known.
    pub open: Vec<(Tile, Pip)>,
}

/// What is wrong with a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Problem {
    /// A seat acted out of turn.
    NotItsTurn {
        /// Who acted.
        seat: Seat,
        /// Whose turn it is.
        to_act: Seat,
    },
    /// The action is not legal.
    Illegal(What, IllegalAction),
    /// The irregularity or the call cannot have happened.
    Irregular(What, NotIrregular),
    /// Another tile was to be drawn.
    Drew {
        /// The tile in the record.
        drawn: Tile,
        /// The tile that lay there.
        next: Tile,
    },
    /// A move after the end of the round.
    RoundOver,
    /// The round goes on.
    NotOver(Seat),
    /// The match has ended.
    MatchOver,
    /// The tiles are no deal.
    Deal(DealError),
    /// The deal has to be thrown in.
    MustThrowIn(Redeal),
    /// The deal is fine.
    NotThrownIn,
    /// Thrown in for another reason.
    OtherReason(Redeal),
    /// Tiles have to be turned up first.
    TurnUpFirst,
    /// Tiles are not turned up now.
    NoTurnUp,
    /// Others than those who have to turn up tiles.
    NotDrawing,
    /// What is said to have ended the round did not.
    End(String),
    /// The points are others.
    Points(String),
    /// The scores are others.
    Score(String),
    /// The match has not ended.
    GoesOn,
    /// Another side won.
    Won(String),
    /// A seed or a commitment is not one.
    Hex(&'static str),
    /// The commitment is that of another seed.
    Commitment,
    /// The seed deals other tiles.
    Seed,
    /// It would take too long to find a deal that fits, or that none does.
    TooManyUnknown,
    /// The game has no such tile.
    NotInGame(Tile),
    /// The tile fits at no open end.
    FitsNowhere(Tile),
    /// The tile lies on the table already.
    LaidAlready(Tile),
    /// The tile was laid but is said to have been left in a hand.
    WasLeft {
        /// The tile.
        tile: Tile,
        /// Whose hand.
        seat: Seat,
    },
    /// The tile was dealt to another seat, or slept.
    Elsewhere {
        /// The tile.
        tile: Tile,
        /// Who was dealt it; `None` if nobody.
        by: Option<Seat>,
    },
    /// The seat did not play when this tile would have fitted.
    PassedOn {
        /// Who.
        seat: Seat,
        /// The tile.
        tile: Tile,
        /// The move, from 1.
        turn: usize,
    },
    /// No deal of the tiles that are not known lets the seat hold the tile.
    CannotHold {
        /// Who.
        seat: Seat,
        /// The tile.
        tile: Tile,
    },
    /// The seat passes or draws and holds a tile that can be played.
    Holds {
        /// Who.
        seat: Seat,
        /// The tile.
        tile: Tile,
    },
    /// The tile cannot have been the next of the boneyard.
    NotAsleep(Tile),
    /// No deal of the tiles that are not known allows the move.
    NoDealAllows(What),
    /// The seat cannot have been the one to open the round.
    CannotOpen(Seat),
    /// A hand has another number of tiles than the rules say.
    HandSize {
        /// Whose.
        seat: Seat,
        /// How many tiles it has.
        held: usize,
        /// How many it should have.
        due: usize,
    },
    /// The tiles left in hand cannot have been there.
    Left,
    /// The seat was left with other tiles.
    LeftOtherwise {
        /// Who.
        seat: Seat,
        /// How many tiles it held in the end.
        held: usize,
    },
    /// The tiles left count otherwise.
    Count {
        /// Whose.
        seat: Seat,
        /// What they can have counted.
        right: String,
    },
    /// No deal of the tiles that are not known bears this claim out.
    ClaimedByNoDeal(Claim),
    /// No deal of the tiles that are not known makes the record possible.
    NoDeal,
}

impl From<DealError> for Problem {
    fn from(error: DealError) -> Self {
        Self::Deal(error)
    }
}

impl Problem {
    /// That a move is not legal.
    pub(super) const fn illegal(what: What, why: IllegalAction) -> Self {
        match (what, why) {
            // Nothing more is written of a tile that fits nowhere.
            (What::Lead(tile), IllegalAction::AlreadyLed) => Self::FitsNowhere(tile),
            _ => Self::Illegal(what, why),
        }
    }

    /// What is wrong, in a language.
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
            Self::NotAsleep(tile) => texts.breach_not_asleep(&tile.to_string()),
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
    }
}

impl Breach {
    /// `12:7: round 1, move 3: … (legal for B: 6-4@6-6, pass)`, in a language.
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
