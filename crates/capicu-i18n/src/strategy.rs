use capicu::Tile;

use crate::Texts;

/// The facts of a lesson of strategy: what its table shows before the choice, and what the better play does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Strategy {
    /// Count the tiles of a suit.
    Count {
        /// The number of the suit.
        pip: u8,
        /// The tiles of the suit on the table.
        laid: u8,
        /// The tiles of the suit in the hand.
        held: u8,
    },
    /// Conclude from a pass.
    Pass {
        /// The numbers on which the next player passed.
        passed: [u8; 2],
        /// The numbers that the worse play leaves at the ends.
        worse: [u8; 2],
    },
    /// Play for the partner.
    Partner {
        /// The numbers on which the partner passed.
        passed: [u8; 2],
        /// The double that the partner laid.
        double: Tile,
        /// The numbers that the worse play leaves at the ends.
        worse: [u8; 2],
    },
    /// Keep or play a double.
    Double {
        /// The double in the hand.
        double: Tile,
        /// The number of the double.
        pip: u8,
        /// The tiles with that number on the table.
        laid: u8,
        /// The tiles with that number in the hand.
        held: u8,
    },
    /// Block the round.
    Block {
        /// The number that blocks.
        pip: u8,
        /// The tiles with that number on the table.
        laid: u8,
        /// The pips of the pair after the block.
        ours: u16,
        /// The pips of the other pair.
        theirs: u16,
    },
}

/// The texts of a lesson of strategy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StrategyTexts {
    /// The subject, as a heading.
    pub title: String,
    /// The evidence at the table, before the choice.
    pub look: String,
    /// The reason for the better play.
    pub why: String,
}

impl Strategy {
    /// The name of the lesson in addresses.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Count { .. } => "count",
            Self::Pass { .. } => "pass",
            Self::Partner { .. } => "partner",
            Self::Double { .. } => "double",
            Self::Block { .. } => "block",
        }
    }
}

impl Texts {
    /// The names in addresses and the titles of the lessons of strategy, in order.
    pub fn strategy_lessons(&self) -> [(&'static str, String); 5] {
        [
            ("count", self.strategy_count()),
            ("pass", self.strategy_pass()),
            ("partner", self.strategy_partner()),
            ("double", self.strategy_double()),
            ("block", self.strategy_block()),
        ]
    }

    /// Explains a lesson of strategy, in which the first tile is better than the second.
    pub fn strategy(&self, facts: Strategy, [better, other]: [Tile; 2]) -> StrategyTexts {
        let (better, other) = (self.tile(better), self.tile(other));
        let (title, look, why) = match facts {
            Strategy::Count { pip, laid, held } => (
                self.strategy_count(),
                self.strategy_count_look(pip, laid, held),
                self.strategy_count_why(&better, pip),
            ),
            Strategy::Pass { passed, worse } => {
                let [one, two] = passed;
                let [left, right] = worse;
                (
                    self.strategy_pass(),
                    self.strategy_pass_look(one, two),
                    self.strategy_pass_why(&better, one, two, &other, left, right),
                )
            }
            Strategy::Partner {
                passed,
                double,
                worse,
            } => {
                let [one, two] = passed;
                let [left, right] = worse;
                let (double, pip) = (self.tile(double), double.high().value());
                (
                    self.strategy_partner(),
                    self.strategy_partner_look(one, two, &double),
                    self.strategy_partner_why(&better, pip, &other, left, right),
                )
            }
            Strategy::Double {
                double,
                pip,
                laid,
                held,
            } => (
                self.strategy_double(),
                self.strategy_double_look(&self.tile(double), pip, laid, held),
                self.strategy_double_why(&better, pip),
            ),
            Strategy::Block {
                pip,
                laid,
                ours,
                theirs,
            } => (
                self.strategy_block(),
                self.strategy_block_look(laid, pip),
                self.strategy_block_why(&better, pip, ours, theirs),
            ),
        };
        StrategyTexts { title, look, why }
    }
}
