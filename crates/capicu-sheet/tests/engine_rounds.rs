//! Rounds played by the engine and entered on a sheet have the engine's score.

use capicu::fair::Seed;
use capicu::rules::{BlockCount, Choices, LightestTie, OptionKind};
use capicu::{
    Asked, Award, BySeat, BySide, Ended, Game, Hanged, InPlay, Left, Match, NextLeader, Outcome,
    Reason, ReportedEnd, Round, RoundResult, Rules, Seat, SeatCount, TileSet, WayOut, Winner,
};
use capicu_sheet::{Effect, Entry, Event, RoundEntry, Sheet, SheetError, Start, Trust};

use crate::people::NAMES;

/// Rounds of each game, over all numbers of players.
const ROUNDS: u32 = 400;

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

/// How exactly people count the tiles left.
#[derive(Clone, Copy, Debug)]
enum Detail {
    /// Only what the rules ask for.
    Asked,
    Seats,
    Tiles,
}

/// A match of the engine next to its sheet.
struct Both {
    start: Start,
    game: Match,
    sheet: Sheet,
    luck: Luck,
    seed: Seed,
    deals: u32,
}

impl Both {
    fn new(game: &'static Game, choices: Choices, seed: u64) -> Self {
        let names = NAMES[..usize::from(choices.players.get())].iter();
        let start = Start {
            game,
            choices,
            names: names.map(ToString::to_string).collect(),
        };
        let mut sheet = Sheet::default();
        sheet.add(Event::Started(start.clone())).unwrap();
        Self {
            start,
            game: Match::new(Rules::new(choices).unwrap()),
            sheet,
            luck: Luck(seed),
            seed: Seed::from_number(seed),
            deals: 0,
        }
    }

    /// Plays a round and enters it.
    fn play(&mut self, detail: Detail) {
        if self.game.result().is_some() {
            self.game = self.game.again();
            self.sheet.add(Event::Started(self.start.clone())).unwrap();
        }
        let mut turned = 0;
        while self.game.needs_draw_for_set() {
            let tiles = self.seed.turn_up(&self.game, turned);
            self.game.draw_for_set(&tiles);
            turned += 1;
        }
        let mut round = loop {
            let deal = self.seed.deal(self.game.rules(), self.deals);
            self.deals += 1;
            if let Ok(round) = self.game.open(&deal) {
                break round;
            }
        };
        let noted = self.play_out(&mut round);
        let result = self.game.finish(&round);
        self.enter(&round, &result, noted, detail);
    }

    /// Plays random actions to the end of the round, and notes what people would write down.
    fn play_out(&mut self, round: &mut Round) -> Vec<InPlay> {
        let mut noted = Vec::new();
        let mut on_tile = 0;
        while round.to_act().is_some() {
            if let Some((seat, call)) = round.board().due_call()
                && self.luck.below(4) > 0
            {
                let awards = round.call(seat, call).unwrap();
                note(&awards, seat, round, &mut noted, &mut on_tile);
                continue;
            }
            let actions = round.distinct_actions();
            let action = actions[self.luck.below(actions.len())];
            let laid = round.board().layout().laid().len();
            let step = round.play(action).unwrap();
            if round.board().layout().laid().len() > laid {
                on_tile = noted.len();
            }
            note(&step.awards, step.mv.seat, round, &mut noted, &mut on_tile);
        }
        noted
    }

