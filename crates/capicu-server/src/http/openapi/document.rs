//! Generates the [OpenAPI](https://spec.openapis.org/oas/v3.1.0) description, and compares it with the checked-in one.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use axum::http::Method;
use axum::response::IntoResponse as _;
use capicu_protocol::{ApiError, ApiErrorCode as Code, Scope, VERSION};
use capicu_site::Failure;
use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde_json::{Map, Value, json};

use super::entries;
use crate::http::{requests, texts};

/// Callers of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    Anybody,
    /// Any client, except pages of other sites.
    Page,
    /// A player signed in by a cookie; for changes, not from pages of other sites.
    Person,
    /// A program with a token of this scope, or of any.
    Program(Option<Scope>),
}

type Describe = fn(&mut SchemaGenerator) -> Schema;

/// A request or response body.
#[derive(Clone, Copy, Debug)]
pub struct Body {
    kind: &'static str,
    schema: Describe,
}

impl Body {
    fn json<T: JsonSchema>() -> Self {
        Self {
            kind: "application/json",
            schema: SchemaGenerator::subschema_for::<T>,
        }
    }

    pub fn text() -> Self {
        Self {
            kind: "text/plain",
            ..Self::json::<String>()
        }
    }

    /// A value on each line.
    pub fn lines<T: JsonSchema>() -> Self {
        Self {
            kind: "application/x-ndjson",
            ..Self::json::<T>()
        }
    }

    fn told(self, generator: &mut SchemaGenerator) -> Value {
        json!({ self.kind: { "schema": (self.schema)(generator) } })
    }
}

#[derive(Clone, Debug)]
pub struct Entry {
    method: Method,
    path: &'static str,
    access: Access,
    summary: &'static str,
    of_path: Vec<(&'static str, &'static str)>,
    query: Vec<(&'static str, &'static str, &'static str)>,
    /// The body of the request, and whether it is required.
    body: Option<(Body, bool)>,
    answers: Vec<(u16, Option<Body>)>,
    /// Error codes by status.
    failures: BTreeMap<u16, BTreeSet<String>>,
}

impl Entry {
    /// Describes a request without body and answers.
    pub fn new(method: Method, path: &'static str, access: Access, summary: &'static str) -> Self {
        let changes = method != Method::GET;
        let new = Self {
            method,
            path,
            access,
            summary,
            of_path: Vec::new(),
            query: Vec::new(),
            body: None,
            answers: Vec::new(),
            failures: BTreeMap::new(),
        };
        match access {
            Access::Anybody => new,
            Access::Page => new.fails(&[Code::ForeignOrigin, Code::Unavailable]),
            Access::Person => {
                let new = new.fails(&[Code::NotSignedIn, Code::Unavailable]);
                if changes {
                    new.fails(&[Code::ForeignOrigin])
                } else {
                    new
                }
            }
            Access::Program(scope) => {
                let new = new.fails(&[
                    Code::BadToken,
                    Code::TokenExpired,
                    Code::Banned,
                    Code::Flood,
                    Code::Unavailable,
                ]);
                if scope.is_some() {
                    new.fails(&[Code::OutOfScope])
                } else {
                    new
                }
            }
        }
    }

    /// Describes a path parameter.
    pub fn path(mut self, name: (&'static str, &'static str)) -> Self {
        self.of_path.push(name);
        self
    }

