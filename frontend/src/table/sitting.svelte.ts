/** One person at one table: what they see, what they may do, and what they are about to wager. */
import { untrack } from "svelte";
import { house, Live, said } from "../lib/house.svelte";
import type { Action, ChoiceWorth, Command, Event, Layout, Myself, Problem, Told, Wager } from "../lib/kinds";
import { CHIPS, dollars } from "../lib/money";
import { texts } from "../texts/index.svelte";
import { LastRounds } from "./rounds.svelte";
import { Scene } from "./scene.svelte";

/** What of the journal is not told at the table. */
const QUIET = new Set([
  ...["HandSettled", "HandPassed", "StepsInserted", "ProcedureBegan", "ProgressiveSettled", "BonusSpinSettled"],
  ...["ClockTold", "ActPerformed", "MeterRaised", "WagerPutAway"],
]);
const MOST_TOLD = 60;
/** So long a refusal is shown, whatever happens at the table meanwhile. */
const READ_WITHIN = 6000;
const USUAL_CHIPS = 500_00;
const keyOf = (hand: number, wager: string): string => `${hand}:${wager}`;
const commandOf = (action: Action): Command => action.command as unknown as Command;

export class Sitting {
  layout = $state.raw<Layout | null>(null);
  chip = $state<number>(CHIPS[1]);
  /** What lies ready to be wagered, by place and kind. */
  pending = $state<Record<string, number>>({});
  last = $state<Record<string, number>>({});
  problem = $state.raw<Problem | null>(null);
  told = $state.raw<Told[]>([]);
  worth = $state.raw<ChoiceWorth | null>(null);
  /** Whether one has said that one is ready. */
  waiting = $state(false);
  tooMuch = $state("");
  now = $state(Date.now());

  readonly live: Live;
  readonly scene: Scene;
  readonly rounds: LastRounds;
  #order: [string, number][] = [];
  #drift = 0;
  /** Sentences wait for their events to be shown. */
  #coming: Told[] = [];
  #standing: Myself["care"] | null = null;
  #refused = 0;
  /** Whether wagers are on their way to the house. */
  #placing = false;
  #heard = -1;
  #owed = 0;
  readonly #clock: number;

