//! Every moment is what a seat at that table had seen then, in whichever order the page visits moments.

use capicu::fair::Seed;
use capicu::{Fact, Game, Rules, Seat, Table, TableView, View, Waiting};
use capicu_ai::{Bot, Random};
use capicu_analysis::{NODES, Plan, Poser, json, numbers};
use capicu_client::ClientTable;
use capicu_i18n::{Lang, Texts};
use capicu_protocol::ServerMessage;
use capicu_record::record::recorded;
use capicu_replay::{Asked, By, Desk, Place, Posing, Replay, Worked, WorkerMessage};
use chacha20::ChaCha8Rng;
use rand_core::SeedableRng as _;

fn rules(id: &str, players: u8) -> Rules {
    let game = Game::by_id(id).and_then(|game| game.rules(players));
    game.expect("the game has rules for this number")
}

/// The scores of a table and the views of its seats, after each fact that leaves a round on it.
struct Seen {
    views: Vec<TableView>,
    scores: Vec<u16>,
}

/// Plays rounds at random. Returns the record, and the views after each fact.
fn play(rules: Rules, seed: u64, rounds: u32) -> (String, Vec<Seen>) {
    let rng = &mut ChaCha8Rng::seed_from_u64(seed);
    let fair = Seed::from_number(seed);
    let mut table = Table::new(rules);
    let seats = || Seat::all(rules.n_seats());
    let mut views: Vec<_> = seats().map(|seat| TableView::new(rules, seat)).collect();
    let (mut facts, mut seen, mut dealt) = (Vec::new(), Vec::new(), 0);
    loop {
        let fact = match (table.due_call(), table.waiting()) {
            (Some((seat, call)), _) => Fact::Called { seat, call },
            (_, Waiting::Act(seat)) => {
                let view = views[seat.index()]
                    .round()
                    .expect("the seat is in the round");
                Fact::Acted(Random.choose(view, rng).expect("it is the seat's turn"))
            }
            (_, Waiting::Deal) if dealt == rounds => break,
            _ => match fair.next(&table) {
                Some(fact) => fact,
                None => break,
            },
        };
        let events = table.apply(&fact).expect("the fact is possible");
        let mut shows = dealt > 0 && !matches!(fact, Fact::TurnedUp(_) | Fact::Dealt(_));
        for event in &events {
            let begins = matches!(event, capicu::Event::Dealt { .. });
            dealt += u32::from(begins);
            shows |= begins;
            for view in &mut views {
                view.observe(&event.visible_to(view.viewer()));
            }
        }
        if shows {
            let scores = views[0].scores().as_slice().to_vec();
            let views = views.clone();
            seen.push(Seen { views, scores });
        }
        facts.push(fact);
    }
    let record = recorded(rules, &facts).expect("the record is valid");
    (record.to_string(), seen)
}

fn found(message: &ServerMessage) -> ClientTable {
    let ServerMessage::Snapshot(snapshot) = message else {
        panic!("not a snapshot: {message:?}");
    };
    ClientTable::found(snapshot, 0.0).expect("the snapshot is possible")
}

#[test]
fn every_moment_shows_what_the_seat_had_seen() {
    for (id, players) in [
        ("jamaican-partner", 4),
        ("cut-throat", 3),
        ("draw", 2),
        ("all-fives", 2),
        ("double-nine-cross", 3),
        ("doscientos", 4),
    ] {
        let rules = rules(id, players);
        let (text, seen) = play(rules, 5, 3);
        let replay = Replay::read(&text, Texts::new(Lang::En)).expect("the record is valid");
        assert_eq!(replay.moments().len(), seen.len(), "{id}");
        for seat in Seat::all(players) {
            for (at, seen) in seen.iter().enumerate() {
                let then = found(&replay.snapshot(at, seat, Texts::new(Lang::En)));
                let view = &seen.views[seat.index()];
                let same = |table: &ClientTable, how: &str| {
                    assert_eq!(table.round(), view.round(), "{id} {at} {how}");
                    assert_eq!(table.table().last(), view.last(), "{id} {at} {how}");
                    assert_eq!(
                        table.table().scores().as_slice(),
                        seen.scores,
                        "{id} {at} {how}"
                    );
                };
                same(&then, "at once");
                let Some(before) = at.checked_sub(1) else {
                    continue;
                };
                let mut stepped = found(&replay.snapshot(before, seat, Texts::new(Lang::En)));
                let step = replay.step(at, seat);
                stepped.hear(&step, 0.0).expect("the fact is possible");
                same(&stepped, "by a step");
                assert!(!stepped.take_moments().is_empty(), "{id} {at}: no message");
                assert_eq!(stepped.sheet(), then.sheet(), "{id} {at}");
            }
        }
    }
}

