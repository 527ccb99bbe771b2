//! Calls: declaring the score of a tile, and claiming a score that was not declared.

use crate::session::host::{Host, seat, setup, token};
use crate::session::sitting::refusal;
use capicu::Waiting;
use capicu_protocol::{Level, Refusal};
use capicu_table::{Command, Input, Setup};

#[test]
fn bot_declares_the_score_of_its_tile() {
    let mut choices = capicu::Game::by_id("all-fives")
        .unwrap()
        .choices(2)
        .unwrap();
    choices.set("calls", "declared").unwrap();
    let rules = capicu::Rules::new(choices).unwrap();
    let mut host = Host::new(attentive(setup(rules, "all-fives", "pb")), 11);
    let ana = host.connect(token(1), None, None);
    let mut called = 0;
    for n in 0..400 {
        match host.waiting() {
            Waiting::Act(of) if of == seat(0) => {
                host.act(ana, seat(0), &format!("k{n}"));
            }
            Waiting::Act(_) => {
                bot_plays(&mut host);
            }
            Waiting::Nothing => break,
            _ => {
                let deal = host.table().n_deals();
                host.say(ana, &format!("r{n}"), Command::Ready { deal });
            }
        }
        let calls = host.journal.iter().filter(|entry| {
            matches!(entry.fact, capicu_table::Fact::Called { seat: of, .. } if of == seat(1))
        });
        called = calls.count();
        let board = host.table().round().map(capicu::Round::board);
        let missed =
            board.is_some_and(|board| board.callable(seat(1), capicu::Call::Declare).is_some());
        assert!(!missed, "nothing is left to declare");
    }
    assert!(called > 5, "{called}");
    host.check_refold();
}

#[test]
fn bot_leaves_time_to_call_with_or_without_a_score() {
    let rules = fives(&[("calls", "declared"), ("call-sum", "own")]);
    let mut host = Host::new(attentive(setup(rules, "all-fives", "pb")), 3);
    let ana = host.connect(token(1), None, None);
    until_ana_lays(&mut host, ana, false);
    assert_eq!(host.wake, Some(host.now + 4_000));
    host.now += 3_999;
    host.handle(Input::Tick);
    assert!(!host.choose(), "nobody is rushed");
    // The table does not wait for a player who has named the points, right or wrong.
    let expected = host.version();
    let call = capicu::Call::Sum(7);
    host.say(ana, "seven", Command::Call { expected, call });
    assert!(host.choose());
    // It survives a restart.
    until_ana_lays(&mut host, ana, false);
    host.restart();
    assert!(!host.choose());
    host.now += 4_000;
    host.handle(Input::Tick);
    assert!(host.choose());
    host.check_refold();
}

/// A call of more points than possible is a wrong call like any other (A14), and no call at all if the table shows the
/// sum.
#[test]
fn call_of_an_impossible_amount_is_a_wrong_call() {
    let own = [
        ("calls", "muggins"),
        ("call-sum", "own"),
        ("wrong-call", "5"),
    ];
    for (amount, good) in [(u16::MAX, true), (1, true), (u16::MAX, false), (0, true)] {
        let mut host = Host::new(setup(fives(&own), "all-fives", "pb"), 5);
        let ana = host.connect(token(1), None, None);
        until_ana_lays(&mut host, ana, good);
        let scores = |host: &Host| {
            let board = host.table().round().unwrap().board();
            [0, 1].map(|side| board.score(capicu::Side::new(side).unwrap()))
        };
        let before = scores(&host);
        let expected = host.version();
        let call = capicu::Call::Sum(amount);
        host.say(ana, "much", Command::Call { expected, call });
        let after = scores(&host);
        let points = |side: usize| after[side] - before[side];
        assert_eq!((points(0), points(1)), (0, 5), "{amount}");
        host.check_refold();
    }
    let told = [("calls", "muggins"), ("call-sum", "told")];
    let mut host = Host::new(setup(fives(&told), "all-fives", "pb"), 5);
    let ana = host.connect(token(1), None, None);
    until_ana_lays(&mut host, ana, true);
    let expected = host.version();
    let call = capicu::Call::Sum(u16::MAX);
    let said = host.say(ana, "much", Command::Call { expected, call });
    assert_eq!(refusal(said), Some(Refusal::NothingToCall));
}

