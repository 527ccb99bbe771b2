//! A real browser, controlled through what its user sees.

use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::process::Stdio;
use std::sync::Arc;
use std::time::Duration;

use http::Method;
use serde_json::{Value, json};
use thirtyfour::common::command::{Command as Asked, ExtensionCommand};
use thirtyfour::error::WebDriverErrorInner;
use thirtyfour::prelude::*;
use tokio::net::{TcpListener, TcpStream};
use tokio::process::{Child, Command};
use tokio::time::{Instant, sleep};

use crate::{Result, program};

/// How long a test waits: a busy machine may take most of it.
pub const PATIENCE: Duration = Duration::from_secs(90);

/// Collects every notice of the table in `noticed`, since each is visible for a moment only.
pub const NOTE_NOTICES: &str = "(() => {
    window.noticed = [];
    const note = node => node.matches?.('.notices li') && window.noticed.push(node.textContent);
    new MutationObserver(all => all.forEach(one => one.addedNodes.forEach(note)))
        .observe(document, { childList: true, subtree: true });
})()";

/// Whether the page is wider than the window.
const TOO_WIDE: &str = "document.documentElement.scrollWidth > window.innerWidth + 1";

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Screen {
    /// 360 by 640 CSS pixels.
    Phone,
    /// 1280 by 800 CSS pixels.
    Desktop,
}

impl Screen {
    pub const fn size(self) -> (u32, u32) {
        match self {
            Self::Phone => (360, 640),
            Self::Desktop => (1280, 800),
        }
    }

    pub const fn name(self) -> &'static str {
        match self {
            Self::Phone => "phone",
            Self::Desktop => "desktop",
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    English,
    Spanish,
    French,
}

impl Language {
    pub const ALL: [Self; 3] = [Self::English, Self::Spanish, Self::French];

    pub const fn tag(self) -> &'static str {
        match self {
            Self::English => "en",
            Self::Spanish => "es",
            Self::French => "fr",
        }
    }
}

#[derive(Debug)]
pub struct Browser {
    driver: WebDriver,
    // They live as long as the browser.
    process: Child,
    profile: tempfile::TempDir,
}

impl Browser {
    pub async fn start(screen: Screen, language: Language) -> Result<Self> {
        Self::start_with(screen, language, &[]).await
    }

    pub async fn start_still(screen: Screen, language: Language) -> Result<Self> {
        Self::start_with(screen, language, &["--force-prefers-reduced-motion"]).await
    }

    /// A phone whose browser shows text at twice the usual size.
    pub async fn start_large(language: Language) -> Result<Self> {
        Self::start_at(
            Screen::Phone,
            language,
            32,
            &["--force-prefers-reduced-motion"],
        )
        .await
    }

    async fn start_with(screen: Screen, language: Language, further: &[&str]) -> Result<Self> {
        Self::start_at(screen, language, 16, further).await
    }

    /// Starts with text of this many pixels.
    async fn start_at(
        screen: Screen,
        language: Language,
        text: u32,
        further: &[&str],
    ) -> Result<Self> {
        Self::start_in(tempfile::tempdir()?, screen, language, text, further).await
    }

    /// Kills the browser at once, as an empty battery does, and starts it again with what it stored.
    pub async fn killed_and_started(self, screen: Screen, language: Language) -> Result<Self> {
        let Self {
            mut process,
            profile,
            driver: _driver,
        } = self;
        let pids = pids_with(&profile.path().to_string_lossy())?;
        Command::new("kill").arg("-9").args(pids).status().await?;
        process.kill().await?;
        Self::start_in(profile, screen, language, 16, &[]).await
    }

