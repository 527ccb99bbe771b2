//! The form for the result of a meeting, and how it is read: one table, the tables of a team meeting, or boards.

use capicu_event::{
    AdjustedBoard, Average, DecidedBy, Format, Meeting, Outcome, Round, Scoring, SideScore, Stage,
    StageRules, TableResult,
};
use capicu_i18n::Texts;
use maud::{Markup, html};
use serde::Deserialize;

use super::super::extract::Ask;
use super::number;
use super::words::{Reader, Words};

/// A meeting of a published round.
#[derive(Clone, Copy)]
pub struct Sheet<'a> {
    pub stage: &'a Stage,
    pub round: &'a Round,
    /// The table, from 0.
    pub at: usize,
}

impl<'a> Sheet<'a> {
    /// The meeting at this table.
    pub fn meeting(self) -> &'a Meeting {
        &self.round.pairing.meetings[self.at]
    }

    /// Whether it is more than a score for each side.
    pub fn is_long(self) -> bool {
        !self.stage.rules.sittings.is_empty() || self.stage.rules.duplicate.is_some()
    }

    /// The names at a table of a meeting of teams, once all sides have handed theirs in.
    fn names(self, table: usize, side: usize) -> Option<String> {
        let line_ups = &self.round.line_ups[self.at];
        if line_ups.len() < self.meeting().sides.len() {
            return None;
        }
        let tables = line_ups.get(&(side as u8))?;
        tables.get(table).map(|names| names.join(" + "))
    }
}

/// The fields for a result, filled in with the result reported before.
pub fn fields(words: &Words<'_>, sheet: Sheet<'_>, said: Option<&Outcome>) -> Markup {
    let rules = &sheet.stage.rules;
    match (rules.duplicate, rules.sittings.is_empty()) {
        (Some(_), _) => boards(words, sheet, said),
        (None, false) => tables(words, sheet, said),
        (None, true) => html! {
            @for (side, who) in sheet.meeting().sides.iter().enumerate() {
                fieldset {
                    legend { (words.side(who)) }
                    div.row { @for (name, label) in asked(words.texts, &rules.meeting) {
                        (number(&format!("{name}-{side}"), &label, &scored(said, side, name)))
                    } }
                }
            }
        },
    }
}

/// The known games or points of a side, empty if unknown.
fn scored(said: Option<&Outcome>, side: usize, name: &str) -> String {
    match said {
        Some(Outcome::Played { scores }) => scores.get(side).map(|score| told(score, name)),
        _ => None,
    }
    .unwrap_or_default()
}

fn told(score: &SideScore, name: &str) -> String {
    match name {
        "games" => score.games.to_string(),
        _ => score.points.to_string(),
    }
}

/// The fields for a side: the first part of the field name, and its label.
pub fn asked(texts: Texts, format: &Format) -> Vec<(&'static str, String)> {
    let (games, points) = (
        ("games", texts.desk_games()),
        ("points", texts.desk_points()),
    );
    match (format.decided_by, format.target) {
        (DecidedBy::Points, _) => vec![points],
        (DecidedBy::Games, Some(_)) => vec![games, points],
        (DecidedBy::Games, None) => vec![games],
    }
}

fn tables(words: &Words<'_>, sheet: Sheet<'_>, said: Option<&Outcome>) -> Markup {
    let (texts, sides) = (words.texts, &sheet.meeting().sides);
    let said = match said {
        Some(Outcome::Sittings { tables }) => &tables[..],
        _ => &[],
    };
    let value = |name: &str, table: usize, side: usize| match said.get(table) {
        Some(TableResult::Played { scores }) => scores
            .get(side)
            .map_or(String::new(), |score| told(score, name)),
        _ => String::new(),
    };
    let is_gone = |table: usize, side: usize| match said.get(table) {
        Some(TableResult::NoShow { absent }) => absent.contains(&(side as u8)),
        _ => false,
    };
    html! {
        p.help { (texts.desk_sheet_tables()) }
        @for (at, (sitting, table, rules)) in numbered(&sheet.stage.rules).enumerate() {
            fieldset.team-table data-testid={ "sheet-" (at + 1) } {
                legend { (texts.desk_sitting(sitting, table)) }
                @for (side, who) in sides.iter().enumerate() {
                    div.row {
                        b { (words.side(who)) @if let Some(names) = sheet.names(at, side) { (texts.colon()) " " (names) } }
                        @for (name, label) in asked(texts, &rules.meeting) {
                            @let name = (format!("{name}-{at}-{side}"), value(name, at, side));
                            (number(&name.0, &label, &name.1))
                        }
                        label.choice {
                            @let name = format!("gone-{at}-{side}");
                            input type="checkbox" name=(name) value="yes" checked[is_gone(at, side)] data-testid=(name);
                            (texts.desk_sheet_nobody())
                        }
                    }
                }
            }
        }
    }
}

