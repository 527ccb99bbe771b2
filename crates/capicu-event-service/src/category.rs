//! Names of categories. Presets use English names, and pages show them in the reader's language.

use capicu_i18n::{Lang, Texts};

/// The categories of shipped presets.
const SHIPPED: [&str; 2] = ["women", "mixed"];

/// The name of a category for readers; custom categories stay as written.
pub fn called(category: &str, texts: Texts) -> String {
    match category {
        "women" => texts.desk_category_women(),
        "mixed" => texts.desk_category_mixed(),
        own => own.to_owned(),
    }
}

/// The category for a name in any language.
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
    fn preset_categories_are_translated_both_ways() {
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
