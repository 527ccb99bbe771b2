use crate::{GAMES, Texts};

impl Texts {
    /// The name of a game; `None` for an unknown id.
    pub fn game_name(&self, id: &str) -> Option<String> {
        self.named(GAMES, &format!("game-{id}"))
    }

    /// A game in one line; `None` for an unknown id.
    pub fn game_line(&self, id: &str) -> Option<String> {
        self.named(GAMES, &format!("game-{id}.line"))
    }
}
