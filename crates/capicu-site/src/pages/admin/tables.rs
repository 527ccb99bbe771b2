//! The tables, and how long data is stored.

use axum::response::{IntoResponse as _, Redirect, Response};
use capicu_accounts::DAY;
use capicu_accounts::Gap;
use capicu_protocol::{ApiErrorCode, TableId};
use capicu_table_service::card::{TableCard, TableList};
use maud::{Markup, html};
use serde::Deserialize;

use super::super::extract::{Ask, lead_to, status, told};
use super::super::moderate::done;
use super::super::when::moment;
use super::{list_or, owner, turned_away};

use crate::Failure;
use crate::moderation;

/// How many tables are listed.
const TABLES: usize = 200;

/// How many open reports are counted.
const REPORTS: u32 = 1_000;

/// The longest reason that can be written, in characters.
const REASON: usize = 300;

/// `GET /sign-out`, if an admin reloads the answer to a form.
pub async fn home() -> Redirect {
    Redirect::to("/")
}

/// `GET /`: the overview of the server.
pub async fn show(ask: Ask) -> Response {
    let found = async {
        owner(&ask).await?;
        let store = &ask.site.services().store;
        Ok(store.open_reports(REPORTS).await?.len())
    };
    let found: Result<usize, Failure> = found.await;
    let reports = match found {
        Ok(reports) => reports,
        Err(failure) => return turned_away(&ask, &failure, "/sign-in").await,
    };
    let texts = ask.texts();
    let sum = |of: fn(&TableCard) -> usize| {
        let board = &ask.site.services().board;
        board.sum(&TableList::InMemory, of)
    };
    let numbers = [
        ("/tables", texts.admin_tables_open(), sum(|_| 1)),
        ("/tables", texts.admin_sitting(), sum(TableCard::people)),
        (
            "/tables",
            texts.admin_watching(),
            sum(|table| table.watchers as usize),
        ),
        ("/moderate", texts.admin_reports_open(), reports),
    ];
    let seeking = ask.site.lobby().count().await.unwrap_or_default();
    let body = html! {
        main #content data-testid="admin-page" {
            h1 { (texts.admin()) }
            (done(&ask))
            ul.list {
                @for (path, called, number) in numbers {
                    li { a href=(path) { (called) } b { (number) } }
                }
                li { span { (texts.admin_seeking()) } b { (seeking) } }
            }
            p.row {
                a href="/readyz" { "/readyz" }
                a href="/metrics" { "/metrics" }
            }
            form method="post" action="/sign-out" {
                button.second data-testid="leave" { (texts.admin_leave()) }
            }
        }
    };
    ask.page(&texts.admin(), "/", &body)
}

/// `GET /tables`: the list of tables.
pub async fn tables(ask: Ask) -> Response {
    match owner(&ask).await {
        Ok(_) => listed(&ask, None),
        Err(failure) => turned_away(&ask, &failure, "/").await,
    }
}

/// The table to close.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Close {
    table: String,
    reason: String,
}

/// `POST /tables`: closes one.
pub async fn close(ask: Ask) -> Response {
    let closed = async {
        let actor = owner(&ask).await?;
        ask.read().await?;
        let Close { table, reason } = ask.form();
        moderation::close(&ask.site, actor, &table.parse()?, &reason).await
    };
    match closed.await {
        Ok(()) => lead_to("/tables?done=done", None),
        Err(failure) if failure.code() == ApiErrorCode::ForeignOrigin => {
            ask.problem(&failure, "/tables")
        }
        Err(failure) => match owner(&ask).await {
            Ok(_) => listed(&ask, Some(failure.code())),
            Err(failure) => turned_away(&ask, &failure, "/").await,
        },
    }
}

fn listed(ask: &Ask, wrong: Option<ApiErrorCode>) -> Response {
    let texts = ask.texts();
    let board = &ask.site.services().board;
    let all = board.list(&TableList::InMemory, TABLES);
    let rows: Vec<Markup> = all.iter().map(|(id, table)| row(ask, id, table)).collect();
    let heads = [
        texts.moderate_table(),
        texts.admin_game(),
        texts.admin_sitting(),
        texts.admin_watching(),
        texts.admin_last(),
    ];
    let (count, title) = (board.sum(&TableList::InMemory, |_| 1), texts.admin_tables());
    let form: Close = ask.form();
    let body = html! {
        main #content data-testid="admin-tables" {
            h1 { (title) }
            (done(ask))
            p { (texts.admin_tables_help(count as u32, TABLES as u32)) }
            (list_or(texts.admin_no_tables(), &rows, &heads, &title))
            h2 { (texts.admin_close()) }
            p.help { (texts.admin_close_help()) }
            form method="post" action="/tables" {
                @if let Some(code) = wrong {
                    p.problem role="alert" data-testid="problem" {
                        @match code {
                            ApiErrorCode::NotFound => (texts.admin_no_such_table()),
                            ApiErrorCode::Malformed => (texts.admin_reason_needed(REASON as u32)),
                            code => (told(texts, code)),
                        }
                    }
                }
                label for="table" { (texts.moderate_table()) }
                input #table type="text" name="table" value=(form.table) maxlength="12" autocapitalize="off"
                    autocomplete="off" spellcheck="false" required data-testid="table";
                label for="reason" { (texts.admin_reason()) }
                input #reason type="text" name="reason" value=(form.reason) maxlength=(REASON) required
                    data-testid="reason";
                button data-testid="close" { (texts.admin_close()) }
            }
        }
    };
    let page = ask.page(&title, "/tables", &body);
    match wrong {
        Some(code) => (status(code), page).into_response(),
        None => page,
    }
}

