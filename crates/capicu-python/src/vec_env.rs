//! Many environments at once.

use std::thread;

use capicu::fair::Seed;
use numpy::{
    PyArray1, PyArray2, PyArrayMethods as _, PyReadonlyArray1, PyUntypedArrayMethods as _,
};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use crate::encoding::{Encoding, VERSION};
use crate::episodes::{Env, Episode, Over, Plan, Reward, Scratch};
use crate::errors::IllegalAction;
use crate::fault::{self, Number, value_error};
use crate::rules::PyRules;
use crate::view::PyView;

/// The encodings of actions and observations as numbers, version "v0".
///
/// Leads are 0 to T - 1 by tile index, for the T tiles of the set; then plays; then draw, pass and hand-over. A play is
/// numbered by the half laid against the end and the other half, or, where equal ends may differ, by tile and tile on
/// the table. Observations are u8 and relative to the seat that acts; `parts` lists them.
#[pyclass(frozen, module = "capicu", name = "Encoding")]
pub struct PyEncoding {
    encoding: Encoding,
    rules: PyRules,
}

#[pymethods]
impl PyEncoding {
    #[new]
    fn new(rules: &PyRules) -> Self {
        Self {
            encoding: Encoding::new(&rules.rules),
            rules: rules.clone(),
        }
    }

    /// The version of both encodings. Equal versions give equal numbers.
    #[classattr]
    const VERSION: &str = VERSION;

    #[getter]
    fn rules(&self) -> PyRules {
        self.rules.clone()
    }

    /// The number of actions.
    #[getter]
    fn n_actions(&self) -> usize {
        self.encoding.n_actions()
    }

    /// The number of bytes of an observation.
    #[getter]
    fn n_observation(&self) -> usize {
        self.encoding.n_observation()
    }

    /// The parts of an observation with their lengths, in order.
    ///
    /// "hand", "laid" and "lacks" have a byte for each tile of the set: in the hand, laid by a seat, impossible for it since
    /// it passed. "laid" and "lacks" do so for each seat, the own one first. "open_tiles" and "open_numbers" count open
    /// places. "held" and "boneyard" count tiles. "opener" marks the seat that opens. "opening" is 1 before the first tile.
    /// "scores" are shares of the target of 255, by seat.
    #[getter]
    fn parts(&self) -> Vec<(&'static str, usize)> {
        self.encoding.parts().to_vec()
    }

    /// Names the action of a number: "6-4" is a lead, "6-4@4" lays the 4 against an end.
    fn name(&self, code: Number) -> PyResult<String> {
        let name = usize::try_from(code)
            .ok()
            .and_then(|code| self.encoding.name(code));
        name.ok_or_else(|| {
            let last = self.encoding.n_actions() - 1;
            value_error(format_args!("action {code}: numbers are 0 to {last}"))
        })
    }

    /// The number of an action, such as "6-4@6-6".
    fn code(&self, action: &str) -> PyResult<usize> {
        let code = self.encoding.code(fault::action(action)?);
        code.ok_or_else(|| value_error(format_args!("`{action}` is no action of this set")))
    }

    /// The distinct actions of the seat of a view by their numbers; empty when it is not its turn.
    fn legal<'py>(&self, py: Python<'py>, view: &PyView) -> PyResult<Bound<'py, PyDict>> {
        self.same_set(view)?;
        let all = PyDict::new(py);
        for action in view.seen.view.distinct_actions() {
            if let Some(code) = self.encoding.code(action) {
                all.set_item(code, action.to_string())?;
            }
        }
        Ok(all)
    }

    /// The observation of a view: u8[n_observation], a fresh array.
    fn observe<'py>(&self, py: Python<'py>, view: &PyView) -> PyResult<Bound<'py, PyArray1<u8>>> {
        self.same_set(view)?;
        let view = &view.seen.view;
        let mut memory = crate::encoding::Memory::default();
        view.replay(|board, mv| memory.note(board, mv.seat, mv.action));
        let mut out = vec![0; self.encoding.n_observation()];
        self.encoding
            .observe(view.board(), view.seat(), view.hand(), &memory, &mut out);
        Ok(PyArray1::from_vec(py, out))
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        let other = other.cast::<Self>();
        other.is_ok_and(|other| other.get().rules.rules == self.rules.rules)
    }

    fn __hash__(&self) -> u64 {
        self.rules.hashed()
    }

    fn __repr__(&self) -> String {
        format!("Encoding({})", self.rules.shown())
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        (py.get_type::<Self>(), (self.rules.clone(),)).into_pyobject(py)
    }

    fn __copy__(slf: Bound<'_, Self>) -> Bound<'_, Self> {
        slf
    }

    fn __deepcopy__<'py>(slf: Bound<'py, Self>, _memo: &Bound<'py, PyAny>) -> Bound<'py, Self> {
        slf
    }
}

