//! Sentences about finished rounds, for every kind of end.

use capicu::rules::{BlockPenalties, BlockWinner, Choices, Love, OneAll, Stakes, Within};
use capicu::{
    Award, Awards, BySeat, BySide, Ended, Game, LastTile, MatchResult, Outcome, Reason,
    RoundResult, Rules, ScoreTurn, Seat, Side, Tile, TileSet,
};
use capicu_i18n::{Lang, RoundStory, Seats, Texts};

const NAMES: [&str; 4] = ["Ana", "Beni", "Luis", "Marva"];

fn rules(game: &str, players: u8) -> Rules {
    Game::by_id(game).unwrap().rules(players).unwrap()
}

fn changed(game: &str, change: impl Fn(&mut Choices)) -> Rules {
    let mut choices = Game::by_id(game).unwrap().choices(4).unwrap();
    change(&mut choices);
    Rules::new(choices).unwrap()
}

fn seat(index: u8) -> Seat {
    Seat::new(index).unwrap()
}

fn side(index: u8) -> Side {
    Side::new(index).unwrap()
}

fn tile(text: &str) -> Tile {
    text.parse().unwrap()
}

fn award(number: u8, points: u16, why: Reason) -> Award {
    Award {
        side: side(number),
        points,
        why,
    }
}

/// A round that ended with these hands, counted at full value.
fn round(rules: &Rules, ended: Ended, winner: Option<u8>, hands: &[&str]) -> RoundResult {
    let hands: Vec<TileSet> = hands
        .iter()
        .map(|hand| hand.split_whitespace().map(tile).collect())
        .collect();
    let hands = BySeat::from_slice(&hands).unwrap();
    RoundResult {
        outcome: Outcome {
            ended,
            winner: winner.map(seat),
            counts: BySeat::from_fn(rules.n_seats(), |s| hands[s].spots()),
            hands,
            last: None,
            awards: Awards::new(),
        },
        written: Awards::new(),
        ties: 0,
        scores: BySide::new(rules.n_sides()),
        places: BySide::new(rules.n_sides()),
        turn: None,
        result: None,
    }
}

fn out(rules: &Rules, by: u8, last: &str, awards: &[Award]) -> RoundResult {
    let n = usize::from(rules.n_seats());
    let mut result = round(
        rules,
        Ended::Out(seat(by)),
        Some(by),
        &["", "6-5", "3-1", "4-4"][..n],
    );
    result.outcome.last = Some(LastTile {
        tile: tile(last),
        fits_every_end: false,
        ends_differ: true,
        key: false,
    });
    result.outcome.awards = awards.iter().copied().collect();
    result.written = result.outcome.awards.clone();
    result
}

fn told(rules: &Rules, result: &RoundResult, you: Option<u8>) -> [RoundStory; 2] {
    let n = rules.n_seats();
    let seats = Seats {
        names: BySeat::from_slice(&NAMES[..usize::from(n)]).unwrap(),
        you: you.map(seat),
    };
    [Lang::En, Lang::Es].map(|lang| Texts::new(lang).round_story(result, rules, &seats))
}

trait Say {
    fn say(self, en: &str, es: &str);
}

impl Say for [RoundStory; 2] {
    #[track_caller]
    fn say(self, en: &str, es: &str) {
        assert_eq!(self.map(|story| story.to_string()), [en, es]);
    }
}

#[test]
fn pair_wins_when_a_player_goes_out() {
    let rules = rules("jamaican-partner", 4);
    let result = out(&rules, 0, "5-3", &[award(0, 1, Reason::Game)]);
    told(&rules, &result, None).say("Ana goes out with the five-three: Ana and Luis win the round. Ana and Luis score one point.", "Ana domina con el cinco-tres: Ana y Luis ganan la mano. Ana y Luis se anotan un punto.");
    told(&rules, &result, Some(0)).say(
        "You go out with the five-three: Luis and you win the round. Luis and you score one point.",
        "Dominas con el cinco-tres: Luis y tú ganan la mano. Luis y tú se anotan un punto.",
    );
    let [english, spanish] = told(&rules, &result, None);
    assert_eq!(english.awards, ["Round won: 1"]);
    assert_eq!(spanish.awards, ["Mano ganada: 1"]);
}

