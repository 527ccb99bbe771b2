//! Accounts whose seats no token opens.

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Account {
    /// The account of a bot. Only the account opens its seats, under this name.
    Program {
        /// The name that marks it as a bot.
        name: String,
    },
    /// The account was removed. Nothing opens its seats.
    Removed,
}
