"""Remembers what the others passed on, and leaves them those numbers.
Try it: capicu arena random "cmd:python3 memory_bot.py" --game block"""
import json
import sys


def pips(tile):
    """The two numbers of a tile."""
    return [int(pip) for pip in tile.split("-")]


def lay(ends, action):
    """The open ends, as pairs of a tile and the number it shows, after an action."""
    match action:
        case {"lead": tile}:
            return [(tile, pip) for pip in pips(tile)]
        case {"play": {"tile": tile, "on": on}}:
            left, met = sorted(pips(tile), key=lambda pip: pip in pips(on))
            covered = ends.index((on, met)) if (on, met) in ends else len(ends)
            return ends[:covered] + ends[covered + 1 :] + [(tile, left)]
    return ends


def lacking(events):
    """For each seat the numbers of which it holds no tile, because it passed on them."""
    ends, lacks = [], {}
    for deed in (event["done"]["deed"] for event in events if "done" in event):
        known = lacks.setdefault(deed["seat"], set())
        if deed["action"] == "pass":
            known.update(pip for _, pip in ends)
        elif deed["action"] == "draw":
            known.clear()  # The tile it drew may be any.
        ends = lay(ends, deed["action"])
    return lacks


def choose(told, rules):
    """The action after which most ends are useless to opponents and fewest to partners, with the heaviest tile."""
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
        return stuck, -1  # Drawing, passing and handing over come last.

    return max(told["legal"], key=worth)


for line in sys.stdin:  # "begin", "round-over", "over" and "bye" ask for nothing.
    match json.loads(line):
        case {"hello": {"rules": rules}}:
            print(json.dumps({"hello": {"protocol": 3, "name": "memory in Python"}}), flush=True)
        case {"act": {"id": request, "seat": seat} as told}:
            print(json.dumps({"act": {"id": request, "seat": seat, "action": choose(told, rules)}}), flush=True)