#[test]
fn awards_list_the_key_tile_and_a_stake() {
    let rules = changed("jamaican-partner", |c| c.stakes = Stakes::Rising);
    let awards = [
        award(1, 1, Reason::Game),
        award(1, 2, Reason::Stake),
        award(1, 1, Reason::KeyTile),
    ];
    let result = out(&rules, 3, "6-2", &awards);
    told(&rules, &result, Some(0)).say("Marva goes out with the key tile, the six-two: Beni and Marva win the round. Beni and Marva score 4 points.", "Marva domina con la llave, el seis-dos: Beni y Marva ganan la mano. Beni y Marva se anotan 4 puntos.");
    let [english, _] = told(&rules, &result, None);
    assert_eq!(
        english.awards,
        ["Round won: 1", "For the ties before: 2", "Key tile: 1"]
    );
}

/// The hands of 001:36: South's two pips win although the pair has 20 against 16.
const BLOCK: [&str; 4] = ["5-5 5-3", "2-2", "1-1", "5-2 3-2"];

#[test]
fn block_is_won_by_the_lightest_hand() {
    let rules = rules("jamaican-partner", 4);
    let mut result = round(&rules, Ended::Blocked(Some(seat(1))), Some(2), &BLOCK);
    result.outcome.awards.push(award(0, 1, Reason::Game));
    result.written = result.outcome.awards.clone();
    told(&rules, &result, Some(2)).say("The round is blocked: your hand is the lightest, 2 against 4 and 12, so Ana and you win the round. Ana and you score one point.", "Se trancó y el que menos tiene eres tú, 2 contra 4 y 12: Ana y tú ganan la mano. Ana y tú se anotan un punto.");
}

#[test]
fn block_compares_two_hands_with_a_fine() {
    let rules = changed("jamaican-partner", |c| {
        c.love = Love::Off;
        c.block_winner = BlockWinner::BlockerOrNext;
        c.block_fine = Within::new(1).unwrap();
    });
    let mut result = round(&rules, Ended::Blocked(Some(seat(1))), Some(2), &BLOCK);
    result.outcome.awards.push(award(0, 1, Reason::Game));
    result.written = result.outcome.awards.clone();
    told(&rules, &result, None).say("The round is blocked: of the two hands compared that of Luis is lighter, 2 against 4, so Ana and Luis win the round. Ana and Luis score one point. The block costs Beni and Marva one point, if they have one.", "Se trancó: de las dos manos que se comparan, la de Luis es la más liviana, 2 contra 4, y Ana y Luis ganan la mano. Ana y Luis se anotan un punto. El tranque les cuesta a Beni y Marva un punto, si lo tienen.");
}

#[test]
fn blocked_round_without_a_winner() {
    let void = changed("jamaican-partner", |c| c.block_winner = BlockWinner::Nobody);
    let result = round(&void, Ended::Blocked(Some(seat(1))), None, &BLOCK);
    told(&void, &result, None).say(
        "The round is blocked, and nobody wins a blocked round.",
        "Se trancó, y una mano trancada no la gana nadie.",
    );
    let limit = changed("jamaican-partner", |c| {
        c.block_limit = Within::new(2).unwrap();
    });
    let result = round(&limit, Ended::Blocked(Some(seat(1))), None, &BLOCK);
    told(&limit, &result, None).say(
        "The round is blocked and nobody wins it: the lowest count, 2, is not under 2.",
        "Se trancó y nadie gana la mano: lo más bajo, 2, no baja de 2.",
    );
}

