//! The server is killed again and again in the middle of play: no move that was acknowledged is
//! lost, and none is done twice.

use std::time::Duration;

use crate::common::process::Process;
use crate::common::witness::{self, Promises};
use crate::common::*;
use tokio::sync::watch;
use tokio::time::sleep;

/// How often the server is killed at least; `CAPICU_KILLS` for more.
const KILLS: u32 = 30;

/// From which its moments are made up; `CAPICU_SEED` for others.
const SEED: u64 = 1;

/// Acknowledged commands after which kills stop, however slow the machine.
const PROMISES: usize = 300;

/// But not more often than this.
const MOST_KILLS: u32 = 200;

fn given<T: std::str::FromStr>(variable: &str, usual: T) -> T {
    match std::env::var(variable) {
        Ok(text) => text
            .parse()
            .unwrap_or_else(|_| panic!("{variable} is no number: {text}")),
        Err(_) => usual,
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn no_acknowledged_move_is_lost_and_none_is_done_twice() {
    let (kills, seed) = (given("CAPICU_KILLS", KILLS), given("CAPICU_SEED", SEED));
    let folder = Folder::new("crash");
    let (tell, address) = watch::channel(None);
    let promises = Promises::default();
    let mut process = Process::start(&folder.0);
    let at = process.address;
    let playing = witness::play(at, 3, &address, &promises).await;
    tell.send(Some(at)).unwrap();
    let (mut killed, mut moment) = (0, seed);
    loop {
        let enough = promises.lock().unwrap().len() >= PROMISES || killed >= MOST_KILLS;
        if killed >= kills && enough {
            break;
        }
        killed += 1;
        // Another moment each time, the same ones for the same seed.
        moment = moment
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        sleep(Duration::from_millis(60 + (moment >> 33) % 240)).await;
        tell.send(None).unwrap();
        process.kill();
        process = Process::start(&folder.0);
        tell.send(Some(process.address)).unwrap();
    }
    sleep(Duration::from_millis(300)).await;
    witness::stop(&playing);
    process.kill();
    let (moves, kept) = witness::compare(&folder.0, &promises).await;
    let promised = promises.lock().unwrap().len();
    eprintln!(
        "seed {seed}, {killed} kills: {moves} moves in the journal, {kept} of {promised} promises have a fact"
    );
    assert!(moves >= 300, "{moves} moves are too few to say anything");
    assert!(kept * 10 >= promised * 9);
}