impl PyEncoding {
    fn same_set(&self, view: &PyView) -> PyResult<()> {
        let of_view = Encoding::new(view.seen.view.board().rules());
        match of_view == self.encoding {
            true => Ok(()),
            false => Err(value_error("view: it is of other rules than this encoding")),
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Autoreset {
    /// The step that ends an episode begins the next one.
    SameStep,
    /// The step after it ignores its action and begins the next one.
    NextStep,
    /// The caller resets.
    Disabled,
}

/// Many rounds or matches at once: one action for each environment and step, by the seat in `seat`.
///
/// `n` environments have the seeds `seed`, `seed` + 1 and so on, so environment i deals as `Round.deal(rules, seed + i)`
/// does. `episode` is "round" or "match". `reward` "result" gives 1 to the winners, and the others share -1; a tie gives
/// 0. `reward` "points" gives the lead over the mean of the others, at the end of each round. Rewards of each step sum to
/// 0 over the sides. A match is truncated after `max_rounds`; a round never is. `autoreset` is "same-step", "next-step" or
/// "disabled". `skip_forced` plays actions without an alternative. The same arguments and actions give the same arrays
/// for any number of `threads`.
///
/// The arrays are made once and change with every step, so copy what you keep. `observation` is u8[n, n_observation], and
/// `mask` is u8[n, n_actions], never empty. `reward` is f32[n, seats], `seat` i8[n], `deals` u32[n]. `terminated` and
/// `truncated` are bool[n]. `buffers` may have any of them, C-contiguous and of that type and shape.
#[pyclass(module = "capicu", name = "VecEnv")]
pub struct PyVecEnv {
    plan: Plan,
    rules: PyRules,
    seed: u64,
    threads: usize,
    autoreset: Autoreset,
    envs: Vec<Env>,
    observation: Py<PyArray2<u8>>,
    mask: Py<PyArray2<u8>>,
    reward: Py<PyArray2<f32>>,
    terminated: Py<PyArray1<bool>>,
    truncated: Py<PyArray1<bool>>,
    seat: Py<PyArray1<i8>>,
    deals: Py<PyArray1<u32>>,
    scratch: Scratch,
}

/// The most environments.
const MOST: usize = 1 << 22;

/// Fewer environments for each thread take less time than its start.
const FEW: usize = 128;

/// The number of environments between that in work and that whose memory is prefetched.
const AHEAD: usize = 2;

/// The places of the results of some environments.
struct Out<'a> {
    observation: &'a mut [u8],
    mask: &'a mut [u8],
    reward: &'a mut [f32],
    terminated: &'a mut [bool],
    truncated: &'a mut [bool],
    seat: &'a mut [i8],
    deals: &'a mut [u32],
}

/// Splits the first items off a slice.
fn take<'a, T>(rest: &mut &'a mut [T], n: usize) -> &'a mut [T] {
    let (first, after) = std::mem::take(rest).split_at_mut(n);
    *rest = after;
    first
}

impl<'a> Out<'a> {
    /// Splits the places of the first environments off.
    fn take(&mut self, n: usize, plan: &Plan) -> Out<'a> {
        let (o, a) = (plan.encoding.n_observation(), plan.encoding.n_actions());
        let seats = usize::from(plan.rules.n_seats());
        Out {
            observation: take(&mut self.observation, n * o),
            mask: take(&mut self.mask, n * a),
            reward: take(&mut self.reward, n * seats),
            terminated: take(&mut self.terminated, n),
            truncated: take(&mut self.truncated, n),
            seat: take(&mut self.seat, n),
            deals: take(&mut self.deals, n),
        }
    }
}

