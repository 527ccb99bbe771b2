"""Plays the heaviest tile it can. Try it: capicu arena counter "cmd:python3 heavy_bot.py" """
import json
import sys


def spots(action):
    """What the tile of an action weighs; drawing, passing and handing over come last."""
    match action:
        case {"lead": tile} | {"play": {"tile": tile}}:
            high, low = tile.split("-")
            return int(high) + int(low)
        case _:
            return -1


def say(message):
    print(json.dumps(message), flush=True)


for line in sys.stdin:
    match json.loads(line):
        case {"hello": _}:
            say({"hello": {"protocol": 3, "name": "heavy in Python"}})
        case {"act": told}:
            best = max(told["legal"], key=spots)
            say({"act": {"id": told["id"], "seat": told["seat"], "action": best}})
        # "begin", "round-over", "over" and "bye" ask for nothing.
