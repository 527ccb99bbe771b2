//! An analysis as JSON. Numbers are whole: millionths, unless the name says otherwise.

use std::collections::BTreeMap;

use capicu::{Clue, Odds, Seat, Setup, Tally};
use capicu_record::side;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Value, json as object};

use crate::analysis::Analysis;
use crate::grid::Grid;
use crate::loss::{Judged, Kind, Loss};
use crate::played::Decision;
use crate::player::{Losses, Phase, Player, Report};
use crate::sum::{RoundSum, Terms};

pub fn json(analysis: &Analysis<'_>) -> Value {
    serde_json::to_value(AnalysisJson::of(analysis)).unwrap_or_default()
}

/// The knowledge of seats at a moment of a match: by seat, in the form of `knew`.
pub fn grids_json(grids: &[Grid]) -> Value {
    let grids = grids.iter().map(|grid| (letter(grid.seat), places(grid)));
    object!(grids.collect::<BTreeMap<String, GridJson>>())
}

/// The results of players over many matches: `format`, `version`, `matches`, and `players` as in one match.
pub fn report_json(report: &Report) -> Value {
    let players = report.players.iter();
    let players = players.map(|(name, player)| PlayerJson::of(player, None, Some(name.clone())));
    object!({
        "format": "capicu-report",
        "version": VERSION,
        "matches": report.matches,
        "players": players.collect::<Vec<_>>(),
    })
}

/// A clue of a hint, in the form of an analysis; moves count from 1.
pub fn clue(clue: &Clue) -> Value {
    let clue = ClueJson::of(clue, |mv| Some(mv + 1));
    serde_json::to_value(clue).unwrap_or_default()
}

pub fn schema() -> Value {
    let mut schema = schemars::schema_for!(AnalysisJson).to_value();
    schema["title"] = object!("A match of dominoes, analyzed");
    schema["description"] = object!("See docs/analysis.md.");
    schema["properties"]["format"] = object!({ "const": FORMAT });
    schema["properties"]["version"] = object!({ "const": VERSION });
    schema
}

const FORMAT: &str = "capicu-analysis";

/// Increased whenever the same match would get another analysis.
pub(crate) const VERSION: u32 = 3;

/// The analysis of a match.
#[derive(Serialize, JsonSchema)]
struct AnalysisJson {
    /// The constant name `capicu-analysis`.
    format: &'static str,
    /// The version of the format and the algorithm. Equal match, nodes and version give equal bytes.
    version: u32,
    /// The side of the sum, such as `A+C`.
    side: String,
    /// The seat whose choices are analyzed first.
    seat: String,
    /// Nodes for each choice.
    nodes: u64,
    /// Whether the whole match was analyzed; false if the work was stopped.
    complete: bool,
    /// The terms that add up to the sum; null with a `reason` if there is no sum.
    terms: Option<TermsJson>,
    /// The result, in millionths of the match.
    sum: Option<i64>,
    /// The reason why there is no sum: `tiles-unknown`, `stopped` or `no-round`.
    reason: Option<&'static str>,
    /// The terms and sums of each round.
    rounds: Vec<RoundJson>,
    /// The rounds that cannot be analyzed because of unknown tiles.
    left_out: Vec<usize>,
    /// The choices analyzed, in order of play.
    decisions: Vec<DecisionJson>,
    /// The results of each player.
    players: Vec<PlayerJson>,
}

/// The terms of a result, in millionths of the match. They add up to the `sum` next to them.
#[derive(Serialize, JsonSchema)]
struct TermsJson {
    /// The chance at the start.
    start: i64,
    /// The effect of the tiles dealt.
    deals: i64,
    /// The effect of the tiles drawn.
    draws: i64,
    /// The effect of mistakes on the side, by the seat that made them.
    mistakes: BTreeMap<String, i64>,
    /// The effect of all other moves and of the score.
    tiles: TilesJson,
}

/// Effects of moves beyond the knowledge of their seats.
#[derive(Serialize, JsonSchema)]
struct TilesJson {
    /// The position of the tiles, which helped or hurt the moves chosen.
    lay: i64,
    /// The value of scores at the start of the next round, minus their estimate at the end of the last one.
    estimate: i64,
    /// Scores called or missed, and irregularities.
    calls: i64,
}

