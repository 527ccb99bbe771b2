//! An analysis as JSON. Numbers are whole: millionths, except where a name says otherwise.

use std::collections::BTreeMap;

use capicu::{Clue, Odds, Seat, Setup, Tally};
use capicu_record::side;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Value, json as object};

use crate::analysis::Analysis;
use crate::grid::Grid;
use crate::judged::{Judged, Kind, Loss};
use crate::played::Decision;
use crate::player::{Losses, Phase, Player, Report};
use crate::sum::{RoundSum, Terms};

/// The analysis.
pub fn json(analysis: &Analysis<'_>) -> Value {
    serde_json::to_value(AnalysisJson::of(analysis)).unwrap_or_default()
}

/// What seats could know at a moment of a match: by seat, what `knew` is of a decision.
pub fn grids_json(grids: &[Grid]) -> Value {
    let grids = grids.iter().map(|grid| (letter(grid.seat), places(grid)));
    object!(grids.collect::<BTreeMap<String, GridJson>>())
}

/// How players did over many matches: `format`, `version`, `matches`, and `players` as in one.
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

/// A clue of a hint, as in an analysis; moves are counted from 1.
pub fn clue(clue: &Clue) -> Value {
    let clue = ClueJson::of(clue, |deed| Some(deed + 1));
    serde_json::to_value(clue).unwrap_or_default()
}

/// The JSON Schema of analyses.
pub fn schema() -> Value {
    let mut schema = schemars::schema_for!(AnalysisJson).to_value();
    schema["title"] = object!("A match of dominoes, analyzed");
    schema["description"] = object!("See docs/analysis.md.");
    schema["properties"]["format"] = object!({ "const": FORMAT });
    schema["properties"]["version"] = object!({ "const": VERSION });
    schema
}

const FORMAT: &str = "capicu-analysis";

/// Raised whenever the same match would be analyzed otherwise.
pub(crate) const VERSION: u32 = 3;

/// An analysis.
#[derive(Serialize, JsonSchema)]
struct AnalysisJson {
    /// Always `capicu-analysis`.
    format: &'static str,
    /// The number of this form and of what makes it: the same match, nodes and version give the same bytes.
    version: u32,
    /// The side from which the sum is seen, such as `A+C`.
    side: String,
    /// The seat whose choices come first.
    seat: String,
    /// Nodes for each choice.
    nodes: u64,
    /// Whether all of the match was looked at; otherwise the work was stopped.
    complete: bool,
    /// What the result is made of; null with a `reason` where there is no sum.
    terms: Option<TermsJson>,
    /// The result, in millionths of the match.
    sum: Option<i64>,
    /// Why there is no sum: `tiles-unknown`, `stopped` or `no-round`.
    reason: Option<&'static str>,
    /// The same for every round.
    rounds: Vec<RoundJson>,
    /// Rounds of which nothing can be said, as their tiles are not known.
    left_out: Vec<usize>,
    /// The choices that were looked at, in order.
    decisions: Vec<DecisionJson>,
    /// How each player did.
    players: Vec<PlayerJson>,
}

/// What a result is made of, in millionths of the match. All numbers in it add up to the `sum` beside it.
#[derive(Serialize, JsonSchema)]
struct TermsJson {
    /// The chance at the start.
    start: i64,
    /// The tiles that were dealt.
    deals: i64,
    /// The tiles that were drawn.
    draws: i64,
    /// What mistakes brought the side, by the seat that made them.
    mistakes: BTreeMap<String, i64>,
    /// What is left of it.
    tiles: TilesJson,
}

/// What choices did beyond what their seats could know.
#[derive(Serialize, JsonSchema)]
struct TilesJson {
    /// How the tiles lay for what was chosen.
    lay: i64,
    /// What scores were worth where the next round begins, less what they were taken to be worth.
    estimate: i64,
    /// Scores that were called or let go, and irregularities.
    calls: i64,
}

/// A round.
#[derive(Serialize, JsonSchema)]
struct RoundJson {
    /// Its number, from 1.
    number: usize,
    /// What the chance at its end is made of.
    terms: TermsJson,
    /// That chance.
    sum: i64,
    /// The chance after the deal and after each move.
    course: Vec<i64>,
    /// The standard error of each of these: nothing where the round is over and the table of scores says the chance.
    course_error: Vec<i64>,
}

