/** One person at one table: what they see, what they may do, and what they are about to wager. */
import { untrack } from "svelte";
import { house, Live, problemOf, said } from "../lib/house.svelte";
import { spotOf } from "../lib/hands";
import { commandOf, type Action, type ChoiceWorth, type Command, type Event, type Layout, type Look, type Myself, type Problem, type Told, type Wager } from "../lib/kinds";
import { QUIET } from "../lib/telling";
import { texts } from "../texts/index.svelte";
import { LastRounds } from "./rounds.svelte";
import { Scene } from "./scene.svelte";
import { placeOf, Wagers } from "./wagers.svelte";

/** What of the journal is not told at the table. */
const UNTOLD = new Set([...QUIET, "ActPerformed", "MeterRaised", "WagerPutAway"]);
const MOST_TOLD = 60;
/** So long a refusal is shown, whatever happens at the table meanwhile. */
const READ_WITHIN = 6000;
const USUAL_CHIPS = 500_00;

export class Sitting {
  layout = $state.raw<Layout | null>(null);
  problem = $state.raw<Problem | null>(null);
  told = $state.raw<Told[]>([]);
  worth = $state.raw<ChoiceWorth | null>(null);
  /** Whether one has said that one is ready. */
  waiting = $state(false);
  /** What was asked for last, until the house has refused it or one sees what came of it. */
  sent = $state.raw<Command | null>(null);
  /** Whether one has asked to change one's seat. */
  wantsMove = $state(false);
  now = $state(Date.now());

