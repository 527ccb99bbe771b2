//! Announcements to everyone at the table.

use capicu::{BySeat, Duty, Opening, Pip, Seat, Tile, Word};
use capicu_i18n::{Lang, Seats, Texts};

#[test]
fn opening_names_the_tile_that_decides_the_opener() {
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

#[test]
fn words_of_the_table_include_their_meaning() {
    let told = |lang, word| Texts::new(lang).word(word);
    let six_six = Tile::double(Pip::new(6).expect("a six"));
    assert_eq!(
        told(Lang::En, Word::Ahorcado(six_six)),
        "Ahorcado: the double six cannot be played any more."
    );
    assert_eq!(
        told(Lang::Es, Word::Tranque(six_six)),
        "El tranque: el doble seis cerró la mano."
    );
    let blank = Word::Puerta(Tile::DOUBLE_BLANK.high());
    assert_eq!(
        told(Lang::Es, blank),
        "Tienes la puerta del 0: ahí nadie más puede jugar."
    );
    assert_eq!(told(Lang::En, Word::NuggetTakes), "Nugget: five less.");
    assert_eq!(
        told(Lang::En, Word::Dominoitis),
        "Dominoitis, spots before the eyes: one more fast game cures it."
    );
}
