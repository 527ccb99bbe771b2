//! The columns of a move list, and their headings in other lists.

/// A column of a table, or a field of an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Column {
    /// The number or name of the round.
    Round,
    /// The player, by name, number or letter.
    Player,
    /// The kind of move, such as `pass`.
    Move,
    /// The tile, or a move without one.
    Tile,
    /// The end: left or right, an open number, or the tile there.
    End,
    /// The end of a line: left or right, or 0 or 1.
    Side,
    /// The hand of the player at the start of the round.
    Hand,
    /// The boneyard at the start of the round, in drawing order.
    Boneyard,
}

/// Headings by column; the first of each is its own name.
const HEADINGS: [(Column, &[&str]); 8] = [
    (
        Column::Round,
        &["round", "deal", "game", "ronda", "mano", "manche"],
    ),
    (
        Column::Player,
        &[
            "player", "seat", "name", "who", "jugador", "puesto", "asiento", "joueur",
        ],
    ),
    (
        Column::Move,
        &[
            "move", "do", "action", "kind", "type", "event", "jugada", "coup",
        ],
    ),
    (
        Column::Tile,
        &["tile", "domino", "piece", "bone", "stone", "play", "ficha"],
    ),
    (
        Column::End,
        &[
            "end", "open", "pip", "number", "on", "at", "where", "extremo", "punta", "bout",
        ],
    ),
    (Column::Side, &["side", "head", "lado", "côté"]),
    (Column::Hand, &["hand", "tiles", "fichas", "main"]),
    (Column::Boneyard, &["boneyard", "stock", "pozo", "pioche"]),
];

impl Column {
    /// The column with this heading, in capitals or small letters.
    pub(super) fn named(heading: &str) -> Option<Self> {
        let heading = heading.trim().to_lowercase();
        let mut all = HEADINGS.iter();
        all.find(|(_, names)| names.contains(&heading.as_str()))
            .map(|(column, _)| *column)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heading_names_one_column() {
        let all: Vec<&str> = HEADINGS
            .iter()
            .flat_map(|(_, names)| *names)
            .copied()
            .collect();
        for (at, name) in all.iter().enumerate() {
            assert!(!all[..at].contains(name), "{name}");
            assert_eq!(Column::named(name), Column::named(&name.to_uppercase()));
        }
        assert_eq!(Column::named(" Jugador "), Some(Column::Player));
        assert_eq!(Column::named("date"), None);
    }
}
