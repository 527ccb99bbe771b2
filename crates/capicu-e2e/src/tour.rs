//! A tour of the whole product: every page that can be reached, with some content if that is quick.

mod crowded;
mod people;
mod pictures;
mod routes;

use std::net::SocketAddr;
use std::time::Duration;

use thirtyfour::prelude::*;
use tokio::time::{Instant, sleep};

use crate::{Browser, Language, PATIENCE, Result, Server};

/// Pages that need no preparation.
const PLAIN: [(&str, &str); 30] = [
    ("home-new", "/"),
    ("games", "/games"),
    ("game", "/games/cien"),
    ("sign-in", "/sign-in"),
    ("lobby", "/lobby?game=draw"),
    ("rules", "/rules"),
    ("rules-of-game", "/rules/jamaican-partner"),
    ("rules-of-table", "/rules?game=cien&target=150"),
    ("learn", "/learn"),
    ("ladder", "/ladder"),
    ("lead", "/lead"),
    ("rule-file", "/rule-file"),
    ("friends-new", "/friends"),
    ("history-new", "/history"),
    ("me-new", "/me"),
    ("ratings", "/ratings"),
    ("ratings-of-family", "/ratings/jamaican-partner"),
    ("watch", "/watch"),
    ("puzzles", "/puzzles"),
    ("puzzle", "/puzzles/next"),
    ("puzzles-offline", "/puzzles/offline"),
    ("settings", "/settings"),
    ("offline", "/offline"),
    ("report", "/report"),
    ("events-new", "/events"),
    ("clubs-new", "/clubs"),
    ("components", "/components"),
    ("nowhere", "/there/is/no/such/page"),
    ("make", "/play"),
    ("score", "/score"),
];

/// Pages of an account that is an admin of the server.
const OWN: [(&str, &str); 20] = [
    ("home-member", "/"),
    ("me-member", "/me"),
    ("profile", "/@nena"),
    ("friends", "/friends"),
    ("bell", "/bell"),
    ("bots", "/me/bots"),
    ("delete", "/me/delete"),
    ("history", "/history"),
    ("private-tally", "/history/tally"),
    ("match", "/history/1"),
    ("puzzles-mine", "/puzzles/mine"),
    ("moderate", "/moderate"),
    ("moderate-find", "/moderate/find?username=nobody-here"),
    ("moderate-person", "/moderate/find?username=nena"),
    ("audit", "/moderate/audit"),
    ("presets", "/events/new"),
    ("new-event", "/events/new?preset=latin-pairs"),
    ("take", "/events/take"),
    ("trf", "/events/trf"),
    ("follow", "/events/follow"),
];

/// Takes a legal action, if it is the player's turn.
const ACT: &str = "document.querySelector(\"[data-testid^='end-choice-'], [data-testid=pose-mine], \
    [data-testid='pass'], [data-testid='draw'], .hand .tile[data-legal='true']\")?.click()";

const RECORD: &str = include_str!("../../capicu-record/tests/golden/capicu.domino");

#[derive(Debug)]
pub struct Tour<'a> {
    pub(crate) browser: &'a Browser,
    pub(crate) home: String,
    pub(crate) admin: Option<SocketAddr>,
    language: Language,
}

impl<'a> Tour<'a> {
    /// A tour of a new server.
    pub fn of(server: &Server, browser: &'a Browser, language: Language) -> Self {
        let home = format!("http://{}", server.address());
        Self {
            browser,
            home,
            admin: server.admin(),
            language,
        }
    }

    /// Visits every place, and calls `look` with its name. `code` makes the admin.
    pub async fn around(
        &self,
        code: &str,
        look: &mut impl AsyncFnMut(&Browser, &str) -> Result<()>,
    ) -> Result<()> {
        for (name, path) in PLAIN {
            self.go(path).await?;
            look(self.browser, name).await?;
        }
        self.doors(look).await?;
        self.at_a_table(look).await?;
        self.a_member(code, look).await?;
        self.people(look).await?;
        self.a_club(look).await?;
        self.an_event(look).await?;
        self.admin(look).await
    }

