//! Puzzles as texts.

use crate::common::{analyzed, facts, played, record, rules};
use capicu::Game;
use capicu_ai::BotKind;
use capicu_analysis::{Decision, Judged, NotPosed, Posed, Solution};
use capicu_i18n::Texts;

fn decisions(id: &str, players: u8, seed: u64, bot: BotKind) -> Vec<Decision> {
    let rules = rules(id, players);
    let facts = facts(rules, seed, 2, &mut *bot.bot());
    played(&record(rules, &facts)).decisions
}

/// For every game: the text of a choice gives exactly the seat's view.
#[test]
fn text_of_a_puzzle_gives_the_view_of_its_seat() {
    for game in Game::ALL {
        for bot in [BotKind::Counter, BotKind::Random] {
            let all = decisions(game.id, game.players[0], 5, bot);
            let mut said = 0;
            for decision in &all {
                let Some(posed) = Posed::of(decision) else {
                    continue;
                };
                said += 1;
                let read = Posed::read(&posed.text(), Texts::default()).expect("it is one");
                assert_eq!(read.decision().view, decision.view, "{}", posed.text());
                assert_eq!(read.decision().actions, decision.actions);
                assert_eq!(read.decision().played, decision.played);
                assert_eq!(read.text(), posed.text());
                assert_eq!(read.game(), game.id, "{}", posed.text());
            }
            // Some games do not call due scores automatically.
            assert!(
                10 * said >= 9 * all.len(),
                "{}: {said} of {}",
                game.id,
                all.len()
            );
        }
    }
}

/// The text has no other hand: exchanging tiles that the seat could not see gives the same text.
#[test]
fn text_of_a_puzzle_has_only_one_hand() {
    for decision in decisions("draw", 2, 8, BotKind::Random) {
        let Some(posed) = Posed::of(&decision) else {
            continue;
        };
        let text = posed.text();
        let unseen = decision.view.unseen();
        for tile in unseen {
            assert!(!text.contains(&tile.to_string()), "{tile} in {text}");
        }
    }
}

/// The analysis of a puzzle equals that of the choice in its match.
#[test]
fn puzzle_has_the_same_analysis_as_its_choice() {
    let mut compared = 0;
    let rules = rules("block", 2);
    let facts = facts(rules, 21, 2, &mut *BotKind::Random.bot());
    let played = played(&record(rules, &facts));
    let analysis = analyzed(&played, 500, 0);
    for (decision, one) in analysis.decisions() {
        let Some(posed) = Posed::of(decision) else {
            continue;
        };
        let other = Judged::of(posed.decision(), 500).expect("it can be");
        assert_eq!(
            (one.loss, one.class, one.rival),
            (other.loss, other.class, other.rival)
        );
        let solution = Solution::of(&posed, 500);
        assert_eq!(solution.is_some(), one.class.is_mistake());
        if let Some(solution) = solution {
            compared += 1;
            assert_eq!(Some(solution.best), one.rival);
            assert!(solution.answers[solution.best].good);
            let played = solution.answers[decision.played];
            assert_eq!((played.good, played.loss), (false, one.loss.round));
        }
    }
    assert!(compared > 2, "{compared}");
}

#[test]
fn invalid_puzzle_is_refused_with_its_line() {
    let all = decisions("block", 2, 3, BotKind::Counter);
    let text = all.iter().filter_map(Posed::of).map(|posed| posed.text());
    let text = text.max_by_key(String::len).expect("there is one");
    let lines: Vec<&str> = text.lines().collect();
    let [position, moves, played] = [lines[0], lines[1], lines[2]];
    let read = |lines: [&str; 3]| Posed::read(&lines.join("\n"), Texts::default());
    assert!(read([position, moves, played]).is_ok());
    let refused = |lines: [&str; 3]| read(lines).map(|posed| posed.text()).unwrap_err();
    let is_position = |why: NotPosed| matches!(why, NotPosed::Position(_));
    assert!(is_position(refused(["domino-position: 2", moves, played])));
    assert!(is_position(refused([
        &position.replace("?8", "6-6 6-5 6-2 6-1 5-5 5-4 5-3 5-2"),
        moves,
        played
    ])));
    assert!(is_position(refused([
        &position.replace("turn: ", "passes: 1; turn: "),
        moves,
        played
    ])));
    let is_move = |why: NotPosed| matches!(why, NotPosed::Moves(_));
    for wrong in ["Z: 6-6", "A: 6", "A: 6-6 A: 6-6", "A:", "B: pass B: pass"] {
        assert!(is_move(refused([position, wrong, played])), "{wrong}");
    }
    for wrong in ["played: pass", "played: 9-9", "played:"] {
        assert_eq!(
            refused([position, moves, wrong]),
            NotPosed::Played,
            "{wrong}"
        );
    }
    assert_eq!(refused([position, moves, "6-6"]), NotPosed::Lines);
    let long = "A: pass ".repeat(2_000);
    assert_eq!(refused([position, &long, played]), NotPosed::TooLong);
    let Err(lines) = Posed::read(position, Texts::default()) else {
        panic!("it has one line")
    };
    assert_eq!(lines, NotPosed::Lines);
}