/// One round of the match.
#[derive(Serialize, JsonSchema)]
struct RoundJson {
    /// Its number, from 1.
    number: usize,
    /// The terms of the chance at its end.
    terms: TermsJson,
    /// The chance at its end.
    sum: i64,
    /// The chance after the deal and after each move.
    course: Vec<i64>,
    /// The standard error of each number in `course`; 0 when the round has ended and the table of scores gives the
    /// chance.
    course_error: Vec<i64>,
}

/// One choice of a player.
#[derive(Serialize, JsonSchema)]
struct DecisionJson {
    /// Its round, from 1.
    round: usize,
    /// The number of the move in its round, from 1.
    turn: usize,
    /// The seat that chose.
    seat: String,
    /// The tiles in the seat's hand.
    hand: Vec<String>,
    /// The position from the seat's view (docs/position.md); null if the format cannot express it.
    position: Option<String>,
    /// The legal actions of the seat.
    actions: Vec<String>,
    /// The action chosen by the seat.
    played: String,
    /// The best other action, for comparison; null if all actions are equal.
    rival: Option<String>,
    /// The loss against the rival; negative if the choice was better.
    loss: LossJson,
    /// `alike`, `good`, `too-close`, `inaccuracy`, `error` or `blunder`.
    class: &'static str,
    /// The kind of a mistake, `known` or `readable`.
    kind: Option<&'static str>,
    /// The loss of a mistake by the facts alone.
    known_loss: Option<LossJson>,
    /// The reasons why a mistake is one, visible to the seat.
    clues: Vec<ClueJson>,
    /// The number of deals compared.
    deals: u32,
    /// Whether the choice got additional nodes.
    deepened: bool,
    /// The probabilities of unseen tiles; null if there are too many deals to count.
    knew: Option<GridJson>,
}

/// By tile and place (a seat or `boneyard`): of a thousand deals that agree with the seat's view, how many have the
/// tile there. Impossible places are left out.
type GridJson = BTreeMap<String, BTreeMap<String, u16>>;

/// A loss, in millionths.
#[derive(Serialize, JsonSchema)]
struct LossJson {
    /// A loss of the chance to win the match.
    #[serde(rename = "match")]
    game: i64,
    /// The standard error of the loss in the match.
    match_error: i64,
    /// A loss in shares of a round.
    round: i64,
    /// The standard error of the loss in the round.
    round_error: i64,
}

/// A fact visible to the seat that favors the better action over the other one. The better action is the rival of a
/// mistake, or the best of a hint.
#[derive(Serialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "kebab-case")]
enum ClueJson {
    /// A seat could not play when this number was open.
    Lacks {
        /// The seat without the number.
        seat: String,
        /// The missing number.
        pip: u8,
        /// The number of the move that showed it.
        turn: usize,
        /// Whether the seat drew then; otherwise it passed.
        drew: bool,
    },
    /// The next player has no tile that fits.
    Shuts(OddsJson),
    /// The next player has no tile that scores at once.
    Denies(OddsJson),
    /// The better action opens a number of which the seat has at least half of the remaining tiles.
    Holds(TallyJson),
    /// Every open end shows the number.
    Stitches(TallyJson),
    /// No open end shows the number any more.
    CutsOff(TallyJson),
    /// A seat chose to lead this tile.
    Led {
        /// The seat that led.
        seat: String,
        /// The tile it led.
        tile: String,
    },
    /// The open ends score, and more than after the other action.
    Scores {
        /// Their total before the action.
        before: u16,
        /// Their total after the action.
        after: u16,
        /// The points scored for that.
        points: u16,
    },
    /// A double is led, so the next player can only answer one number.
    OneNumber {
        /// The number of the double.
        pip: u8,
    },
    /// Some of the unseen tiles stay in the boneyard to the end.
    #[serde(rename = "asleep")]
    Boneyard {
        /// The number of those tiles.
        #[serde(rename = "asleep")]
        boneyard: u8,
        /// The number of all unseen tiles.
        unseen: u8,
    },
}

