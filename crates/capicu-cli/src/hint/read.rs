//! Reads the round so far, from options or from a record.

use std::path::Path;

use capicu::fair::Seed;
use capicu::{
    Action, Deal, Duty, Match, MatchResult, Opening, Rules, Seat, Standing, Tile, TileSet,
};
use capicu_analysis::Story;
use capicu_record::record::{MoveRecord, What, decode};
use capicu_record::referee::replay_until;
use capicu_record::{Record, side};

use super::{Arguments, Refusal};
use crate::chosen::Chosen;
use crate::input;
use crate::language::texts;
use crate::solve::seat_named;

pub fn record(
    path: &Path,
    round: Option<usize>,
    after: Option<usize>,
) -> Result<(String, Story), Refusal> {
    let texts = texts();
    let shown = input::shown(path, texts);
    let unreadable = |why: String| Refusal::Unreadable(format!("{shown}: {why}"));
    let bytes = input::read(path, texts).map_err(Refusal::Unreadable)?;
    let (record, places) = decode(&bytes)
        .and_then(Record::parse)
        .map_err(|error| Refusal::Unreadable(format!("{shown}:{}", error.told(texts))))?;
    let n = record.rounds().count();
    let number = round.unwrap_or(n);
    let wanted = number
        .checked_sub(1)
        .and_then(|index| record.rounds().nth(index))
        .ok_or_else(|| unreadable(texts.from_no_round(number, n)))?;
    let n = wanted.moves.len();
    let after = after.unwrap_or(n);
    if after > n {
        return Err(unreadable(texts.from_no_move(number, n)));
    }
    let report = replay_until(&record, number, after, Some(&places));
    if let Some(breach) = report.breach {
        return Err(Refusal::Impossible(format!(
            "{shown}:{}",
            breach.told(texts)
        )));
    }
    let Some(round) = report.table.round() else {
        return Err(unreadable(texts.from_not_reached()));
    };
    let Some(seat) = round
        .to_act()
        .filter(|_| !has_ended(report.result.as_ref()))
    else {
        return Err(Refusal::Impossible(format!(
            "{shown}: {}",
            texts.hint_over()
        )));
    };
    let hand = wanted.dealt.hands()[seat];
    if hand.unknown > 0 {
        let letter = side::letter(seat).to_string();
        return Err(unreadable(texts.hint_unknown(&letter)));
    }
    let moves: Vec<MoveRecord> = wanted.moves[..after].to_vec();
    let told = Story {
        rules: record.rules,
        standing: *round.board().standing(),
        opening: round.board().opening(),
        seat,
        dealt: hand.known,
        words: moves
            .iter()
            .map(|done| format!("{}: {}", side::letter(done.seat), done.what))
            .collect(),
        moves,
        calls: false,
    };
    let game = record.game.as_ref().map(ToString::to_string);
    Ok((game.unwrap_or_default(), told))
}

const fn has_ended(result: Option<&MatchResult>) -> bool {
    result.is_some()
}

/// Returns the round that the options describe.
pub fn typed(arguments: &Arguments) -> Result<(String, Story), Refusal> {
    let texts = texts();
    let Chosen { id, rules } = arguments.choice.resolve().map_err(Refusal::Unreadable)?;
    let Some(hand) = &arguments.hand else {
        return Err(Refusal::Unreadable(texts.hint_nothing()));
    };
    let held = self::hand(hand, &rules).map_err(Refusal::Unreadable)?;
    let words = read_moves(&arguments.moves, &rules).map_err(Refusal::Unreadable)?;
    let n = rules.n_seats();
    let named = |option: &str, letter: Option<char>| {
        letter
            .map(|letter| seat_named(option, letter, &rules))
            .transpose()
            .map_err(Refusal::Unreadable)
    };
    let opener = named("--opener", arguments.opener)?;
    let seat = named("--seat", arguments.seat)?;
    // The next seat after this many turns, counted from the opener.
    let turns = words.iter().fold(0, |turns, word| turns + word.turns(n)) % n;
    let first = words.first().and_then(|word| word.seat);
    let begins = opener
        .or(first)
        .or_else(|| seat.map(|seat| seat.offset(n - turns, n)));
    let begins = begins.unwrap_or_default();
    let acts = begins.offset(turns, n);
    if let Some(seat) = seat.filter(|seat| *seat != acts) {
        let why = texts.breach_not_its_turn(
            &side::letter(acts).to_string(),
            &side::letter(seat).to_string(),
        );
        return Err(Refusal::Impossible(why));
    }
    let mut moves = Vec::new();
    let mut at = begins;
    for word in &words {
        moves.push(MoveRecord::new(word.seat.unwrap_or(at), word.what));
        at = at.offset(word.turns(n), n);
    }
    let own = moves.iter().filter(|done| done.seat == acts);
    let mut dealt = held;
    for done in own {
        match done.what {
            What::Lead(tile) | What::Play { tile, .. } => {
                dealt.insert(tile);
            }
            What::Draw(Some(tile)) => {
                dealt.remove(tile);
            }
            _ => {}
        }
    }
    let due = usize::from(rules.hand.get());
    if dealt.len() != due {
        let off = due as isize - dealt.len() as isize;
        let due = (held.len() as isize + off).max(0) as usize;
        return Err(Refusal::Unreadable(texts.hint_hand_size(held.len(), due)));
    }
    let mut standing = Standing::new(&rules);
    let opening = match opener {
        Some(seat) => {
            // It has won the previous round, so no rule for a score of zero applies.
            (standing.round, standing.decided) = (1, 1);
            standing.scores[rules.side(seat)] = 1;
            Opening {
                seat,
                duty: Duty::Any,
                may_hand_over: false,
            }
        }
        None => first_opening(&rules, begins, acts, dealt, &moves).ok_or_else(|| {
            Refusal::Impossible(texts.hint_cannot_open(&side::letter(begins).to_string()))
        })?,
    };
    let told = Story {
        rules,
        standing,
        opening,
        seat: acts,
        dealt,
        moves,
        words: words.into_iter().map(|word| word.text).collect(),
        calls: true,
    };
    Ok((id, told))
}

