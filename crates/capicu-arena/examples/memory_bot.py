"""Remembers what the others passed on, and leaves them those numbers.

Try it: capicu arena random "cmd:python3 memory_bot.py" --game block
"""
import json
import sys


def pips(tile):
    """The two numbers of a tile."""
    high, low = tile.split("-")
    return int(high), int(low)


def lay(ends, action):
    """The open ends, as pairs of a tile and the number it shows, after an action."""
    match action:
        case {"lead": tile}:
            return [(tile, pip) for pip in pips(tile)]
        case {"play": {"tile": tile, "on": on}}:
            high, low = pips(tile)
            met, left = (high, low) if high in pips(on) else (low, high)
            covered = ends.index((on, met)) if (on, met) in ends else len(ends)
            return ends[:covered] + ends[covered + 1 :] + [(tile, left)]
        case _:
            return ends


def lacking(events):
    """For each seat the numbers of which it holds no tile, because it passed on them."""
    ends, lacks = [], {}
    for event in events:
        if "done" in event:
            deed = event["done"]["deed"]
            known = lacks.setdefault(deed["seat"], set())
            match deed["action"]:
                case "pass":
                    known.update(pip for _, pip in ends)
                case "draw":
                    known.clear()  # The tile it drew may be any.
                case action:
                    ends = lay(ends, action)
    return lacks


def choose(told, rules):
    """The action that leaves opponents the most ends they cannot use, and partners the fewest; of
    these the one with the heaviest tile."""
    plain = rules["options"]["cross"] == rules["options"]["arms"] == "free"
    lacks = lacking(told["view"]["events"]) if plain else {}
    mine = next(side for side in rules["sides"] if told["seat"] in side)
    ends = [(end["on"], end["pip"]) for end in told["view"]["ends"] for _ in range(end["places"])]

    def worth(action):
        left = {pip for _, pip in lay(ends, action)}
        stuck = sum(len(left & lacks[seat]) * (-1 if seat in mine else 1) for seat in lacks if seat != told["seat"])
        match action:
            case {"lead": tile} | {"play": {"tile": tile}}:
                return stuck, sum(pips(tile))
            case _:
                return stuck, -1  # Drawing, passing and handing over come last.

    return max(told["legal"], key=worth)


rules = None
for line in sys.stdin:
    match json.loads(line):
        case {"hello": told}:
            rules = told["rules"]
            answer = {"hello": {"protocol": 3, "name": "memory in Python"}}
        case {"act": told}:
            answer = {"act": {"id": told["id"], "seat": told["seat"], "action": choose(told, rules)}}
        case _:
            continue  # "begin", "round-over", "over" and "bye" ask for nothing.
    print(json.dumps(answer), flush=True)
