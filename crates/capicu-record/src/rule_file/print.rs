//! Prints rules as a rule file.

use core::fmt::Write;

use capicu::Rules;
use capicu::rules::{Choices, OptionValue};

use crate::games;

/// Prints every option, or with a base those that differ from it.
pub(super) fn text_of(rules: &Rules, base: Option<&str>) -> String {
    let players = rules.n_seats();
    let start = base
        .and_then(games::by_id)
        .map(|base| base.choices_for(players));
    let mut text = String::new();
    if let (Some(base), Some(_)) = (base, start) {
        let _ = writeln!(text, "base = \"{base}\"");
    }
    for option in Choices::OPTIONS {
        let value = rules.get(option.name);
        let same = start.is_some_and(|start| start.get(option.name) == value);
        if same && option.name != "players" {
            continue;
        }
        let _ = match value {
            Some(OptionValue::Number(number)) => writeln!(text, "{} = {number}", option.name),
            Some(OptionValue::Tiles(tiles)) => {
                let tiles: Vec<_> = tiles
                    .into_iter()
                    .map(|tile| format!("\"{tile}\""))
                    .collect();
                writeln!(text, "{} = [{}]", option.name, tiles.join(", "))
            }
            Some(OptionValue::Word(word)) => writeln!(text, "{} = \"{word}\"", option.name),
            None => Ok(()),
        };
    }
    text
}
