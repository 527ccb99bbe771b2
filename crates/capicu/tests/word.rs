//! Words of the table, on rounds worked by hand: which viewer receives which word, and when.

use capicu::rules::Choices;
use capicu::{
    BySeat, Deal, Event, Fact, Game, Pile, Pip, Rules, Seat, Table, TableView, Tile, TileSet,
    Viewer, Word,
};

fn tile(text: &str) -> Tile {
    text.parse().expect("a tile")
}

fn puerta(number: u8) -> Word {
    Word::Puerta(Pip::new(number).expect("a number"))
}

/// A round of two seats, with their views and the public one.
struct Round {
    table: Table,
    views: [TableView; 3],
}

impl Round {
    /// A round without a fixed opening tile. No other tiles are in the game.
    fn new(game: &str, changes: &[(&str, &str)], hands: [&str; 2], pile: &str) -> Self {
        let tiles = |text: &str| text.split_whitespace().map(tile).collect::<TileSet>();
        let hands = hands.map(tiles);
        let mut choices: Choices = Game::by_id(game)
            .and_then(|game| game.choices(2))
            .expect("a game for two");
        let n = hands[0].len().to_string();
        let fixed = [
            ("opener", "draw-for-set"),
            ("reserve", "0"),
            ("hand", n.as_str()),
        ];
        for (option, value) in fixed.iter().chain(changes) {
            choices.set(option, value).expect("an option");
        }
        let played_with = hands[0] | hands[1] | tiles(pile);
        choices.removed = choices.set.tiles() - played_with;
        let rules = Rules::new(choices).expect("rules");
        let hands = BySeat::from_slice(&hands).expect("two");
        let boneyard: Pile = pile.split_whitespace().map(tile).collect();
        let deal = Deal::new(&rules, hands, boneyard, 0).expect("a deal");
        let seats = [0, 1].map(|n| Viewer::Seat(Seat::new(n).expect("a seat")));
        let mut round = Self {
            table: Table::new(rules),
            views: [seats[0], seats[1], Viewer::Public].map(|who| TableView::new(rules, who)),
        };
        let turned = [Some(tile("6-6")), Some(tile("1-0"))];
        let turned = BySeat::from_slice(&turned).expect("two");
        round.apply(&Fact::TurnedUp(turned));
        round.apply(&Fact::Dealt(Box::new(deal)));
        round
    }

    /// Applies a fact. Returns the words of the move and of the end of the round, for the first seat, the second and
    /// the public.
    fn apply(&mut self, fact: &Fact) -> [[Vec<Word>; 3]; 2] {
        let mut said: [[Vec<Word>; 3]; 2] = Default::default();
        for event in self.table.apply(fact).expect("it may happen") {
            for (at, view) in self.views.iter_mut().enumerate() {
                let before = view.board().cloned();
                view.observe(&event.visible_to(view.viewer()));
                match (&event, before) {
                    (Event::Done(step), Some(before)) => {
                        let mv = step.mv.visible_to(view.viewer());
                        said[0][at] = Word::of_move(&mv, &before, view);
                    }
                    (Event::RoundOver(_), _) => said[1][at] = Word::of_round(view),
                    _ => assert!(Word::of_round(view).is_empty(), "{event:?}"),
                }
            }
        }
        said
    }

    fn act(&mut self, action: &str) -> [[Vec<Word>; 3]; 2] {
        self.apply(&Fact::Acted(action.parse().expect("an action")))
    }

    /// Asserts the words of an action for the first seat, the second and the public.
    #[track_caller]
    fn says(&mut self, action: &str, first: &[Word], second: &[Word], public: &[Word]) {
        let [of_move, _] = self.act(action);
        assert_eq!(of_move, [first, second, public], "{action}");
    }

    /// Asserts the words of an action that ends the round, which are the same for all.
    #[track_caller]
    fn ends(&mut self, action: &str, words: &[Word]) {
        let [_, of_round] = self.act(action);
        assert_eq!(of_round, [words, words, words], "{action}");
    }
}

/// 002:58-65. All ones but 1-1 are on the table after 4-1, and no end shows a one. The first seat has the last four,
/// the second the last two. On 2-0 nobody can play.
#[test]
fn ahorcado_puerta_and_tranque_are_recognized() {
    for (target, after) in [("100", None), ("5", Some(Word::Dominoitis))] {
        let hands = ["3-1 1-1 4-2", "4-1 2-0 5-5"];
        let mut round = Round::new("block", &[("target", target)], hands, "");
        round.says("3-1", &[], &[], &[]);
        let hanged = Word::Ahorcado(tile("1-1"));
        round.says("4-1@3-1", &[hanged, puerta(4)], &[hanged], &[hanged]);
        round.says("4-2@4-1", &[], &[puerta(2)], &[]);
        let said: Vec<Word> = [Word::Tranque(tile("2-0"))]
            .into_iter()
            .chain(after)
            .collect();
        round.ends("2-0@4-2", &said);
    }
}

