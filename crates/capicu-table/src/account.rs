//! Accounts whose seats no token opens.

/// What a host knows of an account that is no person's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Account {
    /// A program plays for it. Only the account opens its seats, under this name.
    Program {
        /// The name that marks it as a bot.
        name: String,
    },
    /// Somebody removed it. Nothing opens its seats.
    Removed,
}
