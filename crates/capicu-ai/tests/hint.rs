//! Hints: their numbers compared with a count of every deal that agrees with the view.

use capicu::fair::Seed;
use capicu::{Action, Game, View};
use capicu_ai::{BotKind, Budget, Hint, Knowledge};
use capicu_arena::duel::{Start, deal};
use chacha20::ChaCha8Rng;
use rand_core::SeedableRng;

/// Views late in rounds of `jamaican-partner` in which the seat has a choice.
fn late_choices() -> Vec<View> {
    let rules = Game::by_id("jamaican-partner").unwrap().rules(4).unwrap();
    let rng = &mut ChaCha8Rng::seed_from_u64(5);
    let mut found = Vec::new();
    for number in 0..40 {
        let mut round = deal(rules, Start::Anew, &Seed::from_number(5), number);
        let mut views: Vec<View> = capicu::Seat::all(4)
            .map(|seat| round.view_from_here(seat))
            .collect();
        while let Some(seat) = round.to_act() {
            let view = &views[seat.index()];
            let late = view.moves().len() > 16 && view.distinct_actions().len() > 1;
            if late {
                found.push(view.clone());
            }
            let action = BotKind::Counter.bot().choose(view, rng).unwrap();
            let step = round.play(action).unwrap();
            for view in &mut views {
                view.observe(&step.mv.visible_to(view.seat()), &step.awards);
            }
        }
    }
    found
}

/// At 0–0 of six love a round changes the chance of the match by two in a hundred, so hints use the round.
#[test]
fn hint_distinguishes_choices_early_in_a_match() {
    let rng = &mut ChaCha8Rng::seed_from_u64(1);
    let hints = late_choices();
    let hints = hints
        .iter()
        .map(|view| Hint::of(view, Budget::Nodes(2_000), rng).unwrap());
    let apart: Vec<f64> = hints.map(|hint| hint.chance - hint.next.1).collect();
    assert!(apart.iter().any(|apart| *apart > 0.2), "{apart:?}");
}

#[test]
fn share_of_deals_that_shut_the_next_player_out_is_counted() {
    let mut compared = 0;
    for view in late_choices() {
        let rng = &mut ChaCha8Rng::seed_from_u64(1);
        let hint = Hint::of(&view, Budget::Nodes(2_000), rng).unwrap();
        let again = &mut ChaCha8Rng::seed_from_u64(1);
        assert_eq!(
            Hint::of(&view, Budget::Nodes(2_000), again).as_ref(),
            Some(&hint)
        );
        assert!(hint.best != hint.next.0);
        for action in [hint.best, hint.next.0] {
            assert_eq!(view.check(action), Ok(()));
        }
        let Some(worlds) = Knowledge::of(&view).unwrap().worlds(5_000) else {
            continue;
        };
        let rules = view.board().rules();
        let open = match hint.best {
            Action::HandOver | Action::Draw | Action::Pass => continue,
            action => view.board().layout().after(action, rules).playable(),
        };
        // All four still hold tiles, or the round would be over.
        let next = view.seat().next(4);
        let (mut shut, mut all) = (0, 0);
        for (world, deals) in worlds {
            all += deals;
            if !world.hands[next].intersects(open) {
                shut += deals;
            }
        }
        let share = shut as f64 / all as f64;
        assert!((hint.shuts_out.unwrap() - share).abs() < 1e-9);
        compared += 1;
    }
    assert!(compared > 10, "{compared}");
}
