//! Ratings: the families, the best players of each, and the history of one's own.

use std::cmp::Reverse;

use axum::extract::Path;
use axum::http::StatusCode;
use axum::response::{IntoResponse as _, Response};
use capicu_accounts::ratings::{Board, Fold, Point, games};
use capicu_i18n::Texts;
use capicu_protocol::{ApiErrorCode, Level, PlayerId};
use capicu_ratings::{Entry, Family, PROVISIONAL, Rating, TOGETHER, Who};
use capicu_store::{PlayerKind, SignedIn};
use maud::{Markup, PreEscaped, html};

use super::boards::Boards;
use super::empty::{Drawing, empty};
use super::extract::{Ask, told};
use super::when::moment;
use crate::avatar::Face;
use crate::{Failure, Site};

/// The path of these pages.
const PATH: &str = "/ratings";

/// How many are listed, of players and of pairs each.
const LISTED: usize = 50;

/// How many of the player's own matches are listed.
const MATCHES: usize = 20;

/// `GET /ratings`: the list of rating families.
pub async fn all(ask: Ask) -> Response {
    match families(&ask).await {
        Ok(page) => page,
        Err(failure) => ask.problem(&failure, PATH),
    }
}

/// A family in the list.
struct FamilyRow {
    family: Family,
    players: usize,
    /// The best player and their rating.
    best: Option<(Markup, Rating)>,
    own: Option<Rating>,
}

async fn families(ask: &Ask) -> Result<Response, Failure> {
    let (texts, site) = (ask.texts(), &ask.site);
    let now = site.services().clock.now();
    let found = ask.who().await?;
    let mine = match &found {
        Some(found) => own(site, found).await?,
        None => Vec::new(),
    };
    let mut rows = Vec::with_capacity(Family::ALL.len());
    for family in Family::ALL {
        let Board {
            ranked,
            provisional,
        } = site.ratings().board(family, false, now).await?;
        let players = ranked.len() + provisional.len();
        let mut best = None;
        for (who, entry) in &ranked {
            // Deleted players have no place.
            if let Some(called) = plain(site, texts, *who).await? {
                best = Some((called, entry.rating_at(now)));
                break;
            }
        }
        let of = mine.iter().find(|(of, _)| *of == family);
        rows.push(FamilyRow {
            family,
            players,
            best,
            own: of.map(|(_, entry)| entry.rating_at(now)),
        });
    }
    // The reader's families come first, then those that most people play.
    rows.sort_by_key(|row| Reverse((row.own.is_some(), row.players)));
    let body = html! {
        main #content data-testid="ratings-page" {
            (PreEscaped(&Boards::all().sheet))
            div.band.heading {
                div { h1 { (texts.ratings()) } p.help { (texts.ratings_help()) } }
                a.do.second href="/lobby" { (texts.ratings_to_lobby()) }
            }
            ul.families data-testid="families" { @for row in &rows { (row.html(texts)) } }
        }
    };
    Ok(ask.page(&texts.ratings(), PATH, &body))
}

impl FamilyRow {
    /// The card is one link.
    fn html(&self, texts: Texts) -> Markup {
        let mut boards = self
            .family
            .games()
            .filter_map(|game| Boards::all().of(game.id));
        html! {
            li {
                a href={ (PATH) "/" (self.family.id()) } {
                    @if let Some(board) = boards.next() { (PreEscaped(board)) }
                    h2 { (games(texts, self.family)) }
                    p { (texts.ratings_rated(self.players as u32)) }
                    @if let Some((called, rating)) = &self.best {
                        p.between data-testid="best" { (called) b { (between(texts, *rating)) } }
                    }
                    @if let Some(own) = self.own {
                        p.between.mine data-testid="own-rating" { span { (texts.ratings_you()) } b { (between(texts, own)) } }
                    }
                }
            }
        }
    }
}

