//! A whole round of every game in a real browser, on a phone and on a desktop. At every turn the page agrees with the
//! engine, no tiles overlap, and the result is right.

use std::time::Duration;

use capicu::rules::{Ends, Spinner};
use capicu::{Reason, Seat, TableView};
use capicu_e2e::{
    Browser, Hands, Known, Language, NOTE_NOTICES, PATIENCE, Player, Result, Screen, Server,
    Witness,
};
use capicu_i18n::{Lang, Texts};
use serde::Deserialize;
use tokio::time::{Instant, sleep};

struct Sitting {
    game: &'static str,
    players: u8,
    language: Language,
    hands: Hands,
}

const fn clicked(game: &'static str, players: u8) -> Sitting {
    Sitting {
        game,
        players,
        language: Language::English,
        hands: Hands::Pointer,
    }
}

const fn typed(game: &'static str, players: u8) -> Sitting {
    Sitting {
        game,
        players,
        language: Language::Spanish,
        hands: Hands::Keys,
    }
}

#[derive(Debug, PartialEq, Eq, Deserialize)]
struct Shown {
    laid: Vec<String>,
    hand: Vec<String>,
    legal: Vec<String>,
    /// The number of tiles of each other seat.
    held: Vec<(usize, u8)>,
    /// The other seat on turn.
    turn: Option<usize>,
    mine: bool,
    scores: Vec<(usize, u16)>,
    boneyard: Option<u8>,
    total: Option<u16>,
    /// The open tiles of a layout that is more than a line; `None` while an end is chosen.
    ends: Option<Vec<String>>,
}

const SHOWN: &str = "(() => {
    const all = selector => [...document.querySelectorAll(selector)];
    const of = (e, prefix) => e.dataset.testid.slice(prefix.length);
    const tiles = (selector, prefix) => all(selector).map(e => of(e, prefix)).sort();
    const text = id => document.querySelector(`[data-testid=${id}]`)?.textContent ?? null;
    const ends = tiles('.mark:not(.shut)', 'end-');
    const number = text => text === null ? null : Number(text.match(/\\d+/)?.[0] ?? -1);
    const turn = all('.plate[data-turn=true]')[0];
    return {
        laid: tiles('[data-testid^=laid-]', 'laid-'),
        hand: tiles('.hand .tile', 'tile-'),
        legal: tiles('.hand .tile[data-legal=true]', 'tile-'),
        held: all('[data-testid^=count-]').map(e => [Number(of(e, 'count-')), number(e.textContent)])
            .sort((a, b) => a[0] - b[0]),
        turn: turn ? Number(of(turn, 'seat-')) : null,
        mine: !!document.querySelector('.status.mine'),
        scores: all('[data-testid^=score-]')
            .map(e => [Number(of(e, 'score-')), Number(e.getAttribute('aria-valuenow'))])
            .sort((a, b) => a[0] - b[0]),
        boneyard: number(text('boneyard')),
        total: number(document.querySelector('[data-testid=ends-total] b')?.textContent ?? null),
        ends: all('.ghost').length ? null : ends.filter((tile, at) => tile !== ends[at - 1]),
    };
})()";

fn due(view: &TableView) -> Option<Shown> {
    let (rules, round) = (view.rules(), view.round()?);
    let me = round.seat();
    let board = round.board();
    let names = |tiles: capicu::TileSet| {
        let mut names: Vec<String> = tiles.into_iter().map(|tile| tile.to_string()).collect();
        names.sort();
        names
    };
    let actions = round.distinct_actions();
    let legal = actions.iter().filter_map(|action| match action {
        capicu::Action::Lead(tile) | capicu::Action::Play { tile, .. } => Some(*tile),
        _ => None,
    });
    let others = Seat::all(rules.n_seats()).filter(|seat| *seat != me);
    let asleep = rules.draw != capicu::rules::Draw::Never || board.boneyard() > 0;
    let open = board.layout().ends().iter();
    let open = open.filter(|end| !board.layout().playable_at(end).is_empty());
    let counts = rules.ends != Ends::Off && board.layout().first().is_some();
    Some(Shown {
        laid: names(board.layout().laid()),
        hand: names(round.hand()),
        legal: names(legal.collect()),
        held: others
            .map(|seat| (seat.index(), board.held()[seat]))
            .collect(),
        turn: board.to_act().filter(|seat| *seat != me).map(Seat::index),
        mine: board.to_act() == Some(me),
        scores: view
            .scores()
            .entries()
            .map(|(side, points)| (side.index(), *points))
            .collect(),
        boneyard: asleep.then(|| board.boneyard()),
        total: counts.then(|| board.layout().total()),
        ends: Some(match rules.spinner {
            Spinner::None => Vec::new(),
            _ => names(open.map(capicu::End::tile).collect()),
        }),
    })
}

/// Waits until the page shows all that the seat knows.
async fn agrees(player: &Player, witness: &Witness) -> Result<Known> {
    let deadline = Instant::now() + PATIENCE;
    loop {
        let shown: Shown = serde_json::from_value(player.browser.evaluate(SHOWN).await?)?;
        let known = witness.known();
        let mut due = due(known.table.table());
        if let (Some(due), None) = (&mut due, &shown.ends) {
            due.ends = None;
        }
        if due.as_ref() == Some(&shown) {
            return Ok(known);
        }
        if Instant::now() > deadline {
            player
                .browser
                .screenshot(&format!("{}-differs", player.name))
                .await?;
            return Err(format!("{}: the page shows {shown:?}, not {due:?}", player.name).into());
        }
        sleep(Duration::from_millis(30)).await;
    }
}

