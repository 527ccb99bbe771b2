//! The scores of the match: pegs for rounds, a peg board for pips as points, bars for points, and the sheet with every
//! round.

use std::fmt::Write as _;

use capicu::rules::{Score, Skunk};
use capicu::{Rules, Side};
use capicu_picture::pegs::{PegBoard, WIDTH};
use leptos::prelude::*;

use crate::erase::{flag, memo, part, say, words};
use crate::settings::t;
use crate::table_store::names;
use crate::tile_input::Control;
use capicu_client::ClientTable;

/// More holes than this are not drawn one by one.
const HOLES: u16 = 12;

#[component]
pub fn ScoreView(control: Control) -> impl IntoView {
    let room = control.room;
    let rules = room
        .peek(|game| Some(*game.rules()))
        .expect("the table is known");
    let me = room.peek(|game| rules.side(game.point_of_view()));
    // The own side comes first.
    let others = Side::all(rules.n_sides()).filter(|side| *side != me);
    let sides: Vec<Side> = std::iter::once(me).chain(others).collect();
    let (several, crowd) = (sides.len() > 2, sides.len() > 4);
    let board = PegBoard::is_used(&rules)
        .then(|| view! { <PegBoardView control rules sides=sides.clone()/> });
    let said = move || {
        room.read(|game| t().standing(&rules, &game.table().scores(), &names(game).seats()))
    };
    let aim = move || {
        let (texts, target) = (t(), rules.target.get());
        match (rules.score, rules.love) {
            (Score::Games, capicu::rules::Love::Off) => texts.match_to_games(target),
            (Score::Games, _) => texts.match_to_love(target),
            (Score::Pips, _) => texts.match_to_points(target),
            (Score::Penalties, _) => texts.match_to_penalties(target),
        }
    };
    view! {
        <section
            class="score"
            class:several=several
            class:crowd=crowd
            data-testid="score"
            role="group"
            aria-label=say(|t| t.label_score())
        >
            <p class="said">{words(said)}</p>
            {sides
                .into_iter()
                .map(|side| view! { <SideScore control side rules/> })
                .collect_view()}
            <p class="aim">{words(aim)}</p>
            {board}
        </section>
    }
}

#[component]
fn SideScore(control: Control, side: Side, rules: Rules) -> impl IntoView {
    let room = control.room;
    let me = room.peek(|game| game.seat().map(|seat| rules.side(seat)));
    let target = rules.target.get();
    let score = memo(move || room.read(|game| game.table().scores()[side]));
    let name = move || {
        room.read(|game| {
            let texts = t();
            let names = names(game);
            // The reader comes first: narrow phones cut the rest.
            if me == Some(side) {
                let partners = rules.members(side).filter(|seat| !game.is_me(*seat));
                let partners = partners.map(|seat| names.plain(seat));
                let all: Vec<String> = [texts.seat_you()].into_iter().chain(partners).collect();
                return texts.list(&all);
            }
            names.side(texts, side, &rules).name().to_owned()
        })
    };
    let pegs = rules.score == Score::Games && target <= HOLES;
    let pegged = PegBoard::is_used(&rules);
    let marks = move || {
        if pegs {
            let peg = |hole| view! { <i class:in=flag(move || hole < score.get())></i> };
            (0..target).map(peg).collect_view().into_any()
        } else if pegged {
            ().into_any()
        } else {
            let part = move || {
                let percent = u32::from(score.get()) * 100 / u32::from(target);
                format!("width:{}%", percent.min(100))
            };
            view! { <span class="gauge"><span style=words(part)></span></span> }.into_any()
        }
    };
    view! {
        <div
            class=format!("side-score team-{}", side.index() % 4)
            data-testid=format!("score-{side}")
            role="meter"
            aria-valuemin="0"
            aria-valuemax=target
            aria-valuenow=words(move || score.get().to_string())
            aria-label=words(move || t().label_pegs(&name(), score.get(), target))
        >
            <span class="name" aria-hidden="true">{words(name)}</span>
            <span class="marks" class:pegs=pegs aria-hidden="true">{marks()}</span>
            // Styles write the number, since they count it up.
            <b aria-hidden="true" style=words(move || format!("--n:{}", score.get()))></b>
        </div>
    }
}

