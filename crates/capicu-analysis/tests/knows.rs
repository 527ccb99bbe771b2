//! The analysis of a seat's choices depends only on the seat's view.

use crate::common::{analyzed, facts, played, record, rules};
use capicu::{Action, BySeat, Clue, Deal, Fact, Pile, Seat, TileSet};
use capicu_ai::{Counter, Knowledge};
use capicu_analysis::Grid;
use chacha20::ChaCha8Rng;
use rand_core::SeedableRng;

/// Exchanging tiles that a seat could not see changes no byte of its losses, errors and facts, up to the end of the
/// record.
#[test]
fn hidden_tiles_do_not_change_the_analysis_of_a_seat() {
    let (mut compared, mut exchanged) = (0, 0);
    for seed in 0..4 {
        let rules = rules("jamaican-partner", 4);
        let all = facts(rules, 40 + seed, 1, &mut Counter);
        let open = played(&record(rules, &all));
        // The seat's last choice before many tiles are known.
        let Some(last) = open.decisions.iter().rfind(|decision| decision.turn < 14) else {
            continue;
        };
        let seat = last.seat();
        let moves = last.view.moves();
        let knowledge = Knowledge::of(&last.view).expect("it was played");
        let cut: Vec<Fact> = all[..=last.turn].to_vec();
        let of = |facts: &[Fact]| {
            let played = played(&record(rules, facts));
            let analysis = analyzed(&played, 3_000, seat.index() as u8);
            let json = capicu_analysis::json(&analysis);
            let all = json["decisions"].as_array().expect("decisions").clone();
            let own = all
                .into_iter()
                .filter(|d| d["seat"] == seat.letter().to_string());
            (own.collect::<Vec<_>>(), json["rounds"].clone())
        };
        let (before, luck) = of(&cut);
        compared += before.len();
        for number in 0..3 {
            let world = knowledge.sample(&mut ChaCha8Rng::seed_from_u64(number));
            let mut hands: BySeat<TileSet> = world.hands;
            for mv in moves {
                if let Action::Lead(tile) | Action::Play { tile, .. } = mv.action {
                    hands[mv.seat].insert(tile);
                }
            }
            let deal = Deal::new(&rules, hands, Pile::new(), 0).expect("a deal");
            let mut other = cut.clone();
            other[0] = Fact::Dealt(Box::new(deal));
            let (after, other_luck) = of(&other);
            assert_eq!(before, after, "{seed} {number}");
            exchanged += usize::from(luck != other_luck);
        }
    }
    assert!(compared > 6, "{compared}");
    assert!(exchanged > 6, "luck is of the real hands: {exchanged}");
}

/// For "C has no 5: passed in move 6", checks that move 6 is a pass of C and a five was open. Every deal that agrees
/// with the view must give C no five. Other facts and the grid are counted again, on sampled deals and by hand.
#[test]
fn facts_and_grids_match_a_count_of_deals() {
    let mut told = [0; 3];
    let mut certain = 0;
    for seed in 0..14 {
        let rules = rules("jamaican-partner", 4);
        let all = facts(rules, 60 + seed, 1, &mut capicu_ai::Random);
        let played = played(&record(rules, &all));
        let analysis = analyzed(&played, 1_000, 0);
        for (decision, judged) in analysis.decisions() {
            let view = &decision.view;
            let knowledge = Knowledge::of(view).expect("it was played");
            let rng = &mut ChaCha8Rng::seed_from_u64(1);
            let worlds: Vec<_> = (0..4_000).map(|_| knowledge.sample(rng)).collect();
            let share = |seat: Seat, action: Action| {
                let after = view.board().layout().after(action, &rules);
                let none = worlds
                    .iter()
                    .filter(|w| !w.hands[seat].intersects(after.playable()));
                1_000.0 * none.count() as f64 / worlds.len() as f64
            };
            let grid = Grid::of(view).expect("a number of deals that can be counted");
            for row in &grid.rows {
                for other in grid.others() {
                    let holds = worlds.iter().filter(|w| w.hands[other].contains(row.tile));
                    let found = 1_000.0 * holds.count() as f64 / worlds.len() as f64;
                    let told = row.held[other];
                    assert!((f64::from(told) - found).abs() < 35.0, "{told} {found}");
                    assert!(told > 0 || found == 0.0, "impossible, and found");
                    assert!(told < 1_000 || found == 1_000.0, "certain, and not found");
                    certain += usize::from(told % 1_000 == 0);
                }
                assert_eq!(row.held[view.seat()], 0);
            }
            for clue in &judged.clues {
                match *clue {
                    Clue::Lacks { seat, pip, mv, .. } => {
                        told[0] += 1;
                        let turn = mv + 1;
                        // The first fact is the deal.
                        assert!(turn < decision.turn);
                        assert_eq!(all[turn], Fact::Acted(Action::Pass));
                        let holds =
                            |w: &capicu_ai::World| w.hands[seat].intersects(TileSet::suit(pip));
                        assert!(!worlds.iter().any(holds));
                        assert_eq!(view.moves()[turn - 1].seat, seat);
                    }
                    Clue::Shuts(odds) => {
                        told[1] += 1;
                        let rival = decision.actions[judged.rival.expect("one")];
                        let near = |told: u16, found: f64| (f64::from(told) - found).abs() < 35.0;
                        assert!(near(odds.better, share(odds.seat, rival)), "{odds:?}");
                        assert!(
                            near(odds.other, share(odds.seat, decision.action())),
                            "{odds:?}"
                        );
                    }
                    Clue::Holds(tally) | Clue::Stitches(tally) | Clue::CutsOff(tally) => {
                        told[2] += 1;
                        let capicu::Tally { pip, held, others } = tally;
                        let lie = view.board().layout().laid();
                        let suit = TileSet::suit(pip) & rules.tiles();
                        let rival = decision.actions[judged.rival.expect("one")];
                        let (Action::Lead(laid) | Action::Play { tile: laid, .. }) = rival else {
                            panic!("the better action plays a tile");
                        };
                        let mine = u8::from(suit.contains(laid));
                        let there = (suit & lie).len() as u8;
                        assert_eq!(held + others + there + mine, suit.len() as u8);
                    }
                    Clue::Led { seat, tile } => {
                        let opening = &view.moves()[0];
                        assert_eq!((opening.seat, opening.action), (seat, Action::Lead(tile)));
                    }
                    Clue::OneNumber { pip } => {
                        let rival = decision.actions[judged.rival.expect("one")];
                        assert_eq!(rival, Action::Lead(capicu::Tile::double(pip)));
                    }
                    // In this game ends do not score, and there is no boneyard.
                    Clue::Scores { .. } | Clue::Denies(_) | Clue::Boneyard { .. } => {
                        panic!("{clue:?}")
                    }
                }
            }
        }
    }
    println!("facts told: {told:?}, certain places: {certain}");
    assert!(certain > 100, "{certain}");
    assert!(told[0] > 0 && told[1] > 0, "{told:?}");
}