    /// Starts with this folder for the data of the browser.
    async fn start_in(
        profile: tempfile::TempDir,
        screen: Screen,
        language: Language,
        text: u32,
        further: &[&str],
    ) -> Result<Self> {
        let free = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await?;
        let address = free.local_addr()?;
        drop(free);
        let process = Command::new(program("CAPICU_DRIVER")?)
            .arg(format!("--port={}", address.port()))
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .kill_on_drop(true)
            .spawn()?;
        wait_for(address).await?;
        let mut wanted = DesiredCapabilities::chrome();
        let browser = program("CAPICU_BROWSER")?;
        wanted.set_binary(&browser.to_string_lossy())?;
        let tag = language.tag();
        let arguments = [
            "--headless=new".to_owned(),
            "--no-sandbox".to_owned(),
            "--disable-gpu".to_owned(),
            "--disable-quic".to_owned(),
            "--disable-dev-shm-usage".to_owned(),
            "--no-first-run".to_owned(),
            "--disable-background-networking".to_owned(),
            "--disable-component-update".to_owned(),
            "--disable-sync".to_owned(),
            "--hide-scrollbars".to_owned(),
            format!("--lang={tag}"),
            format!("--accept-lang={tag}"),
            format!("--user-data-dir={}", profile.path().display()),
        ];
        for argument in arguments
            .iter()
            .map(String::as_str)
            .chain(further.iter().copied())
        {
            wanted.add_arg(argument)?;
        }
        let prefs = serde_json::json!({
            "intl.accept_languages": tag,
            "webkit": { "webprefs": { "default_font_size": text } },
        });
        wanted.set_browser_option("prefs", prefs)?;
        let (width, height) = screen.size();
        wanted.set_browser_option(
            "mobileEmulation",
            serde_json::json!({ "deviceMetrics": {
                "width": width,
                "height": height,
                "pixelRatio": 2.0,
                "mobile": screen == Screen::Phone,
                "touch": screen == Screen::Phone,
            }}),
        )?;
        let driver = WebDriver::new(format!("http://{address}"), wanted).await?;
        Ok(Self {
            driver,
            process,
            profile,
        })
    }

    /// The driver, for everything that this type lacks.
    pub const fn driver(&self) -> &WebDriver {
        &self.driver
    }

    pub async fn open(&self, url: &str) -> Result<()> {
        Ok(self.driver.goto(url).await?)
    }

    /// Closes the tab without a question, and opens `url` in a new one.
    pub async fn reopen(&self, url: &str) -> Result<()> {
        let closed = self.driver.window().await?;
        let other = self.driver.new_tab().await?;
        self.driver.switch_to_window(closed).await?;
        self.driver.close_window().await?;
        self.driver.switch_to_window(other).await?;
        self.open(url).await
    }

    pub async fn join(&self, home: &str, name: &str, username: &str) -> Result<()> {
        self.open(&format!("{home}/me")).await?;
        self.write("name", name).await?;
        self.click("change-name").await?;
        // On the page that follows.
        self.wait("devices").await?;
        self.write("username", username).await?;
        self.click("join").await?;
        self.wait("codes").await?;
        Ok(())
    }

    /// Whether an element with this test id is visible and usable.
    pub async fn shows(&self, id: &str) -> Result<bool> {
        Ok(self.find(id).await?.is_some())
    }

    /// The first visible element with this test id, or otherwise with this id.
    pub async fn find(&self, id: &str) -> Result<Option<WebElement>> {
        for by in [format!("[data-testid='{id}']"), format!("[id='{id}']")] {
            for element in self.driver.find_all(By::Css(by)).await? {
                // It may have gone since it was found.
                if element.is_displayed().await.unwrap_or(false) {
                    return Ok(Some(element));
                }
            }
        }
        Ok(None)
    }

    pub async fn wait(&self, id: &str) -> Result<WebElement> {
        let deadline = Instant::now() + PATIENCE;
        loop {
            if let Some(element) = self.find(id).await? {
                return Ok(element);
            }
            if Instant::now() > deadline {
                self.screenshot("failed").await?;
                let at = self.driver.current_url().await?;
                return Err(format!("nothing shows as `{id}` at {at} after {PATIENCE:?}").into());
            }
            sleep(Duration::from_millis(50)).await;
        }
    }

