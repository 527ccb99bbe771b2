//! The page to share stays small, whatever the match.

mod common;

use capicu_ai::Random;
use capicu_analysis::{Class, Kind, Loss, Share, page};
use capicu_i18n::{Lang, Texts};
use common::{analyzed, facts, played, record, rules};

/// A long match with many tiles in which every choice was a blunder, and names that are too long.
#[test]
fn a_page_has_less_than_sixty_kilobytes() {
    for (id, players, rounds) in [("double-nine-cross", 3, 40), ("jamaican-partner", 4, 40)] {
        let rules = rules(id, players);
        let mut played = played(&record(rules, &facts(rules, 3, rounds, &mut Random)));
        for name in &mut played.names {
            *name = Some("<&>".repeat(1_000));
        }
        let mut analysis = analyzed(&played, 1, 0);
        let loss = Loss {
            game: 999_999,
            round: 999_999,
            error: Share { game: 9, round: 9 },
        };
        for judged in analysis.judged.iter_mut().flatten() {
            judged.class = Class::Blunder;
            judged.loss = loss;
            judged.kind = Some((Kind::Readable, loss));
            judged.rival.get_or_insert(0);
        }
        for lang in [Lang::En, Lang::Es] {
            let page = page(&analysis, Texts::new(lang));
            println!("{id}: {} bytes", page.len());
            assert!(page.len() < 60_000, "{id}: {}", page.len());
            assert!(
                page.contains("<details>") && !page.contains("<script"),
                "{id}"
            );
            assert!(!page.contains("<&>"), "{id}");
            assert!(page.contains("<svg class=\"board\""), "{id}");
            let used = page.split("href=\"#").skip(1);
            for name in used.filter_map(|rest| rest.split('"').next()) {
                let defined = page.contains(&format!("id=\"{name}\""));
                assert!(defined, "{id}: nothing is called {name}");
            }
        }
    }
}
