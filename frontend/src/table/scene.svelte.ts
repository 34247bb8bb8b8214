/** What lies on the felt as it is shown: it follows events one by one, and comes to rest where the house says. */
import { rowOf, spotOf } from "../lib/hands";
import type { Commit, Event, HandResult, Look, State } from "../lib/kinds";
import { play, type Sound } from "./sounds";

export interface ShownCard {
  id: string;
  face: string;
  spot: number;
  index: number;
}

/** Chips that lie on the felt; where they go when they leave is known when they do. */
export interface Stack {
  hand: number;
  wager: string;
  amount: number;
  /** Whether the dealer has laid it down. */
  paid: boolean;
  goes: "player" | "dealer";
}

export interface Spin {
  hand: number;
  hotSpot: string;
  community: string;
}

/** How long each kind of event is looked at, in milliseconds; all others take no time. */
const PAUSES: Record<string, number> = {
  NoMoreBetsCalled: 700,
  CardDealt: 260,
  CardBurned: 200,
  HandCompared: 260,
  WagerPaid: 320,
  MatchPaid: 320,
  WagerCollected: 300,
  WagerTakenIn: 160,
  WagerReturned: 160,
  TieHandChosen: 250,
  WarDealBegan: 450,
  ProgressiveRead: 200,
  WheelSpun: 4200,
  MeterPaid: 1400,
  CouponTaken: 160,
  CardsShuffled: 500,
};
const SOUNDS: Record<string, Sound> = {
  CardDealt: "card",
  CardBurned: "card",
  WagerPlaced: "chip",
  CouponPlaced: "card",
  WagerPaid: "pay",
  MatchPaid: "pay",
  MeterPaid: "jackpot",
  WheelSpun: "wheel",
  NoMoreBetsCalled: "call",
};
/** What a meter shows after each kind of event that moves it. */
const more = (shown: number, amount: number): number => shown + amount;
const less = (shown: number, amount: number): number => shown - amount;
const MOVED: Record<string, (shown: number, amount: number) => number> = {
  MeterStarted: more,
  MeterRaised: more,
  MeterRestarted: more,
  MeterPaymentReversed: more,
  MeterPaid: less,
  MeterRaiseReversed: less,
  MeterRestartReversed: less,
  MeterTold: (_, amount) => amount,
};
const BEFORE_COLLECTING = 2000;
/** What has to be read takes its time also where nothing moves. */
const READ = new Set(["WheelSpun", "MeterPaid"]);
const STILL = { move: 60, read: 1200 };
const HURRY = 6;
const BURN_FLIES = 240;

const calm = matchMedia("(prefers-reduced-motion: reduce)");

export class Scene {
  cards = $state<ShownCard[]>([]);
  stacks = $state<Record<string, Stack>>({});
  results = $state<Record<number, string>>({});
  nets = $state<Record<number, number>>({});
  meters = $state<Record<string, number>>({});
  /** The progressive payout hand that pays, by hand. */
  payouts = $state<Record<number, string>>({});
  burning = $state<number[]>([]);
  wheel = $state.raw<Spin | null>(null);
  /** What is called out. */
  call = $state("");
  rack = $state(0);
  left = $state(0);
  /** How many cards are before the cover card; null if it is out or unknown. */
  cover = $state<number | null>(null);
  coverOut = $state(false);
  state = $state.raw<State | null>(null);
  playing = $state(false);
  /** Whether no more bets has been called. */
  closed = $state(false);

  #queue: Event[] = [];
  #latest: Look | null = null;
  #seen = 0;
  #restored = false;
  /** What the house put down for coupons that count as chips, by hand: it is won as soon as the hand is settled. */
  #redeemed: Record<number, number> = {};
  #burned = 0;
  #hearing: (event: Event) => void;

  constructor(hearing: (event: Event) => void) {
    this.#hearing = hearing;
  }

  take(commit: Commit): void {
    if (commit.version <= this.#seen) return;
    this.#seen = commit.version;
    this.#queue.push(...commit.entries.flatMap((entry) => entry.events));
    void this.#play();
  }

  rest(look: Look): void {
    this.#latest = look;
    if (!this.playing) this.#settle();
  }

  async #play(): Promise<void> {
    if (this.playing) return;
    this.playing = true;
    for (let event = this.#queue.shift(); event; event = this.#queue.shift()) {
      const hurry = this.#queue.length > 120 || document.hidden ? HURRY : 1;
      const first = event.event === "CardsCollected" && this.cards.length ? BEFORE_COLLECTING : 0;
      if (first) await pause(first / hurry, STILL.read);
      this.#apply(event);
      const sound = SOUNDS[event.event];
      if (sound) play(sound);
      this.#hearing(event);
      const isRead = READ.has(event.event) || event.wager === "envy";
      const shown = (event.wager === "envy" ? PAUSES["MeterPaid"] : PAUSES[event.event]) ?? 0;
      if (shown) await pause(shown / hurry, isRead ? STILL.read : STILL.move);
      this.call = "";
    }
    this.playing = false;
    this.#settle();
  }

