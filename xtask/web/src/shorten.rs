//! Removes from scripts and styles the text that only authors read.

/// Removes indentation, empty lines and comments on lines of their own. A text with a literal over several lines stays
/// unchanged.
pub fn shorten(text: &str) -> String {
    let goes_on = |line: &str| line.matches('`').count() % 2 == 1;
    if text.lines().any(goes_on) {
        return text.to_owned();
    }
    let mut short = String::with_capacity(text.len());
    let mut in_comment = false;
    for line in text.lines().map(str::trim) {
        if in_comment {
            in_comment = !line.ends_with("*/");
            continue;
        }
        let closed = line.find("*/").map(|at| at + 2);
        if line.starts_with("/*") && closed.is_none_or(|at| at == line.len()) {
            in_comment = closed.is_none();
        } else if !line.is_empty() && !line.starts_with("//") {
            short.push_str(line);
            short.push('\n');
        }
    }
    short
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_comments_and_indentation_are_removed() {
        let style =
            "/* Felt. */\n\n.a {\n  color: red; /* why */\n}\n/*\n  Two\n  lines */\n.b { }\n";
        assert_eq!(shorten(style), ".a {\ncolor: red; /* why */\n}\n.b { }\n");
        let script =
            "/**\n * @returns {number}\n */\nget a() {\n    // Why.\n    return \"*/* //\";\n}\n";
        assert_eq!(shorten(script), "get a() {\nreturn \"*/* //\";\n}\n");
    }

    #[test]
    fn literal_of_several_lines_keeps_its_spaces() {
        let script = "  let a = `\n    b`;\n";
        assert_eq!(shorten(script), script);
    }

    #[test]
    fn rule_after_a_comment_on_its_line_stays() {
        assert_eq!(
            shorten("/* a */ .b { }\n.c { }\n"),
            "/* a */ .b { }\n.c { }\n"
        );
    }
}
