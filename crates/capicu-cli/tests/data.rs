//! `capicu simulate --out` and `capicu merge`: equal bytes in every way, and errors.

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::thread;
use std::time::Duration;

use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::file::statistics::Statistics;
use parquet::record::{Field, Row};
use serde_json::Value;
use tempfile::TempDir;

use crate::common::{self, Refused as _, capicu};

#[track_caller]
fn works(arguments: &[&str]) -> Output {
    let output = capicu(arguments).output().expect("the command starts");
    let err = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{arguments:?}: {err}");
    output
}

struct Folder(TempDir);

impl Folder {
    fn new() -> Self {
        Self(tempfile::tempdir().expect("a folder"))
    }

    fn path(&self, name: &str) -> String {
        let path = self.0.path().join(name);
        path.to_str().expect("a path").to_owned()
    }

    fn bytes(&self, name: &str) -> Vec<u8> {
        fs::read(self.path(name)).expect(name)
    }

    fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(self.0.path()).expect("a folder");
        let names = entries.map(|entry| entry.expect("a file").file_name());
        let mut names: Vec<String> = names
            .map(|name| name.to_string_lossy().into_owned())
            .collect();
        names.sort();
        names
    }
}

const CIEN: [&str; 9] = [
    "simulate",
    "--game",
    "cien",
    "--bot",
    "counter,random",
    "--seed",
    "5",
    "--judge",
    "200",
];

fn with<'a>(run: &[&'a str], more: &[&'a str]) -> Vec<&'a str> {
    [run, more].concat()
}

#[test]
fn shards_and_threads_give_the_bytes_of_one_run() {
    let folder = Folder::new();
    let whole = folder.path("whole.parquet");
    let answer = works(&with(
        &CIEN,
        &["--matches", "50", "--out", &whole, "--threads", "1"],
    ));
    let said = String::from_utf8(answer.stdout).expect("text");
    assert!(said.contains("decisions of 50 matches"), "{said}");
    let mut shards: Vec<String> = ["1/3", "2/3", "3/3"]
        .into_iter()
        .map(|shard| {
            let path = folder.path(&format!("{}.parquet", &shard[..1]));
            let more = ["--matches", "50", "--out", &path, "--shard", shard];
            works(&with(&CIEN, &more));
            path
        })
        .collect();
    shards.reverse();
    let merged = folder.path("merged.parquet");
    let [a, b, c] = [&shards[0], &shards[1], &shards[2]];
    works(&["merge", b, a, c, "--out", &merged]);
    assert_eq!(
        folder.bytes("whole.parquet"),
        folder.bytes("merged.parquet")
    );
    let again = folder.path("again.parquet");
    works(&with(
        &CIEN,
        &["--matches", "50", "--out", &again, "--threads", "3"],
    ));
    assert_eq!(folder.bytes("whole.parquet"), folder.bytes("again.parquet"));
    let names = [
        "1.parquet",
        "2.parquet",
        "3.parquet",
        "again.parquet",
        "merged.parquet",
        "whole.parquet",
    ];
    assert_eq!(folder.names(), names, "nothing else is left behind");
    // More shards than blocks: some are empty.
    let shards = ["1/2", "2/2"].map(|shard| {
        let path = folder.path(&format!("few-{}.parquet", &shard[..1]));
        works(&with(
            &CIEN,
            &["--matches", "3", "--out", &path, "--shard", shard],
        ));
        path
    });
    let few = folder.path("few.parquet");
    works(&with(&CIEN, &["--matches", "3", "--out", &few]));
    let merged = folder.path("few-merged.parquet");
    works(&["merge", &shards[0], &shards[1], "--out", &merged]);
    assert_eq!(
        folder.bytes("few.parquet"),
        folder.bytes("few-merged.parquet")
    );
}

#[test]
fn interrupted_and_killed_run_resumes_to_the_same_bytes() {
    let folder = Folder::new();
    let run = common::words("simulate --game draw --matches 200 --threads 1");
    let whole = folder.path("whole.parquet");
    works(&with(&run, &["--out", &whole]));
    let target = folder.path("target.parquet");
    let start = || {
        let mut command = capicu(&with(&run, &["--out", &target]));
        let child = command.stderr(Stdio::piped()).spawn().expect("it starts");
        thread::sleep(Duration::from_millis(500));
        child
    };
    let there = || Path::new(&target).exists();
    #[cfg(unix)]
    {
        let interrupted = start();
        let second = capicu(&with(&run, &["--out", &target]))
            .output()
            .expect("it starts");
        let err = String::from_utf8_lossy(&second.stderr);
        assert!(
            err.contains("another capicu is writing to it") || there(),
            "{err}"
        );
        let id = interrupted.id().to_string();
        let _ = Command::new("kill").args(["-INT", &id]).status();
        let output = interrupted.wait_with_output().expect("it ends");
        let err = String::from_utf8_lossy(&output.stderr);
        if !there() {
            assert_eq!(output.status.code(), Some(130), "{err}");
            assert!(err.contains("run the same command to continue"), "{err}");
            let kept = folder.path("target.parquet.parts/00000000000000000000.parquet");
            assert!(Path::new(&kept).exists(), "what was played is kept");
        }
    }
    let mut killed = start();
    let _ = killed.kill();
    killed.wait().expect("it ends");
    if !there() {
        // A part that was being written when the process ended.
        let part = folder.path("target.parquet.parts/00000000000000009999.parquet.tmp");
        fs::write(part, "PAR1").expect("a file");
    }
    works(&with(&run, &["--out", &target]));
    assert_eq!(
        folder.bytes("whole.parquet"),
        folder.bytes("target.parquet")
    );
    assert_eq!(folder.names(), ["target.parquet", "whole.parquet"]);
    // A complete target is not written again.
    works(&with(&run, &["--out", &target]));
    assert_eq!(
        folder.bytes("whole.parquet"),
        folder.bytes("target.parquet")
    );
}

fn field<'a>(row: &'a Row, name: &str) -> &'a Field {
    let found = row.get_column_iter().find(|(known, _)| *known == name);
    found.unwrap_or_else(|| panic!("no column {name}")).1
}

