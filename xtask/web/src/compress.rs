//! Writing the bundle, and each file's compressed forms beside it.

use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::thread;

use anyhow::{Context as _, Result, bail};
use brotli::CompressorWriter;
use brotli::enc::BrotliEncoderParams;
use flate2::Compression;
use flate2::write::GzEncoder;

use crate::bundle::File;

/// Bytes in all, each file counted in its shortest form of that kind.
#[derive(Default)]
pub struct Sizes {
    pub files: usize,
    pub plain: usize,
    pub brotli: usize,
    pub gzip: usize,
}

/// Writes the files to the folder, with `.br` and `.gz` beside those that get shorter.
pub fn write(files: &[File], folder: &Path) -> Result<Sizes> {
    let mut sizes = Sizes {
        files: files.len(),
        ..Sizes::default()
    };
    for (file, forms) in files.iter().zip(compress(files)?) {
        let path = folder.join(file.path.trim_start_matches('/'));
        let write = |suffix: &str, bytes: &[u8]| {
            let path = path.with_file_name(format!(
                "{}{suffix}",
                path.file_name().unwrap_or_default().to_string_lossy()
            ));
            fs::create_dir_all(path.parent().unwrap_or(folder))
                .and_then(|()| fs::write(&path, bytes))
                .with_context(|| format!("cannot write {}", path.display()))
        };
        let plain = file.bytes.len();
        let shorter = |suffix: &str, bytes: Vec<u8>| {
            if bytes.len() >= plain {
                return Ok(plain);
            }
            write(suffix, &bytes).map(|()| bytes.len())
        };
        sizes.plain += plain;
        sizes.brotli += shorter(".br", forms.brotli)?;
        sizes.gzip += shorter(".gz", forms.gzip)?;
        write("", &file.bytes)?;
    }
    Ok(sizes)
}

struct Forms {
    brotli: Vec<u8>,
    gzip: Vec<u8>,
}

/// All files at the same time: few, of which two take most of it.
fn compress(files: &[File]) -> Result<Vec<Forms>> {
    thread::scope(|scope| {
        let each = |file: &'_ File| {
            let bytes: &[u8] = &file.bytes;
            let brotli = brotli(bytes)?;
            let gzip = gzip(bytes)?;
            Ok(Forms { brotli, gzip })
        };
        let running: Vec<_> = files
            .iter()
            .map(|file| scope.spawn(move || each(file)))
            .collect();
        let joined = running.into_iter().map(|one| match one.join() {
            Ok(forms) => forms,
            Err(_) => bail!("compressing a file of the web client stopped"),
        });
        joined.collect()
    })
}

fn brotli(bytes: &[u8]) -> Result<Vec<u8>> {
    let parameters = BrotliEncoderParams {
        quality: 11,
        lgwin: 22,
        size_hint: bytes.len(),
        ..BrotliEncoderParams::default()
    };
    let mut writer = CompressorWriter::with_params(Vec::new(), 64 * 1024, &parameters);
    writer.write_all(bytes)?;
    Ok(writer.into_inner())
}

fn gzip(bytes: &[u8]) -> Result<Vec<u8>> {
    let mut writer = GzEncoder::new(Vec::new(), Compression::best());
    writer.write_all(bytes)?;
    Ok(writer.finish()?)
}
