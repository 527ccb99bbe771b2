# ---
# jupyter:
#   jupytext:
#     text_representation: {extension: .py, format_name: percent}
# ---

# %% [markdown]
# # A first learner: PPO in numpy
#
# One network plays both seats of two-player Draw and learns from its own rounds. Then it meets our bot `counter` over
# paired deals. Full run: `python notebooks/ppo.py`. `--short` only shows that it runs.

# %%
import json
import sys
import time

import numpy as np

import capicu

SHORT = "--short" in sys.argv
SEED = 1
ENVS = 64 if SHORT else 1024
STEPS = 8 if SHORT else 24  # of each environment, for one update
UPDATES = 3 if SHORT else 500
HIDDEN = 128
EPOCHS, BATCH = 3, 4096
CLIP, ENTROPY, LAMBDA, RATE = 0.2, 0.01, 0.95, 1e-3
PAIRS = 5 if SHORT else 4000

RULES = capicu.Rules("draw", players=2)
ENCODING = capicu.Encoding(RULES)

# %% [markdown]
# ## The network
#
# Two hidden layers, then a logit for each action and the expected reward. Counts are scaled to about 1.

# %%
generator = np.random.default_rng(SEED)
TILES = len(RULES.tiles)
SCALE = np.concatenate(
    [
        np.full(length, {"held": 1 / 7, "boneyard": 1 / 14, "scores": 1 / 255}.get(part, 1), np.float32)
        for part, length in ENCODING.parts
    ]
)


def layer(inputs, outputs, gain):
    weights = generator.standard_normal((inputs, outputs)) * gain / np.sqrt(inputs)
    return [weights.astype(np.float32), np.zeros(outputs, np.float32)]


N_ACTIONS = ENCODING.n_actions
PARAMETERS = [
    *layer(ENCODING.n_observation, HIDDEN, 1.4),
    *layer(HIDDEN, HIDDEN, 1.4),
    *layer(HIDDEN, N_ACTIONS + 1, 0.1),
]


def forward(observation, mask):
    """Returns the layers, the log probabilities and the values."""
    w1, b1, w2, b2, w3, b3 = PARAMETERS
    x = observation * SCALE
    h1 = np.maximum(x @ w1 + b1, 0)
    h2 = np.maximum(h1 @ w2 + b2, 0)
    out = h2 @ w3 + b3
    logits = np.where(mask, out[:, :-1], np.float32(-1e9))
    logits = logits - logits.max(axis=1, keepdims=True)
    log_p = logits - np.log(np.exp(logits).sum(axis=1, keepdims=True))
    return (x, h1, h2), log_p, out[:, -1]


def gradients(layers, d_out):
    """The gradients of all parameters from that of the outputs."""
    (x, h1, h2), (w2, w3) = layers, (PARAMETERS[2], PARAMETERS[4])
    d2 = (d_out @ w3.T) * (h2 > 0)
    d1 = (d2 @ w2.T) * (h1 > 0)
    return [x.T @ d1, d1.sum(0), h1.T @ d2, d2.sum(0), h2.T @ d_out, d_out.sum(0)]


class Adam:
    def __init__(self):
        self.mean = [np.zeros_like(p) for p in PARAMETERS]
        self.square = [np.zeros_like(p) for p in PARAMETERS]
        self.n = 0

    def step(self, found, rate):
        self.n += 1
        norm = np.sqrt(sum(float((g * g).sum()) for g in found))
        shrink = min(1.0, 0.5 / (norm + 1e-9))
        rate *= np.sqrt(1 - 0.999**self.n) / (1 - 0.9**self.n)
        for p, g, mean, square in zip(PARAMETERS, found, self.mean, self.square):
            g = g * shrink
            mean += 0.1 * (g - mean)
            square += 0.001 * (g * g - square)
            p -= (rate * mean / (np.sqrt(square) + 1e-8)).astype(np.float32)


# %% [markdown]
# ## Learning from own rounds
#
# The reward is 1 for the winner of a round and -1 for the loser. The game has zero sum, so the value of the next
# position counts with the other sign where the other seat acts there.

