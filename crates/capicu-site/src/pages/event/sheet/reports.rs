//! The reports of an event as CSV. Each file but `cross.csv` has one heading for all stages.

use capicu_event::report::{
    CardRound, ResultKind, ResultLine, all_keys, lot_places, results as all_results, start_list,
    team_key_columns, times,
};
use capicu_event::standings::{CutKey, RowKind, teams};
use capicu_event::{Event, SideScore, Stage, Viewer};
use capicu_event_service::csv::line;
use capicu_i18n::Texts;

use super::super::report::totals::{headings, values};
use super::super::report::{
    StageNumbers, cross as cross_page, round_text, statistics as statistics_page,
};
use super::super::team_totals::names;
use super::super::words::{Words, key, key_name, parts, scores_of};

/// `standings.csv`: the keys of all stages, each in its own column, and the totals.
pub fn standings(words: &Words<'_>) -> String {
    let (texts, state) = (words.texts, words.state);
    let mut keys = all_keys(state);
    keys.retain(|key| !matches!(key, CutKey::LastTable | CutKey::ThirdPlace));
    let mut head = vec![
        texts.desk_stage_word(),
        texts.desk_place(),
        texts.desk_entry_number(),
        texts.desk_name(),
    ];
    head.extend(keys.iter().map(|key| key_name(texts, *key)));
    head.extend(headings(texts).map(|(short, _)| short));
    let has_directions = state.stages.iter().any(Stage::has_two_winners);
    head.extend(has_directions.then(|| texts.desk_direction()));
    let mut text = line(&head);
    for numbers in StageNumbers::all(state) {
        let (stage, sums) = (numbers.stage, &numbers.totals);
        let lots = lot_places(&numbers.standings, stage);
        for standing in &numbers.standings {
            let entry = standing.entry;
            let mut columns = vec![
                stage.number.to_string(),
                standing.place.to_string(),
                entry.to_string(),
                words.name(entry),
            ];
            columns.extend(keys.iter().map(|of| key(stage, &lots, standing, *of)));
            columns.extend(values(sums.get(&entry).copied().unwrap_or_default()));
            columns.extend(has_directions.then(|| words.direction(standing).unwrap_or_default()));
            text += &line(&columns);
        }
    }
    text
}

/// `teams.csv`: the team totals of each stage. The heading is that of the keys of all stages.
pub fn team_totals(words: &Words<'_>) -> String {
    let (texts, state) = (words.texts, words.state);
    let mut keys: Vec<CutKey> = Vec::new();
    for column in state.stages.iter().flat_map(team_key_columns) {
        if !keys.contains(&column.key) {
            keys.push(column.key);
        }
    }
    let mut head = vec![
        texts.desk_stage_word(),
        texts.desk_place(),
        texts.desk_team(),
    ];
    head.extend(keys.iter().map(|key| key_name(texts, *key)));
    head.extend([texts.desk_team_counted(), texts.desk_team_others()]);
    let mut text = line(&head);
    for stage in &state.stages {
        let columns = team_key_columns(stage);
        for team in teams(state, stage) {
            let mut row = vec![stage.number.to_string(), team.place.to_string(), team.team];
            row.extend(keys.iter().map(|key| {
                let own = columns
                    .iter()
                    .zip(&team.keys)
                    .find(|(column, _)| column.key == *key);
                own.map_or(String::new(), |(column, value)| parts(*value, column.parts))
            }));
            row.extend([names(words, &team.counted), names(words, &team.others)]);
            text += &line(&row);
        }
    }
    text
}