/// The face and the name of a player, without a link; `None` if the player was deleted.
async fn plain(site: &Site, texts: Texts, who: Who<PlayerId>) -> Result<Option<Markup>, Failure> {
    let called = name(site, texts, who).await?;
    Ok(called.map(|called| {
        html! { span.with-face { (Face::Account(&called).draw(28)) span { (called) } } }
    }))
}

/// `GET /ratings/FAMILY`: the ratings of a family.
pub async fn of_family(Path(id): Path<String>, ask: Ask) -> Response {
    let Some(family) = Family::by_id(&id) else {
        let failure = Failure::new(ApiErrorCode::NotFound);
        let texts = ask.texts();
        let body = html! {
            main #content data-testid="problem-page" {
                h1 { (texts.problem_title()) }
                p.problem role="alert" data-testid="problem" { (told(texts, failure.code())) }
                p { a.do href=(PATH) { (texts.ratings()) } }
            }
        };
        let page = ask.page(&texts.problem_title(), PATH, &body);
        return (StatusCode::NOT_FOUND, page).into_response();
    };
    match listed(&ask, family).await {
        Ok(page) => page,
        Err(failure) => ask.problem(&failure, PATH),
    }
}

async fn listed(ask: &Ask, family: Family) -> Result<Response, Failure> {
    let (texts, site) = (ask.texts(), &ask.site);
    let now = site.services().clock.now();
    let who = ask.who().await?;
    let own = who.as_ref().map(|found| found.player.id);
    let players = rows(site, texts, family, false, own, now).await?;
    let pairs = rows(site, texts, family, true, own, now).await?;
    let mine = match own {
        Some(player) => mine(site, texts, family, player).await?,
        None => Vec::new(),
    };
    let title = texts.ratings_of(&games(texts, family));
    let path = format!("{PATH}/{}", family.id());
    let body = html! {
        main #content data-testid="family-page" {
            div.band.heading {
                div { h1 { (title) } p.help { (texts.ratings_help()) } }
                a.do.second href="/lobby" { (texts.ratings_to_lobby()) }
            }
            section {
                h2 { (texts.ratings_players()) }
                @if players.is_empty() {
                    div.panel data-testid="nobody" {
                        (empty(Drawing::Tile, &texts.ratings_none(), &texts.ratings_none_help(), Some(("/lobby", &texts.ratings_to_lobby()))))
                    }
                } @else {
                    (board(texts, &texts.ratings_players(), &players))
                    p.help { (texts.ratings_provisional_help(PROVISIONAL)) }
                }
            }
            @if !pairs.is_empty() {
                section {
                    h2 { (texts.ratings_pairs()) }
                    p.help { (texts.ratings_pairs_help(TOGETHER)) }
                    (board(texts, &texts.ratings_pairs(), &pairs))
                }
            }
            @for (called, points) in &mine { (history(texts, called, points)) }
            (bots(texts, family))
            p { a href=(PATH) { (texts.ratings()) } }
        }
    };
    Ok(ask.page(&title, &path, &body))
}

/// A line of a list.
struct Row {
    /// The place; `None` while the rating is provisional.
    place: Option<usize>,
    called: Markup,
    is_own: bool,
    rating: Rating,
    matches: u32,
}

async fn rows(
    site: &Site,
    texts: Texts,
    family: Family,
    pairs: bool,
    own: Option<PlayerId>,
    now: u64,
) -> Result<Vec<Row>, Failure> {
    let Board {
        ranked,
        provisional,
    } = site.ratings().board(family, pairs, now).await?;
    let mut rows = Vec::new();
    let mut places = 1..;
    for (who, entry) in ranked.iter().chain(&provisional) {
        if rows.len() >= LISTED {
            break;
        }
        // Deleted players have no place.
        let Some(called) = named(site, texts, *who).await? else {
            continue;
        };
        rows.push(Row {
            place: (!entry.is_provisional()).then(|| places.next()).flatten(),
            called,
            is_own: own.is_some_and(|own| match who {
                Who::Player(player) => *player == own,
                Who::Pair(one, other) => *one == own || *other == own,
            }),
            rating: entry.rating_at(now),
            matches: entry.matches,
        });
    }
    Ok(rows)
}

