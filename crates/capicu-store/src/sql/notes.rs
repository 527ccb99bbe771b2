use super::{Connection, Engine, Error, Sql, Task, query, unavailable};
use crate::{Answer, Notes, Unavailable};

#[derive(Debug)]
pub(super) struct NoteRow {
    name: String,
    value: String,
}

impl<E: Engine> Notes for Sql<E> {
    fn note<'a>(&'a self, name: &'a str) -> Answer<'a, Result<Option<String>, Unavailable>> {
        Box::pin(async move {
            let row = query("SELECT value FROM notes WHERE name = ?")
                .bind(name)
                .fetch_optional(&self.0)
                .await;
            row.and_then(|row| row.map(|row| row.try_get(0)).transpose())
                .map_err(unavailable)
        })
    }

    fn set_note<'a>(&'a self, name: &'a str, value: String) -> Answer<'a, Result<(), Unavailable>> {
        let name = name.to_owned();
        Box::pin(async move {
            let row = NoteRow { name, value };
            self.ask(|done| Task::Note(row, done))
                .await
                .ok_or(Unavailable)
        })
    }
}

pub(super) async fn apply(connection: &mut dyn Connection, row: &NoteRow) -> Result<(), Error> {
    connection.begin().await?;
    query(
        "INSERT INTO notes (name, value) VALUES (?, ?)
         ON CONFLICT (name) DO UPDATE SET value = excluded.value",
    )
    .bind_all(values![&row.name, &row.value])
    .execute(&mut *connection)
    .await?;
    connection.end(true).await
}
