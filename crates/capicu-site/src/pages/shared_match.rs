//! A finished match for everybody who has its link. The link contains a digest of the record: only those who can read
//! the record can make it.

use axum::extract::Path;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use capicu::{Seat, Side, TileSet};
use capicu_accounts::history;
use capicu_event::Digest;
use capicu_i18n::Texts;
use capicu_picture::Picture;
use capicu_protocol::MyMatch;
use capicu_record::record::Record;
use capicu_record::referee::Report;
use capicu_store::ReadError;
use maud::{PreEscaped, html};

use super::extract::{Ask, status};
use super::finished::{self, Kept};
use super::history::{name, points};
use super::preview;
use super::when::moment;
use crate::Failure;

/// The hexadecimal digits of the digest in a link: 96 bits.
const DIGITS: usize = 24;

/// The path of the page of a match, for those who know its record.
pub fn path(number: u64, record: &str) -> String {
    format!("/m/{number}-{}", proof(record))
}

/// The address of the review of such a match.
fn review(link: &str) -> String {
    format!("/replay?match={link}")
}

fn proof(record: &str) -> String {
    let mut digest = Digest::of(&[b"shared match", record.as_bytes()]).to_string();
    digest.truncate(DIGITS);
    digest
}

/// A match, as one of its winners sees it.
struct Shared {
    of: MyMatch,
    record: Record,
    report: Report,
}

impl Shared {
    fn names(&self, texts: Texts) -> Vec<String> {
        let seats = self.of.seats.iter().enumerate();
        seats
            .map(|(seat, sitter)| name(texts, seat, sitter))
            .collect()
    }

    /// The names of each side with the winner's first, and the scores in this order.
    fn title(&self, texts: Texts) -> String {
        let names = self.names(texts);
        let rules = &self.record.rules;
        let won = Side::all(rules.n_sides()).filter(|side| side.index() == self.winner());
        let lost = Side::all(rules.n_sides()).filter(|side| side.index() != self.winner());
        let all: Vec<String> = won
            .chain(lost)
            .map(|side| finished::side_name(texts, &names, rules, side))
            .collect();
        format!("{} · {}", all.join(" – "), points(&self.of))
    }

    fn winner(&self) -> usize {
        usize::from(self.of.winner)
    }

    fn game(&self, texts: Texts) -> String {
        let title = self.record.tag("title").map(str::to_owned);
        title.unwrap_or_else(|| texts.game_name(&self.of.game).unwrap_or_default())
    }
}

/// `GET /m/LINK`: the page of a shared match.
pub async fn show(Path(link): Path<String>, ask: Ask) -> Response {
    match find(&ask, &link).await {
        Ok(Some(found)) => page(&ask, &link, &found),
        Ok(None) => unknown(&ask),
        Err(failure) => ask.problem(&failure, "/").into_response(),
    }
}

/// `GET /m/LINK/record`: downloads the record.
pub async fn record(Path(link): Path<String>, ask: Ask) -> Response {
    match find(&ask, &link).await {
        Ok(Some(found)) => {
            let named = format!("attachment; filename=\"capicu-{}.domino\"", found.of.number);
            let headers = [
                (header::CONTENT_TYPE, "text/plain; charset=utf-8"),
                (header::CACHE_CONTROL, "no-cache, private"),
                (header::CONTENT_DISPOSITION, &named),
            ];
            (headers, found.record.to_string()).into_response()
        }
        Ok(None) => unknown(&ask),
        Err(failure) => ask.problem(&failure, "/").into_response(),
    }
}

/// `GET /m/LINK/picture.png`: the last board, for chats that unfold the link.
pub async fn picture(Path(link): Path<String>, ask: Ask) -> Response {
    let found = match find(&ask, &link).await {
        Ok(Some(found)) => found,
        Ok(None) => return StatusCode::NOT_FOUND.into_response(),
        Err(failure) => return status(failure.code()).into_response(),
    };
    let drawn = tokio::task::spawn_blocking(move || {
        let laid = found.record.rounds().last().map(finished::laid)?;
        preview::png(&Picture {
            rules: &found.record.rules,
            laid: &laid,
            mark: None,
            hand: TileSet::EMPTY,
        })
    });
    preview::answer(drawn.await.ok().flatten())
}

