//! CSV without formulas: spreadsheets read only texts and numbers.

/// Joins columns to a line. An apostrophe before a column keeps spreadsheets from reading a formula.
pub fn line(columns: &[String]) -> String {
    let quoted = |column: &String| {
        let guard = if is_formula(column) { "'" } else { "" };
        format!("\"{guard}{}\"", column.replace('"', "\"\""))
    };
    columns.iter().map(quoted).collect::<Vec<_>>().join(",") + "\r\n"
}

/// Whether a spreadsheet would read the text as a formula: by its first character, of any width, also after spaces.
/// Signed numbers are not formulas.
pub fn is_formula(text: &str) -> bool {
    // Whole and decimal numbers cannot hide a formula.
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
    let is_digit = |c: char| c.is_ascii_digit() || matches!(c, '.' | ',');
    let is_number =
        digits.starts_with(|c: char| c.is_ascii_digit()) && digits.chars().all(is_digit);
    let starts = |c: char| {
        matches!(
            c,
            '=' | '+'
                | '-'
                | '@'
                | '|'
                | '%'
                | '\t'
                | '\r'
                | '\n'
                | '＝'
                | '＋'
                | '－'
                | '＠'
                | '−'
        )
    };
    let is_unseen = |c: char| c.is_whitespace() || c.is_control();
    !is_number
        && (text.starts_with(starts)
            || text.starts_with(char::is_control)
            || text.trim_start_matches(is_unseen).starts_with(starts))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn name_that_looks_like_a_formula_is_quoted() {
        let columns = ["=1+1", "Ana \"La\" / Luis", "3"].map(str::to_owned);
        assert_eq!(
            line(&columns),
            "\"'=1+1\",\"Ana \"\"La\"\" / Luis\",\"3\"\r\n"
        );
        for formula in [
            "-2+3+cmd|'x'!A1",
            "-1+cmd|' /C calc'!A0",
            "+1+1",
            "@SUM(1,1)",
            "\t=1",
            "\r=1",
            "\n=1",
            "  =1",
            "\u{a0}-A1",
            "－1",
            "＝1",
            "-",
            "--1",
            "-.1a",
            "\u{1}=1",
        ] {
            assert!(is_formula(formula), "{formula:?}");
        }
        for plain in [
            "",
            "-3",
            "+12",
            "-1.5",
            "3-1",
            "Ana - Luis",
            "200–90",
            "’t Hooft",
            "'=1",
        ] {
            assert!(!is_formula(plain), "{plain:?}");
        }
    }
}