#[test]
fn seat_receives_no_hand_but_its_own() {
    let (text, seen) = play(rules("jamaican-partner", 4), 2, 1);
    let replay = Replay::read(&text, Texts::default()).expect("the record is valid");
    let first = &seen[0].views[1].round().map(View::hand).expect("a hand");
    let ServerMessage::Snapshot(snapshot) =
        replay.snapshot(0, Seat::default(), Texts::new(Lang::En))
    else {
        panic!("a snapshot");
    };
    let told = serde_json::to_string(&snapshot).expect("JSON");
    for tile in *first {
        let (high, low) = (tile.high().value(), tile.low().value());
        for named in [format!("\"{high}-{low}\""), format!("\"{low}-{high}\"")] {
            assert!(!told.contains(&named), "{named} in {told}");
        }
    }
}

fn opened(desk: &mut Desk, text: &str, lang: &str) -> WorkerMessage {
    let (text, lang) = (text.to_owned(), lang.to_owned());
    desk.hear(Asked::Open { text, lang })
        .expect("the desk answers")
}

#[test]
fn record_that_breaks_the_rules_is_refused_with_the_place() {
    let (text, _) = play(rules("draw", 2), 3, 1);
    let mut desk = Desk::default();
    // Repeats the first moves.
    let mut lines: Vec<&str> = text.lines().collect();
    let is_moves = |line: &&str| line.starts_with("A: ") || line.starts_with("B: ");
    let at = lines.iter().position(is_moves).expect("moves");
    lines.insert(at, lines[at]);
    let broken = lines.join("\n");
    let line = format!("{}:", at + 2);
    for lang in ["en", "es"] {
        match opened(&mut desk, &broken, lang) {
            WorkerMessage::Refused { why } => assert!(why.starts_with(&line), "{why}"),
            told => panic!("{told:?}"),
        }
    }
    for text in ["", "<!doctype html>", "domino-record 1\ngame draw"] {
        let told = opened(&mut desk, text, "en");
        assert!(
            matches!(told, WorkerMessage::Refused { .. }),
            "{text}: {told:?}"
        );
    }
    let all = true;
    let (at, seat, live) = (0, 'A', false);
    assert!(
        desk.hear(Asked::Show {
            at,
            seat,
            all,
            live
        })
        .is_none()
    );
}

#[test]
fn only_own_hands_are_shown_unless_all_are_requested() {
    let (text, seen) = play(rules("jamaican-partner", 4), 4, 2);
    let mut desk = Desk::default();
    let told = opened(&mut desk, &text, "es");
    let WorkerMessage::Opened { last, seats, .. } = told else {
        panic!("{told:?}");
    };
    assert_eq!((last, seats.as_str()), (seen.len() - 1, "ABCD"));
    let mut show = |at, all| match desk.hear(Asked::Show {
        at,
        seat: 'B',
        all,
        live: true,
    }) {
        Some(WorkerMessage::Shown(shown)) => shown,
        told => panic!("{told:?}"),
    };
    let (open, own) = (show(3, true), show(3, false));
    assert!(open.html.contains("hand-D") && !own.html.contains("hand-D"));
    assert!(own.position.contains('?') && !open.position.contains('?'));
    assert!(
        own.html.contains("grid") && own.label.contains('3'),
        "{}",
        own.label
    );
    assert_eq!(show(usize::MAX, true).at, last);
}

fn analyze(seat: char, kept: Vec<(usize, String)>) -> Asked {
    let by = By::Worker;
    let place = Place::Review;
    Asked::Analyze {
        seat,
        kept,
        by,
        place,
    }
}

/// Works until nothing is left to do, or this number of jobs is done. Returns the stored lines and the last progress.
fn work(desk: &mut Desk, jobs: usize) -> (Vec<(usize, String)>, Option<Worked>) {
    let (mut kept, mut last) = (Vec::new(), None);
    for _ in 0..jobs {
        let Some(WorkerMessage::Worked(mut worked)) = desk.work() else {
            break;
        };
        kept.extend(worked.kept.take());
        last = Some(worked);
    }
    (kept, last)
}

