//! Rules for names, and for messages to others.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use capicu_protocol::MAX_NAME;
use unicode_normalization::UnicodeNormalization as _;
use unicode_normalization::char::is_combining_mark;
use unicode_security::confusable_detection::skeleton as confusable;
use unicode_security::mixed_script::AugmentedScriptSet;

/// Returns a display name in its usual form (NFC); `None` if it is not allowed. The [table](capicu_table::name)
/// refuses some names. So do the rules below: mixed scripts, Latin letters next to look-alikes, stacked marks, and
/// names like those of bots or the house.
pub fn display(text: &str) -> Option<String> {
    let name: String = text.nfc().collect();
    let name = capicu_table::name(&name)?;
    let words = name.split_whitespace();
    let is_honest = is_of_one_script(&name) && !words.into_iter().any(is_disguised);
    let is_free = !passes_for_bot(&name) && !passes_for_house(&name);
    (is_honest && is_free && is_flat(&name)).then_some(name)
}

/// Returns a message to others in its usual form (NFC); `None` if the [table](capicu_table::saying) refuses it or it
/// has stacked marks. A message is no name, so it may mix scripts.
pub fn said(text: &str) -> Option<String> {
    let text: String = text.nfc().collect();
    capicu_table::saying(&text).filter(|text| is_flat(text))
}

/// The most marks on one letter in any script, after composition.
const MARKS: usize = 3;

/// Whether no letter has a stack of marks that covers the lines above and below.
fn is_flat(text: &str) -> bool {
    let mut marks = 0;
    text.chars().all(|c| {
        marks = if is_combining_mark(c) { marks + 1 } else { 0 };
        marks <= MARKS
    })
}

/// Whether all letters that are not Latin can belong to one script.
fn is_of_one_script(text: &str) -> bool {
    let latin = AugmentedScriptSet::from('a');
    let others = text.chars().map(AugmentedScriptSet::from);
    let others = others.filter(|set| !meet(*set, latin));
    let mut all = AugmentedScriptSet::default();
    others.for_each(|set| all.intersect_with(set));
    !all.is_empty()
}

/// Whether both sets share a script.
fn meet(mut one: AugmentedScriptSet, other: AugmentedScriptSet) -> bool {
    one.intersect_with(other);
    !one.is_empty()
}

/// Whether a word mixes Latin letters with Greek or Cyrillic ones, half of which look the same.
fn is_disguised(word: &str) -> bool {
    let has = |like: [char; 2]| {
        let sets = like.map(AugmentedScriptSet::from);
        word.chars().filter(|c| c.is_alphabetic()).any(|c| {
            let own = AugmentedScriptSet::from(c);
            sets.iter().any(|set| meet(own, *set))
        })
    };
    has(['a', 'z']) && has(['я', 'ω'])
}

/// Checks a username for a new account; `None` if it is invalid or reserved for the house.
pub fn username(text: &str) -> Option<&str> {
    written(text).filter(|text| !RESERVED.contains(&*look(text)) && !passes_for_house(text))
}

/// Checks a username that a player typed to sign in or to search; `None` if it is invalid.
pub fn written(text: &str) -> Option<&str> {
    let mut bytes = text.bytes();
    let fits = (2..=20).contains(&text.len())
        && bytes
            .next()
            .is_some_and(|first| first.is_ascii_alphabetic())
        && bytes.all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-'));
    fits.then_some(text)
}

/// Other usernames with which this one could be confused, in addition to those with its [skeleton].
pub fn read_as(username: &str) -> Vec<String> {
    let own = skeleton(username);
    let others = [own.replace("cl", "d"), own.replace('d', "cl")];
    others.into_iter().filter(|other| *other != own).collect()
}

/// Whether a name could pass for one of the server's staff, as a whole or by one of its words.
fn passes_for_house(name: &str) -> bool {
    let words = name.split(|c: char| !c.is_alphanumeric() && !is_combining_mark(c));
    let words = words.filter(|word| !word.is_empty());
    let whole = look(name);
    HOUSE.contains(&whole)
        || TITLES.contains(&whole)
        || words.into_iter().any(|word| TITLES.contains(&look(word)))
}

