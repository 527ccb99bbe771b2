//! Output formats of decisions, by file suffix. All are converted from a Parquet file.

use std::fs::{self, File};
use std::path::{Path, PathBuf};

use parquet::file::reader::{FileReader as _, SerializedFileReader};
use parquet::record::{Field, Row};
use serde_json::{Map, Value};
use tempfile::TempDir;

use super::join::about;
use crate::language::texts;
use crate::output::{self, Force, Output, is_standard};
use crate::print;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    Parquet,
    /// With a header; list elements are separated by `;`.
    Csv,
    /// A JSON object on each line.
    Lines,
}

impl Form {
    /// Parquet without a suffix, and on standard output.
    fn of(path: &Path) -> Result<Self, String> {
        let Some(suffix) = path.extension() else {
            return Ok(Self::Parquet);
        };
        let suffix = suffix.to_string_lossy();
        match suffix.to_lowercase().as_str() {
            "parquet" => Ok(Self::Parquet),
            "csv" => Ok(Self::Csv),
            "ndjson" | "jsonl" => Ok(Self::Lines),
            _ => Err(texts().data_suffix(&*suffix)),
        }
    }
}

pub fn is_parquet(path: &Path) -> Result<bool, String> {
    Ok(Form::of(path)? == Form::Parquet)
}

pub struct Target<'a> {
    path: &'a Path,
    form: Form,
    force: Force,
    /// The folder of the Parquet file, if that is not the target.
    beside: Option<Beside>,
}

enum Beside {
    /// Kept until the target is written: the same command resumes from it.
    Kept(PathBuf),
    Temporary(TempDir),
}

impl<'a> Target<'a> {
    /// Returns the target of this option, unless it exists or cannot be written.
    pub fn of(path: &'a Path, force: Force) -> Result<Self, String> {
        let form = Form::of(path)?;
        let beside = match (is_standard(path), form) {
            (true, _) => {
                print::check_binary()?;
                let folder = tempfile::tempdir().map_err(|error| texts().io_error(&error))?;
                Some(Beside::Temporary(folder))
            }
            (false, Form::Parquet) => None,
            (false, Form::Csv | Form::Lines) => {
                force.check(path)?;
                let folder = path.with_added_extension("parts");
                fs::create_dir_all(&folder).map_err(|error| output::about(path, &error))?;
                Some(Beside::Kept(folder))
            }
        };
        Ok(Self {
            path,
            form,
            force,
            beside,
        })
    }

    pub fn parquet(&self) -> PathBuf {
        let folder = match &self.beside {
            None => return self.path.to_owned(),
            Some(Beside::Kept(folder)) => folder,
            Some(Beside::Temporary(folder)) => folder.path(),
        };
        folder.join("all.parquet")
    }

    pub fn is_standard(&self) -> bool {
        is_standard(self.path)
    }

    pub fn deliver(self) -> Result<(), String> {
        let parquet = self.parquet();
        match self.beside {
            None => Ok(()),
            Some(Beside::Temporary(folder)) => {
                let file = File::open(&parquet).map_err(|error| output::about(&parquet, &error))?;
                // Most systems can still read the open file, so Ctrl-C leaves nothing behind.
                if cfg!(unix) {
                    let _ = folder.close();
                }
                output::copy_to_standard(file, self.path)
            }
            Some(Beside::Kept(folder)) => {
                let mut output = Output::create(self.path, self.force)?;
                write(&parquet, self.form, &mut output)?;
                output.finish()?;
                let _ = fs::remove_dir_all(folder);
                Ok(())
            }
        }
    }
}

fn write(parquet: &Path, form: Form, output: &mut Output) -> Result<(), String> {
    let wrong = |error| about(parquet, &error);
    let file = File::open(parquet).map_err(|error| output::about(parquet, &error))?;
    let reader = SerializedFileReader::new(file).map_err(wrong)?;
    let schema = reader.metadata().file_metadata().schema_descr();
    if form == Form::Csv {
        let names = schema.root_schema().get_fields().iter();
        let names: Vec<&str> = names.map(|field| field.name()).collect();
        output.write(&format!("{}\n", names.join(",")))?;
    }
    for row in reader.get_row_iter(None).map_err(wrong)? {
        let row = row.map_err(wrong)?;
        let line = match form {
            Form::Csv => {
                let cells = row.get_column_iter().map(|(_, field)| cell(field));
                cells.collect::<Vec<_>>().join(",")
            }
            Form::Lines | Form::Parquet => object(&row).to_string(),
        };
        output.write(&format!("{line}\n"))?;
    }
    Ok(())
}

fn object(row: &Row) -> Value {
    let fields = row.get_column_iter();
    let fields = fields.map(|(name, field)| (name.clone(), value(field)));
    Value::Object(fields.collect::<Map<_, _>>())
}

fn value(field: &Field) -> Value {
    match field {
        Field::Int(number) => (*number).into(),
        Field::Long(number) => (*number).into(),
        Field::Double(number) => (*number).into(),
        Field::Str(text) => text.as_str().into(),
        Field::ListInternal(list) => list.elements().iter().map(value).collect(),
        // The schema has no other types.
        _ => Value::Null,
    }
}

/// Formats a cell, quoted if it would be read as several.
fn cell(field: &Field) -> String {
    let text = match value(field) {
        Value::Null => String::new(),
        Value::String(text) => text,
        Value::Array(list) => {
            let words = list.into_iter().map(|one| match one {
                Value::String(text) => text,
                other => other.to_string(),
            });
            words.collect::<Vec<_>>().join(";")
        }
        other => other.to_string(),
    };
    match text.contains([',', '"', '\n', '\r']) {
        true => format!("\"{}\"", text.replace('"', "\"\"")),
        false => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn suffix_selects_the_form() {
        for (path, form) in [
            ("a.parquet", Form::Parquet),
            ("a", Form::Parquet),
            ("-", Form::Parquet),
            ("a.csv", Form::Csv),
            ("a.CSV", Form::Csv),
            ("a.b/c.ndjson", Form::Lines),
            ("a.jsonl", Form::Lines),
        ] {
            assert_eq!(Form::of(Path::new(path)), Ok(form), "{path}");
        }
        assert!(Form::of(Path::new("a.xlsx")).is_err());
    }

    #[test]
    fn cells_with_separators_are_quoted() {
        let text = |text: &str| cell(&Field::Str(text.to_owned()));
        assert_eq!(text("6-4@6-6"), "6-4@6-6");
        assert_eq!(text("cmd:a \"b, c\""), "\"cmd:a \"\"b, c\"\"\"");
        assert_eq!(cell(&Field::Null), "");
        assert_eq!(cell(&Field::Double(0.5)), "0.5");
    }
}