/// An analysis that was stopped and resumed equals that of the command line. Lines that are no findings are worked out
/// again.
#[test]
fn stopped_analysis_resumes_where_it_was() {
    let (text, _) = play(rules("draw", 2), 6, 1);
    let replay = Replay::read(&text, Texts::default()).expect("the record is valid");
    let (seat, texts) = ('B', Texts::new(Lang::En));
    let plan = Plan::new(replay.played(), NODES, Seat::all(2).nth(1).expect("B"));
    let all: Vec<_> = (0..plan.len()).map(|job| plan.work(job)).collect();
    let resumed = all
        .iter()
        .map(|done| plan.resumed(&done.kept()).expect("kept"));
    let (whole, again) = (plan.finish(all.clone()), plan.finish(resumed));
    assert_eq!(json(&whole), json(&again));
    let due = numbers(&whole, texts);

    let mut desk = Desk::default();
    opened(&mut desk, &text, "en");
    assert!(!desk.is_working());
    let kept = Vec::new();
    assert!(desk.hear(analyze(seat, kept)).is_none());
    let (mut kept, _) = work(&mut desk, plan.len() / 2);
    desk.hear(Asked::Stop);
    assert!(!desk.is_working() && desk.work().is_none());
    assert_eq!(kept.len(), plan.len() / 2);
    for (_, line) in &kept {
        let mut words = line.split(' ');
        let cut: Vec<&str> = words.by_ref().take(3).collect();
        assert!(
            plan.resumed(&cut.join(" ")).is_none() || line.split(' ').count() < 4,
            "{line}"
        );
    }
    // Job 0 is lost, and two lines are of no job.
    kept[0].1 = "choice 99999 1".to_owned();
    kept.push((99_999, "round 0".to_owned()));
    desk.hear(analyze(seat, kept));
    let (rest, last) = work(&mut desk, usize::MAX);
    assert_eq!(rest.len(), plan.len() - plan.len() / 2 + 1);
    let last = last.expect("the work ends");
    assert!(last.is_over && last.html.expect("all findings are shown")[1] == due);
}

/// Findings of the server are shown like those of the worker, which does the remaining jobs.
#[test]
fn worker_continues_from_the_findings_of_the_server() {
    let (text, _) = play(rules("draw", 2), 6, 1);
    let replay = Replay::read(&text, Texts::default()).expect("the record is valid");
    let plan = Plan::new(replay.played(), NODES, Seat::all(2).nth(1).expect("B"));
    let all: Vec<_> = (0..plan.len()).map(|job| plan.work(job)).collect();
    let due = numbers(&plan.finish(all.clone()), Texts::new(Lang::En));
    for left in [0, 2] {
        let mut desk = Desk::default();
        opened(&mut desk, &text, "en");
        let (seat, kept, by) = ('B', vec![(0, all[0].kept())], By::Server);
        let place = Place::Review;
        desk.hear(Asked::Analyze {
            seat,
            kept,
            by,
            place,
        });
        assert!(!desk.is_working());
        // A line that is no finding changes nothing.
        for (job, line) in [(1, "choice 1"), (99_999, "round 0"), (1, "")] {
            let line = format!("{line} x");
            assert!(desk.hear(Asked::Found { job, line }).is_none());
        }
        let mut last = None;
        for (job, done) in all.iter().enumerate().skip(1).take(plan.len() - 1 - left) {
            let line = done.kept();
            let told = desk.hear(Asked::Found {
                job,
                line: line.clone(),
            });
            let Some(WorkerMessage::Worked(worked)) = told else {
                panic!("{told:?}")
            };
            assert_eq!(worked.kept, Some((job, line)));
            last = Some(worked);
        }
        if left > 0 {
            assert!(last.is_some_and(|last| !last.is_over));
            desk.hear(Asked::GoOn);
            assert!(desk.is_working());
            let (rest, of_rest) = work(&mut desk, usize::MAX);
            assert_eq!(rest.len(), left);
            last = of_rest;
        }
        let last = last.expect("the work ends");
        assert!(last.is_over && last.html.expect("all findings are shown")[1] == due);
        assert!(desk.hear(Asked::GoOn).is_none() && !desk.is_working());
    }
}

