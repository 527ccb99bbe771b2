//! One finished match, for the players at its end.

use axum::extract::Path;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use capicu::{Action, BySeat, Game, Rules, Seat, Side, TileSet};
use capicu_accounts::friends::{FriendAct, username};
use capicu_accounts::history;
use capicu_i18n::{RoundStory, Seats, Texts};
use capicu_picture::Picture;
use capicu_protocol::{ApiErrorCode, MyMatch, Sitter, TableRules};
use capicu_record::record::{Record, RoundRecord, What};
use capicu_record::referee::{Report, RoundReport, replay};
use capicu_record::side;
use capicu_store::{MatchResult, SignedIn};
use capicu_table_service::record;
use maud::{Markup, PreEscaped, html};
use serde::Deserialize;

use super::chart::{Chart, Line, labeled};
use super::extract::{Ask, lead_to, status, told};
use super::friends::choice;
use super::history::{company, has_won, name, result, score, sides, stakes, with_part};
use super::me::origin;
use super::ratings::linked;
use super::shared_match;
use super::when::moment;
use crate::avatar::Face;
use crate::portraits::portrait;
use crate::{Failure, assets};

/// The most labels below the chart.
const LABELS: usize = 10;

/// The most rounds with a dot for each.
const DOTS: usize = 24;

/// The stored record of a match.
pub enum Kept {
    /// The record, and the result of each round.
    Whole(Box<(Record, Report)>),
    /// A record by which today's rules lead to something else than the result.
    Otherwise(Box<Record>),
    /// A text that is no record.
    Damaged,
    /// No record is stored.
    Nothing,
}

impl Kept {
    /// Reads the text of a record, and replays it.
    pub fn of(text: Option<&str>, number: u64, result: &MatchResult) -> Self {
        let Some(text) = text else {
            return Self::Nothing;
        };
        let record = match record::read(text, result) {
            Ok((record, _)) if record.rules.n_seats() as usize == result.seats.len() => record,
            Ok(_) => {
                tracing::error!(number, "the record of a match belongs to another match");
                return Self::Damaged;
            }
            Err(error) => {
                tracing::error!(number, %error, "the record of a match cannot be read");
                return Self::Damaged;
            }
        };
        let report = replay(&record, None);
        let same = report.rounds.last().map(|last| &last.score) == Some(&result.scores);
        match report.is_valid() && same {
            true => Self::Whole(Box::new((record, report))),
            false => Self::Otherwise(Box::new(record)),
        }
    }

    /// The record, if it can be downloaded.
    pub fn record(&self) -> Option<&Record> {
        match self {
            Self::Whole(whole) => Some(&whole.0),
            Self::Otherwise(record) => Some(record),
            Self::Damaged | Self::Nothing => None,
        }
    }
}

/// The table of the match to review.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Last {
    table: String,
}

/// `GET /history/last?table=TABLE`: leads to the review of the player's last match at a table, which it analyzes.
pub async fn last(ask: Ask) -> Response {
    let found = async {
        let found = ask
            .who()
            .await?
            .ok_or(Failure::new(ApiErrorCode::NotSignedIn))?;
        let matches = history::matches(ask.site.context(), found.player.id, u64::MAX).await?;
        let table = ask.form::<Last>().table;
        Ok(matches.into_iter().find(|of| of.table.as_str() == table))
    };
    match found.await {
        Ok(Some(of)) => lead_to(&format!("{}&analyze", review(&of)), None),
        Ok(None) => unknown(&ask),
        Err(failure) => failed(&ask, &failure),
    }
}

/// The address of the review of a match, from the reader's seat.
fn review(of: &MyMatch) -> String {
    format!("/replay?match={}#from={}", of.number, of.seat.0.letter())
}

/// `GET /history/NUMBER`: the page of a finished match.
pub async fn show(Path(number): Path<String>, ask: Ask) -> Response {
    match find(&ask, &number).await {
        Ok(Some(found)) => page(&ask, &found),
        Ok(None) => unknown(&ask),
        Err(failure) => failed(&ask, &failure),
    }
}

/// `GET /history/NUMBER/record`: downloads the record of a match.
pub async fn record(Path(number): Path<String>, ask: Ask) -> Response {
    let found = match find(&ask, &number).await {
        Ok(Some(found)) => found,
        Ok(None) => return unknown(&ask),
        Err(failure) => return failed(&ask, &failure),
    };
    let Some(record) = found.kept.record() else {
        return (StatusCode::NOT_FOUND, page(&ask, &found)).into_response();
    };
    let named = format!("attachment; filename=\"capicu-{}.domino\"", found.of.number);
    let headers = [
        (header::CONTENT_TYPE, "text/plain; charset=utf-8"),
        (header::CACHE_CONTROL, "no-cache, private"),
        (header::CONTENT_DISPOSITION, &named),
    ];
    (headers, record.to_string()).into_response()
}