fn number(row: &Row, name: &str) -> i64 {
    match field(row, name) {
        Field::Int(number) => i64::from(*number),
        Field::Long(number) => *number,
        other => panic!("{name}: {other}"),
    }
}

fn text(row: &Row, name: &str) -> String {
    match field(row, name) {
        Field::Str(text) => text.clone(),
        other => panic!("{name}: {other}"),
    }
}

fn list<'a>(row: &'a Row, name: &str) -> &'a [Field] {
    match field(row, name) {
        Field::ListInternal(list) => list.elements(),
        other => panic!("{name}: {other}"),
    }
}

fn words(row: &Row, name: &str) -> Vec<String> {
    let words = list(row, name).iter().map(|field| match field {
        Field::Str(text) => text.clone(),
        other => panic!("{name}: {other}"),
    });
    words.collect()
}

fn numbers(row: &Row, name: &str) -> Vec<i32> {
    let numbers = list(row, name).iter().map(|field| match field {
        Field::Int(number) => *number,
        other => panic!("{name}: {other}"),
    });
    numbers.collect()
}

/// Compares the rows with the records of the same matches.
#[test]
fn rows_agree_with_records() {
    let folder = Folder::new();
    let run =
        common::words("simulate --game draw --players 2 --bot counter,random --matches 3 --seed 9");
    let (out, records) = (folder.path("draw.parquet"), folder.path("records"));
    works(&with(&run, &["--out", &out, "--judge", "500"]));
    works(&with(&run, &["--records", &records]));
    let file = fs::File::open(&out).expect("the file");
    let reader = SerializedFileReader::new(file).expect("Parquet");
    let rows: Vec<Row> = reader
        .get_row_iter(None)
        .expect("rows")
        .collect::<Result<_, _>>()
        .expect("rows");
    let mut next = rows.iter();
    for played in 0..3 {
        let path = format!("{records}/draw-9-{:06}.domino", played + 1);
        let read = |arguments: &[&str]| -> Value {
            serde_json::from_slice(&works(arguments).stdout).expect("JSON")
        };
        let told = read(&["replay", "--json", &path]);
        let twin = read(&["convert", "--to", "json", &path]);
        let items = twin["items"].as_array().expect("items").iter();
        let recorded = items.filter(|item| !item["round"].is_null());
        let rounds = told["rounds"].as_array().expect("rounds");
        for (at, (round, recorded)) in rounds.iter().zip(recorded).enumerate() {
            let moves = recorded["round"]["moves"].as_array().expect("moves");
            for (turn, done) in moves.iter().enumerate() {
                let row = next.next().expect("a row for every move");
                let known = ["match", "round", "turn", "seat"].map(|name| number(row, name));
                let seat = done["seat"].as_i64().expect("a seat");
                assert_eq!(known, [played, at as i64, turn as i64, seat]);
                assert_eq!(text(row, "action"), word(done));
                let earlier = moves[..turn].iter().map(word);
                let earlier_moves = words(row, "moves").into_iter();
                let earlier_moves =
                    earlier_moves.map(|mv| mv.split(' ').next().expect("a word").to_owned());
                assert!(earlier_moves.eq(earlier));
                check_row(row, round);
            }
        }
    }
    assert!(next.next().is_none(), "no row is left over");
    assert!(rows.iter().any(|row| text(row, "action") == "draw"));
}