  #settle(): void {
    const look = this.#latest;
    if (!look || look.table.version < this.#seen) return;
    if (!this.#restored) this.#restore(look);
    this.#restored = true;
    this.#seen = look.table.version; // a commit that comes after what it led to is not played again
    const state = look.table.state;
    this.state = state;
    this.closed = state.round?.closed ?? false;
    this.rack = state.rack.length;
    this.burning = []; // what still flies is counted there already
    this.left = Math.max(0, state.shoe.stack.length - state.shoe.drawn);
    this.meters = { ...state.meters };
    const cover = state.shoe.cover_card_at;
    this.cover = cover >= 0 ? Math.max(0, cover - state.shoe.drawn) : null;
    this.coverOut = cover === -1 && state.shoe.stack.length > 0 && state.shoe.drawn > 0 && state.round !== null && this.coverOut;
    const round = state.round;
    this.#redeemed = Object.fromEntries(Object.values(round?.hands ?? {}).map((hand) => [hand.number, hand.redeemed + hand.tie_redeemed]));
    const lying: ShownCard[] = [];
    const stacks: Record<string, Stack> = {};
    if (round) {
      for (const [number, hand] of Object.entries(round.hands)) {
        for (const [wager, placed] of Object.entries(hand.wagers))
          if (placed.on_layout > 0) stacks[`${number}:${wager}`] = { hand: Number(number), wager, amount: placed.on_layout, paid: false, goes: "player" };
        if (hand.coupon) stacks[`${number}:coupon`] = { hand: Number(number), wager: "coupon", amount: hand.coupon, paid: false, goes: "player" };
        if (hand.comparison) this.results[Number(number)] = hand.comparison;
      }
      for (const [place, faces] of Object.entries(round.layout))
        faces.forEach((face, index) => lying.push({ id: `${place}-${index}`, face, spot: Number(place), index }));
    }
    const came = new Map(this.cards.map((card, at) => [card.id, at]));
    const place = (card: ShownCard): number => came.get(card.id) ?? came.size;
    this.cards = lying.sort((one, other) => place(one) - place(other)); // what changes places in the page is turned anew
    this.stacks = stacks;
  }

  /** Show what hands have won and lost of the round that one comes into, or of the last one until wagers are placed again. */
  #restore(look: Look): void {
    const { round, seats } = look.table.state;
    const hands = Object.values(round?.hands ?? {});
    for (const hand of hands) {
      const wagers = Object.values(hand.wagers);
      if (hand.from_meters || wagers.some((each) => each.paid || each.collected))
        this.nets[hand.number] = wagers.reduce((sum, each) => sum + each.paid - each.collected, hand.from_meters + hand.redeemed + hand.tie_redeemed);
      if (hand.combinations?.[0]) this.payouts[hand.number] = hand.combinations[0];
    }
    if (hands.length) return;
    const last = Math.max(...look.results.map((each) => each.round));
    const ended = look.results.filter((each) => each.round === last && !each.banker);
    const sits = (each: HandResult): boolean => [each.hand, spotOf(each.hand), rowOf(each.hand)].some((seat) => seats[seat] === each.player);
    const stayed = new Set(ended.filter(sits).map((each) => each.player)); // with all boxes that they wagered on
    for (const each of ended)
      if (each.void || !stayed.has(each.player)) continue;
      else if (each.moved) this.nets[each.hand] = each.net;
      else if (each.tie) this.results[each.hand] = "tie"; // its wagers went back
  }

