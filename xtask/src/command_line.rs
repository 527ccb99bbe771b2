//! Commands, options and help.

use std::fmt;

use crate::bench::What;
use crate::binary::Profile;
use crate::simulate::Simulate;

const HELP: &str = "\
Builds, serves and checks Capicú. Needs Rust and git; the rest it installs, and says so.

Usage: cargo xtask COMMAND

Commands:
  serve   Build everything and start the server
  build   Build the same program without starting it
  test    Check everything: what has to pass before a change is merged (also called `ci`)
  spell   Check only the spelling of English, Spanish and French
  bench   Measure how fast engine, playouts and solver are
  contact-sheets   Take pictures of every page, in every language and at several widths
  pictures   Take the pictures of the README again
  slow-phone   Measure the page on a slow phone, in play and without a network
  simulate-server   Play through simulated worlds in which much goes wrong, seed after seed
  dist    Build and pack a release: archives, packages, images and installers
  page    Build the page that a release embeds
  npm     Build the npm package @capicu/engine and test it with Node
  book    Build the website from docs/ and check its links
  semver  Check that the published crates break no program since a revision

`cargo xtask COMMAND --help` says more.
";

const SERVE: &str = "\
Builds the `capicu` program, quickly rather than for the last bit of speed, with the web client inside,
and starts `capicu serve`.

Usage: cargo xtask serve [ARGUMENTS OF capicu serve]

For example: cargo xtask serve --listen 127.0.0.1:8080
Steps whose inputs did not change are skipped.
";

const BUILD: &str = "\
Builds the `capicu` program, with the web client inside, and prints where it is.

Usage: cargo xtask build [--release]

Options:
  --release   Optimize: what is published and measured
";

const TEST: &str = "\
Checks everything: format, lints, documentation, WebAssembly and all tests, those in a
browser included. Installs chromium and its driver when they are missing.

Usage: cargo xtask test [-p CRATE]

Options:
  -p, --package CRATE   Check only this crate and those that depend on it, for a quick turn
";

const SPELL: &str = "\
Checks the spelling of English, Spanish and French, as `cargo xtask test` does. Installs the checkers below
target/ with pip and npm. Words they need not know are in .config/typos.toml and .config/words-*.txt.

Usage: cargo xtask spell
";

const BENCH: &str = "\
Measures how fast the engine, the playouts and the solver are.

Usage: cargo xtask bench [--peers | --wasm | --count | --write]

Options:
  --peers   Measure other programs in the same run (python3 installs them below target/)
  --wasm    Measure the solver and the bots in WebAssembly (needs node)
  --count   Count instructions, which must be those of the repository within 3 % (needs valgrind)
  --write   Write these figures anew
";

const CONTACT_SHEETS: &str = "\
Goes to every page of the server and of the client in every language, takes pictures of it 320, 390, 768,
1280 and 1920 points wide, tables on the side of a phone, too, and puts those of a page on one sheet:
target/contact-sheets/index.html leads to all. Names what is wider than its window, and every text that has no
room at 320 points. Needs chromium, which it installs like `cargo xtask test`.

Usage: cargo xtask contact-sheets
";

const PICTURES: &str = "\
Takes the three pictures of the README again (a table, an analysis, a director's desk) and writes them to
docs/pictures. Needs chromium, which it installs like `cargo xtask test`.

Usage: cargo xtask pictures
";

const SLOW_PHONE: &str = "\
Builds the page that is published, opens it in a browser made as slow as a cheap phone (a processor four times
slower, 1.6 Mbit/s, 150 ms there and back), plays, takes the server away, and prints each figure beside its target,
as docs/notes/performance.md has them. Some three minutes besides building. Needs chromium, which it installs like
`cargo xtask test`.

Usage: cargo xtask slow-phone
";

const SIMULATE: &str = "\
Simulates the whole server with its people, network and disk, seed after seed, and stops at the first
seed in which something is wrong. Ctrl-C ends it after the seed that is played. See docs/dev/testing.md.

Usage: cargo xtask simulate-server [--minutes N] [--seed S] [--servers N] [--release]