/// Of a thousand possible deals, how many agree with the clue.
#[derive(Serialize, JsonSchema)]
struct OddsJson {
    /// The seat of the clue.
    seat: String,
    /// After the better action.
    better: u16,
    /// After the other one.
    other: u16,
}

/// The tiles with a number that are not on the table after the better action.
#[derive(Serialize, JsonSchema)]
struct TallyJson {
    /// The number of pips.
    pip: u8,
    /// The tiles in the seat's hand.
    held: u8,
    /// The tiles elsewhere.
    others: u8,
}

/// The results of a player.
#[derive(Serialize, JsonSchema)]
struct PlayerJson {
    /// The seat, in one match; null over many.
    seat: Option<String>,
    /// The name, if the record has it.
    name: Option<String>,
    /// The number of matches.
    matches: usize,
    /// All choices, except between equal actions.
    #[serde(flatten)]
    all: LossesJson,
    /// The total loss, in millionths of a match.
    lost: i64,
    /// The number of inaccuracies.
    inaccuracies: usize,
    /// The number of errors.
    errors: usize,
    /// The number of blunders.
    blunders: usize,
    /// Losses by phase: `lead`, `middle` and `ending`, the last three tiles.
    phases: BTreeMap<&'static str, LossesJson>,
    /// Losses by kind of mistake: `known` and `readable`.
    kinds: BTreeMap<&'static str, LossesJson>,
    /// The luck of the player's side from deals, draws and the position of tiles, over all matches with a sum; null
    /// without any.
    luck: Option<i64>,
}

/// The losses of some choices.
#[derive(Serialize, JsonSchema)]
struct LossesJson {
    /// The number of choices.
    decisions: usize,
    /// The mean loss of a choice, in millionths of a round. Losses within their error count as zero.
    mean: i64,
    /// Twice the standard error of that mean; null with fewer than two choices.
    within: Option<i64>,
}

fn letter(seat: Seat) -> String {
    side::letter(seat).to_string()
}

impl AnalysisJson {
    fn of(analysis: &Analysis<'_>) -> Self {
        let played = analysis.played;
        let sum = analysis.sum.as_ref().ok();
        Self {
            format: FORMAT,
            version: VERSION,
            side: side::name(&played.rules, analysis.side()),
            seat: letter(analysis.seat),
            nodes: analysis.nodes,
            complete: !analysis.is_stopped,
            terms: sum.map(|(_, terms)| TermsJson::of(terms)),
            sum: sum.map(|(_, terms)| terms.sum()),
            reason: analysis.sum.as_ref().err().map(|why| why.name()),
            rounds: sum.map_or_else(Vec::new, |(rounds, _)| {
                rounds.iter().map(RoundJson::of).collect()
            }),
            left_out: played.left_out.clone(),
            decisions: analysis
                .decisions()
                .map(|(decision, judged)| DecisionJson::of(decision, judged))
                .collect(),
            players: Seat::all(played.rules.n_seats())
                .map(|seat| {
                    let name = played.names[seat.index()].clone();
                    PlayerJson::of(&Player::of(analysis, seat), Some(seat), name)
                })
                .collect(),
        }
    }
}

impl TermsJson {
    fn of(terms: &Terms) -> Self {
        let mistakes = terms.mistakes.entries();
        Self {
            start: terms.start,
            deals: terms.deals,
            draws: terms.draws,
            mistakes: mistakes.map(|(seat, sum)| (letter(seat), *sum)).collect(),
            tiles: TilesJson {
                lay: terms.lay,
                estimate: terms.estimate,
                calls: terms.calls,
            },
        }
    }
}

impl RoundJson {
    fn of(round: &RoundSum) -> Self {
        Self {
            number: round.number,
            terms: TermsJson::of(&round.terms),
            sum: round.terms.sum(),
            course: round.course.clone(),
            course_error: round.errors.clone(),
        }
    }
}

