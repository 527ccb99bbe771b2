//! The choice of the big moment among the moments of a message.

use capicu::rules::Love;
use capicu::{
    Award, Awards, BySeat, BySide, Call, Ended, Game, MatchResult, Outcome, Reason, RoundResult,
    Rules, Seat, Side, TileSet,
};
use capicu_client::Moment;
use capicu_i18n::{Lang, Texts};
use capicu_text::{Highlight, HighlightKind};

fn rules(game: &str, players: u8) -> Rules {
    Game::by_id(game).unwrap().rules(players).unwrap()
}

fn seat(index: u8) -> Seat {
    Seat::new(index).unwrap()
}

fn side(index: u8) -> Side {
    Side::new(index).unwrap()
}

fn award(of: u8, points: u16, why: Reason) -> Award {
    Award {
        side: side(of),
        points,
        why,
    }
}

/// A round that seat 0 won, with these awards written down.
fn round(rules: &Rules, ended: Ended, awards: &[Award]) -> RoundResult {
    let awards: Awards = awards.iter().copied().collect();
    RoundResult {
        outcome: Outcome {
            ended,
            winner: Some(seat(0)),
            hands: BySeat::from_fn(rules.n_seats(), |_| TileSet::EMPTY),
            counts: BySeat::from_fn(rules.n_seats(), |_| 0),
            last: None,
            awards: awards.clone(),
        },
        written: awards,
        ties: 0,
        scores: BySide::new(rules.n_sides()),
        places: BySide::new(rules.n_sides()),
        turn: None,
        result: None,
    }
}

/// The same round as the end of the match, at these scores.
fn last(mut round: RoundResult, scores: &[u16], skunked: &[bool]) -> RoundResult {
    round.scores = BySide::from_slice(scores).unwrap();
    round.result = Some(MatchResult {
        winner: side(0),
        losers: BySide::from_fn(scores.len() as u8, |of| of != side(0)),
        skunked: BySide::from_slice(skunked).unwrap(),
    });
    round
}

fn over(result: RoundResult) -> Moment {
    Moment::RoundOver(Box::new(result))
}

fn kind(all: &[Moment], rules: &Rules) -> Option<HighlightKind> {
    Highlight::of(all, rules).map(|highlight| highlight.kind)
}

#[test]
fn capicu_has_its_own_points_and_those_of_the_round() {
    let rules = rules("cien", 4);
    let written = [award(0, 32, Reason::Pips), award(0, 20, Reason::Capicu)];
    let moment = over(round(&rules, Ended::Out(seat(0)), &written));
    let found = Highlight::of([&moment], &rules).unwrap();
    let due = Highlight {
        kind: HighlightKind::Capicu,
        side: Some(side(0)),
        bonus: 20,
        points: 52,
        score: 0,
    };
    assert_eq!(found, due);
    assert_eq!(found.word(Texts::new(Lang::En)), "Capicú!");
    assert_eq!(found.word(Texts::new(Lang::Es)), "¡Capicú!");
}

#[test]
fn end_of_a_round_is_named_by_its_awards_and_by_how_it_ended() {
    let rules = rules("cien", 4);
    let pips = award(0, 32, Reason::Pips);
    let of = |ended, awards: &[Award]| kind(&[over(round(&rules, ended, awards))], &rules);
    let out = Ended::Out(seat(0));
    assert_eq!(of(out, &[pips]), Some(HighlightKind::Out));
    let chuchazo = award(0, 20, Reason::Chuchazo);
    assert_eq!(of(out, &[pips, chuchazo]), Some(HighlightKind::Chuchazo));
    let key = award(0, 1, Reason::KeyTile);
    assert_eq!(of(out, &[pips, key]), Some(HighlightKind::KeyTile));
    let blocked = Ended::Blocked(Some(seat(1)));
    assert_eq!(of(blocked, &[pips]), Some(HighlightKind::Block));
    assert_eq!(of(Ended::Void, &[]), None);
    assert_eq!(of(Ended::Foul(seat(1)), &[]), None);
}

