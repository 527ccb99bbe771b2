//! A mistake for players: words and a board. Chances, errors and the notation of moves are only in its numbers.

use capicu::{Action, Clue, Seat};
use capicu_i18n::Texts;
use capicu_picture::{Mark, Picture};

use crate::loss::{Class, Judged};
use crate::played::Decision;
use crate::text::card_of;

/// A mistake, with the names of the seats. `you` is the reader's seat.
#[derive(Clone, Copy)]
pub struct Moment<'a> {
    pub decision: &'a Decision,
    pub judged: &'a Judged,
    pub name: &'a dyn Fn(Seat) -> String,
    pub you: Option<Seat>,
    pub texts: Texts,
}

impl Moment<'_> {
    /// The round, move, player and class of the mistake.
    pub fn title(&self) -> String {
        let Decision { round, turn, .. } = *self.decision;
        let class = class(self.judged.class, self.texts);
        self.texts
            .analysis_mistake(round, turn, &self.who(), &class)
    }

    /// The move that was played, and the better one.
    pub fn sentence(&self) -> String {
        let (texts, who) = (self.texts, self.who());
        let played = texts.in_figures(self.decision.action());
        let better = self.better().map(|better| texts.in_figures(better));
        match (self.is_yours(), better) {
            (true, Some(better)) => texts.moment_you_chose(&played, &better),
            (true, None) => texts.moment_you_played(&played),
            (false, Some(better)) => texts.moment_chose(&who, &played, &better),
            (false, None) => texts.moment_played(&who, &played),
        }
    }

    /// The visible reasons for the better move; without any, a sentence that says so.
    pub fn reasons(&self) -> Vec<String> {
        let clues = self.judged.clues.iter();
        let reasons = clues.map(|clue| reason(clue, self.decision, self.name, self.texts));
        let reasons: Vec<String> = reasons.collect();
        match reasons.is_empty() && self.better().is_some() {
            true => vec![self.texts.moment_no_sign()],
            false => reasons,
        }
    }

    /// The table and the hand before the move: the better tile green at its place, the played one red in the hand. The
    /// page needs a [`sheet`](capicu_picture::sheet) of the tiles.
    pub fn board(&self) -> String {
        let Decision { view, .. } = self.decision;
        let laid: Vec<Action> = view.moves().iter().map(|mv| mv.action).collect();
        let played = self.decision.action();
        let picture = Picture {
            rules: view.board().rules(),
            laid: &laid,
            mark: self.better().map(|better| Mark::Mistake { played, better }),
            hand: view.hand(),
        };
        picture.part(Some(&self.texts.analysis_board()))
    }

    /// The loss with its error, the table, hand and moves in notation, the reasons with their chances, and the
    /// knowledge behind them.
    pub fn numbers(&self) -> Vec<String> {
        let lines = card_of(self.name, self.decision, self.judged, self.texts);
        let lines = lines.into_iter().skip(1);
        let lines = lines.map(|line| line.trim().to_owned());
        let kind = self.judged.kind.map(|(kind, _)| kind.told(self.texts));
        lines.chain(kind).collect()
    }

    fn is_yours(&self) -> bool {
        self.you == Some(self.decision.seat())
    }

    fn who(&self) -> String {
        match self.is_yours() {
            true => self.texts.you_lower(),
            false => (self.name)(self.decision.seat()),
        }
    }

    fn better(&self) -> Option<Action> {
        Some(self.decision.actions[self.judged.rival?])
    }
}

/// A visible reason for the better move in words, without chances.
pub fn reason(
    clue: &Clue,
    decision: &Decision,
    name: &dyn Fn(Seat) -> String,
    texts: Texts,
) -> String {
    let turn = |mv: usize| decision.turns.get(mv).copied().unwrap_or_default();
    texts.plain_clue(clue, turn, name)
}

/// The name of a mistake's class.
pub fn class(class: Class, texts: Texts) -> String {
    match class {
        Class::Blunder => texts.analysis_blunder(),
        Class::Error => texts.analysis_error(),
        _ => texts.analysis_inaccuracy(),
    }
}
