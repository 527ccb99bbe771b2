//! Writes every decision of a run.

use std::ops::Range;
use std::process::ExitCode;

use bytes::Bytes;
use rayon::ThreadPool;
use rayon::prelude::*;
use serde_json::json;

use super::{Arguments, Job, Programs, played};
use crate::data::{BLOCK, Begun, Block, DataFile, Parts, Run, Shard, Target};
use crate::language::{language, say};
use crate::{exit, print, progress};

/// Plays the missing matches of a share, and writes the file.
pub fn write(
    job: &Job,
    pool: &ThreadPool,
    target: Target<'_>,
    run: &Run,
    shard: Shard,
    arguments: &Arguments,
) -> Result<ExitCode, String> {
    let range = shard.range(run.matches);
    let file = match Parts::begin(&target.parquet(), run, range.clone(), arguments.force)? {
        Begun::Complete(file) => Some(file),
        Begun::Open(parts) => play(job, pool, parts, &range)?,
    };
    let lang = language(None);
    match file {
        Some(file) => {
            let is_standard = target.is_standard();
            target.deliver()?;
            tell(&file, is_standard, arguments);
            Ok(ExitCode::SUCCESS)
        }
        None => {
            let stopped = say(
                lang,
                "stopped; run the same command to continue",
                "interrumpido; repite el comando para continuar",
            );
            exit::note(stopped);
            Ok(exit::interrupted())
        }
    }
}

/// `None` if interrupted; finished matches are kept.
fn play(
    job: &Job,
    pool: &ThreadPool,
    mut parts: Parts,
    range: &Range<u64>,
) -> Result<Option<DataFile>, String> {
    let bar = progress::bar(range.end - range.start);
    bar.set_position(parts.next() - range.start);
    bar.reset_eta();
    // Blocks that a thread takes at a time, fewer if matches may not end. The bytes do not depend on it.
    let each = if job.rules.can_lock().is_some() { 1 } else { 4 };
    let batch = each * pool.current_num_threads() as u64;
    while parts.next() < range.end {
        let from = parts.next();
        let starts: Vec<u64> = (0..batch)
            .map(|i| from + i * BLOCK)
            .take_while(|start| *start < range.end)
            .collect();
        let blocks: Vec<Option<Result<Bytes, String>>> = pool.install(|| {
            let blocks = starts.par_iter().map_init(
                || Programs::of(job),
                |programs, start| {
                    let block = block(job, programs, *start..range.end.min(start + BLOCK));
                    bar.inc(BLOCK);
                    block
                },
            );
            blocks.collect()
        });
        for (start, block) in starts.iter().zip(blocks) {
            let Some(block) = block else {
                break;
            };
            match block {
                Ok(block) => parts.add(block, range.end.min(start + BLOCK))?,
                Err(why) => {
                    parts.keep()?;
                    bar.finish_and_clear();
                    return Err(why);
                }
            }
        }
        if job.stop.is_raised() {
            job.stop.settle();
            parts.keep()?;
            bar.finish_and_clear();
            return Ok(None);
        }
    }
    bar.finish_and_clear();
    parts.finish().map(Some)
}

/// Plays the matches of a block; `None` if interrupted.
fn block(job: &Job, programs: &mut Programs, matches: Range<u64>) -> Option<Result<Bytes, String>> {
    let mut block = Block::default();
    for number in matches {
        match played::play(job, programs, number, u64::MAX, Some(&mut block)) {
            Ok(played) => drop(played?),
            Err(why) => return Some(Err(why)),
        }
    }
    Some(block.encode().map_err(|error| error.to_string()))
}

fn tell(file: &DataFile, is_standard: bool, arguments: &Arguments) {
    let (matches, decisions) = (file.range.end - file.range.start, file.decisions());
    let path = arguments.out.as_deref().unwrap_or(&file.path).display();
    // If decisions go to standard output, print the report to standard error.
    let print = |text: String| match is_standard {
        true => print::aside(text),
        false => print::text(text),
    };
    if arguments.json {
        let told = json!({
            "file": path.to_string(),
            "first": file.range.start,
            "matches": matches,
            "decisions": decisions,
        });
        print(format!("{told:#}\n"));
        return;
    }
    let lang = language(None);
    let of = say(lang, "decisions of", "decisiones de");
    let played = say(lang, "matches", "partidas");
    print(format!("{path}: {decisions} {of} {matches} {played}\n"));
}
