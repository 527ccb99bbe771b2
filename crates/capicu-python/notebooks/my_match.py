# ---
# jupyter:
#   jupytext:
#     text_representation: {extension: .py, format_name: percent}
# ---

# %% [markdown]
# # Analyze my own match
#
# Name the file of a record: `python notebooks/my_match.py MATCH.domino`. Without one, two bots play a match first.
# `--short` thinks less about each choice.

# %%
import sys
from pathlib import Path

import capicu

SHORT = "--short" in sys.argv
FILES = [argument for argument in sys.argv[1:] if argument.endswith(".domino")]
NODES = 100 if SHORT else 20_000  # for each choice
SEAT = 0  # for whose side the match is reviewed


def bots_match():
    """A match of two pairs: `level:2` in seats 0 and 2, and `counter` against them."""
    match = capicu.Match(capicu.Rules("jamaican-partner"), seed=7)
    bots = [capicu.Bot("level:2"), capicu.Bot("counter")]
    while match.to_act is not None:
        match.play(bots[match.to_act % 2].choose(match.view(match.to_act)))
    return match.record()


record = capicu.Record.parse(Path(FILES[0]).read_text()) if FILES else bots_match()
checked = record.replay()
assert checked["valid"], checked["error"]
review = capicu.analyze(record, nodes=NODES, seat=SEAT)

# %% [markdown]
# ## From the first chance to the result
#
# All numbers are millionths of a match for one side. The deals, the draws, the mistakes and the tiles sum to the result.

# %%
found = review.to_json()
terms = found["terms"]
mistakes = {seat: lost for seat, lost in terms["mistakes"].items() if lost}
parts = [terms["start"], terms["deals"], terms["draws"], *terms["mistakes"].values(), *terms["tiles"].values()]
assert sum(parts) == found["sum"]
print(f"side {found['side']}: start {terms['start'] / 1e4:.1f} %, deals {terms['deals'] / 1e4:+.1f}")
for seat, lost in mistakes.items():
    print(f"mistakes of {seat}: {lost / 1e4:+.1f}")
print(f"how the tiles lay: {terms['tiles']['lay'] / 1e4:+.1f}; result {found['sum'] / 1e4:.1f} %")

# %% [markdown]
# ## The costliest choices
#
# The review compares each choice with its rival by what the seat could know. `known` is the loss that remains when only
# certain facts count.

# %%
choices = [choice for choice in found["decisions"] if choice["class"] in ("inaccuracy", "error", "blunder")]
choices.sort(key=lambda choice: -choice["loss"]["match"])
for choice in choices[:5]:
    loss, error = choice["loss"]["match"] / 1e4, choice["loss"]["match_error"] / 1e4
    print(f"round {choice['round']}, {choice['seat']}: {choice['class']}, {loss:.1f} ± {error:.1f} % of the match")
    print(f"  played {choice['played']}, better {choice['rival']}")

# %% [markdown]
# ## What the seat knew
#
# For every hidden tile, the chance of each place in thousandths, by the exact knowledge of the seat.

# %%
choice = choices[0] if choices else found["decisions"][0]
print(f"seat {choice['seat']} holds {' '.join(choice['hand'])}")
for tile, places in choice["knew"].items():
    place, chance = max(places.items(), key=lambda each: each[1])
    print(f"  {tile}: {place} with {chance / 10:.0f} %")
print(len(choices), "mistakes,", len(found["decisions"]), "choices")
