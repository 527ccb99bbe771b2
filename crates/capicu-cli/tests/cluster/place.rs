//! A cluster looks like one server.

use std::collections::BTreeMap;
use std::time::Duration;

use futures_util::SinkExt as _;
use serde_json::json;
use tokio::time::sleep;
use tokio_tungstenite::connect_async;
use tokio_tungstenite::tungstenite::Message;

use crate::cluster::host::{Node, PATIENCE, next};

/// Tests that people find tables of any server: codes work, and seeks meet.
pub async fn is_one_place(nodes: &[Node]) {
    // The host receives the code.
    let [table, token, _] = nodes[0].make_table().await;
    let url = format!("ws://{}/api/tables/{table}/ws", nodes[0].address);
    let (mut socket, _) = connect_async(url).await.unwrap();
    let hello = json!({"hello": {"protocol": 4, "token": token}});
    socket.send(Message::text(hello.to_string())).await.unwrap();
    let code = loop {
        let told = next(&mut socket, PATIENCE * 3).await.expect("a code");
        if let Some(code) = told["code"]["code"].as_str() {
            break code.to_owned();
        }
    };
    for node in nodes {
        let (status, _, _) = node.browse("GET", &format!("/j/{code}"), "", "").await;
        assert_eq!(status, 200, "{}", node.address);
    }
    // Each seeks at another server, and polls a third one.
    let seek = |name: &str| format!("game=draw&speed=fast&name={name}");
    let (_, _, ana) = nodes[0].browse("POST", "/lobby", &seek("Ana"), "").await;
    let (_, _, eva) = nodes[1].browse("POST", "/lobby", &seek("Eva"), "").await;
    let mut led_to = BTreeMap::new();
    for n in 0..100 {
        for (at, cookie) in [(2, &ana), (n, &eva)] {
            let node = &nodes[at % nodes.len()];
            let (status, to, _) = node.browse("GET", "/lobby/wait", "", cookie).await;
            if status == 303 {
                led_to.insert(cookie.clone(), to);
            }
        }
        if led_to.len() == 2 {
            break;
        }
        sleep(Duration::from_millis(100)).await;
    }
    assert!(led_to[&ana].starts_with("/t/"), "{led_to:?}");
    assert_eq!(led_to[&ana], led_to[&eva]);
}

impl Node {
    /// Requests a page; returns the status, the redirect, and the cookie to keep.
    async fn browse(
        &self,
        method: &str,
        path: &str,
        form: &str,
        cookie: &str,
    ) -> (u16, String, String) {
        let answer = self
            .ask(format!(
                "{method} {path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\nsec-fetch-site: same-origin\r\n\
                 cookie: {cookie}\r\ncontent-type: application/x-www-form-urlencoded\r\ncontent-length: {}\r\n\r\n{form}",
                form.len()
            ))
            .await
            .expect("an answer");
        let line = |name: &str| {
            let line = answer.lines().find_map(|line| line.strip_prefix(name));
            line.unwrap_or_default().trim().to_owned()
        };
        let cookie = line("set-cookie: capicu=");
        let cookie = format!("capicu={}", cookie.split(';').next().unwrap());
        (answer[9..12].parse().unwrap(), line("location: "), cookie)
    }
}
