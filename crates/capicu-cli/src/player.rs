//! Players on the command line.

use std::time::Duration;

use capicu_ai::Level;
use capicu_arena::{Entrant, EntrantError, Thinking};
use capicu_record::nearest;

use crate::language::texts;

/// Parses a player. The error suggests similar names.
pub fn read(name: &str, thinking: Thinking, patience: Duration) -> Result<Entrant, String> {
    let texts = texts();
    Entrant::read(name, thinking, patience).map_err(|error| match error {
        EntrantError::Unknown(name) => {
            let names: Vec<String> = Entrant::names().collect();
            let near = nearest(&name, names.iter().map(String::as_str));
            let meant = near.map(|near| texts.did_you_mean(near));
            texts.player_unknown(&name, &meant.unwrap_or_default(), Level::BEST.number())
        }
        EntrantError::NoBudget(name) => texts.player_no_budget(&name),
        EntrantError::Thinking(text) => texts.player_budget(&text),
        EntrantError::Command(text) => texts.player_command(&text),
    })
}