    fn enter(&mut self, round: &Round, result: &RoundResult, noted: Vec<InPlay>, detail: Detail) {
        let what = format!(
            "{} {:?} {noted:?} {:?}",
            self.start.game.id, result.outcome, detail
        );
        let mut written = Vec::new();
        for what in noted {
            let trust = Trust::Checked;
            self.sheet
                .add(Event::Wrote(Entry::InPlay { what, trust }))
                .unwrap();
            let line = self.sheet.current().unwrap().lines().last().unwrap();
            if let Effect::InPlay {
                over: Some(over), ..
            } = &line.effect
            {
                written.push(over.clone());
            }
        }
        if !matches!(result.outcome.ended, Ended::Target(_)) {
            let (end, left) = report(&result.outcome, self.game.rules(), detail);
            let mut entry = RoundEntry {
                opener: None,
                end,
                left,
                trust: Trust::Checked,
            };
            let first = self.sheet.add(Event::Wrote(Entry::Round(entry.clone())));
            if let Err(error) = first {
                assert_eq!(error, SheetError::NameOpener, "{what}");
                entry.opener = Some(round.board().opener());
                let again = self.sheet.add(Event::Wrote(Entry::Round(entry)));
                assert_eq!(again, Ok(()), "{what}");
            }
            let line = self.sheet.current().unwrap().lines().last().unwrap();
            match &line.effect {
                Effect::Round(result) => written.push(result.clone()),
                other => panic!("{other:?}: {what}"),
            }
        }
        assert_eq!(written.len(), 1, "{what}");
        assert_eq!(written[0].written, result.written, "{what}");
        assert_eq!(written[0].turn, result.turn, "{what}");
        let played = self.sheet.current().unwrap();
        assert_eq!(played.game().standing(), self.game.standing(), "{what}");
        assert_eq!(played.result(), self.game.result(), "{what}");
        assert_eq!(played.scores(), &result.scores, "{what}");
        if let Some(leader) = played.leader() {
            self.same_leader(leader, &what);
        }
    }

    fn same_leader(&self, leader: NextLeader, what: &str) {
        let engine = self.game.next_leader();
        // The sheet does not know the draw for set.
        let drawn = leader == NextLeader::Tiles && self.game.setter().is_some();
        // Without the count of each hand, partners with equal hands are not known.
        let free = self.game.rules().lightest_tie == LightestTie::FreeChoice;
        let may_be = match (leader, engine) {
            (NextLeader::Huddle(one), NextLeader::Seat(other)) => free && one == other,
            _ => false,
        };
        assert!(
            leader == engine || drawn || may_be,
            "{leader:?} is not {engine:?}: {what}"
        );
    }
}

/// Notes the awards of one step as people write them down.
fn note(awards: &[Award], seat: Seat, round: &Round, noted: &mut Vec<InPlay>, on_tile: &mut usize) {
    let board = round.board();
    let mut board_pass = false;
    for award in awards {
        let side = award.side;
        let points = award.points;
        noted.push(match award.why {
            Reason::Paso => InPlay::Paso(side),
            Reason::PaseCorrido => InPlay::PaseCorrido(side),
            Reason::PaseDeSalida if board.layout().first().unwrap().is_double() => {
                InPlay::LedDouble(side)
            }
            Reason::PaseDeSalida => InPlay::LedSingle(side),
            Reason::Ends => InPlay::Ends { side, points },
            Reason::Muggins => InPlay::Muggins { side, points },
            Reason::ThreePasses => InPlay::ThreePasses(seat),
            Reason::WrongCall => InPlay::WrongCall(seat),
            Reason::BoardPass => {
                board_pass = true;
                continue;
            }
            other => panic!("{other:?} needs an irregularity"),
        });
    }
    if board_pass {
        let fined = noted.split_off(*on_tile);
        let third = BySeat::from_fn(board.rules().n_seats(), |seat| {
            fined.contains(&InPlay::ThreePasses(seat))
        });
        let others = fined
            .into_iter()
            .filter(|what| !matches!(what, InPlay::ThreePasses(_)));
        noted.extend(others);
        let seat = board.last_player().unwrap();
        noted.push(InPlay::BoardPass { seat, third });
        *on_tile = noted.len();
    }
}

