//! Commands from scripts around the client.

use capicu_client::PageCommand;
use js_sys::Reflect;
use leptos::prelude::*;

use crate::session::new_token;
use crate::table::menu::call_me;
use crate::table::{calls, hand};
use crate::tile_input::{By, Control};

/// Carries out the commands of scripts, for as long as the table exists. Cancels each one, so that its script knows.
pub fn listen(control: Control) {
    let listener = window_event_listener_untyped("page-command", move |event| {
        let text = Reflect::get(&event, &"detail".into()).ok();
        let text = text.and_then(|text| text.as_string()).unwrap_or_default();
        if let Some(command) = PageCommand::read(&text) {
            event.prevent_default();
            carry_out(control, command);
        }
    });
    on_cleanup(move || listener.remove());
}

fn carry_out(control: Control, command: PageCommand) {
    let room = control.room;
    match command {
        PageCommand::Act(action) => control.act(action),
        PageCommand::Choose(tile) => {
            control.choose(tile, By::Keys);
            if control.selected.get_untracked().is_none() {
                hand::refocus();
            }
        }
        PageCommand::Points(points) => {
            control.sum.set(Some(points));
            calls::name(control);
        }
        PageCommand::Pose => control.posing.set(true),
        PageCommand::Name(name) => call_me(room, name),
        PageCommand::LetGo => room.leave(),
        PageCommand::Close => control.close(),
        other => {
            if let Some(command) = other.command(new_token) {
                room.say(command);
            }
        }
    }
}