/// Finds a match of the signed-in player; `None` if there is none with this number.
async fn find(ask: &Ask, number: &str) -> Result<Option<Found>, Failure> {
    let found = ask.who().await?;
    let found = found.ok_or(Failure::new(ApiErrorCode::NotSignedIn))?;
    let Ok(number) = number.parse() else {
        return Ok(None);
    };
    let Some((of, result)) =
        history::one_match(ask.site.context(), found.player.id, number).await?
    else {
        return Ok(None);
    };
    let text = ask.site.services().store.record(number).await?;
    let met = met(ask, &found, &of, &result).await?;
    let kept = Kept::of(text.as_deref(), number, &result);
    let whole = text.as_deref().filter(|_| matches!(kept, Kept::Whole(_)));
    let shared = whole.map(|text| shared_match::path(number, text));
    Ok(Some(Found {
        of,
        kept,
        shared,
        own: username(&found.player).map(str::to_owned),
        met,
    }))
}

/// A match of the reader.
struct Found {
    of: MyMatch,
    kept: Kept,
    /// The path of the page that the reader may share.
    shared: Option<String>,
    /// The reader's username, for an account.
    own: Option<String>,
    /// The other people.
    met: Vec<Met>,
}

/// Another player of the match.
struct Met {
    seat: usize,
    /// The username, if the player has an account.
    username: Option<String>,
}

/// Finds the other signed-in players of the match.
async fn met(
    ask: &Ask,
    found: &SignedIn,
    of: &MyMatch,
    result: &MatchResult,
) -> Result<Vec<Met>, Failure> {
    let store = &ask.site.services().store;
    let own = store.ids(found.player.id).await?;
    let all = result.seats.iter().enumerate();
    let others = all.filter_map(|(seat, sitter)| Some((seat, sitter.player()?)));
    let others: Vec<_> = others.filter(|(_, id)| !own.contains(id)).collect();
    let ids = others.iter().map(|(_, id)| *id).collect();
    let mut usernames = store.usernames(ids).await?;
    let met = others
        .into_iter()
        .filter(|(seat, _)| *seat != of.seat.0.index());
    Ok(met
        .map(|(seat, id)| Met {
            seat,
            username: usernames.remove(&id),
        })
        .collect())
}

/// The other players, with links to their pages and the buttons to block them.
fn people(texts: Texts, of: &MyMatch, met: &[Met]) -> Markup {
    html! {
        @if !met.is_empty() {
            section data-testid="met" {
                h2 { (texts.past_people()) }
                ul.list { @for one in met {
                    @if let Some(sitter) = of.seats.get(one.seat) {
                        li {
                            p { (linked(one.username.as_deref(), &name(texts, one.seat, sitter))) }
                            form method="post" {
                                input type="hidden" name="match" value=(of.number);
                                input type="hidden" name="seat" value=(one.seat);
                                (choice(texts, FriendAct::Block))
                            }
                        }
                    }
                } }
            }
        }
    }
}

/// The page of a failure, with a way to sign in for a reader who is not.
pub fn failed(ask: &Ask, failure: &Failure) -> Response {
    let texts = ask.texts();
    if failure.code() != ApiErrorCode::NotSignedIn {
        return ask.problem(failure, "/history");
    }
    let body = html! {
        main #content data-testid="problem-page" {
            h1 { (texts.site_history()) }
            p.problem role="alert" data-testid="problem" { (told(texts, failure.code())) }
            p { a.do href="/sign-in" { (texts.sign_in()) } }
        }
    };
    let page = ask.page(&texts.site_history(), "/history", &body);
    (status(failure.code()), page).into_response()
}

/// The page for an unknown match. It is the same for a match of other players.
fn unknown(ask: &Ask) -> Response {
    let texts = ask.texts();
    let title = texts.past_unknown_title();
    let body = html! {
        main #content data-testid="unknown-match" {
            h1 { (title) }
            p { (texts.past_unknown()) }
            p { a.do href="/history" { (texts.past_back()) } }
        }
    };
    (StatusCode::NOT_FOUND, ask.page(&title, "/history", &body)).into_response()
}

