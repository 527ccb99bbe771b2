//! The accessibility tree of a page: only what a screen reader receives.

use std::collections::HashMap;

use serde_json::{Value, json};

use crate::{Browser, Result};

#[derive(Clone, Debug)]
pub struct Tree {
    /// Its parts in reading order, without those that are hidden from screen readers.
    parts: Vec<Part>,
}

#[derive(Clone, Debug)]
pub struct Part {
    /// Its role: `button`, `textbox`, `log` and so on; `RootWebArea` for the page.
    pub role: String,
    /// Its accessible name; for the page, the title.
    pub name: String,
    /// The texts inside it, one by one.
    pub texts: Vec<String>,
    pub has_focus: bool,
    pub is_disabled: bool,
    /// The indexes of the parts around it, the page first.
    around: Vec<usize>,
    node: u64,
}

impl Tree {
    pub async fn of(browser: &Browser) -> Result<Self> {
        let told = browser
            .ask("Accessibility.getFullAXTree", json!({}))
            .await?;
        let nodes = told["nodes"].as_array().ok_or("a tree")?;
        let by_id: HashMap<&str, &Value> = nodes
            .iter()
            .filter_map(|node| Some((node["nodeId"].as_str()?, node)))
            .collect();
        let root = nodes.first().ok_or("a tree has a root")?;
        let mut tree = Self { parts: Vec::new() };
        tree.read(root, &by_id, &[]);
        Ok(tree)
    }

    fn read(
        &mut self,
        node: &Value,
        by_id: &HashMap<&str, &Value>,
        around: &[usize],
    ) -> Vec<String> {
        let role = node["role"]["value"].as_str().unwrap_or_default();
        let name = node["name"]["value"].as_str().unwrap_or_default().trim();
        let told = node["ignored"] != true;
        if told && role == "StaticText" {
            return vec![name.to_owned()];
        }
        let is = |property: &str| {
            let mut all = node["properties"].as_array().into_iter().flatten();
            all.any(|one| one["name"] == property && one["value"]["value"] == true)
        };
        let at = self.parts.len();
        let mut inside = around.to_vec();
        if told {
            self.parts.push(Part {
                role: role.to_owned(),
                name: name.to_owned(),
                texts: Vec::new(),
                has_focus: is("focused"),
                is_disabled: is("disabled"),
                around: around.to_vec(),
                node: node["backendDOMNodeId"].as_u64().unwrap_or_default(),
            });
            inside.push(at);
        }
        let children = node["childIds"].as_array().into_iter().flatten();
        let children = children.filter_map(|id| by_id.get(id.as_str()?));
        let mut texts = Vec::new();
        for child in children {
            texts.extend(self.read(child, by_id, &inside));
        }
        if told {
            self.parts[at].texts.clone_from(&texts);
        }
        texts
    }

    pub fn all<'a>(&'a self, role: &'a str) -> impl Iterator<Item = &'a Part> {
        self.parts.iter().filter(move |part| part.role == role)
    }

    pub fn find(&self, role: &str, name: &str) -> Option<&Part> {
        let mut all = self.parts.iter();
        all.find(|part| part.role == role && part.name.starts_with(name))
    }

    /// The parts of a role within another.
    pub fn within<'a>(&'a self, outer: &'a Part, role: &'a str) -> impl Iterator<Item = &'a Part> {
        let inside = |part: &&Part| {
            part.around
                .iter()
                .any(|at| self.parts[*at].node == outer.node)
        };
        self.all(role).filter(inside)
    }

    pub fn focus(&self) -> Option<&Part> {
        let mut all = self.parts.iter().rev();
        all.find(|part| part.has_focus)
    }

    pub fn title(&self) -> &str {
        self.parts.first().map_or("", |page| page.name.as_str())
    }
}

impl Part {
    /// Puts the focus there, as a user does who moves from part to part.
    pub async fn focus(&self, browser: &Browser) -> Result<()> {
        browser
            .ask("DOM.focus", json!({ "backendNodeId": self.node }))
            .await?;
        Ok(())
    }
}
