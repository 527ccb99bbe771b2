//! Commands from scripts around the client.

use capicu::Call;
use capicu_client::{Command, PageCommand};
use js_sys::Reflect;
use leptos::prelude::*;

use crate::session::new_token;
use crate::table::menu::call_me;
use crate::table::{calls, hand};
use crate::tile_input::{By, Control};

/// Carries out the commands of scripts, for as long as the table exists.
pub fn listen(control: Control) {
    let listener = window_event_listener_untyped("page-command", move |event| {
        let text = Reflect::get(&event, &"detail".into()).ok();
        let text = text.and_then(|text| text.as_string()).unwrap_or_default();
        if let Some(command) = PageCommand::read(&text) {
            carry_out(control, command);
        }
    });
    on_cleanup(move || listener.remove());
}

fn carry_out(control: Control, command: PageCommand) {
    let room = control.room;
    room.say(match command {
        PageCommand::Act(action) => return control.act(action),
        PageCommand::Choose(tile) => {
            control.choose(tile, By::Keys);
            if control.selected.get_untracked().is_none() {
                hand::refocus();
            }
            return;
        }
        PageCommand::Points(points) => {
            control.sum.set(Some(points));
            return calls::name(control);
        }
        PageCommand::Pose => return control.posing.set(true),
        PageCommand::Name(name) => return call_me(room, name),
        PageCommand::LetGo => return room.leave(),
        PageCommand::Close => return control.close(),
        PageCommand::Declare => Command::Call(Call::Declare),
        PageCommand::Muggins => Command::Call(Call::Muggins),
        PageCommand::Wish(wish) => Command::Wish(wish),
        PageCommand::Ready => Command::Ready,
        PageCommand::Rematch => Command::Rematch,
        PageCommand::Hint => Command::Hint,
        PageCommand::Swap(seat, with) => Command::Swap(seat, with),
        PageCommand::Bot(seat) => Command::Renew(seat, None),
        PageCommand::NewLink(seat) => Command::Renew(seat, Some(new_token())),
        PageCommand::GiveTable(seat) => Command::GiveTable(seat),
        PageCommand::StandIn(seat) => Command::StandIn(seat),
    });
}
