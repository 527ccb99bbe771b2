//! Versions of the columns. New files have the newest; files of each version can be merged.

use std::sync::{Arc, LazyLock};

use parquet::schema::parser::parse_message_type;
use parquet::schema::types::TypePtr;

/// A version of the columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Schema {
    /// Sides are `team`, and moves are `deeds` of `deed_seats`.
    One,
    /// Sides are `side`, and moves are `moves` of `move_seats`.
    Two,
}

static ONE: LazyLock<TypePtr> = LazyLock::new(|| {
    let names = [
        ("side", "team"),
        ("move_seats", "deed_seats"),
        ("moves", "deeds"),
    ];
    let older = names
        .iter()
        .fold(COLUMNS.to_owned(), |columns, (new, old)| {
            columns
                .replace(&format!(" {new} "), &format!(" {old} "))
                .replace(&format!(" {new};"), &format!(" {old};"))
        });
    parsed(&older)
});

static TWO: LazyLock<TypePtr> = LazyLock::new(|| parsed(COLUMNS));

impl Schema {
    pub const NEWEST: Self = Self::Two;

    const ALL: [Self; Self::NEWEST as usize + 1] = [Self::One, Self::Two];

    /// The number in the metadata of a file.
    pub const fn number(self) -> &'static str {
        match self {
            Self::One => "1",
            Self::Two => "2",
        }
    }

    pub fn by_number(number: &str) -> Option<Self> {
        Self::ALL
            .into_iter()
            .find(|schema| schema.number() == number)
    }

    pub fn columns(self) -> TypePtr {
        Arc::clone(match self {
            Self::One => &ONE,
            Self::Two => &TWO,
        })
    }
}

fn parsed(columns: &str) -> TypePtr {
    Arc::new(parse_message_type(columns).expect("the columns are valid"))
}

/// The newest columns, in Parquet's schema language.
const COLUMNS: &str = "
message decision {
    required int64 match;
    required int32 round;
    required int32 turn;
    required int32 seat;
    required int32 side;
    required binary bot (STRING);
    required int32 opener;
    required group scores (LIST) { repeated group list { required int32 element; } }
    required group hand (LIST) { repeated group list { required binary element (STRING); } }
    required group held (LIST) { repeated group list { required int32 element; } }
    required int32 boneyard;
    required group ends (LIST) { repeated group list { required int32 element; } }
    required group move_seats (LIST) { repeated group list { required int32 element; } }
    required group moves (LIST) { repeated group list { required binary element (STRING); } }
    required group legal (LIST) { repeated group list { required binary element (STRING); } }
    required binary action (STRING);
    optional group worths (LIST) { repeated group list { required double element; } }
    optional group imagined (LIST) { repeated group list { required int32 element; } }
    required int32 round_result;
    required group round_points (LIST) { repeated group list { required int32 element; } }
    optional int32 match_result;
}
";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_version_has_its_names() {
        let names = |schema: Schema| {
            let columns = schema.columns();
            let fields = columns.get_fields().iter();
            fields
                .map(|field| field.name().to_owned())
                .collect::<Vec<_>>()
        };
        let [one, two] = [names(Schema::One), names(Schema::Two)];
        assert_eq!(
            [&*one[4], &*one[12], &*one[13]],
            ["team", "deed_seats", "deeds"]
        );
        assert_eq!(
            [&*two[4], &*two[12], &*two[13]],
            ["side", "move_seats", "moves"]
        );
        assert_eq!(
            one.iter().zip(&two).filter(|(one, two)| one != two).count(),
            3
        );
        assert_eq!(Schema::by_number("2"), Some(Schema::NEWEST));
        assert_eq!(Schema::by_number("3"), None);
    }
}
