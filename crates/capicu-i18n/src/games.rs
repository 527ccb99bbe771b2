use crate::{GAMES, Texts};

impl Texts {
    /// The name of a game by its id.
    pub fn game_name(&self, id: &str) -> Option<String> {
        self.named(GAMES, &format!("game-{id}"))
    }

    /// What a game is, in one line, by its id.
    pub fn game_line(&self, id: &str) -> Option<String> {
        self.named(GAMES, &format!("game-{id}.line"))
    }
}