fn row(ask: &Ask, id: &TableId, table: &TableCard) -> Markup {
    let texts = ask.texts();
    let game = table.title.clone().or_else(|| texts.game_name(&table.game));
    html! {
        tr data-testid="table-row" {
            th scope="row" {
                a href={ "/tables?table=" (id) "#table" } title=(texts.admin_close()) { code { (id) } }
            }
            td { (game.as_deref().unwrap_or(&table.game)) }
            td.number {
                (table.people())
                @if !table.is_attended { " · " span.help { (texts.admin_nobody_there()) } }
            }
            td.number { (table.watchers) }
            td { (moment(table.active_at)) }
        }
    }
}

/// `GET /retention`: how long data is stored.
pub async fn retention(ask: Ask) -> Response {
    let found = async {
        owner(&ask).await?;
        let services = ask.site.services();
        let before = |time| services.uptime.before(services.clock.now(), time);
        let older = ask.site.keep().map_or(0, before);
        Ok(services.store.held(before(DAY), older).await?)
    };
    let found: Result<capicu_store::Held, Failure> = found.await;
    let held = match found {
        Ok(held) => held,
        Err(failure) => return turned_away(&ask, &failure, "/").await,
    };
    let texts = ask.texts();
    let keep = ask
        .site
        .keep()
        .map(|keep| (keep.as_secs() / DAY.as_secs()) as u32);
    let for_days = |days: Option<u32>| match days {
        Some(days) => texts.moderate_days(days),
        None => texts.moderate_for_good(),
    };
    let rows = [
        (
            texts.admin_kept_matches(),
            for_days(None),
            Some(held.matches),
            None,
        ),
        (
            texts.admin_kept_tables(),
            for_days(keep),
            Some(held.tables),
            Some(held.older),
        ),
        (
            texts.admin_kept_unused(),
            for_days(Some(1)),
            None,
            Some(held.unused),
        ),
        (
            texts.admin_kept_facts(),
            texts.admin_with_table(),
            Some(held.facts),
            None,
        ),
        (texts.admin_kept_sessions(), for_days(Some(90)), None, None),
        (texts.admin_kept_guests(), for_days(Some(30)), None, None),
        (
            texts.admin_kept_people(),
            texts.admin_until_deleted(),
            None,
            None,
        ),
        (texts.admin_kept_audit(), for_days(None), None, None),
        (
            texts.admin_kept_addresses(),
            texts.admin_not_kept(),
            None,
            None,
        ),
    ];
    let rows: Vec<Markup> = rows.into_iter().map(kept).collect();
    let heads = [
        texts.admin_kept_what(),
        texts.admin_kept_long(),
        texts.admin_kept_much(),
        texts.admin_kept_next(),
    ];
    let title = texts.admin_retention();
    let body = html! {
        main #content data-testid="admin-retention" {
            h1 { (title) }
            (done(&ask))
            (list_or(String::new(), &rows, &heads, &title))
            p { (texts.admin_retention_help()) }
            (gaps(&ask))
        }
    };
    ask.page(&title, "/retention", &body)
}

/// The times that do not count, each with a button to count it.
fn gaps(ask: &Ask) -> Markup {
    let texts = ask.texts();
    let gaps = ask.site.services().uptime.gaps();
    let rows: Vec<Markup> = gaps.iter().rev().map(|gap| gap_row(ask, *gap)).collect();
    let heads = [texts.admin_gap_from(), texts.admin_gap_to(), String::new()];
    let title = texts.admin_gaps();
    html! {
        @if !rows.is_empty() {
            h2 { (title) }
            p { (texts.admin_gaps_help()) }
            (list_or(String::new(), &rows, &heads, &title))
        }
    }
}

fn gap_row(ask: &Ask, gap: Gap) -> Markup {
    html! {
        tr data-testid="gap" {
            td { (moment(gap.from)) }
            td { (moment(gap.to)) }
            td {
                form method="post" action="/retention" {
                    input type="hidden" name="from" value=(gap.from);
                    button data-testid="count-gap" { (ask.texts().admin_gap_count()) }
                }
            }
        }
    }
}

/// The form with the beginning of a time that counts.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Count {
    from: String,
}

/// `POST /retention`: a time in which the server did not run counts from now on.
pub async fn count(ask: Ask) -> Response {
    let counted = async {
        owner(&ask).await?;
        ask.read().await?;
        let from = ask.form::<Count>().from.parse();
        let from = from.map_err(|_| Failure::new(ApiErrorCode::Malformed))?;
        let services = ask.site.services();
        services.uptime.count(&*services.store, from).await?;
        tracing::info!(
            from,
            "the absence of an admin includes time in which the server did not run"
        );
        Ok(())
    };
    let counted: Result<(), Failure> = counted.await;
    match counted {
        Ok(()) => lead_to("/retention?done=done", None),
        Err(failure) => turned_away(&ask, &failure, "/retention").await,
    }
}

fn kept((what, long, much, next): (String, String, Option<u64>, Option<u64>)) -> Markup {
    html! {
        tr {
            th scope="row" { (what) }
            td { (long) }
            td.number { @match much { Some(much) => (much), None => "–" } }
            td.number data-testid="next" { @match next { Some(next) => (next), None => "–" } }
        }
    }
}