/// The sentence about the round names a capicú with the double blank a capicú, so the word does too.
#[test]
fn capicu_comes_before_a_chuchazo_as_in_the_sentence() {
    let rules = rules("cien", 4);
    let both = [award(0, 20, Reason::Chuchazo), award(0, 20, Reason::Capicu)];
    let moment = over(round(&rules, Ended::Out(seat(0)), &both));
    assert_eq!(kind(&[moment], &rules), Some(HighlightKind::Capicu));
}

#[test]
fn tied_block_is_of_nobody() {
    let rules = rules("cien", 4);
    let mut tie = round(&rules, Ended::Blocked(Some(seat(1))), &[]);
    tie.outcome.winner = None;
    let found = Highlight::of([&over(tie)], &rules).unwrap();
    assert_eq!((found.side, found.points), (None, 0));
}

#[test]
fn six_love_is_a_match_in_which_the_others_have_nothing() {
    let rules = rules("jamaican-partner", 4);
    assert_eq!(rules.love, Love::AnyOther, "six in a row");
    let game = round(&rules, Ended::Out(seat(0)), &[award(0, 1, Reason::Game)]);
    assert_eq!(
        kind(&[over(game.clone())], &rules),
        Some(HighlightKind::Out)
    );
    let moment = over(last(game, &[6, 0], &[false, false]));
    let found = Highlight::of([&moment], &rules).unwrap();
    assert_eq!((found.kind, found.score), (HighlightKind::Love, 6));
    assert_eq!(found.word(Texts::new(Lang::En)), "six love!");
    assert_eq!(found.word(Texts::new(Lang::Es)), "¡seis a cero!");
}

#[test]
fn match_on_a_peg_board_ends_with_a_skunk_or_the_last_hole() {
    let rules = rules("club", 2);
    let pips = [award(0, 4, Reason::Pips)];
    let end = |scores: &[u16], skunked: &[bool]| {
        let round = round(&rules, Ended::Out(seat(0)), &pips);
        kind(&[over(last(round, scores, skunked))], &rules)
    };
    let near = end(&[61, 40], &[false, false]);
    assert_eq!(near, Some(HighlightKind::LastHole));
    assert_eq!(end(&[61, 20], &[false, true]), Some(HighlightKind::Skunk));
    // Without a peg board, the end of the match is no moment of its own.
    let rules = self::rules("cien", 4);
    let round = round(&rules, Ended::Out(seat(0)), &pips);
    let moment = over(last(round, &[104, 0], &[false, false]));
    assert_eq!(kind(&[moment], &rules), Some(HighlightKind::Out));
}

#[test]
fn muggins_is_big_only_if_it_scored() {
    let rules = rules("all-fives", 2);
    let called = |awards: &[Award]| Moment::Called {
        seat: seat(0),
        call: Call::Muggins,
        awards: awards.to_vec(),
    };
    let right = called(&[award(0, 10, Reason::Muggins)]);
    let found = Highlight::of([&right], &rules).unwrap();
    assert_eq!((found.kind, found.points), (HighlightKind::Muggins, 10));
    let wrong = called(&[award(1, 5, Reason::WrongCall)]);
    assert_eq!(kind(&[wrong], &rules), None);
}

/// Points taken off, and penalties, which are points against a side, are no gain.
#[test]
fn only_gains_of_the_side_are_counted() {
    let cien = rules("cien", 4);
    let written = [
        award(0, 30, Reason::Pips),
        award(0, 5, Reason::OwnTiles),
        award(1, 7, Reason::FalsePlay),
    ];
    let moment = over(round(&cien, Ended::Out(seat(0)), &written));
    assert_eq!(Highlight::of([&moment], &cien).unwrap().points, 30);
}

#[test]
fn rarer_moment_wins() {
    let rules = rules("cien", 4);
    let out = over(round(&rules, Ended::Out(seat(0)), &[]));
    let capicu = [award(0, 20, Reason::Capicu)];
    let capicu = over(round(&rules, Ended::Out(seat(0)), &capicu));
    for all in [[capicu.clone(), out.clone()], [out, capicu]] {
        assert_eq!(kind(&all, &rules), Some(HighlightKind::Capicu));
    }
    let nothing = [Moment::Reseated, Moment::Away(seat(1))];
    assert_eq!(kind(&nothing, &rules), None);
}
