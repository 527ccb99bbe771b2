use capicu_protocol::PlayerId;

use super::people::{damaged, id_of, kind, time, time_of};
use super::{Connection, Engine, Error, Row, Sql, Task, query, unavailable};
use crate::puzzles::{
    Answered, KeptPuzzle, MOST_PUZZLES, NewAnswer, Outcome, PuzzleError, Puzzles,
};
use crate::{Answer, Unavailable};

#[derive(Debug)]
pub(super) enum PuzzleRow {
    Give(KeptPuzzle),
    TakeBack { giver: PlayerId, puzzle: String },
    Answer(NewAnswer),
}

const PUZZLES: &str = "SELECT id, giver, game, given_at, puzzle, solution FROM puzzles";

const ANSWERED: &str = "SELECT puzzle, tries, outcome, at, day FROM puzzle_answers";

impl<E: Engine> Sql<E> {
    async fn write_puzzle(&self, row: PuzzleRow) -> Result<(), PuzzleError> {
        let answer = self.ask(|done| Task::Puzzle(Box::new(row), done)).await;
        answer.unwrap_or(Err(PuzzleError::Failed))
    }

    async fn kept_puzzle(&self, id: &str) -> Result<Option<KeptPuzzle>, Error> {
        let statement = format!("{PUZZLES} WHERE id = ?");
        let row = query(statement).bind(id).fetch_optional(&self.0);
        row.await?.as_ref().map(puzzle_of).transpose()
    }

    async fn given_before(&self, moment: u64) -> Result<Vec<(String, String)>, Error> {
        let rows = query("SELECT id, game FROM puzzles WHERE given_at < ? ORDER BY id")
            .bind(time(moment))
            .fetch_all(&self.0)
            .await?;
        let listed = |row: &Row| Ok((row.try_get(0)?, row.try_get(1)?));
        rows.iter().map(listed).collect()
    }

    async fn given_by(&self, giver: PlayerId) -> Result<Vec<KeptPuzzle>, Error> {
        let statement = format!("{PUZZLES} WHERE giver = ? ORDER BY given_at DESC, id");
        let rows = query(statement)
            .bind(giver.as_str())
            .fetch_all(&self.0)
            .await?;
        rows.iter().map(puzzle_of).collect()
    }

    async fn answers_of(&self, player: PlayerId) -> Result<Vec<Answered>, Error> {
        let statement = format!(
            "{ANSWERED} WHERE player = ?1 OR player IN (SELECT guest FROM aliases WHERE member = ?1)"
        );
        let rows = query(statement)
            .bind(player.as_str())
            .fetch_all(&self.0)
            .await?;
        let answers: Result<_, _> = rows.iter().map(answered_of).collect();
        answers.map(merged)
    }
}

fn puzzle_of(row: &Row) -> Result<KeptPuzzle, Error> {
    Ok(KeptPuzzle {
        id: row.try_get(0)?,
        giver: id_of(row, 1)?,
        game: row.try_get(2)?,
        given_at: time_of(row, 3)?,
        puzzle: row.try_get(4)?,
        solution: row.try_get(5)?,
    })
}

fn answered_of(row: &Row) -> Result<Answered, Error> {
    let outcome = Outcome::by_id(row.try_get(2)?);
    Ok(Answered {
        puzzle: row.try_get(0)?,
        tries: row.try_get(1)?,
        outcome: outcome.ok_or_else(|| damaged("no outcome of a puzzle"))?,
        at: time_of(row, 3)?,
        day: row.try_get(4)?,
    })
}

impl<E: Engine> Puzzles for Sql<E> {
    fn give_puzzle(&self, puzzle: KeptPuzzle) -> Answer<'_, Result<(), PuzzleError>> {
        Box::pin(self.write_puzzle(PuzzleRow::Give(puzzle)))
    }

    fn take_puzzle_back(
        &self,
        giver: PlayerId,
        puzzle: String,
    ) -> Answer<'_, Result<(), PuzzleError>> {
        Box::pin(self.write_puzzle(PuzzleRow::TakeBack { giver, puzzle }))
    }

    fn puzzle(&self, puzzle: String) -> Answer<'_, Result<Option<KeptPuzzle>, Unavailable>> {
        Box::pin(async move { self.kept_puzzle(&puzzle).await.map_err(unavailable) })
    }

    fn puzzles_before(
        &self,
        moment: u64,
    ) -> Answer<'_, Result<Vec<(String, String)>, Unavailable>> {
        Box::pin(async move { self.given_before(moment).await.map_err(unavailable) })
    }

    fn puzzles_of(&self, giver: PlayerId) -> Answer<'_, Result<Vec<KeptPuzzle>, Unavailable>> {
        Box::pin(async move { self.given_by(giver).await.map_err(unavailable) })
    }

    fn note_answer(&self, answer: NewAnswer) -> Answer<'_, Result<(), PuzzleError>> {
        Box::pin(self.write_puzzle(PuzzleRow::Answer(answer)))
    }

    fn answers(&self, player: PlayerId) -> Answer<'_, Result<Vec<Answered>, Unavailable>> {
        Box::pin(async move { self.answers_of(player).await.map_err(unavailable) })
    }
}