    pub async fn until(&self, expression: &str) -> Result<()> {
        self.until_is(expression, true).await
    }

    pub async fn until_is(&self, expression: &str, due: impl Into<Value>) -> Result<()> {
        let (due, deadline) = (due.into(), Instant::now() + PATIENCE);
        loop {
            // During a change of pages, neither answers.
            let found = self.evaluate(expression).await;
            if found.as_ref().is_ok_and(|found| *found == due) {
                return Ok(());
            }
            if Instant::now() > deadline {
                self.screenshot("failed").await?;
                return Err(format!("`{expression}` is {found:?}, not {due}").into());
            }
            sleep(Duration::from_millis(50)).await;
        }
    }

    pub async fn until_shows(&self, id: &str, part: &str) -> Result<String> {
        let deadline = Instant::now() + PATIENCE;
        loop {
            let text = match self.find(id).await? {
                Some(element) => element.text().await.unwrap_or_default(),
                None => String::new(),
            };
            if text.contains(part) {
                return Ok(text);
            }
            if Instant::now() > deadline {
                self.screenshot("failed").await?;
                return Err(format!("`{id}` shows “{text}”, not “{part}”").into());
            }
            sleep(Duration::from_millis(50)).await;
        }
    }

    pub async fn until_gone(&self, id: &str) -> Result<()> {
        let deadline = Instant::now() + PATIENCE;
        while self.shows(id).await? {
            if Instant::now() > deadline {
                self.screenshot("failed").await?;
                return Err(format!("`{id}` shows after {PATIENCE:?}").into());
            }
            sleep(Duration::from_millis(50)).await;
        }
        Ok(())
    }

    pub async fn click(&self, id: &str) -> Result<()> {
        self.with(id, async |element| {
            self.uncover(element).await?;
            element.click().await
        })
        .await
    }

    /// Opens the settings over the table from its menu, for tours that test something else: a click on a row that just
    /// moved takes a second try.
    pub(crate) async fn open_settings(&self) -> Result<()> {
        let deadline = Instant::now() + PATIENCE;
        loop {
            if !self.shows("menu-panel").await? {
                self.click("menu").await?;
            }
            self.click("settings").await?;
            let again = Instant::now() + PATIENCE / 6;
            while Instant::now() < again {
                if self.shows("settings-panel").await? {
                    return Ok(());
                }
                sleep(Duration::from_millis(50)).await;
            }
            if Instant::now() > deadline {
                self.screenshot("failed").await?;
                return Err("the settings do not open over the table".into());
            }
        }
    }

    /// Scrolls a page of the site so that its tabs, which stay at the foot of a phone, do not cover the element.
    pub(crate) async fn uncover(&self, element: &WebElement) -> WebDriverResult<()> {
        let scroll = "if (document.querySelector('.tabs')) arguments[0].scrollIntoView({ block: 'center' });";
        self.driver
            .execute(scroll, vec![element.to_json()?])
            .await?;
        Ok(())
    }

    /// Waits for a field and replaces its text.
    pub async fn write(&self, id: &str, text: &str) -> Result<()> {
        self.with(id, async |field| {
            field.clear().await?;
            field.send_keys(text).await
        })
        .await
    }

    /// Waits for an element and does something with it. It tries again if the element goes before that, as between two
    /// pages, or if something that still moves covers it.
    pub(crate) async fn with(
        &self,
        id: &str,
        act: impl AsyncFn(&WebElement) -> WebDriverResult<()>,
    ) -> Result<()> {
        let deadline = Instant::now() + PATIENCE;
        loop {
            match act(&self.wait(id).await?).await {
                Err(error) if may_pass(&error) && Instant::now() < deadline => {
                    sleep(Duration::from_millis(50)).await;
                }
                done => return Ok(done?),
            }
        }
    }

    pub async fn click_if_shown(&self, id: &str) -> Result<bool> {
        let Some(element) = self.find(id).await? else {
            return Ok(false);
        };
        let is_free = self.uncover(&element).await.is_ok();
        Ok(is_free && element.click().await.is_ok())
    }

