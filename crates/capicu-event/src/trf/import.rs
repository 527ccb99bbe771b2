//! Makes an event from a report file.

use std::collections::BTreeMap;

use super::{Ending, Player, PlayerRound, Report, Seat};
use crate::command::{Command, Consent, Envelope, NewEntry};
use crate::event::Event;
use crate::id::EntryId;
use crate::meeting::{Bye, ByeKind, Meeting, Pairing};
use crate::outcome::{Outcome, SideScore};
use crate::preset::{Entrants, Preset, PresetError};
use crate::refused::Refused;
use crate::state::Shown;

/// The reason on the log.
const REASON: &str = "TRF";

/// Creates an event from a report file: a Swiss with its entries, rounds and results. Entries are pairs if every name has
/// two parts around a slash. Their seeds are the starting ranks. A player who is not paired in a round has left before it.
///
/// The cost is that of pairing every round.
///
/// # Errors
///
/// If the event refuses its name or a command, or its log grows beyond this number of bytes.
pub fn event(
    report: &Report,
    name: &str,
    seed: u64,
    now: u64,
    most_bytes: usize,
) -> Result<Event, Refused> {
    let preset = preset(report).map_err(Refused::Preset)?;
    let mut making = Making {
        event: Event::create(name, preset, seed, now)?,
        now,
        most_bytes,
        ids: BTreeMap::new(),
    };
    making.enter(report)?;
    making.check_size()?;
    let played = report.players.iter().map(|player| player.rounds.len());
    for at in 0..played.max().unwrap_or(0) {
        making.round(report, at)?;
        making.check_size()?;
    }
    Ok(making.event)
}

/// The preset for a report file.
fn preset(report: &Report) -> Result<Preset, PresetError> {
    let mut preset = Preset::from_toml(include_str!("preset.toml"))?;
    let mut players = report.players.iter();
    if players.all(|player| people(&player.name).len() == 2) {
        preset.entrants = Entrants::Pair;
        preset.members = [2, 2];
    }
    let mut rounds = report.players.iter().flat_map(|player| &player.rounds);
    let is_full = rounds.any(|round| *round == PlayerRound::FullPointBye);
    for stage in &mut preset.stages {
        if let Some(rounds) = stage.pairing.rounds_mut() {
            *rounds = Some(report.rounds.max(1));
        }
        if is_full {
            stage.forfeits.requested_bye.points = stage.points[0];
        }
    }
    Ok(preset)
}

fn people(name: &str) -> Vec<&str> {
    let parts = name.split('/').map(str::trim);
    parts.filter(|part| !part.is_empty()).collect()
}

/// An event in the making.
struct Making {
    event: Event,
    now: u64,
    most_bytes: usize,
    /// The entries by starting rank.
    ids: BTreeMap<u32, EntryId>,
}

impl Making {
    fn send(&mut self, command: Command) -> Result<(), Refused> {
        let envelope = Envelope::next(&self.event, self.now, command);
        // A refusal loses the event.
        self.event.carry_out(&envelope)
    }

    fn check_size(&self) -> Result<(), Refused> {
        let most = self.most_bytes;
        match self.event.log().bytes() > most {
            true => Err(Refused::LogFull { most }),
            false => Ok(()),
        }
    }

    fn enter(&mut self, report: &Report) -> Result<(), Refused> {
        let strictly = |pair: &[Player]| pair[0].rating > pair[1].rating;
        let by_rating = report.players.windows(2).all(strictly);
        for (at, player) in report.players.iter().enumerate() {
            let entrants = self.event.state().preset.entrants;
            let people = people(&player.name).into_iter().map(str::to_owned);
            self.send(Command::Enter(NewEntry {
                name: player.name.clone(),
                members: match entrants {
                    Entrants::Pair => people.collect(),
                    Entrants::Player | Entrants::Team => Vec::new(),
                },
                club: None,
                // Seeds follow the rating, so the starting rank stands in for it until they are drawn.
                rating: match by_rating {
                    true => player.rating,
                    false => Some(-(at as i32)),
                },
                shown: Shown::Name,
            }))?;
            self.ids.insert(player.number, EntryId(at as u32 + 1));
        }
        self.send(Command::OpenStage)?;
        for player in report.players.iter().filter(|_| !by_rating) {
            let entry = self.ids[&player.number];
            let members = self.event.state().entries[&entry].members.clone();
            self.send(Command::CorrectEntry {
                entry,
                name: player.name.clone(),
                members,
                club: None,
                rating: player.rating,
            })?;
        }
        Ok(())
    }