    /// Describes query parameters with their types; `options` stands for any other names.
    pub fn query(mut self, query: &[(&'static str, &'static str, &'static str)]) -> Self {
        self.query.extend(query);
        self
    }

    /// Requires a body.
    pub fn takes<T: JsonSchema>(self) -> Self {
        self.with_body::<T>(true)
    }

    /// Allows a body.
    pub fn may_take<T: JsonSchema>(self) -> Self {
        self.with_body::<T>(false)
    }

    fn with_body<T: JsonSchema>(mut self, required: bool) -> Self {
        self.body = Some((Body::json::<T>(), required));
        self.fails(&[Code::Malformed, Code::TooLarge])
    }

    /// Describes a successful answer.
    pub fn answers<T: JsonSchema>(self, status: u16) -> Self {
        self.answers_as(status, Body::json::<T>())
    }

    /// Describes a successful answer of another form.
    pub fn answers_as(mut self, status: u16, body: Body) -> Self {
        self.answers.push((status, Some(body)));
        self
    }

    /// Describes the answer 204.
    pub fn answers_nothing(mut self) -> Self {
        self.answers.push((204, None));
        self
    }

    /// Describes an answer that streams a line for each message.
    pub fn goes_on<T: JsonSchema>(self) -> Self {
        self.answers_as(200, Body::lines::<T>())
    }

    /// Describes the upgrade to a socket.
    pub fn upgrades(mut self) -> Self {
        self.answers.push((101, None));
        self
    }

    pub fn fails(mut self, codes: &[Code]) -> Self {
        for code in codes {
            let status = Failure::new(*code).into_response().status().as_u16();
            let word = serde_json::to_value(code).unwrap();
            let word = word.as_str().unwrap().to_owned();
            self.failures.entry(status).or_default().insert(word);
        }
        self
    }

    /// Returns the id of the operation: the method and the words of the path.
    fn id(&self) -> String {
        let mut id = self.method.as_str().to_ascii_lowercase();
        let words = self.path.split(|c: char| !c.is_ascii_alphanumeric());
        for word in words.filter(|word| !word.is_empty() && *word != "api") {
            id += &word[..1].to_ascii_uppercase();
            id += &word[1..];
        }
        id
    }

    fn told(&self, generator: &mut SchemaGenerator) -> Value {
        let named: Vec<&str> = self
            .path
            .split('{')
            .skip(1)
            .filter_map(|rest| rest.split('}').next())
            .collect();
        let told: Vec<&str> = self.of_path.iter().map(|(name, _)| *name).collect();
        assert_eq!(named, told, "{}: each part of the path is told", self.path);
        let mut parameters: Vec<Value> = Vec::new();
        for (name, description) in &self.of_path {
            parameters.push(json!({
                "name": name, "in": "path", "required": true, "description": description,
                "schema": {"type": "string"},
            }));
        }
        for (name, kind, description) in &self.query {
            let schema = match *kind {
                "options" => json!({"type": "object", "additionalProperties": {"type": "string"}}),
                kind => json!({"type": kind}),
            };
            parameters.push(json!({
                "name": name, "in": "query", "description": description, "schema": schema,
            }));
        }
        let mut answers = Map::new();
        for (status, body) in &self.answers {
            let description = match status {
                101 => "The socket is open",
                201 => "Made",
                204 => "Done",
                _ => "The answer",
            };
            let mut answer = json!({ "description": description });
            if let Some(body) = body {
                answer["content"] = body.told(generator);
            }
            answers.insert(status.to_string(), answer);
        }
        for (status, codes) in &self.failures {
            let codes: Vec<&str> = codes.iter().map(String::as_str).collect();
            let description = format!("`{}`", codes.join("`, `"));
            let mut answer = json!({
                "description": description, "content": Body::json::<ApiError>().told(generator),
            });
            if matches!(status, 429 | 503) {
                answer["headers"] = json!({ "Retry-After": {
                    "description": "How many seconds to wait before the same request.",
                    "schema": { "type": "integer", "minimum": 1 },
                } });
            }
            answers.insert(status.to_string(), answer);
        }
        let tag = match self.access {
            Access::Program(_) => "programs",
            Access::Person | Access::Page => "people",
            Access::Anybody => "site",
        };
        let mut told = json!({
            "operationId": self.id(),
            "tags": [tag],
            "summary": self.summary,
            "responses": answers,
        });
        if !parameters.is_empty() {
            told["parameters"] = parameters.into();
        }
        if let Some((body, required)) = self.body {
            told["requestBody"] = json!({ "required": required, "content": body.told(generator) });
        }
        match self.access {
            Access::Anybody | Access::Page => {}
            Access::Person => told["security"] = json!([{ "session": [] }]),
            Access::Program(scope) => {
                let scopes: Vec<&str> = scope.iter().map(|scope| scope.word()).collect();
                told["security"] = json!([{ "token": scopes }]);
            }
        }
        told
    }
}

/// Generates the whole description.
fn document() -> Value {
    let settings = SchemaSettings::draft2020_12().with(|settings| {
        settings.definitions_path = "/components/schemas".into();
    });
    let mut generator = settings.into_generator();
    let mut paths: BTreeMap<&str, Map<String, Value>> = BTreeMap::new();
    for entry in entries::all().iter().chain(&entries::files()) {
        let method = entry.method.as_str().to_ascii_lowercase();
        let told = entry.told(&mut generator);
        let others = paths.entry(entry.path).or_default();
        assert!(
            others.insert(method, told).is_none(),
            "{} twice",
            entry.path
        );
    }
    let mut document = json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Capicú",
            "description": "What a server of dominoes answers in JSON. Explained in docs/api.md, for programs, and docs/protocol.md.",
            "version": VERSION.to_string(),
            "license": { "name": "MIT OR Apache-2.0", "identifier": "MIT OR Apache-2.0" },
        },
        "servers": [{ "url": "/" }],
        "tags": [
            { "name": "programs", "description": "For programs that play for the account of a bot" },
            { "name": "people", "description": "About whoever is signed in" },
            { "name": "site", "description": "For anybody" },
        ],
        "paths": paths,
        "components": {
            "schemas": generator.take_definitions(true),
            "securitySchemes": {
                "session": {
                    "type": "apiKey", "in": "cookie", "name": "capicu",
                    "description": "The session of a browser; `__Host-capicu` where it came by https.",
                },
                "token": {
                    "type": "http", "scheme": "bearer", "bearerFormat": "capi_ and 64 hexadecimal digits",
                    "description": "A token of a bot, made at /me/bots.",
                },
            },
        },
    });
    tell_plainly(&mut document);
    document
}

