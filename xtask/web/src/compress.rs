//! Writes the bundle, and compressed forms next to each file.

use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::thread;

use anyhow::{Context as _, Result, bail};
#[cfg(feature = "brotli")]
use brotli::enc::backward_references::BrotliEncoderMode;
use flate2::Compression;
use flate2::write::GzEncoder;

use crate::bundle::File;

/// A compression format.
struct Form {
    name: &'static str,
    suffix: &'static str,
    compress: fn(&[u8]) -> Result<Vec<u8>>,
}

/// Formats that this program was compiled with.
const FORMS: &[Form] = &[
    #[cfg(feature = "brotli")]
    Form {
        name: "brotli",
        suffix: ".br",
        compress: brotli,
    },
    Form {
        name: "gzip",
        suffix: ".gz",
        compress: gzip,
    },
];

/// Total bytes of the bundle.
pub struct Sizes {
    pub files: usize,
    pub plain: usize,
    /// By name of the format. A file counts here uncompressed if compression does not shorten it.
    pub compressed: Vec<(&'static str, usize)>,
}

/// Writes the files to the folder, with `.br` and `.gz` next to those that get shorter.
pub fn write(files: &[File], folder: &Path) -> Result<Sizes> {
    let mut sizes = Sizes {
        files: files.len(),
        plain: 0,
        compressed: FORMS.iter().map(|form| (form.name, 0)).collect(),
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
        sizes.plain += plain;
        for ((form, bytes), (_, size)) in FORMS.iter().zip(forms).zip(&mut sizes.compressed) {
            *size += bytes.len().min(plain);
            if bytes.len() < plain {
                write(form.suffix, &bytes)?;
            }
        }
        write("", &file.bytes)?;
    }
    Ok(sizes)
}

/// Compresses all files in parallel. They are few, and two of them take most of the time.
fn compress(files: &[File]) -> Result<Vec<Vec<Vec<u8>>>> {
    thread::scope(|scope| {
        let each = |file: &'_ File| {
            let forms = FORMS.iter();
            forms.map(|form| (form.compress)(&file.bytes)).collect()
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

/// Sizes of blocks to try, as powers of two. Which fits best changes with every build of a module, by up to 1.5 KB.
#[cfg(feature = "brotli")]
const BLOCKS: [i32; 3] = [16, 18, 21];

/// Larger files are tried with the first size only: they are workers, which have no limit, and take long.
#[cfg(feature = "brotli")]
const LARGE: usize = 1_500_000;

#[cfg(feature = "brotli")]
fn brotli(bytes: &[u8]) -> Result<Vec<u8>> {
    let tried = if bytes.len() > LARGE { 1 } else { BLOCKS.len() };
    let all = BLOCKS.iter().take(tried);
    let all: Result<Vec<Vec<u8>>> = all.map(|block| in_blocks(bytes, *block)).collect();
    let shortest = all?.into_iter().min_by_key(Vec::len);
    Ok(shortest.unwrap_or_default())
}

#[cfg(feature = "brotli")]
fn in_blocks(bytes: &[u8], lgblock: i32) -> Result<Vec<u8>> {
    let parameters = brotli::enc::BrotliEncoderParams {
        quality: 11,
        lgwin: 22,
        // The distances of fonts fit WebAssembly: they save one byte in 240.
        mode: BrotliEncoderMode::BROTLI_MODE_FONT,
        lgblock,
        size_hint: bytes.len(),
        ..Default::default()
    };
    let mut writer = brotli::CompressorWriter::with_params(Vec::new(), 64 * 1024, &parameters);
    writer.write_all(bytes)?;
    Ok(writer.into_inner())
}

fn gzip(bytes: &[u8]) -> Result<Vec<u8>> {
    let mut writer = GzEncoder::new(Vec::new(), Compression::best());
    writer.write_all(bytes)?;
    Ok(writer.finish()?)
}
