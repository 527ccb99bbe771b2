//! Results with published tables, entered as an event. The expected numbers are those that were published. Domino
//! federations publish only final places, so these are of football and chess.

use capicu_event::report::{cards, totals};
use capicu_event::standings::standings;
use capicu_event::{
    AtCut, ClubMates, Command, Draws, Event, Method, Preset, Refused, ThirdPlace, TieBreak, Viewer,
};

use super::quoted::everybody_meets;
use super::{Desk as _, event, id, played, preset, rule};

/// A group as FIFA ranked it until 1990: two points for a win and one for a draw, then the difference of goals, then the
/// goals.
fn group() -> Preset {
    let mut preset = preset("latin-league");
    let stage = &mut preset.stages[0];
    stage.points = vec![2, 0];
    stage.standings = vec![TieBreak::Points, TieBreak::Difference, TieBreak::PointsFor];
    stage.meeting.target = None;
    stage.meeting.minutes = Some(90);
    preset
}

/// The published columns of an entry: place, played, won, drawn, lost, for, against, points. Entries with equal places are
/// in the order of their numbers.
fn columns(event: &Event) -> Vec<(u32, [i64; 8])> {
    let (state, stage) = (event.state(), &event.state().stages[0]);
    let totals = totals(&cards(state, stage, Viewer::Public));
    let of = |one: &capicu_event::Standing| {
        let own = totals[&one.entry];
        let counts = [one.place, own.played, own.won, own.drawn, own.lost].map(i64::from);
        let [place, played, won, drawn, lost] = counts;
        let goals = [own.points_for, own.points_against];
        let columns = [
            place,
            played,
            won,
            drawn,
            lost,
            goals[0],
            goals[1],
            one.keys[0] / 12,
        ];
        (one.entry.0, columns)
    };
    let mut all: Vec<_> = standings(state, stage).iter().map(of).collect();
    all.sort_by_key(|(entry, columns)| (columns[0], *entry));
    all
}

/// Group 2 of the World Cup of 1982 (en.wikipedia.org/wiki/1982_FIFA_World_Cup_Group_2): three teams with four points.
#[test]
fn three_teams_with_equal_points_are_ranked_as_published() {
    let names = ["West Germany", "Austria", "Algeria", "Chile"];
    let mut event = event(group(), &names);
    everybody_meets(
        &mut event,
        &[
            (3, 1, Some([2, 1])),
            (2, 4, Some([1, 0])),
            (1, 4, Some([4, 1])),
            (2, 3, Some([2, 0])),
            (3, 4, Some([3, 2])),
            (1, 2, Some([1, 0])),
        ],
    );
    let published = [
        (1, [1, 3, 2, 0, 1, 6, 3, 4]),
        (2, [2, 3, 2, 0, 1, 3, 1, 4]),
        (3, [3, 3, 2, 0, 1, 5, 5, 4]),
        (4, [4, 3, 0, 0, 3, 3, 8, 0]),
    ];
    assert_eq!(columns(&event), published);
}

/// Group F of the World Cup of 1990 (en.wikipedia.org/wiki/1990_FIFA_World_Cup_Group_F): Ireland and the Netherlands were
/// equal in everything, and FIFA drew a lot for the second place. Here two advance, so the tie is at the cut.
#[test]
fn teams_equal_in_everything_need_the_lot_that_was_drawn() {
    let mut rules = group();
    rules.stages[0].through = Some(2);
    let mut last = preset("latin-pairs-final").stages.remove(1);
    last.through = None;
    rules.stages.push(last);
    let names = ["England", "Ireland", "Netherlands", "Egypt"];
    let mut event = event(rules, &names);
    everybody_meets(
        &mut event,
        &[
            (1, 2, Some([1, 1])),
            (3, 4, Some([1, 1])),
            (1, 3, Some([0, 0])),
            (2, 4, Some([0, 0])),
            (1, 4, Some([1, 0])),
            (2, 3, Some([1, 1])),
        ],
    );
    let published = [
        (1, [1, 3, 1, 2, 0, 2, 1, 4]),
        (2, [2, 3, 0, 3, 0, 2, 2, 3]),
        (3, [2, 3, 0, 3, 0, 2, 2, 3]),
        (4, [4, 3, 0, 2, 1, 1, 2, 2]),
    ];
    assert_eq!(columns(&event), published);
    event.done(Command::CloseStage);
    let Err(Refused::CutTied(mut tied)) = event.send(Command::OpenStage) else {
        panic!("the tie is settled");
    };
    tied.sort();
    assert_eq!(tied, [id(2), id(3)]);
    // Ireland won the lot.
    event.done(Command::SettleCut {
        by: AtCut::PlayOff,
        order: vec![id(2), id(3)],
    });
    event.done(Command::OpenStage);
    assert_eq!(event.state().stages[1].order, [id(1), id(2)]);
}

