//! Compares the lines of a report file with each other.

use std::collections::BTreeMap;

use super::{Ending, Player, PlayerRound, Report, TrfError, TrfProblem};

/// Checks all lines. `written` has the points of each player in the file, in tenths.
pub(super) fn all(report: &Report, written: &[Option<u32>]) -> Result<(), TrfError> {
    if report.players.is_empty() {
        return Err(TrfError {
            line: 0,
            problem: TrfProblem::NoPlayers,
        });
    }
    let mut by_number: BTreeMap<u32, &Player> = BTreeMap::new();
    let mut by_name: BTreeMap<&str, usize> = BTreeMap::new();
    for player in &report.players {
        let wrong = |problem| TrfError {
            line: player.line,
            problem,
        };
        if let Some(other) = by_number.insert(player.number, player) {
            return Err(wrong(TrfProblem::NumberTaken(other.line)));
        }
        if let Some(other) = by_name.insert(&player.name, player.line) {
            return Err(wrong(TrfProblem::NameTaken(other)));
        }
    }
    let last = report.players.iter().map(|player| player.rounds.len());
    let last = last.max().unwrap_or(0);
    let mut byes = None;
    for (player, written) in report.players.iter().zip(written) {
        let line = player.line;
        let wrong = |problem| TrfError { line, problem };
        for (round, found) in (1_u16..).zip(&player.rounds) {
            match found {
                PlayerRound::Met {
                    opponent, ending, ..
                } => {
                    meeting(&by_number, player, round, *opponent).map_err(wrong)?;
                    if *ending == Ending::Open && usize::from(round) < last {
                        return Err(wrong(TrfProblem::ResultMissing(round)));
                    }
                }
                PlayerRound::HalfPointBye | PlayerRound::FullPointBye => {
                    if *byes.get_or_insert(*found) != *found {
                        return Err(wrong(TrfProblem::MixedByes(round)));
                    }
                }
                PlayerRound::NotPaired | PlayerRound::Bye => {}
            }
        }
        let counted = player.rounds.iter().map(|round| round.points()).sum();
        if let Some(written) = written.filter(|written| *written != counted) {
            return Err(wrong(TrfProblem::PointsDiffer { written, counted }));
        }
    }
    Ok(())
}

fn meeting(
    by_number: &BTreeMap<u32, &Player>,
    player: &Player,
    round: u16,
    opponent: u32,
) -> Result<(), TrfProblem> {
    if opponent == player.number {
        return Err(TrfProblem::Itself(round));
    }
    let other = by_number.get(&opponent);
    let other = other.ok_or(TrfProblem::UnknownOpponent { round, opponent })?;
    let at = usize::from(round) - 1;
    let not_mutual = TrfProblem::NotMutual {
        round,
        other: other.line,
    };
    let (
        Some(PlayerRound::Met { seat, ending, .. }),
        Some(PlayerRound::Met {
            opponent: back,
            seat: their_seat,
            ending: theirs,
        }),
    ) = (player.rounds.get(at), other.rounds.get(at))
    else {
        return Err(not_mutual);
    };
    if *back != player.number {
        return Err(not_mutual);
    }
    if seat.is_some() != their_seat.is_some() || (seat.is_some() && seat == their_seat) {
        return Err(TrfProblem::SeatsDiffer {
            round,
            other: other.line,
        });
    }
    let fits = match ending {
        Ending::Open => *theirs == Ending::Open,
        Ending::Won => *theirs == Ending::Lost,
        Ending::Lost => *theirs == Ending::Won,
        Ending::Drawn => *theirs == Ending::Drawn,
        Ending::ForfeitWin => *theirs == Ending::ForfeitLoss,
        Ending::ForfeitLoss => matches!(theirs, Ending::ForfeitWin | Ending::ForfeitLoss),
    };
    match fits {
        true => Ok(()),
        false => Err(TrfProblem::Contradiction {
            round,
            other: other.line,
        }),
    }
}