fn page(ask: &Ask, found: &Found) -> Response {
    let Found { of, kept, met, .. } = found;
    let texts = ask.texts();
    let title = kept.record().and_then(|record| record.tag("title"));
    let game = texts.game_name(&of.game).unwrap_or_default();
    let title = title.map_or_else(|| game.clone(), str::to_owned);
    let path = format!("/history/{}", of.number);
    let names: Vec<String> = (of.seats.iter().enumerate())
        .map(|(seat, sitter)| match seat == of.seat.0.index() {
            true => texts.seat_you(),
            false => name(texts, seat, sitter),
        })
        .collect();
    let body = html! {
        main #content data-testid="match-page" {
            (band(texts, found, &title))
            @match kept {
                Kept::Whole(whole) => { (played(texts, of, &names, &whole.0, &whole.1)) }
                Kept::Otherwise(record) => {
                    (seats(texts, of, &names))
                    (house_rules(texts, of, &record.rules))
                    p.problem data-testid="no-rounds" { (texts.past_otherwise()) }
                    (download(texts, of))
                }
                Kept::Damaged => {
                    (seats(texts, of, &names))
                    p.problem data-testid="no-rounds" { (texts.past_damaged()) }
                }
                Kept::Nothing => {
                    (seats(texts, of, &names))
                    p data-testid="no-rounds" { (texts.past_no_record()) }
                }
            }
            @if let Some(shared) = &found.shared { (share(texts, &format!("{}{shared}", origin(ask)))) }
            (people(texts, of, met))
            p.row {
                a href="/history" { (texts.past_back()) }
                a href={ "/report?match=" (of.number) } data-testid="report" { (texts.report_title()) }
            }
        }
    };
    ask.page(&title, &path, &body)
}

/// The heading: the result in words, and each side with faces and score.
fn band(texts: Texts, found: &Found, title: &str) -> Markup {
    let of = &found.of;
    let names: Vec<String> = (of.seats.iter().enumerate())
        .map(|(seat, sitter)| name(texts, seat, sitter))
        .collect();
    let face = |seat: usize, sitter: &Sitter| {
        let username = match seat == of.seat.0.index() {
            true => found.own.as_deref(),
            false => {
                let met = found.met.iter().find(|one| one.seat == seat);
                met.and_then(|one| one.username.as_deref())
            }
        };
        match (sitter, username) {
            (Sitter::Person { .. }, Some(username)) => Face::Account(username).draw(40),
            _ => face(of, &names, seat),
        }
    };
    let n = sides(of);
    html! {
        div.band {
            h1 { (title) }
            p { b { (result(texts, of)) } (texts.colon()) " " (score(texts, of)) }
            p.help { (company(texts, of)) (stakes(texts, of)) (moment(of.at)) }
            ul.sides {
                @for (side, score) in of.scores.iter().enumerate() {
                    @let seats: Vec<_> = of.seats.iter().enumerate().filter(|(seat, _)| seat % n == side).collect();
                    @let names: Vec<String> = seats.iter().map(|(seat, sitter)| name(texts, *seat, sitter)).collect();
                    li class=[color(of, side)] {
                        @for (seat, sitter) in &seats { (face(*seat, sitter)) }
                        span { (texts.list(&names)) }
                        b.amount { (score) }
                    }
                }
            }
        }
    }
}

/// The face of a bot, or of a player without an account.
pub(super) fn face(of: &MyMatch, names: &[String], seat: usize) -> Markup {
    match of.seats.get(seat) {
        Some(Sitter::Bot(level)) => {
            let before = of.seats.iter().take(seat);
            let bots = before.filter(|one| matches!(one, Sitter::Bot(_)));
            portrait(level.portrait(bots.count()), 40)
        }
        _ => Face::Guest(names.get(seat).map_or("", String::as_str)).draw(40),
    }
}

/// The color of a side: the reader's own first, then the others in order. Only four sides have one.
pub(super) fn color(of: &MyMatch, side: usize) -> Option<&'static str> {
    let n = sides(of);
    let after = (side + n - of.seat.0.index() % n) % n;
    ["ours", "theirs", "third", "fourth"].get(after).copied()
}

fn played(
    texts: Texts,
    of: &MyMatch,
    names: &[String],
    record: &Record,
    report: &Report,
) -> Markup {
    let you = Some(of.seat.0);
    html! {
        (PreEscaped(capicu_picture::sheet(record.rules.tiles())))
        div.split {
            div {
                (last_board(texts, you, names, record, report))
                (download(texts, of))
                (course(texts, of, names, &record.rules, report))
            }
            div {
                (moments(texts, of))
                (seats(texts, of, names))
                (house_rules(texts, of, &record.rules))
                (sheet(texts, names, &record.rules, report))
            }
        }
        @for (round, came) in record.rounds().zip(&report.rounds) {
            // The last board is above.
            @let is_last = came.number == report.rounds.len();
            @let laid = if is_last { Vec::new() } else { laid(round) };
            (one_round(texts, you, names, &record.rules, came, &laid))
        }
    }
}

