//! What people may be called, and what they may say.

use capicu_protocol::MAX_NAME;
use unicode_normalization::UnicodeNormalization as _;
use unicode_security::mixed_script::AugmentedScriptSet;

/// A name that others see, in its usual form (NFC); `None` if the text is none: what the
/// [table](capicu_table::name) refuses, and letters of more than one script besides Latin, or of Latin
/// beside its look-alikes in one word.
pub fn display(text: &str) -> Option<String> {
    let name: String = text.nfc().collect();
    let name = capicu_table::name(&name)?;
    let words = name.split_whitespace();
    let is_honest = is_of_one_script(&name) && !words.into_iter().any(is_disguised);
    (is_honest && !passes_for_bot(&name)).then_some(name)
}

/// What somebody may say to others, in its usual form (NFC); `None` if the [table](capicu_table::saying) refuses the
/// text. Words of several scripts are nobody's name, so they may be said.
pub fn said(text: &str) -> Option<String> {
    let text: String = text.nfc().collect();
    capicu_table::saying(&text)
}

/// Whether all letters besides Latin ones may be of one script.
fn is_of_one_script(text: &str) -> bool {
    let latin = AugmentedScriptSet::from('a');
    let others = text.chars().map(AugmentedScriptSet::from);
    let others = others.filter(|set| !meet(*set, latin));
    let mut all = AugmentedScriptSet::default();
    others.for_each(|set| all.intersect_with(set));
    !all.is_empty()
}

/// Whether there is a script in both.
fn meet(mut one: AugmentedScriptSet, other: AugmentedScriptSet) -> bool {
    one.intersect_with(other);
    !one.is_empty()
}

/// Whether a word has Latin letters beside Greek or Cyrillic ones, half of which look the same.
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

/// A username, as a member writes it; `None` if the text is none, or is kept for the house.
pub fn username(text: &str) -> Option<&str> {
    let mut bytes = text.bytes();
    let fits = (2..=20).contains(&text.len())
        && bytes
            .next()
            .is_some_and(|first| first.is_ascii_alphabetic())
        && bytes.all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-'));
    let skeleton = skeleton(text);
    let kept = RESERVED.iter().any(|word| self::skeleton(word) == skeleton);
    (fits && !kept).then_some(text)
}

/// What everybody reads behind the name of a bot. Nobody else's name looks like it.
const BOT: &str = "[bot]";

/// The username of a bot: as a member's, and short enough for the mark behind it.
pub fn bot(text: &str) -> Option<&str> {
    username(text).filter(|text| text.len() + BOT.len() <= MAX_NAME)
}

/// What everybody reads of a bot of this username.
pub fn of_bot(username: &str) -> String {
    format!("{username}{BOT}")
}

/// Whether somebody who is called like this could pass for a bot.
pub fn passes_for_bot(name: &str) -> bool {
    let letters = name.nfkc().filter(|c| c.is_alphanumeric() || *c == '[');
    let letters: String = letters.flat_map(char::to_lowercase).collect();
    letters.ends_with("[bot")
}

/// What a username looks like: of two with the same skeleton one could pass for the other.
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

/// Names by which somebody could pass for the house.
const RESERVED: [&str; 26] = [
    "admin",
    "administrador",
    "administrator",
    "anonymous",
    "api",
    "arbiter",
    "arbitro",
    "bot",
    "capicu",
    "deleted",
    "guest",
    "help",
    "host",
    "invitado",
    "me",
    "mod",
    "moderador",
    "moderator",
    "null",
    "official",
    "owner",
    "root",
    "security",
    "staff",
    "support",
    "system",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_display_name_is_of_one_script_and_latin() {
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
        // One letter written as two.
        assert_eq!(display("Jose\u{301}").as_deref(), Some("José"));
        assert!(
            display(&"e\u{301}".repeat(24)).is_some(),
            "counted as it is kept"
        );
    }

    #[test]
    fn what_is_said_is_read_as_it_is_seen() {
        assert_eq!(
            said("  ¿Que\u{301} tal? Ольга "),
            Some("¿Qué tal? Ольга".to_owned())
        );
        for hidden in ["", "\u{200b}", "a\u{202e}b", "a\u{7}b", "a\r\nb"] {
            assert_eq!(said(hidden), None, "{hidden:?}");
        }
        // 200 characters as they are kept.
        assert!(said(&"e\u{301}".repeat(200)).is_some());
        assert!(said(&"é".repeat(201)).is_none());
    }

    #[test]
    fn a_username_is_a_letter_and_more() {
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
        for name in ["admin", "Adm1n", "a_d-m-i-n", "CAPlCU", "M0D"] {
            assert_eq!(username(name), None, "{name}");
        }
    }

    #[test]
    fn names_that_look_alike_have_one_skeleton() {
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
