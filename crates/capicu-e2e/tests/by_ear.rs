//! Rounds played by screen reader output alone: no test ids, and no look at the page.

use std::time::Duration;

use capicu::{Action, Move, Tile};
use capicu_client::laid;
use capicu_e2e::{
    Browser, Hands, Language, PATIENCE, Player, Result, Screen, Server, Tree, Witness,
};
use capicu_i18n::{Lang, Texts};
use thirtyfour::prelude::*;
use tokio::time::{Instant, sleep};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Plays {
    /// From part to part, and Enter.
    ByParts,
    ByTyping,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Todo {
    /// Press this button.
    Press(&'static str, String),
    Type(String),
    Over,
    Nothing,
}

/// The page's words for what the player has to find, in one language.
#[derive(Clone, Copy, Debug)]
struct Words {
    lang: Lang,
    language: Language,
    /// After a tile that can be played now, and after one that can open.
    plays: &'static str,
    opens: &'static str,
    over: [&'static str; 2],
    which_end: &'static str,
    /// Buttons, and the words to type instead.
    buttons: [(&'static str, &'static str); 4],
    /// To lay a tile at the left end, or at the second.
    places: [&'static str; 2],
    /// A player passes, draws, leaves the lead to the partner; and the first words of a deal.
    said: [&'static str; 4],
    /// The first button of the table, and the field that it opens.
    typing: [&'static str; 2],
}

const ENGLISH: Words = Words {
    lang: Lang::En,
    language: Language::English,
    plays: ", playable on",
    opens: ", you can open with",
    over: ["Next round", "Rematch"],
    which_end: "On which end?",
    buttons: [
        ("I’ll pose", "mine"),
        ("Pass", "pass"),
        ("Nothing to call", "pass"),
        ("Draw a tile", "draw"),
    ],
    places: ["l", "b"],
    said: ["pass", "draw", "leave", "Round "],
    typing: ["Play by typing", "Command"],
};

const SPANISH: Words = Words {
    lang: Lang::Es,
    language: Language::Spanish,
    plays: ", cabe en",
    opens: ", puedes salir con ella",
    over: ["Otra mano", "Revancha"],
    which_end: "¿En qué punta?",
    buttons: [
        ("Salgo yo", "salgo"),
        ("Pasar", "paso"),
        ("Nada que cantar", "paso"),
        ("Robar una ficha", "robar"),
    ],
    places: ["i", "b"],
    said: ["asa", "oba", "deja", "Mano "],
    typing: ["Jugar escribiendo", "Qué hacer"],
};

/// Turns "six-four, playable on 6 and 4" into typed words: `6-4 l`.
fn typed(label: &str, words: &Words) -> Option<String> {
    let texts = Texts::new(words.lang);
    let mut all = (0..=12).flat_map(|high| (0..=high).map(move |low| (high, low)));
    let (high, low) = all.find(|(high, low)| {
        let tile: Option<Tile> = format!("{high}-{low}").parse().ok();
        tile.is_some_and(|tile| label.starts_with(&format!("{}, ", texts.tile(tile))))
    })?;
    let ends = label.split_once(words.plays).map_or("", |(_, ends)| ends);
    let many = ends
        .split([',', ' '])
        .filter(|word| word.parse::<u8>().is_ok())
        .count();
    let place = match many {
        0 | 1 => "",
        2 => words.places[0],
        _ => words.places[1],
    };
    Some(format!("{high}-{low} {place}"))
}

fn todo(tree: &Tree, plays: Plays, words: &Words) -> Todo {
    let button = |name: &str| tree.find("button", name).filter(|part| !part.is_disabled);
    if tree.all("dialog").any(|dialog| {
        tree.within(dialog, "button")
            .any(|one| words.over.contains(&one.name.as_str()))
    }) {
        return Todo::Over;
    }
    if let Some(ends) = tree.find("group", words.which_end)
        && let Some(end) = tree.within(ends, "button").next()
    {
        return Todo::Press("button", end.name.clone());
    }
    for (name, word) in words.buttons {
        if let Some(found) = button(name) {
            return match plays {
                Plays::ByParts => Todo::Press("button", found.name.clone()),
                Plays::ByTyping => Todo::Type(word.to_owned()),
            };
        }
    }
    let tile = tree
        .all("button")
        .find(|part| part.name.contains(words.plays) || part.name.contains(words.opens));
    match (tile, plays) {
        (Some(tile), Plays::ByParts) => Todo::Press("button", tile.name.clone()),
        (Some(tile), Plays::ByTyping) => typed(&tile.name, words).map_or(Todo::Nothing, Todo::Type),
        (None, _) => Todo::Nothing,
    }
}

/// All announcements so far: new ones are at the end of the log, which keeps only the last lines.
#[derive(Debug, Default)]
struct Heard(Vec<String>);

impl Heard {
    fn hear(&mut self, tree: &Tree) {
        let now: Vec<String> = tree.all("log").flat_map(|log| log.texts.clone()).collect();
        let known = (0..=now.len().min(self.0.len()))
            .rev()
            .find(|n| self.0[self.0.len() - n..] == now[..*n])
            .unwrap_or(0);
        self.0.extend_from_slice(&now[known..]);
    }

    /// Whether every move was announced, in order.
    fn tells(&self, moves: &[Move], words: &Words) -> Result<()> {
        let texts = Texts::new(words.lang);
        let [passes, draws, leaves, dealt] = words.said;
        let mut lines = self.0.iter();
        for mv in moves {
            let word = match (laid(mv), mv.action) {
                (Some(tile), _) => texts.tile(tile),
                (None, Action::Pass) => passes.to_owned(),
                (None, Action::Draw) => draws.to_owned(),
                (None, _) => leaves.to_owned(),
            };
            let said = lines.any(|line| line.contains(&word) && !line.starts_with(dealt));
            if !said {
                return Err(
                    format!("{mv:?} was not said, or out of its order: {:#?}", self.0).into(),
                );
            }
        }
        Ok(())
    }
}

async fn act(browser: &Browser, tree: &Tree, todo: &Todo) -> Result<()> {
    match todo {
        Todo::Press(role, name) => {
            let part = tree.find(role, name).ok_or("it was there")?;
            part.focus(browser).await?;
            browser.press(Key::Enter.value().to_string()).await
        }
        Todo::Type(line) => {
            let field = tree.all("textbox").next().ok_or("a line to type in")?;
            field.focus(browser).await?;
            browser.press(format!("{line}{}", Key::Enter.value())).await
        }
        Todo::Over | Todo::Nothing => Ok(()),
    }
}

/// Checks that some element has the focus a moment after each action.
async fn keeps_focus(browser: &Browser, heard: &mut Heard, todo: &Todo) -> Result<()> {
    let deadline = Instant::now() + PATIENCE;
    loop {
        let after = Tree::of(browser).await?;
        heard.hear(&after);
        if after.focus().is_none_or(|part| part.role != "RootWebArea") {
            return Ok(());
        }
        if Instant::now() > deadline {
            return Err(format!("the focus is lost after {todo:?}").into());
        }
        sleep(Duration::from_millis(60)).await;
    }
}

async fn a_round(
    browser: &Browser,
    witness: &Witness,
    plays: Plays,
    words: &Words,
) -> Result<usize> {
    let deadline = Instant::now() + 4 * PATIENCE;
    let (mut heard, mut acts, mut was) = (Heard::default(), 0, Todo::Nothing);
    loop {
        let tree = Tree::of(browser).await?;
        heard.hear(&tree);
        let todo = todo(&tree, plays, words);
        if Instant::now() > deadline {
            browser.screenshot("by-ear-stuck").await?;
            return Err(format!("stuck at {todo:?}: {:#?}", heard.0).into());
        }
        match todo {
            Todo::Over => {
                let focus = tree.focus().map(|part| part.role.clone());
                assert_ne!(
                    focus.as_deref(),
                    Some("RootWebArea"),
                    "the focus is in the dialog"
                );
                break;
            }
            Todo::Nothing => sleep(Duration::from_millis(30)).await,
            _ => {
                // After an action, the player waits for its announcement.
                if todo == was {
                    sleep(Duration::from_millis(120)).await;
                }
                act(browser, &tree, &todo).await?;
                acts += 1;
                keeps_focus(browser, &mut heard, &todo).await?;
                was = todo;
            }
        }
    }
    // The witness may see the end a moment later than the page, and announcements come after the display.
    loop {
        heard.hear(&Tree::of(browser).await?);
        let known = witness.known();
        let over = known.table.table().last().is_some();
        match heard.tells(known.table.moves(), words) {
            Ok(()) if over => return Ok(acts),
            Ok(()) if Instant::now() > deadline => return Err("the round is not over".into()),
            Err(error) if Instant::now() > deadline => return Err(error),
            _ => sleep(Duration::from_millis(100)).await,
        }
    }
}

async fn rounds(game: &str, players: u8, plays: Plays, words: &Words) -> Result<()> {
    let server = Server::start(&["--bot-pace", "immediate"]).await?;
    let player = Player {
        browser: Browser::start_still(Screen::Desktop, words.language).await?,
        hands: Hands::Keys,
        name: format!("ear-{game}"),
    };
    let witness = player
        .make_table(server.address(), game, players, words.language)
        .await?;
    let browser = &player.browser;
    browser.wait("hand").await?;
    if plays == Plays::ByTyping {
        let tree = Tree::of(browser).await?;
        let first = tree.all("button").next().ok_or("a button")?;
        assert_eq!(first.name, words.typing[0], "it comes first");
        first.focus(browser).await?;
        browser.press(Key::Enter.value().to_string()).await?;
        let deadline = Instant::now() + PATIENCE;
        while Tree::of(browser)
            .await?
            .find("textbox", words.typing[1])
            .is_none()
        {
            assert!(Instant::now() < deadline, "there is a line to type in");
            sleep(Duration::from_millis(50)).await;
        }
        browser
            .screenshot(&format!("{}-typing", player.name))
            .await?;
    }
    let tree = Tree::of(browser).await?;
    let heading = tree.all("heading").next().ok_or("a heading")?;
    let title = tree.title();
    assert!(
        title.contains(heading.name.split('.').next().unwrap_or("?")),
        "{title}: {}",
        heading.name
    );
    let acts = a_round(browser, &witness, plays, words).await?;
    assert!(acts > 0);
    browser.screenshot(&player.name).await?;
    player.browser.close().await
}

#[tokio::test(flavor = "multi_thread")]
async fn round_of_draw_from_part_to_part_in_spanish() -> Result<()> {
    rounds("draw", 2, Plays::ByParts, &SPANISH).await
}

#[tokio::test(flavor = "multi_thread")]
async fn round_of_all_fives_from_part_to_part() -> Result<()> {
    rounds("all-fives", 2, Plays::ByParts, &ENGLISH).await
}

#[tokio::test(flavor = "multi_thread")]
async fn round_of_six_love_by_typing_in_spanish() -> Result<()> {
    rounds("jamaican-partner", 4, Plays::ByTyping, &SPANISH).await
}

#[tokio::test(flavor = "multi_thread")]
async fn round_of_the_cross_by_typing() -> Result<()> {
    rounds("cross", 4, Plays::ByTyping, &ENGLISH).await
}