/// Steps some environments. Returns the number of the first whose action was illegal.
fn step(
    plan: &Plan,
    autoreset: Autoreset,
    envs: &mut [Env],
    actions: &[i32],
    out: Out<'_>,
    scratch: &mut Scratch,
) -> Option<usize> {
    let (o, a) = (plan.encoding.n_observation(), plan.encoding.n_actions());
    let seats = usize::from(plan.rules.n_seats());
    let rows = (out.observation.chunks_exact_mut(o))
        .zip(out.mask.chunks_exact_mut(a))
        .zip(out.reward.chunks_exact_mut(seats))
        .zip(out.terminated.iter_mut().zip(out.truncated))
        .zip(out.seat.iter_mut().zip(out.deals));
    let mut wrong = None;
    for (number, (action, row)) in actions.iter().zip(rows).enumerate() {
        let ((((observation, mask), reward), (terminated, truncated)), (seat, deals)) = row;
        if let Some(later) = envs.get(number + AHEAD) {
            later.fetch();
        }
        let env = &mut envs[number];
        reward.fill(0.0);
        if env.over != Over::No {
            if autoreset == Autoreset::NextStep {
                env.begin(plan, scratch, reward);
            }
        } else if env.step(plan, *action as usize, scratch, reward).is_err() {
            wrong = wrong.or(Some(number));
        }
        *terminated = env.over == Over::Terminated;
        *truncated = env.over == Over::Truncated;
        if env.over != Over::No && autoreset == Autoreset::SameStep {
            // A round that forced play ends at once counts for the episode before.
            while env.over != Over::No {
                env.begin(plan, scratch, reward);
            }
        }
        *seat = env.show(plan, scratch, observation, mask).index() as i8;
        *deals = env.n_deals;
    }
    wrong
}