/// Checks that every bonus and penalty of the round was announced.
async fn heard_what_fell(player: &Player, known: &Known, texts: Texts) -> Result<()> {
    let heard = player.browser.evaluate("window.noticed").await?;
    let mut heard: Vec<String> = serde_json::from_value(heard)?;
    let names = known.names();
    for award in known.fell.iter().filter(|award| award.why != Reason::Ends) {
        let due = texts.awarded(award, known.table.rules(), &known.seats(&names));
        let Some(at) = heard.iter().position(|text| *text == due) else {
            return Err(
                format!("{}: “{due}” was not announced, but {heard:?}", player.name).into(),
            );
        };
        heard.remove(at);
    }
    Ok(())
}

async fn whole_round(player: &Player, server: &Server, sitting: &Sitting) -> Result<()> {
    let (game, players) = (sitting.game, sitting.players);
    let witness = player
        .make_table(server.address(), game, players, sitting.language)
        .await?;
    let browser = &player.browser;
    let deadline = Instant::now() + 4 * PATIENCE;
    let (mut turns, mut pictured) = (0, 0);
    while witness.known().table.table().last().is_none() {
        if Instant::now() > deadline {
            browser
                .screenshot(&format!("{}-stuck", player.name))
                .await?;
            return Err(format!("{}: the round did not end within 120 s", player.name).into());
        }
        let known = witness.known();
        let my_turn = known.table.round().is_some_and(capicu::View::is_my_turn);
        if !my_turn {
            sleep(Duration::from_millis(10)).await;
            continue;
        }
        let known = agrees(player, &witness).await?;
        player.check_layout().await?;
        let laid = known
            .table
            .round()
            .map_or(0, |round| round.board().layout().laid().len());
        if laid >= pictured + 8 {
            pictured = laid;
            browser
                .screenshot(&format!("{}-{laid:02}", player.name))
                .await?;
        }
        player.act().await?;
        turns += 1;
    }
    assert!(turns > 0, "{}: the player had a turn", player.name);

    // The table as the round ended, and then the sheet over it.
    player.check_layout().await?;
    browser.screenshot(&format!("{}-last", player.name)).await?;
    browser.wait("round-result").await?;
    let known = agrees(player, &witness).await?;
    browser
        .screenshot(&format!("{}-sheet", player.name))
        .await?;
    let last = known.table.table().last().ok_or("a round that is over")?;
    let texts = Texts::new(match sitting.language {
        Language::English => Lang::En,
        Language::Spanish => Lang::Es,
        Language::French => Lang::Fr,
    });
    heard_what_fell(player, &known, texts).await?;
    let names = known.names();
    let story = texts.round_story(last, known.table.rules(), &known.seats(&names));
    let why = browser.wait("why").await?.text().await?;
    assert_eq!(why, story.why, "{}", player.name);
    for (seat, count) in last.outcome.counts.entries() {
        let counted = browser
            .wait(&format!("counted-{seat}"))
            .await?
            .text()
            .await?;
        assert_eq!(counted, count.to_string(), "{}: {seat}", player.name);
    }
    Ok(())
}

async fn every_round(screen: Screen, sittings: &[Sitting]) -> Result<()> {
    let server = Server::start(&["--bot-pace", "immediate"]).await?;
    let browser = Browser::start_still(screen, Language::English).await?;
    browser.before_each_page(NOTE_NOTICES).await?;
    let mut player = Player {
        browser,
        hands: Hands::Pointer,
        name: String::new(),
    };
    for sitting in sittings {
        player.hands = sitting.hands;
        player.name = format!("{}-{}", sitting.game, screen.name());
        let started = Instant::now();
        whole_round(&player, &server, sitting).await?;
        println!("{}: {:.1} s", player.name, started.elapsed().as_secs_f64());
    }
    player.browser.close().await
}

#[tokio::test(flavor = "multi_thread")]
async fn round_of_every_game_on_a_phone() -> Result<()> {
    let sittings = [
        clicked("jamaican-partner", 4),
        typed("cut-throat", 3),
        clicked("french", 4),
        typed("chiva", 2),
        typed("cien", 4),
        clicked("doscientos", 2),
        typed("block", 5),
        clicked("draw", 2),
        typed("cross", 4),
        clicked("double-nine-cross", 4),
        typed("double-twelve-cross", 6),
        clicked("all-fives", 3),
        typed("fives-and-threes", 2),
        clicked("club", 2),
    ];
    every_round(Screen::Phone, &sittings).await
}

#[tokio::test(flavor = "multi_thread")]
async fn round_of_every_game_on_a_desktop() -> Result<()> {
    let sittings = [
        typed("jamaican-partner", 4),
        clicked("cut-throat", 2),
        typed("french", 4),
        clicked("chiva", 4),
        clicked("cien", 3),
        typed("doscientos", 4),
        clicked("block", 4),
        typed("draw", 3),
        clicked("cross", 2),
        typed("double-nine-cross", 2),
        clicked("double-twelve-cross", 4),
        typed("all-fives", 2),
        clicked("fives-and-threes", 4),
        typed("club", 2),
    ];
    every_round(Screen::Desktop, &sittings).await
}

#[tokio::test(flavor = "multi_thread")]
async fn round_of_games_from_rule_files() -> Result<()> {
    let sittings = [clicked("five-up", 4), typed("quinientos", 4)];
    every_round(Screen::Phone, &sittings).await
}
