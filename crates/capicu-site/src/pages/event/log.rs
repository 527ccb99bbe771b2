//! The event log as sentences: what happened, when, and from which source.

use std::sync::Arc;

use axum::extract::Path;
use axum::response::Response;
use capicu_event::{EntryId, Event, Fact, Line, Outcome, Readers, TableResult, Venue};
use capicu_event_service::category;
use capicu_event_service::work::Weight;
use capicu_i18n::Texts;
use capicu_protocol::ApiErrorCode;
use maud::{Markup, html};

use super::super::extract::Ask;
use super::super::{club, when};
use super::create::preset::title;
use super::public::round_title;
use super::score::numbered;
use super::words::{Reader, Words, scores_by};
use super::{at_desk, cut, sees_all};
use crate::Failure;

/// `GET /e/ID/log`: the event log.
pub async fn show(Path(id): Path<String>, ask: Ask) -> Response {
    let path = format!("/e/{id}/log");
    match page(&ask, &id).await {
        Ok((title, body)) => super::page(&ask, &title, &path, &html! {}, &body),
        Err(failure) => ask.problem(&failure, &format!("/e/{id}/desk")),
    }
}

async fn page(ask: &Ask, id: &str) -> Result<(String, Markup), Failure> {
    let desk = at_desk(ask, id).await?;
    let event = Arc::clone(&desk.hall.lock().await.event);
    let zone = club::zone_of_event(ask, &desk.id).await?;
    let texts = ask.texts();
    let of = Arc::clone(&event);
    let told = ask
        .site
        .events()
        .work()
        .run(Weight::Reading, move || told(texts, &of));
    let told = told
        .await
        .map_err(|_| Failure::new(ApiErrorCode::Unavailable))?;
    let lines = event.log().lines();
    let sees_all = sees_all(desk.part, event.state());
    let is_for_all = |n: u64| {
        let line = &lines[n as usize - 1];
        line.fact.traits().readers == Readers::Everybody
    };
    let told = told.iter().rev();
    let told: Vec<_> = told.filter(|one| sees_all || is_for_all(one.0)).collect();
    let undone = event.log().undone();
    let body = html! {
        main.broad #content data-testid="log-page" {
            h1 { (texts.desk_log_page()) }
            p.help { (texts.desk_log_help()) @if let Some(zone) = &zone { " " (texts.club_times(zone.name())) } }
            p.row {
                a href={ "/e/" (id) "/desk" } { (texts.desk()) }
                @if sees_all { a href={ "/e/" (id) "/files/event.jsonl" } data-testid="log" { (texts.desk_log()) } }
            }
            div.wide tabindex="0" role="group" aria-label=(texts.desk_log_page()) { table.numbers data-testid="lines" { tbody {
                @for (n, at, place, text) in &told { tr data-testid={ "line-" (n) } {
                    td.number { (n) }
                    td.moment {
                        @match &zone {
                            Some(zone) => (when::local(*at, zone)),
                            None => (when::moment(*at)),
                        }
                    }
                    td.said { @if undone.contains(n) { s { (text) } } @else { (text) } }
                    td { small { (place) } }
                } }
            } } }
            p.help { (texts.desk_head(&event.log().head().to_string())) }
        }
    };
    Ok((event.state().name.clone(), body))
}

/// Each line of the log: its number, its time, its source and its text.
fn told(texts: Texts, event: &Event) -> Vec<(u64, u64, String, String)> {
    event.retell(|state, line| {
        let words = Words {
            texts,
            state,
            reader: Reader::Desk,
        };
        (line.n, line.at, place(&words, line), words.fact(&line.fact))
    })
}

/// The source of a line: the desk, a phone, or the server.
fn place(words: &Words<'_>, line: &Line) -> String {
    match line.key.split('.').next() {
        Some("desk" | "create") => words.texts.desk(),
        Some("phone" | "join") => words.texts.desk_log_phone(),
        _ => words.texts.desk_log_server(),
    }
}

