//! The ratings of a player: one family as a chart, and the others to choose.

use capicu_accounts::ratings::{Board, Fold, Point, games};
use capicu_i18n::Texts;
use capicu_protocol::{PlayerId, Profile, RatingInfo};
use capicu_ratings::{Family, PROVISIONAL, Who};
use maud::{Markup, html};
use serde::Deserialize;

use super::super::chart::{Chart, Line, labeled};
use super::super::empty::{Drawing, empty};
use super::super::extract::Ask;
use super::super::when::day;
use crate::Failure;

/// The most points of a chart; longer histories are thinned out.
const POINTS: usize = 160;

/// The most labels below a chart.
const LABELS: usize = 6;

/// The chosen family.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Chosen {
    family: String,
}

/// The rating of a player in a family.
pub struct Rated {
    family: Family,
    points: Vec<Point>,
    /// The place among the players that are not provisional, and their number.
    place: Option<(usize, usize)>,
}

/// Finds the rating that the reader chose, or else the one with the most matches.
pub async fn find(
    ask: &Ask,
    profile: &Profile,
    player: PlayerId,
) -> Result<Option<Rated>, Failure> {
    let asked = ask.form::<Chosen>().family;
    let of = |rated: &&RatingInfo| rated.family == asked;
    let most = || profile.ratings.iter().max_by_key(|rated| rated.matches);
    let chosen = profile.ratings.iter().find(of).or_else(most);
    let Some(family) = chosen.and_then(|rated| Family::by_id(&rated.family)) else {
        return Ok(None);
    };
    let who = Who::Player(player);
    let of = |fold: &Fold| fold.history(family, who).to_vec();
    let points = ask.site.ratings().look(of).await?;
    let now = ask.site.services().clock.now();
    let Board { ranked, .. } = ask.site.ratings().board(family, false, now).await?;
    let id = |who: &Who<PlayerId>| match who {
        Who::Player(id) => Some(*id),
        Who::Pair(..) => None,
    };
    // Deleted players have no place.
    let ids: Vec<PlayerId> = ranked.iter().filter_map(|(who, _)| id(who)).collect();
    let store = &ask.site.services().store;
    let known = store.usernames(ids.clone()).await?;
    let mut ids = ids.iter().filter(|id| known.contains_key(id));
    let place = ids.position(|id| *id == player);
    Ok(Some(Rated {
        family,
        points,
        place: place.map(|place| (place + 1, known.len())),
    }))
}

/// The panel with the chart. `is_own` is whether the reader is the player.
pub fn panel(texts: Texts, profile: &Profile, rated: Option<&Rated>, is_own: bool) -> Markup {
    html! {
        section.panel data-testid="profile-ratings" {
            @match rated {
                Some(rated) => {
                    @if profile.ratings.len() > 1 { (families(texts, profile, rated.family)) }
                    (shown(texts, profile, rated))
                }
                None => {
                    h2 { (texts.ratings()) }
                    @let step = (String::from("/lobby?stakes=rated"), texts.ratings_to_lobby());
                    (empty(
                        Drawing::Tile,
                        &texts.profile_no_rating(PROVISIONAL),
                        &texts.profile_no_rating_help(),
                        is_own.then_some((step.0.as_str(), step.1.as_str())),
                    ))
                }
            }
        }
    }
}

fn families(texts: Texts, profile: &Profile, chosen: Family) -> Markup {
    html! {
        nav.segments aria-label=(texts.profile_families()) {
            @for rated in &profile.ratings {
                @if let Some(family) = Family::by_id(&rated.family) {
                    a href={ "?family=" (family.id()) } aria-current=[(family == chosen).then_some("true")] {
                        (first_game(texts, family))
                        small { (between(texts, rated)) }
                    }
                }
            }
        }
    }
}

/// The first game of a family, as its short name.
pub fn first_game(texts: Texts, family: Family) -> String {
    let game = family.games().find_map(|game| texts.game_name(game.id));
    game.unwrap_or_default()
}

fn between(texts: Texts, rated: &RatingInfo) -> String {
    texts.ratings_between(&rated.low.to_string(), &rated.high.to_string())
}

