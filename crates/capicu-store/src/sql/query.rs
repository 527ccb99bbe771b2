//! Statements, and what a database answers, whichever it is.

use std::borrow::Cow;

use crate::Answer;

/// A statement with its values. Values are numbered from 1: `?1`; a `?` alone is the next one.
#[derive(Clone, Debug)]
pub struct Query {
    /// The statement.
    pub sql: Cow<'static, str>,
    /// Its values, in order.
    pub values: Vec<Value>,
}

/// Begins a statement.
pub(crate) fn query(sql: impl Into<Cow<'static, str>>) -> Query {
    Query {
        sql: sql.into(),
        values: Vec::new(),
    }
}

impl Query {
    /// Adds the next value.
    pub(crate) fn bind(mut self, value: impl Into<Value>) -> Self {
        self.values.push(value.into());
        self
    }

    /// Runs it; answers how many rows it changed.
    pub(crate) async fn execute<'a>(self, on: impl Executor<'a>) -> Result<Changed, Error> {
        Ok(Changed(on.run(self).await?.changed))
    }

    pub(crate) async fn fetch_all<'a>(self, on: impl Executor<'a>) -> Result<Vec<Row>, Error> {
        Ok(on.run(self).await?.rows)
    }

    pub(crate) async fn fetch_optional<'a>(
        self,
        on: impl Executor<'a>,
    ) -> Result<Option<Row>, Error> {
        Ok(on.run(self).await?.rows.into_iter().next())
    }

    pub(crate) async fn fetch_one<'a>(self, on: impl Executor<'a>) -> Result<Row, Error> {
        let row = self.fetch_optional(on).await?;
        row.ok_or_else(|| Error::Failed("no row where there is always one".to_owned()))
    }
}

/// How many rows a statement changed.
pub(crate) struct Changed(u64);

impl Changed {
    pub(crate) const fn rows_affected(&self) -> u64 {
        self.0
    }
}

/// What runs statements.
pub(crate) trait Executor<'a> {
    fn run(self, query: Query) -> Answer<'a, Result<Found, Error>>;
}

impl<'a, 'c> Executor<'a> for &'a mut (dyn Connection + 'c) {
    fn run(self, query: Query) -> Answer<'a, Result<Found, Error>> {
        Connection::run(self, query)
    }
}

impl<'a, E: super::Engine> Executor<'a> for &'a E {
    fn run(self, query: Query) -> Answer<'a, Result<Found, Error>> {
        self.read(query)
    }
}

/// What a statement found and did.
#[derive(Clone, Debug, Default)]
pub struct Found {
    /// The rows that it answers.
    pub rows: Vec<Row>,
    /// How many rows it changed.
    pub changed: u64,
}

/// The connection of a writer. Between [`begin`](Connection::begin) and [`end`](Connection::end) nobody else changes
/// what is not the journal. After an error that is no constraint it is of no more use.
pub trait Connection: Send {
    /// What it understands.
    fn dialect(&self) -> Dialect;

    /// Runs a statement.
    fn run<'a>(&'a mut self, query: Query) -> Answer<'a, Result<Found, Error>>;

    /// Begins a transaction.
    fn begin(&mut self) -> Answer<'_, Result<(), Error>>;

    /// Ends it: keeps what was done, or nothing of it.
    fn end(&mut self, keep: bool) -> Answer<'_, Result<(), Error>>;
}

/// Where databases differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dialect {
    /// SQLite.
    Sqlite,
    /// PostgreSQL.
    Postgres,
}

impl Dialect {
    /// The texts of a list in JSON that is bound as the first value, as a table of one column, `value`.
    pub(crate) const fn list(self) -> &'static str {
        match self {
            Self::Sqlite => "json_each(?1)",
            Self::Postgres => "json_array_elements_text(?1::json) AS list (value)",
        }
    }
}

/// Why a statement did not do what it should.
#[derive(Clone, Debug, thiserror::Error)]
pub enum Error {
    /// What was to be written does not fit what is there, which says nothing about the database.
    #[error("{0}")]
    Constraint(String),
    /// A row holds what cannot stand there.
    #[error("a row is damaged: {0}")]
    Damaged(String),
    /// The database failed, or cannot be reached.
    #[error("{0}")]
    Failed(String),
}

