//! Random rounds of the engine, entered on the page, have the engine's score.
//!
//! `CAPICU_ROUNDS=5000 cargo test --release -p capicu-score --test integration -- --nocapture rounds` enters 5,000 of
//! each game by taps of points, and prints the numbers. `CAPICU_TILE_ROUNDS` is the number of rounds by tiles.

use capicu::fair::Seed;
use capicu::rules::BlockCount;
use capicu::{
    Action, Asked, BySide, Ended, Event, Fact, Game, InPlay, Match, Outcome, Reason, ReportedEnd,
    RoundResult, Rules, Seat, Table, TileSet, Waiting, WayOut, Winner,
};
use capicu_i18n::{Lang, Texts};
use capicu_score::{Page, Tiles};
use capicu_sheet::{Entry, Sheet, Trust, notes};

use crate::taps::{has_button, started};

/// Rounds of each game by points, where the environment names no other number.
const BY_POINTS: u32 = 40;

/// Rounds of each game by tiles.
const BY_TILES: u32 = 2;

/// Games without a boneyard, where few tiles are unknown at the end.
const DEALT_OUT: [&str; 6] = [
    "jamaican-partner",
    "cut-throat",
    "french",
    "chiva",
    "cien",
    "doscientos",
];

fn number(variable: &str, usual: u32) -> u32 {
    let text = std::env::var(variable).ok();
    text.map_or(usual, |text| text.parse().expect("a number of rounds"))
}

/// Numbers that decide the play. A linear congruential generator suffices.
struct Luck(u64);

impl Luck {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        (self.0 >> 33) as usize % n
    }
}

/// A match of the engine.
struct Engine {
    table: Table,
    seed: Seed,
    luck: Luck,
}

/// A round of the engine: the match before it, its events and its result.
struct Played {
    before: Match,
    turned: Vec<Event>,
    events: Vec<Event>,
    result: RoundResult,
    opener: Seat,
}

impl Engine {
    fn new(rules: Rules, seed: u64) -> Self {
        Self {
            table: Table::new(rules),
            seed: Seed::from_number(seed),
            luck: Luck(seed),
        }
    }

    /// Plays a round at random. After a match it begins another.
    fn round(&mut self) -> Played {
        let before = self.table.game().clone();
        let (mut turned, mut events, mut opener) = (Vec::new(), Vec::new(), None);
        loop {
            let fact = self.next();
            for event in self.table.apply(&fact).expect("a fact that fits") {
                match event {
                    Event::TurnedUp { .. } => turned.push(event),
                    Event::Dealt { opening, .. } => opener = Some(opening.seat),
                    Event::Done(step) => {
                        if let Action::Lead(_) = step.mv.action {
                            opener = Some(step.mv.seat);
                        }
                        events.push(Event::Done(step));
                    }
                    Event::Called { .. } => events.push(event),
                    Event::RoundOver(result) => {
                        let opener = opener.expect("a deal before the end");
                        return Played {
                            before,
                            turned,
                            events,
                            result: *result,
                            opener,
                        };
                    }
                    _ => {}
                }
            }
        }
    }

    fn next(&mut self) -> Fact {
        if let Some(fact) = self.seed.next(&self.table) {
            return fact;
        }
        if let Some((seat, call)) = self.table.due_call()
            && self.luck.below(4) > 0
        {
            return Fact::Called { seat, call };
        }
        assert!(matches!(self.table.waiting(), Waiting::Act(_)));
        let round = self.table.round().expect("a round in play");
        let actions = round.distinct_actions();
        Fact::Acted(actions[self.luck.below(actions.len())])
    }
}

fn tap(page: &mut Page, action: &str) {
    assert!(
        has_button(page, action),
        "{action} is no button of {}",
        page.html()
    );
    page.act(action);
}

/// Types a number digit by digit.
fn digits(page: &mut Page, number: u16) {
    for digit in number.to_string().chars() {
        tap(page, &format!("digit={digit}"));
    }
}

