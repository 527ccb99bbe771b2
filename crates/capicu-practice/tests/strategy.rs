//! Recomputes every fact of the lessons of strategy from their deals, and plays the lessons.

use capicu::{Action, Ended, Game, Round, Seat, Tile, View};
use capicu_i18n::{Lang, Strategy, Texts};
use capicu_practice::{StrategyDeal, StrategyLesson, strategy_moments};
use capicu_protocol::{ClientMessage, CreateTable, Key, ServerMessage, TableRules};
use capicu_solver::{Objective, Solver};

use crate::lessons::asked;

/// A wish for another game, which lessons of strategy do not read.
fn other() -> CreateTable {
    let game = Game::by_id("draw").unwrap();
    asked(TableRules::new(game.id, &game.rules(2).unwrap()))
}

/// The round and the person's view at the choice of a lesson.
fn moment(deal: &StrategyDeal) -> (Round, View) {
    let game = Game::by_id("cien").unwrap();
    let rules = game.rules(4).unwrap();
    let mut found = None;
    strategy_moments(&rules, deal.number, |at, round, view| {
        if at == deal.at {
            found = Some((round.clone(), view.clone()));
        }
    });
    found.expect("the moment of a lesson")
}

/// The person, and the others in turn.
fn seats() -> [Seat; 4] {
    [0, 1, 2, 3].map(|at| Seat::new(at).expect("a seat"))
}

/// The halves of tiles, counted from their text.
fn has(tile: Tile, pip: u8) -> bool {
    tile.to_string()
        .split('-')
        .any(|half| half == pip.to_string())
}

fn count(tiles: impl IntoIterator<Item = Tile>, pip: u8) -> usize {
    tiles.into_iter().filter(|tile| has(*tile, pip)).count()
}

fn ends(round: &Round) -> Vec<u8> {
    let ends = round.board().layout().ends();
    let mut ends: Vec<u8> = ends.iter().map(|end| end.pip().value()).collect();
    ends.sort_unstable();
    ends
}

fn after(round: &Round, action: Action) -> Round {
    let mut round = round.clone();
    round.play(action).expect("a legal play");
    round
}

/// The ends before each pass of a seat, from the moves alone.
fn passed(view: &View, seat: Seat) -> Vec<u8> {
    let (mut line, mut passed) = (Vec::<u8>::new(), Vec::new());
    for mv in view.moves() {
        match mv.action {
            Action::Lead(tile) => line = vec![tile.high().value(), tile.low().value()],
            Action::Play { tile, on } => {
                let at = line.iter().position(|end| has(tile, *end) && has(on, *end));
                // Where both ends would do, either leaves the same numbers.
                let end = line.get_mut(at.expect("an end")).expect("an end");
                let [high, low] = [tile.high().value(), tile.low().value()];
                *end = if *end == high { low } else { high };
            }
            Action::Pass if mv.seat == seat => passed.extend(&line),
            _ => {}
        }
    }
    passed.sort_unstable();
    passed.dedup();
    passed
}

fn can_play(round: &Round, seat: Seat) -> bool {
    let mut hand = round.hands()[seat].into_iter();
    let ends = ends(round);
    hand.any(|tile| ends.iter().any(|end| has(tile, *end)))
}

/// The pips of the person's pair, and of the other pair.
fn pips(round: &Round) -> (u16, u16) {
    let of = |seat: Seat| {
        let tiles = round.hands()[seat].into_iter();
        tiles.map(|tile| u16::from(tile.high().value() + tile.low().value()))
    };
    let [me, right, partner, left] = seats();
    let ours = of(me).chain(of(partner)).sum();
    (ours, of(right).chain(of(left)).sum())
}