/// The board at the end of the match, with what happened last.
pub(super) fn last_board(
    texts: Texts,
    you: Option<Seat>,
    names: &[String],
    record: &Record,
    report: &Report,
) -> Markup {
    let Some((round, came)) = record.rounds().zip(&report.rounds).last() else {
        return html! {};
    };
    let laid = laid(round);
    let rules = &record.rules;
    html! {
        @if !laid.is_empty() {
            figure.rim data-testid="last-board" {
                (picture(rules, &laid, &texts.past_board(came.number)))
                figcaption.standing { (told_of(texts, you, names, rules, came).to_string()) }
            }
        }
    }
}

/// The place for the moments of the reader, which the script of the page finds. They lead to the review.
fn moments(texts: Texts, of: &MyMatch) -> Markup {
    let title = match has_won(of) {
        true => texts.lookback_won(),
        false => texts.lookback_lost(),
    };
    html! {
        section.panel #moments hidden data-module=[assets::named("moments", "js")] data-testid="match-moments"
            data-match=(of.number) data-seat=(of.seat.0.letter()) data-failed=(texts.push_failed()) {
            h2 { (title) }
            button.go type="button" data-testid="find-moments" { (texts.replay_analyze()) }
            p.help role="status" tabindex="-1" {}
            ol.list {}
        }
    }
}

/// The scores as a chart over the rounds; nothing for more sides than there are colors.
pub(super) fn course(
    texts: Texts,
    of: &MyMatch,
    names: &[String],
    rules: &Rules,
    report: &Report,
) -> Markup {
    let all: Vec<(Side, &str)> = Side::all(rules.n_sides())
        .filter_map(|side| Some((side, color(of, side.index())?)))
        .collect();
    let rounds = &report.rounds;
    if all.len() != rules.n_sides() as usize || rounds.len() < 2 {
        return html! {};
    }
    let line = |(side, class): &(Side, &'static str)| Line {
        class,
        values: std::iter::once(0.0)
            .chain(rounds.iter().map(|round| f64::from(score_of(round, *side))))
            .collect(),
    };
    let ended = |(side, _): &(Side, &str)| {
        let score = rounds.last().map_or(0, |round| score_of(round, *side));
        format!("{} {score}", side_name(texts, names, rules, *side))
    };
    // The moments of a round are on the line of the reader.
    let own = rules.side(of.seat.0);
    let own = rounds
        .iter()
        .map(move |round| f64::from(score_of(round, own)));
    let spots = own.enumerate().map(|(at, score)| (at + 1, score));
    let chart = Chart {
        label: format!(
            "{}: {}",
            texts.past_course(),
            texts.list(&all.iter().map(ended).collect::<Vec<_>>())
        ),
        lines: all.iter().map(line).collect(),
        band: Vec::new(),
        steps: labeled(rounds.len() + 1, LABELS)
            .into_iter()
            .map(|step| (step, step.to_string()))
            .collect(),
        mark: None,
        with_dots: rounds.len() <= DOTS,
        spots: spots.collect(),
    };
    html! {
        section.panel data-testid="course" {
            h2 { (texts.past_course()) }
            p.legend { @for (side, class) in &all {
                span { i class=(class) {} (side_name(texts, names, rules, *side)) }
            } }
            (chart.draw())
        }
    }
}

fn score_of(round: &RoundReport, side: Side) -> u16 {
    round.score.get(side.index()).copied().unwrap_or_default()
}

/// The names of the players of a side.
pub(super) fn side_name(texts: Texts, names: &[String], rules: &Rules, side: Side) -> String {
    let members = rules
        .members(side)
        .filter_map(|seat| names.get(seat.index()));
    texts.list(&members.collect::<Vec<_>>())
}

/// The players in their seats, in the order of play.
fn seats(texts: Texts, of: &MyMatch, names: &[String]) -> Markup {
    html! {
        h2 { (texts.past_seats()) }
        table data-testid="seats" {
            thead { tr { th scope="col" { (texts.past_seat()) } th scope="col" { (texts.past_player()) } } }
            tbody {
                @for (seat, (sitter, name)) in Seat::all(of.seats.len() as u8).zip(of.seats.iter().zip(names)) {
                    tr { th scope="row" { (side::letter(seat)) } td { (with_part(texts, name, sitter)) } }
                }
            }
        }
    }
}

