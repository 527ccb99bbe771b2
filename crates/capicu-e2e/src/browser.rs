//! A real browser, seen as its user sees it.

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

/// The size of the window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Screen {
    /// 360 by 640 points.
    Phone,
    /// 1280 by 800 points.
    Desktop,
}

impl Screen {
    /// Its width and height.
    pub const fn size(self) -> (u32, u32) {
        match self {
            Self::Phone => (360, 640),
            Self::Desktop => (1280, 800),
        }
    }

    /// A word for file names.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Phone => "phone",
            Self::Desktop => "desktop",
        }
    }
}

/// The language the browser asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    /// English.
    English,
    /// Spanish.
    Spanish,
    /// French.
    French,
}

impl Language {
    /// Every language of the product.
    pub const ALL: [Self; 3] = [Self::English, Self::Spanish, Self::French];

    /// Its tag.
    pub const fn tag(self) -> &'static str {
        match self {
            Self::English => "en",
            Self::Spanish => "es",
            Self::French => "fr",
        }
    }
}

/// A browser with a profile of its own.
#[derive(Debug)]
pub struct Browser {
    driver: WebDriver,
    // Kept so that they live as long as the browser.
    _process: Child,
    _profile: tempfile::TempDir,
}

impl Browser {
    /// Starts one.
    pub async fn start(screen: Screen, language: Language) -> Result<Self> {
        Self::start_with(screen, language, &[]).await
    }

    /// Starts one whose user has asked for less motion: nothing flies.
    pub async fn start_still(screen: Screen, language: Language) -> Result<Self> {
        Self::start_with(screen, language, &["--force-prefers-reduced-motion"]).await
    }

