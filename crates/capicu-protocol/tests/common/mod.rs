//! Recorded messages of the wire, and parts to build messages from.

use std::fmt::Debug;
use std::path::Path;

use capicu_protocol::{Seat, Side, Tile, Tiles, decode};
use serde::Serialize;
use serde::de::DeserializeOwned;

/// Compares with the recorded file, and reads the recorded file back.
#[track_caller]
pub fn golden<T: Serialize + DeserializeOwned + PartialEq + Debug>(name: &str, value: &T) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/wire/{name}.json"));
    let now = serde_json::to_string_pretty(value).unwrap() + "\n";
    if std::env::var_os("CAPICU_BLESS").is_some() {
        std::fs::write(&path, &now).unwrap();
    }
    let recorded = std::fs::read_to_string(&path).unwrap_or_default();
    assert_eq!(now, recorded, "{name}: the wire has changed");
    assert_eq!(decode::<T>(&recorded).as_ref().ok(), Some(value), "{name}");
}

/// [`golden`] with the name first and the value later.
pub struct Recorded<'a>(&'a str);

pub const fn recorded(name: &str) -> Recorded<'_> {
    Recorded(name)
}

impl Recorded<'_> {
    #[track_caller]
    pub fn is<T: Serialize + DeserializeOwned + PartialEq + Debug>(self, value: &T) {
        golden(self.0, value);
    }
}

pub fn named<T>(name: &'static str) -> impl FnOnce(T) -> (&'static str, T) {
    move |value| (name, value)
}

/// Names that readers accept and no program writes yet.
const COMING: [&str; 3] = ["boneyard", "host", "not-host"];

/// Checks that there is one of each variant. Deserializing an unknown variant gives an error that lists them all.
#[track_caller]
pub fn every_kind<T: Serialize + DeserializeOwned + Debug>(values: &[T]) {
    let error = decode::<T>(r#"{"nothing":null}"#).unwrap_err().to_string();
    let kinds: Vec<&str> = error.split('`').skip(3).step_by(2).collect();
    assert!(kinds.len() > 1, "{error}");
    for kind in kinds.into_iter().filter(|kind| !COMING.contains(kind)) {
        let of = |value: &T| match serde_json::to_value(value).unwrap() {
            serde_json::Value::Object(object) => object.contains_key(kind),
            word => word == kind,
        };
        assert!(values.iter().any(of), "{kind} is not recorded");
    }
}

pub fn seat(number: u8) -> Seat {
    Seat(capicu::Seat::new(number).unwrap())
}

pub fn side(number: u8) -> Side {
    Side(capicu::Side::new(number).unwrap())
}

pub fn tile(text: &str) -> Tile {
    Tile(text.parse().unwrap())
}

pub fn tiles(text: &str) -> Tiles {
    Tiles(text.split(' ').map(|text| tile(text).0).collect())
}
