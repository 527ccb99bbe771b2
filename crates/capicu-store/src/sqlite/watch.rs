//! Looks after the open file while the server runs: says why it cannot be written, and saves it when its folder is gone.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use sqlx::{Connection as _, SqliteConnection};
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use tokio::time::{Instant, MissedTickBehavior, interval};

use super::copies::{self, CopyError};
use super::place::{Place, Trouble};
use crate::Health;
use crate::sql::{Job, Writer};

/// How often the file is looked at.
const LOOK: Duration = Duration::from_millis(200);

/// How long after a copy failed the next one is tried.
const AGAIN: Duration = Duration::from_secs(30);

/// The task that looks.
#[derive(Debug)]
pub(super) struct Watch(Mutex<Option<(oneshot::Sender<()>, JoinHandle<()>)>>);

impl Watch {
    /// Begins to look; `spare` is a connection that nobody else uses.
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

    /// Ends it, once what it does is done.
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
    /// Open since the start: whatever is in the folder now, this is the file that was written.
    spare: SqliteConnection,
    /// What was found at the last look.
    found: Option<Trouble>,
    saved: Saved,
}

/// Whether the file is saved whose folder is gone.
enum Saved {
    /// No; when that was tried last.
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
            // Finds out whether the writer gets its turn where nobody has anything to write.
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

    /// Writes down what was found, and logs what is new.
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
                    "{gone}; no move is taken until it is back in its place. A copy is written now"
                ),
                (_, Some(held @ Trouble::Held(file, _))) => tracing::error!(
                    "{held}; moves wait until it lets go. `fuser -v {0}*` or `lsof {0}` finds it",
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

    /// Copies the open file to a place where it is found.
    async fn save(&mut self) {
        match self.saved {
            Saved::Yes => return,
            Saved::Not(Some(tried)) if tried.elapsed() < AGAIN => return,
            Saved::Not(_) => self.saved = Saved::Not(Some(Instant::now())),
        }
        let folder = self.place.folder().to_owned();
        for file in places(&folder) {
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

/// Where a copy may go: next to the data folder, or where temporary files go.
fn places(folder: &Path) -> Vec<PathBuf> {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    let name = format!("capicu-saved-{}.db", since.unwrap_or_default().as_secs());
    let parent = folder.parent().map(Path::to_owned);
    let places = parent.into_iter().chain([std::env::temp_dir()]);
    places.map(|place| place.join(&name)).collect()
}

fn is_pending(answer: &mut oneshot::Receiver<()>) -> bool {
    matches!(answer.try_recv(), Err(oneshot::error::TryRecvError::Empty))
}