#[test]
fn block_is_won_by_the_lighter_pair() {
    let rules = rules("cien", 4);
    let mut result = round(&rules, Ended::Blocked(Some(seat(1))), Some(1), &BLOCK);
    result.outcome.awards.push(award(1, 36, Reason::Pips));
    result.outcome.awards.push(award(1, 20, Reason::FirstGame));
    result.written = result.outcome.awards.clone();
    told(&rules, &result, None).say("The round is blocked: Beni and Marva hold less together, 16 against 20, and win the round. Beni and Marva score 56 points.", "Se trancó y Beni y Marva ganan la mano, porque juntan menos: 16 contra 20. Beni y Marva se anotan 56 puntos.");
    let [_, spanish] = told(&rules, &result, None);
    assert_eq!(spanish.awards, ["Pintas: 36", "Primera mano: 20"]);
}

#[test]
fn blocked_round_is_tied_between_opponents() {
    let rules = rules("jamaican-partner", 4);
    let result = round(
        &rules,
        Ended::Blocked(Some(seat(1))),
        None,
        &["1-1", "2-0", "6-6", "5-5"],
    );
    told(&rules, &result, Some(0)).say("The round is blocked and tied: Beni and you hold the fewest pips, 2 each, so nobody scores.", "Se trancó y quedó tablas: los que menos tienen son Beni y tú, con 2 cada uno, y nadie anota.");
    let staked = changed("jamaican-partner", |c| c.stakes = Stakes::Two);
    let [english, _] = told(&staked, &result, None);
    assert_eq!(
        english.then.as_deref(),
        Some("The next round is worth two.")
    );
}

#[test]
fn round_breaks_a_lead() {
    let plain = rules("jamaican-partner", 4);
    let mut result = out(&plain, 1, "4-1", &[award(1, 1, Reason::Game)]);
    result.written.clear();
    result.turn = Some(ScoreTurn::Reset);
    told(&plain, &result, None).say("Beni goes out with the four-one: Beni and Marva win the round. That breaks their lead: back to love all, no point scored.", "Beni domina con el cuatro-uno: Beni y Marva ganan la mano. Con eso se cae la ventaja de los otros y nadie anota: otra vez cero a cero.");
    assert!(told(&plain, &result, None)[0].awards.is_empty());

    let play_off = changed("jamaican-partner", |c| c.one_all = OneAll::PlayOff);
    result.turn = Some(ScoreTurn::OneAll);
    let [english, spanish] = told(&play_off, &result, None);
    assert_eq!(
        english.then.unwrap(),
        "One all: the next round is the play-off."
    );
    assert_eq!(
        spanish.then.unwrap(),
        "Uno a uno: la próxima mano es el desempate."
    );

    result.turn = Some(ScoreTurn::TwoLove);
    result.scores[side(1)] = 2;
    let [english, spanish] = told(&play_off, &result, Some(3));
    assert_eq!(
        english.then.unwrap(),
        "Beni and you win the play-off and lead two love."
    );
    assert_eq!(
        spanish.then.unwrap(),
        "Beni y tú ganan el desempate y van dos a cero."
    );
}

/// G11: the game that a false play gives comes before the game of the round.
#[test]
fn false_play_breaks_the_lead_before_the_round() {
    let plain = rules("jamaican-partner", 4);
    let mut result = out(&plain, 1, "4-1", &[award(1, 1, Reason::Game)]);
    result.turn = Some(ScoreTurn::Reset);
    result.scores[side(1)] = 1;
    told(&plain, &result, None).say("Beni goes out with the four-one: Beni and Marva win the round. A false play set the scores back to love all before this round was counted. Beni and Marva score one point.", "Beni domina con el cuatro-uno: Beni y Marva ganan la mano. Una jugada falsa había dejado los marcadores en cero a cero antes de contar esta mano. Beni y Marva se anotan un punto.");
    let mut tied = round(
        &plain,
        Ended::Blocked(Some(seat(1))),
        None,
        &["1-1", "2-0", "6-6", "5-5"],
    );
    tied.turn = Some(ScoreTurn::Reset);
    let [english, _] = told(&plain, &tied, None);
    assert_eq!(
        english.then.as_deref(),
        Some("A false play set the scores back to love all before this round was counted.")
    );
    let play_off = changed("jamaican-partner", |c| c.one_all = OneAll::PlayOff);
    result.turn = Some(ScoreTurn::TwoLove);
    result.scores[side(1)] = 3;
    let [english, spanish] = told(&play_off, &result, None);
    assert_eq!(
        english.then.as_deref(),
        Some(
            "A false play decided the play-off before this round was counted. Beni and Marva score one point."
        )
    );
    assert_eq!(
        spanish.then.as_deref(),
        Some(
            "Una jugada falsa había decidido el desempate antes de contar esta mano. Beni y Marva se anotan un punto."
        )
    );
}

