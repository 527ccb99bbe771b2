//! Positions: printed ones are read back, and impossible ones are refused with a reason.

use capicu::fair::Seed;
use capicu::rules::{Choices, OptionKind};
use capicu::{
    Boneyard, Call, Duty, Fact, Game, Held, Irregularity, Layout, Opening, PositionPart,
    PositionProblem, Round, Rules, Seat, Setup, SetupError, Table, Tile, TileSet, Turn, Waiting,
};
use proptest::prelude::*;

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

/// A game with some options varied, as far as they are compatible.
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
        // The game fixes the number of players and the set.
        let fixed = ["players", "set"].contains(&option.name);
        let varied = choices.with(option.name, &value).unwrap();
        if !fixed && Rules::new(varied).is_ok() {
            choices = varied;
        }
    }
    Rules::new(choices).unwrap()
}

/// An irregularity that a table could report now, possible or not.
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

fn next(table: &Table, dealer: &Seed, choose: &mut Choose) -> Option<Fact> {
    let rules = *table.game().rules();
    Some(match table.waiting() {
        Waiting::Nothing => return None,
        Waiting::TurnUp => Fact::TurnedUp(dealer.turn_up(table.game(), table.n_turned_up())),
        Waiting::Deal => {
            let seat = Seat::new(choose.below(usize::from(rules.n_seats())) as u8)?;
            let left = Fact::Withdrew(seat);
            match choose.below(6) {
                0 if rules.n_playing() > 2 && table.check(&left).is_ok() => left,
                _ => Fact::Dealt(Box::new(dealer.deal(&rules, table.n_deals()))),
            }
        }
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

/// Reads back the positions of a round, of every view of it and of its public part.
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
    fn printed_position_is_read_back(
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
            // Irregularities that are impossible now are skipped.
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

    /// Any text that can be read is printed and read again, and never panics.
    #[test]
    fn changed_position_is_refused_or_played_to_its_end(
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
fn position_by_hand_has_the_expected_moves() {
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

    // The same position as moves: the turn tells who laid the last tile.
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
fn bad_text_is_refused_with_its_column() {
    use {PositionPart as Part, PositionProblem as P};
    let case = |old, new, place| move |problem: P| (old, new, place, problem);
    let cases: [(&str, &str, &str, P); 20] = [
        case("domino-position: 1", "domino-record", "domino-record")(P::NotAPosition),
        case("position: 1", "position: 2", "2;")(P::Version("2".into())),
        case("turn: A", "turn A", "turn A")(P::NoName),
        case("turn: A", "tune: A", "tune")(P::UnknownField("tune".into())),
        case("turn: A", "last: A", "last: A")(P::Twice("last")),
        case("; turn: A", "", "")(P::Missing("turn")),
        case("block 2", "blok 2", "blok")(P::UnknownGame("blok".into())),
        case("block 2", "block 7", "7 set")(P::Players {
            game: "block",
            players: 7,
        }),
        case("block 2", "block x", "x set")(P::Expected(Part::Players)),
        case("hand=2", "hand", "hand;")(P::Expected(Part::Option)),
        case("2-0 / 1-0", "2-0 / 1-0 1-0", "1-0; bone")(P::TileTwice(tile("1-0"))),
        case("2-0 / 1-0", "2-0 / 1-O", "1-O")(P::Expected(Part::Tile)),
        case("2-0 / 1-0", "2-0 1-0", "2-0 1-0")(P::Number { there: 1, due: 2 }),
        case("1-1 0-0", "?2x", "2x")(P::Expected(Part::Unknown)),
        case("last: B", "last: C", "C; turn")(P::NoSeat('C')),
        case("last: B", "last: BA", "BA; turn")(P::Expected(Part::Seat)),
        case("2-1:1", "2-1", "2-1+1")(P::Expected(Part::Half)),
        case("; last", "; layout: 2-2; last", "2-2 2-1; ends")(P::TwoLayouts),
        case("turn: A", "turn: A now", "now")(P::Expected(Part::Turn)),
        case("turn: A", "turn: A; scores: 1 2 3", "1 2 3")(P::Number { there: 3, due: 2 }),
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
fn bad_tiles_and_ends_are_refused() {
    use capicu::LayoutError as L;
    let case = |old, new| move |why: L| (old, new, why);
    let cases: [(&str, &str, L); 10] = [
        case("laid: 2-2 2-1", "laid: 2-2 6-1")(L::NotInGame(tile("6-1"))),
        case("ends: 2-2 2-1:1+1", "ends: 2-2 2-0:0+1")(L::NotLaid(tile("2-0"))),
        case("ends: 2-2 2-1:1+1", "ends: 2-2 2-1:0+1")(L::NoSuchHalf {
            tile: tile("2-1"),
            pip: capicu::Pip::BLANK,
        }),
        case("ends: 2-2 2-1:1+1", "ends: 2-2*3 2-1:1+1")(L::Places {
            tile: tile("2-2"),
            most: 2,
        }),
        case("ends: 2-2 2-1:1+1", "ends: 2-1:1+1 2-1:2+1")(L::Twice(tile("2-1"))),
        case("ends: 2-2 2-1:1+1", "ends: 2-2 2-1:1")(L::Depth(tile("2-1"))),
        case("ends: 2-2 2-1:1+1", "ends: 2-2+1 2-1:1+1")(L::Depth(tile("2-2"))),
        case("ends: 2-2 2-1:1+1", "ends: 2-2*2 2-1:1+1")(L::Open { there: 3, due: 2 }),
        case("ends: 2-2 2-1:1+1", "ends: 2-1:1+1")(L::Open { there: 1, due: 2 }),
        case("; last", "; spinner: 2-2; last")(L::Spinner),
    ];
    for (old, new, why) in cases {
        let text = SMALL.replacen(old, new, 1);
        assert_ne!(text, SMALL, "{old}");
        let error = text.parse::<Setup>().expect_err(new);
        assert_eq!(error.problem, PositionProblem::Layout(why), "{text}");
    }
}

trait Refuses {
    /// Asserts that the small position is refused with this error after a change.
    fn refuses(self, change: impl FnOnce(&mut Setup));
}

impl Refuses for SetupError {
    #[track_caller]
    fn refuses(self, change: impl FnOnce(&mut Setup)) {
        let mut setup = SMALL.parse::<Setup>().unwrap();
        change(&mut setup);
        assert_eq!(Round::from_setup(&setup).err(), Some(self));
    }
}

#[test]
fn impossible_setup_is_refused_with_its_reason() {
    use SetupError as E;
    let known = |text: &str| Held::Known(tiles(text));
    E::Twice(tile("2-1")).refuses(|s| s.hands[seat(0)] = known("2-0 2-1"));
    E::NotInGame(tile("6-0")).refuses(|s| s.hands[seat(0)] = known("6-0"));
    E::Missing(tile("2-0")).refuses(|s| s.hands[seat(0)] = known(""));
    E::UnknownHand(seat(0)).refuses(|s| s.hands[seat(0)] = Held::Unknown(1));
    E::Tiles { there: 7, due: 6 }.refuses(|s| s.hands[seat(0)] = Held::Unknown(2));
    E::UnknownBoneyard.refuses(|s| s.boneyard = Boneyard::Unknown(2));
    E::Number {
        what: "hands",
        there: 1,
        due: 2,
    }
    .refuses(|s| s.hands = [known("2-0")].into_iter().collect());
    E::Number {
        what: "made",
        there: 3,
        due: 2,
    }
    .refuses(|s| s.made = [0; 3].into_iter().collect());
    E::NoSeat(seat(2)).refuses(|s| s.turn = Turn::Play(seat(2)));
    E::NoSeat(seat(5)).refuses(|s| s.opener = seat(5));
    E::LastPlayer.refuses(|s| s.last_player = None);
    E::Over.refuses(|s| s.turn = Turn::Over);
    E::Phase.refuses(|s| s.turn = Turn::Open(s.opening));
    E::Missing(tile("2-1")).refuses(|s| s.layout = Layout::new(&s.rules));
    E::Declare.refuses(|s| s.turn = Turn::Declare(seat(1)));
    E::MatchOver.refuses(|s| s.standing.scores = [100, 0].into_iter().collect());
    E::TooMany(60_000).refuses(|s| s.made = [60_000, 0].into_iter().collect());
    E::TooMany(60_000).refuses(|s| s.standing.ties = 60_000);
    E::Standing.refuses(|s| s.standing.ties = 1);
    E::Standing.refuses(|s| s.standing.play_off = true);
    E::NoPartner(seat(0)).refuses(|s| s.opening.may_hand_over = true);
    E::Missing(tile("3-0")).refuses(|s| s.rules = Game::by_id("cross").unwrap().rules(2).unwrap());
    // B holds the tile that A laid; the numbers of tiles agree.
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
    // With a boneyard to draw from, the same round continues.
    let drawn = blocked
        .to_string()
        .replace("block 2", "draw 2")
        .parse::<Setup>()
        .unwrap();
    let legal = Round::from_setup(&drawn).map(|round| round.legal_actions().to_vec());
    assert_eq!(legal, Ok(vec![capicu::Action::Draw]));
}

#[test]
fn round_with_an_impossible_opening_is_refused() {
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
    let boneyard = Opening {
        duty: Duty::DrawForDouble,
        ..opening
    };
    assert_eq!(new(rules, boneyard), Err(SetupError::NoDouble));
    // A deal for another game.
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