fn shown(texts: Texts, profile: &Profile, rated: &Rated) -> Markup {
    let info = profile.ratings.iter();
    let info = info.filter(|info| info.family == rated.family.id());
    html! {
        @for info in info {
            div.rating {
                div {
                    h2.help { a href={ "/ratings/" (rated.family.id()) } { (texts.profile_rating(&games(texts, rated.family))) } }
                    p.amount {
                        (between(texts, info))
                        @if info.provisional { " " span.chip { (texts.ratings_provisional()) } }
                    }
                }
                @if let Some((place, n)) = rated.place {
                    p { (texts.ratings_place()) br; b { (texts.profile_place_of(place, n)) } }
                }
            }
        }
        @if let (Some(first), Some(last)) = (rated.points.first(), rated.points.last()) {
            (chart(texts, &rated.points).draw())
            p.ends { (day(first.at)) " " span { (texts.ratings_matches()) } " " (day(last.at)) }
            p.help { (texts.profile_band()) }
        }
    }
}

/// The chart of a history that is not empty.
fn chart(texts: Texts, points: &[Point]) -> Chart {
    let intervals = || {
        thinned(points)
            .into_iter()
            .map(|at| (at, points[at].rating.interval()))
    };
    let told = |point: Option<&Point>| {
        let interval = point.copied().map(|point| point.rating.interval());
        let bounds = interval.map(|of| (of.low.to_string(), of.high.to_string()));
        bounds.map_or_else(String::new, |(low, high)| {
            texts.ratings_between(&low, &high)
        })
    };
    let kept: Vec<usize> = intervals().map(|(at, _)| at).collect();
    let steps = labeled(kept.len(), LABELS).into_iter();
    let settled = PROVISIONAL as usize - 1;
    let mark = kept.iter().position(|at| *at >= settled);
    Chart {
        label: texts.profile_chart(points.len(), &told(points.first()), &told(points.last())),
        lines: vec![Line {
            class: "good",
            values: intervals().map(|(_, of)| f64::from(of.mean)).collect(),
        }],
        band: intervals()
            .map(|(_, of)| (f64::from(of.low), f64::from(of.high)))
            .collect(),
        steps: steps
            .map(|step| (step, (kept[step] + 1).to_string()))
            .collect(),
        mark: mark.map(|step| (step, texts.profile_settled(PROVISIONAL))),
        with_dots: false,
        spots: Vec::new(),
    }
}

/// The points to draw, always with the first and the last.
fn thinned(points: &[Point]) -> Vec<usize> {
    let every = points.len().div_ceil(POINTS).max(1);
    let last = points.len().saturating_sub(1);
    (0..points.len())
        .filter(|at| at % every == 0 || *at == last)
        .collect()
}

#[cfg(test)]
mod tests {
    use capicu_i18n::Lang;
    use capicu_ratings::Rating;

    use super::*;

    fn history(n: u64) -> Vec<Point> {
        let point = |sequence| Point {
            sequence,
            at: 1_795_000_000_000 + sequence,
            rating: Rating {
                mean: 25.0 + sequence as f64 / 100.0,
                deviation: 8.0,
            },
        };
        (1..=n).map(point).collect()
    }

    #[test]
    fn chart_marks_the_end_of_the_provisional_rating() {
        let texts = Texts::new(Lang::En);
        let short = chart(texts, &history(29));
        assert!(short.mark.is_none());
        let long = chart(texts, &history(40));
        assert_eq!(long.mark.as_ref().map(|(step, _)| *step), Some(29));
        assert_eq!((long.band.len(), long.lines[0].values.len()), (40, 40));
        assert!(long.label.contains("40 matches"), "{}", long.label);
        let labels: Vec<&str> = long.steps.iter().map(|(_, label)| label.as_str()).collect();
        assert_eq!((labels.first(), labels.last()), (Some(&"1"), Some(&"40")));
    }

    #[test]
    fn long_histories_are_thinned_to_their_ends() {
        let points = history(1_234);
        let kept = thinned(&points);
        assert!(kept.len() <= POINTS + 1, "{}", kept.len());
        assert_eq!((kept.first(), kept.last()), (Some(&0), Some(&1_233)));
        assert_eq!(thinned(&history(1)), [0]);
    }
}