/// `results.csv`: a line for each meeting and bye, with the numbers, scores and points of every side.
pub fn results(words: &Words<'_>) -> String {
    let (texts, state) = (words.texts, words.state);
    let all = all_results(state, Viewer::Public);
    let sides = all.iter().map(|line| line.sides.len()).max().unwrap_or(0);
    let mut head = vec![
        texts.desk_stage_word(),
        texts.desk_round_word(),
        texts.desk_table(),
        texts.desk_who_meets(),
        texts.desk_result(),
        texts.results_kind(),
    ];
    for side in 1..=sides as u32 {
        head.extend([
            texts.results_side_number(side),
            texts.results_side_games(side),
            texts.results_side_score(side),
            texts.results_side_points(side),
        ]);
    }
    let mut text = line(&head);
    for found in &all {
        let stage = &state.stages[usize::from(found.stage) - 1];
        let meeting = found
            .meeting
            .map(|number| state.table_number_in(stage, number));
        let who: Vec<String> = found
            .sides
            .iter()
            .map(|side| words.side(&side.entries))
            .collect();
        let mut columns = vec![
            found.stage.to_string(),
            found.round.to_string(),
            meeting.map_or(String::new(), |number| number.to_string()),
            who.join(" – "),
            result_text(words, found),
            kind(texts, found.kind),
        ];
        for at in 0..sides {
            let side = found.sides.get(at);
            let number = side.map(|side| round_text::numbers(&side.entries));
            let score = side.and_then(|side| side.score);
            let points = side.and_then(|side| side.points);
            columns.extend([
                number.unwrap_or_default(),
                score.map_or(String::new(), |score| score.games.to_string()),
                score.map_or(String::new(), |score| score.points.to_string()),
                points.map_or(String::new(), |points| parts(points, 12)),
            ]);
        }
        text += &line(&columns);
    }
    text
}

/// The result of a meeting, as on the pages.
fn result_text(words: &Words<'_>, found: &ResultLine) -> String {
    let texts = words.texts;
    let stage = usize::from(found.stage) - 1;
    let Some(stage) = words.state.stages.get(stage) else {
        return String::new();
    };
    let scores: Option<Vec<SideScore>> = found.sides.iter().map(|side| side.score).collect();
    match found.kind {
        ResultKind::Open => String::new(),
        ResultKind::Void => texts.desk_void(),
        ResultKind::Bye => texts.desk_bye(),
        ResultKind::RequestedBye => texts.results_requested_bye(),
        ResultKind::Played => scores.map_or(String::new(), |scores| scores_of(stage, &scores)),
        ResultKind::Forfeit | ResultKind::DoubleForfeit => {
            let index = usize::from(found.round) - 1;
            let both = found.meeting.and_then(|number| {
                let at = usize::from(number - stage.meeting_number(index, 0));
                let meeting = stage.rounds.get(index)?.pairing.meetings.get(at)?;
                Some((meeting, stage.outcome(index, at)?))
            });
            both.map_or(String::new(), |(meeting, outcome)| {
                words.outcome(stage, meeting, outcome)
            })
        }
    }
}

fn kind(texts: Texts, kind: ResultKind) -> String {
    match kind {
        ResultKind::Open => texts.results_kind_open(),
        ResultKind::Played => texts.results_kind_played(),
        ResultKind::Forfeit => texts.results_kind_forfeit(),
        ResultKind::DoubleForfeit => texts.results_kind_double_forfeit(),
        ResultKind::Void => texts.results_kind_void(),
        ResultKind::Bye => texts.desk_bye(),
        ResultKind::RequestedBye => texts.results_requested_bye(),
    }
}

/// `start-list.csv`: the seeds. `entries.csv` has clubs and ratings, for the desk.
pub fn start(words: &Words<'_>) -> String {
    let texts = words.texts;
    let mut text = line(&[
        texts.results_seed(),
        texts.desk_entry_number(),
        texts.desk_name(),
    ]);
    for (seed, entry) in (1..).zip(start_list(words.state)) {
        text += &line(&[format!("{seed}"), entry.to_string(), words.name(entry)]);
    }
    text
}

