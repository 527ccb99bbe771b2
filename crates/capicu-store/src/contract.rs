//! What every store must do, as code: asserted by whoever implements one.