    pub async fn press(&self, keys: impl AsRef<str>) -> Result<()> {
        let deadline = Instant::now() + PATIENCE;
        loop {
            let focused = self.driver.active_element().await?;
            match focused.send_keys(keys.as_ref()).await {
                Err(error) if may_pass(&error) && Instant::now() < deadline => {}
                done => return Ok(done?),
            }
        }
    }

    /// The link of the player's seat at the open table. The page removes its secret from the address.
    pub async fn own_link(&self) -> Result<String> {
        let secret = "localStorage.getItem('capicu.seat.' + location.pathname.slice(3))";
        self.until(&format!("!!{secret}")).await?;
        let link = format!("location.origin + location.pathname + '#' + {secret}");
        let link = self.evaluate(&link).await?;
        Ok(link.as_str().ok_or("no link")?.to_owned())
    }

    pub async fn evaluate(&self, expression: &str) -> Result<Value> {
        let result = self
            .driver
            .execute(format!("return ({expression});"), Vec::new())
            .await?;
        Ok(result.json().clone())
    }

    /// Clicks an element below the edge of a small window, without a pointer.
    pub async fn tap(&self, id: &str) -> Result<()> {
        let found = format!(
            "(document.querySelector(\"[data-testid='{id}']\") ?? document.getElementById('{id}'))"
        );
        self.until(&format!("!!{found}")).await?;
        self.evaluate(&format!("{found}.click()")).await?;
        Ok(())
    }

    /// Clicks a link or button, and returns the text of the file that the browser saves under this name.
    pub async fn saved(&self, id: &str, file: &str) -> Result<String> {
        let folder = self.profile.path().join("saved");
        let params = json!({ "behavior": "allow", "downloadPath": folder });
        self.ask("Page.setDownloadBehavior", params).await?;
        self.click(id).await?;
        let path = folder.join(file);
        let deadline = Instant::now() + PATIENCE;
        while !path.exists() {
            if Instant::now() > deadline {
                let saved = std::fs::read_dir(&folder).map(Iterator::collect::<Vec<_>>);
                return Err(format!("{file} is saved: {saved:?}").into());
            }
            sleep(Duration::from_millis(50)).await;
        }
        Ok(std::fs::read_to_string(path)?)
    }

    /// Resizes the window, and waits for the new layout.
    pub async fn resize(&self, width: u32, height: u32) -> Result<()> {
        let metrics = json!({
            "width": width,
            "height": height,
            "deviceScaleFactor": 1,
            "mobile": width < 768,
        });
        self.ask("Emulation.setDeviceMetricsOverride", metrics)
            .await?;
        let frames = "const done = arguments[0]; \
            requestAnimationFrame(() => requestAnimationFrame(() => done()))";
        self.driver.execute_async(frames, Vec::new()).await?;
        Ok(())
    }

    /// Simulates a slow phone: a processor four times slower, and a network of 1.6 Mbit/s with 150 ms round trip.
    pub async fn slow_down(&self) -> Result<()> {
        self.ask("Network.enable", json!({})).await?;
        let network = json!({
            "offline": false,
            "latency": 150,
            "downloadThroughput": 1_600_000 / 8,
            "uploadThroughput": 750_000 / 8,
        });
        self.ask("Network.emulateNetworkConditions", network)
            .await?;
        self.ask("Emulation.setCPUThrottlingRate", json!({ "rate": 4 }))
            .await?;
        Ok(())
    }

    /// Makes every page opened from now on run a script before its own.
    pub async fn before_each_page(&self, script: &str) -> Result<()> {
        let params = json!({ "source": script });
        self.ask("Page.addScriptToEvaluateOnNewDocument", params)
            .await?;
        Ok(())
    }

