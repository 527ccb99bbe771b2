#!/usr/bin/env python3
"""Plays a match of Block against a bot of the server: CAPICU_TOKEN=capi_... example_bot.py http://127.0.0.1:7878"""
import http.client, json, os, random, sys, time, urllib.request, uuid

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

rules = {"game": "block", "players": 2, "options": {"target": 30}}
table, deal = next(ask("/tables", {"rules": rules, "seats": ["me", "bot"], "level": "heaviest"}))["table"], 0
for told in ask(f"/tables/{table}/stream"):
    for event in (told.get("snapshot") or told.get("delta") or told.get("events") or {}).get("events", []):
        if "dealt" in event:
            deal = event["dealt"]["deal"]
        elif "round-over" in event and "result" not in event["round-over"]:  # with a result it was the last round
            say("ready", deal=deal + 1)
        elif "match-over" in event:
            sys.exit(print("The match is over, won by side", event["match-over"]["winner"]))
    if "turn" in told:  # what it knows is in told["turn"]["view"]
        say("act", expected=told["turn"]["version"], action=random.choice(told["turn"]["legal"]))
