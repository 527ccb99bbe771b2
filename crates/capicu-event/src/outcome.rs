//! Outcomes of meetings.

use serde::{Deserialize, Serialize};

use crate::preset::{Counts, DecidedBy, Draws, Excess, Format, ReachedBy, Sitting, StageRules};

/// The result of one side of a meeting.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SideScore {
    /// Number of games won.
    pub games: u16,
    /// Total points of all games.
    pub points: i32,
}

/// The outcome of a meeting. For byes see [`crate::ByeKind`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Outcome {
    /// Played, with a score for each side.
    Played {
        /// In the order of the sides.
        scores: Vec<SideScore>,
    },
    /// Played at several tables, by teams.
    Sittings {
        /// In the order of the tables, sitting by sitting.
        tables: Vec<TableResult>,
    },
    /// Played at boards. Each has the first side's margin, negative if it lost, or `None` if there was no time for it.
    Boards {
        /// In the order of the set.
        margins: Vec<Option<i32>>,
        /// The boards with an artificial score, rising.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        adjusted: Vec<AdjustedBoard>,
    },
    /// Sides were absent or disqualified. The others win without play.
    Forfeit {
        /// The indices of the losing sides, rising; all of them in a double forfeit.
        absent: Vec<u8>,
    },
    /// The meeting counts for no side.
    Void,
}

/// A board without a result, scored by the director's desk.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AdjustedBoard {
    /// Its index in the set, from 0. It has no margin.
    pub board: u8,
    /// The score of each side.
    pub sides: [Average; 2],
}

/// An artificial score of a side on a board, by its responsibility: law 12C2 of duplicate bridge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Average {
    /// 40 %, or -3 IMPs: the side was at fault.
    Minus,
    /// 50 %, or no IMPs: the side was partly at fault.
    Even,
    /// 60 %, or 3 IMPs: the side was not at fault.
    Plus,
}

impl Average {
    /// The percentage of the matchpoints of a board.
    pub const fn percent(self) -> i64 {
        match self {
            Self::Minus => 40,
            Self::Even => 50,
            Self::Plus => 60,
        }
    }

    /// The IMPs of a board.
    pub const fn imps(self) -> i64 {
        match self {
            Self::Minus => -3,
            Self::Even => 0,
            Self::Plus => 3,
        }
    }
}

/// The result of one table in a meeting of teams.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "table", rename_all = "kebab-case", deny_unknown_fields)]
pub enum TableResult {
    /// Played, with a score for each side.
    Played {
        /// In the order of the sides.
        scores: Vec<SideScore>,
    },
    /// Some sides had no players there.
    NoShow {
        /// The indices of those sides, rising.
        absent: Vec<u8>,
    },
}

/// The reason why a meeting of this format cannot end like this.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Impossible {
    /// The number of scores differs from the number of sides.
    #[error("there are {given} scores for {sides} sides")]
    Scores {
        /// The number of scores.
        given: usize,
        /// The number of sides.
        sides: usize,
    },
    /// The number of results differs from the number of tables.
    #[error("there are {given} tables, not {due}")]
    Tables {
        /// The number of results.
        given: usize,
        /// The number of tables.
        due: usize,
    },
    /// The number of results differs from the number of boards, or no board was played.
    #[error("there are {given} boards, not {due}")]
    Boards {
        /// The number of results; 0 if no board was played.
        given: usize,
        /// The number of boards.
        due: usize,
    },
    /// The list of adjusted boards is out of order, or names an unknown board or one with a result.
    #[error("the adjusted boards are not boards without a result, each named once")]
    Adjusted,
    /// The list of absent sides is empty, out of order, or names an unknown side.
    #[error("the absent sides are not sides of this meeting, each named once")]
    Absent,
    /// A side has more games or points than possible.
    #[error("side {side} has more games or points than a meeting can bring")]
    TooMany {
        /// Its index, from 0.
        side: usize,
    },
    /// A side has fewer points than its games give.
    #[error("side {side} has fewer points than its games bring")]
    TooFew {
        /// Its index, from 0.
        side: usize,
    },
    /// Several sides reached the target or the games that end the meeting.
    #[error("several sides have reached what ends the meeting")]
    TwoReached,
    /// No side reached the end of the meeting, and no clock ends it.
    #[error("nobody has reached what ends the meeting")]
    NobodyReached,
    /// The first place is shared, but this format has one winner.
    #[error("a meeting of this format has one winner")]
    Draw,
    /// The advancing sides are unclear: some share a place, or too many were present.
    #[error("the result does not say which sides go on")]
    GoingOn,
}

impl Outcome {
    /// The index of the side that won at the table; `None` if there was no play, or the first place is shared.
    pub fn winner(&self, format: &Format) -> Option<usize> {
        let Self::Played { scores } = self else {
            return None;
        };
        let places = places(scores, format);
        let mut first = (0..places.len()).filter(|side| places[*side] == 1);
        first.next().filter(|_| first.next().is_none())
    }

