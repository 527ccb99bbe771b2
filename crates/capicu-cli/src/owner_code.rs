//! The code that appoints the first owner. It goes to a terminal, otherwise to a file: the output of a service goes to
//! the system's journal, which others may read.

use std::fs::{self, File};
use std::io::{self, IsTerminal as _, Write as _};
use std::path::Path;

use crate::language::texts;
use crate::print;

const FILE: &str = "owner-code";

/// Prints the code to a terminal, or writes it to a file and prints its path.
pub fn give(code: &str, data: &Path) {
    if io::stdout().is_terminal() {
        print::text(texts().start_owner_code(code) + "\n");
        return;
    }
    let file = data.join(FILE);
    match written(&file, code) {
        Ok(()) => print::text(texts().start_owner_code_file(&file.display().to_string()) + "\n"),
        Err(error) => tracing::warn!(
            file = %file.display(),
            %error,
            "cannot write the owner code; name a folder with --data that is there and that this user can write, or start the \
             server in a terminal"
        ),
    }
}

pub fn forget(data: &Path) {
    // Usually there is none.
    let _ = fs::remove_file(data.join(FILE));
}

fn written(file: &Path, code: &str) -> io::Result<()> {
    match fs::remove_file(file) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
        _ => {}
    }
    let mut options = File::options();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    writeln!(options.open(file)?, "{code}")
}
