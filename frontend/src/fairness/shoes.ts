/** The shoes of a table, followed card by card through its journal, and what is wrong with them. */
import { holds, isHash, type Proof } from "./proof";

interface JournalEvent {
  event: string;
  unseen?: number;
  shuffle?: string;
  commitment?: string;
  depth?: number;
  behind?: number | null;
  card?: string;
  seat?: number;
  from_aside?: boolean;
  place?: number;
  exposed?: boolean;
  decks?: number;
  round?: number;
}

export interface JournalCommit {
  version: number;
  at: number;
  entries: { events: JournalEvent[]; proofs?: Proof[] }[];
}

export type Check = "committed" | "proofs" | "shown" | "order" | "once" | "decks";
export const CHECKS: Check[] = ["committed", "shown", "proofs", "order", "once", "decks"];

export interface Trouble {
  check: Check;
  /** The place that it is about; none, where it is the whole shoe. */
  place: number | null;
  card: string;
}

/** What is known of one place of a shoe. */
export interface PlaceSeen {
  place: number;
  state: "dealt" | "burned" | "unseen";
  card: string;
  proof: Proof | null;
  round: number;
}

export interface Shoe {
  shuffle: string;
  commitment: string;
  cards: number;
  decks: number;
  /** When it was committed to, and in which commit of the journal. */
  at: number;
  version: number;
  cut: { version: number; depth: number; seat: number } | null;
  /** How many cards are before the cover card; null if unknown. */
  cover: number | null;
  /** The places in the order in which they come out. */
  order: number[];
  places: PlaceSeen[];
  state: "waiting" | "used" | "retired";
  shown: number;
  troubles: Trouble[];
}

/** A card by its shoe and place; unknown without a commitment, or if its shoe was not read. */
type Spot = { shoe: Shoe; place: number } | null;

class Table {
  shoes: Shoe[] = [];
  #stack: Spot[] = [];
  #stored: Spot[] = [];
  #shoe: Spot[] = [];
  #aside: Spot[] = [];
  #cover: number | null = null;
  #decks = 0;
  #round = 1;

  follow(commit: JournalCommit): void {
    for (const { events, proofs = [] } of commit.entries) {
      const shown: { spot: Spot; card: string }[] = [];
      for (const event of events) this.#happen(commit, event, shown);
      if (shown.length) this.#prove(shown, [...proofs]);
    }
  }

