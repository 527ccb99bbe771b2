//! A choice as a puzzle: the view of its seat as a text, and the quality of each answer.

use std::fmt::Write as _;

use capicu::{
    Action, BySeat, Match, Move, Seat, Setup, TableView, Tile, TileSet, Turn, View, VisibleEvent,
};
use capicu_i18n::Texts;
use capicu_record::record::{MoveRecord, What};
use capicu_record::side;
use serde::{Deserialize, Serialize};

use crate::json::VERSION;
use crate::loss::Judged;
use crate::moment::reason;
use crate::played::{Decision, choice};
use crate::story::Story;

/// The longest text accepted, in bytes.
const LONGEST: usize = 8_192;

/// The most moves before the choice.
const MOST_MOVES: usize = 300;

/// The start of the last line, before the move that was played.
const PLAYED: &str = "played:";

/// A choice in a match from the view of its seat, without names and other hands.
///
/// Its text has three lines. The first is the round after the deal, in the seat's view (`docs/position.md`). The second
/// has the moves since then as in records, with only the seat's own drawn tiles. The third is the move played.
///
/// ```text
/// domino-position: 1; rules: block 2; opening: A any; hands: 6-4 … / ?7; boneyard: ?14; turn: A any
/// A: 6-4 B: 6-6@6-4
/// played: 5-4@6-4
/// ```
#[derive(Clone, Debug)]
pub struct Posed {
    decision: Decision,
    begun: Setup,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotPosed {
    TooLong,
    Lines,
    /// The first line is not a position at the start of a round with one known hand.
    Position(String),
    /// The second line has an invalid or impossible move; the text describes it.
    Moves(String),
    /// The third line has no legal move, or there is no choice.
    Played,
}

impl NotPosed {
    /// The error in words, with the line.
    pub fn told(&self, texts: Texts) -> String {
        match self {
            Self::TooLong => texts.puzzle_too_long(),
            Self::Lines => texts.puzzle_lines(),
            Self::Position(why) => texts.puzzle_line(1_u8, why),
            Self::Moves(why) => texts.puzzle_line(2_u8, why),
            Self::Played => texts.puzzle_line(3_u8, &texts.puzzle_no_choice()),
        }
    }
}

impl Posed {
    /// The puzzle of a choice; `None` if the text cannot express the seat's view, for instance after an irregularity.
    pub fn of(decision: &Decision) -> Option<Self> {
        let view = &decision.view;
        if !view.is_regular() || view.moves().len() > MOST_MOVES {
            return None;
        }
        let begun = Setup::of_view(&beginning(view)?)?;
        let posed = Self {
            decision: decision.clone(),
            begun,
        };
        let read = Self::read(&posed.text(), Texts::default()).ok()?;
        (read.decision.view == *view && read.decision.action() == decision.action()).then_some(read)
    }

    /// Reads a puzzle. Fails if the format is wrong, or the moves are impossible.
    pub fn read(text: &str, texts: Texts) -> Result<Self, NotPosed> {
        if text.len() > LONGEST {
            return Err(NotPosed::TooLong);
        }
        let lines: Vec<&str> = text.trim().lines().map(str::trim).collect();
        let &[position, moves, played] = lines.as_slice() else {
            return Err(NotPosed::Lines);
        };
        let played = played.strip_prefix(PLAYED).ok_or(NotPosed::Lines)?;
        let begun: Setup = position
            .parse()
            .map_err(|error| NotPosed::Position(texts.not_a_position(&error)))?;
        let (seat, dealt) = begins(&begun, texts).map_err(NotPosed::Position)?;
        let moves = read_moves(moves, texts).map_err(NotPosed::Moves)?;
        let words = moves.iter();
        let words = words.map(|done| format!("{}: {}", side::letter(done.seat), done.what));
        let story = Story {
            rules: begun.rules,
            standing: begun.standing,
            opening: begun.opening,
            seat,
            dealt,
            words: words.collect(),
            moves,
            calls: true,
        };
        let view = story.view(texts).map_err(NotPosed::Moves)?;
        let played: Action = played.trim().parse().map_err(|_| NotPosed::Played)?;
        let (actions, played) = choice(&view, played).ok_or(NotPosed::Played)?;
        let turns = (1..=view.moves().len()).collect();
        Ok(Self {
            decision: Decision {
                round: usize::from(begun.standing.round) + 1,
                turn: view.moves().len() + 1,
                game: Match::new(begun.rules).at(begun.standing),
                turns,
                view,
                actions,
                played,
            },
            begun,
        })
    }

    pub const fn decision(&self) -> &Decision {
        &self.decision
    }

    /// The puzzle as a text that [`read`](Self::read) accepts.
    pub fn text(&self) -> String {
        let mut text = format!("{}\n", self.begun);
        for (at, mv) in self.decision.view.moves().iter().enumerate() {
            let space = if at == 0 { "" } else { " " };
            let done = MoveRecord::of_move(mv);
            let _ = write!(text, "{space}{}: {}", side::letter(done.seat), done.what);
        }
        if self.decision.view.moves().is_empty() {
            text.push('-');
        }
        let _ = write!(text, "\n{PLAYED} {}\n", self.decision.action());
        text
    }

    pub fn game(&self) -> String {
        let position = self.begun.to_string();
        let rules = position
            .split(';')
            .find_map(|field| field.trim().strip_prefix("rules:"));
        let mut words = rules.unwrap_or_default().split_whitespace();
        words.next().unwrap_or_default().to_owned()
    }