/// Takes a buffer of the caller, or makes one.
fn buffer<'py, T, const N: usize>(
    py: Python<'py>,
    given: Option<&Bound<'py, PyDict>>,
    name: &str,
    shape: [usize; N],
    make: impl FnOnce(Python<'py>) -> Bound<'py, T>,
    check: impl FnOnce(&Bound<'py, T>) -> Option<Vec<usize>>,
) -> PyResult<Py<T>>
where
    T: pyo3::PyTypeCheck,
{
    let Some(array) = given
        .map(|given| given.get_item(name))
        .transpose()?
        .flatten()
    else {
        return Ok(make(py).unbind());
    };
    let refused = || {
        PyTypeError::new_err(format!(
            "buffers: `{name}` is no writable C-contiguous array of shape {shape:?} and its type"
        ))
    };
    let array = array.cast_into::<T>().map_err(|_| refused())?;
    let fits = check(&array).is_some_and(|found| found == shape);
    if fits {
        Ok(array.unbind())
    } else {
        Err(refused())
    }
}

/// The shape of an array that can be written.
macro_rules! shape {
    () => {
        |array| {
            let is_writable = array
                .try_readwrite()
                .is_ok_and(|mut array| array.as_slice_mut().is_ok());
            is_writable.then(|| array.shape().to_vec())
        }
    };
}

#[pymethods]
impl PyVecEnv {
    #[new]
    #[pyo3(signature = (rules, n, seed = 0, *, episode = "round", reward = "result", autoreset = "same-step", skip_forced = false, threads = 1, max_rounds = 1000, buffers = None))]
    #[allow(clippy::too_many_arguments)]
    fn new(
        py: Python<'_>,
        rules: &PyRules,
        n: Number,
        seed: u64,
        episode: &str,
        reward: &str,
        autoreset: &str,
        skip_forced: bool,
        threads: Number,
        max_rounds: u32,
        buffers: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Self> {
        let n = usize::try_from(n).ok().filter(|n| (1..=MOST).contains(n));
        let n = n.ok_or_else(|| value_error(format_args!("n: write a number from 1 to {MOST}")))?;
        let threads = usize::try_from(threads)
            .ok()
            .filter(|n| (1..=1024).contains(n));
        let threads =
            threads.ok_or_else(|| value_error("threads: write a number from 1 to 1024"))?;
        let encoding = Encoding::new(&rules.rules);
        let plan = Plan {
            rules: rules.rules,
            encoding,
            episode: match episode {
                "round" => Episode::Round,
                "match" => Episode::Match,
                _ => {
                    return Err(value_error(format_args!(
                        "episode `{episode}`: write round or match"
                    )));
                }
            },
            reward: match reward {
                "result" => Reward::Result,
                "points" => Reward::Points,
                _ => {
                    return Err(value_error(format_args!(
                        "reward `{reward}`: write result or points"
                    )));
                }
            },
            skip_forced,
            max_rounds: max_rounds.max(1),
        };
        let autoreset = match autoreset {
            "same-step" => Autoreset::SameStep,
            "next-step" => Autoreset::NextStep,
            "disabled" => Autoreset::Disabled,
            _ => {
                let why =
                    format!("autoreset `{autoreset}`: write same-step, next-step or disabled");
                return Err(value_error(why));
            }
        };
        if let Some(buffers) = buffers {
            const KNOWN: [&str; 7] = [
                "observation",
                "mask",
                "reward",
                "terminated",
                "truncated",
                "seat",
                "deals",
            ];
            for name in buffers.keys() {
                let name = name.to_string();
                if !KNOWN.contains(&name.as_str()) {
                    let why = format!("buffers: `{name}` is none of {}", KNOWN.join(", "));
                    return Err(value_error(why));
                }
            }
        }
        let (o, a) = (encoding.n_observation(), encoding.n_actions());
        let seats = usize::from(rules.rules.n_seats());
        let two = |columns| [n, columns];
        let mut made = Self {
            rules: rules.clone(),
            scratch: Scratch::new(&rules.rules),
            plan,
            seed,
            threads,
            autoreset,
            envs: Vec::new(),
            observation: buffer(
                py,
                buffers,
                "observation",
                two(o),
                |py| PyArray2::zeros(py, two(o), false),
                shape!(),
            )?,
            mask: buffer(
                py,
                buffers,
                "mask",
                two(a),
                |py| PyArray2::zeros(py, two(a), false),
                shape!(),
            )?,
            reward: buffer(
                py,
                buffers,
                "reward",
                two(seats),
                |py| PyArray2::zeros(py, two(seats), false),
                shape!(),
            )?,
            terminated: buffer(
                py,
                buffers,
                "terminated",
                [n],
                |py| PyArray1::zeros(py, [n], false),
                shape!(),
            )?,
            truncated: buffer(
                py,
                buffers,
                "truncated",
                [n],
                |py| PyArray1::zeros(py, [n], false),
                shape!(),
            )?,
            seat: buffer(
                py,
                buffers,
                "seat",
                [n],
                |py| PyArray1::zeros(py, [n], false),
                shape!(),
            )?,
            deals: buffer(
                py,
                buffers,
                "deals",
                [n],
                |py| PyArray1::zeros(py, [n], false),
                shape!(),
            )?,
        };
        made.start(py, n)?;
        Ok(made)
    }

    /// Begins again with the first deals, of another seed if one is given. Returns the observation.
    #[pyo3(signature = (seed = None))]
    fn reset<'py>(
        &mut self,
        py: Python<'py>,
        seed: Option<u64>,
    ) -> PyResult<Bound<'py, PyArray2<u8>>> {
        self.seed = seed.unwrap_or(self.seed);
        let n = self.envs.len();
        self.start(py, n)?;
        Ok(self.observation.bind(py).clone())
    }

    /// Begins new episodes in the environments where `which` is true; for `autoreset="disabled"`.
    fn reset_where(&mut self, py: Python<'_>, which: PyReadonlyArray1<'_, bool>) -> PyResult<()> {
        let which = which
            .as_slice()
            .map_err(|_| value_error("which: not contiguous"))?;
        if which.len() != self.envs.len() {
            let why = format!(
                "which: {} values for {} environments",
                which.len(),
                self.envs.len()
            );
            return Err(value_error(why));
        }
        let which = which.to_vec();
        let (plan, scratch) = (&self.plan, &mut self.scratch);
        let mut none = vec![0.0; usize::from(plan.rules.n_seats())];
        for (env, _) in self.envs.iter_mut().zip(which).filter(|(_, is)| *is) {
            env.begin(plan, scratch, &mut none);
            while env.over != Over::No {
                env.begin(plan, scratch, &mut none);
            }
        }
        self.show(py)
    }

    /// Plays an action number in each environment: i32[n]. Returns observation, reward, terminated and truncated, always
    /// the same arrays.
    ///
    /// IllegalAction names the first environment whose mask does not allow its action; nothing has changed then.
    #[allow(clippy::type_complexity)]
    fn step<'py>(
        &mut self,
        py: Python<'py>,
        actions: PyReadonlyArray1<'py, i32>,
    ) -> PyResult<(
        Bound<'py, PyArray2<u8>>,
        Bound<'py, PyArray2<f32>>,
        Bound<'py, PyArray1<bool>>,
        Bound<'py, PyArray1<bool>>,
    )> {
        let busy = |_| value_error("another thread uses a buffer");
        let actions = actions
            .as_slice()
            .map_err(|_| value_error("actions: not contiguous"))?;
        let n = self.envs.len();
        if actions.len() != n {
            let why = format!("actions: {} numbers for {n} environments", actions.len());
            return Err(value_error(why));
        }
        let mut mask = self.mask.bind(py).try_readwrite().map_err(busy)?;
        let mask = mask.as_slice_mut().map_err(value_error)?;
        let a = self.plan.encoding.n_actions();
        let is_legal = |(number, action): (usize, &i32)| {
            let code = usize::try_from(*action).ok().filter(|code| *code < a);
            code.is_some_and(|code| mask[number * a + code] == 1)
        };
        let wrong = actions.iter().enumerate().find(|each| !is_legal(*each));
        let illegal = |number: usize| {
            let action = actions[number];
            let error = IllegalAction::new_err(format!(
                "actions[{number}]: {action} is not legal; `mask[{number}]` has the legal ones"
            ));
            let none: [String; 0] = [];
            match error.value(py).setattr("legal", none) {
                Ok(()) => error,
                Err(failed) => failed,
            }
        };
        if let Some((number, _)) = wrong {
            return Err(illegal(number));
        }
        let mut observation = self.observation.bind(py).try_readwrite().map_err(busy)?;
        let mut reward = self.reward.bind(py).try_readwrite().map_err(busy)?;
        let mut terminated = self.terminated.bind(py).try_readwrite().map_err(busy)?;
        let mut truncated = self.truncated.bind(py).try_readwrite().map_err(busy)?;
        let mut seat = self.seat.bind(py).try_readwrite().map_err(busy)?;
        let mut deals = self.deals.bind(py).try_readwrite().map_err(busy)?;
        let mut out = Out {
            observation: observation.as_slice_mut().map_err(value_error)?,
            mask,
            reward: reward.as_slice_mut().map_err(value_error)?,
            terminated: terminated.as_slice_mut().map_err(value_error)?,
            truncated: truncated.as_slice_mut().map_err(value_error)?,
            seat: seat.as_slice_mut().map_err(value_error)?,
            deals: deals.as_slice_mut().map_err(value_error)?,
        };
        let (plan, autoreset, envs) = (&self.plan, self.autoreset, &mut self.envs);
        let scratch = &mut self.scratch;
        let wrong = if n < FEW / 2 {
            step(plan, autoreset, envs, actions, out, scratch)
        } else if self.threads == 1 || n < 2 * FEW {
            py.detach(|| step(plan, autoreset, envs, actions, out, scratch))
        } else {
            let each = n.div_ceil(self.threads.min(n / FEW));
            py.detach(|| {
                thread::scope(|scope| {
                    let jobs =
                        envs.chunks_mut(each)
                            .zip(actions.chunks(each))
                            .map(|(envs, actions)| {
                                let out = out.take(envs.len(), plan);
                                scope.spawn(move || {
                                    let mut scratch = Scratch::new(&plan.rules);
                                    step(plan, autoreset, envs, actions, out, &mut scratch)
                                })
                            });
                    let jobs: Vec<_> = jobs.collect();
                    let wrong = jobs.into_iter().enumerate().map(|(job, thread)| {
                        let wrong = thread.join().unwrap_or(Some(0));
                        wrong.map(|number| job * each + number)
                    });
                    // Every thread is waited for.
                    wrong.collect::<Vec<_>>().into_iter().flatten().next()
                })
            })
        };
        drop((observation, reward, terminated, truncated));
        match wrong {
            Some(number) => Err(illegal(number)),
            None => Ok((
                self.observation.bind(py).clone(),
                self.reward.bind(py).clone(),
                self.terminated.bind(py).clone(),
                self.truncated.bind(py).clone(),
            )),
        }
    }

    #[getter]
    fn rules(&self) -> PyRules {
        self.rules.clone()
    }

    /// The number of environments.
    #[getter]
    fn n(&self) -> usize {
        self.envs.len()
    }

    #[getter]
    fn observation<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray2<u8>> {
        self.observation.bind(py).clone()
    }

    #[getter]
    fn mask<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray2<u8>> {
        self.mask.bind(py).clone()
    }

    #[getter]
    fn reward<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray2<f32>> {
        self.reward.bind(py).clone()
    }

    #[getter]
    fn terminated<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<bool>> {
        self.terminated.bind(py).clone()
    }

    #[getter]
    fn truncated<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<bool>> {
        self.truncated.bind(py).clone()
    }

    /// The seat to act in each environment.
    #[getter]
    fn seat<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i8>> {
        self.seat.bind(py).clone()
    }

    /// The number of deals so far in each environment, those that the rules threw in included.
    #[getter]
    fn deals<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<u32>> {
        self.deals.bind(py).clone()
    }
}

