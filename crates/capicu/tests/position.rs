//! Positions: what is printed is read back, and nonsense is refused by name.

use capicu::fair::Seed;
use capicu::rules::{Choices, OptionKind};
use capicu::{
    Boneyard, Call, Duty, Fact, Game, Held, Irregularity, Layout, Opening, PositionPart,
    PositionProblem, Round, Rules, Seat, Setup, SetupError, Table, Tile, TileSet, Turn, Waiting,
};
use proptest::prelude::*;

/// Numbers for choosing, one after the other.
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

/// A game with some of its options varied, as far as they go together.
fn some_rules(game: usize, players: usize, choose: &mut Choose) -> Rules {
    let game = &Game::ALL[game % Game::ALL.len()];
    let n = game.players[players % game.players.len()];
    let mut choices = game.choices(n).unwrap();
    for _ in 0..choose.below(12) {
        let option = &Choices::OPTIONS[choose.below(Choices::OPTIONS.len())];
        let value = match option.kind {
            OptionKind::Word(words) => words[choose.below(words.len())].to_owned(),
            OptionKind::Number { min, max } => {
                let span = usize::from((max - min).min(60)) + 1;
                (min + choose.below(span) as u16).to_string()
            }
            _ => "1-0 2-2".to_owned(),
        };
        // The number of players and the set belong to the game.
        let fixed = ["players", "set"].contains(&option.name);
        let varied = choices.with(option.name, &value).unwrap();
        if !fixed && Rules::new(varied).is_ok() {
            choices = varied;
        }
    }
    Rules::new(choices).unwrap()
}

/// Something that could be noticed at a table now, possible or not.
fn irregular(round: &Round, choose: &mut Choose) -> Irregularity {
    let n = round.board().rules().n_seats();
    let seat = Seat::new(choose.below(usize::from(n)) as u8).unwrap();
    let hand: Vec<Tile> = round.hands()[seat].into_iter().collect();
    let tile = hand.first().copied().unwrap_or_default();
    let on = round
        .board()
        .layout()
        .ends()
        .first()
        .map_or(tile, |end| end.tile());
    match choose.below(8) {
        0 => Irregularity::FalsePass,
        1 => Irregularity::TakenBack { seat },
        2 => Irregularity::WrongPlay {
            tile,
            on,
            open: tile.high(),
        },
        3 => Irregularity::NeedlessDraw,
        4 => Irregularity::MisledDraw,
        5 => Irregularity::OverDrawn { seat },
        6 => Irregularity::Directed { tile, on },
        _ => Irregularity::Exposed { seat, tile },
    }
}

/// What happens next at a table, chosen at random.
fn next(table: &Table, dealer: &Seed, choose: &mut Choose) -> Option<Fact> {
    let rules = *table.game().rules();
    Some(match table.waiting() {
        Waiting::Nothing => return None,
        Waiting::TurnUp => Fact::TurnedUp(dealer.turn_up(table.game(), table.n_turned_up())),
        Waiting::Deal => Fact::Dealt(Box::new(dealer.deal(&rules, table.n_deals()))),
        Waiting::Act(seat) => {
            let round = table.round()?;
            let calls = [(seat, Call::Muggins), (seat, Call::Declare)];
            let mut calls = calls.into_iter().chain(table.due_call());
            let called = calls.find(|(seat, call)| round.board().callable(*seat, *call).is_some());
            match (called, choose.below(20)) {
                (Some((seat, call)), 0..10) => Fact::Called { seat, call },
                (_, 19) => Fact::Irregular(irregular(round, choose)),
                _ => {
                    let actions = round.legal_actions();
                    Fact::Acted(actions[choose.below(actions.len())])
                }
            }
        }
    })
}