/// The rules of the house, or that there were none.
pub(super) fn house_rules(texts: Texts, of: &MyMatch, rules: &Rules) -> Markup {
    let Some(usual) = Game::by_id(&of.game) else {
        return html! {};
    };
    let game = texts.game_name(usual.id).unwrap_or_default();
    let sentences = house_sentences(texts, usual, rules);
    html! {
        @if sentences.is_empty() {
            p { a href={ "/rules/" (usual.id) } data-testid="usual-rules" { (texts.past_rules(&game)) } }
        } @else {
            h2 { (texts.past_house_rules()) }
            p { a href={ "/rules/" (usual.id) } { (texts.past_house_rules_help(&game)) } }
            ul data-testid="house-rules" { @for sentence in sentences { li { (sentence) } } }
        }
    }
}

/// A sentence for each rule that is not as the game usually has it.
pub fn house_sentences(texts: Texts, usual: &Game, rules: &Rules) -> Vec<String> {
    let changed = TableRules::change(usual, rules).options;
    let sentences = changed.keys();
    sentences
        .filter_map(|option| texts.option_rule(option, rules))
        .collect()
}

/// The scores after each round.
pub(super) fn sheet(texts: Texts, names: &[String], rules: &Rules, report: &Report) -> Markup {
    html! {
        h2 { (texts.past_score()) }
        div.wide tabindex="0" role="group" aria-label=(texts.past_score()) {
            table.numbers data-testid="sheet" {
                thead {
                    tr {
                        th scope="col" { (texts.past_after()) }
                        @for side in Side::all(rules.n_sides()) { th.number scope="col" { (side_name(texts, names, rules, side)) } }
                    }
                }
                tbody {
                    @for round in &report.rounds {
                        tr {
                            th scope="row" { a href={ "#round-" (round.number) } { (round.number) } }
                            @for score in &round.score { td.number { (score) } }
                        }
                    }
                }
            }
        }
    }
}

fn download(texts: Texts, of: &MyMatch) -> Markup {
    html! {
        h2 { (texts.past_record()) }
        p.row {
            a.do href=(review(of)) data-testid="look-again" { (texts.replay_look()) }
            a.do.second href={ "/history/" (of.number) "/record" } download data-testid="record" {
                (texts.past_download())
            }
        }
        p.help { (texts.past_record_help()) }
    }
}

/// The link to the page of the match for others.
fn share(texts: Texts, link: &str) -> Markup {
    html! {
        section data-testid="share-match" {
            h2 { label for="match-link" { (texts.past_share()) } }
            div.row {
                input #match-link type="text" readonly value=(link) data-testid="match-link";
                button.second type="button" hidden data-copy="match-link" data-copied=(texts.copied()) { (texts.copy()) }
            }
            p.help { (texts.past_share_help()) }
        }
    }
}

/// How a round ended: in words, in points, and on the board unless nothing is laid.
pub(super) fn one_round(
    texts: Texts,
    you: Option<Seat>,
    names: &[String],
    rules: &Rules,
    came: &RoundReport,
    laid: &[Action],
) -> Markup {
    let story = told_of(texts, you, names, rules, came);
    html! {
        section data-testid="round" {
            h2 id={ "round-" (came.number) } { (texts.past_round(came.number)) }
            p { (story.to_string()) }
            @if !story.awards.is_empty() { ul { @for award in &story.awards { li { (award) } } } }
            @if !laid.is_empty() {
                (picture(rules, laid, &texts.past_board(came.number)))
            }
        }
    }
}

/// The end of a round in words.
pub(super) fn told_of(
    texts: Texts,
    you: Option<Seat>,
    names: &[String],
    rules: &Rules,
    came: &RoundReport,
) -> RoundStory {
    let seats = Seats {
        names: BySeat::from_fn(rules.n_seats(), |seat| names[seat.index()].as_str()),
        you,
    };
    texts.round_story(&came.told, rules, &seats)
}

/// The tiles of a round in the order in which they were laid.
pub(super) fn laid(round: &RoundRecord) -> Vec<Action> {
    let laid = round.moves.iter().filter_map(|done| match done.what {
        What::Lead(tile) => Some(Action::Lead(tile)),
        What::Play { tile, on } => Some(Action::Play { tile, on }),
        _ => None,
    });
    laid.collect()
}

/// A board in a page that begins with the sheet of its tiles.
fn picture(rules: &Rules, laid: &[Action], label: &str) -> Markup {
    let board = Picture {
        rules,
        laid,
        mark: None,
        hand: TileSet::EMPTY,
    };
    PreEscaped(board.part(Some(label)))
}