fn word(done: &Value) -> String {
    let text = |name: &str| done[name].as_str().unwrap_or_default().to_owned();
    match text("do").as_str() {
        "lead" => text("tile"),
        "play" => format!("{}@{}", text("tile"), text("on")),
        other => other.to_owned(),
    }
}

/// Checks a row against itself and its round.
fn check_row(row: &Row, round: &Value) {
    let (hand, legal) = (words(row, "hand"), words(row, "legal"));
    let (seats, moves) = (numbers(row, "move_seats"), words(row, "moves"));
    let (seat, action) = (number(row, "seat"), text(row, "action"));
    assert!(legal.contains(&action), "{action} of {legal:?}");
    assert_eq!(numbers(row, "held")[seat as usize], hand.len() as i32);
    assert_eq!(
        (seats.len(), moves.len()),
        (number(row, "turn") as usize, seats.len())
    );
    assert_eq!(
        number(row, "opener"),
        round["opener"].as_i64().expect("a seat")
    );
    // Every tile is in a hand, in the boneyard or on the table.
    let laid = moves
        .iter()
        .filter(|mv| mv.contains('-') && !mv.contains("draw"));
    let held: i32 = numbers(row, "held").iter().sum();
    assert_eq!(
        laid.count() as i64 + i64::from(held) + number(row, "boneyard"),
        28
    );
    // Its own draws name the tile; those of others do not.
    for (who, mv) in seats
        .iter()
        .zip(&moves)
        .filter(|(_, mv)| mv.starts_with("draw"))
    {
        assert_eq!(mv != "draw", i64::from(*who) == seat, "{mv}");
    }
    let judged =
        matches!(field(row, "worths"), Field::ListInternal(list) if list.len() == legal.len());
    assert_eq!(judged, legal.len() > 1, "{legal:?}");
    let winner = round["winner"].as_i64();
    let result = winner.map_or(0, |winner| if winner == seat { 1 } else { -1 });
    assert_eq!(number(row, "round_result"), result);
    let mut points = [0; 2];
    for point in round["points"].as_array().expect("points") {
        points[point["side"].as_u64().expect("a side") as usize] +=
            point["points"].as_i64().expect("points") as i32;
    }
    assert_eq!(numbers(row, "round_points"), points);
    assert!(number(row, "match_result").abs() == 1);
}

