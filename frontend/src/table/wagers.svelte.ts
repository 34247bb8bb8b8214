/** The wagers to place: chips are added and removed, then sent together. */
import type { Command, Wager } from "../lib/kinds";
import { CHIPS, dollars } from "../lib/money";
import { texts } from "../texts/index.svelte";
import type { Sitting } from "./sitting.svelte";

/** A coupon lies beside the chips of a wager, and is none of them. */
export type Laid = Wager | "coupon";

const COUPON = "coupon";
const keyOf = (hand: number, laid: Laid): string => `${hand}:${laid}`;
/** A place on the felt by its key: whose, and for which wager. */
export function placeOf(key: string): [number, Laid] {
  const [hand, laid] = key.split(":");
  return [Number(hand), laid as Laid];
}
const isCoupon = (key: string): boolean => placeOf(key)[1] === COUPON;

export class Wagers {
  /** The chip that one chose; until then, the one that an initial wager is made of. */
  #chosen = $state<number | null>(null);
  get chip(): number {
    const { least, most } = this.at.layout?.limits["initial"] ?? { least: 0, most: Infinity };
    const taken = CHIPS.filter((each) => each <= most);
    return this.#chosen ?? taken.find((each) => each >= Math.max(least, CHIPS[1])) ?? taken.at(-1) ?? CHIPS[0];
  }
  set chip(chosen: number) {
    this.#chosen = chosen;
  }
  /** What lies ready, by place and kind. */
  ready = $state<Record<string, number>>({});
  last = $state<Record<string, number>>({});
  /** Why the last chip was not laid down. */
  tooMuch = $state("");
  /** Whether they are on their way to the house, whose word they wait for. */
  sent = $state(false);
  #order: [string, number][] = [];

  constructor(readonly at: Sitting) {}

