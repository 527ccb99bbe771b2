use std::ffi::OsString;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use serde_json::json;

use super::checks::{self, Check, Finding, Verdict};
use crate::language::texts;
use crate::{Command, exit, print, refusal, serve};

/// Check settings, data folder, machine and server, and suggest remedies
///
/// It changes nothing, and the server may be running.
#[derive(Debug, clap::Args)]
pub struct Arguments {
    /// Configuration file of `capicu serve`
    #[arg(long, env = "CAPICU_CONFIG", value_name = "FILE")]
    config: Option<PathBuf>,
    /// Data folder of `capicu serve`, if the configuration does not name it
    #[arg(long, env = "CAPICU_DATA", value_name = "FOLDER")]
    data: Option<PathBuf>,
    /// Admin address of the server, if the configuration does not name it
    #[arg(long, env = "CAPICU_ADMIN", value_name = "ADDRESS", value_parser = serve::address)]
    admin: Option<SocketAddr>,
    /// Print the answer as JSON
    #[arg(long)]
    json: bool,
}

/// Returns exit code 0 if nothing failed, 1 otherwise.
pub fn run(arguments: &Arguments) -> ExitCode {
    let findings = examine(arguments);
    match arguments.json {
        true => print::json(&in_json(&findings)),
        false => print::text(in_words(&findings)),
    }
    match worst(&findings) {
        Verdict::Ok | Verdict::Warn => ExitCode::SUCCESS,
        Verdict::Fail => exit::breach(),
    }
}

fn examine(arguments: &Arguments) -> Vec<Finding> {
    let texts = texts();
    let (mut findings, plan) = match settings(arguments) {
        Ok(plan) => {
            let finding = Finding::new(Check::Config, Verdict::Ok, texts.doctor_config());
            (vec![finding], Some(plan))
        }
        Err(why) => {
            let each = why.lines();
            let each = each.map(|line| Finding::new(Check::Config, Verdict::Fail, line));
            (each.collect(), None)
        }
    };
    // Without valid settings, check the folder of the command line anyway.
    let named = plan.as_ref().map(|plan| plan.data.clone());
    let folder = named.or_else(|| arguments.data.clone());
    match (folder, &plan) {
        (_, Some(plan)) if plan.has_database => {
            let message = texts.doctor_postgres();
            findings.push(Finding::new(Check::Database, Verdict::Ok, message));
        }
        (Some(folder), _) => findings.extend(checks::folder(&folder)),
        (None, _) => {}
    }
    if let Some(plan) = &plan {
        findings.push(checks::files(plan.connections));
    }
    let admin = plan.and_then(|plan| plan.admin).or(arguments.admin);
    findings.extend(admin.map(checks::server));
    findings
}

/// Returns the settings of the server, or their errors, one on each line.
fn settings(arguments: &Arguments) -> Result<serve::Plan, String> {
    let mut words: Vec<OsString> = vec!["capicu".into(), "serve".into()];
    let mut name =
        |option: &str, value: &Path| words.extend([OsString::from(option), OsString::from(value)]);
    if let Some(file) = &arguments.config {
        name("--config", file);
    }
    if let Some(folder) = &arguments.data {
        name("--data", folder);
    }
    if let Some(address) = arguments.admin {
        name("--admin", address.to_string().as_ref());
    }
    match crate::read(&words).map_err(|error| refusal::told(&error))? {
        Command::Serve(serve) => Ok(serve.plan()),
        _ => unreachable!("`serve` was read"),
    }
}

fn worst(findings: &[Finding]) -> Verdict {
    let verdicts = findings.iter().map(|finding| finding.verdict);
    verdicts.max().unwrap_or(Verdict::Ok)
}

const fn name(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Ok => "ok",
        Verdict::Warn => "warn",
        Verdict::Fail => "fail",
    }
}

fn in_json(findings: &[Finding]) -> serde_json::Value {
    let each = findings.iter().map(|finding| {
        json!({
            "check": finding.check.name(),
            "verdict": name(finding.verdict),
            "message": finding.message,
        })
    });
    json!({ "worst": name(worst(findings)), "findings": each.collect::<Vec<_>>() })
}

fn in_words(findings: &[Finding]) -> String {
    let texts = texts();
    let lines = findings.iter().map(|finding| {
        let verdict = match finding.verdict {
            Verdict::Ok => texts.doctor_ok(),
            Verdict::Warn => texts.doctor_warn(),
            Verdict::Fail => texts.doctor_fail(),
        };
        let check = finding.check.name();
        format!("{verdict:<5} {check:<11} {}\n", finding.message)
    });
    lines.collect()
}
