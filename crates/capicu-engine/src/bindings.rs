//! The exports to JavaScript. `npm/index.js` parses the JSON and adds the types.

use serde_json::Value;
use wasm_bindgen::prelude::*;

fn answer(found: Result<Value, String>) -> Result<String, JsError> {
    found
        .map(|value| value.to_string())
        .map_err(|why| JsError::new(&why))
}

fn text(found: Result<String, String>) -> Result<String, JsError> {
    found.map_err(|why| JsError::new(&why))
}

#[wasm_bindgen]
pub fn games() -> String {
    capicu_engine::games().to_string()
}

#[wasm_bindgen]
pub fn rules(wanted: &str) -> Result<String, JsError> {
    answer(capicu_engine::rules(wanted))
}

#[wasm_bindgen]
pub fn replay(record: &str, strict: bool) -> Result<String, JsError> {
    answer(capicu_engine::replay(record, strict))
}

#[wasm_bindgen]
pub fn moments(record: &str) -> Result<String, JsError> {
    answer(capicu_engine::moments(record))
}

#[wasm_bindgen]
pub fn legal(position: &str) -> Result<String, JsError> {
    answer(capicu_engine::legal(position))
}

#[wasm_bindgen]
pub fn play(position: &str, action: &str) -> Result<String, JsError> {
    answer(capicu_engine::play(position, action))
}

#[wasm_bindgen]
pub fn view(position: &str, seat: u8) -> Result<String, JsError> {
    text(capicu_engine::view(position, seat))
}

#[wasm_bindgen]
pub fn picture(position: &str) -> Result<String, JsError> {
    text(capicu_engine::picture(position))
}

#[wasm_bindgen]
pub fn solve(position: &str, wanted: &str, budget: u32) -> Result<String, JsError> {
    answer(capicu_engine::solve(position, wanted, budget.into()))
}

#[wasm_bindgen]
pub fn choose(position: &str, level: &str, seed: u32) -> Result<String, JsError> {
    text(capicu_engine::choose(position, level, seed.into()))
}

#[wasm_bindgen]
pub struct Match(capicu_engine::Match);

#[wasm_bindgen]
impl Match {
    #[wasm_bindgen(constructor)]
    pub fn new(wanted: &str, seed: &str) -> Result<Self, JsError> {
        let found = capicu_engine::Match::new(wanted, seed);
        found.map(Self).map_err(|why| JsError::new(&why))
    }

    pub fn state(&self) -> String {
        self.0.state().to_string()
    }

    pub fn position(&self) -> Option<String> {
        self.0.position()
    }

    pub fn view(&self, seat: u8) -> Result<Option<String>, JsError> {
        self.0.view(seat).map_err(|why| JsError::new(&why))
    }

    pub fn play(&mut self, action: &str) -> Result<String, JsError> {
        answer(self.0.play(action))
    }

    pub fn picture(&self) -> Option<String> {
        self.0.picture()
    }

    pub fn record(&self) -> Result<String, JsError> {
        text(self.0.record())
    }
}
