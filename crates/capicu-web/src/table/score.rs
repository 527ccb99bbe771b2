//! How the match stands: pegs where rounds are counted, bars where points are.

use capicu::rules::Score;
use capicu::{Rules, Team};
use leptos::prelude::*;

use crate::control::Control;
use crate::erase::{flag, memo, say, words};
use crate::room::Names;
use crate::settings::t;

/// More holes than this are not drawn one by one.
const HOLES: u16 = 12;

/// The score board.
#[component]
pub fn ScoreView(control: Control) -> impl IntoView {
    let room = control.room;
    let rules = room
        .peek(|game| Some(*game.rules()))
        .expect("a table that is known");
    let me = room.peek(|game| rules.team(game.seat()));
    // One's own side comes first.
    let others = Team::all(rules.n_teams()).filter(|team| *team != me);
    let teams: Vec<Team> = std::iter::once(me).chain(others).collect();
    let crowd = teams.len() > 4;
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
            let own = rules.team(game.seat()) == team && rules.members(team).count() == 1;
            if own {
                return texts.seat_you();
            }
            Names::of(game).side(texts, team, &rules).name().to_owned()
        })
    };
    let pegs = rules.score == Score::Games && target <= HOLES;
    let marks = move || {
        if pegs {
            let peg = |hole| view! { <i class:in=flag(move || hole < score.get())></i> };
            (0..target).map(peg).collect_view().into_any()
        } else {
            let part = move || {
                let percent = u32::from(score.get()) * 100 / u32::from(target);
                format!("width:{}%", percent.min(100))
            };
            view! { <span class="bar"><span style=words(part)></span></span> }.into_any()
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
