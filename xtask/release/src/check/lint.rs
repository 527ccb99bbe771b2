//! Checks that other programs make: mandoc, lintian, systemd and the shells.

use std::fs;
use std::process::Command;

use anyhow::{Context as _, Result, bail};

use crate::debian::{install, on_path};
use crate::documents::MANUAL;
use crate::release::Release;
use crate::source::{About, Place, output, text};
use crate::step::Step;
use crate::target::Target;
use crate::tree::{Tree, gunzip};
use crate::{deb, installers};

/// Each program, and the package of Debian that has it.
const TOOLS: [(&str, &str); 5] = [
    ("lintian", "lintian"),
    ("mandoc", "mandoc"),
    ("ruby", "ruby"),
    ("shellcheck", "shellcheck"),
    ("systemd-analyze", "systemd"),
];

/// The score of `systemd-analyze security` that a unit must stay below, in tenths.
const EXPOSURE: u32 = 25;

pub fn run(place: &Place, about: &About, targets: &[Target], release: &Release) -> Result<()> {
    let missing = TOOLS
        .into_iter()
        .filter(|(tool, _)| on_path(tool).is_none());
    let missing: Vec<&str> = missing.map(|(_, package)| package).collect();
    if !missing.is_empty() {
        install(&missing, "linters are missing")?;
    }
    let target = *targets.first().context("a target")?;
    let folder = place.target().join("lint");
    let _ = fs::remove_dir_all(&folder);
    release.write(&folder)?;
    let archive = &release.files[&installers::archive(about, target)];
    Tree::read(&gunzip(archive)?)?.write(&folder)?;
    let unpacked = folder.join(format!("capicu-{}-{}-linux", about.version, target.name()));

    let step = Step::begin("Lint the manual pages");
    let pages = fs::read_dir(unpacked.join("share").join(MANUAL))?;
    let mut commands = Vec::new();
    for page in pages {
        let mut command = Command::new("mandoc");
        command.args(["-Tlint", "-Wstyle"]).arg(page?.path());
        commands.push(command);
    }
    let count = commands.len();
    step.run_together(commands)?;
    step.done(format_args!("{count} pages"));

    let step = Step::begin("Lint the scripts");
    let install = folder.join("install.sh");
    let share = unpacked.join("share");
    let completions = share.join("bash-completion/completions/capicu");
    let mut scripts = vec![install];
    for (name, script) in deb::SCRIPTS {
        let path = folder.join(name);
        fs::write(&path, script)?;
        scripts.push(path);
    }
    step.run(Command::new("shellcheck").args(scripts))?;
    step.run(Command::new("bash").arg("-n").arg(completions))?;
    step.done("");

    let step = Step::begin("Lint the formula");
    let formula = folder.join("formula.rb");
    fs::write(&formula, installers::FORMULA)?;
    step.run(Command::new("ruby").arg("-wc").arg(formula))?;
    for path in installed(installers::FORMULA) {
        if !unpacked.join(path).exists() {
            bail!("capicu.rb installs {path}, which the archive does not have");
        }
    }
    step.done("");

    let step = Step::begin("Score the unit");
    let unit = folder.join("capicu.service");
    fs::write(&unit, deb::UNIT)?;
    step.run(
        Command::new("systemd-analyze")
            .args(["security", "--offline=yes", "--no-pager"])
            .arg(format!("--threshold={}", EXPOSURE - 1))
            .arg(&unit),
    )?;
    let scored = output(
        Command::new("systemd-analyze")
            .args(["security", "--offline=yes", "--no-pager"])
            .arg(&unit),
    )?;
    let scored = text(&scored)?;
    let score = scored.lines().last().unwrap_or_default();
    step.done(score.trim_start_matches("→ ").trim());

    let step = Step::begin("Lint the packages");
    for target in targets {
        let name = format!("capicu_{}_{}.deb", about.version, target.architecture());
        let printed = step.run(
            Command::new("lintian")
                .args(["--fail-on=error", "--allow-root"])
                .arg(folder.join(name)),
        )?;
        if printed.lines().any(|line| line.starts_with("E:")) {
            bail!("lintian: {printed}");
        }
    }
    step.done("");
    Ok(())
}

/// The files and folders of the archive that a formula installs.
fn installed(formula: &str) -> impl Iterator<Item = &str> {
    let quoted = formula.split('"').skip(1).step_by(2);
    let paths = quoted.filter(|text| text.starts_with("bin/") || text.starts_with("share/"));
    paths.map(|path| path.trim_end_matches("/*"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_of_the_formula_are_found() {
        let formula = "url \"@URL@/a.tar.gz\"\nbin.install \"bin/capicu\"\nman1.install Dir[\"share/man/man1/*\"]\n";
        let paths: Vec<_> = installed(formula).collect();
        assert_eq!(paths, ["bin/capicu", "share/man/man1"]);
    }
}
