//! Somebody at a browser, who may be signed in.

use capicu_protocol::{Created, DeviceLink, Me, Plan, RecoveryCodes, decode};

use super::{Answer, Player, Server, create, four, request};

/// A browser: what it asks, and the cookie that it keeps.
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
        let answer = browser.ask("POST", "/api/me", &body).await;
        assert_eq!(answer.status, 201, "{}", answer.text());
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
        let answer = self.ask("GET", path, "").await;
        assert_eq!(answer.status, 200, "{}", answer.text());
        decode(answer.text()).unwrap()
    }

    pub async fn me(&mut self) -> Me {
        self.get("/api/me").await
    }

    /// Becomes a member, and returns the recovery codes.
    pub async fn join(&mut self, username: &str) -> Vec<String> {
        let body = format!("{{\"username\":\"{username}\"}}");
        let answer = self.ask("POST", "/api/me/member", &body).await;
        assert_eq!(answer.status, 201, "{}", answer.text());
        decode::<RecoveryCodes>(answer.text()).unwrap().codes
    }

    pub async fn sign_in(&mut self, username: &str, code: &str) -> Answer {
        let body = format!("{{\"code\":{{\"username\":\"{username}\",\"code\":\"{code}\"}}}}");
        self.ask("POST", "/api/sign-in", &body).await
    }

    /// Signs in by a link that another browser shows.
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

/// A table, and its maker's seat taken by whoever has this cookie.
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
    /// Sends a form of a page.
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
