//! Talk over sockets: who may say what, in which form, and how often.

use std::collections::HashSet;

use crate::common::browser::{Browser, sit_down};
use crate::common::*;
use capicu_i18n::{Lang, Texts};
use capicu_protocol::{ClientMessage, Phrase, Refusal, Saying, ServerMessage};
use capicu_server::{Config, Limits};

fn says(saying: Saying) -> ClientMessage {
    ClientMessage::Say {
        key: new_key(),
        saying,
    }
}

fn text(text: &str) -> ClientMessage {
    says(Saying::Text(text.to_owned()))
}

fn phrase() -> ClientMessage {
    says(Saying::Phrase(Phrase::Hello))
}

async fn refusal(player: &mut Player, said: &ClientMessage) -> Option<Refusal> {
    player.ask(said).await.err().map(|(refusal, _)| refusal)
}

async fn hears(player: &mut Player) -> Saying {
    loop {
        if let ServerMessage::Said { saying, .. } = player.hear().await.unwrap() {
            return saying;
        }
    }
}

#[tokio::test]
async fn guests_say_phrases_and_members_words_of_their_own() {
    let server = Server::fresh("talk").await;
    let guest = Browser::guest(&server, "Gus").await;
    let mut member = Browser::guest(&server, "Ana").await;
    member.join("ana").await;
    // Nobody has sat down in the other seats, so no round is played.
    let (created, mut ana) = sit_down(&server, &member, FRIENDS).await;
    let (table, link) = (&created.table, &created.open[0].token);
    let cookie = guest.cookie.as_deref();
    let mut gus = Player::join_as(server.address, table, link, cookie)
        .await
        .unwrap();

    assert_eq!(refusal(&mut gus, &phrase()).await, None);
    assert_eq!(hears(&mut ana).await, Saying::Phrase(Phrase::Hello));
    let said = refusal(&mut gus, &text("Hola")).await;
    assert_eq!(said, Some(Refusal::MembersOnly));
    // Whoever is not signed in at all is no member either.
    let mut nobody = Player::sit(server.address, table, &created.open[1].token).await;
    let said = refusal(&mut nobody, &text("Hola")).await;
    assert_eq!(said, Some(Refusal::MembersOnly));

    // One letter written as two is one letter for whoever reads it.
    assert_eq!(refusal(&mut ana, &text(" ¿Que\u{301} tal? ")).await, None);
    assert_eq!(hears(&mut gus).await, Saying::Text("¿Qué tal?".to_owned()));
    for wrong in ["", "a\u{202e}b", "a\nb", &"x".repeat(201)] {
        let said = refusal(&mut ana, &text(wrong)).await;
        assert_eq!(said, Some(Refusal::BadText), "{wrong:?}");
    }
    server.stop().await;
}

#[tokio::test]
async fn a_flood_of_talk_is_stopped_by_seat_and_by_address() {
    let folder = Folder::new("talk-flood");
    let server = Server::start(Config {
        limits: Limits {
            sockets: "6/1".parse().unwrap(),
            ..Limits::NONE
        },
        ..config(&folder.0)
    })
    .await;
    let created = create(server.address, &four(FRIENDS, &[])).await;
    let mut ana = Player::sit(server.address, &created.table, &created.token).await;
    let mut ben = Player::sit(server.address, &created.table, &created.open[0].token).await;
    for _ in 0..4 {
        assert_eq!(refusal(&mut ana, &phrase()).await, None);
    }
    let said = refusal(&mut ana, &phrase()).await;
    assert_eq!(said, Some(Refusal::TooOften), "from this seat");
    assert_eq!(refusal(&mut ben, &phrase()).await, None);
    let said = refusal(&mut ben, &phrase()).await;
    assert_eq!(said, Some(Refusal::TooOften), "from this address");
    server.stop().await;
}

#[test]
fn every_phrase_has_words_of_its_own_in_both_languages() {
    for &lang in Lang::ALL {
        let said = Phrase::ALL.map(|phrase| Texts::new(lang).phrase(phrase.name()));
        assert!(said.iter().all(Option::is_some));
        let different: HashSet<_> = said.into_iter().collect();
        assert_eq!(different.len(), Phrase::ALL.len());
    }
}