impl Error {
    pub(crate) const fn is_constraint(&self) -> bool {
        matches!(self, Self::Constraint(_))
    }
}

/// A value in a row, or for a statement; `None` is NULL.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// A whole number, or 0 or 1 for what is so or not.
    Int(Option<i64>),
    /// A text.
    Text(Option<String>),
    /// Bytes.
    Blob(Option<Vec<u8>>),
}

macro_rules! values {
    ($($kind:ident: $($type:ty => $into:expr),+;)+) => {
        $($(
            impl From<$type> for Value {
                fn from(value: $type) -> Self {
                    let into: fn($type) -> _ = $into;
                    Self::$kind(Some(into(value)))
                }
            }

            impl From<Option<$type>> for Value {
                fn from(value: Option<$type>) -> Self {
                    Self::$kind(value.map($into))
                }
            }
        )+)+
    };
}

values! {
    Int: i64 => |n| n, i32 => i64::from, u32 => i64::from, u16 => i64::from, u8 => i64::from,
        bool => i64::from;
    Text: &str => str::to_owned, String => |text| text, &String => |text| text.clone();
    Blob: &[u8] => <[u8]>::to_vec, Vec<u8> => |bytes| bytes, &Vec<u8> => |bytes| bytes.clone();
}

impl From<&Option<String>> for Value {
    fn from(value: &Option<String>) -> Self {
        Self::Text(value.clone())
    }
}

/// A row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row(pub Vec<Value>);

impl Row {
    /// What stands in a column, counted from 0.
    pub(crate) fn try_get<'a, T: Get<'a>>(&'a self, column: usize) -> Result<T, Error> {
        let value = self.0.get(column);
        let wrong = || Error::Damaged(format!("column {column} holds {value:?}"));
        value.and_then(T::get).ok_or_else(wrong)
    }
}

/// What a column can be read as.
pub(crate) trait Get<'a>: Sized {
    /// `None` if it is something else.
    fn get(value: &'a Value) -> Option<Self>;
}

impl<'a> Get<'a> for i64 {
    fn get(value: &'a Value) -> Option<Self> {
        match value {
            Value::Int(number) => *number,
            Value::Text(_) | Value::Blob(_) => None,
        }
    }
}

macro_rules! numbers {
    ($($number:ty),+) => {
        $(impl<'a> Get<'a> for $number {
            fn get(value: &'a Value) -> Option<Self> {
                i64::get(value)?.try_into().ok()
            }
        })+
    };
}

numbers!(u8, u16, u32, u64, i32);

impl<'a> Get<'a> for bool {
    fn get(value: &'a Value) -> Option<Self> {
        Some(i64::get(value)? != 0)
    }
}

impl<'a> Get<'a> for &'a str {
    fn get(value: &'a Value) -> Option<Self> {
        match value {
            Value::Text(text) => text.as_deref(),
            Value::Int(_) | Value::Blob(_) => None,
        }
    }
}

impl<'a> Get<'a> for String {
    fn get(value: &'a Value) -> Option<Self> {
        <&str>::get(value).map(str::to_owned)
    }
}

impl<'a> Get<'a> for &'a [u8] {
    fn get(value: &'a Value) -> Option<Self> {
        match value {
            Value::Blob(bytes) => bytes.as_deref(),
            Value::Int(_) | Value::Text(_) => None,
        }
    }
}

impl<'a> Get<'a> for Vec<u8> {
    fn get(value: &'a Value) -> Option<Self> {
        <&[u8]>::get(value).map(<[u8]>::to_vec)
    }
}

impl<'a, T: Get<'a>> Get<'a> for Option<T> {
    fn get(value: &'a Value) -> Option<Self> {
        match value {
            Value::Int(None) | Value::Text(None) | Value::Blob(None) => Some(None),
            value => T::get(value).map(Some),
        }
    }
}