Options:
  --minutes N   For how long (1)
  --seed S      The first seed (1)
  --servers N   How many servers share the tables (1)
  --release     Optimize: takes longer to compile, and plays several times as many matches
";

const DIST: &str = "\
Builds the release of the last commit in target/dist: static programs for Linux, archives with manual pages,
completions and licenses, Debian packages, container images, the npm package, the source with the built page,
installers, checksums and a bill of materials. Changes without a commit are left out. Needs npm and python3.

Usage: cargo xtask dist [--target TARGET]... [--check]

Options:
  --target TARGET   Build only for x86_64 or aarch64; repeatable
  --check           Also build again in another folder and compare all bytes, lint the packages, start each
                    program in an empty root, play a match, and install, upgrade and remove a package. Needs root,
                    and installs debootstrap, lintian, mandoc, qemu-user-static, shellcheck and systemd where missing
";

const PAGE: &str = "\
Builds the web client as a release embeds it and prints its folder. Needs npm.

Usage: cargo xtask page
";

const NPM: &str = "\
Builds the engine for JavaScript as the npm package @capicu/engine in target/npm, replays records with it in
Node, and packs it. Needs Node 20 or later and npm.

Usage: cargo xtask npm
";

const BOOK: &str = "\
Builds the website from docs/ in target/book, in English and Spanish, with the rules in French too, and a search.
Every link and anchor must lead somewhere. Needs no network.

Usage: cargo xtask book [--url ADDRESS]

Options:
  --url ADDRESS   The address of the website, such as https://capicu.example/. Adds sitemap.xml and robots.txt
                  for search engines, and the address of each page in its head
";

const SEMVER: &str = "\
Compares the published crates with a revision, and names what breaks programs that use them. Compiles
cargo-semver-checks below target/tools the first time.

Usage: cargo xtask semver REVISION

For example: cargo xtask semver v0.1.0
";

#[derive(Debug, PartialEq, Eq)]
pub enum Command {
    Book { url: Option<String> },
    Semver { revision: String },
    Dist { arguments: Vec<String> },
    Page,
    Npm,
    Serve { arguments: Vec<String> },
    Build { profile: Profile },
    Test { package: Option<String> },
    Spell,
    Bench { what: What },
    ContactSheets,
    Pictures,
    SlowPhone,
    Simulate(Simulate),
}

#[derive(Debug, PartialEq, Eq)]
pub enum Parsed {
    Run(Command),
    Help(&'static str),
}

#[derive(Debug, PartialEq, Eq)]
pub enum UsageError {
    NoCommand,
    UnknownCommand(String),
    UnknownArgument {
        command: &'static str,
        argument: String,
    },
    NoPackage,
    NoRevision,
    NoUrl,
    NoNumber(&'static str),
    NoTarget(Option<String>),
}

impl fmt::Display for UsageError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoCommand => write!(f, "no command was given; see `cargo xtask --help`"),
            Self::UnknownCommand(name) => {
                write!(f, "there is no command `{name}`; see `cargo xtask --help`")
            }
            Self::NoPackage => write!(
                f,
                "`-p` wants the name of a crate, as in `cargo xtask test -p capicu-cli`"
            ),
            Self::NoRevision => write!(
                f,
                "`semver` needs a revision, as in `cargo xtask semver v0.1.0`"
            ),
            Self::NoUrl => write!(
                f,
                "`--url` needs an address that begins with https:// or http:// and ends with /"
            ),
            Self::NoNumber(option) => write!(
                f,
                "`{option}` wants a whole number, as in `cargo xtask simulate-server {option} 5`"
            ),
            Self::NoTarget(None) => write!(
                f,
                "`--target` needs a target, as in `cargo xtask dist --target x86_64`"
            ),
            Self::NoTarget(Some(given)) => write!(
                f,
                "`dist` builds for {}, not for `{given}`; the workflow builds other systems",
                TARGETS.join(" and ")
            ),
            Self::UnknownArgument { command, argument } => write!(
                f,
                "`cargo xtask {command}` does not take `{argument}`; see `cargo xtask {command} --help`"
            ),
        }
    }
}