    /// The bytes this page has downloaded so far, headers included: without what it prefetches for another page, and
    /// with it.
    pub async fn downloaded(&self) -> Result<[u64; 2]> {
        let bytes = "(() => { const ahead = [...document.querySelectorAll('link[rel=prefetch]')].map((one) => one.href); \
            const all = [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]; \
            const sum = (some) => some.reduce((sum, one) => sum + one.transferSize, 0); \
            return [sum(all.filter((one) => !ahead.includes(one.name))), sum(all)]; })()";
        Ok(serde_json::from_value(self.evaluate(bytes).await?)?)
    }

    /// The browser's answer to a command of its inspector.
    pub async fn ask(&self, command: &'static str, params: Value) -> Result<Value> {
        let told = Box::new(Inspect { command, params });
        let asked = self.driver.handle().cmd(Asked::ExtensionCommand(told));
        Ok(asked.await?.value_json()?)
    }

    /// Takes a screenshot, and checks that the page is no wider than the window.
    pub async fn look(&self, name: &str) -> Result<()> {
        self.screenshot(name).await?;
        assert_eq!(self.evaluate(TOO_WIDE).await?, false, "{name}");
        Ok(())
    }

    pub async fn screenshot(&self, name: &str) -> Result<()> {
        let folder = screenshots();
        std::fs::create_dir_all(&folder)?;
        let png = self.driver.screenshot_as_png().await?;
        Ok(std::fs::write(folder.join(format!("{name}.png")), png)?)
    }

    /// The window as a WebP image, which takes a tenth of a PNG.
    pub async fn picture(&self) -> Result<Vec<u8>> {
        let params = json!({ "format": "webp", "quality": 85 });
        let taken = self.ask("Page.captureScreenshot", params).await?;
        let data = taken["data"].as_str().ok_or("a picture has data")?;
        let bytes = format!("Array.from(atob('{data}'), (byte) => byte.charCodeAt(0))");
        Ok(serde_json::from_value(self.evaluate(&bytes).await?)?)
    }

    /// Closes the browser.
    pub async fn close(self) -> Result<()> {
        Ok(self.driver.clone().quit().await?)
    }
}

/// The processes with this text in their command lines.
fn pids_with(text: &str) -> Result<Vec<String>> {
    let mut pids = Vec::new();
    for entry in std::fs::read_dir("/proc")? {
        let entry = entry?;
        // A process may have ended meanwhile.
        let command = std::fs::read(entry.path().join("cmdline")).unwrap_or_default();
        if String::from_utf8_lossy(&command).contains(text) {
            pids.push(entry.file_name().to_string_lossy().into_owned());
        }
    }
    Ok(pids)
}

/// A command of the browser's inspector.
#[derive(Debug)]
struct Inspect {
    command: &'static str,
    params: Value,
}

impl ExtensionCommand for Inspect {
    fn parameters_json(&self) -> Option<Value> {
        Some(json!({ "cmd": self.command, "params": self.params }))
    }

    fn method(&self) -> Method {
        Method::POST
    }

    fn endpoint(&self) -> Arc<str> {
        "/goog/cdp/execute".into()
    }
}

/// `target/screenshots` of the workspace.
fn screenshots() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../target/screenshots")
}

async fn wait_for(address: SocketAddr) -> Result<()> {
    let deadline = Instant::now() + Duration::from_secs(20);
    while TcpStream::connect(address).await.is_err() {
        if Instant::now() > deadline {
            return Err("the browser's driver did not start within 20 s".into());
        }
        sleep(Duration::from_millis(50)).await;
    }
    Ok(())
}

/// Whether a retry may work: the element had just gone, or something covered it.
fn may_pass(error: &WebDriverError) -> bool {
    match &**error {
        WebDriverErrorInner::StaleElementReference(_)
        | WebDriverErrorInner::ElementClickIntercepted(_)
        | WebDriverErrorInner::ElementNotInteractable(_) => true,
        // The driver's message if the element goes while it is clicked.
        _ => error
            .to_string()
            .contains("does not belong to the document"),
    }
}
