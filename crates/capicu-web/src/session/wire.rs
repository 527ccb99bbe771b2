//! Requests, keys and random bytes for both kinds of connection.

use capicu_protocol::{
    ApiError, ChangeMe, CreateTable, Created, FileGame, Key, MakeMe, OptionText, Token,
};
use leptos::prelude::*;
use serde::Deserialize;
use wasm_bindgen::{JsCast as _, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{Request, RequestInit, Response};

use crate::json::{decode, encode};

/// Makes bytes that nobody can guess. Panics if the browser has no such bytes; every browser does.
fn random_bytes() -> [u8; 32] {
    let mut bytes = [0; 32];
    let crypto = window().crypto();
    let filled = crypto.and_then(|crypto| crypto.get_random_values_with_u8_array(&mut bytes));
    // Secrets of zeros would be worse than none.
    assert!(filled.is_ok());
    bytes
}

/// Makes a secret that nobody else has.
pub fn new_token() -> Token {
    Token::new(random_bytes())
}

pub fn new_key() -> Key {
    let token = new_token().to_string();
    Key::new(&token[..24]).expect("24 digits are a key")
}

#[derive(Clone, Debug)]
pub enum CreateError {
    Unreachable,
    Refused(ApiError),
}

/// Requests a new table from the server.
pub async fn create(table: CreateTable) -> Result<Created, CreateError> {
    let answer = send("POST", "/api/tables", &encode(&table)).await;
    let (ok, text) = answer.map_err(|_| CreateError::Unreachable)?;
    if ok {
        decode(&text).ok_or(CreateError::Unreachable)
    } else {
        Err(decode(&text).map_or(CreateError::Unreachable, CreateError::Refused))
    }
}

/// Fetches the games from rule files.
pub async fn file_games(lang: &str) -> Option<Vec<FileGame>> {
    let (_, text) = get(&format!("/api/games?lang={lang}")).await.ok()?;
    decode(&text)
}

/// Fetches the texts of the rule options in a language.
pub async fn options(lang: &str) -> Option<Vec<OptionText>> {
    let (ok, text) = get(&format!("/api/options/{lang}")).await.ok()?;
    decode(&text).filter(|_| ok)
}

/// Signs in a guest if nobody is signed in, so that seats belong to the player on every device. `name` is for a new
/// guest; returns the server's name for the player.
pub async fn be_known(name: &str) -> Result<Option<String>, CreateError> {
    let name = Some(name.trim().to_owned()).filter(|name| !name.is_empty());
    let answer = send("POST", "/api/me", &encode(&MakeMe { name })).await;
    let (ok, text) = answer.map_err(|_| CreateError::Unreachable)?;
    match ok {
        true => Ok(decode::<Known>(&text).and_then(|known| known.name)),
        false => Err(decode(&text).map_or(CreateError::Unreachable, CreateError::Refused)),
    }
}

/// Changes the name of the signed-in player on the server.
pub async fn be_called(name: String) {
    // At the table, the name sent there counts.
    let _ = send("PATCH", "/api/me", &encode(&ChangeMe { name })).await;
}

/// Fetches the name of the signed-in player.
pub async fn my_name() -> Option<String> {
    let (ok, text) = get("/api/me").await.ok()?;
    decode::<Known>(&text).filter(|_| ok)?.name
}

/// The part of the answer about the signed-in player that the page needs.
#[derive(Deserialize)]
struct Known {
    #[serde(default)]
    name: Option<String>,
}

async fn get(path: &str) -> Result<(bool, String), JsValue> {
    answer(&Request::new_with_str(path)?).await
}

async fn send(method: &str, path: &str, body: &str) -> Result<(bool, String), JsValue> {
    let init = RequestInit::new();
    init.set_method(method);
    init.set_body(&JsValue::from_str(body));
    let request = Request::new_with_str_and_init(path, &init)?;
    request.headers().set("content-type", "application/json")?;
    answer(&request).await
}

async fn answer(request: &Request) -> Result<(bool, String), JsValue> {
    let response = JsFuture::from(window().fetch_with_request(request)).await?;
    let response: Response = response.dyn_into()?;
    let text = JsFuture::from(response.text()?).await?;
    Ok((response.ok(), text.as_string().unwrap_or_default()))
}
