#!/usr/bin/env python3
"""Plays a match of Block against a bot of the server: CAPICU_TOKEN=capi_... example_bot.py http://127.0.0.1:7878"""
import json, os, sys, urllib.request, uuid

def ask(path, body=None):
    head = {"Authorization": "Bearer " + os.environ["CAPICU_TOKEN"], "Content-Type": "application/json"}
    data = None if body is None else json.dumps(body).encode()
    return urllib.request.urlopen(urllib.request.Request(sys.argv[1] + "/api/bot" + path, data, head))

def say(what, **more):
    return json.load(ask(f"/tables/{table}/commands", {what: {"key": uuid.uuid4().hex, **more}}))

rules = {"game": "block", "players": 2, "options": {"target": "30"}}
made = json.load(ask("/tables", {"rules": rules, "seats": ["me", "bot"], "level": "heaviest"}))
table, me, turn = made["table"], made["seat"], None
for told in map(json.loads, filter(str.strip, map(bytes.decode, ask(f"/tables/{table}/stream")))):
    news = told.get("snapshot") or told.get("delta") or told.get("events") or {}
    for event in news.get("events", []):
        (kind, what), = event.items()
        if kind == "dealt":
            hand, ends, turn, deal = what["hand"], [], what["opening"]["seat"], what["deal"]
        elif kind == "done":
            seat, action = what["deed"]["seat"], what["deed"]["action"]
            turn, played = 1 - seat, action if isinstance(action, dict) else {}
            if "lead" in played:  # an end is its number and the tile that shows it
                tile = played["lead"]
                ends = [(number, tile) for number in tile.split("-")]
            elif "play" in played:
                tile, on = played["play"]["tile"], played["play"]["on"]
                halves = tile.split("-")
                end = next(end for end in ends if end[1] == on and end[0] in halves)
                halves.remove(end[0])
                ends[ends.index(end)] = (halves[0], tile)
            hand = [held for held in hand if not played or held != tile]
        elif kind == "round-over":
            turn = None
            say("ready", deal=deal + 1)
        elif kind == "match-over":
            sys.exit(print("The match is over:", json.dumps(what)))
    if news and turn == me:
        fits = [{"play": {"tile": t, "on": on}} for n, on in ends for t in hand if n in t.split("-")]
        for action in (fits if ends else [{"lead": tile} for tile in hand]) or ["pass"]:
            if "done" in say("act", expected=news["version"], action=action):
                break
