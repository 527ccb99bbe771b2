#!/usr/bin/env python3
"""Plays a match of Block against a bot of the server: CAPICU_TOKEN=capi_... example_bot.py http://127.0.0.1:7878"""
import http.client, json, os, sys, time, urllib.request, uuid

def ask(path, body=None):  # each line of the answer; what breaks off is asked for again, as a command's key allows
    head = {"Authorization": "Bearer " + os.environ["CAPICU_TOKEN"], "Content-Type": "application/json"}
    request = urllib.request.Request(sys.argv[1] + "/api/bot" + path, body and json.dumps(body).encode(), head)
    while True:
        try:
            yield from map(json.loads, filter(bytes.strip, urllib.request.urlopen(request, timeout=60)))
        except (OSError, ValueError, http.client.HTTPException) as error:
            if getattr(error, "code", 500) < 500 and error.code != 429: raise
        time.sleep(1)

def say(what, **more):
    return next(ask(f"/tables/{table}/commands", {what: {"key": uuid.uuid4().hex, **more}}))

rules = {"game": "block", "players": 2, "options": {"target": "30"}}
made = next(ask("/tables", {"rules": rules, "seats": ["me", "bot"], "level": "heaviest"}))
table, me, turn = made["table"], made["seat"], None
for told in ask(f"/tables/{table}/stream"):
    news = told.get("snapshot") or told.get("delta") or told.get("events") or {}
    for event in news.get("events", []):
        (kind, what), = event.items() if isinstance(event, dict) else [(event, {})]
        if kind == "dealt":
            hand, ends, turn, deal = what["hand"], [], what["opening"]["seat"], what["deal"]
        elif kind == "done":
            turn, done = 1 - what["deed"]["seat"], what["deed"]["action"]
            if "lead" in done:  # an end is its number and the tile that shows it
                tile, ends = done["lead"], [(number, done["lead"]) for number in done["lead"].split("-")]
            elif "play" in done:
                tile, on = done["play"]["tile"], done["play"]["on"]
                at = next(at for at, end in enumerate(ends) if end[1] == on and end[0] in tile.split("-"))
                ends[at] = (tile.replace(ends[at][0], "", 1).strip("-"), tile)
            hand = [held for held in hand if done == "pass" or held != tile]
        elif kind == "round-over":
            turn = say("ready", deal=deal + 1) and None
        elif kind == "match-over":
            sys.exit(print("The match is over:", json.dumps(what)))
    if news and turn == me:
        fits = [{"play": {"tile": tile, "on": on}} for number, on in ends for tile in hand if number in tile.split("-")]
        for action in (fits if ends else [{"lead": tile} for tile in hand]) or ["pass"]:
            if "done" in say("act", expected=news["version"], action=action): break
