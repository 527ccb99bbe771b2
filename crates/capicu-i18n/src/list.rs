use crate::{Lang, Texts};

impl Texts {
    /// Joins things as in speech: "6, 3 and 1".
    pub fn list<T: AsRef<str>>(&self, things: &[T]) -> String {
        let Some((last, before)) = things.split_last() else {
            return String::new();
        };
        let last = last.as_ref();
        let start = before.iter().map(|thing| thing.as_ref().to_owned());
        match start.reduce(|list, next| self.list_comma(&list, &next)) {
            Some(start) => self.list_and(&start, last, self.before(last)),
            None => last.to_owned(),
        }
    }

    /// "y" becomes "e" before the sound of i: "Ana e Inés".
    fn before(&self, word: &str) -> &'static str {
        let mut letters = word.chars().flat_map(char::to_lowercase).peekable();
        letters.next_if_eq(&'h');
        let i = matches!(letters.next(), Some('i' | 'í'));
        let glide = matches!(letters.next(), Some('e' | 'a' | 'o' | 'u'));
        if self.lang() == Lang::Es && i && !glide {
            "i"
        } else {
            "other"
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_end_as_in_speech() {
        let (en, es) = (Texts::new(Lang::En), Texts::new(Lang::Es));
        assert_eq!(en.list::<&str>(&[]), "");
        assert_eq!(en.list(&["6"]), "6");
        assert_eq!(en.list(&["6", "3", "1"]), "6, 3 and 1");
        assert_eq!(es.list(&["Ana", "Beni"]), "Ana y Beni");
        assert_eq!(es.list(&["Ana", "Inés"]), "Ana e Inés");
        assert_eq!(es.list(&["Ana", "Hilda"]), "Ana e Hilda");
        assert_eq!(es.list(&["agua", "hielo"]), "agua y hielo");
        assert_eq!(en.list(&["Ana", "Inés"]), "Ana and Inés");
    }
}
