//! How the match stands: pegs where rounds are counted, a peg board where pips make points, bars
//! where they are points, and the sheet with every round.

use std::fmt::Write as _;

use capicu::rules::{Ends, Score, Skunk};
use capicu::{Rules, Team};
use leptos::prelude::*;

use crate::control::Control;
use crate::erase::{flag, memo, part, say, words};
use crate::room::Names;
use crate::settings::t;
use capicu_client::ClientTable;

/// More holes than this are not drawn one by one.
const HOLES: u16 = 12;

/// The score board.
#[component]
pub fn ScoreView(control: Control) -> impl IntoView {
    let room = control.room;
    let rules = room
        .peek(|game| Some(*game.rules()))
        .expect("a table that is known");
    let me = room.peek(|game| rules.team(game.point_of_view()));
    // One's own side comes first.
    let others = Team::all(rules.n_teams()).filter(|team| *team != me);
    let teams: Vec<Team> = std::iter::once(me).chain(others).collect();
    let (several, crowd) = (teams.len() > 2, teams.len() > 4);
    let board = is_pegged(&rules).then(|| view! { <PegBoard control rules teams=teams.clone()/> });
    let said = move || {
        room.read(|game| t().standing(&rules, &game.table().scores(), &Names::of(game).seats()))
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
            {teams
                .into_iter()
                .map(|team| view! { <TeamScore control team rules/> })
                .collect_view()}
            <p class="aim">{words(aim)}</p>
            {board}
        </section>
    }
}

#[component]
fn TeamScore(control: Control, team: Team, rules: Rules) -> impl IntoView {
    let room = control.room;
    let target = rules.target.get();
    let score = memo(move || room.read(|game| game.table().scores()[team]));
    let name = move || {
        room.read(|game| {
            let texts = t();
            let mine = |seat| game.is_me(seat) && rules.team(seat) == team;
            let own = rules.members(team).all(mine);
            if own {
                return texts.seat_you();
            }
            Names::of(game).side(texts, team, &rules).name().to_owned()
        })
    };
    let pegs = rules.score == Score::Games && target <= HOLES;
    let pegged = is_pegged(&rules);
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
            class=format!("side-score team-{}", team.index() % 4)
            data-testid=format!("score-{team}")
            role="meter"
            aria-valuemin="0"
            aria-valuemax=target
            aria-valuenow=words(move || score.get().to_string())
            aria-label=words(move || t().label_pegs(&name(), score.get(), target))
        >
            <span class="name" aria-hidden="true">{words(name)}</span>
            <span class="marks" class:pegs=pegs aria-hidden="true">{marks()}</span>
            <b aria-hidden="true">{words(move || score.get().to_string())}</b>
        </div>
    }
}

/// The holes of a whole cribbage board: twice up and back, and one more (003:23).
const BOARD: u16 = 121;

/// Whether the score is kept on a cribbage board: where points are made in play (003:51, 004:18), and where
/// the match goes once or twice round the board and one hole further (003:23, 004:32).
fn is_pegged(rules: &Rules) -> bool {
    let target = rules.target.get();
    let fits = rules.score == Score::Pips && target <= BOARD;
    fits && (rules.ends != Ends::Off || matches!(target, 61 | BOARD))
}

/// A cribbage board: rows of thirty holes, up and back, and two pegs for each side, of which the
/// rear one leaps over the other.
#[component]
fn PegBoard(control: Control, rules: Rules, teams: Vec<Team>) -> impl IntoView {
    let target = rules.target.get();
    let n = teams.len() as i32;
    let pegs: Vec<_> = teams
        .into_iter()
        .zip(0..)
        .map(|(team, lane)| {
            let score = move || control.room.read(|game| game.table().scores()[team]);
            let pegs = Memo::new(move |before: Option<&(u16, u16)>| match (before, score()) {
                (Some(&(front, rear)), score) if score == front => (front, rear),
                (Some(&(front, _)), score) if score > front => (score, front),
                (_, score) => (score, 0),
            });
            let peg = move |at: fn(&(u16, u16)) -> u16| {
                let place = move || {
                    let (x, y) = hole(pegs.with(at), target, lane, n);
                    format!("transform:translate({x}px,{y}px)")
                };
                view! { <circle class=format!("peg team-{}", team.index() % 4) r="4" style=words(place)/> }
            };
            view! { {peg(|pegs| pegs.1)} {peg(|pegs| pegs.0)} }
        })
        .collect();
    let mut holes = String::new();
    for lane in 0..n {
        for number in 1..=target {
            let (x, y) = hole(number, target, lane, n);
            let _ = write!(holes, "<circle cx=\"{x}\" cy=\"{y}\" r=\"1.9\"/>");
        }
    }
    let height = hole(target, target, n - 1, n).1 + 9;
    let across = n * lane_width(n);
    let (x, y) = hole(target, target, 0, n);
    let finish = format!("M{x} {}v{across}", y - 5);
    // Whoever has not crossed this line when the other goes out is skunked.
    let skunk = match rules.skunk {
        Skunk::Off => String::new(),
        Skunk::Noted | Skunk::Agreed | Skunk::CountsDouble => {
            let line = rules.skunk_line.get();
            let ((x, y), (before, _)) = (hole(line, target, 0, n), hole(line - 1, target, 0, n));
            let back = if before == x {
                5
            } else {
                (before - x).signum() * 5
            };
            format!("M{} {}v{across}", x + back, y - 5)
        }
    };
    view! {
        <svg
            class="peg-board"
            viewBox=format!("0 0 362 {height}")
            style=format!("--high:{height}")
            aria-hidden="true"
            data-testid="peg-board"
        >
            <path class="finish" d=finish/>
            <g class="holes" inner_html=holes></g>
            <path class="skunk-line" d=skunk/>
            {pegs}
        </svg>
    }
}

