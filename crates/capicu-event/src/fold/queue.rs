//! The queue of the running stage follows every fact.

use crate::fact::Fact;
use crate::refused::Refused;
use crate::state::State;

impl State {
    pub(super) fn queue_follows(&mut self, at: u64, fact: &Fact) -> Result<(), Refused> {
        let queue = self.running_mut().and_then(|stage| stage.queue.take());
        let (Some(mut queue), Some(stage)) = (queue, self.running()) else {
            return Ok(());
        };
        queue.follow(self, stage, at, fact)?;
        if let Some(stage) = self.running_mut() {
            stage.queue = Some(queue);
        }
        Ok(())
    }
}
