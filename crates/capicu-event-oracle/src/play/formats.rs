//! Options of the formats, chosen by lot for a random event.

use std::collections::BTreeMap;

use capicu_event::{
    ClubMates, Draws, Duplicate, LastRounds, Method, Preset, Scoring, TeamTotals, ThirdPlace,
    TieBreak, Winners,
};
use chacha20::ChaCha20Rng;
use rand_core::Rng;

/// Changes a preset: one of four Swiss becomes a knock-out. Half of the Howells become a Mitchell, with one winner or
/// two, and half of the matchpoints rank by percentage. Winner stays has one to four tables. Half of the knock-outs have a meeting for the third place,
/// other formats in the last rounds, or an end before the final if a stage follows.
pub fn vary(preset: &mut Preset, rng: &mut ChaCha20Rng) {
    let mut chance = |n: u64| rng.next_u64().is_multiple_of(n);
    if chance(3) {
        let counted = [None, Some(1), Some(3)][chance(2) as usize + chance(2) as usize];
        preset.team_totals = Some(TeamTotals { counted });
    }
    let first = &mut preset.stages[0];
    let is_swiss = matches!(first.pairing, Method::Swiss { .. }) && first.duplicate.is_none();
    if is_swiss && chance(4) {
        first.pairing = Method::KnockOut {
            club_mates: ClubMates::Anywhere,
            third_place: ThirdPlace::Shared,
        };
        first.late_entry_until = None;
        first.meeting.draws = Draws::Impossible;
    }
    for stage in &mut preset.stages {
        if let Method::Howell { rounds } = stage.pairing
            && chance(2)
        {
            let winners = [Winners::One, Winners::Two][usize::from(chance(2))];
            stage.pairing = Method::Mitchell { rounds, winners };
        }
        let is_matchpoints = |one: Duplicate| one.scoring == Scoring::Matchpoints;
        let has_it = stage.standings.contains(&TieBreak::Percentage);
        if stage.duplicate.is_some_and(is_matchpoints) && !has_it && chance(2) {
            stage.standings.insert(0, TieBreak::Percentage);
        }
    }
    let n = preset.stages.len();
    for (at, stage) in preset.stages.iter_mut().enumerate() {
        match &mut stage.pairing {
            Method::KnockOut { third_place, .. } => {
                if at + 1 < n {
                    // It ends with some of the entries, or is played to its end.
                    stage.through = stage
                        .through
                        .filter(|_| chance(2))
                        .or(chance(2).then_some(2));
                }
                if stage.through.is_none() && chance(2) {
                    *third_place = ThirdPlace::Played;
                }
            }
            Method::DoubleKnockOut { .. } => {}
            // From one table to four.
            Method::WinnerStays { tables, .. } => {
                *tables = 1 + u16::from(chance(2)) + 2 * u16::from(chance(2));
                continue;
            }
            _ => continue,
        }
        for rounds in 1..=2 {
            if chance(2) {
                let mut meeting = stage.meeting.clone();
                let more = 10 * u32::from(rounds);
                meeting.target = meeting.target.map(|target| target + more);
                meeting.most_points = meeting.most_points.map(|most| most + more);
                meeting.games = meeting.games.map(|games| games + rounds);
                meeting.minutes = meeting.minutes.filter(|_| chance(2));
                let house_rules = BTreeMap::new();
                stage.last_rounds.push(LastRounds {
                    rounds,
                    meeting,
                    house_rules,
                });
            }
        }
    }
}