/// `cross.csv`: the cross tables of all stages. With several stages, a column is an opponent in one and a round in
/// another; each stage has its own heading.
pub fn cross(words: &Words<'_>) -> String {
    let texts = words.texts;
    let mut text = String::new();
    for numbers in StageNumbers::all(words.state) {
        let stage = numbers.stage;
        let table = cross_page::of(&numbers);
        let has_points = cross_page::has_points(&table);
        let mut head = vec![
            texts.desk_stage_word(),
            texts.desk_place(),
            texts.desk_entry_number(),
            texts.desk_name(),
        ];
        head.extend(cross_page::columns(&table));
        head.extend(has_points.then(|| texts.desk_points()));
        head.extend(headings(texts).map(|(short, _)| short));
        text += &line(&head);
        for row in &table.rows {
            let cell = |rounds: &Vec<CardRound>| {
                let rounds = rounds.iter();
                let told = rounds.map(|round| cross_page::cell(words, stage, table.columns, round));
                told.collect::<Vec<_>>().join(" / ")
            };
            let mut columns = vec![
                stage.number.to_string(),
                row.place.to_string(),
                row.entry.to_string(),
                words.name(row.entry),
            ];
            columns.extend(row.cells.iter().map(cell));
            columns.extend(row.points.map(|points| parts(points, 12)));
            columns.extend(values(row.totals));
            text += &line(&columns);
        }
    }
    text
}

/// `cards.csv`: a line for each round of each entry.
pub fn cards(words: &Words<'_>) -> String {
    let (texts, state) = (words.texts, words.state);
    let mut text = line(&[
        texts.desk_stage_word(),
        texts.desk_entry_number(),
        texts.desk_name(),
        texts.desk_round_word(),
        texts.desk_table(),
        texts.results_partner(),
        texts.results_opponents(),
        texts.desk_name(),
        texts.desk_result(),
        texts.results_for(),
        texts.results_against(),
        texts.desk_points(),
        texts.results_total(),
    ]);
    for numbers in StageNumbers::all(state) {
        let (stage, all) = (numbers.stage, &numbers.cards);
        let has_points = !stage.method.is_knock_out();
        for entry in &stage.order {
            let rounds = all.get(entry).map_or(&[][..], |card| &card.rounds);
            for round in rounds {
                let meeting = round
                    .meeting
                    .map(|number| state.table_number_in(stage, number));
                let row = round.row();
                // A round that the entry missed has no score.
                let score = row.filter(|row| row.kind != RowKind::Absent);
                let points = row.filter(|_| has_points);
                let total = has_points.then(|| parts(round.total, 12));
                text += &line(&[
                    stage.number.to_string(),
                    entry.to_string(),
                    words.name(*entry),
                    round.round.to_string(),
                    meeting.map_or(String::new(), |number| number.to_string()),
                    round_text::numbers(&round.partners),
                    round_text::numbers(&round.opponents),
                    round_text::names(words, &round.opponents),
                    round_text::result(words, stage, round),
                    score.map_or(String::new(), |row| row.own.points.to_string()),
                    score.map_or(String::new(), |row| row.against.points.to_string()),
                    points.map_or(String::new(), |row| parts(row.points, 12)),
                    total.unwrap_or_default(),
                ]);
            }
        }
    }
    text
}

