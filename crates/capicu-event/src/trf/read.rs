//! Reads report files.

use super::layout::{self, BLANK, Columns, NAME, NUMBER, POINTS, RATING};
use super::{Ending, Player, PlayerRound, Report, Seat, TrfError, TrfField, TrfProblem, check};
use crate::preset::{MOST_ROUNDS, SEARCHED};

/// Reads a report file. Lines other than `001`, `012` and `XXR` are ignored.
///
/// # Errors
///
/// The first line with an error.
pub fn read(text: &str) -> Result<Report, TrfError> {
    let mut report = Report::default();
    let mut planned = 0;
    let text = text.trim_start_matches('\u{feff}');
    let lines = text.replace("\r\n", "\n").replace('\r', "\n");
    let mut written = Vec::new();
    for (at, line) in lines.lines().enumerate() {
        let line_number = at + 1;
        let wrong = |problem| TrfError {
            line: line_number,
            problem,
        };
        let letters: Vec<char> = line.trim_end().chars().collect();
        let columns = Letters(&letters);
        match columns.text([1, 3]).as_str() {
            "012" => report.name = columns.text([5, letters.len()]),
            "XXR" => {
                let field = [4, letters.len().max(4)];
                let rounds = columns.number(field, TrfField::Rounds).map_err(wrong)?;
                planned = rounds.unwrap_or(0);
            }
            "001" => {
                if report.players.len() == SEARCHED {
                    return Err(wrong(TrfProblem::TooManyPlayers(SEARCHED)));
                }
                let (player, points) = player(columns, line_number).map_err(wrong)?;
                report.players.push(player);
                written.push(points);
            }
            _ => {}
        }
    }
    let played = report.players.iter().map(|player| player.rounds.len());
    // A player has at most `MOST_ROUNDS`. More may be planned, for example for a double round robin.
    let rounds = played.max().unwrap_or(0).max(planned as usize);
    report.rounds = rounds.min(usize::from(MOST_ROUNDS)) as u16;
    check::all(&report, &written)?;
    report.players.sort_by_key(|player| player.number);
    Ok(report)
}

/// The letters of a line.
#[derive(Clone, Copy)]
struct Letters<'a>(&'a [char]);

impl Letters<'_> {
    fn at(self, column: usize) -> char {
        self.0.get(column - 1).copied().unwrap_or(' ')
    }

    fn text(self, [first, last]: Columns) -> String {
        let all: String = (first..=last).map(|column| self.at(column)).collect();
        all.trim().to_owned()
    }

    fn is_blank(self, columns: &[usize]) -> Result<(), TrfProblem> {
        let found = columns.iter().find(|column| self.at(**column) != ' ');
        found.map_or(Ok(()), |column| Err(TrfProblem::Shifted(*column)))
    }

    /// A whole number; `None` if blank.
    fn number(self, columns: Columns, field: TrfField) -> Result<Option<u32>, TrfProblem> {
        let text = self.text(columns);
        if text.is_empty() {
            return Ok(None);
        }
        let is_plain = text.chars().all(|letter| letter.is_ascii_digit());
        let number = text.parse().ok().filter(|_| is_plain);
        let none = TrfProblem::NoNumber { field, columns };
        number.map(Some).ok_or(none)
    }
}

/// A player, and the points in the line, in tenths.
fn player(letters: Letters<'_>, line: usize) -> Result<(Player, Option<u32>), TrfProblem> {
    letters.is_blank(&BLANK)?;
    let number = letters.number(NUMBER, TrfField::Number)?;
    let number = number.filter(|number| *number > 0);
    let number = number.ok_or(TrfProblem::NoNumber {
        field: TrfField::Number,
        columns: NUMBER,
    })?;
    let name = letters.text(NAME);
    let name = name.split_whitespace().collect::<Vec<_>>().join(" ");
    if name.is_empty() {
        return Err(TrfProblem::NoName);
    }
    let rating = letters.number(RATING, TrfField::Rating)?;
    let rating = rating.filter(|rating| *rating > 0);
    let points = tenths(&letters.text(POINTS)).ok_or(TrfProblem::NoNumber {
        field: TrfField::Points,
        columns: POINTS,
    })?;
    let mut rounds = Vec::new();
    while layout::of_round(rounds.len() + 1).blank[0] <= letters.0.len() {
        if rounds.len() == usize::from(MOST_ROUNDS) {
            return Err(TrfProblem::TooManyRounds(MOST_ROUNDS));
        }
        rounds.push(round(letters, rounds.len() + 1)?);
    }
    while rounds.last() == Some(&PlayerRound::NotPaired) {
        rounds.pop();
    }
    let player = Player {
        line,
        number,
        name,
        rating: rating.map(|rating| rating as i32),
        rounds,
    };
    Ok((player, points))
}

/// Points such as `4.5` in tenths, `Some(None)` if blank, and `None` if they cannot be read.
fn tenths(text: &str) -> Option<Option<u32>> {
    if text.is_empty() {
        return Some(None);
    }
    let (whole, part) = text.split_once('.').unwrap_or((text, "0"));
    let is_plain = |text: &str| text.chars().all(|letter| letter.is_ascii_digit());
    let whole: u32 = whole.parse().ok().filter(|_| is_plain(whole))?;
    let part: u32 = part
        .parse()
        .ok()
        .filter(|_| is_plain(part) && part.len() == 1)?;
    Some(Some(10 * whole + part))
}

fn round(letters: Letters<'_>, at: usize) -> Result<PlayerRound, TrfProblem> {
    let columns = layout::of_round(at);
    let round = at as u16;
    letters.is_blank(&columns.blank)?;
    let opponent = match letters.text(columns.opponent).as_str() {
        "" => 0,
        text if text.chars().all(|letter| letter.is_ascii_digit()) => {
            text.parse().map_err(|_| TrfProblem::NoOpponent(round))?
        }
        _ => return Err(TrfProblem::NoOpponent(round)),
    };
    let seat = match letters.at(columns.seat) {
        'w' | 'W' => Some(Seat::First),
        'b' | 'B' => Some(Seat::Second),
        '-' | ' ' => None,
        found => return Err(TrfProblem::NoSeat { round, found }),
    };
    let found = letters.at(columns.ending);
    let none = TrfProblem::NoEnding { round, found };
    if opponent == 0 {
        return match found.to_ascii_uppercase() {
            'U' => Ok(PlayerRound::Bye),
            'H' => Ok(PlayerRound::HalfPointBye),
            'F' => Ok(PlayerRound::FullPointBye),
            'Z' | ' ' => Ok(PlayerRound::NotPaired),
            _ => Err(none),
        };
    }
    let ending = match found.to_ascii_uppercase() {
        '1' | 'W' => Ending::Won,
        '=' | 'D' => Ending::Drawn,
        '0' | 'L' => Ending::Lost,
        '+' => Ending::ForfeitWin,
        '-' => Ending::ForfeitLoss,
        ' ' => Ending::Open,
        _ => return Err(none),
    };
    Ok(PlayerRound::Met {
        opponent,
        seat,
        ending,
    })
}