/// How a round was entered.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Entered {
    Wholly,
    /// By its points, because the page cannot check its end.
    Unchecked,
}

/// Enters a round as people do who only count.
fn by_points(page: &mut Page, played: &Played) -> Entered {
    let rules = *played.before.rules();
    let outcome = &played.result.outcome;
    for what in notes(&played.events, &rules) {
        enter_in_play(page, what);
    }
    if let Ended::Void = outcome.ended {
        panic!("no irregularity was played");
    }
    let Some(end) = reported(outcome, &rules) else {
        return Entered::Wholly;
    };
    if has_button(page, "over") {
        page.act("over");
    }
    let who = match end {
        ReportedEnd::Out { seat, .. } | ReportedEnd::Doubles { seat, .. } => Some(seat),
        _ => outcome.winner,
    };
    tap(
        page,
        &who.map_or("who=nobody".to_owned(), |seat| {
            format!("who={}", seat.letter())
        }),
    );
    count(page, outcome, &rules, &end);
    match end {
        ReportedEnd::Out { way, .. } => {
            if outcome
                .awards
                .iter()
                .any(|award| award.why == Reason::HangedBlank)
            {
                tap(page, "hanged");
            }
            let ways = rules.ways_out();
            // Ways with equal points share a button.
            let same = |other: &&WayOut| rules.awards_for(**other) == rules.awards_for(way);
            let way = ways
                .iter()
                .find(|other| **other == way)
                .or(ways.iter().find(same));
            let way = way.expect("a way with these points");
            let index = WayOut::ALL
                .iter()
                .position(|other| other == way)
                .expect("a way");
            tap(page, &format!("out={index}"));
        }
        ReportedEnd::Doubles { n, .. } => tap(page, &format!("doubles={n}")),
        ReportedEnd::Blocked { blocker, .. } => {
            tap(page, "block");
            if rules.asks_blocker() {
                answer(page, blocker);
            }
        }
        _ => unreachable!("no other end is reported"),
    }
    answer(page, Some(played.opener));
    assert!(
        !page.html().contains("data-testid=\"doubts\""),
        "{}",
        page.html()
    );
    Entered::Wholly
}

fn answer(page: &mut Page, seat: Option<Seat>) {
    let answer = seat.map(|seat| format!("answer={}", seat.letter()));
    if let Some(answer) = answer.filter(|answer| has_button(page, answer)) {
        page.act(&answer);
    }
}

fn enter_in_play(page: &mut Page, what: InPlay) {
    let trust = Trust::Checked;
    let line = capicu_sheet::Event::Wrote(Entry::InPlay { what, trust }).to_line();
    let action = line.replacen("play ", "play=", 1);
    match what {
        InPlay::Ends { side, .. } | InPlay::Muggins { side, .. } => {
            tap(page, &format!("scorer={side}"));
            if matches!(what, InPlay::Muggins { .. }) {
                tap(page, "claim");
            }
            // Sums above those with a button are typed nowhere; the sheet has them all the same.
            page.act(&action);
        }
        // A third pass within a board pass has no button.
        InPlay::BoardPass { .. } => drop(page.act(&action)),
        _ => tap(page, &action),
    }
}

/// The end as people report it; `None` where points in play ended the match.
fn reported(outcome: &Outcome, rules: &Rules) -> Option<ReportedEnd> {
    Some(match outcome.ended {
        Ended::Out(seat) => ReportedEnd::Out {
            seat,
            way: WayOut::of(&outcome.last.expect("a last tile"), rules),
            hanged: capicu::Hanged::Nothing,
        },
        Ended::Blocked(blocker) => ReportedEnd::Blocked {
            blocker,
            winner: outcome.winner.map_or(Winner::Nobody, Winner::Named),
        },
        Ended::Doubles(seat) => ReportedEnd::Doubles {
            seat,
            n: (outcome.hands[seat] & TileSet::DOUBLES).len() as u8,
        },
        _ => return None,
    })
}