/// Ratings of leads come step by step, with the numbers of the command line, and can be stopped.
#[test]
fn leads_are_rated_step_by_step() {
    let mut desk = Desk::default();
    let pose = |hand: &str, score: &str| {
        Asked::Pose(Posing {
            game: "cien 4".to_owned(),
            score: score.to_owned(),
            hand: hand.to_owned(),
        })
    };
    let hand = "6-6 6-5 6-4 6-0 3-1 2-0 1-0";
    for (hand, score, why) in [
        ("6-6", "", "tiles in the hand: 1; "),
        ("6-6 x", "", "`x` is no tile"),
        (hand, "1", "scores given: 1; "),
    ] {
        let Some(WorkerMessage::Posed { html, is_over }) = desk.hear(pose(hand, score)) else {
            panic!("{why}")
        };
        assert!(is_over && html.contains(why), "{html}");
    }
    assert!(desk.hear(pose(hand, "")).is_none() && desk.is_working());
    desk.work();
    desk.hear(Asked::Stop);
    assert!(!desk.is_working());
    assert!(desk.hear(pose(hand, "40,25")).is_none());
    let mut last = String::new();
    while desk.is_working() {
        let Some(WorkerMessage::Posed { html, .. }) = desk.work() else {
            panic!("a step")
        };
        last = html;
    }
    let tiles = hand
        .split(' ')
        .map(|tile| tile.parse::<capicu::Tile>().expect("a tile"));
    let poser =
        Poser::new(rules("cien", 4), &[40, 25], tiles.collect(), 400_000).expect("a choice");
    let batches: Vec<_> = (0..Poser::BATCHES)
        .filter_map(|number| poser.batch(number))
        .collect();
    let leads = poser.leads(&batches).expect("all batches are done");
    for row in leads.rows(Texts::default()) {
        for cell in row {
            assert!(last.contains(&cell), "{cell} in {last}");
        }
    }
}

/// The record with the tiles of one seat only.
fn hidden(text: &str, but: char) -> String {
    let line = |line: &str| {
        let Some((head, tiles)) = line.split_once(": ") else {
            return line.to_owned();
        };
        let hides = head == "boneyard" || head.starts_with("hand ") && !head.ends_with(but);
        match hides {
            true => format!(
                "{head}: {}",
                vec!["?"; tiles.split_whitespace().count()].join(" ")
            ),
            false => line.to_owned(),
        }
    };
    text.lines().map(line).collect::<Vec<_>>().join("\n")
}

/// In a record with only the tiles of A, A sees every moment as it was. No other seat can be viewed, and no other hand
/// is shown. The choices of A are judged, and there is no sum.
#[test]
fn incomplete_record_is_seen_from_known_seats() {
    let (text, _) = play(rules("jamaican-partner", 4), 6, 2);
    let whole = Replay::read(&text, Texts::default()).expect("the record is valid");
    let partly = hidden(&text, 'A');
    let replay = Replay::read(&partly, Texts::default()).expect("A is known");
    let events = |message: ServerMessage| match message {
        ServerMessage::Snapshot(snapshot) => snapshot.events,
        other => panic!("{other:?}"),
    };
    let mut compared = 0;
    for (at, moment) in whole.moments().iter().enumerate() {
        let Some(hands) = &moment.hands else { continue };
        let there = replay
            .find(moment.round, moment.moves)
            .expect("the moment exists");
        let seen = events(replay.snapshot(there, Seat::default(), Texts::new(Lang::En)));
        assert_eq!(
            seen,
            events(whole.snapshot(at, Seat::default(), Texts::new(Lang::En))),
            "{at}"
        );
        let position = replay.moments()[there]
            .position
            .as_ref()
            .expect("the round is in play");
        for (seat, held) in position.hands.entries() {
            let due = Some(hands[seat]).filter(|_| seat == Seat::default());
            assert_eq!(held.known(), due, "{seat}");
        }
        compared += 1;
    }
    assert!(compared > 20, "{compared}");
    let mut desk = Desk::default();
    let Some(WorkerMessage::Opened { html, seats, .. }) = desk.hear(Asked::Open {
        text: partly,
        lang: "en".to_owned(),
    }) else {
        panic!("it can be looked at")
    };
    assert_eq!(seats, "A");
    assert!(
        html.contains("value=\"A\"") && !html.contains("value=\"B\""),
        "{html}"
    );
    let show = |desk: &mut Desk, seat| {
        desk.hear(Asked::Show {
            at: 5,
            seat,
            all: true,
            live: false,
        })
    };
    let Some(WorkerMessage::Shown(shown)) = show(&mut desk, 'A') else {
        panic!("a moment")
    };
    assert!(
        shown.html.contains("tiles that are not known"),
        "{}",
        shown.html
    );
    assert!(shown.position.contains("?"), "{}", shown.position);
    assert!(show(&mut desk, 'B').is_none());
    desk.hear(analyze('A', Vec::new()));
    let (_, last) = work(&mut desk, usize::MAX);
    let [_, found] = last.and_then(|last| last.html).expect("findings");
    assert!(
        found.contains(&Texts::new(Lang::En).analysis_no_tiles()),
        "{found}"
    );
    // Without a known hand there is no seat to view from.
    let nobody = hidden(&hidden(&text, 'A'), 'B');
    assert!(Replay::read(&nobody, Texts::default()).is_err());
}