  constructor(readonly table: string) {
    this.live = new Live(table);
    this.scene = new Scene((event) => this.#hear(event));
    this.rounds = new LastRounds(table, () => !this.scene.playing);
    this.#clock = window.setInterval(() => (this.now = Date.now()), 500);
    this.live.onCommit = (commit) => this.scene.take(commit);
    this.live.onLook = (look) => {
      this.#drift = look.now - Date.now();
      this.#coming.push(...look.told.filter((each) => each.version > this.#heard));
      this.rounds.take(look.results.filter((each) => each.player === this.me));
      this.#heard = Math.max(this.#heard, look.table.version);
      for (; this.#owed > 0 && this.#coming.length; this.#owed -= 1) this.#tell(this.#coming.shift());
      this.scene.rest(look);
      if (!this.scene.playing) this.#tellAll();
    };
    this.live.onStanding = (care) => {
      this.#standing = care;
      if (!this.scene.playing) this.#tellStanding();
    };
    house.layout(table).then(
      (found) => (this.layout = found),
      (wrong: unknown) => (this.problem = { code: "", sentence: wrong instanceof Error ? wrong.message : String(wrong), clause: "" }),
    );
    $effect(() => {
      if (this.live.connected) untrack(() => void this.rounds.fetch());
    });
    $effect(() => {
      if (this.seat !== undefined) untrack(() => void house.look().catch(() => undefined)); // whoever comes or goes has other money
    });
    $effect(() => {
      if (!this.scene.playing) untrack(() => this.#tellAll());
    });
    $effect(() => {
      if (this.live.look?.table.version && Date.now() - this.#refused > READ_WITHIN) untrack(() => (this.problem = null));
    });
    $effect(() => {
      if (this.scene.closed) untrack(() => this.#takeBack());
    });
    $effect(() => {
      if (!this.onFelt) this.waiting = false;
    });
    $effect(() => {
      if (!this.choice) this.worth = null;
    });
  }

  close(): void {
    this.live.close();
    clearInterval(this.#clock);
  }

  // who and where

  readonly me = $derived(house.me?.name ?? "");
  readonly stand = $derived.by(() => this.scene.state);
  readonly seat = $derived.by(() => {
    const own = Object.entries(this.stand?.seats ?? {}).find(([, player]) => player === this.me);
    return own ? Number(own[0]) : null;
  });
  readonly hands = $derived(Object.values(this.stand?.round?.hands ?? {}));
  readonly own = $derived(this.hands.filter((hand) => hand.player === this.me));
  readonly chips = $derived(this.stand?.chips[this.me] ?? 0);
  readonly onFelt = $derived.by(() => !this.scene.closed && this.own.some((hand) => Object.values(hand.wagers).some((each) => each.on_layout > 0)));

  // what one may do

  readonly actions = $derived.by<Action[]>(() => this.scene.playing ? [] : (this.live.look?.options.actions ?? []));
  readonly due = $derived.by(() => this.live.look ? Object.values(this.live.look.options.duties).flat()[0] : undefined);
  /** The place that is asked something, be it one's own or another's. */
  readonly asked = $derived.by(() => !this.scene.playing && this.due?.role === "player" && this.due.act !== "place_wagers" ? (this.due.seat ?? null) : null);
  readonly isAsked = $derived(
    this.asked !== null && ((this.stand?.round?.hands[String(this.asked)]?.player ?? this.stand?.seats[String(this.asked)]) === this.me),
  );
  readonly choice = $derived.by(() => this.scene.playing ? null : (this.live.look?.choice ?? null));
  readonly canSit = $derived(new Set(this.seat !== null ? [] : this.#of("Sit").map((each) => Number(commandOf(each)["seat"]))));
  /** The places on which one may put an initial wager, or has one that is still open. */
  readonly places = $derived.by(() => this.#open.split(" ").filter(Boolean).map(Number));
  /** As one word, so that what is drawn at each place is looked at anew only when they change. */
  readonly #open = $derived.by(() => {
    if (this.choice) return "";
    const offered = this.#of("PlaceWager").filter((each) => commandOf(each)["wager"] !== "war_tie").map((each) => Number(commandOf(each)["seat"]));
    const used = new Set([this.seat, ...this.own.map((hand) => hand.number), ...Object.keys(this.pending).map((key) => parseInt(key))]);
    const room = this.layout?.electronic || used.size < (this.layout?.boxes ?? 1);
    return [...new Set(offered)].filter((place) => room || used.has(place)).sort((one, other) => one - other).join(" ");
  });
  readonly canWager = $derived(this.seat !== null && this.places.length > 0);
  readonly total = $derived(Object.values(this.pending).reduce((sum, each) => sum + each, 0));
  /** Why what lies ready would be refused. */
  readonly why = $derived.by(() => {
    const t = texts.t;
    for (const [key, amount] of Object.entries(this.pending)) {
      const wager = key.split(":")[1] as Wager;
      const limit = this.layout?.limits[wager];
      if (limit && amount + this.#lies(key) < limit.least) return t.atLeast(dollars(limit.least));
      if (limit && amount + this.#lies(key) > limit.most) return t.atMost(dollars(limit.most));
      if (limit && !limit.amounts.length && amount % limit.unit) return t.multipleOf(dollars(limit.unit));
      if (wager !== "initial" && !this.#stands(Number(key.split(":")[0]))) return t.initialFirst;
    }
    return this.total > this.chips ? t.atMost(dollars(this.chips)) : "";
  });

  // clocks: what the house does by itself after so many seconds

  readonly #closes = $derived.by(() => Object.values(this.live.look?.options.duties ?? {}).flat().some((each) => each.act === "call_no_more_bets"));
  #left(seconds: number | undefined): number | null {
    if (!seconds || !this.live.look || this.scene.playing) return null;
    return Math.min(seconds, Math.max(0, Math.ceil(seconds - (this.now + this.#drift - this.live.look.table.at) / 1000)));
  }
  /** Until no more bets is called. */
  readonly secondsLeft = $derived.by(() => this.#closes ? this.#left(this.layout?.betting_seconds) : null);
  /** Until the house goes on without the answer of whoever is asked, or without a ruling where nobody is on the floor. */
  readonly answerLeft = $derived.by(() => {
    const waits = this.asked !== null || (this.due?.act === "rule" && this.layout?.floor === false);
    return waits ? this.#left(this.layout?.answer_seconds) : null;
  });
  /** Play has stopped for a ruling. */
  readonly stop = $derived.by(() => this.scene.playing ? null : (this.stand?.stop ?? null));
  readonly shownTold = $derived(this.told.filter((each) => !QUIET.has(each.kind)).slice(-16));
  #of(command: string): Action[] {
    return this.actions.filter((each) => commandOf(each).command === command);
  }
  find(command: string): Action | undefined {
    return this.#of(command)[0];
  }
  /** What somebody is called who is told of in a list. */
  called(player: string): string {
    if (player === this.me) return texts.t.you;
    return player.replace(" (computer)", "");
  }
  #lies(key: string): number {
    const [hand, wager] = key.split(":");
    return this.stand?.round?.hands[hand ?? ""]?.wagers[wager as Wager]?.on_layout ?? 0;
  }
  #stands(hand: number): boolean {
    const alone = this.#of("PlaceWager").some((each) => Number(commandOf(each)["seat"]) === hand && commandOf(each)["wager"] !== "initial");
    return alone || Boolean(this.pending[keyOf(hand, "initial")]) || this.#lies(keyOf(hand, "initial")) > 0;
  }

  // telling

  #tell(next: Told | undefined): void {
    if (!next) return;
    this.told = next.kind === "NoMoreBetsCalled" ? [next] : [...this.told, next].slice(-MOST_TOLD);
  }
  #tellAll(): void {
    for (this.#owed = 0; this.#coming.length; ) this.#tell(this.#coming.shift());
    this.rounds.showAll();
    this.#tellStanding();
  }
  #tellStanding(): void {
    if (this.#standing && house.me) house.me.care = this.#standing;
    this.#standing = null;
  }
  /** Chips that were not placed in time go back. */
  #takeBack(): void {
    if (this.total && !this.#placing && !this.problem) this.tooMuch = texts.t.tooLate;
    this.pending = {};
    this.#order = [];
  }
  #hear(event: Event): void {
    if (event.event === "RoundCompleted") this.rounds.show(event.round ?? 0);
    if (this.#coming.length) this.#tell(this.#coming.shift());
    else this.#owed += 1;
  }

  // doing

  async give(command: Command): Promise<boolean> {
    this.problem = null;
    const reply = await this.live.do(command);
    if (!reply.accepted) this.#refused = Date.now();
    if (!reply.accepted) this.problem = { sentence: reply.sentence, clause: reply.clause, code: reply.code };
    return reply.accepted;
  }

  sit(where: number): void {
    const offered = this.#of("Sit").find((each) => commandOf(each)["seat"] === where);
    const money = Math.min(offered?.most ?? 0, house.me?.balance ?? 0, USUAL_CHIPS);
    void this.give({ command: "Sit", player: this.me, seat: where, chips: money });
  }
  buy(): void {
    const most = Math.min(this.find("BuyChips")?.most ?? 0, house.me?.balance ?? 0, USUAL_CHIPS);
    if (most) void this.give({ command: "BuyChips", player: this.me, amount: most }).then(() => house.look());
  }
  leave(): void {
    void this.give({ command: "LeaveTable", player: this.me });
  }

  add(hand: number, wager: Wager): void {
    if (!this.places.includes(hand)) return;
    const t = texts.t;
    const key = keyOf(hand, wager);
    const limit = this.layout?.limits[wager];
    const there = (this.pending[key] ?? 0) + this.#lies(key);
    const fixed = limit?.amounts ?? [];
    const amount = fixed.length ? (fixed.find((each) => each > there) ?? 0) - there : this.chip;
    const largest = limit?.most ?? 0;
    this.tooMuch = "";
    if (amount <= 0 || there + amount > largest) this.tooMuch = t.atMost(dollars(largest));
    else if (this.total + amount > this.chips) this.tooMuch = t.atMost(dollars(this.chips));
    if (this.tooMuch) return;
    this.pending[key] = (this.pending[key] ?? 0) + amount;
    this.#order.push([key, amount]);
  }
  undo(): void {
    const [key, amount] = this.#order.pop() ?? [];
    if (!key || !amount) return;
    const left = (this.pending[key] ?? 0) - amount;
    if (left > 0) this.pending[key] = left;
    else delete this.pending[key];
    this.tooMuch = "";
  }
  /** Take away what lies ready, or else back what was accepted and may still be taken back. */
  async clear(): Promise<void> {
    this.tooMuch = "";
    if (this.total) {
      this.pending = {};
      this.#order = [];
      return;
    }
    const back = this.#of("WithdrawWager").map(commandOf);
    for (const command of back.sort((one, other) => Number(one["wager"] === "initial") - Number(other["wager"] === "initial"))) if (!(await this.give(command))) return;
  }
  readonly canClear = $derived(this.total > 0 || this.#of("WithdrawWager").length > 0);
  again(times = 1): void {
    const base = times === 2 && this.total > 0 ? this.pending : this.last;
    const isFixed = (key: string): boolean => Boolean(this.layout?.limits[key.split(":")[1] as Wager]?.amounts.length);
    const next = Object.fromEntries(Object.entries(base).map(([key, amount]) => [key, isFixed(key) ? amount : amount * times]));
    this.tooMuch = Object.values(next).reduce((sum, each) => sum + each, 0) > this.chips ? texts.t.atMost(dollars(this.chips)) : "";
    if (this.tooMuch || !this.canWager || !Object.keys(next).length) return;
    this.pending = next;
    this.#order = Object.entries(next);
  }
  /** Place what lies ready, and say that one is. */
  async deal(): Promise<void> {
    if (this.seat === null || this.why || (!this.total && !this.onFelt)) return;
    const placing = { ...this.pending };
    this.#placing = true;
    const placed = await this.#place(placing);
    this.#placing = false;
    if (!placed) {
      if (this.scene.closed) this.#takeBack();
      return;
    }
    this.#order = [];
    this.tooMuch = "";
    if (Object.keys(placing).length) this.last = placing;
    this.waiting = true;
    this.live.ready();
  }
  async #place(placing: Record<string, number>): Promise<boolean> {
    const first = (key: string): number => Number(key.endsWith(":initial"));
    for (const key of Object.keys(placing).sort((one, other) => first(other) - first(one))) {
      const [hand, wager] = key.split(":");
      if (!(await this.give({ command: "PlaceWager", seat: Number(hand), wager, amount: placing[key], player: this.me }))) return false;
      delete this.pending[key];
    }
    return true;
  }
  choose(command: "GoToWar" | "Surrender"): void {
    const action = this.find(command);
    if (action) void this.give(commandOf(action));
  }
  async weigh(): Promise<void> {
    try {
      this.worth = await said<ChoiceWorth>("GET", `/api/tables/${encodeURIComponent(this.table)}/choice`);
    } catch (wrong) {
      this.problem = { code: "", sentence: wrong instanceof Error ? wrong.message : String(wrong), clause: "" };
    }
  }

  // neighbours

  readonly canInvite = $derived(
    Boolean(this.layout?.neighbours) && this.seat !== null && Object.keys(this.stand?.seats ?? {}).length < Math.min(4, (this.layout?.seats ?? 0) - 1),
  );
  async invite(): Promise<void> {
    try {
      await said("POST", `/api/tables/${encodeURIComponent(this.table)}/neighbours`, { number: 3 });
    } catch (wrong) {
      this.problem = { code: "", sentence: wrong instanceof Error ? wrong.message : String(wrong), clause: "" };
    }
  }
}
