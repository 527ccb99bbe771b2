//! A sheet in words.

use capicu::rules::Love;
use capicu::{
    Award, BySeat, InPlay, NextLeader, Reason, ReportedEnd, ScoreTurn, Seat, Side, WayOut,
};
use capicu_i18n::{Seats, Texts};
use capicu_sheet::{Effect, Entry, Event, Line, LineState, Played};

use crate::page::awards_of;

/// Puts the lines of a match into words.
pub struct Words<'a> {
    pub texts: Texts,
    played: &'a Played,
}

impl<'a> Words<'a> {
    pub const fn new(texts: Texts, played: &'a Played) -> Self {
        Self { texts, played }
    }

    fn seats(&self) -> Seats<'a> {
        let rules = self.played.game().rules();
        Seats {
            names: BySeat::from_fn(rules.n_seats(), |seat| self.played.name(seat)),
            you: None,
        }
    }

    pub fn seat(&self, seat: Seat) -> &'a str {
        self.played.name(seat)
    }

    /// The names of a side: "Ana and Marva".
    pub fn side(&self, side: Side) -> String {
        let names: Vec<&str> = self.played.names(side).collect();
        self.texts.list(&names)
    }

    /// The scores of all sides.
    pub fn standing(&self) -> String {
        let rules = self.played.game().rules();
        self.texts
            .standing(rules, self.played.scores(), &self.seats())
    }

    /// Who won the match, and how; empty while it is in play.
    pub fn over(&self) -> Vec<String> {
        let rules = self.played.game().rules();
        let result = self.played.result();
        let scores = self.played.scores();
        result.map_or_else(Vec::new, |result| {
            self.texts.match_story(result, scores, rules, &self.seats())
        })
    }

    /// Who opens the next round.
    pub fn leader(&self) -> String {
        let texts = self.texts;
        match self.played.leader() {
            None => texts.sheet_opens_unknown(),
            Some(NextLeader::Tiles) => texts.sheet_opens_tiles(),
            Some(NextLeader::Seat(seat)) => texts.sheet_opens(self.seat(seat)),
            Some(NextLeader::Huddle(seat)) => texts.sheet_opens_either(self.seat(seat)),
            Some(NextLeader::Lot(side)) => texts.sheet_opens_lot(&self.side(side)),
        }
    }

    /// A sum with its parts: "32 + Capicú 20 = 52".
    pub fn sum(&self, awards: &[Award]) -> String {
        let parts: Vec<String> = awards.iter().map(|award| self.part(award)).collect();
        match (parts.as_slice(), awards) {
            ([], _) => "0".to_owned(),
            (_, [award]) => award.signed().to_string(),
            _ => {
                let sum: i32 = awards.iter().map(Award::signed).sum();
                format!("{} = {sum}", parts.join(" + "))
            }
        }
    }

    fn part(&self, award: &Award) -> String {
        match award.why {
            Reason::Pips | Reason::Game => award.points.to_string(),
            why => format!("{} {}", self.texts.reason(why), award.signed()),
        }
    }

    /// The awards of each side, each with its sum.
    pub fn sums(&self, awards: &[Award]) -> String {
        let rules = self.played.game().rules();
        let mut each = Vec::new();
        for side in Side::all(rules.n_sides()) {
            let own = awards.iter().filter(|award| award.side == side);
            let own: Vec<Award> = own.copied().collect();
            if !own.is_empty() {
                each.push(format!("{} {}", self.side(side), self.sum(&own)));
            }
        }
        each.join("; ")
    }

    /// A line in one sentence.
    pub fn line(&self, line: &Line) -> String {
        let mut sentence = self.entry(line.entry());
        if line.state() == LineState::Undone {
            return format!("{sentence}. {}", self.texts.sheet_undone());
        }
        let awards = awards_of(&line.effect);
        if !awards.is_empty() {
            sentence = format!("{sentence}: {}", self.sums(&awards));
        }
        sentence.push('.');
        if let Effect::Round(result) = &line.effect
            && let Some(turn) = result.turn
        {
            sentence.push(' ');
            sentence.push_str(&self.turn(turn));
        }
        if !line.doubts.is_empty() {
            sentence = format!("{sentence} {}.", self.texts.sheet_doubtful());
        }
        sentence
    }

    /// An event in words; `None` for one that changes no line.
    pub fn event(&self, event: &Event) -> Option<String> {
        let texts = self.texts;
        Some(match event {
            Event::Wrote(entry) => self.entry_with_count(entry),
            Event::Corrected { to, .. } => {
                format!("{}: {}", texts.sheet_correct(), self.entry_with_count(to))
            }
            Event::Undid => texts.sheet_undo(),
            Event::Struck(_) => texts.sheet_strike(),
            Event::Started(_) => texts.sheet_start(),
            Event::Queue { .. } | Event::Day(_) | Event::Noted(_) => return None,
        })
    }

    /// The entries that a line had before.
    pub fn before(&self, line: &Line) -> Vec<String> {
        let replaced = line.replaced().iter();
        let named = replaced.map(|entry| self.texts.sheet_corrected(&self.entry_with_count(entry)));
        named.collect()
    }

    fn entry_with_count(&self, entry: &Entry) -> String {
        let words = self.entry(entry);
        match entry {
            Entry::Round(round) => match &round.left {
                capicu::Left::Total(total) => format!("{words}, {total}"),
                _ => words,
            },
            Entry::InPlay { .. } => words,
            Entry::Agreed(scores) => {
                let scores: Vec<String> = scores.iter().map(u16::to_string).collect();
                format!("{words}, {}", scores.join(":"))
            }
        }
    }

    fn entry(&self, entry: &Entry) -> String {
        let texts = self.texts;
        match entry {
            Entry::InPlay { what, .. } => self.in_play(*what),
            Entry::Agreed(_) => texts.sheet_agreed(),
            Entry::Round(round) => match round.end {
                ReportedEnd::Out { seat, way, .. } => {
                    format!("{}, {}", self.seat(seat), self.way(way))
                }
                ReportedEnd::Blocked { winner, .. } => match winner {
                    capicu::Winner::Named(seat) => {
                        format!("{}, {}", self.seat(seat), texts.sheet_block())
                    }
                    capicu::Winner::Nobody => {
                        format!("{}, {}", texts.sheet_block(), texts.sheet_nobody())
                    }
                    capicu::Winner::ByCounts => texts.sheet_block(),
                },
                ReportedEnd::Doubles { seat, .. } => {
                    format!("{}, {}", self.seat(seat), texts.reason(Reason::Doubles))
                }
                ReportedEnd::Foul(seat) => format!("{}, {}", self.seat(seat), texts.sheet_foul()),
                ReportedEnd::Void | ReportedEnd::Target(_) => texts.sheet_void(),
            },
        }
    }

    /// Points in play, with who made or pays them.
    pub fn in_play(&self, what: InPlay) -> String {
        let texts = self.texts;
        let who = match what {
            InPlay::Paso(side)
            | InPlay::PaseCorrido(side)
            | InPlay::LedDouble(side)
            | InPlay::LedSingle(side)
            | InPlay::Ends { side, .. }
            | InPlay::Muggins { side, .. } => self.side(side),
            InPlay::ThreePasses(seat)
            | InPlay::BoardPass { seat, .. }
            | InPlay::FalsePlay(seat)
            | InPlay::SlowPlay(seat)
            | InPlay::WrongCall(seat) => self.seat(seat).to_owned(),
        };
        let why = texts.reason(match what {
            InPlay::Paso(_) => Reason::Paso,
            InPlay::PaseCorrido(_) => Reason::PaseCorrido,
            InPlay::LedDouble(_) | InPlay::LedSingle(_) => Reason::PaseDeSalida,
            InPlay::Ends { .. } => Reason::Ends,
            InPlay::Muggins { .. } => Reason::Muggins,
            InPlay::ThreePasses(_) => Reason::ThreePasses,
            InPlay::BoardPass { .. } => Reason::BoardPass,
            InPlay::FalsePlay(_) => Reason::FalsePlay,
            InPlay::SlowPlay(_) => Reason::SlowPlay,
            InPlay::WrongCall(_) => Reason::WrongCall,
        });
        format!("{who}, {why}")
    }

    /// A way of going out, in the words of its game.
    pub fn way(&self, way: WayOut) -> String {
        let (texts, rules) = (self.texts, self.played.game().rules());
        let pays = |reason| {
            let scored = rules.awards_for(way);
            scored.iter().any(|award| award.why == reason)
        };
        match way {
            WayOut::Plain => texts.sheet_way_plain(),
            WayOut::Key => texts.reason_key_tile(),
            _ if pays(Reason::Capicu) && pays(Reason::Chuchazo) => {
                format!("{} + {}", texts.reason_capicu(), texts.reason_chuchazo())
            }
            _ if pays(Reason::Capicu) => texts.reason_capicu(),
            _ if pays(Reason::Chuchazo) => texts.reason_chuchazo(),
            WayOut::BothEnds => texts.sheet_way_both_ends(),
            WayOut::Double => texts.sheet_way_double(),
            WayOut::DoubleBothEnds => texts.sheet_way_double_both_ends(),
            WayOut::DoubleBlank => texts.sheet_way_double_blank(),
            WayOut::DoubleBlankBothEnds => texts.sheet_way_double_blank_both_ends(),
        }
    }

    fn turn(&self, turn: ScoreTurn) -> String {
        let (texts, rules) = (self.texts, self.played.game().rules());
        match turn {
            ScoreTurn::Reset if rules.love == Love::Everybody => texts.then_reset_everybody(),
            ScoreTurn::Reset => texts.then_reset(),
            ScoreTurn::OneAll => texts.then_one_all(),
            ScoreTurn::TwoLove => self.standing(),
        }
    }
}
