use capicu::rules::Score;
use capicu::{Action, Award, Board, Duty, Move, Opening, Reason, Redeal, Rules, Tile, Word};

use crate::{Arg, Party, Seats, Texts};

/// An end of a plain line, as players see it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LineEnd {
    /// The left end of the line.
    Left,
    /// The right end of the line.
    Right,
}

impl From<LineEnd> for Arg<'_> {
    fn from(side: LineEnd) -> Self {
        Self::Text(match side {
            LineEnd::Left => "left",
            LineEnd::Right => "right",
        })
    }
}

impl Texts {
    /// Names the opener and the tile to open with.
    pub fn opening(&self, opening: &Opening, seats: &Seats<'_>) -> String {
        let who = self.party(opening.seat, seats);
        match opening.duty {
            Duty::Tile(tile) => self.opens_with_tile(&who, &self.tile(tile)),
            Duty::Any => self.opens_any(&who),
            Duty::Holder(tile) => self.opens_holding(&who, &self.tile(tile)),
            Duty::Double => self.opens_double(&who),
            Duty::DrawForDouble => self.opens_draw(&who),
        }
    }

    /// Describes a move, from the boards before and after it. `side` is set if the tile went to an arm of a plain line.
    pub fn done(
        &self,
        mv: &Move,
        [before, after]: [&Board; 2],
        seats: &Seats<'_>,
        side: Option<LineEnd>,
    ) -> String {
        let who = self.party(mv.seat, seats);
        let ends = self.ends(after.layout().ends());
        let left = after.held()[mv.seat];
        let boneyard = after.boneyard();
        match mv.action {
            Action::Lead(tile) => self.said_lead(&who, &self.tile(tile)),
            Action::Play { tile, on } => {
                let name = self.tile(tile);
                // A plain line has a left and a right end.
                match side.filter(|_| after.layout().ends().len() <= 2) {
                    Some(side) => self.said_play(&who, &name, side, left, &ends),
                    None => self.said_play_on(&who, &name, &self.tile(on), left, &ends),
                }
            }
            Action::Draw => match mv.drawn {
                Some(tile) if mv.shown => self.said_drew_shown(&who, &self.tile(tile)),
                Some(tile) => self.said_you_drew(&self.tile(tile), boneyard),
                None => self.said_draw(&who, boneyard),
            },
            Action::Pass if before.layout().first().is_none() => self.said_pass_opening(&who),
            Action::Pass => self.said_pass(&who, &ends),
            Action::HandOver => self.said_hand_over(&who),
        }
    }

    /// The reason for a new deal.
    pub fn redeal(&self, why: Redeal, seats: &Seats<'_>) -> String {
        match why {
            Redeal::NoDouble => self.said_redealt_no_double(),
            Redeal::ManyDoubles(seat) => self.said_redealt_many_doubles(&self.party(seat, seats)),
            Redeal::LongSuit(_) => self.said_redealt_long_suit(),
        }
    }

    /// Points scored, with their reason.
    pub fn awarded(&self, award: &Award, rules: &Rules, seats: &Seats<'_>) -> String {
        let who = self.side(award.side, rules, seats);
        let reason = self.reason(award.why);
        if award.why.takes_off() {
            self.award_to(&who, &reason, &format!("−{}", award.points))
        } else if rules.score == Score::Penalties {
            self.said_penalty(&who, award.points, &reason)
        } else {
            self.said_points(&who, award.points, &reason)
        }
    }

    /// The tiles turned up before the first deal; games with [`Opener::DrawForSet`](capicu::rules::Opener::DrawForSet)
    /// begin like this.
    pub fn turned_up(&self, tiles: &[(Party, Tile)]) -> String {
        let each: Vec<String> = tiles
            .iter()
            .map(|(who, tile)| self.said_turned_up_one(who.name(), &self.tile(*tile)))
            .collect();
        self.said_turned_up(&self.list(&each))
    }

    /// A word of the table and its meaning.
    pub fn word(&self, word: Word) -> String {
        let (key, what) = match word {
            Word::Tranque(tile) => ("tranque", self.tile(tile)),
            Word::Ahorcado(tile) => ("ahorcado", self.tile(tile)),
            Word::Puerta(pip) => ("puerta", pip.value().to_string()),
            Word::NuggetAdds => ("nugget-adds", String::new()),
            Word::NuggetTakes => ("nugget-takes", String::new()),
            Word::CrownJewels => ("crown-jewels", String::new()),
            Word::HarryBelly => ("harry-belly", String::new()),
            Word::SnakeEyes => ("snake-eyes", String::new()),
            Word::DoubleDeuce => ("double-deuce", String::new()),
            Word::Lighthouse(tile) => ("lighthouse", self.tile(tile)),
            Word::Domino(tile) => ("domino", self.tile(tile)),
            Word::DancingGirls => ("dancing-girls", String::new()),
            Word::CutOff => ("cut-off", String::new()),
            Word::Follow => ("follow", String::new()),
            Word::BankersSet => ("bankers-set", String::new()),
            Word::CrossingTheT(tile) => ("crossing-the-t", self.tile(tile)),
            Word::Dominoitis => ("dominoitis", String::new()),
        };
        self.said_word(key, &what)
    }

    /// The name of a reason for points.
    pub fn reason(&self, why: Reason) -> String {
        match why {
            Reason::Game => self.reason_game(),
            Reason::Stake => self.reason_stake(),
            Reason::KeyTile => self.reason_key_tile(),
            Reason::Pips => self.reason_pips(),
            Reason::FirstGame => self.reason_first_game(),
            Reason::SecondGame => self.reason_second_game(),
            Reason::ThirdGame => self.reason_third_game(),
            Reason::FourthGame => self.reason_fourth_game(),
            Reason::Capicu => self.reason_capicu(),
            Reason::Chuchazo => self.reason_chuchazo(),
            Reason::Block => self.reason_block(),
            Reason::Paso => self.reason_paso(),
            Reason::PaseCorrido => self.reason_pase_corrido(),
            Reason::PaseDeSalida => self.reason_pase_de_salida(),
            Reason::Ends => self.reason_ends(),
            Reason::Muggins => self.reason_muggins(),
            Reason::Hand => self.reason_hand(),
            Reason::ThreePasses => self.reason_three_passes(),
            Reason::BoardPass => self.reason_board_pass(),
            Reason::FalsePlay | Reason::Foul => self.reason_false_play(),
            Reason::WrongCall => self.reason_wrong_call(),
            Reason::Doubles => self.reason_doubles(),
            Reason::DoubleOut => self.reason_double_out(),
            Reason::HangedBlank => self.reason_hanged_blank(),
            Reason::Blocker => self.reason_blocker(),
            Reason::OwnTiles => self.reason_own_tiles(),
            Reason::SlowPlay | Reason::SlowFoul => self.reason_slow_play(),
        }
    }
}
