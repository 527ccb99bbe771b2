//! The shared page stays small for every match.

use crate::common::{analyzed, facts, played, record, rules};
use capicu_ai::{Counter, Random};
use capicu_analysis::{Class, Kind, Loss, Share, page};
use capicu_i18n::{Lang, Texts};

/// A long match with many tiles in which every choice was a blunder, and names that are too long.
#[test]
fn page_of_a_long_match_is_below_60_kilobytes() {
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

/// The chart has a band of twice the error of the JSON on each side of every chance, and its numbers below. After the
/// last move of a round the error is 0.
#[test]
fn chart_shows_the_errors_as_a_band() {
    let rules = rules("jamaican-partner", 4);
    let facts = facts(rules, 4, 2, &mut Counter);
    let played = played(&record(rules, &facts));
    let analysis = analyzed(&played, 2_000, 0);
    let (rounds, _) = analysis.sum.as_ref().expect("every tile is known");
    let page = page(&analysis, Texts::default());
    let band = page.split("<polygon points=\"").nth(1).expect("a band");
    let band: Vec<&str> = band
        .split('"')
        .next()
        .expect("its end")
        .split(' ')
        .collect();
    let moments: usize = rounds.iter().map(|round| round.course.len()).sum();
    // Two numbers per point, and two points per moment.
    assert_eq!(band.len(), 4 * moments);
    for round in rounds {
        assert_eq!(round.errors.len(), round.course.len());
        assert_eq!(round.errors.last(), Some(&0));
        // At least eight playouts with chances between 0 and 1.
        assert!(
            round
                .errors
                .iter()
                .all(|error| (0..=190_000).contains(error))
        );
        assert!(round.errors[0] > 0);
    }
    let y = |chance: i64| 240 - (chance.clamp(0, 1_000_000) * 240 / 1_000_000) as usize;
    let first = &rounds[0];
    let above = y(first.course[0] + 2 * first.errors[0]).to_string();
    let below = y(first.course[0] - 2 * first.errors[0]).to_string();
    assert_eq!((band[1], band[band.len() - 1]), (&above[..], &below[..]));
    let told = |millionths: i64| format!("{:.1}", millionths as f64 / 10_000.0);
    let chance = told(first.course[0]);
    assert!(page.contains(&format!("<td>{chance} ± ")), "{chance}");
}

#[test]
fn title_has_game_date_players_and_scores() {
    let rules = rules("cien", 4);
    let mut record = record(rules, &facts(rules, 3, 1, &mut Counter));
    record.game = "cien".parse().ok();
    record.add_tag("date", "2026-11-19");
    for (seat, name) in capicu::Seat::all(4).zip(["Ana", "Beto", "Carla & Co", "Dino"]) {
        record.names.insert(seat, name.parse().expect("a name"));
    }
    // The scores after the last round, as the record has them.
    let line = record.to_string();
    let line = line.lines().rfind(|line| line.starts_with("score: "));
    let numbers = line.expect("a score").split(|c: char| !c.is_ascii_digit());
    let numbers: Vec<&str> = numbers.filter(|number| !number.is_empty()).collect();
    let scores = numbers.join("–");
    let match_played = played(&record);
    let page_of = |lang| page(&analyzed(&match_played, 50, 0), Texts::new(lang));
    let english = page_of(Lang::En);
    let title = format!("Cien · 2026-11-19 · Ana and Carla &amp; Co – Beto and Dino · {scores}");
    assert!(
        english.contains(&format!("<title>{title}</title>"))
            && english.contains(&format!("<h1>{title}</h1>")),
        "{english}"
    );
    let seen = "Seen from Ana and Carla &amp; Co, in percent of the match";
    assert!(english.contains(seen), "{english}");
    assert!(!english.contains("A+C"), "{english}");
    let spanish = page_of(Lang::Es);
    assert!(
        spanish.contains(&format!(
            "Ana y Carla &amp; Co – Beto y Dino · {scores}</title>"
        )),
        "{spanish}"
    );
}