/// The text of an answer, and whether the puzzle is finished.
fn answered(desk: &mut Desk, number: usize, action: Option<usize>) -> Option<(String, bool)> {
    match desk.hear(Asked::Answer { number, action }) {
        Some(WorkerMessage::Answered { html, is_over }) => Some((html, is_over)),
        None => None,
        told => panic!("{told:?}"),
    }
}

/// Random players make mistakes. Each of the seat's own is a puzzle at its moment, which does not show the solution
/// before it is found or requested. The move of the match is wrong, and the better one right.
#[test]
fn own_mistakes_become_puzzles() {
    let (text, _) = play(rules("jamaican-partner", 4), 6, 2);
    let replay = Replay::read(&text, Texts::default()).expect("the record is valid");
    let texts = Texts::new(Lang::En);
    let b = Seat::all(4).nth(1).expect("B");
    let plan = Plan::new(replay.played(), NODES, b);
    let analysis = plan.finish((0..plan.len()).map(|job| plan.work(job)));
    let mistakes = analysis.mistakes();
    let own: Vec<_> = mistakes.iter().filter(|(of, _)| of.seat() == b).collect();
    assert!(!own.is_empty() && own.len() < mistakes.len());

    let mut desk = Desk::default();
    opened(&mut desk, &text, "en");
    assert!(desk.hear(Asked::Puzzle { number: 0 }).is_none());
    let kept = Vec::new();
    desk.hear(analyze('B', kept));
    let (_, last) = work(&mut desk, usize::MAX);
    let [listed, _] = last.and_then(|last| last.html).expect("findings");
    let way = format!(
        "data-do=\"puzzle\" data-number=\"0\">{}<",
        texts.puzzle_find(own.len())
    );
    assert!(listed.contains(&way), "{listed}");
    let mut as_good = 0;
    for (number, (decision, judged)) in own.iter().enumerate() {
        let Some(WorkerMessage::Puzzle { at, seat, html }) = desk.hear(Asked::Puzzle { number })
        else {
            panic!("no puzzle {number}");
        };
        assert_eq!(seat, 'B');
        let moment = &replay.moments()[at];
        assert_eq!(moment.round, decision.round);
        assert_eq!(moment.moves + 1, decision.turn);
        let hand = moment.hands.as_ref().expect("the round is in play")[b];
        assert_eq!(hand, decision.view.hand());
        let n = decision.actions.len();
        assert_eq!(html.matches("id=\"answer-").count(), n);
        assert!(!html.contains(&texts.analysis_better()), "{html}");
        // A shared puzzle has the choice as its seat saw it.
        let given = html
            .split("name=\"puzzle\" value=\"")
            .nth(1)
            .expect("a puzzle");
        let given = given
            .split('"')
            .next()
            .expect("the form ends")
            .replace("&gt;", ">");
        let given = capicu_analysis::Posed::read(&given, texts).expect("a puzzle");
        assert_eq!(given.decision().view, decision.view);

        let rival = judged.rival.expect("another action is better");
        let better = format!("{}: {}", texts.analysis_better(), decision.actions[rival]);
        for action in 0..n {
            let (said, is_over) =
                answered(&mut desk, number, Some(action)).expect("the desk answers");
            // A wrong answer does not reveal the solution, and may be corrected.
            assert_eq!(said.contains(&better), is_over, "{said}");
            let known = [(rival, true), (decision.played, false)];
            let due = known.iter().find(|(of, _)| *of == action);
            match due {
                Some((_, due)) => assert_eq!(is_over, *due, "{number} {action}: {said}"),
                None => as_good += usize::from(is_over),
            }
        }
        assert!(answered(&mut desk, number, Some(n)).is_none());
        let (said, is_over) = answered(&mut desk, number, None).expect("the solution is shown");
        assert!(is_over && said.contains(&better), "{said}");
    }
    assert!(answered(&mut desk, own.len(), None).is_none());
    // Another match has none of these puzzles.
    opened(&mut desk, &text, "en");
    assert!(answered(&mut desk, 0, None).is_none());
    assert!(as_good > 0, "some answers are as good as the best");
}