/// Reads what is printed of a round, of every view of it and of what everybody sees.
fn is_read_back(round: &Round) -> Result<(), TestCaseError> {
    let Some(setup) = Setup::of(round) else {
        prop_assert!(round.to_act().is_none());
        return Ok(());
    };
    let text = setup.to_string();
    prop_assert!(!text.contains('\n'));
    prop_assert_eq!(text.parse(), Ok(setup.clone()), "{}", text);
    prop_assert_eq!(Round::from_setup(&setup), Ok(round.clone()), "{}", text);

    let hidden = setup.hidden();
    prop_assert_eq!(hidden.check(), Ok(()));
    prop_assert_eq!(hidden.to_string().parse(), Ok(hidden));
    for seat in Seat::all(round.board().rules().n_seats()) {
        let view = round.view_from_here(seat);
        let Some(seen) = Setup::of_view(&view) else {
            prop_assert!(matches!(round.board().turn(), Turn::Declare(_)));
            continue;
        };
        prop_assert_eq!(seen.view(seat), Ok(view));
        let other = seat.next(round.board().rules().n_seats());
        prop_assert_eq!(seen.view(other), Err(SetupError::UnknownHand(other)));
        prop_assert_eq!(seen.to_string().parse(), Ok(seen));
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(100) })]

    #[test]
    fn every_position_is_read_back(
        game in 0..Game::ALL.len(),
        players in 0..12usize,
        seed: u64,
        steps in 1..200usize,
    ) {
        let choose = &mut Choose(seed);
        let rules = some_rules(game, players, choose);
        let dealer = Seed::from_number(seed);
        let mut table = Table::new(rules);
        for _ in 0..steps {
            let Some(fact) = next(&table, &dealer, choose) else { break };
            // What could not have been noticed now is passed over.
            if table.apply(&fact).is_err() {
                continue;
            }
            if let Some(round) = table.round() {
                is_read_back(round)?;
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(1000) })]

    /// Whatever is read is printed and read again, and never panics.
    #[test]
    fn a_changed_position_is_refused_or_plays_to_its_end(
        seed: u64,
        at in 0..600usize,
        with in "[0-9A-E ;:/*+?@=a-z-]{0,3}",
    ) {
        let choose = &mut Choose(seed);
        let rules = some_rules(seed as usize, 0, choose);
        let dealer = Seed::from_number(seed);
        let mut table = Table::new(rules);
        for _ in 0..choose.below(40) {
            let Some(fact) = next(&table, &dealer, choose) else { break };
            let _ = table.apply(&fact);
        }
        let Some(setup) = table.round().and_then(Setup::of) else { return Ok(()) };
        let mut text: Vec<char> = setup.to_string().chars().collect();
        let at = at % text.len();
        text.splice(at..(at + with.len()).min(text.len()), with.chars());
        let text: String = text.into_iter().collect();
        match text.parse::<Setup>() {
            Err(error) => prop_assert!(error.column <= text.len() + 1, "{}: {}", text, error),
            Ok(setup) => {
                prop_assert_eq!(setup.to_string().parse(), Ok(setup.clone()));
                if let Ok(mut round) = Round::from_setup(&setup) {
                    for _ in 0..2000 {
                        let actions = round.legal_actions();
                        if actions.is_empty() { break }
                        let action = actions[choose.below(actions.len())];
                        prop_assert!(round.play(action).is_ok(), "{}: {}", text, action);
                    }
                    prop_assert!(round.outcome().is_some(), "{} never ends", text);
                }
            }
        }
    }
}

fn tile(text: &str) -> Tile {
    text.parse().unwrap()
}

fn tiles(text: &str) -> TileSet {
    text.split_whitespace().map(tile).collect()
}

fn seat(index: u8) -> Seat {
    Seat::new(index).unwrap()
}

/// Six tiles of double-two: A led 2-2, and B has laid 2-1.
const SMALL: &str = "domino-position: 1; rules: block 2 set=double-two hand=2; opening: A any; \
    hands: 2-0 / 1-0; boneyard: 1-1 0-0; laid: 2-2 2-1; ends: 2-2 2-1:1+1; last: B; turn: A";

