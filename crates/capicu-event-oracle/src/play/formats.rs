//! Options of the formats, chosen by lot for a random event.

use capicu_event::{ClubMates, Draws, Method, Preset, ThirdPlace};
use chacha20::ChaCha20Rng;
use rand_core::Rng;

/// Changes a preset: one of four Swiss becomes a knock-out, and half of the knock-outs have a meeting for the third
/// place.
pub fn vary(preset: &mut Preset, rng: &mut ChaCha20Rng) {
    let mut chance = |n: u64| rng.next_u64().is_multiple_of(n);
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
        if let Method::KnockOut { third_place, .. } = &mut stage.pairing
            && chance(2)
        {
            *third_place = ThirdPlace::Played;
        }
    }
}
