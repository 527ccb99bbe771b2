//! The shipped presets, as a whole.

use capicu_event::{Event, Length, Method, Preset, presets};

use super::preset;

#[test]
fn shipped_presets_are_valid_and_have_sources() {
    let all = presets::all();
    for preset in &all {
        assert!(!preset.sources.is_empty(), "{}", preset.id);
        let told = [
            &preset.our_reading,
            &preset.our_reading_es,
            &preset.our_reading_fr,
        ];
        assert_eq!(
            told.map(Vec::len),
            [preset.our_reading.len(); 3],
            "{}",
            preset.id
        );
        assert!(preset.name_fr.is_some(), "{}", preset.id);
        assert!(preset.prizes.iter().all(|prize| prize.name_fr.is_some()));
        assert_eq!(all.iter().filter(|other| other.id == preset.id).count(), 1);
        assert_eq!(presets::by_id(&preset.id).as_ref(), Some(preset));
    }
}

#[test]
fn every_preset_file_is_shipped_and_can_be_downloaded() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/presets");
    let files = std::fs::read_dir(folder).unwrap();
    let mut files: Vec<String> = files
        .map(|file| file.unwrap().file_name().into_string().unwrap())
        .collect();
    files.sort();
    let mut shipped: Vec<String> = presets::all()
        .into_iter()
        .map(|preset| format!("{}.toml", preset.id))
        .collect();
    shipped.sort();
    assert_eq!(shipped, files);
    for preset in presets::all() {
        let text = presets::file(&preset.id).unwrap();
        assert_eq!(Preset::from_toml(text), Ok(preset));
    }
}

/// Random events play every shipped preset, so a method without one is never checked.
#[test]
fn every_method_is_used_by_a_shipped_preset() {
    let unknown = toml::from_str::<Method>("method = \"unknown\"").unwrap_err();
    let told = unknown.message().to_owned();
    let (_, names) = told.split_once("expected one of ").expect(&told);
    let methods: Vec<&str> = names.split('`').skip(1).step_by(2).collect();
    assert!(methods.len() > 10, "{told}");
    // Rotating partners become a whist tournament by the number of entries.
    let by_number = ["whist"];
    for method in methods {
        let line = format!("method = \"{method}\"");
        let has_it = |preset: Preset| presets::file(&preset.id).unwrap().contains(&line);
        let is_used = presets::all().into_iter().any(has_it);
        assert_ne!(is_used, by_number.contains(&method), "{method}");
    }
}

#[test]
fn form_can_change_the_length_of_every_method_with_a_chosen_one() {
    for mut stage in presets::all().into_iter().flat_map(|preset| preset.stages) {
        let length = stage.pairing.traits().length;
        let is_chosen = matches!(length, Length::Chosen(_));
        assert_eq!(
            stage.pairing.rounds_mut().is_some(),
            is_chosen,
            "{length:?}"
        );
        let in_minutes = matches!(length, Length::Minutes(_));
        assert_eq!(
            stage.pairing.minutes_mut().is_some(),
            in_minutes,
            "{length:?}"
        );
    }
}

/// During an upgrade, no server may write an event that another cannot read.
#[test]
fn event_of_a_new_method_needs_servers_that_read_it() {
    let edition = |preset: Preset| {
        let event = Event::create("New", preset, 1, 0).unwrap();
        event.log().lines()[0].fact.traits().edition
    };
    assert_eq!(preset("latin-pairs").edition(), 1);
    assert_eq!(preset("effectiveness").edition(), 5);
    assert_eq!(preset("winner-stays").edition(), 5);
    let mut dated = preset("latin-pairs");
    dated.begins = Some("2026-11-27T19:00".to_owned());
    assert_eq!((dated.check(), dated.edition()), (Ok(()), 5));
    for wrong in ["", "2026-11-27", "2026-11-27 19:00", "tomorrow, at 7 pm"] {
        dated.begins = Some(wrong.to_owned());
        assert!(dated.check().is_err(), "{wrong}");
    }
    // Newer definitions of the tie-breaks need newer servers too.
    assert_eq!(edition(preset("latin-pairs")), 5);
}