/// Outcome of a change: the inner error is the caller's fault, the outer one the database's.
type Done = Result<Result<(), PuzzleError>, Error>;

/// Applies the change in a transaction. After an outer error the connection must not be used again.
pub(super) async fn apply(connection: &mut dyn Connection, row: &PuzzleRow) -> Done {
    connection.begin().await?;
    let done = match row {
        PuzzleRow::Give(puzzle) => give(connection, puzzle).await?,
        PuzzleRow::TakeBack { giver, puzzle } => take_back(connection, *giver, puzzle).await?,
        PuzzleRow::Answer(answer) => note(connection, answer).await?,
    };
    connection.end(done.is_ok()).await?;
    Ok(done)
}

async fn give(connection: &mut dyn Connection, puzzle: &KeptPuzzle) -> Done {
    if kind(connection, puzzle.giver).await?.as_deref() != Some("member") {
        return Ok(Err(PuzzleError::Unknown));
    }
    let given = query("SELECT count(*) FROM puzzles WHERE giver = ?")
        .bind(puzzle.giver.as_str())
        .fetch_one(&mut *connection)
        .await?;
    let given: i64 = given.try_get(0)?;
    let made = query(
        "INSERT INTO puzzles (id, giver, game, given_at, puzzle, solution) VALUES (?, ?, ?, ?, ?, ?)",
    ).bind_all(values![&puzzle.id, puzzle.giver.as_str(), &puzzle.game, time(puzzle.given_at), &puzzle.puzzle, &puzzle.solution])
    .execute(connection)
    .await;
    match made {
        Ok(_) if given >= MOST_PUZZLES as i64 => Ok(Err(PuzzleError::Full)),
        Ok(_) => Ok(Ok(())),
        Err(error) if error.is_constraint() => Ok(Err(PuzzleError::Taken)),
        Err(error) => Err(error),
    }
}

async fn take_back(connection: &mut dyn Connection, giver: PlayerId, puzzle: &str) -> Done {
    let done = query("DELETE FROM puzzles WHERE id = ? AND giver = ?")
        .bind_all(values![puzzle, giver.as_str()])
        .execute(connection)
        .await?;
    Ok(match done.rows_affected() {
        0 => Err(PuzzleError::Unknown),
        _ => Ok(()),
    })
}

async fn note(connection: &mut dyn Connection, answer: &NewAnswer) -> Done {
    let is_alive = |kind: &str| matches!(kind, "guest" | "member");
    let kind = kind(connection, answer.player).await?;
    if !kind.as_deref().is_some_and(is_alive) {
        return Ok(Err(PuzzleError::Unknown));
    }
    let statement = format!("{ANSWERED} WHERE player = ? AND puzzle = ?");
    let before = query(statement)
        .bind_all(values![answer.player.as_str(), &answer.puzzle])
        .fetch_optional(&mut *connection)
        .await?;
    let before = before.as_ref().map(answered_of).transpose()?;
    let Some(after) = Answered::after(before.as_ref(), answer) else {
        return Ok(Ok(()));
    };
    query(
        "INSERT INTO puzzle_answers (player, puzzle, tries, outcome, at, day)
         VALUES (?, ?, ?, ?, ?, ?)
         ON CONFLICT (player, puzzle) DO UPDATE SET tries = excluded.tries,
             outcome = excluded.outcome, at = excluded.at, day = excluded.day",
    )
    .bind_all(values![
        answer.player.as_str(),
        &after.puzzle,
        after.tries,
        after.outcome.id(),
        time(after.at),
        after.day
    ])
    .execute(connection)
    .await?;
    Ok(Ok(()))
}

impl Answered {
    /// Returns the state after one more answer.
    fn after(before: Option<&Self>, answer: &NewAnswer) -> Option<Self> {
        let tries = before.map_or(0, |before| before.tries);
        let is_open = before.is_none_or(|before| before.outcome == Outcome::Tried);
        is_open.then(|| Self {
            puzzle: answer.puzzle.clone(),
            tries: tries.saturating_add(u32::from(answer.outcome != Outcome::Shown)),
            outcome: answer.outcome,
            at: answer.at,
            day: answer.day.filter(|_| answer.outcome == Outcome::Solved),
        })
    }
}

/// Merges the answers that one player gave under several ids. For each puzzle, finished answers win over open ones,
/// then earlier ones.
fn merged(mut answers: Vec<Answered>) -> Vec<Answered> {
    let rank = |one: &Answered| (one.outcome == Outcome::Tried, one.at);
    answers.sort_by(|a, b| (&a.puzzle, rank(a)).cmp(&(&b.puzzle, rank(b))));
    answers.dedup_by(|next, kept| next.puzzle == kept.puzzle);
    answers
}