    /// At most two facts in words, visible to the seat, that favor one action over another. `name` names the other seats.
    pub fn facts(
        &self,
        better: usize,
        other: usize,
        texts: Texts,
        name: &dyn Fn(Seat) -> String,
    ) -> Vec<String> {
        let [better, other] = [better, other].map(|at| self.decision.actions[at]);
        let clues = capicu_ai::clues(&self.decision.view, better, other);
        let told = clues.iter().take(capicu_ai::MOST_CLUES);
        told.map(|clue| reason(clue, &self.decision, name, texts))
            .collect()
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Verdict {
    /// The loss in millionths of a round.
    pub loss: i64,
    /// The standard error of `loss`.
    pub error: i64,
    /// Whether the answer is not a mistake.
    pub good: bool,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Solution {
    /// The version of the analysis. Equal puzzle, nodes and version give the same result.
    pub version: u32,
    pub nodes: u64,
    /// The index of the best answer among the actions.
    pub best: usize,
    /// In the order of the actions.
    pub answers: Vec<Verdict>,
}

impl Solution {
    /// Analyzes every answer like a choice of a match. `None` if the move played is not a mistake, so that there is
    /// nothing to find.
    pub fn of(posed: &Posed, nodes: u64) -> Option<Self> {
        let decision = &posed.decision;
        let judged = Judged::of(decision, nodes)?;
        let best = judged.rival.filter(|_| judged.class.is_mistake())?;
        let verdict = |judged: &Judged| Verdict {
            loss: judged.loss.round,
            error: judged.loss.error.round,
            good: !judged.class.is_mistake(),
        };
        let answers = (0..decision.actions.len()).map(|at| {
            if at == best {
                return Some(Verdict {
                    loss: 0,
                    error: 0,
                    good: true,
                });
            }
            if at == decision.played {
                return Some(verdict(&judged));
            }
            let tried = Decision {
                played: at,
                ..decision.clone()
            };
            Judged::of(&tried, nodes).as_ref().map(verdict)
        });
        Some(Self {
            version: VERSION,
            nodes,
            best,
            answers: answers.collect::<Option<_>>()?,
        })
    }
}

/// The round after the deal, as the seat of the view saw it.
fn beginning(view: &View) -> Option<View> {
    let board = view.board();
    let seat = view.seat();
    let mut hand = view.hand();
    let mut held = *board.held();
    let mut boneyard = board.boneyard();
    for Move {
        seat: who,
        action,
        drawn,
        ..
    } in view.moves().iter().rev()
    {
        match action {
            Action::Lead(tile) | Action::Play { tile, .. } => {
                held[*who] += 1;
                if *who == seat {
                    hand.insert(*tile);
                }
            }
            Action::Draw => {
                held[*who] = held[*who].checked_sub(1)?;
                boneyard += 1;
                if let Some(tile) = drawn.filter(|_| *who == seat) {
                    hand.remove(tile);
                }
            }
            Action::Pass | Action::HandOver => {}
        }
    }
    let mut table = TableView::new(*board.rules(), seat);
    table.observe(&VisibleEvent::Dealt {
        opening: board.opening(),
        standing: *board.standing(),
        hand: Some(hand),
        held,
        boneyard,
    });
    table.round().cloned()
}

/// The seat with the known hand and that hand, or why the position is not the start of a round seen by one seat.
fn begins(begun: &Setup, texts: Texts) -> Result<(Seat, TileSet), String> {
    let known = begun.hands.entries();
    let known: Vec<_> = known
        .filter_map(|(seat, held)| Some((seat, held.known()?)))
        .collect();
    let &[(seat, hand)] = known.as_slice() else {
        return Err(texts.puzzle_one_hand());
    };
    let view = begun.view(seat).map_err(|why| texts.not_a_round(why))?;
    let rules = view.board().rules();
    let due = BySeat::from_fn(rules.n_seats(), |_| rules.hand.get() as u8);
    let is_begun = matches!(begun.turn, Turn::Open(opening) if opening == begun.opening);
    let fresh = beginning(&view).and_then(|view| Setup::of_view(&view));
    match is_begun && *view.board().held() == due && fresh.as_ref() == Some(begun) {
        true => Ok((seat, hand)),
        false => Err(texts.puzzle_not_begun()),
    }
}

/// Reads a line of moves: `A: 6-6 B: pass A: draw 6-4`; `-` for none.
fn read_moves(line: &str, texts: Texts) -> Result<Vec<MoveRecord>, String> {
    let mut moves: Vec<MoveRecord> = Vec::new();
    if line == "-" {
        return Ok(moves);
    }
    let mut words = line.split_whitespace().peekable();
    while let Some(word) = words.next() {
        let number = moves.len() + 1;
        let wrong = |word: &str| texts.puzzle_no_move(number, word);
        if number > MOST_MOVES {
            return Err(texts.puzzle_too_long());
        }
        let letter = word.strip_suffix(':').and_then(|name| name.parse().ok());
        let seat = letter.and_then(side::seat).ok_or_else(|| wrong(word))?;
        let word = words.next().unwrap_or_default();
        let what = match word.parse() {
            Ok(Action::Lead(tile)) => What::Lead(tile),
            Ok(Action::Play { tile, on }) => What::Play { tile, on },
            Ok(Action::Pass) => What::Pass,
            Ok(Action::HandOver) => What::HandOver,
            Ok(Action::Draw) => {
                let tile: Option<Tile> = words.peek().and_then(|word| word.parse().ok());
                if tile.is_some() {
                    words.next();
                }
                What::Draw(tile)
            }
            Err(_) => return Err(wrong(word)),
        };
        moves.push(MoveRecord::new(seat, what));
    }
    Ok(moves)
}