#[test]
fn bot_claims_a_missed_score_after_people_could() {
    let rules = fives(&[("calls", "muggins"), ("call-sum", "own")]);
    let mut host = Host::new(attentive(setup(rules, "all-fives", "pb")), 5);
    let ana = host.connect(token(1), None, None);
    until_ana_lays(&mut host, ana, true);
    host.now += 4_000;
    host.handle(Input::Tick);
    assert!(host.choose());
    let claimed = |host: &Host| {
        let muggins = |entry: &&capicu_table::Entry| {
            let call = capicu::Call::Muggins;
            entry.fact
                == capicu_table::Fact::Called {
                    seat: seat(1),
                    call,
                }
        };
        host.journal.iter().filter(muggins).count()
    };
    assert_eq!(claimed(&host), 0, "the next tile has only just been laid");
    host.now += 2_499;
    host.handle(Input::Tick);
    assert_eq!(claimed(&host), 0);
    host.now += 1;
    host.handle(Input::Tick);
    assert_eq!(claimed(&host), 1);
    host.check_refold();
}

#[test]
fn weak_bots_overlook_scores_and_strong_ones_do_not() {
    let missed = |level| {
        let rules = fives(&[("calls", "declared"), ("target", "250")]);
        let table = Setup {
            level,
            ..setup(rules, "all-fives", "pb")
        };
        let mut host = Host::new(table, 11);
        let ana = host.connect(token(1), None, None);
        let mut missed = 0;
        for n in 0..600 {
            match host.waiting() {
                Waiting::Act(of) if of == seat(0) => {
                    let board = host.table().round().unwrap().board();
                    missed += usize::from(board.due_call().is_some_and(|(of, _)| of == seat(1)));
                    host.act(ana, seat(0), &format!("k{n}"));
                }
                Waiting::Act(_) => bot_plays(&mut host),
                Waiting::Nothing => break,
                _ => {
                    let deal = host.table().n_deals();
                    host.say(ana, &format!("r{n}"), Command::Ready { deal });
                }
            }
        }
        missed
    };
    assert_eq!(missed(Level::Match), 0);
    assert!(missed(Level::Heaviest) > 0);
}

fn fives(changes: &[(&str, &str)]) -> capicu::Rules {
    let game = capicu::Game::by_id("all-fives").unwrap();
    let mut choices = game.choices(2).unwrap();
    for (option, value) in changes {
        choices.set(option, value).unwrap();
    }
    capicu::Rules::new(choices).unwrap()
}

/// Plays until Ana has just laid a tile and the round continues; with `scores`, a tile that makes points.
fn until_ana_lays(host: &mut Host, ana: u64, scores: bool) {
    for n in 0..400 {
        let tiles = |host: &Host| {
            let round = host.table().round();
            round.map_or(0, |round| round.board().layout().laid().len())
        };
        let laid = tiles(host);
        match host.waiting() {
            Waiting::Act(of) if of == seat(0) => {
                host.act(ana, seat(0), &format!("k{n}"));
                let board = host.table().round().unwrap().board();
                let mine = board.due_call().is_some_and(|(of, _)| of == seat(0));
                let goes_on = matches!(board.turn(), capicu::Turn::Play(of) if of == seat(1));
                if tiles(host) > laid && goes_on && (mine || !scores) {
                    return;
                }
            }
            Waiting::Act(_) => bot_plays(host),
            Waiting::Nothing => break,
            _ => {
                let deal = host.table().n_deals();
                host.say(ana, &format!("r{n}"), Command::Ready { deal });
            }
        }
    }
    panic!("no such tile in a whole match");
}

/// A table whose bots overlook nothing.
fn attentive(setup: Setup) -> Setup {
    Setup {
        level: Level::Match,
        ..setup
    }
}

/// Lets the bot on turn play, after the time that it leaves to people.
pub fn bot_plays(host: &mut Host) {
    if !host.choose() {
        host.now += 4_000;
        host.handle(Input::Tick);
        assert!(host.choose(), "a bot waits no longer than that");
    }
}
