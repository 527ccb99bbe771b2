//! Two servers of one host, one person at each: what the one knows, the other finds.

use std::sync::Arc;

use crate::common::authenticator::Authenticator;
use crate::common::forms::{Browser, shows, table_with_a_code};
use crate::common::*;
use capicu_bus::Wire;
use capicu_protocol::{MyFriends, Whereabouts};
use capicu_server::{Config, Nodes};
use capicu_store::shards::{EDITION, SHARDS, Shard, Shards, shard_of};
use capicu_store_contract::Memory;
use serde_json::{Value, json};
use tokio::sync::mpsc::{UnboundedReceiver, unbounded_channel};

struct Host {
    one: Server,
    two: Server,
    shards: [Shards; 2],
    wire: Wire,
    owner_codes: [UnboundedReceiver<String>; 2],
    _folder: Folder,
}

const NAMES: [&str; 2] = ["one", "two"];

impl Host {
    async fn start(name: &str) -> Self {
        let (store, wire) = (Memory::default(), Wire::default());
        let folder = Folder::new(name);
        let shards = NAMES.map(|name| Shards::new(name, EDITION));
        let start = async |shards: &Shards| {
            let nodes = Nodes::new(shards.clone(), Arc::new(wire.clone()));
            let (owner_code, told) = unbounded_channel();
            let config = Config {
                owner_code: Some(owner_code),
                ..config(&folder.0)
            };
            let server = Server::start_with(Arc::new(store.clone()), nodes, config).await;
            (server, told)
        };
        let ((one, of_one), (two, of_two)) = (start(&shards[0]).await, start(&shards[1]).await);
        let host = Self {
            one,
            two,
            shards,
            wire,
            owner_codes: [of_one, of_two],
            _folder: folder,
        };
        host.see(&NAMES, |number| NAMES[usize::from(number) % 2], 1);
        host
    }

