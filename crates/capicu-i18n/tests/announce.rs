//! What everybody at the table is told.

use capicu::{BySeat, Duty, Opening, Seat, Tile};
use capicu_i18n::{Lang, Seats, Texts};

#[test]
fn the_tile_that_makes_somebody_the_opener_is_named() {
    let ana = Seat::default();
    let seats = |you| Seats {
        names: BySeat::from_fn(2, |seat| if seat == ana { "Ana" } else { "Ben" }),
        you,
    };
    let opening = Opening {
        seat: ana,
        duty: Duty::Holder(Tile::DOUBLE_BLANK),
        may_hand_over: false,
    };
    let told = |lang, you| Texts::new(lang).opening(&opening, &seats(you));
    assert_eq!(
        told(Lang::En, None),
        "Ana holds the double blank and so opens, with any tile."
    );
    assert_eq!(
        told(Lang::En, Some(ana)),
        "You hold the double blank, so you open, with any tile."
    );
    assert_eq!(
        told(Lang::Es, None),
        "Ana tiene el doble blanco: sale con la ficha que quiera."
    );
}
