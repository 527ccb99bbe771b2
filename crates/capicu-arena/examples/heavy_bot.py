"""Plays the heaviest tile it can. Try it: capicu arena counter "cmd:python3 heavy_bot.py" """
import json
import sys


def spots(action):
    """What the tile of an action weighs; drawing, passing and handing over come last."""
    if "tile" not in action:
        return -1
    high, low = action["tile"].split("-")
    return int(high) + int(low)


def say(message):
    print(json.dumps(message), flush=True)


for line in sys.stdin:
    told = json.loads(line)
    if told["type"] == "hello":
        say({"type": "hello", "protocol": 1, "name": "heavy in Python"})
    elif told["type"] == "act":
        best = max(told["legal"], key=spots)
        say({"type": "act", "id": told["id"], "seat": told["seat"], "action": best})
    # "begin" says that another game begins, and asks for nothing.