    pub(crate) async fn go(&self, path: &str) -> Result<()> {
        self.browser.open(&format!("{}{path}", self.home)).await?;
        // Pages of the client report when they are ready; pages of the server are ready at once.
        let tag = self.language.tag();
        let there = format!(
            "document.documentElement.lang === '{tag}' && !!document.querySelector('main')"
        );
        let there = self.browser.until(&there).await;
        Ok(there.map_err(|error| format!("{path}: {error}"))?)
    }

    /// A practice table, a table with a host and its dialogs, and a record.
    async fn at_a_table(
        &self,
        look: &mut impl AsyncFnMut(&Browser, &str) -> Result<()>,
    ) -> Result<()> {
        let browser = self.browser;
        self.go("/play").await?;
        browser.click("practice").await?;
        browser.wait("hand").await?;
        look(browser, "practice").await?;

        self.go("/play?game=draw").await?;
        browser.click("players-2").await?;
        browser.wait("plan-1-bot").await?.click().await?;
        browser.write("option-target", "1").await?;
        browser.click("make-table").await?;
        browser.wait("hand").await?;
        look(browser, "table").await?;
        tap(browser, "typed-open").await?;
        browser.wait("typed-line").await?;
        look(browser, "typing").await?;
        browser.click("typed-close").await?;
        browser.click("menu").await?;
        browser.wait("menu-panel").await?;
        look(browser, "menu").await?;
        browser.open_settings().await?;
        tap(browser, "key-map").await?;
        look(browser, "settings-dialog").await?;
        browser.click("settings-close").await?;
        // The menu of a phone has no line for the keys.
        browser.press("?").await?;
        browser.wait("help-panel").await?;
        look(browser, "keys-dialog").await?;
        browser.press(Key::Escape.value().to_string()).await?;
        self.play_to_the_end(look).await?;
        tap(browser, "look-back").await?;
        let first = "document.querySelector(\"details[open] [data-testid^='move-']\")";
        browser.until(&format!("!!{first}")).await?;
        browser.evaluate(&format!("{first}.click()")).await?;
        browser.wait("memory-step").await?;
        look(browser, "memory").await?;
        // Nobody may watch this table, so it has no overlay.
        let table = browser.driver().current_url().await?.path().to_owned();
        let overlay = table.replace("/t/", "/watch/");
        self.go(&format!("{overlay}?for=stream")).await?;
        look(browser, "no-stream").await?;
        self.in_a_queue(&table.replace("/t/", "/q/"), look).await?;

        self.go("/replay").await?;
        browser.wait("record-text").await?;
        look(browser, "replay").await?;
        let field = "document.querySelector(\"#record-text\").value";
        let text = serde_json::to_string(RECORD)?;
        browser.evaluate(&format!("{field} = {text}")).await?;
        browser.click("open-record").await?;
        browser.wait("scrubber").await?;
        look(browser, "replay-open").await
    }

    /// Another guest waits at the table of this one.
    async fn in_a_queue(
        &self,
        path: &str,
        look: &mut impl AsyncFnMut(&Browser, &str) -> Result<()>,
    ) -> Result<()> {
        let browser = self.browser;
        let on = format!(
            "fetch('{path}/set', {{ method: 'POST', body: new URLSearchParams({{ unit: 'singles' }}) }})
             .then(() => fetch('{path}?part=panel')).then((panel) => panel.text())
             .then((panel) => (window.code = panel.split('queue-code\">')[1].slice(0, 6)))"
        );
        browser.evaluate(&format!("void {on}")).await?;
        browser.until("!!window.code").await?;
        let code = browser.evaluate("window.code").await?;
        let cookies = browser.driver().get_all_cookies().await?;
        browser.driver().delete_all_cookies().await?;
        self.go(&format!("/j/{}", code.as_str().unwrap_or_default()))
            .await?;
        look(browser, "queue-join").await?;
        browser.write("name", "Cora").await?;
        browser.click("queue-join").await?;
        browser.wait("queue-leave").await?;
        look(browser, "queue").await?;
        browser.driver().delete_all_cookies().await?;
        for cookie in cookies {
            browser.driver().add_cookie(cookie).await?;
        }
        Ok(())
    }

