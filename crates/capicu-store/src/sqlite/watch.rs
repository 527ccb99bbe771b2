//! Watches the open file while the server runs. It reports why the file cannot be written, and saves it when its folder
//! is gone.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use sqlx::{Connection as _, SqliteConnection};
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use tokio::time::{Instant, MissedTickBehavior, interval};

use super::copies::{self, CopyError};
use super::place::{Place, Trouble};
use crate::Health;
use crate::sql::{Job, Writer};

const LOOK: Duration = Duration::from_millis(200);

/// Delay after a failed copy before the next attempt.
const AGAIN: Duration = Duration::from_secs(30);

#[derive(Debug)]
pub(super) struct Watch(Mutex<Option<(oneshot::Sender<()>, JoinHandle<()>)>>);

impl Watch {
    /// Starts to watch; `spare` is a connection for this task only.
    pub fn begin(place: Arc<Place>, writer: Writer, spare: SqliteConnection) -> Self {
        let (stop, stopped) = oneshot::channel();
        let looking = Looking {
            place,
            writer,
            spare,
            found: None,
            saved: Saved::Not(None),
        };
        let task = tokio::spawn(looking.run(stopped));
        Self(Mutex::new(Some((stop, task))))
    }

    pub async fn end(&self) {
        let task = self.0.lock();
        let task = task.unwrap_or_else(PoisonError::into_inner).take();
        if let Some((stop, task)) = task {
            let _ = stop.send(());
            let _ = task.await;
        }
    }
}

struct Looking {
    place: Arc<Place>,
    writer: Writer,
    /// Open since the start: whatever is in the folder now, this connection has the file that was written.
    spare: SqliteConnection,
    found: Option<Trouble>,
    saved: Saved,
}

/// Whether a file without a folder is saved.
enum Saved {
    /// Not saved; the time of the last attempt.
    Not(Option<Instant>),
    Yes,
}

impl Looking {
    async fn run(mut self, mut stopped: oneshot::Receiver<()>) {
        let mut looks = interval(LOOK);
        looks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut asked: Option<oneshot::Receiver<()>> = None;
        loop {
            tokio::select! {
                _ = looks.tick() => {}
                _ = &mut stopped => break,
            }
            // Check whether the writer gets its turn, even if there is nothing to write.
            if asked.as_mut().is_none_or(|asked| !is_pending(asked)) {
                let (done, answer) = oneshot::channel();
                self.writer.offer(Job::probe(done));
                asked = Some(answer);
            }
            self.note();
            if let Some(Trouble::Gone(_)) = self.place.gone() {
                self.save().await;
            }
        }
        if let Some(Trouble::Gone(_)) = self.place.gone() {
            self.saved = match self.saved {
                Saved::Not(_) => Saved::Not(None),
                Saved::Yes => Saved::Yes,
            };
            self.save().await;
        }
        let _ = self.spare.close().await;
    }

    /// Stores the finding, and logs it if it is new.
    fn note(&mut self) {
        let new = match (self.place.trouble(), &self.found) {
            // Between two attempts the writer waits for nothing.
            (None, Some(Trouble::Held(..))) if self.writer.health() != Health::Writable => return,
            (new, _) => new,
        };
        let kind = |trouble: &Option<Trouble>| trouble.as_ref().map(std::mem::discriminant);
        if kind(&self.found) != kind(&new) {
            match (&self.found, &new) {
                (_, Some(gone @ Trouble::Gone(_))) => tracing::error!(
                    "{gone}; the server accepts no move until it is back in its place. It writes a copy now"
                ),
                (_, Some(held @ Trouble::Held(file, _))) => tracing::error!(
                    "{held}; moves wait. `fuser -v {0}*` or `lsof {0}` lists who has it open",
                    file.display()
                ),
                (Some(Trouble::Gone(file)), None) => {
                    self.saved = Saved::Not(None);
                    tracing::info!("{} is back in its place", file.display());
                }
                (Some(Trouble::Held(file, _)), None) => {
                    tracing::info!("{} can be written again", file.display());
                }
                (None, None) => {}
            }
        }
        self.found = new;
    }

    async fn save(&mut self) {
        match self.saved {
            Saved::Yes => return,
            Saved::Not(Some(tried)) if tried.elapsed() < AGAIN => return,
            Saved::Not(_) => self.saved = Saved::Not(Some(Instant::now())),
        }
        let folder = self.place.folder().to_owned();
        for file in copies::places(&folder) {
            match copies::save(&mut self.spare, &file).await {
                Ok(()) => {
                    self.saved = Saved::Yes;
                    tracing::error!(
                        "everything is saved in {0}: copy that file to a safe place before you stop the server, put it \
                         back with `capicu restore --data {1} {0}`, and start again",
                        file.display(),
                        folder.display()
                    );
                    return;
                }
                Err(why) => not_saved(&why),
            }
        }
    }
}

fn not_saved(why: &CopyError) {
    tracing::error!("the open database cannot be saved there: {why}");
}

fn is_pending(answer: &mut oneshot::Receiver<()>) -> bool {
    matches!(answer.try_recv(), Err(oneshot::error::TryRecvError::Empty))
}
