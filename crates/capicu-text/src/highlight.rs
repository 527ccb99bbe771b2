//! The big moments of a match, which a client celebrates.

use capicu::rules::{Love, Score};
use capicu::{Award, Call, Ended, Reason, RoundResult, Rules, Side};
use capicu_client::Moment;
use capicu_i18n::Texts;
use capicu_picture::pegs::PegBoard;

/// The rarer of two is the greater.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum HighlightKind {
    /// An opponent claimed a missed score.
    Muggins,
    /// Everybody else passed.
    PaseCorrido,
    Out,
    Block,
    KeyTile,
    Chuchazo,
    Capicu,
    /// The last hole of a peg board, which ends the match.
    LastHole,
    Skunk,
    /// A match won while the other side has nothing.
    Love,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Highlight {
    pub kind: HighlightKind,
    /// The side that gains; `None` if none does.
    pub side: Option<Side>,
    /// The points written for exactly this; 0 if it has no price of its own.
    pub bonus: u16,
    /// All points written for the side at this moment.
    pub points: u16,
    /// The score of the side, at the end of a round.
    pub score: u16,
}

impl Highlight {
    /// The rarest of these moments, or the last of equally rare ones; `None` if none is big.
    pub fn of<'a>(moments: impl IntoIterator<Item = &'a Moment>, rules: &Rules) -> Option<Self> {
        let all = moments.into_iter().filter_map(|moment| match moment {
            Moment::Done { awards, .. } => {
                in_play(HighlightKind::PaseCorrido, Reason::PaseCorrido, awards)
            }
            Moment::Called {
                call: Call::Muggins,
                awards,
                ..
            } => in_play(HighlightKind::Muggins, Reason::Muggins, awards),
            Moment::RoundOver(result) => round_over(result, rules),
            _ => None,
        });
        all.max_by_key(|highlight| highlight.kind)
    }

    /// The word that players call out.
    pub fn word(&self, texts: Texts) -> String {
        let what = match self.kind {
            HighlightKind::Muggins => return texts.call_muggins(),
            HighlightKind::PaseCorrido => "corrido",
            HighlightKind::Out => "out",
            HighlightKind::Block => "block",
            HighlightKind::KeyTile => "key",
            HighlightKind::Chuchazo => "chuchazo",
            HighlightKind::Capicu => "capicu",
            HighlightKind::LastHole => "hole",
            HighlightKind::Skunk => "skunk",
            HighlightKind::Love => "love",
        };
        texts.big_word(what, &texts.love(self.score, 0))
    }
}

fn in_play(kind: HighlightKind, why: Reason, awards: &[Award]) -> Option<Highlight> {
    let side = awards.iter().find(|award| award.why == why)?.side;
    Some(Highlight {
        kind,
        side: Some(side),
        bonus: sum(awards, side, Some(why)),
        points: sum(awards, side, None),
        score: 0,
    })
}

fn round_over(result: &RoundResult, rules: &Rules) -> Option<Highlight> {
    let outcome = &result.outcome;
    let awarded = |why| outcome.awards.iter().any(|award| award.why == why);
    // In the order in which the sentence about the round prefers one of several.
    let special = [
        (HighlightKind::KeyTile, Reason::KeyTile),
        (HighlightKind::Capicu, Reason::Capicu),
        (HighlightKind::Chuchazo, Reason::Chuchazo),
    ];
    let special = special.into_iter().find(|(_, why)| awarded(*why));
    let of_match = result.result.as_ref().and_then(|over| {
        if over.skunked.iter().any(|skunked| *skunked) {
            Some(HighlightKind::Skunk)
        } else if rules.love != Love::Off && to_love(result, over.winner) {
            Some(HighlightKind::Love)
        } else {
            PegBoard::is_used(rules).then_some(HighlightKind::LastHole)
        }
    });
    let (kind, why) = match (of_match, special, outcome.ended) {
        (Some(kind), ..) => (kind, None),
        (None, Some((kind, why)), Ended::Out(_)) => (kind, Some(why)),
        (None, _, Ended::Out(_)) => (HighlightKind::Out, None),
        (None, _, Ended::Blocked(_)) => (HighlightKind::Block, Some(Reason::Block)),
        _ => return None,
    };
    let side = match &result.result {
        Some(over) => Some(over.winner),
        None => outcome.side(rules),
    };
    // Penalties are points against a side.
    let own = side.filter(|_| rules.score != Score::Penalties);
    let written = |why| own.map_or(0, |side| sum(&result.written, side, why));
    Some(Highlight {
        kind,
        side,
        bonus: why.map_or(0, |why| written(Some(why))),
        points: written(None),
        score: side.map_or(0, |side| result.scores[side]),
    })
}

/// Whether no other side has a point.
fn to_love(result: &RoundResult, winner: Side) -> bool {
    let mut others = result.scores.entries().filter(|(side, _)| *side != winner);
    others.all(|(_, score)| *score == 0)
}

/// The points of a side, for one reason or all.
fn sum(awards: &[Award], side: Side, why: Option<Reason>) -> u16 {
    let own = awards.iter().filter(|award| award.side == side);
    let own = own.filter(|award| !award.why.takes_off());
    let own = own.filter(|award| why.is_none_or(|why| award.why == why));
    own.map(|award| award.points).sum()
}