/// Parses the arguments after `cargo xtask`.
pub fn parse(arguments: impl IntoIterator<Item = String>) -> Result<Parsed, UsageError> {
    let mut arguments = arguments.into_iter();
    let Some(name) = arguments.next() else {
        return Err(UsageError::NoCommand);
    };
    let arguments: Vec<String> = arguments.collect();
    let help = |text| {
        matches!(arguments.first().map(String::as_str), Some("--help" | "-h")).then_some(text)
    };
    let none = |command, parsed| match arguments.first() {
        None => Ok(parsed),
        Some(argument) => Err(UsageError::UnknownArgument {
            command,
            argument: argument.clone(),
        }),
    };
    let (text, parsed) = match name.as_str() {
        "--help" | "-h" | "help" => return Ok(Parsed::Help(HELP)),
        "serve" => (
            SERVE,
            Ok(Command::Serve {
                arguments: arguments.clone(),
            }),
        ),
        "build" => (
            BUILD,
            match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
                ["--release"] => Ok(Command::Build {
                    profile: Profile::Release,
                }),
                ["--release", argument, ..] => Err(UsageError::UnknownArgument {
                    command: "build",
                    argument: argument.to_owned(),
                }),
                _ => none(
                    "build",
                    Command::Build {
                        profile: Profile::Dev,
                    },
                ),
            },
        ),
        name @ ("test" | "ci") => (TEST, test(name, &arguments)),
        "spell" => (SPELL, none("spell", Command::Spell)),
        "bench" => (
            BENCH,
            match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
                ["--peers"] => Ok(Command::Bench { what: What::Peers }),
                ["--wasm"] => Ok(Command::Bench { what: What::Wasm }),
                ["--count"] => Ok(Command::Bench { what: What::Count }),
                ["--write"] => Ok(Command::Bench { what: What::Write }),
                _ => none("bench", Command::Bench { what: What::Rates }),
            },
        ),
        "contact-sheets" => (
            CONTACT_SHEETS,
            none("contact-sheets", Command::ContactSheets),
        ),
        "pictures" => (PICTURES, none("pictures", Command::Pictures)),
        "slow-phone" => (SLOW_PHONE, none("slow-phone", Command::SlowPhone)),
        "simulate-server" => (SIMULATE, simulate(&arguments)),
        "dist" => (DIST, dist(&arguments)),
        "page" => (PAGE, none("page", Command::Page)),
        "npm" => (NPM, none("npm", Command::Npm)),
        "book" => (BOOK, book(&arguments)),
        "semver" => (SEMVER, semver(&arguments)),
        _ => return Err(UsageError::UnknownCommand(name)),
    };
    match help(text) {
        Some(text) => Ok(Parsed::Help(text)),
        None => parsed.map(Parsed::Run),
    }
}

fn test(name: &str, arguments: &[String]) -> Result<Command, UsageError> {
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let package = match words[..] {
        [] => None,
        ["-p" | "--package"] => return Err(UsageError::NoPackage),
        ["-p" | "--package", package] => Some(package.to_owned()),
        ["-p" | "--package", _, argument, ..] | [argument, ..] => {
            return Err(UsageError::UnknownArgument {
                command: if name == "ci" { "ci" } else { "test" },
                argument: argument.to_owned(),
            });
        }
    };
    Ok(Command::Test { package })
}

fn book(arguments: &[String]) -> Result<Command, UsageError> {
    let is_web = |url: &str| url.starts_with("https://") || url.starts_with("http://");
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let url = match words[..] {
        [] => None,
        ["--url", url] if is_web(url) && url.ends_with('/') => Some(url.to_owned()),
        ["--url"] | ["--url", _] => return Err(UsageError::NoUrl),
        ["--url", _, argument, ..] | [argument, ..] => {
            return Err(UsageError::UnknownArgument {
                command: "book",
                argument: argument.to_owned(),
            });
        }
    };
    Ok(Command::Book { url })
}

