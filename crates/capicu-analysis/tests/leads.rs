//! The values of leads.

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

/// Block for two in which the winner leads (B1). Otherwise the highest double must be led in every round.
fn block_led_by_the_winner() -> Rules {
    let choices = Game::by_id("block").and_then(|game| game.choices(2));
    let choices = choices.expect("a game").with("next-opener", "winner");
    Rules::new(choices.expect("a value")).expect("a game")
}

const HAND: &str = "6-6 6-5 6-4 6-0 3-1 2-0 1-0";

const EIGHT: &str = "6-6 6-5 6-4 6-0 3-1 2-0 1-0 5-5";

fn batches(poser: &Poser, order: impl Iterator<Item = usize>) -> Vec<Batch> {
    order
        .map(|number| poser.batch(number).expect("deals"))
        .collect()
}

/// Batches give the same results in any order.
#[test]
fn batches_give_the_same_result_in_any_order() {
    let poser =
        Poser::new(rules("jamaican-partner", 4), &[1, 0], hand(HAND), 2_000).expect("a choice");
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

/// A second method: deal the other tiles at random by other seeds and play on by the model. In block for two, the
/// difference between the best and the worst lead agrees within both errors.
#[test]
fn losses_match_rounds_dealt_at_random() {
    let rules = block_led_by_the_winner();
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
    let side = rules.side(Seat::default());
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
            equity.chance_in(&game, side)
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
fn hand_without_a_choice_of_leads_is_refused() {
    let block = block_led_by_the_winner();
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

fn leads(rules: Rules, scores: &[u16], text: &str) -> Result<Vec<String>, NoLeads> {
    let poser = Poser::new(rules, scores, hand(text), 100)?;
    let actions = poser.actions().iter().map(ToString::to_string);
    Ok(actions.collect())
}

/// 001:69: in French the winner of the last round leads a double of his choice.
#[test]
fn french_winner_chooses_among_doubles() {
    let french = rules("french", 4);
    let doubles = ["0-0", "1-1", "3-3", "4-4", "5-5", "6-6"].map(str::to_owned);
    let held = "6-6 3-3 5-5 0-0 1-1 4-4 4-2";
    assert_eq!(leads(french, &[0, 5, 3, 9], held), Ok(doubles.to_vec()));
    let one = "6-6 6-5 6-4 6-0 3-1 2-0 1-0";
    let none = "6-2 6-5 6-4 6-0 3-1 2-0 1-0";
    for held in [one, none] {
        assert_eq!(
            leads(french, &[0; 4], held),
            Err(NoLeads::Nothing),
            "{held}"
        );
    }
    let poser = Poser::new(french, &[0, 5, 3, 9], hand(held), 2_000).expect("a choice");
    let found = poser.leads(&batches(&poser, 0..Poser::BATCHES));
    assert_eq!(found.map(|found| found.leads.len()), Some(6));
}

/// 003:9: in Block the highest double must be led in every round. 003:53: in All Fives its holder leads any tile.
/// 001:44: at love all in the Jamaican game, the holder of 6-6 opens and must lead it.
#[test]
fn lead_decided_by_the_rules_is_not_a_choice() {
    assert_eq!(
        leads(rules("block", 2), &[0, 0], EIGHT),
        Err(NoLeads::Named)
    );
    let fives = rules("all-fives", 2);
    let any = leads(fives, &[0, 0], "6-5 4-4 3-1 2-0 1-0").expect("a choice");
    assert_eq!(any.len(), 5);
    let no_double = leads(fives, &[0, 0], "6-5 4-3 3-1 2-0 1-0");
    assert_eq!(no_double, Err(NoLeads::Nothing));
    let jamaican = rules("jamaican-partner", 4);
    assert_eq!(leads(jamaican, &[0, 0], HAND), Err(NoLeads::NamedAtScore));
    assert_eq!(Poser::usual_scores(&jamaican), [1, 0]);
    assert_eq!(leads(jamaican, &[1, 0], HAND).map(|all| all.len()), Ok(7));
    assert_eq!(Poser::usual_scores(&rules("cien", 4)), [0, 0]);
    assert_eq!(Poser::usual_scores(&rules("block", 2)), [0, 0]);
}