#[test]
fn a_position_by_hand() {
    let setup: Setup = SMALL.parse().unwrap();
    let round = Round::from_setup(&setup).unwrap();
    let legal: Vec<String> = round
        .legal_actions()
        .iter()
        .map(ToString::to_string)
        .collect();
    assert_eq!(legal, ["2-0@2-2"]);
    assert_eq!(round.board().held().as_slice(), [1, 1]);
    assert_eq!(round.board().last_player(), Some(seat(1)));

    // The same told in the order of play: who laid last follows from whose turn it is.
    let told = SMALL
        .replace(
            "laid: 2-2 2-1; ends: 2-2 2-1:1+1; last: B",
            "layout: 2-2 2-1@2-2",
        )
        .replace("A any", "A");
    assert_eq!(told.parse(), Ok(setup));
    assert_eq!(
        format!("  {told} ; ")
            .parse::<Setup>()
            .map(|read| read.to_string()),
        Ok(SMALL.to_owned())
    );
}

#[test]
fn a_text_that_is_no_position_is_refused_at_its_place() {
    use {PositionPart as Part, PositionProblem as P};
    let cases: [(&str, &str, &str, P); 20] = [
        (
            "domino-position: 1",
            "domino-record",
            "domino-record",
            P::NotAPosition,
        ),
        ("position: 1", "position: 2", "2;", P::Version("2".into())),
        ("turn: A", "turn A", "turn A", P::NoName),
        ("turn: A", "tune: A", "tune", P::UnknownField("tune".into())),
        ("turn: A", "last: A", "last: A", P::Twice("last")),
        ("; turn: A", "", "", P::Missing("turn")),
        ("block 2", "blok 2", "blok", P::UnknownGame("blok".into())),
        (
            "block 2",
            "block 7",
            "7 set",
            P::Players {
                game: "block",
                players: 7,
            },
        ),
        ("block 2", "block x", "x set", P::Expected(Part::Players)),
        ("hand=2", "hand", "hand;", P::Expected(Part::Option)),
        (
            "2-0 / 1-0",
            "2-0 / 1-0 1-0",
            "1-0; bone",
            P::TileTwice(tile("1-0")),
        ),
        ("2-0 / 1-0", "2-0 / 1-O", "1-O", P::Expected(Part::Tile)),
        (
            "2-0 / 1-0",
            "2-0 1-0",
            "2-0 1-0",
            P::Number { there: 1, due: 2 },
        ),
        ("1-1 0-0", "?2x", "2x", P::Expected(Part::Unknown)),
        ("last: B", "last: C", "C; turn", P::NoSeat('C')),
        ("last: B", "last: BA", "BA; turn", P::Expected(Part::Seat)),
        ("2-1:1", "2-1", "2-1+1", P::Expected(Part::Half)),
        (
            "; last",
            "; layout: 2-2; last",
            "2-2 2-1; ends",
            P::TwoLayouts,
        ),
        ("turn: A", "turn: A now", "now", P::Expected(Part::Turn)),
        (
            "turn: A",
            "turn: A; scores: 1 2 3",
            "1 2 3",
            P::Number { there: 3, due: 2 },
        ),
    ];
    for (old, new, place, problem) in cases {
        let text = SMALL.replacen(old, new, 1);
        assert_ne!(text, SMALL, "{old}");
        let error = text.parse::<Setup>().expect_err(new);
        assert_eq!(error.problem, problem, "{text}");
        let at = match place {
            "" => text.len(),
            _ => text.find(place).expect(place),
        };
        assert_eq!(error.column, at + 1, "{text}: {error}");
    }
}