#[test]
fn files_of_different_runs_are_refused() {
    let folder = Folder::new();
    let run = ["simulate", "--game", "cien", "--matches", "64"];
    let path = |name: &str| folder.path(&format!("{name}.parquet"));
    for shard in ["1/4", "2/4", "3/4", "4/4"] {
        works(&with(
            &run,
            &["--out", &path(&shard[..1]), "--shard", shard],
        ));
    }
    let (one, two, three, four) = (path("1"), path("2"), path("3"), path("4"));
    let merged = path("merged");
    let out = ["--out", &merged];
    with(&["merge", &one, &two, &four], &out).refused("matches 32 to 47 are missing");
    with(&["merge", &two, &three, &four], &out).refused("matches 0 to 15 are missing");
    with(&["merge", &one], &out).refused("matches 16 to 63 are missing");
    with(&["merge", &one, &two, &two, &three, &four], &out).refused("both contain match 16");
    let other = path("other");
    works(&with(
        &run,
        &["--seed", "8", "--out", &other, "--shard", "2/4"],
    ));
    with(&["merge", &one, &other, &three, &four], &out).refused("seed is 8, not 0");
    with(&run, &["--seed", "9", "--out", &other]).refused("seed is 8, not 9");
    with(&run, &["--seed", "8", "--out", &other]).refused("it has the matches 16..32");
    let half = fs::read(&four).expect("a file");
    fs::write(path("half"), &half[..half.len() / 2]).expect("a file");
    let damaged = path("half");
    with(&["merge", &one, &two, &three, &damaged], &out).refused("not a complete Parquet file");
    with(&run, &["--out", &damaged]).refused("not a complete Parquet file");
    with(&["merge", &one, &two, &three, "nowhere"], &out).refused("nowhere: ");
    with(&["merge", &one, &two, &three, &four], &["--out", &four]).refused("already exists");
    with(
        &["merge", &one, &two, &three, &four],
        &["--out", "/nowhere/x"],
    )
    .refused("/nowhere/x: ");
    with(&run, &["--out", "/nowhere/x"]).refused("/nowhere/x.parts: ");
    assert!(!Path::new(&merged).exists());
    works(&with(&["merge", &one, &two, &three, &four], &out));
    for (wrong, why) in [
        (&["--out", "x", "--shard", "5/4"][..], "--shard"),
        (&["--shard", "1/4"], "--out"),
        (&["--judge", "100"], "--out"),
        (&["--out", "x", "--judge", "0"], "--judge"),
        (&["--out", "x", "--records", "y"], "--records"),
    ] {
        with(&run, wrong).refused(why);
    }
    ["simulate", "--game", "cien", "--rounds", "9", "--out", "x"].refused("use --matches N");
    assert!(
        !folder.names().iter().any(|name| name.ends_with("tmp")),
        "{:?}",
        folder.names()
    );
}

