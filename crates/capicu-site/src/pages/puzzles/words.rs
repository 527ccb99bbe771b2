//! A puzzle in words, and its picture for a preview.

use capicu::{Action, BySeat, Move, Seat};
use capicu_accounts::puzzles::Puzzle;
use capicu_i18n::{Seats, Texts};
use capicu_picture::{Picture, sheet};
use maud::{Markup, PreEscaped, html};

use crate::pages::join_codes::place;

/// The table and the hand, drawn and in words.
pub(super) fn table(texts: Texts, puzzle: &Puzzle) -> Markup {
    let view = &puzzle.posed.decision().view;
    let rules = view.board().rules();
    let laid = laid(puzzle);
    let picture = picture(puzzle, &laid);
    let scores = standing(texts, puzzle);
    let game = texts.game_name(&puzzle.game).unwrap_or_default();
    html! {
        p { b { (game) } ". " (scores) }
        (PreEscaped(sheet(rules.tiles())))
        div.rim.posed { (PreEscaped(picture.part(Some(&texts.puzzles_board())))) }
        p data-testid="hand" { (texts.puzzles_hand()) (texts.colon()) " " (texts.tiles(view.hand())) }
    }
}

/// The moves before the choice, in a fold.
pub(super) fn moves(texts: Texts, puzzle: &Puzzle) -> Markup {
    let view = &puzzle.posed.decision().view;
    let moves: Vec<String> = view
        .moves()
        .iter()
        .map(|mv| did(texts, puzzle, mv))
        .collect();
    html! {
        @if moves.is_empty() { p { (texts.puzzles_nothing()) } } @else {
            details {
                summary { (texts.puzzles_moves()) }
                ol data-testid="moves" { @for one in &moves { li { (one) } } }
            }
        }
    }
}

/// A move with its seat, such as `Left: 6-4 on the 6-6`.
pub(super) fn did(texts: Texts, puzzle: &Puzzle, mv: &Move) -> String {
    let seat = seat_name(texts, puzzle, mv.seat);
    let drawn = mv.drawn.map(|tile| format!(" {tile}")).unwrap_or_default();
    let did = match mv.action {
        Action::Lead(_) | Action::Play { .. } => texts.in_figures(mv.action),
        Action::Draw | Action::Pass | Action::HandOver => texts.noted(mv.action),
    };
    format!("{seat}{} {did}{drawn}", texts.colon())
}

/// The names of the seats as the solver sees them, for sentences.
pub(super) fn with_seats<T>(texts: Texts, puzzle: &Puzzle, tell: impl Fn(&Seats<'_>) -> T) -> T {
    let view = &puzzle.posed.decision().view;
    let n_seats = view.board().rules().n_seats();
    let names = Seat::all(n_seats).map(|seat| seat_name(texts, puzzle, seat));
    let names: Vec<String> = names.collect();
    tell(&Seats {
        names: BySeat::from_fn(n_seats, |seat| names[seat.index()].as_str()),
        you: Some(view.seat()),
    })
}

/// The score before the round.
pub(super) fn standing(texts: Texts, puzzle: &Puzzle) -> String {
    let board = puzzle.posed.decision().view.board();
    let scores = &board.standing().scores;
    with_seats(texts, puzzle, |seats| {
        texts.standing(board.rules(), scores, seats)
    })
}

pub(super) fn laid(puzzle: &Puzzle) -> Vec<Action> {
    let moves = puzzle.posed.decision().view.moves();
    moves.iter().map(|mv| mv.action).collect()
}

pub(super) fn picture<'a>(puzzle: &'a Puzzle, laid: &'a [Action]) -> Picture<'a> {
    let view = &puzzle.posed.decision().view;
    Picture {
        rules: view.board().rules(),
        laid,
        mark: None,
        hand: view.hand(),
    }
}

/// A seat as the solver sees it.
pub(super) fn seat_name(texts: Texts, puzzle: &Puzzle, seat: Seat) -> String {
    let view = &puzzle.posed.decision().view;
    let (rules, own) = (view.board().rules(), view.seat());
    let n = usize::from(rules.n_seats());
    place(texts, rules, own, seat).unwrap_or_else(|| match n {
        2 => texts.seat_across(),
        _ => texts.seat_number(((seat.index() + n - own.index()) % n + 1) as u32),
    })
}