/// The look of a name at a glance: no accents, no capitals, only letters and digits.
fn look(name: &str) -> String {
    let letters: String = name.nfkd().filter(|c| c.is_alphanumeric()).collect();
    // Capitals and small letters look like different letters of other scripts.
    let seen: String = confusable(&letters).collect();
    let seen = seen.nfkd().filter(|c| c.is_alphanumeric());
    let seen: String = seen.flat_map(char::to_lowercase).collect();
    skeleton(&seen).replace("cl", "d")
}

/// The mark after the name of a bot. No other name may look like it.
const BOT: &str = "[bot]";

/// Checks the username of a bot: valid for a member, and short enough for the mark after it.
pub fn bot(text: &str) -> Option<&str> {
    username(text).filter(|text| text.len() + BOT.len() <= MAX_NAME)
}

/// The display name of a bot with this username.
pub fn of_bot(username: &str) -> String {
    format!("{username}{BOT}")
}

/// Whether this name could pass for that of a bot.
pub fn passes_for_bot(name: &str) -> bool {
    let letters = name.nfkc().filter(|c| c.is_alphanumeric() || *c == '[');
    let letters: String = letters.flat_map(char::to_lowercase).collect();
    letters.ends_with("[bot")
}

/// The skeleton of a username. Two usernames with the same skeleton are too easy to confuse.
pub fn skeleton(username: &str) -> String {
    let letters = username.chars().filter(|c| !matches!(c, '_' | '-'));
    let letters: String = letters
        .map(|c| match c.to_ascii_lowercase() {
            '1' | 'i' => 'l',
            '0' => 'o',
            c => c,
        })
        .collect();
    letters.replace("rn", "m").replace("vv", "w")
}

/// The looks of words in singular and plural.
fn looks(words: &[&str]) -> BTreeSet<String> {
    let several = words.iter().map(|word| format!("{word}s"));
    let one = words.iter().map(|word| (*word).to_owned());
    one.chain(several).map(|word| look(&word)).collect()
}

/// Usernames that have another meaning, or suggest that there is no user.
static RESERVED: LazyLock<BTreeSet<String>> = LazyLock::new(|| {
    looks(&[
        "anonymous",
        "api",
        "bot",
        "deleted",
        "guest",
        "help",
        "host",
        "invitado",
        "invité",
        "me",
        "null",
        "root",
    ])
});

/// Whole names that could pass for the house.
static HOUSE: LazyLock<BTreeSet<String>> = LazyLock::new(|| {
    looks(&[
        "arbiter",
        "arbitre",
        "arbitro",
        "dueño",
        "mod",
        "oficial",
        "official",
        "officiel",
        "owner",
        "propietario",
        "propriétaire",
        "security",
        "seguridad",
        "soporte",
        "staff",
        "support",
        "system",
    ])
});

