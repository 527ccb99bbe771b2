//! The sounds of the table, made on the spot.

use std::cell::OnceCell;

use leptos::prelude::*;
use wasm_bindgen::JsValue;
use web_sys::{AudioContext, AudioNode, BiquadFilterType, OscillatorType};

use crate::settings::{self, Sound};

/// A sound of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Noise {
    /// A tile is laid.
    Clack,
    /// Two tiles are: a double.
    Slam,
    /// A knock on the table.
    Knock,
    /// The tiles are mixed.
    Shuffle,
    /// It is one's turn.
    Turn,
    /// A round or a match is won.
    Won,
    /// One is lost.
    Lost,
}

thread_local! {
    static CONTEXT: OnceCell<Option<AudioContext>> = const { OnceCell::new() };
}

/// Makes a sound, unless muted. Browsers allow it only after the first tap or key.
pub fn play(noise: Noise) {
    if settings::settings().sound.get_untracked() == Sound::Muted {
        return;
    }
    CONTEXT.with(|cell| {
        if let Some(context) = cell.get_or_init(|| AudioContext::new().ok()) {
            let _ = context.resume();
            let _ = sound(context, noise);
        }
    });
}

fn sound(context: &AudioContext, noise: Noise) -> Result<(), JsValue> {
    match noise {
        Noise::Clack => clack(context, 0.0, 0.5),
        Noise::Slam => {
            clack(context, 0.0, 0.6)?;
            clack(context, 0.03, 0.35)
        }
        Noise::Knock => {
            knock(context, 0.0)?;
            knock(context, 0.17)
        }
        Noise::Shuffle => (0..26).try_for_each(|i| {
            let jitter = js_sys::Math::random() * 0.03;
            clack(
                context,
                f64::from(i) * 0.034 + jitter,
                0.05 + 0.1 * js_sys::Math::random(),
            )
        }),
        Noise::Turn => {
            tone(context, 0.0, 660.0, 0.12, 0.16)?;
            tone(context, 0.11, 880.0, 0.12, 0.22)
        }
        Noise::Won => [523.25, 659.25, 783.99, 1046.5]
            .into_iter()
            .zip(0..)
            .try_for_each(|(pitch, i)| tone(context, f64::from(i) * 0.12, pitch, 0.14, 0.35)),
        Noise::Lost => {
            tone(context, 0.0, 392.0, 0.12, 0.3)?;
            tone(context, 0.2, 311.13, 0.12, 0.5)
        }
    }
}

/// Ivory on wood: a short burst of high noise over a thump.
fn clack(context: &AudioContext, after: f64, volume: f64) -> Result<(), JsValue> {
    burst(context, after, 3200.0, 0.05, volume as f32)?;
    tone(context, after, 180.0, volume as f32 * 0.6, 0.06)
}

/// Knuckles on wood.
fn knock(context: &AudioContext, after: f64) -> Result<(), JsValue> {
    burst(context, after, 420.0, 0.07, 0.9)?;
    tone(context, after, 150.0, 0.6, 0.11)
}

/// Noise around a pitch that dies away.
fn burst(
    context: &AudioContext,
    after: f64,
    pitch: f32,
    seconds: f64,
    volume: f32,
) -> Result<(), JsValue> {
    let n = (f64::from(context.sample_rate()) * seconds) as usize;
    let samples: Vec<f32> = (0..n)
        .map(|i| {
            let fading = 1.0 - i as f32 / n as f32;
            (js_sys::Math::random() as f32 * 2.0 - 1.0) * fading * fading
        })
        .collect();
    let buffer = context.create_buffer(1, n as u32, context.sample_rate())?;
    buffer.copy_to_channel(&samples, 0)?;
    let source = context.create_buffer_source()?;
    source.set_buffer(Some(&buffer));
    let filter = context.create_biquad_filter()?;
    filter.set_type(BiquadFilterType::Bandpass);
    filter.frequency().set_value(pitch);
    source.connect_with_audio_node(&filter)?;
    out(context, &filter, volume)?;
    source.start_with_when(context.current_time() + after)
}

/// A pitch that dies away.
fn tone(
    context: &AudioContext,
    after: f64,
    pitch: f32,
    volume: f32,
    seconds: f64,
) -> Result<(), JsValue> {
    let start = context.current_time() + after;
    let source = context.create_oscillator()?;
    source.set_type(OscillatorType::Sine);
    source.frequency().set_value(pitch);
    let gain = context.create_gain()?;
    gain.gain()
        .set_value_at_time(volume * settings::volume(), start)?;
    gain.gain()
        .exponential_ramp_to_value_at_time(0.0001, start + seconds)?;
    source.connect_with_audio_node(&gain)?;
    gain.connect_with_audio_node(&context.destination())?;
    source.start_with_when(start)?;
    source.stop_with_when(start + seconds)
}

fn out(context: &AudioContext, from: &AudioNode, volume: f32) -> Result<(), JsValue> {
    let gain = context.create_gain()?;
    gain.gain().set_value(volume * settings::volume());
    from.connect_with_audio_node(&gain)?;
    gain.connect_with_audio_node(&context.destination())?;
    Ok(())
}
