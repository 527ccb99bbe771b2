"""What the adapters share: the conversation with the arena, and the line as it lies."""
import json
import sys


class Line:
    """A plain line of tiles, kept as it was laid; its ends are the tiles `left` and `right`."""

    def __init__(self):
        self.laid = []
        self.left = self.right = None
        self.left_pip = self.right_pip = None

    def lay(self, tile, on=None):
        """Lays a tile, and says whether it went to the left."""
        pips = pips_of(tile)
        self.laid.append(tile)
        if on is None:
            self.left = self.right = tile
            self.left_pip, self.right_pip = pips
            return True
        left = on == self.left and self.left_pip in pips
        if left and on == self.right and self.right_pip in pips:
            # One tile lies, or both ends fit: the pips that both tiles have decide.
            left = self.left_pip in pips_of(on)
        if left:
            self.left, self.left_pip = tile, other(pips, self.left_pip)
        else:
            self.right, self.right_pip = tile, other(pips, self.right_pip)
        return left


class Round:
    """A round as the view tells it."""

    def __init__(self, told):
        view = told["view"]
        dealt = view["events"][0]["dealt"]
        self.seat = told["seat"]
        self.opener = dealt["opening"]["seat"]
        self.dealt = dealt["hand"]
        self.hand = view["hand"]
        self.held = view["held"]
        self.legal = told["legal"]
        self.ends = view["ends"]
        self.line = Line()
        #: (seat, tile or None for a pass, whether it went to the left, the pips it met)
        self.moves = []
        for event in view["events"]:
            if "done" not in event:
                continue
            deed = event["done"]["deed"]
            tile, on = laid(deed["action"])
            if tile is None:
                self.moves.append((deed["seat"], None, None, None))
                continue
            ends = (self.line.left_pip, self.line.right_pip)
            left = self.line.lay(tile, on)
            pip = None if on is None else ends[0 if left else 1]
            self.moves.append((deed["seat"], tile, left, pip))

    def unseen(self):
        """The tiles that are in other hands or asleep."""
        return [tile for tile in ALL if tile not in self.hand and tile not in self.line.laid]


def laid(action):
    """The tile that an action lays and the one it lies against; each is None where there is none."""
    match action:
        case {"lead": tile}:
            return tile, None
        case {"play": {"tile": tile, "on": on}}:
            return tile, on
        case _:
            return None, None


def pips_of(tile):
    """The two numbers of a tile."""
    high, low = tile.split("-")
    return int(high), int(low)


def other(pips, pip):
    """The other half of a tile."""
    return pips[1] if pips[0] == pip else pips[0]


ALL = [f"{high}-{low}" for high in range(7) for low in range(high + 1)]


def play(name, choose, begin=lambda seed: None):
    """Talks to the arena; `choose` is handed a Round and returns one of its legal actions."""
    for line in sys.stdin:
        match json.loads(line):
            case {"hello": _}:
                answer = {"hello": {"protocol": 3, "name": name}}
            case {"begin": told}:
                begin(told["seed"])
                continue
            case {"act": told}:
                legal = told["legal"]
                action = legal[0] if len(legal) == 1 else choose(Round(told))
                answer = {"act": {"id": told["id"], "seat": told["seat"], "action": action}}
            case _:
                continue
        print(json.dumps(answer), flush=True)