/// After the analysis each mistake has a board and words without notation. Its sentence is shown at its moment, and only
/// there.
#[test]
fn mistakes_are_boards_and_sentences_at_their_moments() {
    let (text, _) = play(rules("jamaican-partner", 4), 6, 2);
    let replay = Replay::read(&text, Texts::default()).expect("the record is valid");
    let plan = Plan::new(replay.played(), NODES, Seat::all(4).nth(1).expect("B"));
    let analysis = plan.finish((0..plan.len()).map(|job| plan.work(job)));
    let mut mistakes = analysis.mistakes();
    // The reader's own come first.
    mistakes.sort_by_key(|(decision, _)| decision.seat() != analysis.seat);

    let mut desk = Desk::default();
    opened(&mut desk, &text, "en");
    desk.hear(analyze('B', Vec::new()));
    let (_, last) = work(&mut desk, usize::MAX);
    let [listed, _] = last.and_then(|last| last.html).expect("findings");
    assert_eq!(listed.matches("class=\"board\"").count(), mistakes.len());
    // Words come before each fold of numbers.
    let folds = listed.split("<li>").skip(1);
    let words = folds.filter_map(|one| one.split("<details>").next());
    let mut n = 0;
    for (words, (decision, _)) in words.zip(&mistakes) {
        let text = words.split("<svg").next().expect("a sentence");
        assert!(!text.contains('@') && !text.contains('±'), "{text}");
        let who = match decision.seat() == analysis.seat {
            true => "You".to_owned(),
            false => decision.seat().letter().to_string(),
        };
        assert!(text.contains(&format!("<b>{who} chose ")), "{text}");
        n += 1;
    }
    assert_eq!(n, mistakes.len());

    let due: Vec<usize> = mistakes
        .iter()
        .filter_map(|(decision, _)| replay.find(decision.round, decision.turn - 1))
        .collect();
    for at in 0..replay.moments().len() {
        let (seat, all, live) = ('B', false, false);
        let shown = desk.hear(Asked::Show {
            at,
            seat,
            all,
            live,
        });
        let Some(WorkerMessage::Shown(shown)) = shown else {
            panic!("{shown:?}")
        };
        assert_eq!(shown.mistake.is_some(), due.contains(&at), "{at}");
    }
}

/// The result sheet gets the player's costliest mistakes as soon as their choices are judged, and the words on luck at
/// the end. Nothing in sight is a number of the analysis.
#[test]
fn result_sheet_has_the_moments_before_the_analysis_is_over() {
    let (text, _) = play(rules("jamaican-partner", 4), 6, 2);
    let replay = Replay::read(&text, Texts::default()).expect("the record is valid");
    let b = Seat::all(4).nth(1).expect("B");
    let plan = Plan::new(replay.played(), NODES, b);
    let decisions = &replay.played().decisions;
    let own = decisions.iter().filter(|choice| choice.seat() == b).count();
    let mut desk = Desk::default();
    opened(&mut desk, &text, "en");
    desk.hear(Asked::Analyze {
        seat: 'B',
        kept: Vec::new(),
        by: By::Worker,
        place: Place::Sheet,
    });
    let mut sent = Vec::new();
    for job in 1..=plan.len() {
        let Some(WorkerMessage::Worked(worked)) = desk.work() else {
            panic!("job {job}");
        };
        assert!(worked.html.is_none());
        if job < own {
            assert!(worked.label.contains(" of 2"), "{}", worked.label);
        }
        sent.extend(worked.sheet.map(|sheet| (job, sheet)));
    }
    let [(first, [early, moments]), (last, [told, again])] = &sent[..] else {
        panic!("{sent:?}");
    };
    assert_eq!((*first, *last), (own, plan.len()));
    assert!(
        told.starts_with(early) && told.len() > early.len(),
        "{told}"
    );
    assert!(
        early.contains("moments") && !early.contains("tiles"),
        "{early}"
    );
    assert_eq!(moments, again);
    let analysis = plan.finish((0..plan.len()).map(|job| plan.work(job)));
    let mistakes = analysis.mistakes();
    let of_b = mistakes.iter().filter(|(choice, _)| choice.seat() == b);
    let due: Vec<usize> = of_b
        .filter_map(|(choice, _)| replay.find(choice.round, choice.turn - 1))
        .take(3)
        .collect();
    let shown: Vec<&str> = moments.split("<article").skip(1).collect();
    assert_eq!(shown.len(), due.len());
    for (moment, at) in shown.into_iter().zip(due) {
        assert!(moment.contains(&format!("data-at=\"{at}\"")), "{moment}");
        assert!(moment.contains("class=\"board\""), "{moment}");
        let (head, tail) = moment.split_once("<svg").expect("a board");
        let (_, tail) = tail.split_once("</svg>").expect("the board ends");
        let (words, _) = tail.split_once("<details>").expect("numbers");
        for words in [head, words] {
            assert!(!words.contains(['@', '±', '%']), "{words}");
        }
        assert!(words.contains("<b>You chose "), "{words}");
    }
}

