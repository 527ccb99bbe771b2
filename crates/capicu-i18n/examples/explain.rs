//! Prints the rules of all games, or of the named ones, in both languages, for proofreading.

use capicu::Game;
use capicu_i18n::{Lang, Texts};

fn main() {
    let wanted: Vec<String> = std::env::args().skip(1).collect();
    for game in Game::ALL {
        if !wanted.is_empty() && !wanted.iter().any(|id| id == game.id) {
            continue;
        }
        for &lang in Lang::ALL {
            let texts = Texts::new(lang);
            for &players in game.players {
                let Some(rules) = game.rules(players) else {
                    continue;
                };
                let name = texts.game_name(game.id).unwrap_or_default();
                println!("\n# {name} ({})", texts.players_count(players));
                for section in texts.explain(&rules) {
                    println!("{}: {}", section.title, section.sentences.join(" "));
                }
            }
        }
    }
}
