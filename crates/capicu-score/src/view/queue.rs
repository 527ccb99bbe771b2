//! Winner stays: its form, and who is next.

use capicu::Rules;
use capicu_event::winner_stays::{Record, Table, WinnerStays};
use capicu_i18n::Texts;
use capicu_sheet::{Party, Queue, QueueStatus, Unit, places};
use maud::{Markup, html};

use crate::Page;

/// The most tables in the form.
const MOST_TABLES: usize = 4;

/// The part of the form of a match that opens an evening; nothing where the game does not fit, or one is open.
pub fn form(page: &Page, rules: &Rules) -> Markup {
    let texts = page.texts;
    let units = [(Unit::Pairs, "pairs"), (Unit::Singles, "singles")];
    let fitting = units
        .into_iter()
        .filter(|(unit, _)| places(rules, *unit).is_ok());
    let units: Vec<&str> = fitting.map(|(_, name)| name).collect();
    html! {
        @if open(page).is_none() && !units.is_empty() {
            details.several data-testid="queue-form" {
                summary { (texts.queue_title()) }
                p.help { (texts.queue_help()) }
                div.pair {
                    label {
                        (texts.queue_unit())
                        select name="unit" data-testid="queue-unit" {
                            @for unit in &units {
                                option value=(unit) { (if *unit == "pairs" { texts.queue_pairs() } else { texts.queue_singles() }) }
                            }
                        }
                    }
                    label {
                        (texts.queue_tables())
                        select name="tables" data-testid="queue-tables" {
                            @for n in 1..=MOST_TABLES { option value=(n) { (n) } }
                        }
                    }
                }
                label {
                    (if units.contains(&"pairs") { texts.queue_waiting_pairs() } else { texts.queue_waiting() })
                    textarea name="waiting" rows="4" maxlength="2000" data-testid="queue-waiting" {}
                }
                button.write type="submit" data-queue data-testid="queue-open" { (texts.queue_start()) }
            }
        }
    }
}

/// The end of a match: who stays, who is next, and the next match. `None` outside winner stays.
pub fn next(page: &Page) -> Option<Markup> {
    let (queue, texts) = (open(page)?, page.texts);
    let last = page.sheet.matches().len().checked_sub(1)?;
    queue.has_match(last).then(|| {
        let evening = evening(page, queue);
        html! {
            (table_of_sheet(texts, &evening))
            (start(texts, &evening))
        }
    })
}

/// The page of an evening without a match on the sheet.
pub fn alone(page: &Page) -> Option<Markup> {
    let (queue, texts) = (open(page)?, page.texts);
    let evening = evening(page, queue);
    Some(html! {
        section.entry { (table_of_sheet(texts, &evening)) (start(texts, &evening)) }
        (panel(page))
    })
}

/// Who is next and when, the best streak, other tables and people.
pub fn panel(page: &Page) -> Markup {
    let texts = page.texts;
    let Some(queue) = page.sheet.winner_stays() else {
        return html! {};
    };
    let evening = evening(page, queue);
    html! {
        section.queue data-testid="queue" {
            h2 { (texts.queue_title()) }
            @if let Some(best) = best(&evening) {
                p.best data-testid="queue-best" { (texts.queue_best(best.best, &name(texts, &best.party))) }
            }
            @if queue.status() == QueueStatus::Closed {
                (everybody(page, &evening, QueueStatus::Closed))
                p.row { button.plain type="button" data-do="queue:resume" data-testid="queue-resume" { (texts.queue_resume()) } }
            } @else {
                (waiting(page, &evening))
                @for (index, table) in evening.tables().iter().enumerate().skip(1) { (other_table(texts, &evening, index, table)) }
                (arrival(texts, queue))
                (everybody(page, &evening, QueueStatus::Open))
            }
        }
    }
}

fn open(page: &Page) -> Option<&Queue> {
    let queue = page.sheet.winner_stays();
    queue.filter(|queue| queue.status() == QueueStatus::Open)
}

fn evening(page: &Page, queue: &Queue) -> WinnerStays<Party> {
    queue.evening(page.sheet.matches(), page.now)
}

fn name(texts: Texts, party: &Party) -> String {
    let names: Vec<&str> = party.iter().map(String::as_str).collect();
    texts.list(&names)
}

/// The first party with the most wins in a row.
fn best(evening: &WinnerStays<Party>) -> Option<&Record<Party>> {
    let records = evening.records().iter().rev();
    records
        .max_by_key(|record| record.best)
        .filter(|record| record.best > 0)
}