/// The tables of a meeting of teams: the number of the sitting and that of the table in it, from 1, and the rules.
pub fn numbered(rules: &StageRules) -> impl Iterator<Item = (u32, u32, &capicu_event::Sitting)> {
    let sittings = (1..).zip(rules.all_sittings());
    sittings.flat_map(|(at, sitting)| {
        (1..=u32::from(sitting.tables)).map(move |table| (at, table, sitting))
    })
}

fn boards(words: &Words<'_>, sheet: Sheet<'_>, said: Option<&Outcome>) -> Markup {
    let (texts, sides) = (words.texts, &sheet.meeting().sides);
    let set = sheet.round.pairing.sets.get(sheet.at).copied();
    let all = sheet.stage.boards(set.unwrap_or_default());
    let margin = |at: usize| match said {
        Some(Outcome::Boards { margins, .. }) => margins.get(at).copied().flatten(),
        _ => None,
    };
    let average = |at: usize, side: usize| match said {
        Some(Outcome::Boards { adjusted, .. }) => {
            let one = adjusted.iter().find(|one| usize::from(one.board) == at);
            one.map(|one| one.sides[side])
        }
        _ => None,
    };
    let value = |at: usize, side: usize| match margin(at) {
        Some(0) if side == 0 => "0".to_owned(),
        Some(margin) if margin > 0 && side == 0 => margin.to_string(),
        Some(margin) if margin < 0 && side == 1 => (-margin).to_string(),
        _ => String::new(),
    };
    let seats = [texts.desk_north_south(), texts.desk_east_west()];
    html! {
        p.help { (texts.desk_sheet_boards()) }
        @for (at, board) in all.iter().enumerate() {
            fieldset data-testid={ "board-" (board.number) } {
                legend { (texts.desk_board(board.number)) " · " (texts.desk_poses(&words.seat(board.first))) }
                div.row { @for (side, who) in sides.iter().enumerate() {
                    (number(&format!("board-{at}-{side}"), &format!("{} ({})", words.side(who), seats[side]), &value(at, side)))
                } }
                @if words.reader == Reader::Desk {
                    details open[average(at, 0).is_some()] {
                        summary data-testid={ "adjust-" (board.number) } { (texts.desk_adjust()) }
                        p.help { (texts.desk_adjust_help()) }
                        div.row { @for (side, seat) in seats.iter().enumerate() {
                            @let name = format!("average-{at}-{side}");
                            label { (seat) select name=(name) data-testid=(name) {
                                option value="" { "–" }
                                @for one in AVERAGES { option value=(average_id(one)) selected[average(at, side) == Some(one)] { (average_told(texts, one)) } }
                            } }
                        } }
                    }
                }
            }
        }
    }
}

/// How a meeting ended. The scores have a field each.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Kind {
    kind: String,
}