/// The end of a round as people report it.
fn report(outcome: &Outcome, rules: &Rules, detail: Detail) -> (ReportedEnd, Left) {
    let end = |winner| match outcome.ended {
        Ended::Out(seat) => ReportedEnd::Out {
            seat,
            way: WayOut::of(&outcome.last.unwrap(), rules),
            hanged: match outcome
                .awards
                .iter()
                .any(|award| award.why == Reason::HangedBlank)
            {
                true => Hanged::DoubleBlank,
                false => Hanged::Nothing,
            },
        },
        Ended::Blocked(blocker) => ReportedEnd::Blocked { blocker, winner },
        Ended::Doubles(seat) => ReportedEnd::Doubles {
            seat,
            n: (outcome.hands[seat] & TileSet::DOUBLES).len() as u8,
        },
        other => panic!("{other:?} is no end of a round without irregularities"),
    };
    let named = outcome.winner.map_or(Winner::Nobody, Winner::Named);
    let seats = || {
        Left::Seats(BySeat::from_fn(rules.n_seats(), |seat| SeatCount {
            count: outcome.counts[seat],
            has_double: outcome.hands[seat].intersects(TileSet::DOUBLES),
        }))
    };
    match detail {
        Detail::Tiles => (end(Winner::ByCounts), Left::Tiles(Box::new(outcome.hands))),
        Detail::Seats => {
            let by_tile = rules.block_tie == capicu::rules::BlockTie::LightestTile;
            let winner = if by_tile { named } else { Winner::ByCounts };
            (end(winner), seats())
        }
        Detail::Asked => {
            let end = end(named);
            let left = match rules.asks(&end) {
                Asked::Nothing => Left::Uncounted,
                Asked::Seats | Asked::SeatsAndDoubles => seats(),
                Asked::Sides => Left::Sides(sides(outcome, rules)),
                total => Left::Total(total_of(total, outcome, rules)),
            };
            (end, left)
        }
    }
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
    let won = outcome.side(rules).unwrap();
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

#[test]
fn every_game_scores_as_the_engine() {
    for (game, seed) in Game::ALL.iter().zip(1000..) {
        let mut rules: Vec<Choices> = Vec::new();
        for &players in game.players {
            let choices = game.choices(players).unwrap();
            rules.push(choices);
            let mut book = choices;
            for (option, value) in game.book() {
                book.set(option, value).unwrap();
            }
            if book != choices {
                rules.push(book);
            }
        }
        for (choices, seed) in rules.iter().zip(seed * 100..) {
            let mut both = Both::new(game, *choices, seed);
            for n in 0..ROUNDS / rules.len() as u32 {
                both.play([Detail::Asked, Detail::Seats, Detail::Tiles][n as usize % 3]);
            }
        }
    }
}

/// Values of an option: all words, or a few numbers.
fn values(kind: &OptionKind) -> Vec<String> {
    match kind {
        OptionKind::Word(words) => words.iter().map(ToString::to_string).collect(),
        _ => ["1", "2", "3", "5", "10", "25"].map(str::to_owned).to_vec(),
    }
}

#[test]
fn every_option_scores_as_the_engine() {
    let mut tried = 0;
    for (game, seed) in ["jamaican-partner", "cien", "french", "club", "draw"]
        .iter()
        .zip(1..)
    {
        let game = Game::by_id(game).unwrap();
        let choices = game.choices(game.players[0]).unwrap();
        for option in Choices::OPTIONS {
            for value in values(&option.kind) {
                let Ok(changed) = choices.with(option.name, &value) else {
                    continue;
                };
                let usual = changed == choices || changed.players != choices.players;
                if usual || Rules::new(changed).is_err() {
                    continue;
                }
                tried += 1;
                let mut both = Both::new(game, changed, seed * 10_000 + tried);
                for detail in [Detail::Asked, Detail::Seats, Detail::Tiles] {
                    (0..2).for_each(|_| both.play(detail));
                }
            }
        }
    }
    assert!(tried > 500, "only {tried} rules were tried");
}