/// The last four of the World Cup of 2018 (en.wikipedia.org/wiki/2018_FIFA_World_Cup_knockout_stage): France 1-0 Belgium,
/// Croatia 2-1 England; Belgium 2-0 England for the third place; France 4-2 Croatia. The entries are seeded so that the
/// bracket is that one.
#[test]
fn last_four_of_a_knock_out_have_their_published_places() {
    let mut rules = group();
    let stage = &mut rules.stages[0];
    stage.pairing = Method::KnockOut {
        club_mates: ClubMates::Anywhere,
        third_place: ThirdPlace::Played,
    };
    stage.meeting.draws = Draws::Impossible;
    let names = ["France", "England", "Croatia", "Belgium"];
    let mut event = event(rules, &names);
    event.done(Command::OpenStage);
    // The bracket of four is 1-4, 3-2.
    for results in [[[1, 0], [2, 1]], [[4, 2], [2, 0]]] {
        event.done(Command::Draft(capicu_event::Consent::Withheld));
        event.done(Command::Publish);
        for (meeting, goals) in (1..).zip(results) {
            rule(&mut event, meeting, played([0, 0], goals));
        }
    }
    event.done(Command::CloseStage);
    let state = event.state();
    let all = standings(state, &state.stages[0]);
    let places: Vec<(u16, &str)> = all
        .iter()
        .map(|one| (one.place, state.entries[&one.entry].name.as_str()))
        .collect();
    let published = [
        (1, "France"),
        (2, "Croatia"),
        (3, "Belgium"),
        (4, "England"),
    ];
    assert_eq!(places, published);
}

/// Exercise 26 of Held, *Exercises in Tie-Breaking* (FIDE C.07, 2023): A, B and C have 3½ points, and D, E and F 1½. E
/// did not come against F. The results follow from the published points and tie-breaks, and so do the places.
#[test]
fn direct_encounter_with_a_forfeit_has_its_published_places() {
    let mut rules = group();
    let stage = &mut rules.stages[0];
    stage.standings = vec![TieBreak::Points, TieBreak::DirectEncounter];
    stage.forfeits.win.points = 2;
    let mut event = event(rules, &["A", "B", "C", "D", "E", "F"]);
    let (win, draw) = (Some([1, 0]), Some([0, 0]));
    everybody_meets(
        &mut event,
        &[
            (1, 2, win),
            (1, 3, win),
            (4, 1, win),
            (1, 5, draw),
            (1, 6, win),
            (2, 3, draw),
            (2, 4, win),
            (2, 5, win),
            (2, 6, win),
            (3, 4, win),
            (3, 5, win),
            (3, 6, win),
            (5, 4, win),
            (4, 6, draw),
            (6, 5, None),
        ],
    );
    let state = event.state();
    let mut all = standings(state, &state.stages[0]);
    all.sort_by_key(|one| one.entry);
    let places: Vec<_> = all.iter().map(|one| one.place).collect();
    assert_eq!(places, [1, 2, 2, 6, 5, 4]);
}
