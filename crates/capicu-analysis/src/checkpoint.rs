//! The result of a job as a line of text, to continue interrupted work later.

use std::fmt::Write as _;
use std::str::SplitWhitespace;

use capicu::BySide;

use crate::chance::{At, RoundChances};
use crate::loss::{Class, Judged, Kind, Loss, Share};
use crate::plan::{Done, Found, Plan};
use crate::played::Decision;

/// The word for a missing value.
const NONE: &str = "-";

impl Done {
    /// The result in one line, for [`Plan::resumed`].
    pub fn kept(&self) -> String {
        let mut line = String::new();
        match &self.0 {
            Found::Decision(number, found) => {
                let _ = write!(line, "choice {number}");
                if let Some(judged) = found {
                    write_judged(&mut line, judged);
                }
            }
            Found::Round(number, found) => {
                let _ = write!(line, "round {number}");
                if let Some(found) = found {
                    write_sides(&mut line, &found.before);
                    write_sides(&mut line, &found.begun);
                    let _ = write!(line, " {}", found.begun_error);
                    for at in &found.steps {
                        match &at.unseen {
                            Some(unseen) => write_sides(&mut line, unseen),
                            None => line += " -",
                        }
                        write_sides(&mut line, &at.then);
                        let _ = write!(line, " {}", at.error);
                    }
                }
            }
        }
        line
    }
}

impl Plan<'_> {
    /// Reads the result of an earlier job; `None` unless the line is from a job of this match.
    pub fn resumed(&self, line: &str) -> Option<Done> {
        let mut words = line.split_whitespace();
        let what = words.next()?;
        let number: usize = words.next()?.parse().ok()?;
        let played = self.played();
        let n_sides = played.rules.n_sides();
        let is_empty = words.clone().next().is_none();
        Some(Done(match what {
            "choice" => {
                let decision = played.decisions.get(number)?;
                let found = match is_empty {
                    true => None,
                    false => Some(read_judged(&mut words, decision, n_sides)?),
                };
                Found::Decision(number, found.map(Box::new))
            }
            "round" => {
                let round = played.rounds.get(number)?;
                let found = match is_empty {
                    true => None,
                    false => Some(read_chances(&mut words, n_sides)?),
                };
                if found
                    .as_ref()
                    .is_some_and(|found| found.steps.len() != round.steps.len())
                {
                    return None;
                }
                Found::Round(number, found.map(Box::new))
            }
            _ => return None,
        }))
    }
}

fn write_sides(line: &mut String, sides: &BySide<i64>) {
    for side in sides.iter() {
        let _ = write!(line, " {side}");
    }
}

fn write_loss(line: &mut String, loss: &Loss) {
    let Loss { game, round, error } = loss;
    let _ = write!(line, " {game} {round} {} {}", error.game, error.round);
}

fn write_judged(line: &mut String, judged: &Judged) {
    let rival = judged.rival.map(|rival| rival.to_string());
    let _ = write!(
        line,
        " {} {} {} {}",
        rival.as_deref().unwrap_or(NONE),
        judged.class.name(),
        judged.deals,
        u8::from(judged.is_deepened),
    );
    write_loss(line, &judged.loss);
    write_sides(line, &judged.effect);
    if let Some((kind, loss)) = &judged.kind {
        let _ = write!(line, " {}", kind.name());
        write_loss(line, loss);
    }
}

fn number<T: std::str::FromStr>(words: &mut SplitWhitespace<'_>) -> Option<T> {
    words.next()?.parse().ok()
}

fn read_sides(words: &mut SplitWhitespace<'_>, n_sides: u8) -> Option<BySide<i64>> {
    let sides: Option<Vec<i64>> = (0..n_sides).map(|_| number(words)).collect();
    BySide::from_slice(&sides?)
}

fn read_loss(words: &mut SplitWhitespace<'_>) -> Option<Loss> {
    Some(Loss {
        game: number(words)?,
        round: number(words)?,
        error: Share {
            game: number(words)?,
            round: number(words)?,
        },
    })
}

fn read_judged(
    words: &mut SplitWhitespace<'_>,
    decision: &Decision,
    n_sides: u8,
) -> Option<Judged> {
    let rival = match words.next()? {
        NONE => None,
        rival => Some(rival.parse().ok()?),
    };
    if rival.is_some_and(|rival: usize| rival >= decision.actions.len()) {
        return None;
    }
    let class = words.next()?;
    let class = Class::ALL.into_iter().find(|one| one.name() == class)?;
    let deals = number(words)?;
    let is_deepened = number::<u8>(words)? == 1;
    let loss = read_loss(words)?;
    let effect = read_sides(words, n_sides)?;
    let kind = match words.next() {
        None => None,
        Some(kind) => {
            let mut kinds = [Kind::Known, Kind::Readable].into_iter();
            let kind = kinds.find(|one| one.name() == kind)?;
            Some((kind, read_loss(words)?))
        }
    };
    let mut judged = Judged {
        rival,
        loss,
        effect,
        class,
        kind,
        clues: Vec::new(),
        deals,
        is_deepened,
    };
    judged.look_for_clues(decision);
    Some(judged)
}

fn read_chances(words: &mut SplitWhitespace<'_>, n_sides: u8) -> Option<RoundChances> {
    let before = read_sides(words, n_sides)?;
    let begun = read_sides(words, n_sides)?;
    let begun_error = number(words)?;
    let mut steps = Vec::new();
    while let Some(word) = words.clone().next() {
        let unseen = match word {
            NONE => {
                words.next();
                None
            }
            _ => Some(read_sides(words, n_sides)?),
        };
        let then = read_sides(words, n_sides)?;
        let error = number(words)?;
        steps.push(At {
            unseen,
            then,
            error,
        });
    }
    Some(RoundChances {
        before,
        begun,
        begun_error,
        steps,
    })
}