/// Removes from descriptions what only readers of the code understand.
fn tell_plainly(value: &mut Value) {
    match value {
        Value::Array(list) => list.iter_mut().for_each(tell_plainly),
        Value::Object(fields) => {
            if let Some(Value::String(told)) = fields.get_mut("description") {
                *told = plain(told);
            }
            fields.values_mut().for_each(tell_plainly);
        }
        _ => {}
    }
}

/// Replaces links to code: [`Self::of`](crate::Thing) becomes `of`.
fn plain(told: &str) -> String {
    let mut text = String::new();
    let mut rest = told;
    while let Some((before, from)) = rest.split_once('[') {
        text += before;
        let Some((name, after)) = from.split_once(']') else {
            text.push('[');
            rest = from;
            continue;
        };
        let is_path = |path: &str| path.contains("::");
        let link = after
            .strip_prefix('(')
            .and_then(|link| link.split_once(')'));
        let link = link.filter(|(path, _)| is_path(path));
        rest = link.map_or(after, |(_, after)| after);
        match name.trim_matches('`').rsplit_once("::") {
            Some((_, last)) => text += &format!("`{last}`"),
            None => text += name,
        }
    }
    text += rest;
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn links_to_the_code_are_left_out() {
    for (told, expected) in [
        ("Twin of [`capicu::Action`].", "Twin of `Action`."),
        (
            "from\n[`MIN_GRACE`](crate::MIN_GRACE) to [a lot](crate::MAX)",
            "from `MIN_GRACE` to a lot",
        ),
        ("Since 1970.", "Since 1970."),
        ("A list [ of", "A list [ of"),
    ] {
        assert_eq!(plain(told), expected);
    }
}

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Sorts the fields of objects, whatever order maps have in this build.
fn sorted(value: Value) -> Value {
    match value {
        Value::Array(list) => list.into_iter().map(sorted).collect(),
        Value::Object(fields) => {
            let fields: BTreeMap<_, _> = fields.into_iter().collect();
            let fields = fields
                .into_iter()
                .map(|(name, value)| (name, sorted(value)));
            Value::Object(fields.collect())
        }
        value => value,
    }
}

/// `UPDATE_SCHEMA=1` writes the file again.
#[test]
fn the_description_checked_in_is_that_of_the_code() {
    let path = repository().join("docs/openapi.json");
    let document = document();
    if std::env::var_os("UPDATE_SCHEMA").is_some() {
        fs::write(&path, format!("{:#}\n", sorted(document.clone()))).unwrap();
    }
    let committed = fs::read_to_string(&path).unwrap();
    let committed: Option<Value> = serde_json::from_str(&committed).ok();
    assert!(
        committed.as_ref() == Some(&document),
        "docs/openapi.json is stale: run this test with UPDATE_SCHEMA=1"
    );
}

#[test]
fn every_request_of_the_router_is_described_and_no_other() {
    let name = |method: &Method, path: &str| format!("{method} {path}");
    let routed: BTreeSet<String> = requests()
        .and(texts())
        .all
        .iter()
        .map(|(method, path)| name(method, path))
        .collect();
    let told = entries::all();
    let told: BTreeSet<String> = told
        .iter()
        .map(|entry| name(&entry.method, entry.path))
        .collect();
    assert_eq!(routed, told);
}

/// All routes under `/api` are added by [`super::Api`], except the fallback.
#[test]
fn nothing_under_api_is_routed_in_another_way() {
    let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("src")];
    let mut past = Vec::new();
    while let Some(folder) = folders.pop() {
        for file in fs::read_dir(folder).unwrap() {
            let path = file.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|ending| ending == "rs") {
                let text: String = fs::read_to_string(&path).unwrap();
                let text: String = text.chars().filter(|c| !c.is_whitespace()).collect();
                let routed = concat!(".route(", "\"/api/");
                past.extend(text.split(routed).skip(1).map(|rest| {
                    let path = rest.split('"').next().unwrap_or_default();
                    path.to_owned()
                }));
            }
        }
    }
    assert_eq!(past, ["{*rest}"]);
}

/// Each reference has a schema, and each operation has a unique name.
#[test]
fn the_description_is_whole() {
    let document = document();
    let mut values = vec![&document];
    let mut references = 0;
    while let Some(value) = values.pop() {
        match value {
            Value::Array(list) => values.extend(list),
            Value::Object(fields) => {
                if let Some(Value::String(reference)) = fields.get("$ref") {
                    let pointer = reference.strip_prefix('#').unwrap();
                    assert!(document.pointer(pointer).is_some(), "{reference}");
                    references += 1;
                }
                values.extend(fields.values());
            }
            _ => {}
        }
    }
    assert!(references > 100, "{references}");
    let entries = entries::all();
    let ids: BTreeSet<String> = entries.iter().map(Entry::id).collect();
    assert_eq!(ids.len(), entries.len());
}
