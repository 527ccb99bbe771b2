//! Somebody at a browser, who may be signed in.

use std::num::NonZeroU8;

use capicu_protocol::{Created, DeviceLink, Me, Plan, RecoveryCodes, decode};
use capicu_server::{Config, Proxy};

use super::{Answer, Folder, Player, Server, config, create, four, request};

pub struct Browser<'a> {
    pub server: &'a Server,
    pub cookie: Option<String>,
    /// Further lines of each head.
    pub head: String,
}

impl<'a> Browser<'a> {
    pub fn new(server: &'a Server) -> Self {
        Self {
            server,
            cookie: None,
            head: "\r\nsec-fetch-site: same-origin".to_owned(),
        }
    }

    /// One that is a guest.
    pub async fn guest(server: &'a Server, name: &str) -> Self {
        let mut browser = Self::new(server);
        let body = format!("{{\"name\":\"{name}\"}}");
        browser.ask("POST", "/api/me", &body).await.with(201);
        browser
    }

    pub async fn ask(&mut self, method: &str, path: &str, body: &str) -> Answer {
        let cookie = self.cookie.as_ref();
        let cookie = cookie.map(|cookie| format!("\r\ncookie: {cookie}"));
        let head = format!(
            "{method} {path} HTTP/1.1{}{}",
            cookie.unwrap_or_default(),
            self.head
        );
        let answer = request(self.server.address, &head, body.as_bytes()).await;
        let mut lines = answer.head.split("\r\nset-cookie: ").skip(1);
        let set = lines.find(|line| !line.starts_with("lang="));
        if let Some(set) = set.and_then(|set| set.split(';').next()) {
            // The head is told in lower case.
            let set = set.replace("__host-", "__Host-");
            self.cookie = (!set.ends_with('=')).then_some(set);
        }
        answer
    }

    pub async fn get<T: serde::de::DeserializeOwned>(&mut self, path: &str) -> T {
        let answer = self.ask("GET", path, "").await.with(200);
        decode(answer.text()).unwrap()
    }

    pub async fn me(&mut self) -> Me {
        self.get("/api/me").await
    }

    pub async fn join(&mut self, username: &str) -> Vec<String> {
        let body = format!("{{\"username\":\"{username}\"}}");
        let answer = self.ask("POST", "/api/me/member", &body).await.with(201);
        decode::<RecoveryCodes>(answer.text()).unwrap().codes
    }

    pub async fn sign_in(&mut self, username: &str, code: &str) -> Answer {
        let body = format!("{{\"code\":{{\"username\":\"{username}\",\"code\":\"{code}\"}}}}");
        self.ask("POST", "/api/sign-in", &body).await
    }

    pub async fn sign_in_beside(&mut self, other: &mut Self) -> Answer {
        let link = other.ask("POST", "/api/me/devices", "").await;
        let link: DeviceLink = decode(link.text()).unwrap();
        self.follow(&link).await
    }

    pub async fn follow(&mut self, link: &DeviceLink) -> Answer {
        let body = format!("{{\"device\":{{\"token\":\"{}\"}}}}", link.token);
        self.ask("POST", "/api/sign-in", &body).await
    }
}

/// Creates a table, and takes the host's seat with this cookie.
pub async fn sit_down(
    server: &Server,
    browser: &Browser<'_>,
    plans: [Plan; 4],
) -> (Created, Player) {
    let created = create(server.address, &four(plans, &[("target", "1")])).await;
    let (table, token) = (&created.table, &created.token);
    let cookie = browser.cookie.as_deref();
    let player = Player::join_as(server.address, table, token, cookie).await;
    (created, player.unwrap())
}

impl Browser<'_> {
    pub async fn form(&mut self, path: &str, fields: &[(&str, &str)]) -> Answer {
        let head = self.head.clone();
        self.head += "\r\ncontent-type: application/x-www-form-urlencoded";
        let written = |text: &str| -> String {
            let byte = |byte: u8| match byte {
                b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'_' | b'.' => {
                    char::from(byte).to_string()
                }
                byte => format!("%{byte:02x}"),
            };
            text.bytes().map(byte).collect()
        };
        let fields = fields.iter();
        let fields = fields.map(|(name, value)| format!("{name}={}", written(value)));
        let body = fields.collect::<Vec<_>>().join("&");
        let answer = self.ask("POST", path, &body).await;
        self.head = head;
        answer
    }
}

/// Behind a proxy, so that browsers come from where they say.
pub fn behind_proxy(folder: &Folder) -> Config {
    let hops = NonZeroU8::MIN;
    Config {
        proxy: Proxy::Trusted { hops },
        ..config(&folder.0)
    }
}

/// A server behind a proxy, with a folder of its own, which goes with it.
pub async fn served_by_proxy(name: &str) -> Server {
    let folder = Folder::new(name);
    let mut server = Server::start(behind_proxy(&folder)).await;
    server.folder = Some(folder);
    server
}

/// A guest in a network of their own.
pub async fn guest<'a>(server: &'a Server, name: &str, network: u8) -> Browser<'a> {
    let mut browser = Browser::new(server);
    browser.head += &format!(
        "\r\nx-forwarded-for: 198.51.100.{network}\r\ncontent-type: application/x-www-form-urlencoded"
    );
    let body = format!("{{\"name\":\"{name}\"}}");
    browser.ask("POST", "/api/me", &body).await.with(201);
    browser
}

/// A member in a network of their own.
pub async fn neighbor<'a>(server: &'a Server, name: &str, network: u8) -> Browser<'a> {
    let mut browser = guest(server, name, network).await;
    browser.join(name).await;
    browser
}

pub async fn member<'a>(server: &'a Server, name: &str) -> Browser<'a> {
    let mut browser = Browser::guest(server, name).await;
    browser.join(name).await;
    browser
}

pub fn led_to(answer: &Answer) -> String {
    let from = answer.head.split("\r\nlocation: ").nth(1);
    let from = from.unwrap_or_else(|| panic!("{}: {}", answer.status, answer.text()));
    from.lines().next().expect("a line").to_owned()
}

pub async fn page(browser: &mut Browser<'_>, path: &str) -> String {
    let answer = browser.ask("GET", path, "").await;
    assert_eq!(answer.status, 200, "{path}: {}", answer.text());
    answer.text().to_owned()
}
