//! The sentence about a finished round, for the ends that the games know.

use capicu::rules::{BlockPenalties, Choices, OneAll, Stakes};
use capicu::{
    Award, Awards, BySeat, ByTeam, Ended, Game, LastTile, MatchResult, Outcome, Reason,
    RoundResult, Rules, ScoreTurn, Seat, Team, Tile, TileSet,
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

fn team(index: u8) -> Team {
    Team::new(index).unwrap()
}

fn tile(text: &str) -> Tile {
    text.parse().unwrap()
}

fn award(side: u8, points: u16, why: Reason) -> Award {
    Award {
        team: team(side),
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
        scores: ByTeam::new(rules.n_teams()),
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

#[track_caller]
fn says(rules: &Rules, result: &RoundResult, you: Option<u8>, en: &str, es: &str) {
    let [english, spanish] = told(rules, result, you);
    assert_eq!(english.to_string(), en);
    assert_eq!(spanish.to_string(), es);
}

#[test]
fn going_out_with_a_partner() {
    let rules = rules("jamaican-partner", 4);
    let result = out(&rules, 0, "5-3", &[award(0, 1, Reason::Game)]);
    says(
        &rules,
        &result,
        None,
        "Ana goes out with the five-three: Ana and Luis win the round. Ana and Luis score one point.",
        "Ana domina con el cinco-tres: Ana y Luis ganan la mano. Ana y Luis se anotan un punto.",
    );
    says(
        &rules,
        &result,
        Some(0),
        "You go out with the five-three: Luis and you win the round. Luis and you score one point.",
        "Dominas con el cinco-tres: Luis y tú ganan la mano. Luis y tú se anotan un punto.",
    );
    let [english, spanish] = told(&rules, &result, None);
    assert_eq!(english.awards, ["Round won: 1"]);
    assert_eq!(spanish.awards, ["Mano ganada: 1"]);
}

#[test]
fn the_key_tile_and_a_stake() {
    let rules = changed("jamaican-partner", |c| c.stakes = Stakes::Rising);
    let awards = [
        award(1, 1, Reason::Game),
        award(1, 2, Reason::Stake),
        award(1, 1, Reason::KeyTile),
    ];
    let result = out(&rules, 3, "6-2", &awards);
    says(
        &rules,
        &result,
        Some(0),
        "Marva goes out with the key tile, the six-two: Beni and Marva win the round. Beni and Marva score 4 points.",
        "Marva domina con la llave, el seis-dos: Beni y Marva ganan la mano. Beni y Marva se anotan 4 puntos.",
    );
    let [english, _] = told(&rules, &result, None);
    assert_eq!(
        english.awards,
        ["Round won: 1", "For the ties before: 2", "Key tile: 1"]
    );
}

/// The hands of 001:36: South's two pips win although the pair holds 20 against 16.
const BLOCK: [&str; 4] = ["5-5 5-3", "2-2", "1-1", "5-2 3-2"];

#[test]
fn a_block_won_by_the_lightest_hand() {
    let rules = rules("jamaican-partner", 4);
    let mut result = round(&rules, Ended::Blocked(Some(seat(1))), Some(2), &BLOCK);
    result.outcome.awards.push(award(0, 1, Reason::Game));
    result.written = result.outcome.awards.clone();
    says(
        &rules,
        &result,
        Some(2),
        "The round is blocked: your hand is the lightest, 2 against 4 and 12, so Ana and you win the round. Ana and you score one point.",
        "Se trancó y el que menos tiene eres tú, 2 contra 4 y 12: Ana y tú ganan la mano. Ana y tú se anotan un punto.",
    );
}

#[test]
fn a_block_won_by_the_lighter_pair() {
    let rules = rules("cien", 4);
    let mut result = round(&rules, Ended::Blocked(Some(seat(1))), Some(1), &BLOCK);
    result.outcome.awards.push(award(1, 36, Reason::Pips));
    result.outcome.awards.push(award(1, 20, Reason::FirstGame));
    result.written = result.outcome.awards.clone();
    says(
        &rules,
        &result,
        None,
        "The round is blocked: Beni and Marva hold less together, 16 against 20, and win the round. Beni and Marva score 56 points.",
        "Se trancó y Beni y Marva ganan la mano, porque juntan menos: 16 contra 20. Beni y Marva se anotan 56 puntos.",
    );
    let [_, spanish] = told(&rules, &result, None);
    assert_eq!(spanish.awards, ["Pintas: 36", "Primera mano: 20"]);
}

#[test]
fn a_tie_between_opponents() {
    let rules = rules("jamaican-partner", 4);
    let result = round(
        &rules,
        Ended::Blocked(Some(seat(1))),
        None,
        &["1-1", "2-0", "6-6", "5-5"],
    );
    says(
        &rules,
        &result,
        Some(0),
        "The round is blocked and tied: Beni and you hold the fewest pips, 2 each, so nobody scores.",
        "Se trancó y quedó tablas: los que menos tienen son Beni y tú, con 2 cada uno, y nadie anota.",
    );
    let staked = changed("jamaican-partner", |c| c.stakes = Stakes::Two);
    let [english, _] = told(&staked, &result, None);
    assert_eq!(
        english.then.as_deref(),
        Some("The next round is worth two.")
    );
}

#[test]
fn a_lead_is_broken() {
    let plain = rules("jamaican-partner", 4);
    let mut result = out(&plain, 1, "4-1", &[award(1, 1, Reason::Game)]);
    result.written.clear();
    result.turn = Some(ScoreTurn::Reset);
    says(
        &plain,
        &result,
        None,
        "Beni goes out with the four-one: Beni and Marva win the round. That breaks the lead of the others and scores nothing: back to love all.",
        "Beni domina con el cuatro-uno: Beni y Marva ganan la mano. Con eso se cae la ventaja de los otros y nadie anota: otra vez cero a cero.",
    );
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
    result.scores[team(1)] = 2;
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

/// G11: the game that a false play gives comes before that of the round.
#[test]
fn a_false_play_has_broken_the_lead() {
    let plain = rules("jamaican-partner", 4);
    let mut result = out(&plain, 1, "4-1", &[award(1, 1, Reason::Game)]);
    result.turn = Some(ScoreTurn::Reset);
    result.scores[team(1)] = 1;
    says(
        &plain,
        &result,
        None,
        "Beni goes out with the four-one: Beni and Marva win the round. A false play set the scores back to love all before this round was counted. Beni and Marva score one point.",
        "Beni domina con el cuatro-uno: Beni y Marva ganan la mano. Una jugada falsa había dejado los marcadores en cero a cero antes de contar esta mano. Beni y Marva se anotan un punto.",
    );
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
    result.scores[team(1)] = 3;
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
fn a_match_is_won_six_love() {
    let rules = rules("jamaican-partner", 4);
    let mut result = out(&rules, 0, "6-6", &[award(0, 1, Reason::Game)]);
    result.scores[team(0)] = 6;
    result.result = Some(MatchResult {
        winner: team(0),
        losers: ByTeam::from_slice(&[false, true]).unwrap(),
        skunked: ByTeam::new(2),
    });
    let [english, spanish] = told(&rules, &result, Some(1));
    assert_eq!(english.over, ["Ana and Luis win the match, six love!"]);
    assert_eq!(spanish.over, ["¡Ana y Luis ganan la partida, seis a cero!"]);
}

#[test]
fn capicu_and_chuchazo_are_called_out() {
    let rules = rules("cien", 2);
    let mut result = out(
        &rules,
        0,
        "6-4",
        &[award(0, 32, Reason::Pips), award(0, 20, Reason::Capicu)],
    );
    says(
        &rules,
        &result,
        Some(0),
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
fn penalties_go_to_each() {
    let rules = rules("french", 4);
    let mut result = out(
        &rules,
        0,
        "4-4",
        &[award(1, 22, Reason::Hand), award(3, 32, Reason::Hand)],
    );
    result.scores = ByTeam::from_slice(&[37, 104, 88, 101]).unwrap();
    result.result = Some(MatchResult {
        winner: team(0),
        losers: ByTeam::from_slice(&[false, true, false, true]).unwrap(),
        skunked: ByTeam::new(4),
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
fn a_block_of_penalties_compares_what_the_rules_say() {
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

/// 004:56: a skunk costs what was agreed on before; the table says who owes it.
#[test]
fn what_was_agreed_for_a_skunk_is_told() {
    let over = |agreed: &str, you: Option<u8>| {
        let choices = Game::by_id("club").unwrap().choices(2).unwrap();
        let rules = Rules::new(choices.with("skunk", agreed).unwrap()).unwrap();
        let mut result = out(&rules, 0, "5-0", &[award(0, 4, Reason::Pips)]);
        result.scores = ByTeam::from_slice(&[61, 30]).unwrap();
        result.result = Some(MatchResult {
            winner: team(0),
            losers: ByTeam::from_slice(&[false, true]).unwrap(),
            skunked: ByTeam::from_slice(&[false, true]).unwrap(),
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
fn a_skunk_is_named() {
    let rules = rules("club", 2);
    let mut result = out(&rules, 0, "5-0", &[award(0, 4, Reason::Pips)]);
    result.scores = ByTeam::from_slice(&[61, 30]).unwrap();
    result.result = Some(MatchResult {
        winner: team(0),
        losers: ByTeam::from_slice(&[false, true]).unwrap(),
        skunked: ByTeam::from_slice(&[false, true]).unwrap(),
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
