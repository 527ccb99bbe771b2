//! Somebody at a browser without scripts, who sends forms.

use std::time::Duration;

use capicu_protocol::{Created, Plan, ServerMessage};
use tokio::time::sleep;

use super::{Answer, Player, Server, create, four, new_token, request};

/// A browser: it sends forms, keeps a cookie and knows where it was led.
pub struct Browser<'a> {
    pub server: &'a Server,
    pub cookie: Option<String>,
    pub site: &'static str,
    pub led_to: String,
}

impl<'a> Browser<'a> {
    pub fn new(server: &'a Server) -> Self {
        Self {
            server,
            cookie: None,
            site: "same-origin",
            led_to: String::new(),
        }
    }

    pub async fn ask(&mut self, head: &str, fields: &[(&str, &str)]) -> Answer {
        let cookie = self.cookie.as_ref();
        let cookie = cookie.map(|cookie| format!("\r\ncookie: {cookie}"));
        let head = format!(
            "{head} HTTP/1.1\r\naccept: text/html\r\nsec-fetch-site: {}{}\r\ncontent-type: application/x-www-form-urlencoded",
            self.site,
            cookie.unwrap_or_default()
        );
        let fields = fields
            .iter()
            .map(|(name, value)| format!("{name}={}", value.replace(' ', "+")));
        let body = fields.collect::<Vec<_>>().join("&");
        let answer = request(self.server.address, &head, body.as_bytes()).await;
        let line = |name: &str| {
            let from = answer.head.split(&format!("\r\n{name}: ")).nth(1)?;
            Some(from.lines().next().unwrap_or_default().to_owned())
        };
        if let Some(cookie) = line("set-cookie").filter(|set| set.starts_with("capicu=")) {
            self.cookie = cookie.split(';').next().map(str::to_owned);
        }
        self.led_to = line("location").unwrap_or_default();
        answer
    }

    pub async fn sent(&mut self, path: &str, fields: &[(&str, &str)]) {
        let answer = self.ask(&format!("POST {path}"), fields).await;
        assert_eq!(answer.status, 303, "{path}: {}", answer.text());
    }

    pub async fn get(&mut self, path: &str) -> Answer {
        self.ask(&format!("GET {path}"), &[]).await
    }

    /// Looks at the page that waits until it leads to a table, and returns the table.
    pub async fn table(&mut self) -> String {
        for _ in 0..200 {
            let answer = self.get("/lobby/wait").await;
            if answer.status == 303 {
                return self.led_to.strip_prefix("/t/").unwrap().to_owned();
            }
            sleep(Duration::from_millis(50)).await;
        }
        panic!("no table in ten seconds")
    }

    /// Looks at the tables with room until they are as they should be: a table says so a moment after it has
    /// told those who sit there.
    pub async fn listed(&mut self, is_right: impl Fn(&str) -> bool) -> Answer {
        for _ in 0..100 {
            let answer = self.get("/lobby?lang=en").await;
            if is_right(answer.text()) {
                return answer;
            }
            sleep(Duration::from_millis(50)).await;
        }
        panic!("not in five seconds")
    }

    /// Sits down where the player's seat is.
    pub async fn sit(&self, table: impl AsRef<str>) -> Player {
        let cookie = self.cookie.as_deref();
        let sat = Player::join_as(self.server.address, table, &new_token(), cookie).await;
        sat.expect("the seat of whoever is signed in")
    }
}

#[track_caller]
pub fn shows(page: &Answer, id: &str) {
    let page = page.text();
    assert!(
        page.contains(&format!("data-testid=\"{id}\"")),
        "no {id}: {page}"
    );
}

/// A table for four with two open seats, a house rule and a host called Ana, and the code by which to sit down.
pub async fn table_with_a_code(server: &Server) -> (Created, Player, String) {
    let mut asked = four(
        [Plan::Me, Plan::Open, Plan::Open, Plan::Bot],
        &[("target", "1")],
    );
    asked.name = Some("Ana".to_owned());
    let created = create(server.address, &asked).await;
    let mut player = Player::join(server.address, &created.table, &created.token)
        .await
        .unwrap();
    let code = loop {
        if let ServerMessage::Code { code } = player.hear().await.unwrap() {
            break code.expect("seats are open");
        }
    };
    (created, player, code)
}