  #apply(event: Event): void {
    const hand = event.seat ?? 0;
    const wager = event.wager ?? "initial";
    const key = `${hand}:${wager}`;
    const amount = event.amount ?? 0;
    const moved = MOVED[event.event];
    if (moved && event.meter) this.meters[event.meter] = moved(this.meters[event.meter] ?? 0, amount);
    switch (event.event) {
      case "WagerPlaced":
      case "MatchPlaced":
        if (!wager.startsWith("war") && event.event === "WagerPlaced") this.#clear();
        this.#lay(key, { hand, wager, amount, paid: event.event === "MatchPlaced", goes: "player" });
        break;
      case "NoMoreBetsCalled":
        this.#clear();
        this.closed = true;
        this.call = "noMoreBets";
        break;
      case "CardDealt": {
        const index = this.cards.filter((card) => card.spot === hand).length;
        this.cards.push({ id: `${hand}-${index}`, face: event.card ?? "", spot: hand, index });
        this.#drawn();
        break;
      }
      case "CardBurned":
        if (!event.from_aside) this.#drawn();
        this.#burn();
        break;
      case "CoverCardDrawn":
        this.cover = null;
        this.coverOut = true;
        break;
      case "ShoeLoaded":
      case "CardsGathered":
        this.coverOut = false;
        break;
      case "CardsShuffled":
        this.call = "shuffle";
        break;
      case "WarDealBegan":
        this.call = "war";
        break;
      case "PlayerLeft":
      case "SeatChanged":
        this.#forget(event.player ?? "");
        break;
      case "HandCompared":
        this.results[hand] = event.comparison ?? "";
        break;
      case "ProgressiveRead":
        if (event.combinations?.[0] && this.stacks) this.payouts[hand] = event.combinations[0];
        break;
      case "WagerPaid":
      case "MatchPaid":
      case "MeterPaid":
        if (event.event === "MatchPaid") this.#take(key, amount, "player");
        else this.#lay(`${key}:paid`, { hand, wager, amount, paid: true, goes: "player" });
        if (event.event === "MeterPaid") this.call = "jackpot";
        else if (wager === "envy") this.call = "envy";
        this.#win(hand, amount);
        break;
      case "WagerTakenIn": // into the device: it is lost, whatever is won by it
      case "WagerCollected":
        this.#win(hand, -amount);
        this.#take(key, amount, "dealer");
        break;
      case "MatchCollected":
        this.#take(key, amount, "dealer");
        break;
      case "WagerReturned":
        this.#take(key, this.stacks[key]?.amount ?? 0, "player");
        this.#take(`${key}:paid`, this.stacks[`${key}:paid`]?.amount ?? 0, "player");
        break;
      case "WagerWithdrawn":
        this.#take(key, amount, "player");
        break;
      case "CouponPlaced":
        this.#lay(`${hand}:coupon`, { hand, wager: "coupon", amount, paid: false, goes: "player" });
        break;
      case "CouponRedeemed":
        this.#redeemed[hand] = (this.#redeemed[hand] ?? 0) + amount;
        this.#lay(key, { hand, wager, amount, paid: false, goes: "player" });
        break;
      case "CouponTaken":
        this.#take(`${hand}:coupon`, this.stacks[`${hand}:coupon`]?.amount ?? 0, "dealer");
        break;
      case "CouponReturned":
        this.#take(`${hand}:coupon`, amount, "player");
        break;
      case "RedemptionReversed":
        this.#redeemed[hand] = (this.#redeemed[hand] ?? 0) - amount;
        this.#take(key, amount, "dealer");
        break;
      case "WheelSpun":
        this.wheel = { hand, hotSpot: event.hot_spot ?? "", community: event.community ?? "" };
        break;
      case "CardsCollected": {
        const spots = new Set(event.seats ?? []);
        this.rack += event.cards?.length ?? 0;
        this.cards = this.cards.filter((card) => !spots.has(card.spot));
        break;
      }
      case "RoundCompleted":
        this.closed = false;
        this.wheel = null;
        this.#redeemed = {};
        this.stacks = {};
    }
  }

  #win(hand: number, amount: number): void {
    this.nets[hand] = (this.nets[hand] ?? this.#redeemed[hand] ?? 0) + amount;
  }

  #clear(): void {
    this.results = {};
    this.nets = {};
    this.payouts = {};
    this.wheel = null;
  }

  /** The result of a hand whose player has left. */
  #forget(player: string): void {
    for (const [seat, sits] of Object.entries(this.state?.seats ?? {}))
      if (sits === player) {
        delete this.results[Number(seat)];
        delete this.nets[Number(seat)];
        delete this.payouts[Number(seat)];
      }
  }

  #drawn(): void {
    this.left -= 1;
    if (this.cover !== null) this.cover = Math.max(0, this.cover - 1);
  }

  #burn(): void {
    const id = (this.#burned += 1);
    this.burning.push(id);
    setTimeout(() => {
      if (!this.burning.includes(id)) return;
      this.burning = this.burning.filter((each) => each !== id);
      this.rack += 1;
    }, calm.matches ? 60 : BURN_FLIES);
  }

  #lay(key: string, stack: Stack): void {
    const there = this.stacks[key];
    if (there) there.amount += stack.amount;
    else this.stacks[key] = stack;
  }

  #take(key: string, amount: number, goes: "player" | "dealer"): void {
    const there = this.stacks[key];
    if (!there) return;
    there.goes = goes;
    if (there.amount > amount) there.amount -= amount;
    else delete this.stacks[key];
  }
}

function pause(milliseconds: number, still: number): Promise<void> {
  return new Promise((done) => setTimeout(done, calm.matches ? Math.min(still, milliseconds) : milliseconds));
}
