//! The topics that a first round explains, and the events that show them.

use crate::rules::{Arms, Calls, Cross, Draw, Effect, Ends, KeyTile, Opener, Score, Spinner};
use crate::{
    Action, Award, Board, Ended, Move, Reason, Rules, Step, TableView, Tile, Turn, VisibleEvent,
};

/// A topic for a first-time player. It depends on rules and on events at the table, never on a game by name, so every
/// set of rules has its lesson.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Topic {
    /// Tiles are turned up to find the opener.
    DrawForSet,
    /// The sides, and how a match is won.
    Aim,
    /// The opener and what it leads.
    Opening,
    /// The player's own turn: a tile that fits an end.
    Turn,
    /// A double is laid across a line.
    Double,
    /// A double that is open on more than two sides.
    Spinner,
    /// The sides of the opening double are covered first.
    Cross,
    /// The tile that an arm needs next.
    Arm,
    /// A player cannot play, and passes.
    Knock,
    /// A player cannot play, and draws.
    Draw,
    /// The open ends score.
    Ends,
    /// Points must be called.
    Calls,
    /// A pass that pays the side of the last tile.
    Paso,
    /// Everybody else passed on a tile, which pays.
    PaseCorrido,
    /// The opening tile made the next player pass, which pays.
    PaseDeSalida,
    /// A third pass in a row costs points.
    ThreePasses,
    /// Everybody else passed on a tile, which costs them points.
    BoardPass,
    /// A player laid the last tile of a hand.
    GoingOut,
    /// No player can play.
    Block,
    /// The last tile was the key tile.
    KeyTile,
    /// The last tile fitted both ends.
    Capicu,
    /// The last tile was the double blank.
    Chuchazo,
    /// The winner of the first round receives a bonus.
    FirstGame,
    /// The tiles left in a hand count against its holder.
    Penalty,
    /// The round is over and the match continues.
    Match,
}

/// How likely a round is to show a topic.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shown {
    /// Every round shows it, or one that is easily found.
    Always,
    /// A round with this ending shows it.
    ByItsEnd,
    /// Few rounds show it.
    Seldom,
}

impl Topic {
    /// All topics, in the order of explanation where several are due at once.
    pub const ALL: [Self; 25] = [
        Self::DrawForSet,
        Self::Aim,
        Self::Opening,
        Self::Double,
        Self::Spinner,
        Self::Cross,
        Self::Arm,
        Self::Knock,
        Self::Draw,
        Self::Ends,
        Self::Calls,
        Self::Paso,
        Self::PaseCorrido,
        Self::PaseDeSalida,
        Self::ThreePasses,
        Self::BoardPass,
        Self::Turn,
        Self::GoingOut,
        Self::Block,
        Self::KeyTile,
        Self::Capicu,
        Self::Chuchazo,
        Self::FirstGame,
        Self::Penalty,
        Self::Match,
    ];