  readonly live: Live;
  readonly scene: Scene;
  readonly rounds: LastRounds;
  readonly wagers = new Wagers(this);
  #drift = 0;
  /** Sentences wait for their events to be shown. */
  #coming: Told[] = [];
  #standing: Myself["care"] | null = null;
  #refused = 0;
  /** The version at which what was asked for is seen. */
  #seenFrom = Infinity;
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
      this.#arrive();
      this.#drift = look.now - Date.now();
      this.#coming.push(...look.told.filter((each) => each.version > this.#heard));
      this.rounds.watch(look.results);
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
    this.live.onLanguage = () => void this.#tellAnew();
    house.layout(table).then(
      (found) => (this.layout = found),
      (wrong: unknown) => (this.problem = problemOf(wrong)),
    );
    $effect(() => {
      if (this.live.connected) untrack(() => void this.rounds.fetch());
    });
    $effect(() => {
      if (this.seat !== undefined) untrack(() => void house.look().catch(() => undefined)); // sitting down or leaving changes the balance
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
  /** Whether one banks the round. */
  readonly banks = $derived(this.seat !== null && this.stand?.bank.seat === this.seat);
  /** The match play coupons that the house has issued to one. */
  readonly coupons = $derived(this.layout?.coupons ? (house.me?.care.coupons ?? []) : []);
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
  /** Where one may change to, and whether one is choosing among these places. */
  readonly canMove = $derived(new Set(this.#of("ChangeSeat").map((each) => Number(commandOf(each)["seat"]))));
  readonly moving = $derived(this.wantsMove && this.seat !== null && this.canMove.size > 0);
  /** The places on which one may put an initial wager, or has one that is still open. */
  readonly places = $derived.by(() => this.#open.split(" ").filter(Boolean).map(Number));
  /** As one word, so that what is drawn at each place is looked at anew only when they change. */
  readonly #open = $derived.by(() => {
    if (this.choice) return "";
    const offered = this.#of("PlaceWager").filter((each) => commandOf(each)["wager"] !== "war_tie").map((each) => Number(commandOf(each)["seat"]));
    const used = new Set([this.seat, ...this.own.map((hand) => hand.number), ...Object.keys(this.wagers.ready).map((key) => placeOf(key)[0])]);
    const room = this.layout?.electronic || used.size < (this.layout?.boxes ?? 1);
    return [...new Set(offered)].filter((place) => room || used.has(place)).sort((one, other) => one - other).join(" ");
  });
  readonly canWager = $derived(this.seat !== null && this.places.length > 0);

  // clocks: what the house does by itself after so many seconds

  readonly #closes = $derived.by(() => Object.values(this.live.look?.options.duties ?? {}).flat().some((each) => each.act === "call_no_more_bets"));
  #left(seconds: number | undefined): number | null {
    if (!seconds || !this.live.look || this.scene.playing) return null;
    return Math.min(seconds, Math.max(0, Math.ceil(seconds - (this.now + this.#drift - this.live.look.table.at) / 1000)));
  }
  /** Until no more bets is called. */
  readonly secondsLeft = $derived.by(() => this.#closes ? this.#left(this.layout?.betting_seconds) : null);
  /** Seconds until the house goes on without an answer, or without a ruling if no floorperson is here. */
  readonly answerLeft = $derived.by(() => {
    const waits = this.asked !== null || (this.due?.act === "rule" && this.layout?.floor === false);
    return waits ? this.#left(this.layout?.answer_seconds) : null;
  });
  /** Play has stopped for a ruling. */
  readonly stop = $derived.by(() => this.scene.playing ? null : (this.stand?.stop ?? null));
  readonly shownTold = $derived(this.told.filter((each) => !UNTOLD.has(each.kind)).slice(-16));
  #of(command: string): Action[] {
    return this.actions.filter((each) => commandOf(each).command === command);
  }
  find(command: string): Action | undefined {
    return this.#of(command)[0];
  }
  /** The name of a player in a list. */
  called(player: string): string {
    if (player === this.me) return texts.t.you;
    return player.replace(" (computer)", "");
  }
  /** How much of a wager lies on the felt already. */
  lies(key: string): number {
    const [hand, wager] = placeOf(key);
    return this.stand?.round?.hands[String(hand)]?.wagers[wager as Wager]?.on_layout ?? 0;
  }
  /** Whether a side wager can be placed there without a wager on the hand. */
  standsAlone(hand: number): boolean {
    return this.#of("PlaceWager").some((each) => Number(commandOf(each)["seat"]) === hand && commandOf(each)["wager"] !== "initial");
  }
  /** What a place is called. */
  placeName(hand: number): string {
    return hand > 100 && !this.layout?.electronic ? texts.t.behindSeat(spotOf(hand)) : texts.t.seat(hand);
  }

  // telling

  /** Have what was told so far told once more, in another language. */
  async #tellAnew(): Promise<void> {
    const first = this.told[0] ?? this.#coming[0];
    if (!first) return;
    const look = await said<Look>("GET", `/api/tables/${encodeURIComponent(this.table)}/look?after=${first.version - 1}`).catch(() => null);
    const again = (look?.told ?? []).filter((each) => each.version <= this.#heard).slice(-(this.told.length + this.#coming.length));
    if (again.length < this.told.length + this.#coming.length) return; // it is no longer known
    this.told = again.slice(0, this.told.length);
    this.#coming = again.slice(this.told.length);
  }
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
    if (this.#standing && house.me) {
      const { balance } = this.#standing.standing;
      if (balance !== house.me.balance) this.live.ask(); // another balance allows other actions
      house.me.care = this.#standing;
      house.me.balance = balance;
    }
    this.#standing = null;
  }
  /** Chips that were not placed in time go back. */
  #takeBack(): void {
    if (this.wagers.sent) return; // the house says what becomes of them
    if (this.wagers.total && !this.problem) this.wagers.tooMuch = texts.t.tooLate;
    this.wagers.takeUp();
  }
  #hear(event: Event): void {
    if (event.event === "RoundCompleted") this.rounds.show(event.round ?? 0);
    if (this.#coming.length) this.#tell(this.#coming.shift());
    else this.#owed += 1;
  }

  // doing

  async give(command: Command): Promise<boolean> {
    this.problem = null;
    this.sent = command;
    this.#seenFrom = Infinity;
    const reply = await this.live.do(command);
    this.#seenFrom = reply.accepted ? reply.version : 0;
    this.#arrive();
    if (!reply.accepted) this.#refused = Date.now();
    if (!reply.accepted) this.problem = { sentence: reply.sentence, clause: reply.clause, code: reply.code, language: reply.language };
    return reply.accepted;
  }

  #arrive(): void {
    if ((this.live.look?.table.version ?? 0) >= this.#seenFrom) this.sent = null;
  }

  sit(where: number): void {
    if (this.sent) return;
    const offered = this.#of("Sit").find((each) => commandOf(each)["seat"] === where);
    const money = Math.min(offered?.most ?? 0, house.me?.balance ?? 0, USUAL_CHIPS);
    void this.give({ command: "Sit", player: this.me, seat: where, chips: money });
  }
  move(where: number): void {
    const offered = this.#of("ChangeSeat").find((each) => commandOf(each)["seat"] === where);
    if (!offered || this.sent) return;
    this.wantsMove = false;
    this.wagers.takeUp(); // they lie at the seat that is left
    void this.give(commandOf(offered));
  }
  buy(): void {
    const most = Math.min(this.find("BuyChips")?.most ?? 0, house.me?.balance ?? 0, USUAL_CHIPS);
    if (most && !this.sent) void this.give({ command: "BuyChips", player: this.me, amount: most }).then(() => house.look());
  }
  leave(): void {
    if (!this.sent) void this.give({ command: "LeaveTable", player: this.me });
  }

  /** Take away what lies ready, or else back what was accepted and may still be taken back. */
  async clear(): Promise<void> {
    if (this.sent) return;
    this.wagers.tooMuch = "";
    if (Object.keys(this.wagers.ready).length) return this.wagers.takeUp();
    const back = this.#of("WithdrawWager").map(commandOf);
    for (const command of back.sort((one, other) => Number(one["wager"] === "initial") - Number(other["wager"] === "initial"))) if (!(await this.give(command))) return;
  }
  readonly canClear = $derived(!this.sent && (this.wagers.total > 0 || this.#of("WithdrawWager").length > 0));
  /** Place what lies ready, and say that one is. */
  async deal(): Promise<void> {
    if (this.seat === null || this.sent || this.wagers.why || (!this.wagers.total && !this.onFelt)) return;
    if (await this.wagers.send()) {
      this.waiting = true;
      this.live.ready();
    } else if (this.scene.closed) this.#takeBack();
  }
  choose(command: "GoToWar" | "Surrender"): void {
    const action = this.find(command);
    if (action && !this.sent) void this.give(commandOf(action));
  }
  async weigh(): Promise<void> {
    try {
      this.worth = await said<ChoiceWorth>("GET", `/api/tables/${encodeURIComponent(this.table)}/choice`);
    } catch (wrong) {
      this.problem = problemOf(wrong);
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
      this.problem = problemOf(wrong);
    }
  }
}