/// Reads the result from a form; `None` if a number is missing or invalid.
pub fn outcome(ask: &Ask, rules: &StageRules, sides: usize) -> Option<Outcome> {
    match ask.form::<Kind>().kind.as_str() {
        "" | "played" => match (rules.duplicate, rules.sittings.is_empty()) {
            (Some(duplicate), _) => {
                let margins = (0..usize::from(duplicate.boards)).map(|board| margin(ask, board));
                let margins = margins.collect::<Option<_>>()?;
                let adjusted = (0..duplicate.boards).map(|board| adjusted(ask, board));
                let adjusted = adjusted.collect::<Option<Vec<_>>>()?;
                let adjusted = adjusted.into_iter().flatten().collect();
                Some(Outcome::Boards { margins, adjusted })
            }
            (None, false) => {
                let tables = rules.all_tables().enumerate();
                let tables = tables.map(|(at, _)| table(ask, at, sides));
                let tables = tables.collect::<Option<_>>()?;
                Some(Outcome::Sittings { tables })
            }
            (None, true) => {
                let scores = (0..sides).map(|side| score(ask, &side.to_string()));
                let scores = scores.collect::<Option<_>>()?;
                Some(Outcome::Played { scores })
            }
        },
        "void" => Some(Outcome::Void),
        "absent" => Some(Outcome::Forfeit {
            absent: (0..sides as u8).collect(),
        }),
        absent => {
            let side = absent.strip_prefix("absent-")?.parse().ok()?;
            Some(Outcome::Forfeit { absent: vec![side] })
        }
    }
}

/// A number that may be left out; `None` where something else is written.
fn optional(ask: &Ask, name: &str) -> Option<Option<i32>> {
    match ask.field(name) {
        "" => Some(None),
        text => text.parse().ok().map(Some),
    }
}

fn score(ask: &Ask, of: &str) -> Option<SideScore> {
    let games = optional(ask, &format!("games-{of}"))?;
    let points = optional(ask, &format!("points-{of}"))?;
    games.or(points)?;
    Some(SideScore {
        games: u16::try_from(games.unwrap_or(0)).ok()?,
        points: points.unwrap_or(0),
    })
}

fn table(ask: &Ask, at: usize, sides: usize) -> Option<TableResult> {
    let is_gone = |side: &u8| ask.field(&format!("gone-{at}-{side}")) == "yes";
    let absent: Vec<u8> = (0..sides as u8).filter(is_gone).collect();
    if !absent.is_empty() {
        return Some(TableResult::NoShow { absent });
    }
    let scores = (0..sides).map(|side| score(ask, &format!("{at}-{side}")));
    let scores = scores.collect::<Option<_>>()?;
    Some(TableResult::Played { scores })
}

const AVERAGES: [Average; 3] = [Average::Plus, Average::Even, Average::Minus];

/// The form value of an artificial score.
const fn average_id(average: Average) -> &'static str {
    match average {
        Average::Plus => "plus",
        Average::Even => "even",
        Average::Minus => "minus",
    }
}

fn average_told(texts: Texts, average: Average) -> String {
    match average {
        Average::Plus => texts.desk_average_plus(),
        Average::Even => texts.desk_average_even(),
        Average::Minus => texts.desk_average_minus(),
    }
}

/// The artificial score of a side on a board, as its traveller shows it.
pub fn average_points(average: Average, by: Scoring) -> String {
    match by {
        Scoring::Matchpoints => format!("{} %", average.percent()),
        Scoring::Imps => average.imps().to_string(),
    }
}

/// Reads the artificial score of a board, if it has one; `None` if only one side has.
fn adjusted(ask: &Ask, board: u8) -> Option<Option<AdjustedBoard>> {
    let of = |side: usize| {
        let text = ask.field(&format!("average-{board}-{side}"));
        AVERAGES.into_iter().find(|one| average_id(*one) == text)
    };
    match [of(0), of(1)] {
        [None, None] => Some(None),
        [Some(first), Some(second)] => {
            let sides = [first, second];
            Some(Some(AdjustedBoard { board, sides }))
        }
        _ => None,
    }
}

/// Reads the margin of the first side on a board. At most one side may have points.
fn margin(ask: &Ask, board: usize) -> Option<Option<i32>> {
    let side = |side: usize| optional(ask, &format!("board-{board}-{side}"));
    match (side(0)?, side(1)?) {
        (None, None) => Some(None),
        (Some(own @ 0..), None | Some(0)) => Some(Some(own)),
        (None | Some(0), Some(other @ 0..)) => Some(Some(-other)),
        _ => None,
    }
}
