/** Where everything lies on the felt, in its own units: a wide table, or a tall one for phones. */
import type { Layout } from "../lib/kinds";

export interface Place {
  x: number;
  y: number;
}

/** Hands are numbered by the spot where their card lies, plus so many for each further wager on that spot. */
const PLACES = 100;
export const spotOf = (hand: number): number => hand % PLACES;

const AREAS: Record<string, Place> = {
  tie: { x: 60, y: -14 },
  war_tie: { x: 60, y: -14 },
  progressive: { x: -60, y: -14 },
  bonus_spin: { x: -52, y: 38 },
  dealer_wins: { x: 52, y: 38 },
  war: { x: 34, y: 16 },
  match: { x: 34, y: -22 },
};
/** Where pay is laid down: beside the wager that it is for. */
const PAID: Place = { x: 24, y: 24 };

/** A plan of a table; seat 1 is at the dealer's left, so on the right as a player looks. */
export class Plan {
  readonly width: number;
  readonly height: number;
  readonly tall: boolean;
  readonly shoe: Place;
  readonly rack: Place;
  readonly dealer: Place;
  readonly tray: Place;
  readonly middle: Place;
  /** How many pixels a unit is. */
  readonly unit: number;

  constructor(
    readonly layout: Layout,
    readonly own: number | null,
    readonly pixels: { width: number; height: number },
  ) {
    const room = pixels.height / Math.max(1, pixels.width);
    this.tall = room > 0.92 || pixels.width < 600;
    this.width = this.tall ? 600 : 1200;
    const wanted = this.width * room;
    this.height = this.tall ? Math.max(own === null ? 600 : 720, Math.min(1000, wanted)) : Math.max(640, Math.min(900, wanted));
    this.unit = Math.min(pixels.width / this.width, pixels.height / this.height);
    this.shoe = this.tall ? { x: 510, y: 78 } : { x: 1010, y: 118 };
    this.rack = this.tall ? { x: 82, y: 78 } : { x: 190, y: 118 };
    this.dealer = this.tall ? { x: 290, y: 92 } : { x: 600, y: 122 };
    this.tray = { x: this.dealer.x, y: -40 };
    this.middle = this.tall ? { x: 300, y: 205 } : { x: 600, y: 282 };
  }

  get left(): number {
    return Math.max(0, (this.pixels.width - this.width * this.unit) / 2);
  }

  /** The seat or terminal that a hand belongs to. */
  seatOf(hand: number): number {
    if (this.layout.electronic) return Math.floor(hand / PLACES) || hand;
    return spotOf(hand);
  }

  /** How large the things of a seat are drawn. */
  scale(seat: number): number {
    if (!this.tall) return 1;
    return seat === this.own ? 1.4 : this.own === null ? 1 : 0.72;
  }

  seat(seat: number): Place {
    const { seats, electronic } = this.layout;
    const bottom = this.height - (this.tall ? 96 : 118);
    if (electronic) {
      const share = seats > 1 ? (seat - 1) / (seats - 1) : 0.5;
      const [most, wide] = this.tall ? [555, 510] : [1010, 820];
      return { x: most - wide * share, y: this.height - (this.tall ? 70 : 95) - (this.tall ? 0 : 90 * Math.abs(share - 0.5)) };
    }
    if (this.tall && seat === this.own) return { x: 300, y: bottom - 20 };
    const others = Array.from({ length: seats }, (_, at) => at + 1).filter((each) => !this.tall || each !== this.own);
    const share = others.length > 1 ? others.indexOf(seat) / (others.length - 1) : 0.5;
    if (this.tall && this.own !== null) return { x: 536 - 472 * share, y: (this.height > 800 ? 360 : 312) + 18 * Math.sin(Math.PI * share) };
    const angle = ((23 + 134 * share) * Math.PI) / 180;
    if (this.tall) return { x: 300 + 236 * Math.cos(angle), y: 250 + (bottom - 250) * Math.sin(angle) };
    return { x: 600 + 482 * Math.cos(angle), y: 205 + (bottom - 215) * Math.sin(angle) };
  }

  card(spot: number, index: number): Place {
    if (spot === 0) return { x: this.dealer.x + index * 46, y: this.dealer.y };
    if (this.layout.electronic) return this.#community(spot, index);
    const at = this.seat(spot);
    const scale = this.scale(spot);
    if (this.tall) {
      const up = spot === this.own ? 116 : 66;
      return { x: at.x - (spot === this.own ? 20 : 0) + index * 34 * scale, y: at.y - up * scale };
    }
    // towards the middle of the table, so that no card lies on another's place
    const [dx, dy] = [600 - at.x, 130 - at.y];
    const away = 110 / Math.hypot(dx, dy);
    return { x: at.x + dx * away + index * 34, y: at.y + dy * away - index * 6 };
  }

  /** Community cards lie in a row, the first at the dealer's left. */
  #community(spot: number, index: number): Place {
    const number = this.layout.community_cards;
    const apart = Math.min(this.tall ? 150 : 210, (this.width - 120) / number);
    return { x: this.width / 2 + ((number + 1) / 2 - spot) * apart + index * 34, y: (this.tall ? 330 : 395) - index * 6 };
  }

  area(hand: number, wager: string): Place {
    if (this.layout.electronic) {
      const card = this.#community(spotOf(hand), 0);
      const terminal = this.seatOf(hand);
      const by = AREAS[wager] ?? { x: 0, y: 0 };
      if (terminal === this.own) return { x: card.x + by.x * 0.9, y: card.y + 118 + by.y * 0.9 };
      return { x: card.x + (terminal - (this.layout.seats + 1) / 2) * 16, y: card.y + 58 };
    }
    const row = Math.floor(hand / PLACES);
    const seat = spotOf(hand);
    const at = this.seat(seat);
    const by = AREAS[wager] ?? { x: 0, y: 0 };
    const scale = this.scale(seat);
    return { x: at.x + by.x * scale + row * 44, y: at.y + by.y * scale - (row ? 4 : 0) };
  }

  /** How large what lies on a place is drawn. */
  scaleOf(hand: number): number {
    if (this.layout.electronic) return this.seatOf(hand) === this.own ? 0.9 : 0.42;
    return this.scale(spotOf(hand)) * (hand >= PLACES ? 0.6 : 1);
  }

  paid(hand: number, wager: string): Place {
    const at = this.area(hand, wager);
    const scale = this.scaleOf(hand);
    return { x: at.x + PAID.x * scale, y: at.y + PAID.y * scale };
  }

  /** Where a word above a card stands: within the felt, also at its edge. */
  word(spot: number): Place {
    const { x, y } = this.card(spot, 0);
    const edge = this.tall ? 90 : 0;
    return { x: Math.min(this.width - edge, Math.max(edge, x)), y };
  }

  /** Whether the wagers beside the first one have room to be drawn. */
  hasAreas(hand: number): boolean {
    const seat = this.seatOf(hand);
    return seat === this.own || (!this.tall && !this.layout.electronic);
  }

  /** From where a seat's own chips come. */
  pocket(hand: number): Place {
    return { x: this.seat(this.seatOf(hand)).x, y: this.height + 40 };
  }
}
