//! Rules of games, and their list.

use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash as _, Hasher as _};

use capicu::Side;
use capicu::rules::Choices;
use capicu_i18n::{Lang, Texts};
use capicu_record::rule_file::RuleFile;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyTuple};
use serde_json::{Map, Value, json};

use crate::errors::RulesError;
use crate::fault::{Number, names, seat, value_error};

/// Checked rules of a game for a number of players.
///
/// Rules("jamaican-partner"), Rules("draw", players=2, target=150). Options are keywords with `_` for `-`, or a dict
/// `options`; docs/rule-options.md lists them. Values compare and hash by their options. RulesError names an unknown
/// game or option, or options that do not go together.
#[pyclass(frozen, module = "capicu", name = "Rules")]
#[derive(Clone)]
pub struct PyRules {
    pub game: String,
    pub rules: capicu::Rules,
}

/// Reads the value of an option: a text or a number.
fn option_value(name: &str, value: &Bound<'_, PyAny>) -> PyResult<Value> {
    if !value.is_instance_of::<PyBool>() {
        if let Ok(text) = value.extract::<String>() {
            return Ok(text.into());
        }
        if let Ok(number) = value.extract::<i64>() {
            return Ok(number.to_string().into());
        }
    }
    let why = format!("option `{name}`: write its value as a text or a number");
    Err(PyTypeError::new_err(why))
}

fn read(
    source: (&str, &str),
    players: Option<Number>,
    options: Map<String, Value>,
) -> PyResult<capicu::Rules> {
    let mut wanted = json!({ source.0: source.1, "options": options });
    if let Some(players) = players {
        let players = u8::try_from(players).ok();
        let players = players.filter(|n| (2..=12).contains(n));
        wanted["players"] = players
            .ok_or_else(|| RulesError::new_err("players: write a number from 2 to 12"))?
            .into();
    }
    capicu_engine::read_rules(&wanted.to_string()).map_err(RulesError::new_err)
}

impl PyRules {
    pub fn hashed(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.rules.hash(&mut hasher);
        hasher.finish()
    }

    /// The text that Python reads back.
    pub fn shown(&self) -> String {
        let players = self.rules.n_seats();
        let base = capicu_record::games::by_id(&self.game).and_then(|game| game.rules(players));
        let Some(base) = base.map(|rules| rules.choices()) else {
            let text = Value::from(self.to_toml());
            return format!("Rules.from_toml({text}, players={players})");
        };
        let choices = self.rules.choices();
        let changed: Map<String, Value> = Choices::OPTIONS
            .iter()
            .filter_map(|info| Some((info.name, choices.get(info.name)?)))
            .filter(|(name, value)| base.get(name).as_ref() != Some(value))
            .map(|(name, value)| (name.to_owned(), value.to_string().into()))
            .collect();
        let game = Value::from(self.game.as_str());
        match changed.is_empty() {
            true => format!("Rules({game}, players={players})"),
            false => format!(
                "Rules({game}, players={players}, options={})",
                Value::from(changed)
            ),
        }
    }
}