/// Every suffix has the same rows.
#[test]
fn suffix_selects_the_form() {
    let folder = Folder::new();
    let run = with(&CIEN, &["--matches", "3"]);
    let [parquet, csv, lines] = ["a.parquet", "a.csv", "a.ndjson"].map(|name| folder.path(name));
    for out in [&parquet, &csv, &lines] {
        let output = works(&with(&run, &["--out", out]));
        let said = String::from_utf8(output.stdout).expect("UTF-8");
        assert!(said.starts_with(&format!("{out}: ")), "{said}");
    }
    assert_eq!(folder.names(), ["a.csv", "a.ndjson", "a.parquet"]);
    let file = fs::File::open(&parquet).expect("a file");
    let reader = SerializedFileReader::new(file).expect("Parquet");
    let rows: Vec<Row> = reader
        .get_row_iter(None)
        .expect("rows")
        .map(|row| row.expect("a row"))
        .collect();
    let lines = fs::read_to_string(&lines).expect("a file");
    let objects: Vec<Value> = lines
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect();
    let csv = fs::read_to_string(&csv).expect("a file");
    let mut cells = csv.lines().map(|line| line.split(',').collect::<Vec<_>>());
    let names = cells.next().expect("names");
    let cells: Vec<Vec<&str>> = cells.collect();
    assert!(rows.len() > 50 && rows.len() == objects.len() && rows.len() == cells.len());
    let at = |name: &str| {
        let found = names.iter().position(|found| *found == name);
        found.expect(name)
    };
    for ((row, object), cells) in rows.iter().zip(&objects).zip(&cells) {
        assert_eq!(cells.len(), names.len());
        assert_eq!(object["match"], number(row, "match"));
        assert_eq!(object["action"], text(row, "action"));
        assert_eq!(object["hand"], serde_json::json!(words(row, "hand")));
        assert_eq!(cells[at("bot")], text(row, "bot"));
        assert_eq!(cells[at("seat")], number(row, "seat").to_string());
        assert_eq!(cells[at("hand")], words(row, "hand").join(";"));
        assert_eq!(object["worths"].is_null(), cells[at("worths")].is_empty());
    }
    // A stream has the bytes of the file.
    let streamed = works(&with(&run, &["--out", "-"]));
    assert_eq!(streamed.stdout, folder.bytes("a.parquet"));
    assert!(String::from_utf8_lossy(&streamed.stderr).starts_with("-: "));
    let merged = works(&["merge", &parquet, "--out", "-"]);
    assert_eq!(merged.stdout, folder.bytes("a.parquet"));
    let csv_again = folder.path("b.csv");
    works(&["merge", &parquet, "--out", &csv_again]);
    assert_eq!(folder.bytes("b.csv"), folder.bytes("a.csv"));
    with(&run, &["--out", &folder.path("a.csv")]).refused("already exists");
    let unknown = folder.path("a.xlsx");
    with(&run, &["--out", &unknown]).refused(".parquet, .csv, .ndjson or .jsonl");
    let shard = folder.path("c.csv");
    with(&run, &["--out", &shard, "--shard", "1/2"]).refused("--shard");
    assert_eq!(folder.names(), ["a.csv", "a.ndjson", "a.parquet", "b.csv"]);
}

/// With an exact target, a match may become impossible to win. It ends after 1,000 rounds, and its rows are packed
/// before the next match.
#[test]
fn endless_match_is_left_unfinished_and_packed() {
    let folder = Folder::new();
    let out = folder.path("stuck.parquet");
    let stuck = common::words("simulate --game doscientos --set finish=exact --seed 1");
    works(&with(&stuck, &["--matches", "2", "--out", &out]));
    let file = fs::File::open(&out).expect("it is there");
    let file = SerializedFileReader::new(file).expect("Parquet");
    let metadata = file.metadata();
    assert_eq!(metadata.num_row_groups(), 2);
    let first = metadata.row_group(0);
    let statistics = |name: &str| {
        let mut columns = first.columns().iter();
        let column = columns.find(|column| column.column_path().string() == name);
        column.and_then(|column| column.statistics()).expect(name)
    };
    let Statistics::Int32(rounds) = statistics("round") else {
        panic!("rounds are numbers")
    };
    assert_eq!(rounds.max_opt(), Some(&999));
    let unfinished = statistics("match_result").null_count_opt();
    assert_eq!(unfinished, u64::try_from(first.num_rows()).ok());
}

/// Both shards of a match that the program wrote before schema 2. The first has no match.
#[test]
fn shards_of_schema_1_are_merged_and_not_mixed_with_newer_ones() {
    let folder = Folder::new();
    let golden = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden/schema-1-");
    let [one, two] = [1, 2].map(|shard| format!("{golden}{shard}.parquet"));
    let merged = folder.path("merged.parquet");
    works(&["merge", &two, &one, "--out", &merged]);
    assert_eq!(folder.bytes("merged.parquet"), fs::read(&two).expect(&two));
    let newer = folder.path("newer.parquet");
    let run = common::words("simulate --game block --matches 1 --seed 9 --bot counter --shard 1/2");
    works(&with(&run, &["--out", &newer]));
    let mixed = folder.path("mixed.parquet");
    let refused = capicu(&["merge", &two, &newer, "--out", &mixed]).output();
    let refused = refused.expect("the command starts");
    assert_eq!(refused.status.code(), Some(2));
    let err = String::from_utf8_lossy(&refused.stderr);
    assert!(err.contains("schema is 2, not 1"), "{err}");
}
