//! Reads a Fluent file: <https://projectfluent.org/fluent/guide/>.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use fluent_syntax::ast::{
    Entry, Expression, InlineExpression, Pattern, PatternElement, VariantKey,
};

/// The texts of a file by name. Attributes are named `message.attribute`.
pub type Catalog = BTreeMap<String, Vec<Piece>>;

/// A part of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Piece {
    Plain(String),
    Argument(String),
    /// One of several texts; an argument chooses.
    Select {
        by: String,
        variants: Vec<(String, Vec<Piece>)>,
        default: usize,
    },
}

/// Reads the texts of a file, or returns the errors in it.
pub fn read(path: &Path) -> Result<Catalog, Vec<String>> {
    let say = |what: String| format!("{}: {what}", path.display());
    let source = fs::read_to_string(path).map_err(|error| vec![say(error.to_string())])?;
    let resource = fluent_syntax::parser::parse(source.as_str()).map_err(|(_, errors)| {
        let line = |at: usize| source[..at.min(source.len())].lines().count();
        errors
            .iter()
            .map(|error| say(format!("line {}: {error}", line(error.pos.start))))
            .collect::<Vec<_>>()
    })?;
    let mut complaints = Vec::new();
    let mut catalog = Catalog::new();
    for entry in &resource.body {
        let Entry::Message(message) = entry else {
            if let Entry::Term(term) = entry {
                complaints.push(say(format!("`-{}`: terms are not supported", term.id.name)));
            }
            continue;
        };
        let id = message.id.name;
        let value = message.value.iter().map(|value| (id.to_owned(), value));
        let attributes = message
            .attributes
            .iter()
            .map(|attribute| (format!("{id}.{}", attribute.id.name), &attribute.value));
        for (name, pattern) in value.chain(attributes) {
            match pieces(pattern, &catalog) {
                Ok(text) => {
                    if catalog.insert(name.clone(), text).is_some() {
                        complaints.push(say(format!("`{name}` is there twice")));
                    }
                }
                Err(why) => complaints.push(say(format!("`{name}`: {why}"))),
            }
        }
    }
    if complaints.is_empty() {
        Ok(catalog)
    } else {
        Err(complaints)
    }
}

fn pieces(pattern: &Pattern<&str>, before: &Catalog) -> Result<Vec<Piece>, String> {
    let mut all = Vec::new();
    for element in &pattern.elements {
        match element {
            PatternElement::TextElement { value } => all.push(Piece::Plain((*value).to_owned())),
            PatternElement::Placeable { expression } => match expression {
                Expression::Inline(inline) => inlined(inline, before, &mut all)?,
                Expression::Select { selector, variants } => {
                    let InlineExpression::VariableReference { id } = selector else {
                        return Err("only an argument can be selected by".into());
                    };
                    let default = variants.iter().position(|variant| variant.default);
                    all.push(Piece::Select {
                        by: id.name.to_owned(),
                        variants: variants
                            .iter()
                            .map(|variant| {
                                let (VariantKey::Identifier { name: key }
                                | VariantKey::NumberLiteral { value: key }) = variant.key;
                                Ok((key.to_owned(), pieces(&variant.value, before)?))
                            })
                            .collect::<Result<_, String>>()?,
                        default: default.ok_or("a selector needs a default")?,
                    });
                }
            },
        }
    }
    Ok(all)
}

fn inlined(
    inline: &InlineExpression<&str>,
    before: &Catalog,
    all: &mut Vec<Piece>,
) -> Result<(), String> {
    match inline {
        InlineExpression::StringLiteral { value } | InlineExpression::NumberLiteral { value } => {
            all.push(Piece::Plain((*value).to_owned()));
        }
        InlineExpression::VariableReference { id } => {
            all.push(Piece::Argument(id.name.to_owned()));
        }
        InlineExpression::MessageReference {
            id,
            attribute: None,
        } => all.extend(
            before
                .get(id.name)
                .ok_or_else(|| format!("there is no `{}` before this", id.name))?
                .clone(),
        ),
        _ => return Err("only arguments, earlier texts and literals can be inserted".into()),
    }
    Ok(())
}
