# ---
# jupyter:
#   jupytext:
#     text_representation: {extension: .py, format_name: percent}
# ---

# %% [markdown]
# # What a double lead is worth
#
# The opener of a partnership round has doubles and other tiles. We play each deal twice: once it leads its heaviest
# double, once its heaviest other tile. Then every seat plays its heaviest legal tile. The difference is the worth of the
# double lead between players of this kind. Full run: `python notebooks/double_lead.py`. `--short` plays few deals.

# %%
import sys
import time

import numpy as np

import capicu

SHORT = "--short" in sys.argv
SEED = 7
ENVS = 1024
PAIRS = 2_000 if SHORT else 500_000  # each is two rounds

# The first seat opens with any tile.
RULES = capicu.Rules("jamaican-partner", opener="first-seat")
ENCODING = capicu.Encoding(RULES)
TILES = RULES.tiles

# %% [markdown]
# ## The weight of each action
#
# The policy takes the legal action of the greatest weight: the pips of the tile that it lays.


# %%
def pips(tile):
    return sum(int(half) for half in tile.split("-"))


names = [ENCODING.name(code) for code in range(ENCODING.n_actions)]
heaviest = np.array([pips(name.split("@")[0]) if "-" in name and name[0].isdigit() else 0 for name in names])
# Equal weights: the lower number. The pass and the draw are only legal without another action.
WEIGHT = (heaviest * 200 + 100).astype(np.float32) - np.arange(len(names), dtype=np.float32) / 4
IS_DOUBLE = np.array([len(set(name.split("-"))) == 1 for name in names]) & (np.arange(len(names)) < len(TILES))
IS_LEAD = np.arange(len(names)) < len(TILES)


# %%
def rounds(doubles):
    """Results of rounds by environment and deal: points of side 0, and whether the opener had both kinds of lead."""
    # 0 points: no round yet. Environment i deals the same in both runs.
    env = capicu.VecEnv(RULES, ENVS, seed=SEED, reward="points")
    per_env = -(-PAIRS // ENVS)
    points = np.zeros((ENVS, per_env), np.float32)
    asked = np.zeros((ENVS, per_env), bool)
    done = np.zeros(ENVS, int)
    rows = np.arange(ENVS)
    wanted = np.where(IS_LEAD & (IS_DOUBLE == doubles), np.float32(1e6), np.float32(0))
    opening = sum(length for part, length in ENCODING.parts[:8])
    while done.min() < per_env:
        leading = env.observation[:, opening] == 1
        mask = env.mask
        both = leading & (mask @ (IS_LEAD & IS_DOUBLE) > 0) & (mask @ (IS_LEAD & ~IS_DOUBLE) > 0)
        counts = leading & (done < per_env)
        asked[rows[counts], done[counts]] = both[counts]
        action = (mask * (WEIGHT + wanted)).argmax(axis=1).astype(np.int32)
        _, reward, over, _ = env.step(action)
        ended = over & (done < per_env)
        points[rows[ended], done[ended]] = reward[ended, 0]
        done += over
    return points, asked


begun = time.perf_counter()
with_double, asked = rounds(True)
without, also = rounds(False)
assert (asked == also).all()  # the same deals
took = time.perf_counter() - begun


# %%
def estimate(values):
    half = 1.96 * values.std() / np.sqrt(len(values))
    return f"{values.mean():+.3f} ± {half:.3f}"


one, other = with_double[asked], without[asked]
print(f"{2 * asked.size:,} rounds in {took:.0f} s; {asked.mean():.1%} of the deals leave the choice")
print("points of the opener's side, double lead:", estimate(one))
print("points of the opener's side, other lead: ", estimate(other))
print("difference for the same deals:           ", estimate(one - other))
print("share of rounds won, difference:         ", estimate(np.sign(one) / 2 - np.sign(other) / 2))