impl Words<'_> {
    /// A fact, of which this is the state before it.
    fn fact(&self, fact: &Fact) -> String {
        let texts = self.texts;
        let because = |told: String, reason: &str| format!("{told} ({reason})");
        match fact {
            Fact::Created { preset, .. } => texts.desk_log_created(title(preset, texts.lang())),
            Fact::Entered { entry, name, .. } => texts.desk_log_entered(name, entry.0),
            Fact::Categorised { entry, categories } => {
                let all = categories.iter().map(|one| category::called(one, texts));
                let all: Vec<String> = all.collect();
                let all = format!("{} {}", texts.desk_categories(), all.join(", "));
                self.of(*entry, &all)
            }
            Fact::Paid { entry } => self.of(*entry, &texts.desk_paid()),
            Fact::Unpaid { entry } => self.of(*entry, &texts.desk_unpay()),
            Fact::Limited {
                places: Some(places),
            } => texts.desk_do_limit(u32::from(*places)),
            Fact::Limited { places: None } => texts.desk_do_no_limit(),
            Fact::LetIn { entry } => texts.desk_do_let_in(&self.name(*entry)),
            Fact::CheckedIn { entry } => self.of(*entry, &texts.desk_here()),
            Fact::Withdrawn { entry, reason } => {
                because(texts.desk_do_withdraw(&self.name(*entry)), reason)
            }
            Fact::ByeRequested { entry, round } => {
                texts.desk_do_bye(&self.name(*entry), u32::from(*round))
            }
            Fact::ReEntered { entry } => texts.desk_do_re_enter(&self.name(*entry)),
            Fact::Substituted { leaves, joins, .. } => texts.desk_do_substitute(joins, leaves),
            Fact::Penalised {
                entry,
                points,
                score,
                reason,
            } => {
                let who = self.name(*entry);
                because(
                    texts.desk_do_penalise(&who, u32::from(*points), *score),
                    reason,
                )
            }
            Fact::StageOpened { order, .. } => {
                let number = self.state.stages.len() as u32 + 1;
                texts.desk_log_opened(number, order.len() as u32)
            }
            Fact::Drafted {
                round, consented, ..
            } => self.with_breaches(texts.desk_log_drafted(u32::from(*round)), consented),
            Fact::Edited {
                reason, breaches, ..
            } => self.with_breaches(texts.desk_edited(reason), breaches),
            Fact::Discarded => texts.desk_log_discarded(),
            Fact::Published => texts.desk_log_published(u32::from(self.next_round())),
            Fact::Unpublished { reason } => because(texts.desk_do_unpublish(), reason),
            Fact::Moved { meeting, to } => {
                let to = match to {
                    Venue::Online => texts.desk_move_online(),
                    Venue::Hall => texts.desk_move_to_hall(),
                };
                format!(
                    "{} {}: {to}",
                    texts.desk_table(),
                    self.state.table_number(*meeting)
                )
            }
            Fact::Recorded {
                meeting, outcome, ..
            } => self.ended(*meeting, outcome),
            Fact::TableRecorded {
                meeting,
                number,
                result,
                ..
            } => self.table_ended(*meeting, *number, result),
            Fact::LinedUp { by, .. } => self.of(*by, &texts.desk_line_up()),
            Fact::Claimed {
                meeting,
                by,
                outcome,
            }
            | Fact::Disputed {
                meeting,
                by,
                outcome,
            } => {
                let says = texts.desk_says(&self.name(*by));
                format!("{says} {}", self.ended(*meeting, outcome))
            }
            Fact::Confirmed { meeting, by } => {
                let says = texts.desk_says(&self.name(*by));
                let table = texts.desk_table();
                let meeting = self.state.table_number(*meeting);
                format!("{says} {table} {meeting}: {}", texts.desk_confirm())
            }
            Fact::Ruled {
                meeting,
                outcome,
                reason,
            } => because(self.ended(*meeting, outcome), reason),
            Fact::Corrected {
                stage,
                round,
                meeting,
                outcome,
                reason,
            } => {
                let title = round_title(texts, self.state, *stage, *round);
                let told = self.result(usize::from(*stage), usize::from(*round), *meeting, outcome);
                because(
                    texts.desk_log_corrected(&format!("{title}. {told}")),
                    reason,
                )
            }
            Fact::Announced { text } => texts.desk_log_announced(text),
            Fact::Undone { of } => texts.desk_log_undone(*of as u32),
            Fact::StageClosed => texts.desk_do_close(),
            Fact::Contested {
                meeting,
                by,
                reason,
                ..
            } => {
                let who = self.name(*by);
                because(
                    texts.desk_log_contested(&who, self.state.table_number(*meeting)),
                    reason,
                )
            }
            Fact::ContestRejected {
                meeting, reason, ..
            } => because(
                texts.desk_log_contest_rejected(self.state.table_number(*meeting)),
                reason,
            ),
            Fact::ClockStarted => texts.desk_log_clock_started(),
            Fact::ClockPaused => texts.desk_log_clock_paused(),
            Fact::ClockExtended {
                meeting: None,
                minutes,
            } => texts.desk_log_clock_extended(u32::from(*minutes)),
            Fact::ClockExtended {
                meeting: Some(meeting),
                minutes,
            } => texts
                .desk_log_clock_extended_at(self.state.table_number(*meeting), u32::from(*minutes)),
            Fact::Renamed { name } => texts.desk_log_renamed(name),
            Fact::Hidden => texts.desk_log_hidden(),
            Fact::Listed => texts.desk_log_listed(),
            Fact::Cancelled { reason } => because(texts.desk_log_cancelled(), reason),
            Fact::CameBack { entry } => texts.desk_do_re_enter(&self.name(*entry)),
            Fact::EntryCorrected { entry, name, .. } => {
                self.of(*entry, &texts.desk_log_entry_corrected(name))
            }
            Fact::RoundsChanged { rounds, reason } => {
                because(texts.desk_log_rounds(u32::from(*rounds)), reason)
            }
            Fact::KeptApart { entries, reason } => {
                let [one, other] = entries.map(|id| self.name(id));
                because(texts.desk_log_apart(&one, &other), reason)
            }
            Fact::AllowedToMeet { entries } => {
                let [one, other] = entries.map(|id| self.name(id));
                texts.desk_log_may_meet(&one, &other)
            }
            Fact::TableFixed { entry, table } => {
                let told = table.map_or_else(
                    || texts.desk_log_no_own_table(),
                    |table| texts.desk_log_own_table(u32::from(table)),
                );
                self.of(*entry, &told)
            }
            Fact::TablesNumbered { first } => texts.desk_log_first_table(u32::from(*first)),
            Fact::RoundsExchanged {
                round,
                with,
                reason,
            } => {
                let exchanged =
                    texts.desk_log_rounds_exchanged(u32::from(*round), u32::from(*with));
                because(exchanged, reason)
            }
            Fact::CutSettled { by, order } => cut::settled_by(texts, *by, order.len() as u32),
            Fact::Frozen => texts.desk_effect_over(),
            Fact::HandedOver { .. } => texts.venue_do_hand_over(),
            Fact::Returned { .. } => texts.venue_do_give_back(),
            Fact::Recalled { reason } => because(texts.venue_do_recall(), reason),
        }
    }

    /// Something that concerns one entry.
    fn of(&self, entry: EntryId, what: &str) -> String {
        format!("{}: {what}", self.name(entry))
    }

    fn with_breaches(&self, told: String, breaches: &[capicu_event::Breach]) -> String {
        let all: Vec<String> = breaches.iter().map(|one| self.breach(one)).collect();
        match all.is_empty() {
            true => told,
            false => format!("{told}. {}", all.join("; ")),
        }
    }

    fn next_round(&self) -> u16 {
        self.state
            .running()
            .map_or(1, |stage| stage.rounds.len() as u16 + 1)
    }

    /// Describes the result of a meeting of the current round.
    fn ended(&self, meeting: u16, outcome: &Outcome) -> String {
        let found = self.state.running().and_then(|stage| {
            let (round, at) = stage.locate(meeting)?;
            Some((round + 1, at as u16 + 1))
        });
        found.map_or(String::new(), |(round, at)| {
            self.result(self.state.stages.len(), round, at, outcome)
        })
    }

    fn table_ended(&self, meeting: u16, number: u16, result: &TableResult) -> String {
        let stage = self.state.running();
        let found = stage.and_then(|stage| {
            let (sitting, table, of) = numbered(&stage.rules).nth(usize::from(number) - 1)?;
            let at = self.texts.desk_sitting(sitting, table);
            let how = match result {
                TableResult::Played { scores } => scores_by(&of.meeting, scores),
                TableResult::NoShow { absent } => {
                    let (round, at) = stage.locate(meeting)?;
                    let sides = &stage.rounds[round].pairing.meetings[at].sides;
                    let absent = absent.iter();
                    let absent = absent.filter_map(|side| sides.get(usize::from(*side)));
                    let who: Vec<String> = absent.map(|side| self.side(side)).collect();
                    self.texts.desk_forfeit(&who.join(", "))
                }
            };
            Some(
                self.texts
                    .desk_do_result(self.state.table_number(meeting), &at, &how),
            )
        });
        found.unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use capicu_event::{Command, Consent, Envelope, Event, NewEntry, SideScore, presets};
    use capicu_i18n::{Lang, Texts};

    use super::*;

    #[test]
    fn log_lines_use_the_names_of_their_time() {
        let preset = presets::by_id("latin-pairs").expect("a preset");
        let mut event = Event::create("Friday", preset, 7, 0).expect("an event");
        let played = |own: i32| Outcome::Played {
            scores: [own, 90]
                .map(|points| SideScore { games: 0, points })
                .to_vec(),
        };
        let mut commands: Vec<Command> = ["Ana / Luis", "Eva / Leo", "Ida / Ted", "Mia / Sam"]
            .map(|name| Command::Enter(NewEntry::named(name)))
            .into();
        commands.extend([
            Command::Enter(NewEntry::named("Who / Else")),
            Command::Undo,
            Command::OpenStage,
            Command::Draft(Consent::Withheld),
            Command::Publish,
            Command::Claim {
                meeting: 1,
                by: EntryId(1),
                outcome: played(200),
            },
            Command::Rule {
                meeting: 2,
                outcome: played(200),
                reason: "the sheet".into(),
            },
        ]);
        for command in commands {
            let envelope = Envelope {
                key: format!("desk.{}", event.version()),
                expected: event.version(),
                now: 1,
                command,
            };
            // An entry at the first table reports its result.
            let envelope = match (&envelope.command, event.state().running()) {
                (Command::Claim { outcome, .. }, Some(stage)) => Envelope {
                    command: Command::Claim {
                        meeting: 1,
                        by: stage.rounds[0].pairing.meetings[0].sides[0][0],
                        outcome: outcome.clone(),
                    },
                    ..envelope
                },
                _ => envelope,
            };
            event.execute(&envelope).expect("it can be done");
        }
        for lang in Lang::ALL {
            let told = event.retell(|state, line| {
                let words = Words {
                    texts: Texts::new(*lang),
                    state,
                    reader: Reader::Desk,
                };
                words.fact(&line.fact)
            });
            assert_eq!(told.len(), event.log().lines().len());
            assert!(told.iter().all(|line| !line.is_empty()), "{told:?}");
            let meeting = &event.state().stages[0].rounds[0].pairing.meetings[1];
            let names = meeting
                .entries()
                .map(|entry| &event.state().entries[&entry].name);
            let last = told.last().expect("a line");
            for word in names.map(String::as_str).chain(["200–90", "the sheet"]) {
                assert!(last.contains(word), "{last}");
            }
            assert!(told[5].contains("Who / Else"), "{told:?}");
            assert!(told[6].contains('6'), "{told:?}");
        }
    }
}