#[test]
fn match_is_won_six_love() {
    let rules = rules("jamaican-partner", 4);
    let mut result = out(&rules, 0, "6-6", &[award(0, 1, Reason::Game)]);
    result.scores[side(0)] = 6;
    result.result = Some(MatchResult {
        winner: side(0),
        losers: BySide::from_slice(&[false, true]).unwrap(),
        skunked: BySide::new(2),
    });
    let [english, spanish] = told(&rules, &result, Some(1));
    assert_eq!(english.over, ["Ana and Luis win the match, six love!"]);
    assert_eq!(spanish.over, ["¡Ana y Luis ganan la partida, seis a cero!"]);
}

#[test]
fn capicu_and_chuchazo_begin_the_sentence() {
    let rules = rules("cien", 2);
    let mut result = out(
        &rules,
        0,
        "6-4",
        &[award(0, 32, Reason::Pips), award(0, 20, Reason::Capicu)],
    );
    told(&rules, &result, Some(0)).say(
        "Capicú! You go out with the six-four and win the round. You score 52 points.",
        "¡Capicú! Dominas con el seis-cuatro y ganas la mano. Te anotas 52 puntos.",
    );
    assert_eq!(
        told(&rules, &result, None)[0].awards,
        ["Pips: 32", "Capicú: 20"]
    );
    result.outcome.awards[1].why = Reason::Chuchazo;
    result.written = result.outcome.awards.clone();
    result.outcome.last = result.outcome.last.map(|last| LastTile {
        tile: Tile::DOUBLE_BLANK,
        ..last
    });
    let [_, spanish] = told(&rules, &result, None);
    assert_eq!(
        spanish.why,
        "¡Chuchazo! Ana domina con el doble blanco y gana la mano."
    );
}

#[test]
fn penalties_go_to_each_loser() {
    let rules = rules("french", 4);
    let mut result = out(
        &rules,
        0,
        "4-4",
        &[award(1, 22, Reason::Hand), award(3, 32, Reason::Hand)],
    );
    result.scores = BySide::from_slice(&[37, 104, 88, 101]).unwrap();
    result.result = Some(MatchResult {
        winner: side(0),
        losers: BySide::from_slice(&[false, true, false, true]).unwrap(),
        skunked: BySide::new(4),
    });
    let [english, spanish] = told(&rules, &result, Some(3));
    assert_eq!(
        english.why,
        "Ana goes out with the double four and counts nothing; with a double, so the others count twice."
    );
    assert_eq!(english.then, None);
    assert_eq!(
        english.awards,
        ["Beni, Tiles left: 22", "You, Tiles left: 32"]
    );
    assert_eq!(
        english.over,
        [
            "Ana wins the match with the lowest score, 37!",
            "Beni and you have 100 or more and lose."
        ]
    );
    assert_eq!(
        spanish.over,
        [
            "¡Ana gana la partida por tener menos, 37!",
            "Beni y tú tienen 100 o más y pierden."
        ]
    );
}