    /// The name of the topic in scripts and commands.
    pub const fn name(self) -> &'static str {
        match self {
            Self::DrawForSet => "draw-for-set",
            Self::Aim => "aim",
            Self::Opening => "opening",
            Self::Turn => "turn",
            Self::Double => "double",
            Self::Spinner => "spinner",
            Self::Cross => "cross",
            Self::Arm => "arm",
            Self::Knock => "knock",
            Self::Draw => "draw",
            Self::Ends => "ends",
            Self::Calls => "calls",
            Self::Paso => "paso",
            Self::PaseCorrido => "pase-corrido",
            Self::PaseDeSalida => "pase-de-salida",
            Self::ThreePasses => "three-passes",
            Self::BoardPass => "board-pass",
            Self::GoingOut => "going-out",
            Self::Block => "block",
            Self::KeyTile => "key-tile",
            Self::Capicu => "capicu",
            Self::Chuchazo => "chuchazo",
            Self::FirstGame => "first-game",
            Self::Penalty => "penalty",
            Self::Match => "match",
        }
    }

    /// The options behind the topic. A lesson leaves out those without effect in its game.
    pub const fn options(self) -> &'static [&'static str] {
        match self {
            Self::DrawForSet => &["opener", "set-tie"],
            Self::Aim => &["teams", "target"],
            Self::Opening => &["opener", "opening-lead"],
            Self::Turn => &["direction"],
            Self::Double => &["spinner"],
            Self::Spinner => &["spinner", "sides", "later-double"],
            Self::Cross => &["cross"],
            Self::Arm => &["arms"],
            Self::Knock => &["draw"],
            Self::Draw => &["draw", "reserve", "draw-when"],
            Self::Ends => &["ends"],
            Self::Calls => &["calls", "call-sum", "wrong-call"],
            Self::Paso => &["paso", "paso-when"],
            Self::PaseCorrido => &["pase-corrido"],
            Self::PaseDeSalida => &["pase-de-salida", "pase-de-salida-when"],
            Self::ThreePasses => &["three-passes"],
            Self::BoardPass => &["board-pass", "board-pass-block"],
            Self::GoingOut => &["going-out", "out-count", "rounding", "pips-per-point"],
            Self::Block => &["block-seen", "block-winner", "block-count", "block-tie"],
            Self::KeyTile => &["key-tile"],
            Self::Capicu => &["capicu", "capicu-pays", "capicu-when"],
            Self::Chuchazo => &["chuchazo", "chuchazo-when"],
            Self::FirstGame => &["first-game", "second-game"],
            Self::Penalty => &["score"],
            Self::Match => &["next-opener", "lead", "love", "skunk"],
        }
    }

    /// The topics of a game, in the order of [`Self::ALL`].
    ///
    /// # Examples
    ///
    /// ```
    /// use capicu::lesson::Topic;
    /// use capicu::Game;
    ///
    /// let has = |game: &str, point| {
    ///     let game = Game::by_id(game).unwrap();
    ///     Topic::of(&game.rules(game.players[0]).unwrap()).any(|of| of == point)
    /// };
    /// assert!(has("jamaican-partner", Topic::KeyTile) && !has("cut-throat", Topic::KeyTile));
    /// assert!(has("cien", Topic::Capicu) && !has("cien", Topic::Ends));
    /// ```
    pub fn of(rules: &Rules) -> impl Iterator<Item = Self> {
        Self::ALL.into_iter().filter(|topic| topic.is_in(rules))
    }

    fn is_in(self, rules: &Rules) -> bool {
        let has = |option: &str| rules.effects().get(option) == Some(Effect::On);
        match self {
            Self::DrawForSet => rules.opener == Opener::DrawForSet,
            Self::Opening => rules.opener != Opener::DrawForSet,
            Self::Double => rules.spinner == Spinner::None,
            Self::Spinner => rules.spinner != Spinner::None,
            Self::Cross => rules.cross == Cross::First,
            Self::Arm => rules.arms != Arms::Free,
            Self::Draw => rules.draws(),
            Self::Ends => rules.ends != Ends::Off,
            Self::Calls => rules.ends != Ends::Off && rules.calls != Calls::Automatic,
            Self::Paso => has("paso"),
            Self::PaseCorrido => has("pase-corrido"),
            Self::PaseDeSalida => has("pase-de-salida"),
            Self::ThreePasses => has("three-passes"),
            Self::BoardPass => has("board-pass"),
            Self::KeyTile => rules.score == Score::Games && rules.key_tile != KeyTile::Off,
            Self::Capicu => has("capicu") || has("capicu-pays"),
            Self::Chuchazo => has("chuchazo"),
            Self::FirstGame => has("first-game"),
            Self::Penalty => rules.score == Score::Penalties,
            Self::Aim | Self::Turn | Self::Knock | Self::GoingOut | Self::Block | Self::Match => {
                true
            }
        }
    }

    /// How likely a round under these rules is to show the topic.
    pub fn shown(self, rules: &Rules) -> Shown {
        match self {
            // In draw games nobody passes before the boneyard is empty.
            Self::Knock if rules.draw != Draw::Never => Shown::Seldom,
            Self::GoingOut | Self::Block => Shown::ByItsEnd,
            // A tie wins no first game, and few rounds end in one.
            Self::PaseCorrido
            | Self::PaseDeSalida
            | Self::ThreePasses
            | Self::KeyTile
            | Self::Capicu
            | Self::Chuchazo => Shown::Seldom,
            _ => Shown::Always,
        }
    }

    /// The topics that an event shows: `before` is the board before it if it had tiles, `after` the table after it.
    pub fn due<'a>(
        seen: &'a VisibleEvent,
        before: Option<&'a Board>,
        after: &'a TableView,
    ) -> impl Iterator<Item = Self> + 'a {
        let rules = after.rules();
        let all = Self::ALL.into_iter();
        all.filter(move |topic| topic.is_in(rules) && topic.is_due(seen, before, after))
    }

    fn is_due(self, seen: &VisibleEvent, before: Option<&Board>, after: &TableView) -> bool {
        let rules = after.rules();
        let board = after.board();
        let mv = match seen {
            VisibleEvent::Done(Step { mv, .. }) => Some(mv),
            _ => None,
        };
        let laid = mv.and_then(laid);
        match self {
            Self::DrawForSet => matches!(seen, VisibleEvent::TurnedUp { .. }),
            Self::Aim | Self::Opening => matches!(seen, VisibleEvent::Dealt { .. }),
            Self::Turn => {
                let mine = after.round().is_some_and(|round| {
                    let lays = |action: &Action| matches!(action, Action::Play { .. });
                    round.is_my_turn() && round.distinct_actions().iter().any(lays)
                });
                mine && matches!(board.map(Board::turn), Some(Turn::Play(_)))
            }
            Self::Double | Self::Spinner => laid.is_some_and(Tile::is_double),
            Self::Cross => {
                let waits = |board: &Board| board.layout().waits_for_cross(rules);
                board.is_some_and(waits) && !before.is_some_and(waits)
            }
            Self::Arm => match mv.map(|mv| mv.action) {
                Some(Action::Play { tile, on }) => {
                    let first = board.and_then(|board| board.layout().first());
                    first == Some(on) && !tile.is_double()
                }
                _ => false,
            },
            Self::Knock => {
                let declares = matches!(before.map(Board::turn), Some(Turn::Declare(_)));
                mv.is_some_and(|mv| mv.action == Action::Pass) && !declares
            }
            Self::Draw => mv.is_some_and(|mv| mv.action == Action::Draw),
            Self::Calls => {
                mv.is_some() && board.is_some_and(|board| !board.undeclared().is_empty())
            }
            Self::Ends => pays(seen, Reason::Ends),
            Self::Paso => pays(seen, Reason::Paso),
            Self::PaseCorrido => pays(seen, Reason::PaseCorrido),
            Self::PaseDeSalida => pays(seen, Reason::PaseDeSalida),
            Self::ThreePasses => pays(seen, Reason::ThreePasses),
            Self::BoardPass => pays(seen, Reason::BoardPass),
            Self::KeyTile => pays(seen, Reason::KeyTile),
            Self::Capicu => pays(seen, Reason::Capicu),
            Self::Chuchazo => pays(seen, Reason::Chuchazo),
            Self::FirstGame => pays(seen, Reason::FirstGame),
            Self::Penalty => pays(seen, Reason::Hand),
            Self::GoingOut => matches!(ended(seen), Some(Ended::Out(_))),
            Self::Block => matches!(ended(seen), Some(Ended::Blocked(_))),
            Self::Match => match seen {
                VisibleEvent::RoundOver(over) => over.result.is_none(),
                _ => false,
            },
        }
    }
}

fn laid(mv: &Move) -> Option<Tile> {
    match mv.action {
        Action::Lead(tile) | Action::Play { tile, .. } => Some(tile),
        Action::Draw | Action::Pass | Action::HandOver => None,
    }
}

fn ended(seen: &VisibleEvent) -> Option<Ended> {
    match seen {
        VisibleEvent::RoundOver(over) => Some(over.outcome.ended),
        _ => None,
    }
}

/// Whether an event wrote down points for this reason.
fn pays(seen: &VisibleEvent, why: Reason) -> bool {
    let awards: &[Award] = match seen {
        VisibleEvent::Done(step) => &step.awards,
        VisibleEvent::Called { awards, .. } => awards,
        VisibleEvent::Ruled(ruling) => &ruling.awards,
        VisibleEvent::RoundOver(over) => &over.written,
        _ => &[],
    };
    awards
        .iter()
        .any(|award| award.why == why && award.points > 0)
}