    async fn play_to_the_end(
        &self,
        look: &mut impl AsyncFnMut(&Browser, &str) -> Result<()>,
    ) -> Result<()> {
        let browser = self.browser;
        let deadline = Instant::now() + PATIENCE;
        let mut looked = false;
        while !browser.shows("rematch").await? {
            if Instant::now() > deadline {
                browser.screenshot("tour-stuck").await?;
                return Err("the match does not end".into());
            }
            if browser.shows("next-round").await? {
                if !looked {
                    look(browser, "round").await?;
                    looked = true;
                }
                browser.click_if_shown("next-round").await?;
                continue;
            }
            browser.evaluate(ACT).await?;
            sleep(Duration::from_millis(60)).await;
        }
        look(browser, "match-over").await
    }

    async fn a_member(
        &self,
        code: &str,
        look: &mut impl AsyncFnMut(&Browser, &str) -> Result<()>,
    ) -> Result<()> {
        let browser = self.browser;
        self.go("/me").await?;
        browser.write("name", "Nena").await?;
        browser.click("change-name").await?;
        browser.write("username", "nena").await?;
        browser.click("join").await?;
        browser.wait("codes").await?;
        look(browser, "codes").await?;
        browser.click("codes-kept").await?;
        browser.wait("codes-left").await?;
        browser.click("add-device").await?;
        let device = browser.wait("device-link").await?;
        let device = device.prop("value").await?.ok_or("a link")?;
        look(browser, "device-link").await?;
        browser.open(&device).await?;
        browser.wait("device-page").await?;
        look(browser, "device").await?;
        self.go("/moderate/owner").await?;
        look(browser, "owner").await?;
        browser.write("code", code).await?;
        browser.click("own").await?;
        browser.wait("no-reports").await?;
        for (name, path) in OWN {
            self.go(path).await?;
            look(browser, name).await?;
        }
        self.go("/history/1").await?;
        let link = browser.wait("match-link").await?.value().await?;
        browser.open(&link.ok_or("a link")?).await?;
        browser.wait("shared-match").await?;
        look(browser, "shared-match").await?;
        Ok(())
    }

    /// A club with a season and an event.
    async fn a_club(&self, look: &mut impl AsyncFnMut(&Browser, &str) -> Result<()>) -> Result<()> {
        let browser = self.browser;
        self.go("/clubs/new").await?;
        browser.write("address", "centro").await?;
        browser.write("name", "Dominó Centro").await?;
        browser.write("place", "Calle 8, 12").await?;
        look(browser, "club-new").await?;
        browser.click("found").await?;
        browser.wait("club-page").await?;
        self.go("/club/centro/desk").await?;
        tap(browser, "new-season").await?;
        let name = "document.querySelector(\"form:has([data-testid='make-season']) [name=name]\")";
        browser.evaluate(&format!("{name}.value = '2026'")).await?;
        tap(browser, "make-season").await?;
        browser.wait("done").await?;
        look(browser, "club-desk").await?;
        let join = browser.driver().find(By::Css("[data-testid=join-link]"));
        let join = join.await?.prop("href").await?.ok_or("a link")?;
        browser.open(&join).await?;
        browser.wait("join-club-page").await?;
        look(browser, "club-join").await?;
        self.go("/events/new?club=centro&preset=latin-pairs")
            .await?;
        browser.write("name", "Friday").await?;
        look(browser, "club-event").await?;
        tap(browser, "make-event").await?;
        browser.wait("desk-page").await?;
        for (name, path) in [
            ("club", "/club/centro"),
            ("season", "/club/centro/season/1"),
            ("club-ratings", "/club/centro/ratings"),
            ("club-archive", "/club/centro/archive"),
            ("clubs", "/clubs"),
            ("league", "/club/centro/league"),
        ] {
            self.go(path).await?;
            look(browser, name).await?;
        }
        Ok(())
    }

