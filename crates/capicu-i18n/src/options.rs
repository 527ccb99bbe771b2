use crate::{Arg, Texts, pattern};

/// A text that is looked up by name.
#[derive(Debug)]
pub struct Named {
    pub(crate) name: &'static str,
    pub(crate) arguments: &'static [&'static str],
    pub(crate) texts: [&'static str; 2],
}

impl Texts {
    /// What an option of the rules is called in a form, by its name in files.
    pub fn option_label(&self, option: &str) -> Option<String> {
        self.named(crate::OPTIONS, option, &[])
    }

    /// What an option decides, in one line.
    pub fn option_help(&self, option: &str) -> Option<String> {
        self.named(crate::OPTIONS, &format!("{option}.help"), &[])
    }

    /// Writes the text of this name in a table sorted by name.
    pub(crate) fn named(&self, table: &[Named], name: &str, args: &[Arg<'_>]) -> Option<String> {
        let at = table.binary_search_by_key(&name, |named| named.name).ok()?;
        Some(pattern::write(table[at].texts[self.lang() as usize], args))
    }
}