#[test]
fn only_one_play_of_each_lesson_wins_and_the_others_lose() {
    for deal in StrategyDeal::ALL {
        let (round, _) = moment(&deal);
        let name = deal.facts.name();
        assert_eq!(round.to_act(), Some(seats()[0]), "{name}");
        let solution = Solver::<u32>::new()
            .solve(&round, Objective::Result)
            .expect("a solved round");
        assert!(solution.actions.len() > 1, "{name}");
        for (action, value) in &solution.actions {
            let wins = *action == deal.best();
            assert_eq!(*value, if wins { 1 } else { -1 }, "{name}: {action:?}");
        }
        let tempting = |action: &Action| action.tile() == Some(deal.other);
        assert!(round.legal_actions().iter().any(tempting), "{name}");
    }
}

#[test]
fn facts_of_each_lesson_are_those_of_its_deal() {
    for deal in StrategyDeal::ALL {
        let (round, view) = moment(&deal);
        let laid = view.board().layout().laid();
        let better = after(&round, deal.best());
        let worse = |round: &Round| {
            let plays = round.legal_actions();
            let play = plays.iter().find(|play| play.tile() == Some(deal.other));
            ends(&after(round, *play.expect("the tempting tile")))
        };
        let [me, right, partner, left] = seats();
        let shut = |seats: &[Seat]| seats.iter().all(|seat| !can_play(&better, *seat));
        match deal.facts {
            Strategy::Count { pip, laid: n, held } => {
                assert_eq!(count(laid, pip), usize::from(n));
                assert_eq!(count(view.hand(), pip), usize::from(held));
                assert_eq!(n + held, 7, "nobody else has one");
                assert_eq!(ends(&better), [pip, pip]);
                assert!(shut(&[right, partner, left]) && can_play(&better, me));
            }
            Strategy::Pass {
                passed: on,
                worse: leaves,
            } => {
                assert_eq!(passed(&view, right), on);
                assert_eq!(ends(&better), on);
                assert!(shut(&[right]));
                assert_eq!(worse(&round), leaves);
            }
            Strategy::Partner {
                passed: on,
                double,
                worse: leaves,
            } => {
                assert_eq!(passed(&view, partner), on);
                let laid = view
                    .moves()
                    .iter()
                    .find(|mv| mv.action.tile() == Some(double));
                assert_eq!(laid.map(|mv| mv.seat), Some(partner));
                let pip = double.high().value();
                assert!(ends(&better).contains(&pip) && can_play(&better, partner));
                assert_eq!(worse(&round), leaves);
                assert!(
                    leaves
                        .iter()
                        .all(|pip| count(round.hands()[partner], *pip) == 0)
                );
            }
            Strategy::Double {
                double,
                pip,
                laid: n,
                held,
            } => {
                assert!(
                    view.hand().contains(double) && double.to_string() == format!("{pip}-{pip}")
                );
                assert_eq!(count(laid, pip), usize::from(n));
                assert_eq!(count(view.hand(), pip), usize::from(held));
                assert_eq!(n + held, 7, "nobody else has one");
                assert_eq!(ends(&better), [pip, pip]);
                assert!(shut(&[right, partner, left]));
                let mut end = better;
                for _ in [right, partner, left] {
                    end = after(&end, Action::Pass);
                }
                let plays = end.legal_actions();
                assert!(plays.iter().all(|play| play.tile() == Some(double)));
                let end = after(&end, plays[0]);
                assert!(end.outcome().is_some(), "the double ends the round");
            }
            Strategy::Block {
                pip,
                laid: n,
                ours,
                theirs,
            } => {
                assert_eq!(count(laid, pip), usize::from(n));
                assert_eq!(ends(&better), [pip, pip]);
                assert!(shut(&[me, right, partner, left]));
                let outcome = better.outcome().expect("the end of the round");
                assert!(matches!(outcome.ended, Ended::Blocked(_)));
                assert_eq!(pips(&better), (ours, theirs));
                assert!(ours < theirs);
            }
        }
    }
}

struct Played {
    lesson: StrategyLesson,
    now: u64,
}