/// The name of a player or pair, with links to their pages.
async fn named(site: &Site, texts: Texts, who: Who<PlayerId>) -> Result<Option<Markup>, Failure> {
    let one = async |player| match name(site, texts, Who::Player(player)).await? {
        Some(called) => {
            let usernames = site.services().store.usernames(vec![player]).await?;
            let username = usernames.into_values().next();
            let face = username
                .as_deref()
                .map_or(Face::Guest(&called), Face::Account);
            let called = linked(username.as_deref(), &called);
            Ok::<_, Failure>(Some(
                html! { span.with-face { (face.draw(28)) span { (called) } } },
            ))
        }
        None => Ok(None),
    };
    Ok(match who {
        Who::Player(player) => one(player).await?,
        Who::Pair(first, second) => match (one(first).await?, one(second).await?) {
            (Some(first), Some(second)) => {
                let both = texts.ratings_pair(FIRST, SECOND);
                let (before, rest) = both.split_once(FIRST).unwrap_or_default();
                let (between, after) = rest.split_once(SECOND).unwrap_or_default();
                Some(html! { (before) (first) (between) (second) (after) })
            }
            _ => None,
        },
    })
}

/// Placeholders for the two names of a pair in a sentence.
const FIRST: &str = "\u{fffc}";
const SECOND: &str = "\u{fffd}";

/// A name, with a link to the page of the player if they have a username.
pub fn linked(username: Option<&str>, called: &str) -> Markup {
    html! {
        @match username {
            Some(username) => a href={ "/@" (username) } { (called) },
            None => (called),
        }
    }
}

/// The name of a player or pair; `None` if one of them was deleted.
async fn name(site: &Site, texts: Texts, who: Who<PlayerId>) -> Result<Option<String>, Failure> {
    let store = &site.services().store;
    let one = async |player: PlayerId| -> Result<Option<String>, Failure> {
        let found = store.player(player).await?;
        Ok(found.and_then(|found| match found.kind {
            PlayerKind::Gone => None,
            PlayerKind::Member { username } => Some(username),
            PlayerKind::Guest | PlayerKind::Bot => {
                Some(found.name.unwrap_or_else(|| texts.default_name()))
            }
        }))
    };
    Ok(match who {
        Who::Player(player) => one(player).await?,
        Who::Pair(first, second) => match (one(first).await?, one(second).await?) {
            (Some(first), Some(second)) => Some(texts.ratings_pair(&first, &second)),
            _ => None,
        },
    })
}

fn board(texts: Texts, called: &str, rows: &[Row]) -> Markup {
    html! {
        div.wide.panel tabindex="0" role="group" aria-label=(called) {
            table.numbers.ranks data-testid="board" {
                thead {
                    tr {
                        th.number scope="col" { (texts.ratings_place()) }
                        th scope="col" { (texts.ratings_player()) }
                        th scope="col" { (texts.ratings_rating()) }
                        th.number.least scope="col" { (texts.ratings_mean()) }
                        th.number.least scope="col" { (texts.ratings_matches()) }
                    }
                }
                tbody {
                    @for row in rows {
                        tr aria-current=[row.is_own.then_some("true")] {
                            td.number { @if let Some(place) = row.place { b { (place) } } @else { "–" } }
                            th scope="row" {
                                (row.called)
                                @if row.is_own { " " span class="chip note" { (texts.ratings_you()) } }
                            }
                            td {
                                b { (between(texts, row.rating)) }
                                @if row.place.is_none() { " " small { (texts.ratings_provisional()) } }
                            }
                            td.number.least { (row.rating.interval().mean) }
                            td.number.least { (row.matches) }
                        }
                    }
                }
            }
        }
    }
}