/// `statistics.csv`: the numbers of each stage with their names.
pub fn statistics(words: &Words<'_>, event: &Event) -> String {
    let texts = words.texts;
    let mut text = line(&[
        texts.desk_stage_word(),
        texts.results_statistics(),
        texts.desk_result(),
    ]);
    let times = times(event);
    let results = all_results(words.state, Viewer::Public);
    for (at, numbers) in StageNumbers::all(words.state).iter().enumerate() {
        let times = times.stages.get(at);
        for (what, value) in statistics_page::lines(words, numbers, &results, times) {
            text += &line(&[numbers.stage.number.to_string(), what, value]);
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use capicu_event::{CheckIn, Command, Consent, NewEntry, Outcome, TieBreak, presets};
    use capicu_i18n::Lang;

    use super::super::super::tests::send;
    use super::super::super::words::Reader;
    use super::*;

    fn round(event: &mut Event, points: &[[i32; 2]]) {
        send(event, Command::Draft(Consent::Given));
        send(event, Command::Publish);
        for (meeting, points) in (1..).zip(points) {
            let scores = points.map(|points| SideScore { games: 0, points });
            let outcome = Outcome::Played {
                scores: scores.to_vec(),
            };
            let reason = "on the sheet".to_owned();
            send(
                event,
                Command::Rule {
                    meeting,
                    outcome,
                    reason,
                },
            );
        }
    }

    /// Three pairs in one Swiss round, then a final of two: the second stage is a knock-out.
    fn two_stages() -> Event {
        let mut preset = presets::by_id("latin-pairs-final").expect("a preset");
        let rounds = preset.stages[0].pairing.rounds_mut();
        rounds.expect("a Swiss").replace(1);
        preset.stages[0].through = Some(2);
        preset.check_in = CheckIn::None;
        preset.stages[0].standings = vec![TieBreak::Points, TieBreak::Difference, TieBreak::Lot];
        let mut event = Event::create("Friday", preset, 7, 0).expect("an event");
        for (at, name) in ["=Ana / Luis", "-Eva / Leo", "Ida / Ted"]
            .iter()
            .enumerate()
        {
            let rating = Some(2_000 - at as i32);
            let entry = NewEntry {
                rating,
                ..NewEntry::named(name)
            };
            send(&mut event, Command::Enter(entry));
        }
        send(&mut event, Command::OpenStage);
        // The last has the bye, 200 to 100.
        let meeting = {
            send(&mut event, Command::Draft(Consent::Given));
            let stage = event.state().running().expect("a stage");
            let draft = stage.draft.as_ref().expect("a draft");
            let first = draft.pairing.meetings[0].sides[0][0];
            send(&mut event, Command::Discard);
            first.0
        };
        let points = if meeting == 1 { [230, 150] } else { [150, 230] };
        round(&mut event, &[points]);
        send(&mut event, Command::CloseStage);
        send(&mut event, Command::OpenStage);
        round(&mut event, &[[300, 10]]);
        event
    }

    fn table(text: &str) -> Vec<Vec<String>> {
        let row = |line: &str| {
            let inner = line
                .strip_prefix('"')
                .and_then(|line| line.strip_suffix('"'));
            let inner = inner.expect("quotes around the line");
            inner.split("\",\"").map(str::to_owned).collect()
        };
        text.lines().map(row).collect()
    }

    fn english(event: &Event, file: impl Fn(&Words<'_>) -> String) -> Vec<Vec<String>> {
        let words = Words {
            texts: Texts::new(Lang::En),
            state: event.state(),
            reader: Reader::Public,
        };
        table(&file(&words))
    }

    #[test]
    fn standings_of_two_stages_are_one_table() {
        let event = two_stages();
        let rows = english(&event, standings);
        let head = [
            "Stage",
            "Place",
            "No.",
            "Name",
            "Points",
            "Difference",
            "Lot",
            "Rounds in the knock-out",
            "Pl",
            "W",
            "D",
            "L",
            "PF",
            "PA",
            "Diff",
        ];
        assert_eq!(rows[0], head);
        assert!(rows.iter().all(|row| row.len() == head.len()), "{rows:?}");
        let of = |stage: &str, number: &str| {
            let own = |row: &&Vec<String>| row[0] == stage && row[2] == number;
            rows.iter().find(own).expect("a row").clone()
        };
        // The bye is 200 to 100, the meeting 200 to 150: what goes beyond 200 is lost.
        let third = of("1", "3");
        assert_eq!(third[1..6], ["1", "3", "Ida / Ted", "2", "100"]);
        assert_eq!(third[7..], ["", "1", "1", "0", "0", "200", "100", "100"]);
        let second = of("1", "2");
        assert_eq!(second[1..6], ["3", "2", "'-Eva / Leo", "0", "-50"]);
        assert_eq!(second[8..], ["1", "0", "0", "1", "150", "200", "-50"]);
        assert_eq!(of("1", "1")[3], "'=Ana / Luis");
        let mut lots: Vec<&str> = rows[1..4].iter().map(|row| row[6].as_str()).collect();
        lots.sort_unstable();
        assert_eq!(lots, ["1", "2", "3"]);
        // The final has no points: the rounds survived, and the totals.
        let last: Vec<&Vec<String>> = rows.iter().filter(|row| row[0] == "2").collect();
        assert_eq!(last.len(), 2);
        assert_eq!((&*last[0][1], &*last[0][4], &*last[0][7]), ("1", "", "1"));
        assert_eq!((&*last[1][1], &*last[1][4], &*last[1][7]), ("2", "", "0"));
        assert_eq!(last[0][8..], ["1", "1", "0", "0", "300", "10", "290"]);
    }

    #[test]
    fn results_have_numbers_scores_byes_and_kinds() {
        let event = two_stages();
        let rows = english(&event, results);
        assert_eq!(rows[0].len(), 6 + 2 * 4);
        assert!(
            rows.iter().all(|row| row.len() == rows[0].len()),
            "{rows:?}"
        );
        let first = &rows[1];
        assert_eq!(first[..3], ["1", "1", "1"]);
        assert_eq!(first[5], "played");
        // On the sheet are 230 points; two of the standings go to the winner.
        let mut sides = [&first[6..10], &first[10..14]];
        sides.sort_unstable();
        assert_eq!(sides, [["1", "0", "230", "2"], ["2", "0", "150", "0"]]);
        assert!(first[4] == "230–150" || first[4] == "150–230", "{first:?}");
        let bye = [
            "1",
            "1",
            "",
            "Ida / Ted",
            "bye",
            "bye",
            "3",
            "0",
            "200",
            "2",
        ];
        assert_eq!(rows[2][..10], bye);
        assert_eq!(rows[2][10..], ["", "", "", ""]);
        // A knock-out gives no points.
        assert_eq!(rows[3][..3], ["2", "1", "1"]);
        assert_eq!(
            (&*rows[3][4], &*rows[3][9], &*rows[3][13]),
            ("300–10", "", "")
        );
    }

    #[test]
    fn cards_have_a_line_for_each_round() {
        let event = two_stages();
        let rows = english(&event, cards);
        let third: Vec<_> = rows
            .iter()
            .filter(|row| row[1] == "3" && row[0] == "1")
            .collect();
        let bye = [
            "1",
            "3",
            "Ida / Ted",
            "1",
            "",
            "",
            "",
            "",
            "bye",
            "200",
            "100",
            "2",
            "2",
        ];
        assert_eq!(third, [&bye.map(str::to_owned).to_vec()]);
        // Two in the final, and three before.
        assert_eq!(rows.len(), 1 + 3 + 2);
        let second = rows.iter().find(|row| row[1] == "2").expect("a row");
        assert_eq!(second[7], "'=Ana / Luis");
        assert_eq!(second[8..], ["150–200", "150", "200", "0", "0"]);
    }

    #[test]
    fn cross_table_has_opponents_and_results() {
        let event = two_stages();
        let rows = english(&event, cross);
        let head = [
            "Stage", "Place", "No.", "Name", "R1", "Points", "Pl", "W", "D", "L", "PF", "PA",
            "Diff",
        ];
        assert_eq!(rows[0], head);
        let cell = |number: &str| {
            let own = |row: &&Vec<String>| row[2] == number;
            rows.iter().find(own).expect("a row")[4].clone()
        };
        assert_eq!(
            ["1", "2", "3"].map(cell),
            ["2: 200–150", "1: 150–200", "bye"]
        );
    }

    #[test]
    fn spanish_files_have_the_columns_of_latin_events() {
        let event = two_stages();
        let words = Words {
            texts: Texts::new(Lang::Es),
            state: event.state(),
            reader: Reader::Public,
        };
        let rows = table(&standings(&words));
        assert_eq!(rows[0][8..], ["JJ", "JG", "JE", "JP", "PF", "PC", "EF"]);
    }
}