impl DecisionJson {
    fn of(decision: &Decision, judged: &Judged) -> Self {
        let action = |at: usize| decision.actions[at].to_string();
        Self {
            round: decision.round,
            turn: decision.turn,
            seat: letter(decision.seat()),
            hand: decision
                .view
                .hand()
                .into_iter()
                .map(|t| t.to_string())
                .collect(),
            position: Setup::of_view(&decision.view).map(|setup| setup.to_string()),
            actions: (0..decision.actions.len()).map(action).collect(),
            played: action(decision.played),
            rival: judged.rival.map(action),
            loss: LossJson::of(&judged.loss),
            class: judged.class.name(),
            kind: judged.kind.map(|(kind, _)| kind.name()),
            known_loss: judged.kind.map(|(_, loss)| LossJson::of(&loss)),
            clues: judged
                .clues
                .iter()
                .map(|clue| ClueJson::of(clue, |mv| decision.turns.get(mv).copied()))
                .collect(),
            deals: judged.deals,
            deepened: judged.is_deepened,
            knew: Grid::of(&decision.view).map(|grid| places(&grid)),
        }
    }
}

fn places(grid: &Grid) -> GridJson {
    let rows = grid.rows.iter().map(|row| {
        let held = row.held.entries();
        let held = held.map(|(seat, chance)| (letter(seat), *chance));
        let all = held.chain([("boneyard".to_owned(), row.boneyard)]);
        let possible = all.filter(|(_, chance)| *chance > 0);
        (row.tile.to_string(), possible.collect())
    });
    rows.collect()
}

impl LossJson {
    const fn of(loss: &Loss) -> Self {
        Self {
            game: loss.game,
            match_error: loss.error.game,
            round: loss.round,
            round_error: loss.error.round,
        }
    }
}

impl ClueJson {
    fn of(clue: &Clue, turn: impl Fn(usize) -> Option<usize>) -> Self {
        match *clue {
            Clue::Lacks {
                seat,
                pip,
                mv,
                drew,
            } => Self::Lacks {
                seat: letter(seat),
                pip: pip.value(),
                turn: turn(mv).unwrap_or_default(),
                drew,
            },
            Clue::Shuts(odds) => Self::Shuts(odds.into()),
            Clue::Denies(odds) => Self::Denies(odds.into()),
            Clue::Holds(tally) => Self::Holds(tally.into()),
            Clue::Stitches(tally) => Self::Stitches(tally.into()),
            Clue::CutsOff(tally) => Self::CutsOff(tally.into()),
            Clue::Led { seat, tile } => Self::Led {
                seat: letter(seat),
                tile: tile.to_string(),
            },
            Clue::Scores {
                before,
                after,
                points,
            } => Self::Scores {
                before,
                after,
                points,
            },
            Clue::OneNumber { pip } => Self::OneNumber { pip: pip.value() },
            Clue::Boneyard { boneyard, unseen } => Self::Boneyard { boneyard, unseen },
        }
    }
}

impl From<Odds> for OddsJson {
    fn from(odds: Odds) -> Self {
        Self {
            seat: letter(odds.seat),
            better: odds.better,
            other: odds.other,
        }
    }
}

impl From<Tally> for TallyJson {
    fn from(tally: Tally) -> Self {
        Self {
            pip: tally.pip.value(),
            held: tally.held,
            others: tally.others,
        }
    }
}

impl PlayerJson {
    fn of(player: &Player, seat: Option<Seat>, name: Option<String>) -> Self {
        let [inaccuracies, errors, blunders] = player.mistakes;
        let phases = Phase::ALL.iter().zip(&player.phases);
        let kinds = [Kind::Known, Kind::Readable].into_iter().zip(&player.kinds);
        Self {
            seat: seat.map(letter),
            name,
            matches: player.matches,
            all: LossesJson::of(&player.all),
            lost: player.lost,
            inaccuracies,
            errors,
            blunders,
            phases: phases
                .map(|(phase, losses)| (phase.name(), LossesJson::of(losses)))
                .collect(),
            kinds: kinds
                .map(|(kind, losses)| (kind.name(), LossesJson::of(losses)))
                .collect(),
            luck: Some(player.luck.0).filter(|_| player.luck.1 > 0),
        }
    }
}

impl LossesJson {
    const fn of(losses: &Losses) -> Self {
        Self {
            decisions: losses.choices,
            mean: losses.mean(),
            within: losses.within(),
        }
    }
}