#[test]
fn tiles_and_ends_that_are_no_layout_are_refused() {
    use capicu::LayoutError as L;
    let cases = [
        ("laid: 2-2 2-1", "laid: 2-2 6-1", L::NotInGame(tile("6-1"))),
        (
            "ends: 2-2 2-1:1+1",
            "ends: 2-2 2-0:0+1",
            L::NotLaid(tile("2-0")),
        ),
        (
            "ends: 2-2 2-1:1+1",
            "ends: 2-2 2-1:0+1",
            L::NoSuchHalf {
                tile: tile("2-1"),
                pip: capicu::Pip::BLANK,
            },
        ),
        (
            "ends: 2-2 2-1:1+1",
            "ends: 2-2*3 2-1:1+1",
            L::Places {
                tile: tile("2-2"),
                most: 2,
            },
        ),
        (
            "ends: 2-2 2-1:1+1",
            "ends: 2-1:1+1 2-1:2+1",
            L::Twice(tile("2-1")),
        ),
        (
            "ends: 2-2 2-1:1+1",
            "ends: 2-2 2-1:1",
            L::Depth(tile("2-1")),
        ),
        (
            "ends: 2-2 2-1:1+1",
            "ends: 2-2+1 2-1:1+1",
            L::Depth(tile("2-2")),
        ),
        (
            "ends: 2-2 2-1:1+1",
            "ends: 2-2*2 2-1:1+1",
            L::Open { there: 3, due: 2 },
        ),
        (
            "ends: 2-2 2-1:1+1",
            "ends: 2-1:1+1",
            L::Open { there: 1, due: 2 },
        ),
        ("; last", "; spinner: 2-2; last", L::Spinner),
    ];
    for (old, new, why) in cases {
        let text = SMALL.replacen(old, new, 1);
        assert_ne!(text, SMALL, "{old}");
        let error = text.parse::<Setup>().expect_err(new);
        assert_eq!(error.problem, PositionProblem::Layout(why), "{text}");
    }
}

/// What a change of the small position is refused for.
fn refused(change: impl FnOnce(&mut Setup)) -> SetupError {
    let mut setup = SMALL.parse::<Setup>().unwrap();
    change(&mut setup);
    Round::from_setup(&setup).expect_err("it is nonsense")
}

#[test]
fn nonsense_is_refused_by_name() {
    use SetupError as E;
    let known = |text: &str| Held::Known(tiles(text));
    let cases = [
        (
            refused(|s| s.hands[seat(0)] = known("2-0 2-1")),
            E::Twice(tile("2-1")),
        ),
        (
            refused(|s| s.hands[seat(0)] = known("6-0")),
            E::NotInGame(tile("6-0")),
        ),
        (
            refused(|s| s.hands[seat(0)] = known("")),
            E::Missing(tile("2-0")),
        ),
        (
            refused(|s| s.hands[seat(0)] = Held::Unknown(1)),
            E::UnknownHand(seat(0)),
        ),
        (
            refused(|s| s.hands[seat(0)] = Held::Unknown(2)),
            E::Tiles { there: 7, due: 6 },
        ),
        (
            refused(|s| s.boneyard = Boneyard::Unknown(2)),
            E::UnknownBoneyard,
        ),
        (
            refused(|s| s.hands = [known("2-0")].into_iter().collect()),
            E::Number {
                what: "hands",
                there: 1,
                due: 2,
            },
        ),
        (
            refused(|s| s.made = [0; 3].into_iter().collect()),
            E::Number {
                what: "made",
                there: 3,
                due: 2,
            },
        ),
        (
            refused(|s| s.turn = Turn::Play(seat(2))),
            E::NoSeat(seat(2)),
        ),
        (refused(|s| s.opener = seat(5)), E::NoSeat(seat(5))),
        (refused(|s| s.last_player = None), E::LastPlayer),
        (refused(|s| s.turn = Turn::Over), E::Over),
        (refused(|s| s.turn = Turn::Open(s.opening)), E::Phase),
        (
            refused(|s| s.layout = Layout::new(&s.rules)),
            E::Missing(tile("2-1")),
        ),
        (refused(|s| s.turn = Turn::Declare(seat(1))), E::Declare),
        (
            refused(|s| s.standing.scores = [100, 0].into_iter().collect()),
            E::MatchOver,
        ),
        (
            refused(|s| s.made = [60_000, 0].into_iter().collect()),
            E::TooMany(60_000),
        ),
        (refused(|s| s.standing.ties = 1), E::Standing),
        (refused(|s| s.standing.play_off = true), E::Standing),
        (
            refused(|s| s.opening.may_hand_over = true),
            E::NoPartner(seat(0)),
        ),
        (
            refused(|s| s.rules = Game::by_id("cross").unwrap().rules(2).unwrap()),
            E::Missing(tile("3-0")),
        ),
    ];
    for (found, expected) in cases {
        assert_eq!(found, expected);
    }
    // B holds what A laid, as far as the numbers go.
    let moved = SMALL
        .replace("2-0 / 1-0", "2-0 1-0 / -")
        .parse::<Setup>()
        .unwrap();
    assert_eq!(Round::from_setup(&moved), Err(E::EmptyHand(seat(1))));
    let more = SMALL
        .replace("2-0 / 1-0", "2-0 1-0 1-1 / -")
        .replace("1-1 0-0;", "0-0;");
    let more = more.parse::<Setup>().unwrap();
    assert_eq!(Round::from_setup(&more), Err(E::Received(seat(0))));
    // The ends show 3 and 2, and nobody holds either.
    let blocked = "domino-position: 1; rules: block 2 set=double-three hand=2; opening: A; \
        hands: 1-1 / 0-0; boneyard: 1-0 2-0 2-1 2-2 3-0 3-1; layout: 3-3 3-2@3-3; turn: A";
    let blocked = blocked.parse::<Setup>().unwrap();
    assert_eq!(Round::from_setup(&blocked), Err(E::Blocked));
    // Where tiles are drawn, the same round goes on.
    let drawn = blocked
        .to_string()
        .replace("block 2", "draw 2")
        .parse::<Setup>()
        .unwrap();
    let legal = Round::from_setup(&drawn).map(|round| round.legal_actions().to_vec());
    assert_eq!(legal, Ok(vec![capicu::Action::Draw]));
}