    async fn an_event(
        &self,
        look: &mut impl AsyncFnMut(&Browser, &str) -> Result<()>,
    ) -> Result<()> {
        let browser = self.browser;
        self.go("/events/new?preset=latin-pairs").await?;
        browser.write("name", "Friday at the club").await?;
        browser.write("entries", "4").await?;
        browser.click("make-event").await?;
        browser.wait("desk-page").await?;
        let desk = browser.driver().current_url().await?.path().to_owned();
        let event = desk.trim_end_matches("/desk").to_owned();
        look(browser, "desk-new").await?;
        tap(browser, "paste").await?;
        browser.write("list", "A1 / B1\nA2 / B2\nA3 / B3").await?;
        tap(browser, "enter-list").await?;
        browser.wait("entry-3").await?;
        let join = browser.driver().find(By::Css("[data-testid=join-link]"));
        let join = join.await?.prop("href").await?.ok_or("a link")?;
        browser.open(&join).await?;
        browser.wait("join").await?;
        look(browser, "join").await?;
        browser.write("name", "Rosa / Juan").await?;
        browser.click("join").await?;
        browser.wait("phone-page").await?;
        look(browser, "phone").await?;
        self.go(&desk).await?;
        tap(browser, "open").await?;
        tap(browser, "draft").await?;
        browser.wait("draft-page").await?;
        look(browser, "draft").await?;
        tap(browser, "publish").await?;
        browser.wait("table-1").await?;
        look(browser, "desk").await?;
        tap(browser, "to-table-1").await?;
        browser.wait("rule").await?;
        look(browser, "event-table").await?;
        for page in [
            "",
            "/screen",
            "/screen?for=stream",
            "/results",
            "/card/1",
            "/entry/1",
            "/log",
            "/boards",
            "/send",
            "/print/pairings",
            "/print/standings",
            "/print/start-list",
            "/print/cross",
            "/print/cards",
            "/print/statistics",
            "/print/slips",
        ] {
            self.go(&format!("{event}{page}")).await?;
            look(
                browser,
                &format!("event{}", page.replace(['/', '?', '='], "-")),
            )
            .await?;
        }
        let slip = browser.driver().find(By::Css("[data-testid=slip-link]"));
        let slip = slip.await?.prop("href").await?.ok_or("a link")?;
        browser.open(&slip).await?;
        browser.until("!!document.querySelector('h1')").await?;
        look(browser, "slip").await?;
        self.go("/events").await?;
        look(browser, "events").await?;
        self.own_tiles(look).await
    }

    /// The tiles of a seat in duplicate whose boards are dealt by phone.
    async fn own_tiles(
        &self,
        look: &mut impl AsyncFnMut(&Browser, &str) -> Result<()>,
    ) -> Result<()> {
        let browser = self.browser;
        self.go("/events/new?preset=duplicate&deals=phones").await?;
        browser.write("name", "Duplicate").await?;
        look(browser, "duplicate-new").await?;
        tap(browser, "make-event").await?;
        browser.wait("desk-page").await?;
        let desk = browser.driver().current_url().await?.path().to_owned();
        tap(browser, "paste").await?;
        browser
            .write("list", "A1 / B1\nA2 / B2\nA3 / B3\nA4 / B4")
            .await?;
        tap(browser, "enter-list").await?;
        browser.wait("entry-4").await?;
        tap(browser, "open").await?;
        tap(browser, "draft").await?;
        tap(browser, "publish").await?;
        browser.wait("table-1").await?;
        tap(browser, "to-table-1").await?;
        browser.wait("hands-anew").await?;
        look(browser, "hands-anew").await?;
        self.go(&desk.replace("/desk", "/entry/1")).await?;
        let own = browser.driver().find(By::Css("[data-testid=own-link]"));
        let own = own.await?.prop("href").await?.ok_or("a link")?;
        browser.open(&own).await?;
        tap(browser, "hand-0").await?;
        browser.wait("take").await?;
        look(browser, "hand-free").await?;
        tap(browser, "take").await?;
        browser.wait("own-hand").await?;
        look(browser, "hand").await
    }
}

/// Clicks an element below the edge of a small window, where a scrolling page would move the click.
pub(crate) async fn tap(browser: &Browser, id: &str) -> Result<()> {
    browser.tap(id).await
}
