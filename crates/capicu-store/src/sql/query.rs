//! Statements, and answers of databases of any kind.

use std::borrow::Cow;

use capicu_protocol::{ClubId, EventId, TableId};

use crate::Answer;

/// A statement with its values. Values are numbered from 1: `?1`; a `?` alone is the next one.
#[derive(Clone, Debug)]
pub struct Query {
    pub sql: Cow<'static, str>,
    pub values: Vec<Value>,
}

pub(crate) fn query(sql: impl Into<Cow<'static, str>>) -> Query {
    Query {
        sql: sql.into(),
        values: Vec::new(),
    }
}

impl Query {
    pub(crate) fn bind(mut self, value: impl Into<Value>) -> Self {
        self.values.push(value.into());
        self
    }

    pub(crate) fn bind_all<const N: usize>(mut self, values: [Value; N]) -> Self {
        self.values.extend(values);
        self
    }

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

pub(crate) struct Changed(u64);

impl Changed {
    pub(crate) const fn rows_affected(&self) -> u64 {
        self.0
    }
}

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

#[derive(Clone, Debug, Default)]
pub struct Found {
    pub rows: Vec<Row>,
    pub changed: u64,
}

/// The connection of a writer. Between [`begin`](Connection::begin) and [`end`](Connection::end) nobody else changes
/// anything except the journal. After an error other than a constraint it must not be used again.
pub trait Connection: Send {
    fn dialect(&self) -> Dialect;

    fn run<'a>(&'a mut self, query: Query) -> Answer<'a, Result<Found, Error>>;

    fn begin(&mut self) -> Answer<'_, Result<(), Error>>;

    /// Ends the transaction: commits it, or rolls it back.
    fn end(&mut self, keep: bool) -> Answer<'_, Result<(), Error>>;
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dialect {
    Sqlite,
    Postgres,
}

impl Dialect {
    /// Returns SQL for a table with one column, `value`: the texts of the JSON list that is bound first.
    pub(crate) const fn list(self) -> &'static str {
        match self {
            Self::Sqlite => "json_each(?1)",
            Self::Postgres => "json_array_elements_text(?1::json) AS list (value)",
        }
    }
}

/// Why a statement failed.
#[derive(Clone, Debug, thiserror::Error)]
pub enum Error {
    /// The new data does not fit the existing data; the database works.
    #[error("{0}")]
    Constraint(String),
    /// A row contains an invalid value.
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

/// A value of a row or a statement; `None` is NULL.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// An integer, or a Boolean as 0 or 1.
    Int(Option<i64>),
    Text(Option<String>),
    Blob(Option<Vec<u8>>),
}

macro_rules! conversions {
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

conversions! {
    Int: i64 => |n| n, i32 => i64::from, u32 => i64::from, u16 => i64::from, u8 => i64::from,
        bool => i64::from;
    Text: &str => str::to_owned, String => |text| text, &String => |text| text.clone();
    Blob: &[u8] => <[u8]>::to_vec, Vec<u8> => |bytes| bytes, &Vec<u8> => |bytes| bytes.clone();
}

macro_rules! ids {
    ($($id:ty),+) => {
        $(impl From<&$id> for Value {
            fn from(id: &$id) -> Self {
                id.as_str().into()
            }
        }

        impl<'a> Get<'a> for $id {
            fn get(value: &'a Value) -> Option<Self> {
                <&str>::get(value).map(Self::stored)
            }
        })+
    };
}

ids!(TableId, EventId, ClubId);

impl From<&Option<String>> for Value {
    fn from(value: &Option<String>) -> Self {
        Self::Text(value.clone())
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row(pub Vec<Value>);

impl Row {
    /// Reads a column, counted from 0.
    pub(crate) fn try_get<'a, T: Get<'a>>(&'a self, column: usize) -> Result<T, Error> {
        let value = self.0.get(column);
        let wrong = || Error::Damaged(format!("column {column} holds {value:?}"));
        value.and_then(T::get).ok_or_else(wrong)
    }
}

/// A type that a column can be read as.
pub(crate) trait Get<'a>: Sized {
    /// `None` if the value has another type.
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
