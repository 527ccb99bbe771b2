//! The pictures of the README. `cargo xtask pictures` writes them to `docs/pictures`.

use std::path::PathBuf;

use capicu_e2e::{Browser, Language, Result, Screen, Server, Tour};

/// The largest picture, in bytes.
const LARGEST: usize = 120_000;

#[tokio::test]
async fn pictures_of_the_readme_are_taken_and_small() -> Result<()> {
    let folder = std::env::var_os("CAPICU_PICTURES").map(PathBuf::from);
    let server = Server::start(&["--bot-pace", "immediate"]).await?;
    let browser = Browser::start_still(Screen::Desktop, Language::English).await?;
    let mut taken = Vec::new();
    let mut take = async |browser: &Browser, name: &str| -> Result<()> {
        let picture = browser.picture().await?;
        assert!(picture.starts_with(b"RIFF"), "{name} is no WebP");
        assert!(picture.len() <= LARGEST, "{name}: {} bytes", picture.len());
        if let Some(folder) = &folder {
            std::fs::write(folder.join(format!("{name}.webp")), picture)?;
        }
        taken.push(name.to_owned());
        Ok(())
    };
    let tour = Tour::of(&server, &browser, Language::English);
    tour.readme(&mut take).await?;
    assert_eq!(taken, ["table", "analysis", "desk"]);
    browser.close().await
}
