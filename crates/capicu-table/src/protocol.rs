//! Serializes types of the rules in the form of the protocol.

macro_rules! written {
    ($($name:ident: $type:ty as $wire:ty;)+) => {$(
        pub mod $name {
            use serde::{Deserialize, Deserializer, Serialize, Serializer};

            pub fn serialize<S: Serializer>(value: &$type, to: S) -> Result<S::Ok, S::Error> {
                <$wire>::from(value.clone()).serialize(to)
            }

            pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<$type, D::Error> {
                <$wire>::deserialize(from).map(Into::into)
            }
        }
    )+};
}

written! {
    action: capicu::Action as capicu_protocol::Act;
    call: capicu::Call as capicu_protocol::Call;
    seat: capicu::Seat as capicu_protocol::Seat;
}
