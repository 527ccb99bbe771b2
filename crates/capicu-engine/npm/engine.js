// The functions of the package over the bindings, which take texts and return JSON.

const DEFAULT_BUDGET = 5_000_000;

const asked = rules => (typeof rules === "string" ? rules : JSON.stringify(rules));

export const engine = bindings => {
  /** A match in play. The caller plays for every seat; deals come from the seed. */
  class Match {
    #match;

    constructor(rules, seed) {
      this.#match = new bindings.Match(asked(rules), String(seed));
    }

    get state() {
      return JSON.parse(this.#match.state());
    }

    get position() {
      return this.#match.position() ?? null;
    }

    view(seat) {
      return this.#match.view(seat) ?? null;
    }

    play(action) {
      return JSON.parse(this.#match.play(action));
    }

    picture() {
      return this.#match.picture() ?? null;
    }

    record() {
      return this.#match.record();
    }
  }

  return {
    Match,
    games: () => JSON.parse(bindings.games()),
    rules: rules => JSON.parse(bindings.rules(asked(rules))),
    replay: (record, { strict = false } = {}) => JSON.parse(bindings.replay(record, strict)),
    moments: record => JSON.parse(bindings.moments(record)),
    legal: position => JSON.parse(bindings.legal(position)),
    play: (position, action) => JSON.parse(bindings.play(position, action)),
    view: (position, seat) => bindings.view(position, seat),
    picture: position => bindings.picture(position),
    solve: (position, { wanted = "result", budget = DEFAULT_BUDGET } = {}) =>
      JSON.parse(bindings.solve(position, wanted, budget)),
    choose: (position, { level = "table", seed = 0 } = {}) =>
      bindings.choose(position, String(level), seed),
  };
};
