use capicu::Rules;
use capicu::rules::{Choices, OptionValue};

use crate::{Arg, OPTIONS, OPTIONS_RULES, Texts};

/// A text with lookup by name.
pub(crate) struct Named {
    pub name: &'static str,
    pub arguments: &'static [&'static str],
    pub texts: [&'static str; 2],
}

/// Finds a text by name in a table sorted by name.
pub(crate) fn find(table: &'static [Named], name: &str) -> Option<&'static Named> {
    let at = table.binary_search_by_key(&name, |named| named.name).ok()?;
    Some(&table[at])
}

impl Texts {
    /// The label of an option in forms; `None` for an unknown name.
    pub fn option_label(&self, option: &str) -> Option<String> {
        self.named(OPTIONS, option)
    }

    /// An option's effect in one line; `None` for an unknown name.
    pub fn option_help(&self, option: &str) -> Option<String> {
        self.named(OPTIONS, &format!("{option}.help"))
    }

    /// The label of a word of an option in forms; `None` for an unknown one.
    pub fn option_word(&self, option: &str, word: &str) -> Option<String> {
        self.named(OPTIONS, &format!("{option}-{word}"))
    }

    /// Lists labels and help by the names `option`, `option.help` and `option-word`. Levels of bots, hints and
    /// spectators have such names too.
    pub fn options(&self) -> impl Iterator<Item = (&'static str, String)> + use<> {
        let texts = *self;
        OPTIONS
            .iter()
            .map(move |named| (named.name, texts.write(&named.texts, &[])))
    }

    /// The sentence of an option under these rules, even if it has no effect in this game; `None` for an unknown name.
    pub fn option_rule(&self, option: &str, rules: &Rules) -> Option<String> {
        let message = match rules.get(option)? {
            OptionValue::Word(word) => find(OPTIONS_RULES, &format!("{option}-{word}.rule")),
            OptionValue::Number(_) | OptionValue::Tiles(_) => None,
        };
        let message = message.or_else(|| find(OPTIONS_RULES, &format!("{option}.rule")))?;
        let facts = Facts {
            texts: *self,
            rules,
        };
        let values: Vec<Value> = message
            .arguments
            .iter()
            .map(|name| facts.value(name).unwrap_or(Value::Number(0)))
            .collect();
        let args: Vec<Arg<'_>> = values.iter().map(Value::arg).collect();
        Some(self.write(&message.texts, &args))
    }

    /// The name of an option by its label in any language, or of a word of `option`. Ignores marks and capitals. Files
    /// use the name.
    pub fn name_of_label(option: Option<&str>, label: &str) -> Option<&'static str> {
        let wanted = bare(label);
        let is_called = |named: &&Named| {
            let of = match option {
                Some(option) => named
                    .name
                    .strip_prefix(option)
                    .is_some_and(|word| word.starts_with('-')),
                None => Choices::OPTIONS.iter().any(|info| info.name == named.name),
            };
            of && named.texts.iter().any(|text| bare(text) == wanted)
        };
        let named = OPTIONS
            .iter()
            .find(is_called)
            .filter(|_| !wanted.is_empty())?;
        Some(match option {
            Some(option) => &named.name[option.len() + 1..],
            None => named.name,
        })
    }

    /// A text without arguments; `None` for an unknown name.
    pub(crate) fn named(&self, table: &'static [Named], name: &str) -> Option<String> {
        find(table, name).map(|named| self.write(&named.texts, &[]))
    }
}

/// Converts to lower case without accents.
pub fn plain_letters(text: &str) -> String {
    let plain = |letter: char| match letter {
        'á' | 'à' | 'â' => 'a',
        'é' | 'è' | 'ê' => 'e',
        'í' | 'î' => 'i',
        'ó' | 'ô' => 'o',
        'ú' | 'ü' | 'û' => 'u',
        'ñ' => 'n',
        other => other,
    };
    text.chars()
        .flat_map(char::to_lowercase)
        .map(plain)
        .collect()
}

/// Keeps only letters and digits, in lower case without accents.
fn bare(text: &str) -> String {
    let mut plain = plain_letters(text);
    plain.retain(char::is_alphanumeric);
    plain
}

/// Values that sentences of options can ask for.
struct Facts<'a> {
    texts: Texts,
    rules: &'a Rules,
}

enum Value {
    Number(u32),
    Text(String),
}

impl Value {
    fn arg(&self) -> Arg<'_> {
        match self {
            Self::Number(number) => Arg::Number(*number),
            Self::Text(text) => Arg::Text(text),
        }
    }
}