fn semver(arguments: &[String]) -> Result<Command, UsageError> {
    match arguments {
        [] => Err(UsageError::NoRevision),
        [revision] if !revision.starts_with('-') => Ok(Command::Semver {
            revision: revision.clone(),
        }),
        [argument] | [_, argument, ..] => Err(UsageError::UnknownArgument {
            command: "semver",
            argument: argument.clone(),
        }),
    }
}

/// The processors that a release is for.
const TARGETS: [&str; 2] = ["x86_64", "aarch64"];

fn dist(arguments: &[String]) -> Result<Command, UsageError> {
    let mut words = arguments.iter();
    while let Some(argument) = words.next() {
        match argument.as_str() {
            "--check" => {}
            "--target" => match words.next() {
                Some(given) if TARGETS.contains(&given.as_str()) => {}
                given => return Err(UsageError::NoTarget(given.cloned())),
            },
            _ => {
                return Err(UsageError::UnknownArgument {
                    command: "dist",
                    argument: argument.clone(),
                });
            }
        }
    }
    Ok(Command::Dist {
        arguments: arguments.to_vec(),
    })
}

fn simulate(arguments: &[String]) -> Result<Command, UsageError> {
    let mut asked = Simulate::default();
    let mut arguments = arguments.iter();
    while let Some(argument) = arguments.next() {
        let mut number = |option| {
            let number = arguments.next().and_then(|number| number.parse().ok());
            number.ok_or(UsageError::NoNumber(option))
        };
        match argument.as_str() {
            "--minutes" => asked.minutes = number("--minutes")?,
            "--seed" => asked.seed = number("--seed")?,
            "--servers" => asked.servers = number("--servers")?,
            "--release" => asked.profile = Profile::Release,
            _ => {
                return Err(UsageError::UnknownArgument {
                    command: "simulate-server",
                    argument: argument.clone(),
                });
            }
        }
    }
    Ok(Command::Simulate(asked))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(line: &str) -> Result<Parsed, String> {
        parse(line.split_whitespace().map(str::to_owned)).map_err(|error| error.to_string())
    }

    #[test]
    fn commands_are_parsed() {
        let build = |profile| Ok(Parsed::Run(Command::Build { profile }));
        assert_eq!(parsed("build"), build(Profile::Dev));
        assert_eq!(parsed("build --release"), build(Profile::Release));
        let test = |package: Option<&str>| {
            let package = package.map(str::to_owned);
            Ok(Parsed::Run(Command::Test { package }))
        };
        assert_eq!(parsed("test"), test(None));
        assert_eq!(parsed("test -p capicu-cli"), test(Some("capicu-cli")));
        assert_eq!(parsed("test --package xtask"), test(Some("xtask")));
        assert_eq!(parsed("ci"), parsed("test"));
        let bench = |what| Ok(Parsed::Run(Command::Bench { what }));
        let sheets = Ok(Parsed::Run(Command::ContactSheets));
        assert_eq!(parsed("contact-sheets"), sheets);
        assert!(parsed("contact-sheets all").is_err());
        assert_eq!(parsed("pictures"), Ok(Parsed::Run(Command::Pictures)));
        assert_eq!(parsed("spell"), Ok(Parsed::Run(Command::Spell)));
        assert_eq!(parsed("slow-phone"), Ok(Parsed::Run(Command::SlowPhone)));
        assert_eq!(parsed("bench"), bench(What::Rates));
        assert_eq!(parsed("bench --count"), bench(What::Count));
    }

    #[test]
    fn server_arguments_are_passed_unchanged() {
        let arguments = ["--listen", "[::1]:80", "--data", "x"]
            .map(str::to_owned)
            .to_vec();
        let expected = Ok(Parsed::Run(Command::Serve { arguments }));
        assert_eq!(parsed("serve --listen [::1]:80 --data x"), expected);
    }

    #[test]
    fn simulation_takes_a_seed_and_minutes() {
        let simulate = |minutes, seed, servers, profile| {
            Ok(Parsed::Run(Command::Simulate(Simulate {
                minutes,
                seed,
                servers,
                profile,
            })))
        };
        assert_eq!(parsed("simulate-server"), simulate(1, 1, 1, Profile::Dev));
        assert_eq!(
            parsed("simulate-server --minutes 20 --seed 7 --servers 3 --release"),
            simulate(20, 7, 3, Profile::Release)
        );
        for wrong in ["--seed", "--seed x", "--seed -1"] {
            let error = parsed(&format!("simulate-server {wrong}")).unwrap_err();
            assert!(
                error.starts_with("`--seed` wants a whole number"),
                "{error}"
            );
        }
        assert!(parsed("simulate-server 5").is_err());
    }

    #[test]
    fn dist_takes_known_targets_only() {
        let dist = |words: &str| {
            let arguments = words.split_whitespace().map(str::to_owned).collect();
            Ok(Parsed::Run(Command::Dist { arguments }))
        };
        for words in ["", "--check", "--target aarch64 --check --target x86_64"] {
            assert_eq!(parsed(&format!("dist {words}")), dist(words));
        }
        let error = parsed("dist --target windows").unwrap_err();
        assert!(error.starts_with("`dist` builds for x86_64 and aarch64, not for `windows`"));
        assert!(
            parsed("dist --target")
                .unwrap_err()
                .starts_with("`--target` needs")
        );
        assert!(parsed("dist x86_64").is_err());
    }

    #[test]
    fn book_takes_a_whole_address() {
        let book = |url| Ok(Parsed::Run(Command::Book { url }));
        assert_eq!(parsed("book"), book(None));
        let url = "https://capicu.example/";
        assert_eq!(
            parsed(&format!("book --url {url}")),
            book(Some(url.to_owned()))
        );
        for wrong in [
            "book --url",
            "book --url capicu.example/",
            "book --url https://capicu.example",
            "book --url ftp://capicu.example/",
        ] {
            assert!(
                parsed(wrong).unwrap_err().contains("ends with /"),
                "{wrong}"
            );
        }
        assert!(parsed("book --open").unwrap_err().contains("take `--open`"));
    }

    #[test]
    fn semver_needs_one_revision() {
        let revision = "v0.1.0".to_owned();
        assert_eq!(
            parsed("semver v0.1.0"),
            Ok(Parsed::Run(Command::Semver { revision }))
        );
        assert!(parsed("semver").unwrap_err().contains("needs a revision"));
        assert!(parsed("semver a b").unwrap_err().contains("take `b`"));
        assert!(parsed("semver --all").unwrap_err().contains("take `--all`"));
    }

    #[test]
    fn every_command_has_its_own_help() {
        assert_eq!(parsed("--help"), Ok(Parsed::Help(HELP)));
        for (command, text) in [
            ("serve", SERVE),
            ("build", BUILD),
            ("test", TEST),
            ("spell", SPELL),
            ("bench", BENCH),
            ("contact-sheets", CONTACT_SHEETS),
            ("pictures", PICTURES),
            ("slow-phone", SLOW_PHONE),
            ("simulate-server", SIMULATE),
            ("dist", DIST),
            ("page", PAGE),
            ("npm", NPM),
            ("book", BOOK),
            ("semver", SEMVER),
        ] {
            assert_eq!(parsed(&format!("{command} --help")), Ok(Parsed::Help(text)));
            assert!(HELP.contains(&format!("\n  {command} ")));
        }
    }

    #[test]
    fn usage_error_names_the_wrong_argument() {
        let error = |line| parsed(line).unwrap_err();
        assert_eq!(error(""), "no command was given; see `cargo xtask --help`");
        assert_eq!(
            error("sevre"),
            "there is no command `sevre`; see `cargo xtask --help`"
        );
        let refused = "`cargo xtask build` does not take `-x`; see `cargo xtask build --help`";
        assert_eq!(error("build -x"), refused);
        assert_eq!(error("build --release -x"), refused);
        assert!(error("test all").starts_with("`cargo xtask test` does not take `all`"));
        assert!(error("test -p a b").starts_with("`cargo xtask test` does not take `b`"));
        assert!(error("test -p").contains("wants the name of a crate"));
    }
}
