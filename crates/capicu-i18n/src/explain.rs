//! The rules of a game as a person would explain them.

/// What a group of sentences is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SectionTitle {
    /// Tiles and seats.
    Seats,
}

/// A group of sentences.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Section {
    /// What they are about.
    pub title: SectionTitle,
    /// The sentences.
    pub sentences: Vec<String>,
}
