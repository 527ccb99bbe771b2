//! Archive and image, each started in a root that has nothing else.

use std::fs;
use std::os::unix::fs::{PermissionsExt as _, chown};

use anyhow::{Context as _, Result, bail};
use serde_json::Value;

use crate::check::server::Root;
use crate::debian::{install, on_path};
use crate::image::USER;
use crate::installers;
use crate::release::Release;
use crate::source::{About, Place, output, text};
use crate::step::Step;
use crate::target::Target;
use crate::tree::{Tree, gunzip};

pub fn run(place: &Place, about: &About, target: Target, release: &Release) -> Result<()> {
    if let Some(emulator) = target.emulator()
        && on_path(emulator).is_none()
    {
        install(&["qemu-user-static"], "the emulator is missing")?;
    }
    archive(place, about, target, release)?;
    image(place, about, target, release)
}

fn archive(place: &Place, about: &About, target: Target, release: &Release) -> Result<()> {
    let step = Step::begin(format!("Play with the archive for {}", target.name()));
    let name = installers::archive(about, target);
    let tree = Tree::read(&gunzip(&release.files[&name])?)?;
    let program = name.trim_end_matches(".tar.gz");
    let mut root = Tree::default();
    root.file("capicu", 0o755, tree.get(&format!("{program}/bin/capicu"))?);
    root.folder("data", 0o700, 0);
    let root = unpack(place, target, "archive", &root)?;
    let version = text(&output(&mut root.command(&["/capicu", "--version"])?)?)?;
    let expected = format!(
        "capicu {} (commit {}, {})",
        about.version, about.commit, about.day
    );
    if !version.starts_with(&expected) {
        bail!("--version prints {version:?}, not {expected:?}");
    }
    let server = root.serve(&["/capicu", "serve", "--data", "/data"])?;
    server.play(place, &step, "ana")?;
    server.stop()?;
    step.done("");
    Ok(())
}

fn image(place: &Place, about: &About, target: Target, release: &Release) -> Result<()> {
    let step = Step::begin(format!("Play with the image for {}", target.name()));
    let name = format!("capicu-{}-{}-image.tar", about.version, target.name());
    let archive = Tree::read(&release.files[&name])?;
    let json = |path: &str| -> Result<Value> { Ok(serde_json::from_slice(archive.get(path)?)?) };
    let blob = |described: &Value| {
        let digest = described["digest"].as_str().unwrap_or_default();
        format!("blobs/{}", digest.replace(':', "/"))
    };
    let index = json("index.json")?;
    let manifest = json(&blob(&index["manifests"][0]))?;
    let config = json(&blob(&manifest["config"]))?;
    let layer = gunzip(archive.get(&blob(&manifest["layers"][0]))?)?;
    let mut root = unpack(place, target, "image", &Tree::read(&layer)?)?;
    let data = root.folder.join("data");
    chown(&data, Some(USER as u32), Some(USER as u32))?;
    fs::set_permissions(&data, fs::Permissions::from_mode(0o700))?;
    root.writable = Some(data);
    root.user = format!("{USER}:{USER}");

    let config = &config["config"];
    let list = |key: &str| config[key].as_array().into_iter().flatten();
    let words = list("Entrypoint").chain(list("Cmd"));
    let words: Vec<&str> = words.filter_map(Value::as_str).collect();
    // The admin listener has one port; two checks at a time would fight for it.
    let variables = list("Env").filter_map(|one| one.as_str()?.split_once('='));
    let mut options = Vec::new();
    for (name, value) in variables {
        match name {
            "CAPICU_DATA" => options.extend(["--data", value]),
            "CAPICU_ADMIN" => options.extend(["--admin", value]),
            _ => {}
        }
    }
    let server = root.serve(&[words, options].concat())?;
    server.play(place, &step, "ana")?;
    let health = config["Healthcheck"]["Test"]
        .as_array()
        .into_iter()
        .flatten();
    let health: Vec<&str> = health.filter_map(Value::as_str).skip(1).collect();
    output(&mut root.command(&health)?).context("the health check")?;
    server.stop()?;
    if output(&mut root.command(&health)?).is_ok() {
        bail!("the health check passes without a server");
    }
    step.done("");
    Ok(())
}

fn unpack(place: &Place, target: Target, name: &str, tree: &Tree) -> Result<Root> {
    let folder = place.target().join("roots").join(name);
    if folder.exists() {
        fs::remove_dir_all(&folder)?;
    }
    tree.write(&folder)?;
    Ok(Root {
        log: folder.with_extension("log"),
        folder,
        target,
        user: "0:0".to_owned(),
        writable: None,
    })
}