  finish(): Shoe[] {
    const used = new Set([...this.#stack, ...this.#shoe, ...this.#aside].map((spot) => spot?.shoe));
    const waiting = new Set(this.#stored.map((spot) => spot?.shoe));
    for (const shoe of this.shoes) shoe.state = used.has(shoe) ? "used" : waiting.has(shoe) ? "waiting" : "retired";
    return this.shoes;
  }

  #happen(commit: JournalCommit, event: JournalEvent, shown: { spot: Spot; card: string }[]): void {
    const card = event.card ?? "";
    switch (event.event) {
      case "DecksReceived":
        this.#decks = event.decks ?? 0;
        this.#clear();
        this.#stored = [];
        this.#stack = this.#bound(commit, event);
        break;
      case "CardsShuffled":
        this.#stack = this.#bound(commit, event);
        break;
      case "StoredBatchShuffled":
        this.#stored = this.#bound(commit, event);
        break;
      case "CardsRemoved":
        this.#stored = [];
        this.#clear();
        break;
      case "CardsGathered": // nothing is dealt from these before they are shuffled again
      case "DiscardsTaken":
        this.#clear();
        break;
      case "JammedCardsTaken":
        this.#stack = this.#shoe;
        this.#shoe = [];
        break;
      case "BatchesExchanged": {
        const stored = this.#stored;
        this.#clear();
        this.#stored = [];
        this.#stack = stored;
        break;
      }
      case "StackCut": {
        const depth = event.depth ?? 0;
        for (const shoe of new Set(this.#stack.map((spot) => spot?.shoe)))
          if (shoe) shoe.cut = { version: commit.version, depth, seat: event.seat ?? 0 };
        this.#stack = [...this.#stack.slice(depth), ...this.#stack.slice(0, depth)];
        break;
      }
      case "CoverCardPlaced":
        this.#cover = event.behind == null ? null : this.#stack.length - event.behind;
        break;
      case "ShoeLoaded":
        this.#load();
        break;
      case "CardBurned": {
        const spot = event.from_aside ? this.#fromAside(event.place) : this.#next();
        if (card) shown.push({ spot, card });
        else if (spot) this.#seen(spot).state = "burned";
        break;
      }
      case "CardDealt":
        shown.push({ spot: event.from_aside ? this.#fromAside() : this.#next(), card });
        break;
      case "CardFoundFaceUp":
        shown.push({ spot: this.#next(), card });
        break;
      case "CardDrawnInError": {
        const spot = this.#next();
        if (event.exposed) shown.push({ spot, card });
        this.#aside.push(card ? null : spot);
        break;
      }
      case "CardDiscarded":
        this.#fromAside(event.place);
        break;
      case "RoundCompleted":
        this.#round = (event.round ?? 0) + 1;
    }
  }

  #clear(): void {
    this.#stack = [];
    this.#shoe = [];
    this.#aside = [];
  }

  #next(): Spot {
    return this.#shoe.shift() ?? null;
  }

  #fromAside(place = 0): Spot {
    return this.#aside.splice(place, 1)[0] ?? null;
  }

  #seen(spot: { shoe: Shoe; place: number }): PlaceSeen {
    const found = spot.shoe.places[spot.place];
    if (!found) throw new RangeError(String(spot.place));
    return found;
  }

  #bound(commit: JournalCommit, event: JournalEvent): Spot[] {
    const { shuffle, commitment = "", unseen: cards = 0 } = event;
    if (!shuffle) return []; // a person shuffled: the house does not know the order
    const places = Array.from({ length: cards }, (_, place) => place);
    const shoe: Shoe = {
      shuffle,
      commitment,
      cards,
      decks: this.#decks,
      at: commit.at,
      version: commit.version,
      cut: null,
      cover: null,
      order: places,
      places: places.map((place) => ({ place, state: "unseen", card: "", proof: null, round: 0 })),
      state: "used",
      shown: 0,
      troubles: [],
    };
    if (!isHash(commitment) || this.shoes.some((each) => each.shuffle === shuffle)) shoe.troubles.push({ check: "committed", place: null, card: "" });
    this.shoes.push(shoe);
    return places.map((place) => ({ shoe, place }));
  }

  #load(): void {
    this.#shoe = this.#stack;
    this.#stack = [];
    const own = this.#shoe[0]?.shoe;
    if (!own || this.#shoe.length !== own.cards) return;
    own.order = this.#shoe.flatMap((spot) => (spot?.shoe === own ? [spot.place] : []));
    own.cover = this.#cover;
    this.#cover = null;
  }

  /** Hold each card that was shown to its proof; where some have none, those of known places come first. */
  #prove(shown: { spot: Spot; card: string }[], proofs: Proof[]): void {
    const each = proofs.length === shown.length;
    for (const { spot, card } of shown) {
      if (!spot) {
        if (each) proofs.shift();
        continue;
      }
      this.#check(spot, card, proofs.shift());
    }
  }

  #check(spot: { shoe: Shoe; place: number }, card: string, proof: Proof | undefined): void {
    const { shoe, place } = spot;
    const wrong = (check: Check): void => void shoe.troubles.push({ check, place, card });
    const here = shoe.places[proof?.place ?? place] ?? this.#seen(spot);
    shoe.shown += 1;
    if (here.state !== "unseen") wrong("once");
    if (!proof || proof.card !== card) wrong("shown");
    if (proof && !holds(proof, shoe.commitment, shoe.cards)) wrong("proofs");
    if (proof && proof.place !== place) wrong("order");
    if (shoe.decks && shoe.places.filter((other) => other.card === card).length >= shoe.decks) wrong("decks");
    Object.assign(here, { state: "dealt", card, proof: proof ?? null, round: this.#round });
  }
}

/** Follow a journal, or a part of it: shoes that were shuffled before it begins are not told of. */
export function shoesOf(commits: JournalCommit[]): Shoe[] {
  const table = new Table();
  for (const commit of commits) table.follow(commit);
  return table.finish();
}

/** Tell whether a part of a journal has no gap. */
export function isWhole(commits: JournalCommit[]): boolean {
  return commits.every((commit, index) => {
    const before = commits[index - 1];
    return !before || commit.version === before.version + 1;
  });
}