/// Words that could pass for the house in any name.
static TITLES: LazyLock<BTreeSet<String>> = LazyLock::new(|| {
    looks(&[
        "admin",
        "administrador",
        "administrateur",
        "administrator",
        "capicu",
        "moderador",
        "moderadora",
        "moderator",
        "moderateur",
    ])
});

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn display_name_mixes_latin_with_at_most_one_script() {
        for name in [
            "Ana María",
            "李小龙",
            "Ana 李",
            "Ольга",
            "Ольга Smith",
            "Νίκος",
            "さくらカナ漢字",
            "Ñico 🁫 2",
            "محمد",
            "O'Neil-Çelik",
        ] {
            assert_eq!(display(name).as_deref(), Some(name), "{name}");
        }
        for name in [
            "",
            "robi[bot]",
            "Robi [ BOT ]",
            "robi［bot］",
            "\u{202e}anA",
            "A\u{200b}na",
            // Cyrillic а between Latin letters.
            "An\u{430}",
            // Greek omicron.
            "B\u{3bf}b",
            "李 Ольга",
            "Ольга Νίκος",
        ] {
            assert_eq!(display(name), None, "{name}");
        }
        for name in [
            "Moderator",
            "MODERATORS",
            "Owner",
            "owner.",
            "Admin",
            "Ana (admin)",
            "Capicú",
            "CAPICU\u{301}",
            "Capicu Team",
            "m0derator",
            "Dueño",
            "Мoderator",
            "Ｍｏｄｅｒａｔｏｒ",
            "Soporte",
            // A Cherokee letter that looks like a Latin one.
            "\u{13aa}dmin",
            // Marks that cover other lines.
            "A\u{323}\u{325}\u{326}\u{32d}\u{331}na",
        ] {
            assert_eq!(display(name), None, "{name}");
        }
        for name in [
            "Capicuero",
            "Modesto",
            "Guest",
            "Dominó",
            "Nguyễn",
            "שָׁלוֹם",
            "น้ำ",
        ] {
            assert!(display(name).is_some(), "{name}");
        }
        // One letter written as two.
        assert_eq!(display("Jose\u{301}").as_deref(), Some("José"));
        assert!(
            display(&"e\u{301}".repeat(24)).is_some(),
            "counted as it is kept"
        );
    }

    #[test]
    fn message_may_mix_scripts_but_hide_nothing() {
        assert_eq!(
            said("  ¿Que\u{301} tal? Ольга "),
            Some("¿Qué tal? Ольга".to_owned())
        );
        for hidden in ["", "\u{200b}", "a\u{202e}b", "a\u{7}b", "a\r\nb"] {
            assert_eq!(said(hidden), None, "{hidden:?}");
        }
        assert_eq!(
            said(&format!("a{}", "\u{323}".repeat(5))),
            None,
            "a heap of marks"
        );
        assert!(said(&format!("a{}", "\u{323}".repeat(4))).is_some());
        // 200 characters as they are kept.
        assert!(said(&"e\u{301}".repeat(200)).is_some());
        assert!(said(&"é".repeat(201)).is_none());
    }

    #[test]
    fn username_starts_with_a_letter_and_is_not_reserved() {
        for name in ["Ana", "a1", "Ana_M-2", &"x".repeat(20)] {
            assert_eq!(username(name), Some(name));
        }
        for name in [
            "",
            "a",
            "1a",
            "_a",
            "-a",
            "a b",
            "a.b",
            "Añá",
            "a\u{430}",
            &"x".repeat(21),
        ] {
            assert_eq!(username(name), None, "{name}");
        }
        for name in [
            "admin",
            "Adm1n",
            "a_d-m-i-n",
            "CAPlCU",
            "M0D",
            "Moderators",
            "capicu-team",
            "the_admin",
            "aclmin",
            "0wner",
            "Guests",
            "rnoderator",
        ] {
            assert_eq!(username(name), None, "{name}");
            assert_eq!(
                written(name).is_some(),
                name != "0wner",
                "who has it is found: {name}"
            );
        }
        assert_eq!(username("capicuero"), Some("capicuero"));
        assert_eq!(read_as("cl0wn"), ["down"]);
        assert_eq!(read_as("Down"), ["clown"]);
        assert!(read_as("ana").is_empty());
    }

    #[test]
    fn similar_usernames_have_the_same_skeleton() {
        for (one, other) in [
            ("Lola", "1ola"),
            ("Lola", "IoIa"),
            ("Lola", "l0la"),
            ("Marna", "Mama"),
            ("ana-maria", "Ana_Maria"),
            ("ana", "a_n-a"),
            ("vvendy", "Wendy"),
        ] {
            assert_eq!(skeleton(one), skeleton(other), "{one} {other}");
        }
        assert_ne!(skeleton("Ana"), skeleton("Anna"));
        assert_ne!(skeleton("lola"), skeleton("lolo"));
    }
}