/// The last one is the double, but it can still be played: a puerta, and no ahorcado (002:59, 002:61). Going out blocks
/// nothing.
#[test]
fn double_that_fits_is_not_hanged() {
    let mut round = Round::new("block", &[], ["3-1 1-1", "3-0 5-5"], "");
    round.says("3-1", &[puerta(1)], &[puerta(3)], &[]);
    round.says("3-0@3-1", &[], &[], &[]);
    round.ends("1-1@3-1", &[]);
}

const NO_DRAWING: &[(&str, &str)] = &[("draw", "never")];

/// 004:44, 004:105-113, 004:129, 004:143: 5-5 is led with 5-3 in hand, which the others learn at the end.
#[test]
fn crown_jewels_lighthouse_follow_and_the_t_are_recognized() {
    let (double, hands) = (tile("5-5"), ["5-5 5-3 1-0", "5-0 5-2 2-1"]);
    let mut round = Round::new("club", NO_DRAWING, hands, "");
    let lighthouse = Word::Lighthouse(double);
    let seen = [Word::CrownJewels, Word::DancingGirls];
    let known = [Word::CrownJewels, lighthouse, Word::DancingGirls];
    round.says("5-5", &known, &seen, &seen);
    let follow = Word::Follow;
    round.says("5-0@5-5", &[puerta(0), follow], &[follow], &[follow]);
    let crossed = Word::CrossingTheT(double);
    round.says("5-3@5-5", &[crossed], &[puerta(5), crossed], &[crossed]);
    round.says("5-2@5-5", &[], &[puerta(2)], &[]);
    round.ends("1-0@5-0", &[Word::Domino(tile("1-0")), lighthouse]);
}

/// 004:103, 004:107, 004:127, 004:137: after 6-6 the first seat has no tile that fits, and the second plays.
#[test]
fn bankers_set_nugget_harry_belly_and_cut_off_are_recognized() {
    let hands = ["3-2 6-1 2-2", "2-1 6-6 3-0"];
    let mut round = Round::new("club", NO_DRAWING, hands, "");
    let bankers = Word::BankersSet;
    round.says("3-2", &[bankers], &[puerta(3), bankers], &[bankers]);
    let hanged = Word::Ahorcado(tile("2-2"));
    round.says("2-1@3-2", &[hanged, puerta(1)], &[hanged], &[hanged]);
    let nugget = Word::NuggetAdds;
    round.says("6-1@2-1", &[nugget], &[puerta(6), nugget], &[nugget]);
    let all = [Word::HarryBelly];
    round.says("6-6@6-1", &all, &all, &all);
    let all = [Word::CutOff];
    round.says("pass", &all, &all, &all);
    round.ends("3-0@3-2", &[Word::Domino(tile("3-0"))]);
}

/// 004:103: 6-1 on the six of 6-4 leaves five of ten, which is a score after a score.
#[test]
fn nugget_that_takes_five_and_snake_eyes_can_follow_a_score() {
    let mut round = Round::new("club", NO_DRAWING, ["6-4 1-1", "6-1 2-2"], "");
    round.says("6-4", &[], &[puerta(6)], &[]);
    let takes = [Word::NuggetTakes, Word::Follow];
    let first = [puerta(1), Word::NuggetTakes, Word::Follow];
    round.says("6-1@6-4", &first, &takes, &takes);
    let all = [Word::SnakeEyes];
    round.says("1-1@6-1", &all, &all, &all);
}

/// 004:109, 004:117: a double led without another tile of its number is no lighthouse.
#[test]
fn double_led_alone_is_no_lighthouse() {
    let mut round = Round::new("club", NO_DRAWING, ["2-2 4-0", "2-1 1-0"], "");
    let deuce = Word::DoubleDeuce;
    round.says("2-2", &[deuce], &[puerta(2), deuce], &[deuce]);
    round.act("2-1@2-2");
    round.act("pass");
    round.ends("1-0@2-1", &[Word::Domino(tile("1-0"))]);
}

/// 5-0 was drawn after 5-5 was led. A viewer who saw it laid cannot tell it from a dealt tile. A second draw by the
/// same player is no second cut.
#[test]
fn tile_drawn_later_makes_no_lighthouse() {
    let mut round = Round::new("club", &[], ["5-5 3-3", "5-1 4-4"], "6-2 5-0");
    round.act("5-5");
    round.act("5-1@5-5");
    let all = [Word::CutOff];
    round.says("draw", &all, &all, &all);
    round.says("draw", &[puerta(5)], &[], &[]);
    round.ends("5-0@5-5", &[Word::Tranque(tile("5-0"))]);
}

/// The words of the club are about fives, so no other game has them.
#[test]
fn other_games_have_no_words_of_the_club() {
    let mut round = Round::new("block", &[], ["5-5 5-3", "5-0 6-1"], "");
    round.says("5-5", &[], &[], &[]);
}
