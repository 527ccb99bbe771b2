//! The faces of a table, as files: an account keeps its face, guests have gray, bots the portrait of their level.

use crate::common::browser::member;
use crate::common::forms::{Browser, table_with_a_code};
use crate::common::*;

/// The ground of guests.
const GRAY: &str = "#6b6f6a";

/// All that is drawn within the file.
fn drawing(file: &str) -> &str {
    let (_, inside) = file.split_once('>').unwrap();
    inside
}

#[tokio::test(flavor = "multi_thread")]
async fn seats_show_the_faces_of_their_players() {
    let server = Server::fresh("faces").await;
    let (created, host, code) = table_with_a_code(&server).await;
    let mut nena = Browser::new(&server);
    nena.cookie = member(&server, "nena").await.cookie;
    nena.sent(&format!("/j/{code}"), &[("seat", "1")]).await;

    let of = |seat: u8| format!("/face?table={}&seat={seat}&name=Nena", created.table);
    let mut ana = Browser::new(&server);
    let own = nena.get("/face?name=Somebody").await.with(200);
    let seen = ana.get(&of(1)).await.with(200);
    assert_eq!(
        drawing(seen.text()),
        drawing(own.text()),
        "the same everywhere"
    );
    let profile = ana.get("/@nena").await.with(200);
    let shown = drawing(own.text()).trim_end_matches("</svg>");
    assert!(profile.text().contains(shown), "{shown}");
    assert!(seen.head.contains("content-type: image/svg+xml"));
    assert!(
        seen.text()
            .starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\"")
    );

    // The host has no account. A table that does not exist reveals nothing.
    for path in [of(0), "/face?table=nowhere&seat=1&name=Nena".to_owned()] {
        let guest = ana.get(&path).await.with(200);
        guest.text().has(GRAY);
    }
    assert!(!own.text().contains(GRAY));
    drop(host);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn portrait_of_a_bot_has_the_ground_of_its_seat() {
    let server = Server::fresh("faces-bots").await;
    let mut ana = Browser::new(&server);
    let ladder = ana.get("/ladder").await.with(200);
    for level in capicu_protocol::Level::NAMES {
        let file = ana.get(&format!("/face?level={level}")).await.with(200);
        let drawn = drawing(file.text());
        assert!(ladder.text().contains(drawn), "{level}");
        assert!(!drawn.contains("M0 0h80v80H0z"), "{level}");
    }
    // The second bot of a table has the portrait of the next level, that after the last level the first one.
    for (of, same) in [
        ("club&nth=1", "imagines"),
        ("match&nth=1", "heaviest"),
        ("club&nth=8", "club"),
        ("club&nth=18446744073709551615", "club"),
        ("club&nth=no", "club"),
    ] {
        let [one, other] = [of, same].map(|of| format!("/face?level={of}"));
        let one = ana.get(&one).await.with(200);
        assert_eq!(one.text(), ana.get(&other).await.with(200).text(), "{of}");
    }
    server.stop().await;
}