    /// Whether the meeting was played.
    pub const fn is_played(&self) -> bool {
        matches!(
            self,
            Self::Played { .. } | Self::Sittings { .. } | Self::Boards { .. }
        )
    }

    /// The score of each side; `None` if there was no play.
    pub fn scores(&self, rules: &StageRules) -> Option<Vec<SideScore>> {
        match self {
            Self::Played { scores } => Some(scores.clone()),
            Self::Sittings { tables } => Some(rules.total(tables)),
            Self::Boards { margins, .. } => Some(won([1, -1], margins)),
            Self::Forfeit { .. } | Self::Void => None,
        }
    }

    /// Checks whether a meeting under these rules, with this number of sides, can end like this.
    ///
    /// # Errors
    ///
    /// The reason why not.
    pub fn check(&self, rules: &StageRules, sides: u8) -> Result<(), Impossible> {
        let mut format = rules.meeting.clone();
        format.sides = sides;
        if rules.pairing.is_knock_out() {
            format.draws = Draws::Impossible;
        }
        let due = rules.all_tables().count();
        let boards = rules.duplicate.map_or(0, |one| usize::from(one.boards));
        match self {
            Self::Boards { margins, adjusted } => {
                check_adjusted(margins, adjusted)?;
                check_margins(margins, adjusted, boards, &format)
            }
            Self::Played { .. } | Self::Sittings { .. } if boards > 0 => Err(Impossible::Boards {
                given: 0,
                due: boards,
            }),
            Self::Played { scores } if due == 0 => check_scores(scores, &format),
            Self::Played { .. } => Err(Impossible::Tables { given: 1, due }),
            Self::Sittings { tables } if due == 0 || tables.len() != due => {
                let given = tables.len();
                Err(Impossible::Tables { given, due })
            }
            Self::Sittings { tables } => {
                for (table, sitting) in tables.iter().zip(rules.all_tables()) {
                    table.check(sitting, sides)?;
                }
                let total = rules.total(tables);
                match format.decided_by {
                    DecidedBy::Games => one_winner(&total, &format),
                    DecidedBy::Points => check_scores(&total, &format),
                }
            }
            Self::Forfeit { absent } => check_absent(absent, sides),
            Self::Void => Ok(()),
        }
    }
}

impl TableResult {
    pub(crate) fn check(&self, sitting: &Sitting, sides: u8) -> Result<(), Impossible> {
        match self {
            Self::Played { scores } => {
                let mut format = sitting.meeting.clone();
                format.sides = sides;
                check_scores(scores, &format)
            }
            Self::NoShow { absent } => check_absent(absent, sides),
        }
    }

    fn brings(&self, sitting: &Sitting, side: usize) -> SideScore {
        match self {
            Self::Played { scores } => {
                let places = places(scores, &sitting.meeting);
                let alone = places.iter().filter(|place| **place == 1).count() == 1;
                let games = match sitting.counts {
                    Counts::Games | Counts::Points => scores[side].games,
                    Counts::Wins => u16::from(places[side] == 1 && alone),
                };
                let points = scores[side].points;
                SideScore { games, points }
            }
            Self::NoShow { absent } => {
                let there = !absent.contains(&(side as u8));
                let brought = if there { sitting.no_show } else { 0 };
                match sitting.counts {
                    Counts::Games | Counts::Wins => SideScore {
                        games: brought,
                        points: 0,
                    },
                    Counts::Points => SideScore {
                        games: 0,
                        points: brought.into(),
                    },
                }
            }
        }
    }
}

impl StageRules {
    /// The total score of each side over the tables of a meeting of teams, finished or not.
    pub fn total(&self, tables: &[TableResult]) -> Vec<SideScore> {
        let sides = |table: &TableResult| match table {
            TableResult::Played { scores } => Some(scores.len()),
            TableResult::NoShow { .. } => None,
        };
        let sides = tables.iter().find_map(sides);
        let sides = sides.unwrap_or(usize::from(self.meeting.sides));
        let mut total = vec![SideScore::default(); sides];
        for (table, sitting) in tables.iter().zip(self.all_tables()) {
            for (side, sum) in total.iter_mut().enumerate() {
                let brought = table.brings(sitting, side);
                sum.games += brought.games;
                sum.points += brought.points;
            }
        }
        total
    }
}

/// The limit for one side's points at a table without one in the preset: above any real score, and small enough for
/// sums.
const MOST_POINTS: i32 = 1_000_000;

/// Like [`MOST_POINTS`], for games.
const MOST_GAMES: u16 = 1_000;

/// Each side's score at boards: the number of boards it won, and its points in those.
fn won(signs: [i32; 2], margins: &[Option<i32>]) -> Vec<SideScore> {
    let side = |sign: i32| {
        let own = margins.iter().flatten().map(|margin| margin * sign);
        let own = own.filter(|margin| *margin > 0);
        SideScore {
            games: own.clone().count() as u16,
            points: own.sum(),
        }
    };
    signs.map(side).to_vec()
}