    async fn start_with(screen: Screen, language: Language, further: &[&str]) -> Result<Self> {
        let profile = tempfile::tempdir()?;
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
        wanted.set_browser_option("prefs", serde_json::json!({ "intl.accept_languages": tag }))?;
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
            _process: process,
            _profile: profile,
        })
    }

    /// The driver, for what is not here.
    pub const fn driver(&self) -> &WebDriver {
        &self.driver
    }

    /// Opens an address.
    pub async fn open(&self, url: &str) -> Result<()> {
        Ok(self.driver.goto(url).await?)
    }

    /// Whether something with this test id can be seen and used.
    pub async fn shows(&self, id: &str) -> Result<bool> {
        Ok(self.find(id).await?.is_some())
    }

    /// The first thing of this test id that is displayed.
    pub async fn find(&self, id: &str) -> Result<Option<WebElement>> {
        for element in self.driver.find_all(By::Css(selector(id))).await? {
            // It may have gone since it was found.
            if element.is_displayed().await.unwrap_or(false) {
                return Ok(Some(element));
            }
        }
        Ok(None)
    }

    /// Waits until something of this test id is displayed.
    pub async fn wait(&self, id: &str) -> Result<WebElement> {
        let deadline = Instant::now() + Duration::from_secs(20);
        loop {
            if let Some(element) = self.find(id).await? {
                return Ok(element);
            }
            if Instant::now() > deadline {
                self.screenshot("failed").await?;
                return Err(format!("nothing shows as `{id}` after 20 s").into());
            }
            sleep(Duration::from_millis(50)).await;
        }
    }

    /// Waits until an expression of the page is true.
    pub async fn until(&self, expression: &str) -> Result<()> {
        let deadline = Instant::now() + Duration::from_secs(20);
        // While a page gives way to another, neither answers.
        while self.evaluate(expression).await.ok() != Some(true.into()) {
            if Instant::now() > deadline {
                self.screenshot("failed").await?;
                return Err(format!("`{expression}` is not true after 20 s").into());
            }
            sleep(Duration::from_millis(50)).await;
        }
        Ok(())
    }

    /// Waits for it and clicks it.
    pub async fn click(&self, id: &str) -> Result<()> {
        self.with(id, async |element| element.click().await).await
    }

    /// Waits for a field and writes into it, in place of what is there.
    pub async fn write(&self, id: &str, text: &str) -> Result<()> {
        self.with(id, async |field| {
            field.clear().await?;
            field.send_keys(text).await
        })
        .await
    }

    /// Waits for it and does something with it. Between two pages that of the first may be found, which goes before
    /// anything is done, or something that still moves may lie over it: then it is tried again.
    async fn with(
        &self,
        id: &str,
        act: impl AsyncFn(&WebElement) -> WebDriverResult<()>,
    ) -> Result<()> {
        let deadline = Instant::now() + Duration::from_secs(10);
        loop {
            match act(&self.wait(id).await?).await {
                Err(error) if may_pass(&error) && Instant::now() < deadline => {
                    sleep(Duration::from_millis(50)).await;
                }
                done => return Ok(done?),
            }
        }
    }

    /// Clicks it if it is there; whether it was.
    pub async fn click_if_shown(&self, id: &str) -> Result<bool> {
        let Some(element) = self.find(id).await? else {
            return Ok(false);
        };
        Ok(element.click().await.is_ok())
    }

    /// Presses keys where the focus is.
    pub async fn press(&self, keys: impl AsRef<str>) -> Result<()> {
        let focused = self.driver.active_element().await?;
        Ok(focused.send_keys(keys.as_ref()).await?)
    }

    /// The link of the own seat at the table that is open. The page keeps its secret out of the address.
    pub async fn own_link(&self) -> Result<String> {
        let secret = "localStorage.getItem('capicu.seat.' + location.pathname.slice(3))";
        self.until(&format!("!!{secret}")).await?;
        let link = format!("location.origin + location.pathname + '#' + {secret}");
        let link = self.evaluate(&link).await?;
        Ok(link.as_str().ok_or("no link")?.to_owned())
    }

    /// Evaluates an expression of the page.
    pub async fn evaluate(&self, expression: &str) -> Result<Value> {
        let result = self
            .driver
            .execute(format!("return ({expression});"), Vec::new())
            .await?;
        Ok(result.json().clone())
    }

    /// Clicks what lies below the edge of a small window, without a pointer.
    pub async fn tap(&self, id: &str) -> Result<()> {
        let found = format!("document.querySelector(\"[data-testid='{id}']\")");
        self.until(&format!("!!{found}")).await?;
        self.evaluate(&format!("{found}.click()")).await?;
        Ok(())
    }

    /// Gives the window another size, and waits until the page is laid out anew.
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

    /// Makes it a slow phone: a processor that is four times slower, and a network of 1.6 Mbit/s with 150 ms there
    /// and back.
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

    /// Has every page that is opened from now on run a script before its own.
    pub async fn before_each_page(&self, script: &str) -> Result<()> {
        let params = json!({ "source": script });
        self.ask("Page.addScriptToEvaluateOnNewDocument", params)
            .await?;
        Ok(())
    }

    /// How many bytes this page has downloaded so far, headers included: without what it fetches ahead for another page,
    /// and with that.
    pub async fn downloaded(&self) -> Result<[u64; 2]> {
        let bytes = "(() => { const ahead = [...document.querySelectorAll('link[rel=prefetch]')].map((one) => one.href); \
            const all = [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]; \
            const sum = (some) => some.reduce((sum, one) => sum + one.transferSize, 0); \
            return [sum(all.filter((one) => !ahead.includes(one.name))), sum(all)]; })()";
        Ok(serde_json::from_value(self.evaluate(bytes).await?)?)
    }

    /// What the browser itself answers to a command of its inspector.
    pub async fn ask(&self, command: &'static str, params: Value) -> Result<Value> {
        let told = Box::new(Inspect { command, params });
        let asked = self.driver.handle().cmd(Asked::ExtensionCommand(told));
        Ok(asked.await?.value_json()?)
    }

    /// Writes what the window shows to `target/screenshots`.
    pub async fn screenshot(&self, name: &str) -> Result<()> {
        let folder = screenshots();
        std::fs::create_dir_all(&folder)?;
        let png = self.driver.screenshot_as_png().await?;
        Ok(std::fs::write(folder.join(format!("{name}.png")), png)?)
    }

    /// Ends it.
    pub async fn close(self) -> Result<()> {
        Ok(self.driver.clone().quit().await?)
    }
}

/// Something that the browser's inspector answers.
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

fn selector(id: &str) -> String {
    format!("[data-testid='{id}']")
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

/// Whether it may work a moment later: the element had just gone, or something lay over it.
fn may_pass(error: &WebDriverError) -> bool {
    match &**error {
        WebDriverErrorInner::StaleElementReference(_)
        | WebDriverErrorInner::ElementClickIntercepted(_) => true,
        // What the driver says if the element goes while it is clicked.
        _ => error
            .to_string()
            .contains("does not belong to the document"),
    }
}