/// Finds the match of a link; `None` if there is none, its record cannot be replayed, or the digest is wrong.
async fn find(ask: &Ask, link: &str) -> Result<Option<Shared>, Failure> {
    let Some((number, digits)) = link.split_once('-') else {
        return Ok(None);
    };
    let Ok(number @ 1..) = number.parse::<u64>() else {
        return Ok(None);
    };
    let store = &ask.site.services().store;
    let text = store.record(number).await?;
    let Some(text) = text.filter(|text| proof(text) == digits) else {
        return Ok(None);
    };
    let ended = match store.since(number - 1, 1).await {
        Ok(ended) => ended,
        Err(ReadError::Unavailable(error)) => return Err(error.into()),
        Err(_) => Vec::new(),
    };
    let Some(ended) = ended.into_iter().find(|ended| ended.sequence == number) else {
        return Ok(None);
    };
    let Kept::Whole(whole) = Kept::of(Some(&text), number, &ended.result) else {
        return Ok(None);
    };
    let (record, report) = *whole;
    let Some(winner) = Seat::all(record.rules.n_seats()).nth(ended.result.winner.index()) else {
        return Ok(None);
    };
    Ok(Some(Shared {
        of: history::of_match((winner, ended)),
        record,
        report,
    }))
}

fn page(ask: &Ask, link: &str, found: &Shared) -> Response {
    let texts = ask.texts();
    let Shared { of, record, report } = found;
    let (names, rules) = (found.names(texts), &record.rules);
    let (title, game) = (found.title(texts), found.game(texts));
    let path = format!("/m/{link}");
    let body = html! {
        (PreEscaped(capicu_picture::sheet(rules.tiles())))
        main #content data-testid="shared-match" {
            div.band {
                h1 { (title) }
                p.help { (game) " · " (moment(of.at)) }
                ul.sides {
                    @for (side, score) in Side::all(rules.n_sides()).zip(&of.scores) {
                        li class=[finished::color(of, side.index())] {
                            @for seat in rules.members(side) { (finished::face(of, &names, seat.index())) }
                            span { (finished::side_name(texts, &names, rules, side)) }
                            b.amount { (score) }
                        }
                    }
                }
            }
            div.split {
                div {
                    (finished::last_board(texts, None, &names, record, report))
                    p.row {
                        a.do href=(review(link)) data-testid="look-again" { (texts.replay_look()) }
                        a.do.second href={ (path) "/record" } download data-testid="record" { (texts.past_download()) }
                    }
                    (finished::course(texts, of, &names, rules, report))
                }
                div {
                    (finished::house_rules(texts, of, rules))
                    (finished::sheet(texts, &names, rules, report))
                    p { a.do.second href={ "/play#game=" (of.game) } data-testid="play-this" { (texts.play_now()) } }
                }
            }
            @for (round, came) in record.rounds().zip(&report.rounds) {
                // The last board is above.
                @let laid = match came.number == report.rounds.len() {
                    true => Vec::new(),
                    false => finished::laid(round),
                };
                (finished::one_round(texts, None, &names, rules, came, &laid))
            }
        }
    };
    let description = description(texts, found, &names);
    let picture = format!("{path}/picture.png");
    // Chats unfold the link, and search engines do not list it: it is as public as those who share it want.
    let head = html! {
        (preview::head(ask, &title, &description, &path, &picture))
        meta name="robots" content="noindex";
    };
    ask.page_with(&title, &path, &head, &body)
}

/// The game, and how its last round ended.
fn description(texts: Texts, found: &Shared, names: &[String]) -> String {
    let game = found.game(texts);
    let last = found.report.rounds.last();
    let last = last.map(|came| finished::told_of(texts, None, names, &found.record.rules, came));
    match last {
        Some(story) => format!("{game}. {story}"),
        None => game,
    }
}

/// The page for a link that leads to no match.
fn unknown(ask: &Ask) -> Response {
    let texts = ask.texts();
    let title = texts.past_unknown_title();
    let body = html! {
        main #content data-testid="unknown-match" {
            h1 { (title) }
            p { (texts.past_share_unknown()) }
        }
    };
    (StatusCode::NOT_FOUND, ask.page(&title, "/", &body)).into_response()
}
