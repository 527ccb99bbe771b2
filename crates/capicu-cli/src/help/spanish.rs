//! The help in Spanish by command and argument, from `spanish.txt`.

use std::sync::LazyLock;

use super::{Sections, sections};

static TEXTS: LazyLock<Sections> = LazyLock::new(|| sections(include_str!("spanish.txt")));

/// Returns the text of a command or its argument. Arguments shared by several commands have a key without a command.
pub fn of(path: &str, id: Option<&str>) -> Option<&'static str> {
    let key = key(path, id)?;
    super::section(&TEXTS, key)
}

/// Returns the key of a text.
pub fn key(path: &str, id: Option<&str>) -> Option<&'static str> {
    let find = |wanted: &str| keys().find(|key| *key == wanted);
    match id {
        None if path.is_empty() => find("capicu"),
        None => find(path),
        Some(id) => find(&format!("{path} .{id}")).or_else(|| find(&format!(".{id}"))),
    }
}

pub fn keys() -> impl Iterator<Item = &'static str> {
    TEXTS.iter().map(|(key, _)| *key)
}

pub fn heading(english: &str) -> &'static str {
    match english.split(' ').next() {
        Some("Limits") => "Límites (RÁFAGA/MINUTO: número de golpe, después por minuto)",
        _ => "Opciones",
    }
}

pub fn value_name(english: &str) -> String {
    let words = [
        ("ACTIONS", "JUGADAS"),
        ("ADDRESS", "DIRECCIÓN"),
        ("BURST/MINUTE", "RÁFAGA/MINUTO"),
        ("COUNT", "CUENTA"),
        ("DAYS", "DÍAS"),
        ("DIR", "CARPETA"),
        ("FILE", "ARCHIVO"),
        ("FOLDER", "CARPETA"),
        ("FORMAT", "FORMATO"),
        ("FROM", "DE"),
        ("HANDS", "MANOS"),
        ("HAND", "FICHAS"),
        ("HOPS", "SALTOS"),
        ("LANG", "IDIOMA"),
        ("LEVEL", "NIVEL"),
        ("MATCHES", "PARTIDAS"),
        ("NAME", "NOMBRE"),
        ("NODES", "NODOS"),
        ("OPTION=VALUE", "OPCIÓN=VALOR"),
        ("ORIGIN", "ORIGEN"),
        ("PACE", "RITMO"),
        ("PASSWORD", "CONTRASEÑA"),
        ("PLAYER", "JUGADOR"),
        ("PORT", "PUERTO"),
        ("POSITION", "POSICIÓN"),
        ("ROUND:MOVES", "MANO:JUGADAS"),
        ("ROUNDS", "MANOS"),
        ("SCORES", "TANTEO"),
        ("SEAT", "PUESTO"),
        ("SECONDS", "SEGUNDOS"),
        ("SEED", "SEMILLA"),
        ("SHARE", "PARTE"),
        ("SHELL", "INTÉRPRETE"),
        ("TILES", "FICHAS"),
        ("TO", "A"),
        ("WANTED", "META"),
        ("WHEN", "CUÁNDO"),
    ];
    let word = |part: &str| {
        let found = words.iter().find(|(en, _)| *en == part);
        found.map_or_else(|| part.to_owned(), |(_, es)| (*es).to_owned())
    };
    let separator = |c| c == ',' || c == '|';
    match english.find(separator) {
        Some(at) => format!("{}{}", word(&english[..at]), {
            let (mark, rest) = english[at..].split_at(1);
            format!("{mark}{}", word(rest))
        }),
        None => word(english),
    }
}
