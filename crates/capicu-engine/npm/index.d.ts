/** The number of a seat or side, from 0, in the order of play. */
export type Seat = number;

/** Text in the form of docs/position.md: a round in progress, on one line. Unknown hands are `?7`. */
export type Position = string;

/** `6-6`, `6-4@6-6` (a tile against one on the table), `draw`, `pass` or `hand-over`. */
export type Action = string;

/** The id of a game, or a game or rule file with changes. */
export type Rules =
  | string
  | {
      game?: string;
      /** The text of a rule file (docs/rule-files.md), instead of `game`. */
      file?: string;
      players?: number;
      options?: Record<string, string | number>;
    };

export interface Game {
  id: string;
  name: string;
  /** Numbers of players, the usual number first. */
  players: number[];
}

export interface Explained {
  players: number;
  sides: number;
  options: Record<string, string>;
  explanation: { title: string; sentences: string[] }[];
}

/** The answer of `capicu replay --json`, which docs/command-line.md describes. */
export interface Report {
  game: string | null;
  valid: boolean;
  error: { round: number | null; turn: number | null; reason: string; line: number | null } | null;
  unchecked: unknown[];
  sides: string[];
  rounds: {
    number: number;
    opener: Seat;
    ended: "out" | "blocked" | "target" | "void" | "doubles" | null;
    winner: number | null;
    winning_seat: Seat | null;
    points: { side: number; reason: string; points: number }[] | null;
    score: number[] | null;
    counts: (number | null)[];
    left: (string[] | null)[];
  }[];
  unknown_from: number | null;
  result: { winner: number; losers: number[]; skunked: number[] } | null;
}

export interface Moment {
  /** The round, from 1. */
  round: number;
  /** The number of moves of the round so far. */
  moves: number;
  move: { seat: string; action: Action } | null;
  position: Position;
  /** An SVG of the layout, and of the hand of the seat to act. */
  picture: string;
}

export interface State {
  round: number;
  toAct: Seat | null;
  legal: Action[];
  scores: number[];
  /** The side that won the match. */
  winner: number | null;
}

export interface Solution {
  toAct: Seat;
  seat: string;
  /** For the side to act: points, or 1, 0 and -1 for a round won, tied and lost; null if the budget ran out. */
  value: number | null;
  actions: { action: Action; value: number | null }[];
  /** Best play of all seats; empty in games without a fast form. */
  line: Action[];
  nodes: number;
}

/** A match in play. The caller plays for every seat; deals come from the seed, as in `capicu simulate`. */
export class Match {
  /** @param seed a whole number from 0, or 64 hexadecimal digits. Throws if the rules or the seed are wrong. */
  constructor(rules: Rules, seed: number | string);
  readonly state: State;
  /** The position with all hands; null before the first deal. */
  readonly position: Position | null;
  /** The position as a seat sees it; null before the first deal. Throws if there is no such seat. */
  view(seat: Seat): Position | null;
  /** Plays for the seat to act. Throws if the action is illegal; nothing has changed then. */
  play(action: Action): State;
  /** An SVG of the tiles on the table; null before the first deal. */
  picture(): string | null;
  /** The record of the match so far (docs/record-format.md). */
  record(): string;
}

/** Every function throws an `Error` with one English sentence if its input is wrong. */
export interface Engine {
  Match: typeof Match;
  games(): Game[];
  rules(rules: Rules): Explained;
  /** Referees a record in its text or JSON form. `strict` also refuses what unknown tiles leave open. */
  replay(record: string, options?: { strict?: boolean }): Report;
  /** Every position of a record, as far as it follows the rules. */
  moments(record: string): Moment[];
  legal(position: Position): Action[];
  /** The position after an action, or the end of the round. */
  play(
    position: Position,
    action: Action,
  ): { position: Position | null; outcome: { winner: Seat | null; side: number | null } | null };
  /** The position as a seat sees it. */
  view(position: Position, seat: Seat): Position;
  /** An SVG of the tiles on the table, and of the hand of the seat to act. Needs the field `layout`. */
  picture(position: Position): string;
  /** Solves a position with all hands open. `budget` limits the positions searched in games without a fast form. */
  solve(position: Position, options?: { wanted?: "result" | "points"; budget?: number }): Solution;
  /** The choice of a bot, which sees only the hand of the seat to act. `level` is a number or a name, by default `table`. */
  choose(position: Position, options?: { level?: number | string; seed?: number }): Action;
}

/** Loads the engine once. In a browser, `module` is the address of `capicu-engine.wasm`; the default is next to the script. */
export function load(module?: unknown): Promise<Engine>;