/// The messages of one round become a move list: every move, and the table with open hands once the round is over, not
/// before.
#[test]
fn move_list_shows_open_hands_once_the_round_is_over() {
    let mut drew = [0, 0];
    let games = [("jamaican-partner", 4, 1), ("draw", 2, 0)];
    for (at, seed) in [(0, 7), (0, 8), (1, 7), (1, 8), (1, 9), (1, 10)] {
        let (id, players, seat) = games[at];
        let (text, _) = play(rules(id, players), seed, 2);
        let replay = Replay::read(&text, Texts::new(Lang::En)).expect("a record");
        let me = Seat::new(seat).expect("a seat");
        let first: Vec<_> = (0..replay.moments().len())
            .filter(|at| replay.moments()[*at].round == 1)
            .collect();
        let (last, before) = (*first.last().expect("moments"), first[first.len() - 2]);
        let said = |message: &ServerMessage| serde_json::to_string(message).expect("a message");
        let mut desk = Desk::default();
        let mut remember = |heard: Vec<String>| {
            let lang = "en".to_owned();
            match desk.hear(Asked::Remember { heard, lang }) {
                Some(WorkerMessage::Remembered { html }) => (html, step(&mut desk, 0, 0)),
                other => panic!("{other:?}"),
            }
        };
        let steps = |to: usize| (1..=to).map(|at| said(&replay.step(at, me)));
        let start = [said(&replay.snapshot(0, me, Texts::new(Lang::En)))].into_iter();
        let (html, then) = remember(start.chain(steps(before)).collect());
        assert_eq!(
            html.matches("<li>").count(),
            replay.moments()[before].moves,
            "{id}"
        );
        assert!(!then.contains("<dl"), "{id}: hands of a round that goes on");
        let (html, _) = remember(vec![said(&replay.step(last, me))]);
        // A player who comes back receives the round again, and the list still has one round.
        let (again, then) = remember(vec![said(&replay.snapshot(last, me, Texts::new(Lang::En)))]);
        assert_eq!(html, again, "{id}");
        assert_eq!(html.matches("<details").count(), 1, "{id}");
        let hands = replay.moments()[0].hands.expect("the round is in play");
        let more = hands.entries().map(|(seat, hand)| {
            let shown = then.split(&format!("then-{seat}")).nth(1).expect("a hand");
            let shown = shown.split("</dd>").next().expect("the form ends");
            for tile in *hand {
                assert!(
                    shown.contains(&format!("held-{tile}\"")),
                    "{id}: {seat} held {tile}"
                );
            }
            let later = shown.contains("drawn later");
            let more = shown.matches("held-").count() - hand.len();
            assert!(
                later == (more > 0) && (seat != me || more == 0),
                "{id}: {seat}, {more}"
            );
            more
        });
        drew[at] += more.sum::<usize>();
    }
    assert!(drew[0] == 0 && drew[1] > 0, "{drew:?}");
}

fn step(desk: &mut Desk, round: usize, moves: usize) -> String {
    match desk.hear(Asked::Step { round, moves }) {
        Some(WorkerMessage::Stepped { html }) => html,
        other => panic!("{other:?}"),
    }
}
