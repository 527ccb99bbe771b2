//! `capicu pose`: values of each lead from a hand.

use std::process::ExitCode;

use capicu::TileSet;
use capicu_analysis::{Batch, Leads, NoLeads, Poser};
use capicu_i18n::Texts;
use capicu_record::side;
use rayon::prelude::*;
use serde_json::{Value, json};

use crate::chosen::{Choice, Chosen};
use crate::hint::read_hand;
use crate::language::texts;
use crate::{exit, number, print};

/// Value each lead from a hand, by game and score
///
/// Seat A leads as in a later round: any tile, or any double where the rules require one. The same hand, score and
/// nodes give the same answer on every machine.
#[derive(Debug, clap::Args)]
pub struct Arguments {
    #[command(flatten)]
    choice: Choice,
    /// Tiles of the leader, such as "6-6 6-5 6-4 6-0 3-1 2-0 1-0"
    #[arg(long, value_name = "TILES")]
    hand: String,
    /// Score of each side, the leader's first, such as 40,25 [default: none, or one round won if a free lead requires
    /// it]
    #[arg(long, value_name = "SCORES")]
    score: Option<String>,
    /// Nodes to search per lead
    #[arg(long, value_name = "NODES", default_value_t = 400_000, value_parser = number::at_least::<u64>(1))]
    nodes: u64,
    /// Print the answer as JSON
    #[arg(long)]
    json: bool,
}

pub fn run(arguments: &Arguments) -> ExitCode {
    match answer(arguments, texts()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => exit::unreadable(why),
    }
}

fn answer(arguments: &Arguments, texts: Texts) -> Result<(), String> {
    let Chosen { id, rules } = arguments.choice.resolve()?;
    let hand = read_hand(&arguments.hand, &rules)?;
    let scores = match &arguments.score {
        Some(text) => scores(text, texts)?,
        None => Poser::usual_scores(&rules),
    };
    let poser =
        Poser::new(rules, &scores, hand, arguments.nodes).map_err(|why| told(&why, texts))?;
    let batches = (0..Poser::BATCHES).into_par_iter();
    let batches: Option<Vec<Batch>> = batches.map(|number| poser.batch(number)).collect();
    let leads = batches.and_then(|batches| poser.leads(&batches));
    let leads = leads.ok_or_else(|| told(&NoLeads::Nothing, texts))?;
    match arguments.json {
        true => print::json(&in_json(
            &id,
            rules.n_seats(),
            hand,
            &scores,
            arguments.nodes,
            &leads,
        )),
        false => print::text(text(&id, hand, &scores, &leads, texts)),
    }
    Ok(())
}

fn scores(text: &str, texts: Texts) -> Result<Vec<u16>, String> {
    let words = text.split(',').map(str::trim);
    words
        .map(|word| {
            let read = word.parse::<u16>();
            read.map_err(|_| format!("--score: {}", texts.pose_not_a_score(word)))
        })
        .collect()
}

fn told(why: &NoLeads, texts: Texts) -> String {
    let option = match why {
        NoLeads::NotInGame(_) | NoLeads::HandSize { .. } | NoLeads::Nothing => "--hand",
        NoLeads::Scores { .. } | NoLeads::MatchOver | NoLeads::NamedAtScore => "--score",
        NoLeads::Named => "--game",
    };
    format!("{option}: {}", why.told(texts))
}

fn in_json(
    game: &str,
    players: u8,
    hand: TileSet,
    scores: &[u16],
    nodes: u64,
    leads: &Leads,
) -> Value {
    let hand: Vec<String> = hand.into_iter().map(|tile| tile.to_string()).collect();
    let told = leads.leads.iter().map(|lead| {
        json!({
            "lead": lead.action.to_string(),
            "chance": lead.chance,
            "chance_error": lead.error,
            "loss": lead.loss,
            "loss_error": lead.loss_error,
            "worse": lead.is_worse(),
        })
    });
    json!({
        "game": game,
        "players": players,
        "seat": side::letter(capicu::Seat::default()).to_string(),
        "hand": hand,
        "score": scores,
        "nodes": nodes,
        "deals": leads.deals,
        "stake": leads.stake,
        "leads": told.collect::<Vec<_>>(),
    })
}

fn text(game: &str, hand: TileSet, scores: &[u16], leads: &Leads, texts: Texts) -> String {
    let hand: Vec<String> = hand.into_iter().map(|tile| tile.to_string()).collect();
    let scores: Vec<String> = scores.iter().map(u16::to_string).collect();
    let name = texts.game_name(game).unwrap_or_else(|| game.to_owned());
    let heading = texts.pose_heading(&hand.join(" "), &name, &scores.join(" : "));
    let mut out = format!("{heading}\n{}\n\n", texts.pose_free());
    let heads = [texts.pose_lead(), texts.pose_chance(), texts.pose_loss()];
    let wide = |text: &str| text.chars().count().max(14) + 2;
    let widths = [wide("") - 4, wide(&heads[1]), wide(&heads[2])];
    let mut line = |cells: [&str; 3], remark: &str| {
        out += &format!("  {:<1$}", cells[0], widths[0]);
        out += &format!("{:>2$}{:>3$}", cells[1], cells[2], widths[1], widths[2]);
        out += match remark {
            "" => "\n".to_owned(),
            remark => format!("   {remark}\n"),
        }
        .as_str();
    };
    line([&heads[0], &heads[1], &heads[2]], "");
    for [lead, chance, loss, remark] in leads.rows(texts) {
        line([&lead, &chance, &loss], &remark);
    }
    out + &format!("\n{}\n", leads.told(texts))
}
