//! Texts of rule files and records, and events at a table of any game.

use capicu::fair::Seed;
use capicu::{Action, Call, Fact, Irregularity, Seat, Table, Tile, Waiting};
use capicu_record::json::RecordJson;
use capicu_record::record::{decode, recorded};
use capicu_record::rule_file::RuleFile;
use capicu_record::{Record, foreign, games, referee};

/// Any text is a record or an error, without a panic. A record is parsed back as printed and has a JSON twin, and the
/// referee can judge it.
pub fn record(bytes: &[u8]) {
    let Ok(text) = decode(bytes) else { return };
    let _ = foreign::from_dominoes(text);
    let _ = foreign::from_openspiel(text);
    let Ok((record, places)) = Record::parse(text) else {
        return;
    };
    let printed = record.to_string();
    assert_eq!(printed.parse::<Record>().as_ref(), Ok(&record), "{printed}");
    let twin = RecordJson::from(&record);
    assert_eq!(Record::try_from(&twin).as_ref(), Ok(&record), "{printed}");
    let report = referee::replay(&record, Some(&places));
    if let Some(breach) = &report.breach {
        assert!(!breach.to_string().is_empty());
    }
}

/// Any text is a move list or an error, without a panic. The record of a list keeps to the rules.
pub fn move_list(bytes: &[u8]) {
    let Ok(text) = decode(bytes) else { return };
    let list = match foreign::MoveList::parse(text) {
        Ok(list) => list,
        Err(error) => return assert!(!error.to_string().is_empty()),
    };
    let rules = foreign::plain_rules(list.players().clamp(2, 4));
    match list.record(rules.expect("plain rules for 2 to 4 players")) {
        Err(error) => assert!(!error.to_string().is_empty()),
        Ok(converted) => {
            let text = converted.record.to_string();
            let (record, places) = Record::parse(&text).expect("a printed record");
            assert_eq!(record, converted.record, "{text}");
            let report = referee::replay(&record, Some(&places));
            assert_eq!(report.breach, None, "{text}");
        }
    }
}

/// Any text is a rule file or an error, without a panic. Its rules can be written and read again.
pub fn rule_file(bytes: &[u8]) {
    match RuleFile::from_bytes(bytes) {
        Err(errors) => assert!(!errors.is_empty()),
        Ok(file) => {
            for players in file.players() {
                let rules = file.rules(players).expect("the file names this number");
                let text = RuleFile::text_of(&rules, None);
                let again = RuleFile::parse(&text).expect("every option is given");
                assert_eq!(again.rules(players), Some(rules), "{text}");
            }
        }
    }
}

/// For any stream of actions, calls and irregularities, a table accepts legal ones and refuses the rest unchanged.
/// Every tile is in one place. The referee agrees with the record of the match.
pub fn actions(bytes: &[u8]) {
    let [game, players, seed, stream @ ..] = bytes else {
        return;
    };
    let game = &games::all()[usize::from(*game) % games::all().len()];
    let numbers = game.players();
    let players = numbers[usize::from(*players) % numbers.len()];
    let rules = game.rules(players).expect("the game is for this number");
    let seed = Seed::from_number(u64::from(*seed));
    let mut table = Table::new(rules);
    let mut facts = Vec::new();
    for pair in stream.chunks_exact(2).take(4000) {
        let fact = match table.waiting() {
            Waiting::Nothing => break,
            Waiting::TurnUp => Fact::TurnedUp(seed.turn_up(table.game(), table.n_turned_up())),
            Waiting::Deal => Fact::Dealt(Box::new(seed.deal(&rules, table.n_deals()))),
            Waiting::Act(_) => fact(&table, pair[0], pair[1]),
        };
        let before = table.clone();
        let legal = table.check(&fact).is_ok();
        match table.apply(&fact) {
            Ok(_) => {
                assert!(legal, "{fact:?} was accepted");
                facts.push(fact);
            }
            Err(_) => assert_eq!(table, before, "{fact:?} was refused and changed the table"),
        }
        if let Some(round) = table.round() {
            let held = round
                .hands()
                .iter()
                .fold(round.board().layout().laid(), |all, hand| {
                    assert!(!all.intersects(*hand), "a tile is in two places");
                    all | *hand
                });
            let boneyard = round.boneyard().collect();
            assert_eq!(held | boneyard, rules.tiles(), "a tile is nowhere");
        }
    }
    let record = recorded(rules, &facts).expect("the table took these facts");
    let printed = record.to_string();
    assert_eq!(printed.parse::<Record>().as_ref(), Ok(&record), "{printed}");
    let report = referee::replay(&record, None);
    assert_eq!(report.breach, None, "{printed}");
}

/// A fact for a table that waits for an action, possible or not.
fn fact(table: &Table, kind: u8, what: u8) -> Fact {
    let Some(round) = table.round() else {
        return Fact::Acted(Action::Pass);
    };
    let n = round.board().rules().n_seats();
    let seat = Seat::new(what % n).unwrap_or_default();
    let tile = Tile::from_index(what % 190).unwrap_or_default();
    let ends = round.board().layout().ends();
    let on = ends
        .get(usize::from(kind) % ends.len().max(1))
        .map_or(tile, capicu::End::tile);
    match kind {
        0..=199 => {
            let legal = round.legal_actions();
            Fact::Acted(legal[usize::from(what) % legal.len()])
        }
        200..=204 => Fact::Acted(Action::Lead(tile)),
        205..=209 => Fact::Acted(Action::Play { tile, on }),
        210..=214 => {
            Fact::Acted([Action::Draw, Action::Pass, Action::HandOver][usize::from(what) % 3])
        }
        215..=224 => Fact::Called {
            seat,
            call: match what % 3 {
                0 => Call::Declare,
                1 => Call::Muggins,
                _ => Call::Sum(u16::from(what) / 8),
            },
        },
        225..=229 => Fact::Irregular(Irregularity::FalsePass),
        230..=232 => Fact::Irregular(Irregularity::TakenBack { seat }),
        233..=236 => Fact::Irregular(Irregularity::WrongPlay {
            tile,
            on,
            open: tile.high(),
        }),
        237..=240 => Fact::Irregular(Irregularity::NeedlessDraw),
        241..=243 => Fact::Irregular(Irregularity::MisledDraw),
        244..=246 => Fact::Irregular(Irregularity::Exposed { seat, tile }),
        247..=249 => Fact::Irregular(Irregularity::Directed { tile, on }),
        250..=251 => Fact::Irregular(Irregularity::OverDrawn { seat }),
        252..=253 => Fact::Irregular(Irregularity::UnderDrawn { seat }),
        _ => Fact::Irregular(Irregularity::Void),
    }
}