#[test]
fn block_with_penalties_compares_hands_by_the_rules() {
    let doubled = changed("french", |c| {
        c.block_penalties = BlockPenalties::AfterDoubling
    });
    let hands = ["2-2", "6-1", "6-5", "6-6"];
    let result = round(&doubled, Ended::Blocked(Some(seat(0))), Some(1), &hands);
    let [english, _] = told(&doubled, &result, None);
    assert_eq!(
        english.why,
        "The round is blocked and Beni wins it with the lightest hand, 7 against 8, 11 and 24."
    );
    let raw = rules("french", 4);
    let result = round(&raw, Ended::Blocked(Some(seat(0))), Some(0), &hands);
    let [english, _] = told(&raw, &result, None);
    assert_eq!(
        english.why,
        "The round is blocked and Ana wins it with the lightest hand, 4 against 7, 11 and 12."
    );
}

/// 004:56: a skunk costs the agreed penalty; the text names who owes it.
#[test]
fn skunk_names_the_agreed_penalty() {
    let over = |agreed: &str, you: Option<u8>| {
        let choices = Game::by_id("club").unwrap().choices(2).unwrap();
        let rules = Rules::new(choices.with("skunk", agreed).unwrap()).unwrap();
        let mut result = out(&rules, 0, "5-0", &[award(0, 4, Reason::Pips)]);
        result.scores = BySide::from_slice(&[61, 30]).unwrap();
        result.result = Some(MatchResult {
            winner: side(0),
            losers: BySide::from_slice(&[false, true]).unwrap(),
            skunked: BySide::from_slice(&[false, true]).unwrap(),
        });
        told(&rules, &result, you).map(|story| story.over[1].clone())
    };
    assert_eq!(
        over("agreed", Some(1)),
        [
            "You have not reached 31: skunked. You owe the penalty agreed on.",
            "No llegaste a 31: zapatero. Debes el castigo acordado."
        ]
    );
    assert_eq!(
        over("agreed", None),
        [
            "Beni has not reached 31: skunked, and owes the penalty agreed on.",
            "Beni no llegó a 31: zapatero, y debe el castigo acordado."
        ]
    );
    assert_eq!(
        over("counts-double", Some(1)),
        [
            "You have not reached 31: skunked, which counts as two matches lost.",
            "No llegaste a 31: zapatero, que vale por dos partidas perdidas."
        ]
    );
}

#[test]
fn match_names_the_skunked_player() {
    let rules = rules("club", 2);
    let mut result = out(&rules, 0, "5-0", &[award(0, 4, Reason::Pips)]);
    result.scores = BySide::from_slice(&[61, 30]).unwrap();
    result.result = Some(MatchResult {
        winner: side(0),
        losers: BySide::from_slice(&[false, true]).unwrap(),
        skunked: BySide::from_slice(&[false, true]).unwrap(),
    });
    let [english, spanish] = told(&rules, &result, Some(1));
    assert_eq!(
        english.over,
        [
            "Ana wins the match, 61 to 30!",
            "You have not reached 31: skunked."
        ]
    );
    assert_eq!(
        spanish.over,
        [
            "¡Ana gana la partida, 61 a 30!",
            "No llegaste a 31: zapatero."
        ]
    );
}

#[test]
fn score_begins_with_a_capital_letter() {
    let rules = rules("draw", 2);
    let scores = BySide::from_slice(&[35, 12]).unwrap();
    let at = |you| Seats {
        names: BySeat::from_slice(&["ana", "Beni"]).unwrap(),
        you,
    };
    let told = |you| Texts::new(Lang::En).standing(&rules, &scores, &at(you));
    assert_eq!(told(Some(seat(0))), "You 35 and Beni 12");
    assert_eq!(told(Some(seat(1))), "ana 35 and you 12");
    assert_eq!(told(None), "ana 35 and Beni 12");
    let won = Texts::new(Lang::En).tally(&rules, &scores, &at(Some(seat(0))));
    assert_eq!(won, "Matches won: you 35 and Beni 12.");
}
