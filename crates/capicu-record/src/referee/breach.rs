//! How a record can break the rules.

use core::fmt;

use capicu::{DealError, IllegalAction, NotIrregular, Redeal, Seat, Tile};
use capicu_i18n::{Lang, Texts};

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
    /// What was legal instead, and for whom, where a move is to blame.
    pub legal: Option<(Seat, Vec<What>)>,
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
    /// No deal fits.
    NoDealFits(Box<Self>),
}

impl From<DealError> for Problem {
    fn from(error: DealError) -> Self {
        Self::Deal(error)
    }
}

impl Problem {
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
            Self::NoDealFits(why) => texts.breach_no_deal_fits(&why.told(texts)),
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
        let legal = legal.map_or_else(String::new, |legal| format!(" {legal}"));
        format!("{place}{told}{legal}")
    }
}

impl fmt::Display for Breach {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.told(Texts::new(Lang::En)))
    }
}
