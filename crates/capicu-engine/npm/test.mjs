// Run by `cargo xtask npm` in the built package. Expectations are worked by hand, or come from records with results.

import assert from "node:assert/strict";
import { readFile, readdir } from "node:fs/promises";
import test from "node:test";
import { load } from "@capicu/engine";

const engine = await load();
const records = process.env.CAPICU_RECORDS;

test("games have ids and numbers of players", () => {
  const cien = engine.games().find(game => game.id === "cien");
  assert.deepEqual(cien.players.includes(4), true);
  assert.equal(engine.rules("cien").options.target, "100");
  assert.equal(engine.rules({ game: "cien", options: { target: 150 } }).options.target, "150");
});

test("wrong input has a sentence with the remedy", () => {
  assert.throws(() => engine.rules("ciem"), /cien/);
  assert.throws(() => engine.rules({ game: "cien", options: { kapicu: 30 } }), /did you mean `capicu`/);
  assert.throws(() => engine.legal("nonsense"), Error);
  assert.throws(() => engine.replay("nonsense"), Error);
  assert.throws(() => new engine.Match("cien", "x"), /64 hexadecimal digits/);
  for (const junk of ["", "\0", "{}", "[]", "6-6", "domino-position: 1", "💥".repeat(99)]) {
    for (const call of ["rules", "replay", "moments", "legal", "picture", "solve", "choose"]) {
      assert.throws(() => engine[call](junk), Error, `${call} ${junk}`);
    }
  }
});

// Double-two, two tiles each: A led 2-2, and only 2-0 of B fits.
const POSITION =
  "domino-position: 1; rules: block 2 set=double-two hand=2; opening: A; hands: 1-0 / 2-0 1-1; " +
  "boneyard: 0-0 2-1; layout: 2-2; turn: B";

test("a position is played, seen and solved", () => {
  assert.deepEqual(engine.legal(POSITION), ["2-0@2-2"]);
  const after = engine.play(POSITION, "2-0@2-2");
  assert.deepEqual(engine.legal(after.position), ["1-0@2-0"]);
  assert.throws(() => engine.play(POSITION, "pass"), Error);
  const seen = engine.view(POSITION, 1);
  assert.match(seen, /hands: \?1 \/ /);
  assert.deepEqual(engine.legal(seen), ["2-0@2-2"]);
  assert.equal(engine.choose(seen, { level: 1 }), "2-0@2-2");
  // After 2-0, A lays the last tile 1-0 and wins, so B loses.
  assert.equal(engine.solve(POSITION).value, -1);
  assert.match(engine.picture(POSITION), /^<svg /);
});

test("a match is played by a bot to its end, and its record is valid", () => {
  const match = new engine.Match("cien", 7);
  let state = match.state;
  for (let n = 0; state.toAct !== null && n < 5000; n += 1) {
    const seen = match.view(state.toAct);
    state = match.play(engine.choose(seen, { level: 3, seed: n }));
  }
  assert.notEqual(state.winner, null);
  const report = engine.replay(match.record());
  assert.equal(report.valid, true);
  assert.equal(report.result.winner, state.winner);
  assert.throws(() => match.play("pass"), Error);
});

test("records of the tests are replayed", async () => {
  const names = (await readdir(records)).filter(name => name.endsWith(".domino"));
  assert.ok(names.length >= 5, `${names.length} records`);
  for (const name of names) {
    const text = await readFile(`${records}/${name}`, "utf8");
    const report = engine.replay(text);
    assert.equal(report.valid, true, `${name}: ${report.error?.reason}`);
    assert.ok(engine.moments(text).length > 0, name);
  }
});