    fn round(&mut self, report: &Report, at: usize) -> Result<(), Refused> {
        let mut pairing = Pairing::default();
        let mut outcomes = Vec::new();
        for player in &report.players {
            let entry = self.ids[&player.number];
            let found = player.rounds.get(at).copied();
            let found = found.unwrap_or(PlayerRound::NotPaired);
            self.presence(entry, found)?;
            let bye = |kind| Bye { entry, kind };
            match found {
                PlayerRound::NotPaired => {}
                PlayerRound::Bye => pairing.byes.push(bye(ByeKind::Pairing)),
                PlayerRound::HalfPointBye | PlayerRound::FullPointBye => {
                    self.send(Command::RequestBye(entry, at as u16 + 1))?;
                    pairing.byes.push(bye(ByeKind::Requested));
                }
                PlayerRound::Met {
                    opponent,
                    seat,
                    ending,
                } => {
                    // Without seats, the better starting rank sits first.
                    let first = seat.map_or(player.number < opponent, |seat| seat == Seat::First);
                    if first {
                        let sides = [entry, self.ids[&opponent]];
                        pairing.meetings.push(Meeting::of(sides));
                        let theirs = report.players.iter().find(|other| other.number == opponent);
                        let theirs = theirs.and_then(|other| other.rounds.get(at));
                        outcomes.push(outcome(ending, theirs));
                    }
                }
            }
        }
        self.send(Command::Draft(Consent::Given))?;
        let drafted = self.event.state().running();
        let drafted = drafted.and_then(|stage| stage.draft.as_ref());
        if drafted.is_none_or(|draft| draft.pairing != pairing) {
            let reason = REASON.to_owned();
            self.send(Command::Edit { pairing, reason })?;
        }
        self.send(Command::Publish)?;
        for (meeting, outcome) in (1..).zip(outcomes) {
            if let Some(outcome) = outcome {
                self.send(Command::Rule {
                    meeting,
                    outcome,
                    reason: REASON.to_owned(),
                })?;
            }
        }
        Ok(())
    }

    /// Withdraws an entry before a round in which it is not paired, and lets it return.
    fn presence(&mut self, entry: EntryId, round: PlayerRound) -> Result<(), Refused> {
        let is_there = self.event.state().is_present(entry);
        match (round == PlayerRound::NotPaired, is_there) {
            (true, true) => self.send(Command::Withdraw(entry, REASON.to_owned())),
            (false, false) => self.send(Command::ComeBack(entry)),
            (true, false) | (false, true) => Ok(()),
        }
    }
}

/// The outcome of a meeting, from the results of its first and second side; `None` if it has none yet.
fn outcome(first: Ending, second: Option<&PlayerRound>) -> Option<Outcome> {
    let played = |games: [u16; 2]| Outcome::Played {
        scores: games.map(|games| SideScore { games, points: 0 }).to_vec(),
    };
    let is_absent = matches!(
        second,
        Some(PlayerRound::Met {
            ending: Ending::ForfeitLoss,
            ..
        })
    );
    let forfeit = |absent: &[u8]| Outcome::Forfeit {
        absent: absent.to_vec(),
    };
    Some(match first {
        Ending::Open => return None,
        Ending::Won => played([1, 0]),
        Ending::Drawn => played([0, 0]),
        Ending::Lost => played([0, 1]),
        Ending::ForfeitWin => forfeit(&[1]),
        Ending::ForfeitLoss if is_absent => forfeit(&[0, 1]),
        Ending::ForfeitLoss => forfeit(&[0]),
    })
}