/// Plays an action in a lesson, and lets the table answer.
fn play(deal: &StrategyDeal, action: Action) -> Played {
    let name = format!("strategy-{}", deal.facts.name());
    let (mut lesson, told) = StrategyLesson::new(&name, other(), || [7; 32], 0).expect("a lesson");
    let version = told.iter().find_map(|message| match message {
        ServerMessage::Snapshot(snapshot) => Some(snapshot.version),
        _ => None,
    });
    let (round, view) = moment(deal);
    // The table is at the moment of the deal.
    let shown = lesson.view().expect("a round");
    assert_eq!(shown.hand(), round.hands()[seats()[0]], "{name}");
    assert_eq!(shown.moves(), view.moves(), "{name}");
    assert_eq!(lesson.told().expect("the evidence").topic, "look");
    assert_eq!(lesson.wait(0), None, "the table waits for the reader");
    lesson.go_on();
    assert_eq!(lesson.told().expect("the question").topic, "try");
    assert_eq!(lesson.wait(0), None, "it is the person's turn");
    let act = ClientMessage::Act {
        key: Key::new("k").unwrap(),
        expected: version.expect("a snapshot"),
        action: action.into(),
    };
    let mut now = 100_000;
    lesson.hear(act, now);
    for _ in 0..50 {
        let Some(wait) = lesson.wait(now) else {
            break;
        };
        assert_eq!(lesson.told(), None, "{name}: the others answer");
        now += u64::from(wait.after);
        lesson.happen(wait.step, now);
    }
    Played { lesson, now }
}

#[test]
fn table_answers_a_play_and_then_the_lesson_says_why() {
    for (at, deal) in StrategyDeal::ALL.iter().enumerate() {
        let (round, _) = moment(deal);
        for action in round.distinct_actions() {
            let Played { mut lesson, now } = play(deal, action);
            let told = lesson.told().expect("the reason");
            assert_eq!((told.topic, told.at, told.of), ("why", at + 1, 5));
            let words = &told.words["en"];
            let right = action == deal.best();
            assert_eq!(words.title.starts_with("Right"), right, "{}", words.title);
            assert_eq!(words.buttons.len(), 3);
            assert_eq!(told.next.is_none(), at == 4);
            lesson.go_on();
            assert_eq!(lesson.told(), None);
            // Then it is a table like any other, unless the round is over and the person reads its result.
            let over = |view: &View| view.board().to_act().is_none();
            let waits = lesson
                .view()
                .is_none_or(|view| view.is_my_turn() || over(view));
            assert!(waits || lesson.wait(now).is_some());
        }
    }
}

#[test]
fn everybody_else_passes_where_the_lesson_says_so() {
    for name in ["count", "double"] {
        let deal = StrategyDeal::named(name).unwrap();
        let Played { lesson, .. } = play(deal, deal.best());
        let moves = lesson.view().expect("a round").moves();
        let answers = moves.iter().rev().take(3).map(|mv| mv.action);
        assert!(answers.eq([Action::Pass; 3]), "{name}");
    }
}

#[test]
fn unknown_lesson_is_no_lesson_of_strategy() {
    for name in ["strategy-chess", "count", "cien", ""] {
        assert!(StrategyLesson::new(name, other(), || [7; 32], 0).is_none());
    }
}

#[test]
fn every_lesson_has_its_texts_in_every_language() {
    for deal in StrategyDeal::ALL {
        let tiles = [deal.better.0, deal.other];
        let mut looks = Vec::new();
        for lang in Lang::ALL {
            let texts = Texts::new(*lang);
            let told = texts.strategy(deal.facts, tiles);
            assert!(!told.title.is_empty());
            assert!(told.why.contains(&texts.tile(tiles[0])), "{}", told.why);
            assert!(!looks.contains(&told.look), "{}", told.look);
            looks.push(told.look);
        }
    }
}

#[test]
fn pages_list_the_lessons_of_the_deals() {
    let listed = Texts::new(Lang::En)
        .strategy_lessons()
        .map(|(name, _)| name);
    let names = StrategyDeal::ALL.map(|deal| deal.facts.name());
    assert_eq!(listed, names);
}
