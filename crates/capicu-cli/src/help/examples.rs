//! Lines to begin with, for each command.

/// The examples of the command that is called so.
pub fn of(path: &str) -> Option<&'static [&'static str]> {
    let found = EXAMPLES.iter().find(|(known, _)| *known == path);
    found.map(|(_, examples)| *examples)
}

const EXAMPLES: &[(&str, &[&str])] = &[
    (
        "serve",
        &[
            "capicu serve",
            "capicu serve --listen 0.0.0.0:7878 --data /var/lib/capicu",
            "capicu serve --print-config",
        ],
    ),
    (
        "venue",
        &["capicu venue", "capicu venue --address 192.168.1.5"],
    ),
    (
        "backup",
        &[
            "capicu backup --data /var/lib/capicu sunday.db",
            "capicu backup --data /var/lib/capicu - | gzip > sunday.db.gz",
        ],
    ),
    (
        "restore",
        &["capicu restore --data /var/lib/capicu sunday.db"],
    ),
    (
        "export",
        &["capicu export --data /var/lib/capicu sunday.ndjson"],
    ),
    (
        "import",
        &["capicu import --data /var/lib/capicu sunday.ndjson"],
    ),
    (
        "status",
        &[
            "capicu status",
            "capicu status --admin 127.0.0.1:7879 --json",
        ],
    ),
    (
        "doctor",
        &[
            "capicu doctor --config /etc/capicu.toml",
            "capicu doctor --data /var/lib/capicu --json",
        ],
    ),
    (
        "ratings recompute",
        &[
            "capicu ratings recompute --check",
            "capicu ratings recompute --data /var/lib/capicu",
        ],
    ),
    (
        "verify",
        &[
            "capicu verify 4fd1c0a7e2b95d3886f01e2c7a94b35d4fd1c0a7e2b95d3886f01e2c7a94b35d --game cien --rounds 3",
        ],
    ),
    (
        "games",
        &[
            "capicu games",
            "capicu games --json",
            "capicu games --lang es",
        ],
    ),
    (
        "games show",
        &[
            "capicu games show cien --players 3",
            "capicu games show cien --format toml > my-rules.toml",
            "capicu games show cien --set target=150",
        ],
    ),
    (
        "games check",
        &[
            "capicu games check my-rules.toml",
            "capicu games check --json my-rules.toml",
        ],
    ),
    ("games schema", &["capicu games schema > rules.schema.json"]),
    (
        "replay",
        &[
            "capicu replay match.domino",
            "capicu replay --json - < match.domino",
        ],
    ),
    (
        "simulate",
        &[
            "capicu simulate --game cien --matches 1000 --bot counter,random --seed 7",
            "capicu simulate --game draw --rounds 50000 --set target=50 --json",
            "capicu simulate --game cien --matches 100 --out games.csv",
            "capicu simulate --game club --matches 10 --bot reader@20000,level:table --records matches",
            "capicu simulate --game block --matches 5 --bot \"cmd:python3 bot.py\"",
        ],
    ),
    (
        "merge",
        &["capicu merge part-1.parquet part-2.parquet --out whole.parquet"],
    ),
    (
        "perft",
        &[
            "capicu perft --game cross --seed 3 --depth 8",
            "capicu perft --record match.domino --round 2 --after 5 --depth 6 --json",
        ],
    ),
    (
        "arena",
        &[
            "capicu arena reader counter --game jamaican-partner --ms 5 --pairs 1000",
            "capicu arena reader@20000 facts@20000 --game doscientos --matches --sprt",
            "capicu arena counter \"cmd:python3 bot.py\" --game draw --record games.jsonl",
            "capicu arena reader counter --game cien --pairs 20000 --record games.jsonl --resume",
        ],
    ),
    (
        "solve",
        &[
            "capicu solve --game cien --deal \"6-6 5-4 4-4 3-3 2-2 1-1 0-0 / 6-5 5-5 4-3 3-2 2-1 1-0 6-0 / 6-4 5-3 4-2 3-1 2-0 6-1 5-0 / 6-3 5-2 4-1 3-0 6-2 5-1 4-0\" --moves \"6-6 6-5@6-6\"",
            "capicu solve --record match.domino --round 2 --after 5 --wanted points",
            "capicu solve --game jamaican-partner --deals 500 --seed 42",
            "capicu solve --game cien --deals 1000 --wanted points --each > values.ndjson",
        ],
    ),
    (
        "hint",
        &[
            "capicu hint --game cien --hand \"6-5 6-4 5-5 4-2 3-1 2-0 1-0\" --moves \"6-6\"",
            "capicu hint --game block --opener B --hand \"6-4 5-5 4-2 3-3 2-1 1-0\" --moves \"6-3\"",
            "capicu hint --record match.domino --round 2 --after 5 --json",
        ],
    ),
    (
        "analyze",
        &[
            "capicu analyze match.domino",
            "capicu analyze match.domino --seat B --nodes 100000 --json",
            "capicu analyze match.domino --html match.html",
            "capicu analyze games.domino --match 2 --html match.html",
            "capicu analyze match.domino --grid 3:7",
            "capicu analyze season/ --report",
        ],
    ),
    (
        "pose",
        &[
            "capicu pose --game jamaican-partner --hand \"6-6 6-5 6-4 6-0 3-1 2-0 1-0\"",
            "capicu pose --game cien --score 80,95 --hand \"6-6 6-5 6-4 6-0 3-1 2-0 1-0\" --json",
        ],
    ),
    (
        "convert",
        &[
            "capicu convert match.domino",
            "capicu convert --to json match.domino",
            "capicu convert --from openspiel history.txt",
        ],
    ),
    (
        "event boards",
        &[
            "capicu event boards friday.jsonl",
            "capicu event boards friday.jsonl --json",
        ],
    ),
    ("event verify", &["capicu event verify friday.jsonl"]),
    (
        "event simulate",
        &["capicu event simulate --events 200 --seed 1 --json"],
    ),
    (
        "bot-check",
        &[
            "capicu bot-check http://127.0.0.1:7878",
            "capicu bot-check --listen 127.0.0.1:7979",
            "capicu bot-check http://127.0.0.1:7878 --token-file tokens.txt --json",
        ],
    ),
    (
        "completions",
        &[
            "capicu completions bash > ~/.local/share/bash-completion/completions/capicu",
            "capicu completions zsh > _capicu",
        ],
    ),
    (
        "man",
        &[
            "capicu man /usr/local/share/man/man1",
            "capicu man --lang es man",
        ],
    ),
];
