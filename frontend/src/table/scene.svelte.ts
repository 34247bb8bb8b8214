/** What lies on the felt as it is shown: it follows events one by one, and comes to rest where the house says. */
import type { Commit, Event, Look, State } from "../lib/kinds";

export interface ShownCard {
  id: string;
  face: string;
  spot: number;
  index: number;
}

/** How long each kind of event is looked at, in milliseconds; all others take no time. */
const PAUSES: Record<string, number> = {
  NoMoreBetsCalled: 350,
  CardDealt: 230,
  CardBurned: 200,
  HandCompared: 260,
  WagerPaid: 320,
  MatchPaid: 320,
  WagerCollected: 280,
  WagerReturned: 120,
  TieHandChosen: 250,
  WarDealBegan: 400,
  WheelSpun: 900,
  MeterPaid: 600,
};
const BEFORE_COLLECTING = 2200;
const HURRY = 6;

const calm = matchMedia("(prefers-reduced-motion: reduce)");

export class Scene {
  cards = $state<ShownCard[]>([]);
  stacks = $state<Record<string, number>>({});
  results = $state<Record<number, string>>({});
  nets = $state<Record<number, number>>({});
  rack = $state(0);
  left = $state(0);
  state = $state.raw<State | null>(null);
  playing = $state(false);

  #queue: Event[] = [];
  #latest: Look | null = null;
  #seen = 0;
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
    if (this.#seen === 0) this.#seen = look.table.version;
    if (!this.playing) this.#settle();
  }

  async #play(): Promise<void> {
    if (this.playing) return;
    this.playing = true;
    for (let event = this.#queue.shift(); event; event = this.#queue.shift()) {
      const hurry = this.#queue.length > 120 ? HURRY : 1;
      const first = event.event === "CardsCollected" ? BEFORE_COLLECTING : 0;
      if (first) await pause(first / hurry);
      this.#apply(event);
      this.#hearing(event);
      const shown = PAUSES[event.event] ?? 0;
      if (shown) await pause(shown / hurry);
    }
    this.playing = false;
    this.#settle();
  }

  #settle(): void {
    const look = this.#latest;
    if (!look || look.table.version < this.#seen) return;
    const state = look.table.state;
    this.state = state;
    this.rack = state.rack.length;
    const known = state.shoe.stack.length;
    this.left = Math.max(0, known - state.shoe.drawn);
    const round = state.round;
    const lying: ShownCard[] = [];
    const stacks: Record<string, number> = {};
    if (round) {
      for (const [number, hand] of Object.entries(round.hands)) {
        const spot = Number(number);
        [hand.card, ...hand.war_cards].forEach((face, index) => {
          if (face) lying.push({ id: `${spot}-${index}`, face, spot, index });
        });
        for (const [wager, placed] of Object.entries(hand.wagers))
          if (placed.on_layout > 0) stacks[`${spot}:${wager}`] = placed.on_layout;
      }
      [round.dealer_card, ...round.dealer_war_cards].forEach((face, index) => {
        if (face) lying.push({ id: `0-${index}`, face, spot: 0, index });
      });
    }
    this.cards = lying;
    this.stacks = stacks;
  }

  #apply(event: Event): void {
    const seat = event.seat ?? 0;
    const key = `${seat}:${event.wager ?? "initial"}`;
    const amount = event.amount ?? 0;
    switch (event.event) {
      case "WagerPlaced":
        if (!event.wager?.startsWith("war")) {
          this.results = {};
          this.nets = {};
        }
        this.stacks[key] = (this.stacks[key] ?? 0) + amount;
        break;
      case "NoMoreBetsCalled":
        this.results = {};
        this.nets = {};
        break;
      case "CardDealt": {
        const index = this.cards.filter((card) => card.spot === seat).length;
        this.cards.push({ id: `${seat}-${index}`, face: event.card ?? "", spot: seat, index });
        this.left -= 1;
        break;
      }
      case "CardBurned":
        this.left -= 1;
        this.rack += 1;
        break;
      case "HandCompared":
        this.results[seat] = event.comparison ?? "";
        break;
      case "WagerPaid":
      case "MatchPaid":
      case "MeterPaid":
        this.stacks[key] = (this.stacks[key] ?? 0) + amount;
        this.nets[seat] = (this.nets[seat] ?? 0) + amount;
        break;
      case "WagerTakenIn": // into the device: it is lost, whatever is won by it
      case "WagerCollected":
        this.nets[seat] = (this.nets[seat] ?? 0) - amount;
        this.#take(key, amount);
        break;
      case "WagerReturned":
        delete this.stacks[key];
        break;
      case "WagerWithdrawn":
        this.#take(key, amount);
        break;
      case "CardsCollected": {
        const spots = new Set(event.seats ?? []);
        this.rack += event.cards?.length ?? 0;
        this.cards = this.cards.filter((card) => !spots.has(card.spot));
        break;
      }
      case "RoundCompleted":
        this.stacks = {};
    }
  }

  #take(key: string, amount: number): void {
    const left = (this.stacks[key] ?? 0) - amount;
    if (left > 0) this.stacks[key] = left;
    else delete this.stacks[key];
  }
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((done) => setTimeout(done, calm.matches ? Math.min(60, milliseconds) : milliseconds));
}