  readonly total = $derived(Object.entries(this.ready).reduce((sum, [key, each]) => sum + (isCoupon(key) ? 0 : each), 0));
  /** Why what lies ready would be refused. */
  readonly why = $derived.by(() => {
    const t = texts.t;
    for (const [key, amount] of Object.entries(this.ready)) {
      const [hand, laid] = placeOf(key);
      const initial = this.#initial(hand);
      if (laid === COUPON) {
        if (amount > initial) return t.couponNeeds(dollars(amount));
        continue;
      }
      const limit = this.at.layout?.limits[laid];
      const whole = amount + this.at.lies(key);
      if (limit && whole < limit.least) return t.atLeast(dollars(limit.least));
      if (limit && whole > limit.most) return t.atMost(dollars(limit.most));
      if (limit && !limit.amounts.length && amount % limit.unit) return t.multipleOf(dollars(limit.unit));
      if (laid !== "initial" && !initial && !this.at.standsAlone(hand)) return t.initialFirst;
    }
    return this.total > this.at.chips ? t.atMost(dollars(this.at.chips)) : "";
  });
  /** Where a coupon could be laid down: beside one's own chips that have none yet. */
  readonly couponAt = $derived.by(() => {
    if (this.sent) return null;
    const taken = (hand: number): boolean => Boolean(this.ready[keyOf(hand, COUPON)] || this.at.stand?.round?.hands[String(hand)]?.coupon);
    return this.at.places.find((hand) => !taken(hand) && this.#coupon(hand) > 0) ?? null;
  });

  /** What a coupon is worth that would be laid down: the largest that the chips are enough for, or else the smallest that one has. */
  readonly coupon = $derived.by(() => (this.couponAt === null ? Math.min(...this.at.coupons.map(({ value }) => value)) : this.#coupon(this.couponAt)));

  /** The largest coupon that one has and does not lie ready elsewhere, of no more than the chips; 0 if there is none. */
  #coupon(hand: number): number {
    const lying = Object.entries(this.ready).filter(([key]) => isCoupon(key));
    const isLeft = (value: number, count: number): boolean => lying.filter(([, each]) => each === value).length < count;
    const own = this.at.coupons.filter(({ value, count }) => isLeft(value, count) && value <= this.#initial(hand));
    return Math.max(0, ...own.map(({ value }) => value));
  }
  #initial(hand: number): number {
    return (this.ready[keyOf(hand, "initial")] ?? 0) + this.at.lies(keyOf(hand, "initial"));
  }

  add(hand: number, wager: Wager): void {
    if (this.sent || !this.at.places.includes(hand)) return;
    const key = keyOf(hand, wager);
    const limit = this.at.layout?.limits[wager];
    const there = (this.ready[key] ?? 0) + this.at.lies(key);
    const fixed = limit?.amounts ?? [];
    const amount = fixed.length ? (fixed.find((each) => each > there) ?? 0) - there : this.chip;
    const largest = limit?.most ?? 0;
    this.tooMuch = "";
    if (amount <= 0 || there + amount > largest) this.tooMuch = texts.t.atMost(dollars(largest));
    else if (this.total + amount > this.at.chips) this.tooMuch = texts.t.atMost(dollars(this.at.chips));
    if (!this.tooMuch) this.#lay(key, amount);
  }
  /** Lay the largest coupon beside the chips that they are enough for. */
  addCoupon(): void {
    if (this.couponAt !== null) this.#lay(keyOf(this.couponAt, COUPON), this.#coupon(this.couponAt));
  }
  #lay(key: string, amount: number): void {
    this.ready[key] = (this.ready[key] ?? 0) + amount;
    this.#order.push([key, amount]);
  }
  undo(): void {
    const [key, amount] = (!this.sent && this.#order.pop()) || [];
    if (!key || !amount) return;
    const left = (this.ready[key] ?? 0) - amount;
    if (left > 0) this.ready[key] = left;
    else delete this.ready[key];
    this.tooMuch = "";
  }
  takeUp(): void {
    this.ready = {};
    this.#order = [];
  }
  again(times = 1): void {
    const base = times === 2 && this.total > 0 ? this.ready : this.last;
    const stays = (key: string): boolean => isCoupon(key) || Boolean(this.at.layout?.limits[placeOf(key)[1] as Wager]?.amounts.length);
    const open = Object.entries(base).filter(([key]) => this.at.places.includes(placeOf(key)[0])); // a box beside may be taken meanwhile
    const next = Object.fromEntries(open.map(([key, amount]) => [key, stays(key) ? amount : amount * times]));
    const needed = Object.entries(next).reduce((sum, [key, each]) => sum + (isCoupon(key) ? 0 : each), 0);
    this.tooMuch = needed > this.at.chips ? texts.t.atMost(dollars(this.at.chips)) : "";
    if (this.tooMuch || this.sent || !this.at.canWager || !Object.keys(next).length) return;
    this.ready = next;
    this.#order = Object.entries(next);
  }

  /** Send what lies ready, the initial wagers first; tells whether all of it was accepted. */
  async send(): Promise<boolean> {
    const placing = { ...this.ready };
    const first = (key: string): number => Number(placeOf(key)[1] === "initial");
    this.sent = true;
    for (const key of Object.keys(placing).sort((one, other) => first(other) - first(one))) {
      if (!(await this.at.give(this.#command(key, placing[key] ?? 0)))) break;
      delete this.ready[key];
    }
    this.sent = false;
    if (Object.keys(this.ready).length) return false;
    this.#order = [];
    this.tooMuch = "";
    const again = Object.entries(placing).filter(([key]) => !isCoupon(key)); // a coupon is good for once
    if (again.length) this.last = Object.fromEntries(again);
    return true;
  }
  #command(key: string, amount: number): Command {
    const [seat, laid] = placeOf(key);
    const placed = { command: "PlaceWager", seat, amount, player: this.at.me };
    return laid === COUPON ? { ...placed, wager: "initial", made_with: "match play coupon" } : { ...placed, wager: laid };
  }
}