/// Counts the tiles left as the page asks for them.
fn count(page: &mut Page, outcome: &Outcome, rules: &Rules, end: &ReportedEnd) {
    let html = page.html();
    if html.contains("data-testid=\"total\"") {
        match rules.asks(end) {
            Asked::Nothing => {}
            asked => digits(page, total_of(asked, outcome, rules)),
        }
    } else if html.contains("data-testid=\"double\"")
        || holders(&html) == usize::from(rules.n_seats())
    {
        for (seat, points) in outcome
            .counts
            .entries()
            .filter(|(seat, _)| rules.plays(*seat))
        {
            tap(page, &format!("focus={}", seat.index()));
            digits(page, *points);
            if page.html().contains("data-testid=\"double\"")
                && outcome.hands[seat].intersects(TileSet::DOUBLES)
            {
                tap(page, "double");
            }
        }
    } else if holders(&html) > 0 {
        for (side, points) in sides(outcome, rules).entries() {
            tap(page, &format!("focus={}", side.index()));
            digits(page, *points);
        }
    }
}

fn holders(html: &str) -> usize {
    html.matches("data-testid=\"holder-").count()
}

fn sides(outcome: &Outcome, rules: &Rules) -> BySide<u16> {
    let mut sides = BySide::new(rules.n_sides());
    for (seat, count) in outcome.counts.entries() {
        sides[rules.side(seat)] += count;
    }
    sides
}

/// The number that people write on paper, counted here by hand.
fn total_of(asked: Asked, outcome: &Outcome, rules: &Rules) -> u16 {
    let won = outcome.side(rules).expect("a winner");
    let sides = sides(outcome, rules);
    let losers = || {
        sides
            .entries()
            .filter(|(side, _)| *side != won)
            .map(|(_, sum)| *sum)
    };
    match asked {
        Asked::All => sides.iter().sum(),
        Asked::Losers => losers().sum(),
        Asked::Difference if rules.block_count == BlockCount::SubtractOnce => {
            losers().sum::<u16>().saturating_sub(sides[won])
        }
        Asked::Difference => losers().map(|sum| sum.saturating_sub(sides[won])).sum(),
        other => panic!("{other:?} is no total"),
    }
}

/// Enters a round as people do who tap every tile.
fn by_tiles(page: &mut Page, played: &Played) -> Entered {
    let mut tiles = Tiles::open(Lang::En, &page.stored(), "").expect("a match");
    let unchecked = Texts::new(Lang::En).tiles_unchecked();
    let mut do_it = |action: String| {
        assert!(
            tiles.lines().is_empty(),
            "over before {action}: {} {}",
            tiles.stored(),
            tiles.lines()
        );
        tiles.act(&action);
        assert!(
            !tiles.html().contains("tiles-problem") || tiles.said() == unchecked,
            "{action}: {}\n{}",
            tiles.said(),
            tiles.stored()
        );
    };
    for event in &played.turned {
        if let Event::TurnedUp { tiles: turned, .. } = event {
            turned
                .iter()
                .flatten()
                .for_each(|tile| do_it(format!("tile={tile}")));
        }
    }
    for event in &played.events {
        match event {
            Event::Done(step) => {
                let seat = step.mv.seat.letter();
                match step.mv.action {
                    Action::Lead(tile) => do_it(format!("type={seat} {tile}")),
                    Action::Play { tile, on } => do_it(format!("type={tile}@{on}")),
                    Action::Pass => do_it("pass".to_owned()),
                    Action::Draw => do_it("draw".to_owned()),
                    Action::HandOver => do_it(format!("type={seat}")),
                }
                if step.mv.action == Action::HandOver {
                    do_it("hand-over".to_owned());
                }
            }
            Event::Called { .. } => do_it("call".to_owned()),
            _ => {}
        }
    }
    let outcome = &played.result.outcome;
    if matches!(outcome.ended, Ended::Blocked(_)) && tiles.lines().is_empty() {
        // With other hands the round would not be over: the players say that nobody can play.
        tiles.act("block");
    }
    if tiles.said() == unchecked {
        // As the page says, the round is written by its points.
        by_points(page, played);
        return Entered::Unchecked;
    }
    for (seat, hand) in outcome.hands.entries() {
        for tile in *hand {
            // The tiles that remain are in the last hand.
            if tiles.html().contains("data-testid=\"tiles-left\"") {
                tiles.act(&format!("seat={}", seat.letter()));
                tiles.act(&format!("tile={tile}"));
            }
        }
    }
    assert!(!tiles.lines().is_empty(), "{}", tiles.html());
    assert!(
        page.act(&format!("round\n{}", tiles.lines())),
        "{}\n{}",
        tiles.lines(),
        page.html()
    );
    // The referee accepts the match so far, unless a round of it has only its points.
    let stored = page.stored();
    let next = stored.lines().skip(1).chain([""]);
    let mut lines = stored.lines().zip(next);
    if lines.all(|(line, next)| !line.starts_with("round ") || next.starts_with("moves ")) {
        let text = capicu_score::record(&stored);
        assert!(text.starts_with("domino-record 1"), "{stored}");
    }
    Entered::Wholly
}

