//! Moves typed as people write them: `64 p 6-1`, `C 3-3`, `6-4@6-6`.

use capicu::{Seat, Tile};
use capicu_record::record::What;

use super::Tiles;

/// The most bytes of a line.
const LONGEST: usize = 400;

enum Word {
    Undo,
    Pass,
    Draw,
    Seat(Seat),
    Tile(Tile, Option<Tile>),
}

impl Tiles {
    /// Enters all moves of a line, or none.
    pub(super) fn typed(&mut self, line: &str) {
        let mut after = self.clone();
        let words = line.split([' ', ',', ';']).filter(|word| !word.is_empty());
        for text in words {
            match word(text).filter(|_| line.len() <= LONGEST) {
                Some(Word::Undo) => after.undo(),
                Some(Word::Pass) => after.turn_move(What::Pass),
                Some(Word::Draw) => after.turn_move(What::Draw(None)),
                Some(Word::Seat(seat)) => after.seat(&seat.letter().to_string()),
                Some(Word::Tile(tile, on)) => after.tile(tile, on),
                None => after.problem = Some(after.texts.tiles_unknown(text)),
            }
            if let Some(choice) = &after.choice {
                let ends: Vec<String> = choice
                    .on
                    .iter()
                    .map(|on| format!("{}@{on}", choice.tile))
                    .collect();
                let several = after
                    .texts
                    .tiles_several(&choice.tile.to_string(), &ends.join(", "));
                after.problem = Some(several);
            }
            if let Some(problem) = after.problem {
                self.problem = Some(problem);
                return;
            }
        }
        *self = after;
    }
}

fn word(text: &str) -> Option<Word> {
    let lower = text.to_lowercase();
    match lower.as_str() {
        "undo" | "u" => return Some(Word::Undo),
        "p" | "pass" | "paso" | "passe" => return Some(Word::Pass),
        "draw" | "+" => return Some(Word::Draw),
        _ => {}
    }
    let seat = lower.trim_end_matches(':').to_uppercase();
    let mut letters = seat.chars();
    if let (Some(letter), None) = (letters.next(), letters.next())
        && let Some(seat) = Seat::of_letter(letter)
    {
        return Some(Word::Seat(seat));
    }
    let (first, on) = match lower.split_once('@') {
        Some((first, on)) => (first, Some(Tile::typed(on)?)),
        None => (lower.as_str(), None),
    };
    Some(Word::Tile(Tile::typed(first)?, on))
}