impl Facts<'_> {
    /// The value of an option, or of one of the few facts that depend on several.
    fn value(&self, name: &str) -> Option<Value> {
        let rules = self.rules;
        let number = |n: usize| Some(Value::Number(n as u32));
        match name {
            "in-set" => number(rules.set.tiles().len()),
            "asleep" => number(usize::from(rules.boneyard())),
            "n-sides" => number(usize::from(rules.n_sides())),
            "n-removed" => number(rules.removed.len()),
            "removed-tiles" => Some(Value::Text(self.texts.tiles(rules.removed))),
            "highest-double" => {
                let double = (rules.tiles() & capicu::TileSet::DOUBLES).last()?;
                Some(Value::Text(self.texts.tile(double)))
            }
            "set-name" => {
                let OptionValue::Word(word) = rules.get("set")? else {
                    return None;
                };
                self.texts.option_word("set", word).map(Value::Text)
            }
            option => Some(match rules.get(option)? {
                OptionValue::Word(word) => Value::Text(word.to_owned()),
                OptionValue::Number(n) => Value::Number(u32::from(n)),
                OptionValue::Tiles(tiles) => Value::Text(self.texts.tiles(tiles)),
            }),
        }
    }
}

#[cfg(test)]
mod tests {
    use capicu::Game;
    use capicu::rules::OptionKind;
    use capicu_ai::Level;

    use super::*;
    use crate::Lang;

    fn exist(names: &[String]) {
        let missing: Vec<&String> = names
            .iter()
            .filter(|name| find(OPTIONS, name).or(find(OPTIONS_RULES, name)).is_none())
            .collect();
        assert!(missing.is_empty(), "texts/*/options.ftl lacks {missing:?}");
    }

    fn wanted() -> Vec<String> {
        let mut names = Vec::new();
        for option in Choices::OPTIONS {
            let name = option.name;
            names.extend([name.to_owned(), format!("{name}.help")]);
            match option.kind {
                // The sets differ only in a number and share one rule.
                OptionKind::Word(words) if name == "set" => {
                    names.push(format!("{name}.rule"));
                    names.extend(words.iter().map(|word| format!("{name}-{word}")));
                }
                OptionKind::Word(words) => {
                    for word in words {
                        names.push(format!("{name}-{word}"));
                        names.push(format!("{name}-{word}.rule"));
                    }
                }
                OptionKind::Number { .. } | OptionKind::Tiles => names.push(format!("{name}.rule")),
            }
        }
        names
    }

    /// All texts for other choices at a table.
    fn beside() -> Vec<String> {
        let levels = Level::ALL.map(|level| format!("level-{}", level.name()));
        let others = [
            "level",
            "level.help",
            "hints",
            "hints-off",
            "hints-on",
            "watching",
            "watching-off",
            "watching-on",
            "passed",
            "passed-on",
            "passed-off",
        ];
        let others = others.map(str::to_owned);
        levels.into_iter().chain(others).collect()
    }

    #[test]
    fn levels_have_the_numbers_and_names_of_the_lessons() {
        for &lang in Lang::ALL {
            let texts = Texts::new(lang);
            let names = [
                texts.bot_heaviest(),
                texts.bot_own_hand(),
                texts.bot_table(),
                texts.bot_passes(),
                texts.bot_club(),
                texts.bot_imagines(),
                texts.bot_concludes(),
                texts.bot_match(),
            ];
            for (level, name) in Level::ALL.iter().zip(names) {
                let told = texts.option_word("level", level.name());
                let called = format!("{level} · {name} – ");
                assert!(told.unwrap().starts_with(&called), "{}", level.name());
            }
        }
    }

    #[test]
    fn every_option_and_word_has_its_texts() {
        exist(&wanted());
        exist(&beside());
    }

    #[test]
    fn every_option_text_has_an_option() {
        let wanted = [wanted(), beside()].concat();
        let unknown: Vec<&str> = OPTIONS
            .iter()
            .chain(OPTIONS_RULES)
            .map(|named| named.name)
            .filter(|name| !wanted.iter().any(|wanted| wanted == name))
            .collect();
        assert!(unknown.is_empty(), "no option asks for {unknown:?}");
    }

    #[test]
    fn sentences_use_only_known_facts() {
        let rules = Game::by_id("cien").unwrap().rules(4).unwrap();
        let facts = Facts {
            texts: Texts::new(Lang::En),
            rules: &rules,
        };
        for named in OPTIONS_RULES {
            for argument in named.arguments {
                assert!(
                    facts.value(argument).is_some(),
                    "{}: ${argument}",
                    named.name
                );
            }
        }
    }

    #[test]
    fn label_of_an_option_gives_its_name() {
        assert_eq!(
            Texts::name_of_label(None, "fichas por jugador"),
            Some("hand")
        );
        assert_eq!(Texts::name_of_label(None, "primera-salida"), Some("opener"));
        assert_eq!(
            Texts::name_of_label(Some("opener"), "El doble mas alto"),
            Some("highest-double")
        );
        assert_eq!(Texts::name_of_label(Some("opener"), "hand"), None);
        assert_eq!(Texts::name_of_label(None, "-"), None);
    }

    #[test]
    fn every_game_has_its_texts() {
        for &lang in Lang::ALL {
            let texts = Texts::new(lang);
            for game in Game::ALL {
                assert!(texts.game_name(game.id).is_some(), "{}", game.id);
                assert!(texts.game_line(game.id).is_some(), "{}", game.id);
            }
        }
    }
}
