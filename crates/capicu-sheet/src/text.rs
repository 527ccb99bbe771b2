//! The stored form of a sheet: one line of text for each event.

mod read;
mod write;

/// The first line of a stored sheet.
pub const HEADER: &str = "capicu-sheet 1";

/// Words of the ends of a round, and of those who queue.
mod word {
    pub const OUT: &str = "out";
    pub const BLOCKED: &str = "blocked";
    pub const VOID: &str = "void";
    pub const DOUBLES: &str = "doubles";
    pub const FOUL: &str = "foul";
    pub const SINGLES: &str = "singles";
    pub const PAIRS: &str = "pairs";
}

/// The names of the ways of going out.
const WAYS: [(&str, capicu::WayOut); 7] = {
    use capicu::WayOut;
    [
        ("plain", WayOut::Plain),
        ("both-ends", WayOut::BothEnds),
        ("key", WayOut::Key),
        ("double", WayOut::Double),
        ("double-both-ends", WayOut::DoubleBothEnds),
        ("double-blank", WayOut::DoubleBlank),
        ("double-blank-both-ends", WayOut::DoubleBlankBothEnds),
    ]
};