/// A cribbage board, with two pegs for each side, of which the rear one leaps over the other.
#[component]
fn PegBoardView(control: Control, rules: Rules, sides: Vec<Side>) -> impl IntoView {
    let numbers: Vec<usize> = sides.iter().copied().map(Side::index).collect();
    let board = PegBoard {
        target: rules.target.get(),
        lanes: numbers.len() as u8,
        // A side that has not crossed this line when the other goes out is skunked.
        skunk: match rules.skunk {
            Skunk::Off => None,
            Skunk::Noted | Skunk::Agreed | Skunk::CountsDouble => Some(rules.skunk_line.get()),
        },
    };
    let pegs: Vec<_> = sides
        .into_iter()
        .zip(0..)
        .map(|(side, lane)| {
            let score = move || control.room.read(|game| game.table().scores()[side]);
            let pegs = Memo::new(
                move |before: Option<&(u16, u16)>| match (before, score()) {
                    (Some(&(front, rear)), score) if score == front => (front, rear),
                    (Some(&(front, _)), score) if score > front => (score, front),
                    (_, score) => (score, 0),
                },
            );
            let peg = move |at: fn(&(u16, u16)) -> u16| {
                let place = move || {
                    let (x, y) = board.hole(pegs.with(at), lane);
                    format!("transform:translate({x}px,{y}px)")
                };
                view! { <circle class=format!("peg team-{}", side.index() % 4) r="4" style=words(place)/> }
            };
            view! { {peg(|pegs| pegs.1)} {peg(|pegs| pegs.0)} }
        })
        .collect();
    let height = board.height();
    // A phone shows the row of the own peg, and the whole board after a tap: styles do that.
    let own = numbers.first().and_then(|side| Side::new(*side as u8));
    let style = move || {
        let score = own.map_or(0, |side| {
            control.room.read(|game| game.table().scores()[side])
        });
        let (top, row) = board.row(score);
        format!("--high:{height};--row:{row};--top:{top}")
    };
    view! {
        <svg
            class="peg-board"
            viewBox=format!("0 0 {WIDTH} {height}")
            preserveAspectRatio="xMidYMin slice"
            style=words(style)
            aria-hidden="true"
            data-testid="peg-board"
        >
            <g class="rows">
                <g inner_html=board.svg(&numbers)></g>
                {pegs}
            </g>
        </svg>
    }
}

/// More rounds than this have no numbers on their bars, and neither have low bars.
const NUMBERED: usize = 12;

/// The sides with their points, and a bar for what each round brought: the own side above the line, the others below it.
#[component]
pub fn CourseView(control: Control) -> impl IntoView {
    part(move || {
        let view = control.room.read(|game| {
            let (rules, scores) = (game.rules(), game.table().scores());
            let me = rules.side(game.point_of_view());
            let total = |side: Side| {
                let name = names(game).side(t(), side, rules).name().to_owned();
                view! {
                    <p class=format!("team-{}", side.index() % 4)>
                        <span>{name}</span>
                        <b>{scores[side]}</b>
                    </p>
                }
            };
            let others = Side::all(rules.n_sides()).filter(|side| *side != me);
            let totals = std::iter::once(me).chain(others).map(total);
            let totals = totals.collect_view();
            let sheet = game.sheet();
            let won = |at: usize, side: usize| {
                let before = sheet.get(at + 1).map_or(0, |row| row[side]);
                sheet[at][side].saturating_sub(before)
            };
            let all =
                || (0..sheet.len()).flat_map(|at| (0..sheet[at].len()).map(move |side| (at, side)));
            let most = all()
                .map(|(at, side)| won(at, side))
                .max()
                .unwrap_or(0)
                .max(1);
            // Text is smaller than views of its elements. The sheet begins with the last round.
            let mut bars = String::new();
            for at in (0..sheet.len()).rev() {
                bars += "<span>";
                for side in 0..sheet[at].len() {
                    let points = won(at, side);
                    if points == 0 {
                        continue;
                    }
                    let place = if side == me.index() { "ours" } else { "theirs" };
                    let (team, part) = (side % 4, u32::from(points) * 100 / u32::from(most));
                    let _ = write!(
                        bars,
                        "<i class=\"{place} team-{team}\" style=\"--part:{part}%\">"
                    );
                    if sheet.len() <= NUMBERED && part >= 33 {
                        let _ = write!(bars, "{points}");
                    }
                    bars += "</i>";
                }
                bars += "</span>";
            }
            let view = view! {
                <div class="totals">{totals}</div>
                <div class="course" aria-hidden="true" data-testid="course" inner_html=bars></div>
            };
            Some(view.into_any())
        });
        view.into_any()
    })
}

/// The score sheet: the scores of every side after every round, the last one on top.
#[component]
pub fn SheetView(control: Control) -> impl IntoView {
    let room = control.room;
    let head = move || {
        let sides: Vec<(Side, String)> = room.read(|game| {
            let (texts, names, rules) = (t(), names(game), game.rules());
            let name = |side| names.side(texts, side, rules).name().to_owned();
            Side::all(rules.n_sides())
                .map(|side| (side, name(side)))
                .collect()
        });
        let head_cell = |(side, name): (Side, String)| {
            view! { <th class=format!("team-{}", side.index() % 4)>{name}</th> }
        };
        sides.into_iter().map(head_cell).collect_view().into_any()
    };
    let rows = move || {
        let sheet = room.read(ClientTable::sheet);
        let n = sheet.len();
        let row = |at: usize| {
            let before = sheet.get(at + 1);
            let cell = |side: usize| {
                let points = sheet[at][side];
                let won = i32::from(points) - i32::from(before.map_or(0, |row| row[side]));
                view! { <td>{points} <small>{format!("{won:+}")}</small></td> }
            };
            let cells = (0..sheet[at].len()).map(cell).collect_view();
            view! { <tr><th>{n - at}</th>{cells}</tr> }
        };
        (0..n).map(row).collect_view().into_any()
    };
    view! {
        <div class="rounds">
            <table data-testid="sheet">
                <thead><tr><td></td>{part(head)}</tr></thead>
                <tbody>{part(rows)}</tbody>
            </table>
        </div>
    }
}
