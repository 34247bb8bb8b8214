/** One's own last rounds, as the journal has them: the house is asked once, and each round adds its own. */
import { said } from "../lib/house.svelte";
import type { HandResult, OwnRound } from "../lib/kinds";

export interface PlayedRound {
  table: string;
  round: number;
  net: number;
  tie: boolean;
}

/** How a round went for all places of a table. */
export interface EndedRound {
  round: number;
  won: number;
  lost: number;
}

const MOST = 16;

export class LastRounds {
  #known = $state.raw<PlayedRound[]>([]);
  #ended = $state.raw<EndedRound[]>([]);
  /** The last round here that was shown to its end. */
  #shown = $state(0);

  constructor(
    readonly table: string,
    /** Whether nothing is being shown. */
    readonly rests: () => boolean,
  ) {}

  /** A round is listed when it has been seen, not when the house knows how it ends. */
  readonly list = $derived.by(() =>
    this.#known.filter((each) => each.table !== this.table || each.round <= this.#shown || this.rests()).slice(-MOST),
  );

  /** The results of the last rounds, for spectators. */
  readonly here = $derived.by(() => this.#ended.filter((each) => each.round <= this.#shown || this.rests()).slice(-MOST));

  /** Ask the house; where the connection is lost meanwhile, the next one asks again. */
  async fetch(): Promise<void> {
    const found = await said<OwnRound[]>("GET", `/api/me/rounds?most=${MOST}`).catch(() => []);
    const latest = found.find((each) => each.table === this.table)?.round ?? 0;
    this.#known = [...found.reverse(), ...this.#known.filter((each) => each.table === this.table && each.round > latest)];
  }

  /** Take in how rounds ended; the results of a round come together. */
  take(results: HandResult[]): void {
    const rounds = new Map<number, PlayedRound>();
    for (const { round, net, tie } of results) {
      const there = rounds.get(round) ?? { table: this.table, round, net: 0, tie: false };
      rounds.set(round, { ...there, net: there.net + net, tie: there.tie || tie });
    }
    if (!rounds.size) return;
    const before = this.#known.filter((each) => each.table !== this.table || !rounds.has(each.round));
    this.#known = [...before, ...rounds.values()].slice(-2 * MOST);
  }

  /** Take in how rounds ended for everybody. */
  watch(results: HandResult[]): void {
    const rounds = new Map(this.#ended.map((each) => [each.round, each]));
    for (const { round } of results) rounds.set(round, { round, won: 0, lost: 0 });
    for (const { round, net, void: gone, banker } of results) {
      const ended = rounds.get(round);
      if (!ended || gone || banker) continue;
      if (net > 0) ended.won += 1;
      if (net < 0) ended.lost += 1;
    }
    this.#ended = [...rounds.values()].slice(-2 * MOST);
  }

  show(round: number): void {
    this.#shown = Math.max(this.#shown, round);
  }

  showAll(): void {
    for (const each of this.#known) if (each.table === this.table) this.show(each.round);
    for (const each of this.#ended) this.show(each.round);
  }
}
