//! Laws that hold for every game, checked on random matches.

use std::collections::BTreeSet;

use capicu::fair::Seed;
use capicu::{
    Action, Board, Event, Fact, Game, IllegalAction, Round, Rules, Seat, Table, TableView, TileSet,
    View, VisibleEvent, Waiting,
};

/// A small generator for choosing actions; deals have their own.
struct Choose(u64);

impl Choose {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        ((self.0 >> 33) as usize) % n
    }
}

fn tiles_of(table: &Table, rules: &Rules) -> (TileSet, usize) {
    let round = table.round().unwrap();
    let mut all = round.board().layout().laid();
    let mut n = all.len();
    for hand in round.hands().iter() {
        all |= *hand;
        n += hand.len();
    }
    for tile in round.boneyard() {
        all.insert(tile);
        n += 1;
    }
    assert!((all - rules.tiles()).is_empty());
    (all, n)
}

/// All actions that the round accepts from the seat to act, of those with a tile of its hand or without one.
fn accepted(round: &Round) -> BTreeSet<Action> {
    let tiles = round.board().rules().tiles();
    let hand = round
        .to_act()
        .map_or(TileSet::EMPTY, |seat| round.hands()[seat]);
    let plays = hand.into_iter().flat_map(|tile| {
        let on = move |on| Action::Play { tile, on };
        tiles.into_iter().map(on).chain([Action::Lead(tile)])
    });
    let others = [Action::Draw, Action::Pass, Action::HandOver];
    let all = plays.chain(others);
    all.filter(|action| round.check(*action).is_ok()).collect()
}

fn random_match(rules: Rules, seed: u64, max_rounds: usize) -> usize {
    let dealer = Seed::from_number(seed);
    let mut choose = Choose(seed);
    let mut table = Table::new(rules);
    let mut views: Vec<TableView> = Seat::all(rules.n_seats())
        .map(|seat| TableView::new(rules, seat))
        .collect();
    let mut rounds = 0;
    let mut actions_this_round = 0;
    let mut boards: Vec<Board> = Vec::new();
    while rounds < max_rounds {
        let fact = match table.waiting() {
            Waiting::Nothing => break,
            Waiting::TurnUp => Fact::TurnedUp(dealer.turn_up(table.game(), table.n_turned_up())),
            Waiting::Deal => {
                Fact::Dealt(Box::new(dealer.deal(table.game().rules(), table.n_deals())))
            }
            Waiting::Act(seat) => {
                let round = table.round().unwrap();
                let every = round.legal_actions();
                let distinct = round.distinct_actions();
                assert!(!distinct.is_empty());
                assert!(distinct.iter().all(|action| every.contains(action)));
                assert_eq!(accepted(round), every.iter().copied().collect());
                for view in &views {
                    let view = view.round().unwrap();
                    if view.seat() == seat {
                        assert_eq!(view.legal_actions(), every);
                        assert_eq!(view.distinct_actions(), distinct);
                    } else {
                        assert!(view.legal_actions().is_empty());
                        let why = Err(IllegalAction::NotYourTurn);
                        assert_eq!(view.check(every[0]), why);
                    }
                }
                boards.push(round.board().clone());
                Fact::Acted(every[choose.below(every.len())])
            }
        };
        let events = table.apply(&fact).unwrap();
        for view in &mut views {
            for event in &events {
                let seen = event.visible_to(view.viewer());
                if let (VisibleEvent::Dealt { .. }, Event::Dealt { .. }) = (&seen, event) {
                    actions_this_round = 0;
                }
                view.observe(&seen);
            }
        }
        if let Some(round) = table.round() {
            assert_eq!(
                tiles_of(&table, &rules),
                (rules.tiles(), rules.tiles().len())
            );
            for view in &views {
                let seen = view.round().unwrap();
                assert_eq!(seen.board(), round.board());
                assert_eq!(seen.hand(), round.hands()[seen.seat()]);
            }
            if let Fact::Acted(Action::Pass | Action::Draw) = fact {
                knows_who_lacks_what(views[0].round().unwrap(), round);
            }
        }
        actions_this_round += 1;
        // Every action lays a tile, draws one, or is a pass; between two of the others at most two rounds of passes
        // fit.
        let bound = 2 * rules.tiles().len() * (2 * usize::from(rules.n_seats()) + 1) + 20;
        assert!(actions_this_round < bound, "a round never ends");
        if matches!(events.last(), Some(Event::RoundOver(_))) {
            rounds += 1;
            for view in &views {
                assert_eq!(view.scores(), table.game().standing().scores);
                happens_again(view.round().unwrap(), &boards);
            }
            boards.clear();
        }
    }
    rounds
}

/// No seat holds a tile that everybody knows it lacks, and a seat that passed lacks every tile that fitted.
fn knows_who_lacks_what(view: &View, round: &Round) {
    let lacks = view.lacks();
    for seat in Seat::all(round.board().rules().n_seats()) {
        let held = lacks[seat] & round.hands()[seat];
        assert!(held.is_empty(), "{seat} holds {held:?}");
        let passed = view.public().passed_on(seat);
        let hand = round.hands()[seat];
        for pip in &passed {
            let held = hand.into_iter().find(|tile| tile.has(*pip));
            assert_eq!(held, None, "{seat} has passed on {pip:?}");
        }
        assert!(passed.is_sorted_by(|one, next| one < next), "{passed:?}");
    }
    if let Some(mv) = view.moves().last().filter(|mv| mv.action == Action::Pass) {
        let layout = round.board().layout();
        let led = layout.first().is_some();
        let fitted = if led {
            layout.playable()
        } else {
            TileSet::DOUBLES
        };
        assert!((fitted - lacks[mv.seat]).is_empty(), "{}", mv.seat);
    }
}

/// Replaying the round of a view gives the same boards, except for the points.
fn happens_again(view: &View, boards: &[Board]) {
    let mut n = 0;
    view.replay(|board, mv| {
        assert_eq!(*mv, view.moves()[n]);
        assert_eq!(board.layout(), boards[n].layout());
        assert_eq!(board.turn(), boards[n].turn());
        assert_eq!(board.held(), boards[n].held());
        assert_eq!(board.boneyard(), boards[n].boneyard());
        n += 1;
    });
    assert_eq!(n, boards.len());
}

#[test]
fn every_game_obeys_the_laws() {
    for game in Game::ALL {
        for &players in game.players {
            let rules = game.rules(players).unwrap();
            for seed in 0..4 {
                assert!(random_match(rules, seed, 60) > 0, "{} {players}", game.id);
            }
        }
    }
}