/// A choice.
#[derive(Serialize, JsonSchema)]
struct DecisionJson {
    /// Its round, from 1.
    round: usize,
    /// Which of the moves of the round it was, from 1.
    turn: usize,
    /// Whose.
    seat: String,
    /// What the seat held.
    hand: Vec<String>,
    /// The position as the seat saw it (docs/position.md); null where it cannot be written.
    position: Option<String>,
    /// What could be done.
    actions: Vec<String>,
    /// What was done.
    played: String,
    /// What it is compared with, the best of the others; null where all come to the same.
    rival: Option<String>,
    /// What was lost against that; below nothing where the choice was better.
    loss: LossJson,
    /// `alike`, `good`, `too-close`, `inaccuracy`, `error` or `blunder`.
    class: &'static str,
    /// Of a mistake, `known` or `readable`.
    kind: Option<&'static str>,
    /// Of a mistake, what is lost by the facts alone.
    known_loss: Option<LossJson>,
    /// Of a mistake, what could be known.
    clues: Vec<ClueJson>,
    /// How many deals say so.
    deals: u32,
    /// Whether it was looked at for longer.
    deepened: bool,
    /// What the seat could know of the tiles it did not see; null where the deals are too many to be counted.
    knew: Option<GridJson>,
}

/// By tile and place, a seat or `boneyard`, how many in a thousand of the deals that agree with what the seat had seen
/// have it there. A place that is left out is impossible.
type GridJson = BTreeMap<String, BTreeMap<String, u16>>;

/// A loss, in millionths.
#[derive(Serialize, JsonSchema)]
struct LossJson {
    /// Of the chance of the match.
    #[serde(rename = "match")]
    game: i64,
    /// Its standard error.
    match_error: i64,
    /// Of a round.
    round: i64,
    /// Its standard error.
    round_error: i64,
}

/// Something that the seat could know, and that speaks for the better action against the other one: the rival
/// against what was played, or the best of a hint against the next best.
#[derive(Serialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "kebab-case")]
enum ClueJson {
    /// The seat had nothing to lay when this number was open.
    Lacks {
        /// Who.
        seat: String,
        /// The number.
        pip: u8,
        /// Which of the moves of the round showed it.
        turn: usize,
        /// Whether it drew then; otherwise it passed.
        drew: bool,
    },
    /// The next to play has nothing to lay.
    Shuts(OddsJson),
    /// The next to play holds nothing that scores at once.
    Denies(OddsJson),
    /// The better action opens a number of which the seat holds at least as many as there are others.
    Holds(TallyJson),
    /// Every end shows the number.
    Stitches(TallyJson),
    /// No end shows the number any more.
    CutsOff(TallyJson),
    /// The seat chose to lead this tile.
    Led {
        /// Who.
        seat: String,
        /// What.
        tile: String,
    },
    /// The ends score, and more than after the other action.
    Scores {
        /// What they came to.
        before: u16,
        /// What they come to.
        after: u16,
        /// The points that makes.
        points: u16,
    },
    /// A double is led: there is one number to answer.
    OneNumber {
        /// The number.
        pip: u8,
    },
    /// Some of the tiles that the seat has not seen sleep to the end.
    Asleep {
        /// How many sleep.
        asleep: u8,
        /// How many it has not seen.
        unseen: u8,
    },
}

/// In how many of a thousand possible deals it holds.
#[derive(Serialize, JsonSchema)]
struct OddsJson {
    /// Who.
    seat: String,
    /// After the better action.
    better: u16,
    /// After the other one.
    other: u16,
}

/// The tiles with a number that do not lie on the table after the better action.
#[derive(Serialize, JsonSchema)]
struct TallyJson {
    /// The number.
    pip: u8,
    /// How many the seat holds.
    held: u8,
    /// How many others there are.
    others: u8,
}

/// How a player did.
#[derive(Serialize, JsonSchema)]
struct PlayerJson {
    /// Who, in one match; null over many.
    seat: Option<String>,
    /// The name, where the record tells it.
    name: Option<String>,
    /// In how many matches.
    matches: usize,
    /// All choices, without those that come to the same.
    #[serde(flatten)]
    all: LossesJson,
    /// What they lost in the match, or in all matches together.
    lost: i64,
    /// How many inaccuracies.
    inaccuracies: usize,
    /// How many errors.
    errors: usize,
    /// How many blunders.
    blunders: usize,
    /// By `lead`, `middle` and `ending`, the last three tiles.
    phases: BTreeMap<&'static str, LossesJson>,
    /// By `known` and `readable`, the mistakes.
    kinds: BTreeMap<&'static str, LossesJson>,
    /// What deals, draws and how the tiles lay brought the player's side, in all matches that have a sum; null where
    /// none has.
    luck: Option<i64>,
}

/// What choices lost.
#[derive(Serialize, JsonSchema)]
struct LossesJson {
    /// How many there were.
    decisions: usize,
    /// The mean loss of a choice, in millionths of a round; one that cannot be told from none is nothing.
    mean: i64,
    /// Twice the standard error of that mean; null of fewer than two choices.
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
            side: side::name(&played.rules, analysis.team()),
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
                .map(|clue| ClueJson::of(clue, |deed| decision.turns.get(deed).copied()))
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
        let all = held.chain([("boneyard".to_owned(), row.asleep)]);
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
                deed,
                drew,
            } => Self::Lacks {
                seat: letter(seat),
                pip: pip.value(),
                turn: turn(deed).unwrap_or_default(),
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
            Clue::Asleep { asleep, unseen } => Self::Asleep { asleep, unseen },
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