pub fn hand(text: &str, rules: &Rules) -> Result<TileSet, String> {
    let texts = texts();
    let mut held = TileSet::EMPTY;
    for word in text.split_whitespace() {
        let tile: Tile = word
            .parse()
            .map_err(|_| texts.solve_not_a_tile("--hand", word))?;
        let wrong = match (rules.tiles().contains(tile), held.insert(tile)) {
            (false, _) => texts.text_not_in_game(&tile.to_string()),
            (true, false) => texts.no_deal_twice(&tile.to_string()),
            (true, true) => continue,
        };
        return Err(format!("--hand: {wrong}"));
    }
    Ok(held)
}

/// A move as typed.
struct Word {
    seat: Option<Seat>,
    what: What,
    text: String,
}

impl Word {
    /// Returns the number of turns until the next seat acts.
    fn turns(&self, n: u8) -> u8 {
        match self.what {
            What::Draw(_) => 0,
            What::HandOver => n / 2,
            _ => 1,
        }
    }
}

fn read_moves(text: &str, rules: &Rules) -> Result<Vec<Word>, String> {
    let texts = texts();
    let mut words: Vec<Word> = Vec::new();
    let mut seat = None;
    for word in text.split_whitespace() {
        if let Some(name) = word.strip_suffix(':') {
            let mut letters = name.chars();
            let letter = letters.next().filter(|_| letters.next().is_none());
            let letter = letter.ok_or_else(|| texts.solve_not_a_move(words.len() + 1, word))?;
            seat = Some(seat_named("--moves", letter, rules)?);
            continue;
        }
        let action: Action = word
            .parse()
            .map_err(|_| texts.solve_not_a_move(words.len() + 1, word))?;
        // A single tile after `draw` is the drawn one.
        if let (Action::Lead(tile), Some(last)) = (action, words.last_mut())
            && last.what == What::Draw(None)
            && seat.is_none()
        {
            last.what = What::Draw(Some(tile));
            last.text += &format!(" {word}");
            continue;
        }
        let what = match action {
            Action::Lead(tile) => What::Lead(tile),
            Action::Play { tile, on } => What::Play { tile, on },
            Action::Draw => What::Draw(None),
            Action::Pass => What::Pass,
            Action::HandOver => What::HandOver,
        };
        words.push(Word {
            seat: seat.take(),
            what,
            text: word.to_owned(),
        });
    }
    Ok(words)
}

/// Returns how this seat opens the first round of a match, if a deal allows it.
fn first_opening(
    rules: &Rules,
    opener: Seat,
    own: Seat,
    dealt: TileSet,
    moves: &[MoveRecord],
) -> Option<Opening> {
    let lead = moves.iter().find_map(|done| match done.what {
        What::Lead(tile) if done.seat != own => Some((done.seat, tile)),
        _ => None,
    });
    (0..5_000).find_map(|number| {
        let seed = Seed::from_number(number);
        let mut game = Match::new(*rules);
        let mut turned = 0;
        while game.needs_draw_for_set() {
            game.draw_for_set(&seed.turn_up(&game, turned));
            turned += 1;
        }
        let deal = exchanged(&seed.deal(rules, 0), rules, own, dealt, lead)?;
        let opening = game.opening(&deal).ok()?;
        (opening.seat == opener).then_some(opening)
    })
}

/// Exchanges tiles of a deal until a seat has this hand, and another seat the tile that it led.
fn exchanged(
    deal: &Deal,
    rules: &Rules,
    own: Seat,
    dealt: TileSet,
    lead: Option<(Seat, Tile)>,
) -> Option<Deal> {
    let mut hands = *deal.hands();
    let mut boneyard: Vec<Tile> = deal.boneyard().to_vec();
    let mut give = |seat: Seat, wanted: Tile, keep: TileSet| {
        if hands[seat].contains(wanted) {
            return Some(());
        }
        let back = (hands[seat] - keep).into_iter().next()?;
        hands[seat].remove(back);
        hands[seat].insert(wanted);
        match boneyard.iter_mut().find(|tile| **tile == wanted) {
            Some(place) => *place = back,
            None => {
                let others = Seat::all(rules.n_seats()).filter(|other| *other != seat);
                let holder = others
                    .into_iter()
                    .find(|other| hands[*other].contains(wanted))?;
                hands[holder].remove(wanted);
                hands[holder].insert(back);
            }
        }
        Some(())
    };
    for tile in dealt {
        give(own, tile, dealt)?;
    }
    if let Some((seat, tile)) = lead {
        if dealt.contains(tile) {
            return None;
        }
        give(seat, tile, TileSet::EMPTY)?;
    }
    Deal::new(rules, hands, boneyard.into_iter().collect(), deal.lot()).ok()
}