#[pymethods]
impl PyRules {
    #[new]
    #[pyo3(signature = (game, players = None, options = None, **more))]
    fn new(
        game: &str,
        players: Option<Number>,
        options: Option<&Bound<'_, PyDict>>,
        more: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Self> {
        let mut all = Map::new();
        for (dict, keyword) in [(options, false), (more, true)] {
            for (name, value) in dict.into_iter().flatten() {
                let name: String = name
                    .extract()
                    .map_err(|_| PyTypeError::new_err("options: names are texts"))?;
                let value = option_value(&name, &value)?;
                let name = if keyword {
                    name.replace('_', "-")
                } else {
                    name
                };
                all.insert(name, value);
            }
        }
        Ok(Self {
            game: game.to_owned(),
            rules: read(("game", game), players, all)?,
        })
    }

    /// Rules of a rule file (docs/rule-files.md), for its usual number of players or another one.
    #[staticmethod]
    #[pyo3(signature = (text, players = None))]
    fn from_toml(text: &str, players: Option<Number>) -> PyResult<Self> {
        let rules = read(("file", text), players, Map::new())?;
        let file = RuleFile::parse(text).ok();
        let id = file.and_then(|file| file.id.or(file.base.map(str::to_owned)));
        Ok(Self {
            game: id.unwrap_or_else(|| "rules".to_owned()),
            rules,
        })
    }

    #[staticmethod]
    fn _restore(game: String, text: &str, players: Number) -> PyResult<Self> {
        let rules = read(("file", text), Some(players), Map::new())?;
        Ok(Self { game, rules })
    }

    /// The id of the game; for a rule file without one, that of its base.
    #[getter]
    fn game(&self) -> &str {
        &self.game
    }

    /// The number of seats.
    #[getter]
    fn players(&self) -> u8 {
        self.rules.n_seats()
    }

    /// The number of sides that score: 2 with pairs, otherwise the number of seats.
    #[getter]
    fn sides(&self) -> u8 {
        self.rules.n_sides()
    }

    /// The side for which a seat scores.
    fn side(&self, seat: Number) -> PyResult<usize> {
        let seat = self::seat(seat, &self.rules)?;
        Ok(self.rules.side(seat).index())
    }

    /// The seats of a side, in the order of play.
    fn members(&self, side: Number) -> PyResult<Vec<usize>> {
        let side: Side = crate::fault::side(side, &self.rules)?;
        Ok(self.rules.members(side).map(capicu::Seat::index).collect())
    }

    /// The tiles of the game, ascending: the order of every array over tiles.
    #[getter]
    fn tiles(&self) -> Vec<String> {
        names(self.rules.tiles())
    }

    /// The number of tiles that each seat is dealt.
    #[getter]
    fn hand(&self) -> u16 {
        self.rules.hand.get()
    }

    /// Every option with its value, as texts.
    #[getter]
    fn options<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let choices = self.rules.choices();
        let all = PyDict::new(py);
        for info in Choices::OPTIONS {
            if let Some(value) = choices.get(info.name) {
                all.set_item(info.name, value.to_string())?;
            }
        }
        Ok(all)
    }

    /// The rules as a rule file with every option.
    fn to_toml(&self) -> String {
        RuleFile::text_of(&self.rules, None)
    }

    /// The rules in sentences, in "en", "es" or "fr".
    #[pyo3(signature = (language = "en"))]
    fn text(&self, language: &str) -> PyResult<String> {
        let known = Lang::ALL.iter().find(|lang| lang.tag() == language);
        let lang = known.ok_or_else(|| {
            let all: Vec<_> = Lang::ALL.iter().map(|lang| lang.tag()).collect();
            value_error(format_args!(
                "language `{language}`: write one of {}",
                all.join(", ")
            ))
        })?;
        let sections = Texts::new(*lang).explain(&self.rules);
        let sections = sections
            .into_iter()
            .map(|section| format!("{}\n{}", section.title, section.sentences.join(" ")));
        Ok(sections.collect::<Vec<_>>().join("\n\n"))
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        let other = other.cast::<Self>();
        other.is_ok_and(|other| other.get().rules == self.rules)
    }

    fn __hash__(&self) -> u64 {
        self.hashed()
    }

    fn __repr__(&self) -> String {
        self.shown()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let restore = py.get_type::<Self>().getattr("_restore")?;
        let fields = (&self.game, self.to_toml(), self.rules.n_seats());
        (restore, fields).into_pyobject(py)
    }

    fn __copy__(slf: Bound<'_, Self>) -> Bound<'_, Self> {
        slf
    }

    fn __deepcopy__<'py>(slf: Bound<'py, Self>, _memo: &Bound<'py, PyAny>) -> Bound<'py, Self> {
        slf
    }
}

/// Lists every game: its id, name and numbers of players, the usual number first.
#[pyfunction]
pub fn games<'py>(py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
    from_json(py, &capicu_engine::games())
}

/// Turns JSON into Python values.
pub fn from_json<'py>(py: Python<'py>, value: &Value) -> PyResult<Bound<'py, PyAny>> {
    py.import("json")?
        .call_method1("loads", (value.to_string(),))
}
