//! Tests the reasons for which a server is not ready.

use axum::Extension;
use axum::body::to_bytes;
use axum::extract::State;
use tokio::time::sleep;

use super::*;
use crate::http::health;
use crate::supervise::{Job, Supervisor};

/// The status of `/api/health`, and what it says.
async fn health_of(site: &Site, supervisor: &Supervisor) -> (u16, String) {
    let answer = health::tell(State(site.clone()), Extension(supervisor.clone())).await;
    let status = answer.status().as_u16();
    let body = to_bytes(answer.into_body(), 10_000).await.unwrap();
    (status, String::from_utf8(body.to_vec()).unwrap())
}

#[tokio::test(start_paused = true)]
async fn server_is_not_ready_while_a_background_task_is_down() {
    let supervisor = Supervisor::default();
    let site = site(&Memory::default(), Nodes::alone());
    assert_eq!(health_of(&site, &supervisor).await.0, 200);
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
        let (status, said) = health_of(&site, &supervisor).await;
        assert_eq!(status, 503, "{said}");
        assert!(said.contains("seating"), "{said}");
        sleep(Duration::from_secs(1)).await;
    }
    assert_eq!(health_of(&site, &supervisor).await.0, 200);
}