/// Where a hole is drilled, the first row from left to right, the next back, and the last hole
/// beyond the end of its row. Number 0 is the start.
const fn hole(number: u16, target: u16, lane: i32, lanes: i32) -> (i32, i32) {
    const ROW: i32 = 30;
    let index = number as i32 - 1;
    let last = (target as i32 - 2) / ROW;
    let row = if index / ROW < last {
        index / ROW
    } else {
        last
    };
    let along = index - row * ROW;
    let step = along * 10 + along / 5 * 4;
    let x = if row % 2 == 0 { 26 + step } else { 336 - step };
    let wide = lane_width(lanes);
    (x, 9 + row * (lanes * wide + 6) + lane * wide)
}

/// Where many play, their holes move together, so that the board is no higher than it has to be.
const fn lane_width(lanes: i32) -> i32 {
    if lanes > 2 { 8 } else { 10 }
}

/// The score sheet: what every side had after every round, the last one on top.
#[component]
pub fn SheetView(control: Control) -> impl IntoView {
    let room = control.room;
    let head = move || {
        let sides: Vec<(Team, String)> = room.read(|game| {
            let (texts, names, rules) = (t(), Names::of(game), game.rules());
            let name = |team| names.side(texts, team, rules).name().to_owned();
            Team::all(rules.n_teams())
                .map(|team| (team, name(team)))
                .collect()
        });
        let side = |(team, name): (Team, String)| {
            view! { <th class=format!("team-{}", team.index() % 4)>{name}</th> }
        };
        sides.into_iter().map(side).collect_view().into_any()
    };
    let rows = move || {
        let sheet = room.read(ClientTable::sheet);
        let n = sheet.len();
        let row = |at: usize| {
            let before = sheet.get(at + 1);
            let cell = |team: usize| {
                let points = sheet[at][team];
                let won = i32::from(points) - i32::from(before.map_or(0, |row| row[team]));
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_board_goes_up_and_back_and_one_further() {
        let at = |number| hole(number, 61, 0, 2);
        let ((first, up), (thirtieth, _)) = (at(1), at(30));
        assert!(first < thirtieth);
        assert_eq!(at(31).0, thirtieth, "the turn is at the end of the row");
        assert!(at(31).1 > up);
        assert_eq!(at(60).0, first);
        assert_eq!(at(60).1, at(61).1, "the last hole is no row of its own");
        assert!(at(61).0 < first && at(0).0 < first);
    }

    /// Fives to 61, to 100 and to 121 are pegged, pips to 121 as well; pips to 100 and games are not.
    #[test]
    fn a_board_is_drawn_where_a_match_is_pegged() {
        let pegged = |id: &str, target: &str| {
            let game = capicu::Game::by_id(id).expect("a game");
            let choices = game.choices(2).expect("for two");
            let choices = choices.with("target", target).expect("a target");
            is_pegged(&Rules::new(choices).expect("rules"))
        };
        assert!(pegged("club", "61") && pegged("all-fives", "100"));
        assert!(pegged("fives-and-threes", "121") && pegged("block", "121"));
        assert!(!pegged("block", "100") && !pegged("all-fives", "200"));
        assert!(!pegged("cut-throat", "6"));
    }

    #[test]
    fn no_two_holes_are_one() {
        for (target, lanes) in [(61, 2), (61, 4), (100, 3), (121, 2)] {
            let all = (0..lanes)
                .flat_map(|lane| (1..=target).map(move |number| hole(number, target, lane, lanes)));
            let mut all: Vec<_> = all.collect();
            let n = all.len();
            all.sort_unstable();
            all.dedup();
            assert_eq!(all.len(), n);
        }
    }
}
