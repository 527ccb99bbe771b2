//! How good each lead is.

use capicu::{Action, Duty, Game, Match, Opening, Round, Rules, Seat, Standing, TileSet};
use capicu_ai::{Memory, Model};
use capicu_analysis::{Batch, NoLeads, Poser};

fn rules(id: &str, players: u8) -> Rules {
    let game = Game::by_id(id).and_then(|game| game.rules(players));
    game.expect("a game for so many")
}

fn hand(text: &str) -> TileSet {
    let tiles = text.split_whitespace();
    tiles
        .map(|tile| tile.parse::<capicu::Tile>().expect("a tile"))
        .collect()
}

const HAND: &str = "6-6 6-5 6-4 6-0 3-1 2-0 1-0";

const EIGHT: &str = "6-6 6-5 6-4 6-0 3-1 2-0 1-0 5-5";

fn batches(poser: &Poser, order: impl Iterator<Item = usize>) -> Vec<Batch> {
    order
        .map(|number| poser.batch(number).expect("deals"))
        .collect()
}

/// The batches may be done in any order, and are the same each time.
#[test]
fn the_order_of_the_work_changes_nothing() {
    let poser =
        Poser::new(rules("jamaican-partner", 4), &[0, 0], hand(HAND), 2_000).expect("a choice");
    let forth = batches(&poser, 0..Poser::BATCHES);
    let back = batches(&poser, (0..Poser::BATCHES).rev());
    let leads = poser.leads(&forth).expect("all batches");
    assert_eq!(poser.leads(&back), Some(leads.clone()));
    assert_eq!(leads.leads.len(), 7);
    assert_eq!((leads.leads[0].loss, leads.leads[0].loss_error), (0, 0));
    assert!(leads.deals > 0 && leads.stake > 0);
    assert_eq!(poser.leads(&forth[..Poser::FEWEST - 1]), None);
    assert!(poser.leads(&forth[..Poser::FEWEST]).is_some());
}

/// A second way: rounds dealt by other seeds until this hand comes, all other tiles by chance, played on by the model. In
/// block for two the difference of the best and the worst lead is that within the errors of both.
#[test]
fn losses_are_those_of_rounds_dealt_another_way() {
    let rules = rules("block", 2);
    let held = hand("6-6 5-5 4-4 3-3 2-1 1-0 2-0 3-0");
    let poser = Poser::new(rules, &[50, 60], held, 60_000).expect("a choice");
    let leads = poser
        .leads(&batches(&poser, 0..Poser::BATCHES))
        .expect("all");
    let (best, worst) = (leads.leads[0], leads.leads[leads.leads.len() - 1]);
    let mut standing = Standing::new(&rules);
    standing.scores = [50, 60].into_iter().collect();
    (standing.round, standing.decided) = (1, 1);
    let equity = capicu_ai::Equity::of(&rules);
    let team = rules.team(Seat::default());
    let mut model = Model::default();
    let n = 3_000;
    let mut off = Vec::new();
    for number in 0..n {
        let mut rest: Vec<_> = (rules.tiles() - held).into_iter().collect();
        rest.sort_by_key(|tile| capicu_ai::scattered(64 * number + u64::from(tile.index())));
        let mut rest = rest.into_iter();
        let theirs: TileSet = rest.by_ref().take(8).collect();
        let hands = [held, theirs].into_iter().collect();
        let deal = capicu::Deal::new(&rules, hands, rest.collect(), 0).expect("a deal");
        let opening = Opening {
            seat: Seat::default(),
            duty: Duty::Any,
            may_hand_over: false,
        };
        let worth = |action: Action, model: &mut Model| {
            let mut round = Round::new(rules, standing, opening, &deal).expect("a round");
            let memory = Memory::of(&round.view_from_here(Seat::default()));
            model.finish(&mut round, memory, Some(action), number);
            let mut game = Match::new(rules).at(standing);
            let board = round.board();
            let (opener, points) = (board.opener(), *board.points());
            game.write_down(opener, &points, round.outcome().expect("it is over"));
            equity.chance_in(&game, team)
        };
        off.push(worth(best.action, &mut model) - worth(worst.action, &mut model));
    }
    let mean = off.iter().sum::<f64>() / n as f64;
    let squares: f64 = off.iter().map(|one| (one - mean).powi(2)).sum();
    let error = (squares / (n * (n - 1)) as f64).sqrt();
    let told = worst.loss as f64 * leads.stake as f64 / 1e12;
    let told_error = worst.loss_error as f64 * leads.stake as f64 / 1e12;
    let within = 3.0 * error.hypot(told_error);
    println!("{told:.4} told, {mean:.4} found, within {within:.4}");
    assert!(worst.is_worse(), "{worst:?}");
    assert!((told - mean).abs() < within, "{told} {mean} {within}");
}

#[test]
fn a_hand_that_nobody_can_lead_from_is_refused() {
    let block = rules("block", 2);
    let new = |scores: &[u16], text: &str| Poser::new(block, scores, hand(text), 100).map(drop);
    let due = NoLeads::HandSize { there: 6, due: 8 };
    assert_eq!(new(&[0, 0], "6-6 5-5 4-4 3-1 2-1 1-0"), Err(due));
    let due = NoLeads::Scores { there: 1, due: 2 };
    assert_eq!(new(&[0], EIGHT), Err(due));
    let off = NoLeads::NotInGame("7-6".parse().expect("a tile"));
    assert_eq!(new(&[0, 0], "7-6 6-5 6-4 6-0 3-1 2-0 1-0"), Err(off));
    assert_eq!(new(&[20_000, 0], EIGHT), Err(NoLeads::MatchOver));
    assert_eq!(new(&[0, 0], EIGHT), Ok(()));
}