#[test]
fn a_round_does_not_begin_with_nonsense() {
    let rules = Game::by_id("french").unwrap().rules(4).unwrap();
    let deal = Seed::from_number(4).deal(&rules, 0);
    let holder = Seat::all(4)
        .find(|seat| deal.hands()[*seat].contains(Tile::DOUBLE_BLANK))
        .unwrap();
    let opening = Opening {
        seat: holder,
        duty: Duty::Tile(Tile::DOUBLE_BLANK),
        may_hand_over: false,
    };
    let new = |rules: Rules, opening: Opening| {
        Round::new(rules, capicu::Standing::new(&rules), opening, &deal).map(|_| ())
    };
    assert_eq!(new(rules, opening), Ok(()));
    let (seat, tile) = (holder.next(4), Tile::DOUBLE_BLANK);
    assert_eq!(
        new(rules, Opening { seat, ..opening }),
        Err(SetupError::LeadNotHeld { seat, tile })
    );
    let nobody = Seat::new(4).unwrap();
    assert_eq!(
        new(
            rules,
            Opening {
                seat: nobody,
                ..opening
            }
        ),
        Err(SetupError::NoSeat(nobody))
    );
    let handed = Opening {
        may_hand_over: true,
        ..opening
    };
    assert_eq!(new(rules, handed), Err(SetupError::NoPartner(holder)));
    let asleep = Opening {
        duty: Duty::DrawForDouble,
        ..opening
    };
    assert_eq!(new(rules, asleep), Err(SetupError::NoDouble));
    // A deal of another game.
    let three = Game::by_id("cut-throat").unwrap().rules(3).unwrap();
    assert_eq!(
        new(three, opening),
        Err(SetupError::Number {
            what: "hands",
            there: 4,
            due: 3
        })
    );
    let nine = Game::by_id("double-nine-cross").unwrap().rules(4).unwrap();
    assert!(matches!(new(nine, opening), Err(SetupError::Missing(_))));
}