fn same(page: &Page, engine: &Engine, what: &str) {
    let sheet = Sheet::read(&page.stored()).expect("a sheet");
    let sheet = sheet.current().expect("a match");
    let game = engine.table.game();
    assert_eq!(
        sheet.game().standing(),
        game.standing(),
        "{what}: {}",
        page.stored()
    );
    assert_eq!(sheet.result(), game.result(), "{what}: {}", page.stored());
}

/// Plays rounds of a game, equally many with each number of players. Returns how each was entered.
fn play(
    game: &'static Game,
    rounds: u32,
    enter: fn(&mut Page, &Played) -> Entered,
) -> Vec<Entered> {
    let mut all = Vec::new();
    for (players, seed) in game.players.iter().zip(1..) {
        let rules = game.rules(*players).expect("rules");
        let mut engine = Engine::new(rules, seed);
        let mut page = started(game.id, *players);
        for n in 0..rounds.div_ceil(game.players.len() as u32) {
            if engine.table.game().result().is_some() {
                engine.table = engine.table.again();
                // A sheet of one match is read more quickly than one of hundreds.
                let fresh = engine.table.game() == &Match::new(rules);
                match fresh {
                    true => page = started(game.id, *players),
                    false => assert!(page.act("again")),
                }
            }
            let played = engine.round();
            all.push(enter(&mut page, &played));
            same(&page, &engine, &format!("{} {players}, round {n}", game.id));
        }
    }
    all
}

#[test]
fn rounds_by_points_score_as_the_engine() {
    let rounds = number("CAPICU_ROUNDS", BY_POINTS);
    for game in Game::ALL {
        play(game, rounds, by_points);
        println!("{}: {rounds} rounds by points", game.id);
    }
}

#[test]
fn rounds_by_tiles_score_as_the_engine() {
    let rounds = number("CAPICU_TILE_ROUNDS", BY_TILES);
    let (mut all, mut wholly) = (0, 0);
    for game in Game::ALL {
        let entered = play(game, rounds, by_tiles);
        let these = entered
            .iter()
            .filter(|one| **one == Entered::Wholly)
            .count();
        println!("{}: {these} of {} rounds by tiles", game.id, entered.len());
        if DEALT_OUT.contains(&game.id) {
            let unchecked = entered.len() - these;
            assert!(
                unchecked <= 1 + entered.len() / 5,
                "{}: {unchecked}",
                game.id
            );
        } else {
            (all, wholly) = (all + entered.len(), wholly + these);
        }
    }
    // Two in five with a boneyard can be checked, fewer with large sets.
    assert!(4 * wholly > all, "{wholly} of {all} with a boneyard");
}