# %%
env = capicu.VecEnv(RULES, ENVS, seed=SEED, skip_forced=True)
adam = Adam()
ROWS = np.arange(ENVS)


def collect():
    """Plays some steps of every environment. Returns what the update needs, one row for each step."""
    kept = []
    for _ in range(STEPS):
        observation, mask, seat = env.observation.copy(), env.mask.astype(bool), env.seat.copy()
        _, log_p, value = forward(observation, mask)
        noise = generator.gumbel(size=log_p.shape).astype(np.float32)
        action = (log_p + noise).argmax(axis=1).astype(np.int32)
        _, reward, terminated, _ = env.step(action)
        won = reward[ROWS, seat].copy()
        kept.append((observation, mask, seat, action, log_p[ROWS, action], value, won, terminated.copy()))
    _, _, next_value = forward(env.observation, env.mask.astype(bool))
    next_seat, later = env.seat.copy(), np.zeros(ENVS, np.float32)
    rows = []
    for observation, mask, seat, action, log_p, value, won, over in reversed(kept):
        sign = np.where(over, 0, np.where(seat == next_seat, 1, -1)).astype(np.float32)
        later = won + sign * next_value - value + LAMBDA * sign * later
        rows.append((observation, mask, action, log_p, later, later + value))
        next_value, next_seat = value, seat
    return [np.concatenate(each) for each in zip(*rows)]


def update(rows, rate):
    observation, mask, action, old, advantage, target = rows
    advantage = (advantage - advantage.mean()) / (advantage.std() + 1e-8)
    for _ in range(EPOCHS):
        order = generator.permutation(len(action))
        for part in np.array_split(order, max(1, len(order) // BATCH)):
            n, each = len(part), np.arange(len(part))
            layers, log_p, value = forward(observation[part], mask[part])
            p, gain = np.exp(log_p), advantage[part]
            ratio = np.exp(log_p[each, action[part]] - old[part])
            outside = ((ratio > 1 + CLIP) & (gain > 0)) | ((ratio < 1 - CLIP) & (gain < 0))
            push = np.where(outside, 0, -gain * ratio)
            d_out = np.empty((n, N_ACTIONS + 1), np.float32)
            d_out[:, :-1] = -p * push[:, None]
            d_out[each, action[part]] += push
            surprise = np.where(p > 0, log_p, 0)
            entropy = -(p * surprise).sum(axis=1, keepdims=True)
            d_out[:, :-1] += ENTROPY * p * (surprise + entropy)
            d_out[:, -1] = 0.5 * (value - target[part])
            adam.step(gradients(layers, d_out / n), rate)


# %% [markdown]
# ## Against `counter`
#
# The learner plays its likeliest action. Each deal is played twice with the seats exchanged.


# %%
def learned(view):
    legal = ENCODING.legal(view)
    if len(legal) == 1:
        return next(iter(legal.values()))
    mask = np.zeros((1, N_ACTIONS), bool)
    mask[0, list(legal)] = True
    _, log_p, _ = forward(ENCODING.observe(view)[None], mask)
    return legal[int(log_p.argmax())]


begun = time.perf_counter()
curve = []
for number in range(UPDATES):
    update(collect(), RATE * (1 - number / UPDATES))
    if (number + 1) % 50 == 0:
        tally = capicu.arena(learned, "counter", RULES, 500, seed=1000)
        curve.append([(number + 1) * ENVS * STEPS, round(tally.score.mean, 4)])
        print(f"{curve[-1][0]:,} choices: {tally.score.mean:.1%} of 1,000 rounds", flush=True)

tally = capicu.arena(learned, "counter", RULES, PAIRS, seed=2000)
low, high = tally.score.interval
print(f"against counter: {tally.score.mean:.2%} ({low:.2%} to {high:.2%}) over {tally.pairs} paired deals")
print(f"{time.perf_counter() - begun:.0f} s, seed {SEED}, curve {json.dumps(curve)}")
if not SHORT:
    assert low > 0.5, "the learner is not shown to be stronger"