/// The history of the player's ratings in a family, alone and in pairs.
async fn mine(
    site: &Site,
    texts: Texts,
    family: Family,
    player: PlayerId,
) -> Result<Vec<(String, Vec<Point>)>, Failure> {
    let of = |fold: &Fold| {
        let pairs = fold.pairs(family, player);
        let all = std::iter::once(Who::Player(player)).chain(pairs);
        let all = all.map(|who| (who, fold.history(family, who).to_vec()));
        all.collect::<Vec<_>>()
    };
    let mut told = Vec::new();
    for (who, points) in site.ratings().look(of).await? {
        let called = match who {
            Who::Player(_) => Some(texts.ratings_history()),
            Who::Pair(one, other) => {
                let partner = if one == player { other } else { one };
                let called = name(site, texts, Who::Player(partner)).await?;
                called.map(|called| texts.ratings_history_pair(&called))
            }
        };
        if let Some(called) = called
            && !points.is_empty()
        {
            told.push((called, points));
        }
    }
    Ok(told)
}

fn history(texts: Texts, called: &str, points: &[Point]) -> Markup {
    let last = points.iter().rev().take(MATCHES);
    html! {
        section {
            h2 { (called) }
            p.help { (texts.ratings_last(last.len() as u32)) }
            div.wide tabindex="0" role="group" aria-label=(called) {
                table.numbers data-testid="rating-history" {
                    thead {
                        tr {
                            th scope="col" { (texts.ratings_match()) }
                            th scope="col" { (texts.ratings_rating()) }
                            th.number scope="col" { (texts.ratings_mean()) }
                        }
                    }
                    tbody {
                        @for point in last {
                            tr {
                                th scope="row" {
                                    a href={ "/history/" (point.sequence) } { (moment(point.at)) }
                                }
                                td { (between(texts, point.rating)) }
                                td.number { (point.rating.interval().mean) }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// The anchors of the first game of a family.
fn bots(texts: Texts, family: Family) -> Markup {
    let level = |number: u8| {
        Level::NUMBERED
            .get(usize::from(number).checked_sub(1)?)
            .copied()
    };
    html! {
        section {
            h2 { (texts.ratings_bots()) }
            p.help { (texts.ratings_bots_help()) }
            @for game in family.games() {
                h3 { (texts.game_name(game.id).unwrap_or_default()) }
                ul {
                    @for number in game.levels() {
                        li {
                            (level(number).map(|level| level_name(texts, level)).unwrap_or_default())
                            (texts.colon()) " "
                            b { (game.level(number).map_or(0, |mean| Rating::known(mean).interval().mean)) }
                        }
                    }
                }
            }
        }
    }
}

/// A level in words.
pub fn level_name(texts: Texts, level: Level) -> String {
    let word = texts.option_word("level", level.name());
    word.unwrap_or_else(|| level.name().to_owned())
}

/// A rating as two numbers.
fn between(texts: Texts, rating: Rating) -> String {
    let interval = rating.interval();
    texts.ratings_between(&interval.low.to_string(), &interval.high.to_string())
}

/// The ratings of a player in each family.
pub async fn own(site: &Site, found: &SignedIn) -> Result<Vec<(Family, Entry)>, Failure> {
    let player = found.player.id;
    let of = |fold: &Fold| {
        let entry = |family| Some((family, fold.ratings.player(family, player)?));
        Family::ALL.into_iter().filter_map(entry).collect()
    };
    Ok(site.ratings().look(of).await?)
}

/// The part of `/me` about ratings.
pub fn of_me(ask: &Ask, is_member: bool, rated: &[(Family, Entry)]) -> Markup {
    let (texts, now) = (ask.texts(), ask.site.services().clock.now());
    html! {
        section data-testid="my-ratings" {
            h2 { (texts.ratings_yours()) }
            @if !is_member { p { (texts.ratings_yours_guest()) } }
            @else if rated.is_empty() { p { (texts.ratings_yours_none()) } }
            ul.list {
                @for (family, entry) in rated {
                    li {
                        a href={ (PATH) "/" (family.id()) } { (games(texts, *family)) }
                        span {
                            (between(texts, entry.rating_at(now)))
                            @if entry.is_provisional() { " " small { (texts.ratings_provisional()) } }
                        }
                    }
                }
            }
        }
    }
}
