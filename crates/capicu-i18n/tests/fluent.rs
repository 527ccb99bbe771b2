//! Compiled texts equal the output of Fluent's own interpreter.

use std::fs;
use std::path::PathBuf;

use capicu_i18n::{Lang, LineEnd, Party, Texts, spacing};
use fluent_bundle::{FluentArgs, FluentBundle, FluentResource};

fn bundle(lang: Lang) -> FluentBundle<FluentResource> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("texts")
        .join(lang.tag());
    let mut bundle = FluentBundle::new(vec![lang.tag().parse().unwrap()]);
    bundle.set_use_isolating(false);
    for entry in fs::read_dir(folder).unwrap() {
        let source = fs::read_to_string(entry.unwrap().path()).unwrap();
        let resource = FluentResource::try_new(source).unwrap();
        bundle.add_resource(resource).unwrap();
    }
    bundle
}

fn fluent(lang: Lang, id: &str, args: &FluentArgs<'_>) -> String {
    let bundle = bundle(lang);
    let mut errors = Vec::new();
    let pattern = bundle.get_message(id).unwrap().value().unwrap();
    let text = bundle.format_pattern(pattern, Some(args), &mut errors);
    assert!(errors.is_empty(), "{id}: {errors:?}");
    match lang {
        Lang::Fr => spacing::french(&text),
        Lang::En | Lang::Es => text.into_owned(),
    }
}

#[test]
fn compiled_texts_agree_with_fluent() {
    for &lang in Lang::ALL {
        let texts = Texts::new(lang);
        for number in [0_u32, 1, 2, 21] {
            let mut args = FluentArgs::new();
            args.set("n", number);
            args.set("pip", number);
            assert_eq!(
                texts.tile_double(number),
                fluent(lang, "tile-double", &args)
            );
            assert_eq!(texts.tiles_left(number), fluent(lang, "tiles-left", &args));
            assert_eq!(
                texts.number_word(number),
                fluent(lang, "number-word", &args)
            );
            for (who, is) in [(texts.you(), "you"), (Party::named("Ana"), "one")] {
                let mut args = FluentArgs::new();
                args.set("who", who.name());
                args.set("who-is", is);
                args.set("tile", "x");
                args.set("side", "left");
                args.set("ends", "6 3");
                args.set("left", number);
                assert_eq!(
                    texts.said_play(&who, "x", LineEnd::Left, number, "6 3"),
                    fluent(lang, "said-play", &args)
                );
            }
        }
    }
}

#[test]
fn announcement_is_one_sentence_per_language() {
    let ana = Party::named("Ana");
    let said = |lang| {
        let texts = Texts::new(lang);
        let tile = texts.tile("5-3".parse().unwrap());
        texts.said_play(&ana, &tile, LineEnd::Right, 4_u8, &texts.list(&["6", "3"]))
    };
    assert_eq!(
        said(Lang::En),
        "Ana plays five-three on the right; ends 6 and 3; 4 tiles left."
    );
    assert_eq!(
        said(Lang::Es),
        "Ana juega el cinco-tres a la derecha; puntas 6 y 3; le quedan 4 fichas."
    );
}
