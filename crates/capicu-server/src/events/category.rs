//! What categories are called. Presets name theirs in English, whatever the language of who reads them.

use capicu_i18n::{Lang, Texts};

/// The categories of the shipped presets.
const SHIPPED: [&str; 2] = ["women", "mixed"];

/// What a category is called; one of somebody's own is called as they wrote it.
pub fn called(category: &str, texts: Texts) -> String {
    match category {
        "women" => texts.desk_category_women(),
        "mixed" => texts.desk_category_mixed(),
        own => own.to_owned(),
    }
}

/// The category that somebody means who writes in whatever language.
pub fn meant(written: &str) -> String {
    let lower = written.to_lowercase();
    let is_called = |category: &&str| {
        let mut all = Lang::ALL.iter();
        all.any(|lang| called(category, Texts::new(*lang)).to_lowercase() == lower)
    };
    let found = SHIPPED.into_iter().find(is_called);
    found.unwrap_or(written).to_owned()
}

#[cfg(test)]
mod tests {
    use capicu_event::presets;

    use super::*;

    #[test]
    fn categories_of_presets_are_called_as_one_speaks_and_found_again() {
        let spanish = Texts::new(Lang::Es);
        assert_eq!(called("women", spanish), "femenina");
        assert_eq!(meant("Femenina"), "women");
        assert_eq!(meant("mixte"), "mixed");
        assert_eq!(meant("Beginners"), "Beginners");
        for preset in presets::all() {
            for category in preset.categories() {
                assert!(SHIPPED.contains(&category), "{category}");
            }
        }
    }
}
