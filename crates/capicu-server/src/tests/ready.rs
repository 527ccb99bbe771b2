//! What keeps a server from being ready.

use axum::body::to_bytes;
use axum::extract::State;
use tokio::time::sleep;

use super::*;
use crate::events::Events;
use crate::events::online::OnlinePlay;
use crate::http::{Site, health};
use crate::lobby::{Lobby, Reception};
use crate::supervise::{Job, Supervisor};

fn site(supervisor: &Supervisor) -> Site {
    let (registry, store) = registry();
    let clock = registry.services().clock;
    let lobby = Reception::new(Lobby::new(clock, [7; 8]), None);
    let online = OnlinePlay::new(registry.clone(), Events::new(Arc::new(store), clock));
    let config = crate::config::Config::new(std::env::temp_dir());
    let stopping = tokio::sync::watch::channel(false).1;
    let owner_code = crate::conduct::OwnerCode::default();
    Site::new(registry, lobby, online, &config, stopping, owner_code)
        .supervised_by(supervisor.clone())
}

/// The status of `/api/health`, and what it says.
async fn health_of(site: &Site) -> (u16, String) {
    let answer = health::tell(State(site.clone())).await;
    let status = answer.status().as_u16();
    let body = to_bytes(answer.into_body(), 10_000).await.unwrap();
    (status, String::from_utf8(body.to_vec()).unwrap())
}

#[tokio::test(start_paused = true)]
async fn server_is_not_ready_while_a_background_task_is_down() {
    let supervisor = Supervisor::default();
    let site = site(&supervisor);
    assert_eq!(health_of(&site).await.0, 200);
    let mut starts = 0;
    supervisor.spawn(Job::Seating, move || {
        starts += 1;
        async move {
            assert!(starts > 3, "it cannot be done");
            std::future::pending().await
        }
    });
    // It fails at 0, 1 and 3 seconds, and runs from 7 on.
    sleep(Duration::from_millis(10)).await;
    for _ in 0..17 {
        let (status, said) = health_of(&site).await;
        assert_eq!(status, 503, "{said}");
        assert!(said.contains("seating"), "{said}");
        sleep(Duration::from_secs(1)).await;
    }
    assert_eq!(health_of(&site).await.0, 200);
}