impl PyVecEnv {
    fn start(&mut self, py: Python<'_>, n: usize) -> PyResult<()> {
        let (plan, scratch, seed) = (&self.plan, &mut self.scratch, self.seed);
        let mut none = vec![0.0; usize::from(plan.rules.n_seats())];
        let envs: Option<Vec<Env>> = py.detach(|| {
            let env = |number: usize| {
                let seed = Seed::from_number(seed.wrapping_add(number as u64));
                let mut env = Env::new(plan, seed, scratch, &mut none)?;
                while env.over != Over::No {
                    env.begin(plan, scratch, &mut none);
                }
                Some(env)
            };
            (0..n).map(env).collect()
        });
        self.envs = envs.ok_or_else(|| value_error("the rules accept none of 100,000 deals"))?;
        self.show(py)
    }

    /// Writes every array except the rewards, which become 0.
    fn show(&mut self, py: Python<'_>) -> PyResult<()> {
        let busy = |_| value_error("another thread uses a buffer");
        let mut observation = self.observation.bind(py).try_readwrite().map_err(busy)?;
        let mut mask = self.mask.bind(py).try_readwrite().map_err(busy)?;
        let mut seat = self.seat.bind(py).try_readwrite().map_err(busy)?;
        let mut deals = self.deals.bind(py).try_readwrite().map_err(busy)?;
        let (o, a) = (
            self.plan.encoding.n_observation(),
            self.plan.encoding.n_actions(),
        );
        let observations = observation
            .as_slice_mut()
            .map_err(value_error)?
            .chunks_exact_mut(o);
        let masks = mask
            .as_slice_mut()
            .map_err(value_error)?
            .chunks_exact_mut(a);
        let seats = seat.as_slice_mut().map_err(value_error)?.iter_mut();
        let deals = deals.as_slice_mut().map_err(value_error)?.iter_mut();
        let rows = observations.zip(masks).zip(seats.zip(deals));
        for (env, ((observation, mask), (seat, deals))) in self.envs.iter().zip(rows) {
            *seat = env
                .show(&self.plan, &mut self.scratch, observation, mask)
                .index() as i8;
            *deals = env.n_deals;
        }
        self.reward
            .bind(py)
            .try_readwrite()
            .map_err(busy)?
            .as_slice_mut()
            .map_err(value_error)?
            .fill(0.0);
        for flags in [&self.terminated, &self.truncated] {
            flags
                .bind(py)
                .try_readwrite()
                .map_err(busy)?
                .as_slice_mut()
                .map_err(value_error)?
                .fill(false);
        }
        Ok(())
    }
}
