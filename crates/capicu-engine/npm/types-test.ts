// Compiled by `cargo xtask npm` in the strictest mode: the types fit what a program does with the package.

import { load, type Explained, type Report, type State } from "@capicu/engine";
import "@capicu/engine/board";

const { Match, choose, games, legal, play, replay, rules, solve } = await load();
const match = new Match({ game: "cien", players: 2, options: { target: 150 } }, 7);
let state: State = match.state;
while (state.toAct !== null) {
  const seen = match.view(state.toAct);
  if (seen === null) throw new Error("a seat to act has been dealt a hand");
  state = match.play(choose(seen, { level: 3 }));
}
const report: Report = replay(match.record());
const explained: Explained = rules("cien");
const position = match.position;
const first = position === null ? undefined : legal(position)[0];
if (position !== null && first !== undefined) {
  const after: string | null = play(position, first).position;
  const value: number | null = solve(position).value;
  console.log(after, value);
}
console.log(games().length, report.valid, explained.players);
// @ts-expect-error There is no such function.
load().then(engine => engine.shuffle());