fn check_adjusted(margins: &[Option<i32>], adjusted: &[AdjustedBoard]) -> Result<(), Impossible> {
    let rising = adjusted
        .windows(2)
        .all(|pair| pair[0].board < pair[1].board);
    let is_free = |one: &AdjustedBoard| margins.get(usize::from(one.board)) == Some(&None);
    match rising && adjusted.iter().all(is_free) {
        true => Ok(()),
        false => Err(Impossible::Adjusted),
    }
}

fn check_margins(
    margins: &[Option<i32>],
    adjusted: &[AdjustedBoard],
    due: usize,
    format: &Format,
) -> Result<(), Impossible> {
    let played = margins.iter().flatten();
    let given = match played.clone().count() + adjusted.len() {
        0 => 0,
        _ => margins.len(),
    };
    if given == 0 || given != due {
        return Err(Impossible::Boards { given, due });
    }
    let most = format.most_points.unwrap_or(MOST_POINTS as u32);
    for margin in played {
        if margin.unsigned_abs() > most {
            let side = usize::from(*margin < 0);
            return Err(Impossible::TooMany { side });
        }
    }
    Ok(())
}

fn check_absent(absent: &[u8], sides: u8) -> Result<(), Impossible> {
    let rising = absent.windows(2).all(|pair| pair[0] < pair[1]);
    let known = absent.iter().all(|&side| side < sides);
    match rising && known && !absent.is_empty() {
        true => Ok(()),
        false => Err(Impossible::Absent),
    }
}

/// The number that decides a meeting of this format, for one side.
pub(crate) fn deciding(score: &SideScore, format: &Format) -> i32 {
    match format.decided_by {
        DecidedBy::Games => i32::from(score.games),
        DecidedBy::Points => score.points,
    }
}

/// The place of each side, from 1; equal scores share a place.
pub(crate) fn places(scores: &[SideScore], format: &Format) -> Vec<usize> {
    let all: Vec<i32> = scores.iter().map(|score| deciding(score, format)).collect();
    let place = |own: &i32| 1 + all.iter().filter(|other| *other > own).count();
    all.iter().map(place).collect()
}

/// The points for differences and sums. The format may drop points beyond the target.
pub(crate) fn counted(score: &SideScore, format: &Format) -> i32 {
    match (format.excess, format.target, format.decided_by) {
        (Excess::Lost, Some(target), DecidedBy::Points) => score.points.min(target as i32),
        _ => score.points,
    }
}

fn check_scores(scores: &[SideScore], format: &Format) -> Result<(), Impossible> {
    let sides = usize::from(format.sides);
    if scores.len() != sides {
        let given = scores.len();
        return Err(Impossible::Scores { given, sides });
    }
    match format.decided_by {
        DecidedBy::Games => check_games(scores, format)?,
        DecidedBy::Points => check_points(scores, format)?,
    }
    one_winner(scores, format)
}

fn one_winner(scores: &[SideScore], format: &Format) -> Result<(), Impossible> {
    let winners = places(scores, format)
        .iter()
        .filter(|place| **place == 1)
        .count();
    if winners > 1 && format.draws == Draws::Impossible {
        return Err(Impossible::Draw);
    }
    Ok(())
}

fn check_games(scores: &[SideScore], format: &Format) -> Result<(), Impossible> {
    let played: u32 = scores.iter().map(|score| u32::from(score.games)).sum();
    let most = format.most_points.or(format.target).unwrap_or(0);
    for (side, score) in scores.iter().enumerate() {
        let over = score.games > format.games.unwrap_or(MOST_GAMES);
        let points = i64::from(score.points);
        if over || points > i64::from(most) * i64::from(played) || score.points > MOST_POINTS {
            return Err(Impossible::TooMany { side });
        }
        // Without a clock, a game ends when a side reaches the target.
        let target = if format.minutes.is_none() {
            format.target.unwrap_or(0)
        } else {
            0
        };
        if points < i64::from(target) * i64::from(score.games) {
            return Err(Impossible::TooFew { side });
        }
    }
    let Some(games) = format.games else {
        return Ok(());
    };
    match scores.iter().filter(|score| score.games == games).count() {
        0 if format.minutes.is_none() => Err(Impossible::NobodyReached),
        0 | 1 => Ok(()),
        _ => Err(Impossible::TwoReached),
    }
}

fn check_points(scores: &[SideScore], format: &Format) -> Result<(), Impossible> {
    for (side, score) in scores.iter().enumerate() {
        let most = format.most_points.map_or(MOST_POINTS, |most| most as i32);
        if score.games > 0 || score.points > most {
            return Err(Impossible::TooMany { side });
        }
        if score.points < 0 {
            return Err(Impossible::TooFew { side });
        }
    }
    let Some(target) = format.target else {
        return Ok(());
    };
    let reached = scores
        .iter()
        .filter(|score| score.points >= target as i32)
        .count();
    match (reached, format.reached_by) {
        (0, _) if format.minutes.is_none() => Err(Impossible::NobodyReached),
        (0 | 1, _) | (_, ReachedBy::Several) => Ok(()),
        (_, ReachedBy::One) => Err(Impossible::TwoReached),
    }
}