    /// As the database would have it.
    fn see(&self, there: &[&str], owner: impl Fn(u16) -> &'static str, epoch: i64) {
        let there: Vec<String> = there.iter().map(|name| (*name).to_owned()).collect();
        let shard = |number| Shard {
            number,
            node: owner(number).to_owned(),
            epoch,
        };
        let all: Vec<Shard> = (0..SHARDS).map(shard).collect();
        for shards in &self.shards {
            shards.see(&there, &all, EDITION);
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_code_of_one_server_opens_at_the_other() {
    let host = Host::start("nodes-code").await;
    let (created, _host, code) = table_with_a_code(&host.one).await;
    let mut ben = Browser::new(&host.two);
    let page = ben.get(&format!("/j/{code}?lang=en")).await.with(200);
    let text = page.text();
    text.has("<h1>Ana invites you to a table</h1>");
    shows(&page, "house-rules");
    ben.sent(&format!("/j/{code}"), &[("name", "Ben")]).await;
    assert_eq!(ben.led_to, format!("/t/{}", created.table));
    let sat = ben.sit(&created.table).await;
    assert_eq!(sat.table.seat().map(|seat| seat.index()), Some(1));
    // A code of no table is told at once to be none.
    let before = std::time::Instant::now();
    assert_eq!(ben.get("/j/aaaaaa").await.status, 404);
    assert!(before.elapsed().as_secs() < 3);

    // The first server is gone, and the second has its tables: whoever comes meanwhile waits.
    host.wire.cut("one", true);
    host.see(&["two"], |number| NAMES[usize::from(number) % 2], 1);
    let (path, two) = (format!("/j/{code}"), host.two.address);
    let waiting = tokio::spawn(async move {
        let answer = request(two, &format!("GET {path} HTTP/1.1"), b"").await;
        answer.status
    });
    tokio::time::sleep(std::time::Duration::from_millis(300)).await;
    assert!(!waiting.is_finished());
    host.see(&["two"], |_| "two", 2);
    assert_eq!(waiting.await.unwrap(), 200);
}

#[tokio::test(flavor = "multi_thread")]
async fn tables_of_one_server_are_listed_at_the_other() {
    let host = Host::start("nodes-lists").await;
    let mut ana = Browser::new(&host.one);
    let seat = [
        ("game", "jamaican-partner"),
        ("name", "Ana"),
        ("level", "4"),
    ];
    ana.sent("/lobby", &seat).await;
    ana.sent("/lobby/bots", &[]).await;
    let table = ana.table().await;
    let _at_table = ana.sit(&table).await;
    for server in [&host.one, &host.two] {
        let mut eva = Browser::new(server);
        let listed = eva.listed(|page| page.contains(&table)).await;
        assert!(listed.text().contains("3 seats free"), "{}", listed.text());
        let watched = eva.get("/watch?lang=en").await;
        let place = format!("href=\"/t/{table}\"");
        // Live boards above the list may show it too.
        let list = watched.text().split("watch-tables").nth(1);
        let list = list.expect("a list of tables");
        assert_eq!(list.matches(&place).count(), 1, "{list}");
    }
    let mut eva = Browser::new(&host.two);
    eva.sent("/lobby/sit", &[("table", &table), ("name", "Eva")])
        .await;
    assert_eq!(eva.led_to, format!("/t/{table}"));
    // What stands in the list has not lost anything on the way: the score of each side.
    let watched = eva.get("/watch?lang=en").await;
    assert!(watched.text().contains("Ana"), "{}", watched.text());
}

/// The server that has the lobby, and the one that has not.
fn lobby_and_other(host: &Host) -> (&Server, &Server) {
    match shard_of("lobby") % 2 {
        0 => (&host.one, &host.two),
        _ => (&host.two, &host.one),
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_seek_at_one_server_meets_one_at_the_other() {
    let host = Host::start("nodes-seek").await;
    let (lobby, other) = lobby_and_other(&host);
    let (mut ana, mut eva) = (Browser::new(lobby), Browser::new(other));
    let fields = |name| [("game", "draw"), ("name", name), ("speed", "fast")];
    ana.sent("/lobby", &fields("Ana")).await;
    let listed = eva.get("/lobby?lang=en").await;
    assert!(listed.text().contains("1 waiting"), "{}", listed.text());
    eva.sent("/lobby", &fields("Eva")).await;
    // Whichever server a page asks.
    let told = {
        let mut elsewhere = Browser::new(lobby);
        elsewhere.cookie.clone_from(&eva.cookie);
        elsewhere.get("/lobby/wait").await.status
    };
    assert!(matches!(told, 200 | 303), "{told}");
    let (of_ana, of_eva) = (ana.table().await, eva.table().await);
    assert_eq!(of_ana, of_eva);
    let (ana, eva) = (ana.sit(&of_ana).await, eva.sit(&of_eva).await);
    assert_ne!(ana.seat(), eva.seat());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_partner_comes_from_the_other_server() {
    let host = Host::start("nodes-partner").await;
    let (lobby, other) = lobby_and_other(&host);
    let (mut ana, mut eva) = (Browser::new(other), Browser::new(lobby));
    let wish = [
        ("company", "partner"),
        ("game", "jamaican-partner"),
        ("name", "Ana"),
    ];
    ana.sent("/lobby", &wish).await;
    let page = ana.get(&ana.led_to.clone()).await;
    let (_, link) = page.text().split_once("/lobby/with/").unwrap();
    let code = &link[..6];
    // By the address of codes of tables as well.
    eva.get(&format!("/j/{code}")).await;
    assert_eq!(eva.led_to, format!("/lobby/with/{code}"));
    eva.sent(&format!("/lobby/with/{code}"), &[("name", "Eva")])
        .await;
    ana.get("/lobby/wait").await;
    eva.sent("/lobby/bots", &[]).await;
    assert_eq!(ana.table().await, eva.table().await);
}

#[tokio::test(flavor = "multi_thread")]
async fn seek_ends_with_its_server_and_can_be_repeated() {
    let host = Host::start("nodes-lobby-gone").await;
    let (lobby, other) = lobby_and_other(&host);
    let (gone, left) = match lobby.address == host.one.address {
        true => ("one", "two"),
        false => ("two", "one"),
    };
    let mut ana = Browser::new(other);
    ana.sent("/lobby", &[("game", "draw"), ("name", "Ana")])
        .await;
    let waits = ana.led_to.clone();
    ana.get("/lobby/wait?part=status").await.with(200);
    host.wire.cut(gone, true);
    // While it may come back, the page goes on asking.
    assert_eq!(ana.get("/lobby/wait?part=status").await.status, 503);
    host.see(&[left], |_| left, 2);
    assert_eq!(ana.get("/lobby/wait?part=status").await.status, 410);
    shows(&ana.get(&waits).await, "seek-again");
    ana.sent("/lobby", &[("game", "draw")]).await;
    ana.sent("/lobby/bots", &[]).await;
    ana.table().await;
}

async fn member<'a>(server: &'a Server, name: &str) -> browser::Browser<'a> {
    let mut browser = browser::Browser::guest(server, name).await;
    browser.join(name).await;
    browser.head += "\r\ncontent-type: application/x-www-form-urlencoded";
    browser
}

#[tokio::test(flavor = "multi_thread")]
async fn friends_at_two_servers_see_and_challenge_each_other() {
    let host = Host::start("nodes-friends").await;
    let (mut ana, mut eva) = (
        member(&host.one, "ana").await,
        member(&host.two, "eva").await,
    );
    let stranger: MyFriends = ana.get("/api/me/friends").await;
    assert!(stranger.friends.is_empty());
    for (browser, other) in [(&mut ana, "eva"), (&mut eva, "ana")] {
        let asked = format!("username={other}");
        browser.ask("POST", "/friends/ask", &asked).await.with(303);
    }
    let seen: MyFriends = ana.get("/api/me/friends").await;
    assert_eq!(seen.friends[0].presence, Some(Whereabouts::Here));
    let asked = "username=eva&as=opponent&game=draw";
    assert_eq!(ana.ask("POST", "/challenge", asked).await.status, 303);
    let page = eva.ask("GET", "/", "").await;
    let (_, form) = page
        .text()
        .split_once("data-testid=\"challenged\"")
        .unwrap();
    let (_, id) = form.split_once("name=\"id\" value=\"").unwrap();
    let id = format!("id={}", id.split('"').next().unwrap());
    assert_eq!(eva.ask("POST", "/challenge/accept", &id).await.status, 303);
    let mut tables = Vec::new();
    for _ in 0..100 {
        for browser in [&mut ana, &mut eva] {
            let answer = browser.ask("GET", "/lobby/wait", "").await;
            let table = answer.head.split_once("\r\nlocation: /t/");
            tables.extend(table.map(|(_, table)| table[..12].to_owned()));
        }
        if tables.len() >= 2 {
            break;
        }
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
    assert_eq!(tables[0], tables[1]);
    // Who sits there is seen to by whichever server.
    let cookie = eva.cookie.clone();
    let token = new_token();
    let _eva = Player::join_as(host.two.address, &tables[0], &token, cookie.as_deref()).await;
    let seen: MyFriends = ana.get("/api/me/friends").await;
    assert_eq!(seen.friends[0].presence, Some(Whereabouts::AtTable));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_passkey_is_begun_at_one_server_and_kept_at_the_other_once() {
    let host = Host::start("nodes-passkey").await;
    // A proxy keeps the name by which browsers know the host.
    let name = format!("localhost:{}", host.one.address.port());
    let mut key = Authenticator::new(1, &format!("http://{name}"));
    let mut ana = browser::Browser::new(&host.one);
    ana.head += &format!("\r\nhost: {name}");
    ana.ask("POST", "/api/me", "{\"name\":\"Ana\"}")
        .await
        .with(201);
    let asked = json!({ "username": "ana" }).to_string();
    let begun = ana.ask("POST", "/api/me/passkeys/begin", &asked).await;
    let begun: Value = serde_json::from_str(begun.text()).unwrap();
    let credential = key.create(&begun["options"]);
    let kept = json!({ "ceremony": begun["ceremony"], "credential": credential }).to_string();
    ana.server = &host.two;
    ana.ask("POST", "/api/me/passkeys", &kept).await.with(201);
    for server in [&host.one, &host.two] {
        ana.server = server;
        ana.ask("POST", "/api/me/passkeys", &kept).await.with(403);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_first_owner_has_the_code_of_any_server_and_there_is_one() {
    let mut host = Host::start("nodes-owner").await;
    let [of_one, of_two] = &mut host.owner_codes;
    let codes = [of_one.recv().await.unwrap(), of_two.recv().await.unwrap()];
    let (mut ana, mut eva) = (
        member(&host.one, "ana").await,
        member(&host.two, "eva").await,
    );
    let owns = |code: &str| format!("code={code}");
    ana.ask("POST", "/moderate/owner", &owns(&codes[1]))
        .await
        .with(303);
    for code in &codes {
        eva.ask("POST", "/moderate/owner", &owns(code))
            .await
            .with(403);
    }
}