/// The people at the table of the sheet, those who stay first.
fn table_of_sheet(texts: Texts, evening: &WinnerStays<Party>) -> Markup {
    let seated = evening
        .tables()
        .iter()
        .take(1)
        .flat_map(Table::sides)
        .flatten();
    let streak = |party: &&Party| evening.record(party).map_or(0, |record| record.streak);
    let (stays, next): (Vec<&Party>, Vec<&Party>) = seated.partition(|party| streak(party) > 0);
    html! {
        @for party in stays {
            p data-testid="queue-stays" { (texts.queue_winner(streak(&party), &name(texts, party))) }
        }
        @if !next.is_empty() {
            @let people: Vec<&str> = next.into_iter().flatten().map(String::as_str).collect();
            p data-testid="queue-next-up" { (texts.queue_next(&texts.list(&people))) }
        }
    }
}

fn start(texts: Texts, evening: &WinnerStays<Party>) -> Markup {
    html! {
        @if evening.is_ready(0) {
            button.write type="button" data-do="queue:next" data-testid="queue-next" { (texts.queue_next_match()) }
        } @else {
            p.help { (texts.queue_lacks()) }
        }
    }
}

fn waiting(page: &Page, evening: &WinnerStays<Party>) -> Markup {
    let texts = page.texts;
    let waits = evening.waits(page.now);
    let wait = |index: usize| waits.as_ref()?.get(index).map(|wait| wait.seconds);
    html! {
        @if evening.queue().is_empty() {
            p.help { (texts.queue_nobody()) }
        }
        ol.waits data-testid="queue-waits" {
            @for (index, party) in evening.queue().iter().enumerate() {
                li {
                    span { (name(texts, party)) }
                    @if let Some(seconds) = wait(index) { span { (texts.queue_wait(seconds)) } }
                }
            }
        }
    }
}

/// A table whose score is not on this sheet.
fn other_table(
    texts: Texts,
    evening: &WinnerStays<Party>,
    index: usize,
    table: &Table<Party>,
) -> Markup {
    let side_name = |side: &Vec<Party>| {
        let names: Vec<&str> = side.iter().flatten().map(String::as_str).collect();
        texts.list(&names)
    };
    let number = u32::try_from(index + 1).unwrap_or(u32::MAX);
    html! {
        @if !table.is_empty() {
            div.other data-testid={ "queue-table-" (index) } {
                h3 { (texts.queue_table(number)) }
                @if table.started().is_some() {
                    p.row {
                        @for (side, people) in table.sides().iter().enumerate() {
                            button.plain type="button" data-do={ "queue:won=" (index) "." (side) }
                                data-testid={ "queue-won-" (index) "-" (side) } { (texts.queue_won(&side_name(people))) }
                        }
                    }
                } @else {
                    p { @for (side, people) in table.sides().iter().enumerate() { @if side > 0 && !people.is_empty() { " · " } (side_name(people)) } }
                    @if evening.is_ready(index) {
                        button.plain type="button" data-do={ "queue:start=" (index) } data-testid={ "queue-start-" (index) } { (texts.sheet_start()) }
                    }
                }
            }
        }
    }
}

fn arrival(texts: Texts, queue: &Queue) -> Markup {
    html! {
        details.arrival {
            summary data-testid="queue-arrives" { (texts.queue_come()) }
            form.agree data-came {
                @for index in 0..queue.party_size() {
                    label {
                        (if index == 0 { texts.queue_name() } else { texts.queue_partner() })
                        input id={ "queue-name-" (index) } name="name" type="text" maxlength="24" required autocomplete="off"
                            autocapitalize="words" list="sheet-names" data-testid={ "queue-name-" (index) };
                    }
                }
                datalist #sheet-names {}
                button.plain type="submit" data-testid="queue-add" { (texts.queue_add()) }
            }
        }
    }
}

/// The record of everybody, those with most wins first.
fn everybody(page: &Page, evening: &WinnerStays<Party>, status: QueueStatus) -> Markup {
    let texts = page.texts;
    let mut records: Vec<(usize, &Record<Party>)> = evening.records().iter().enumerate().collect();
    records.sort_by_key(|(_, record)| std::cmp::Reverse((record.wins, record.best)));
    html! {
        details.everybody {
            summary data-testid="queue-players" { (texts.queue_players()) }
            ul.waits data-testid="queue-records" {
                @for (index, record) in records {
                    @let party = name(texts, &record.party);
                    li {
                        span {
                            b { (party) } br;
                            (texts.queue_record(record.wins, record.matches, record.best))
                        }
                        @if status == QueueStatus::Open && evening.is_here(&record.party) {
                            button.plain type="button" data-do={ "queue:left=" (index) } aria-label=(texts.queue_leaves(&party))
                                data-testid={ "queue-left-" (index) } { (texts.queue_leave()) }
                        }
                    }
                }
            }
            @if status == QueueStatus::Open {
                p.row { button.plain type="button" data-do="queue:close" data-testid="queue-close" { (texts.queue_close()) } }
            }
        }
    }
}
