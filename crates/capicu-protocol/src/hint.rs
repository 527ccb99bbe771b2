//! What a player may be told about its own choice.

use serde::{Deserialize, Serialize};

use crate::Act;

/// Whether players may ask what to play.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Hints {
    /// They may not.
    #[default]
    Off,
    /// They may.
    On,
}

/// What a strong player would do in this seat, seeing what the seat sees.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hint {
    /// What.
    pub best: Judged,
    /// The next best.
    pub next: Judged,
    /// In how many of a hundred possible deals the next player then holds nothing that fits, where
    /// that can be counted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shuts_out: Option<u8>,
}

impl Hint {
    /// Of shares between 0 and 1.
    pub fn new(best: (Act, f64), next: (Act, f64), shuts_out: Option<f64>) -> Self {
        let percent = |share: f64| (100.0 * share).round().clamp(0.0, 100.0) as u8;
        let judged = |(action, chance): (Act, f64)| Judged {
            action,
            chance: percent(chance),
        };
        Self {
            best: judged(best),
            next: judged(next),
            shuts_out: shuts_out.map(percent),
        }
    }
}

/// An action and what it is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Judged {
    /// What.
    pub action: Act,
    /// What it is worth: as good as winning the round in so many of a hundred.
    pub chance: u8,
}
