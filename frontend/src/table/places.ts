/** Where everything lies on the felt, in its own units: a wide table, or a tall one for phones. */
import { rowOf, spotOf } from "../lib/hands";
import type { Layout } from "../lib/kinds";

export interface Place {
  x: number;
  y: number;
}

const AREAS: Record<string, Place> = {
  tie: { x: 60, y: -14 },
  war_tie: { x: 60, y: -14 },
  progressive: { x: -60, y: -14 },
  bonus_spin: { x: -52, y: 38 },
  dealer_wins: { x: 52, y: 38 },
  war: { x: 34, y: 16 },
  match: { x: 34, y: -22 },
  coupon: { x: -48, y: 26 },
};
/** Where backline bettors stand: at the rail behind the seat, the first nearer to it; mirrored left of the middle. */
const BEHIND: Place[] = [{ x: 34, y: 88 }, { x: 80, y: 56 }];
/** On a phone one's own place is beside that of the seat. */
const BESIDE: Place = { x: -144, y: 0 };
const NONE: Place = { x: 0, y: 0 };
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
  /** Where the seconds stand in which wagers can still be placed: clear of what is inscribed. */
  readonly soon: Place;
  /** Where the wheel is turned, and how large: clear of the cards. */
  readonly wheel: Place & { radius: number };
  /** Above which place it is said where the wheel stopped. */
  readonly said: Place;
  /** On a phone, between which lines the inscription stands. */
  readonly inscribed: { top: number; bottom: number };
  /** How many pixels a unit is. */
  readonly unit: number;

  constructor(
    readonly layout: Layout,
    readonly own: number | null,
    /** Whether one stands behind it. */
    readonly stands: boolean,
    readonly pixels: { width: number; height: number },
  ) {
    const room = pixels.height / Math.max(1, pixels.width);
    this.tall = room > 0.92 || pixels.width < 600;
    this.width = this.tall ? 420 : 1200;
    const wanted = this.width * room;
    this.height = this.tall ? Math.max(layout.electronic ? 540 : own === null ? 430 : 484, Math.min(720, wanted)) : Math.max(640, Math.min(900, wanted));
    this.unit = Math.min(pixels.width / this.width, pixels.height / this.height);
    this.shoe = this.tall ? { x: 366, y: 48 } : { x: 1010, y: 118 };
    this.rack = this.tall ? { x: 48, y: 48 } : { x: 190, y: 118 };
    this.dealer = this.tall ? { x: 196, y: Math.max(70, 49 + this.#called) } : { x: 600, y: 122 };
    this.tray = { x: this.dealer.x, y: -40 };
    this.middle = this.tall ? { x: 210, y: 156 } : { x: 600, y: 250 };
    this.soon = !this.tall ? { x: 600, y: 334 } : { x: 210, y: layout.electronic ? 196 : own === null ? 214 : this.height - this.#others - 70 };
    this.inscribed = { top: this.dealer.y + 48, bottom: own === null || layout.electronic ? 186 : this.#free };
    this.wheel = this.tall ? this.#wheelOnPhone() : { x: 384, y: 126, radius: 98 };
    this.said = !this.tall ? { x: 812, y: 168 } : own === null || layout.electronic ? { x: 306, y: 262 } : { x: 290, y: this.#free };
  }

  /** On a phone, left of the dealer's cards and above the others' results. */
  #wheelOnPhone(): Place & { radius: number } {
    if (this.own === null || this.layout.electronic) return { x: 108, y: 212, radius: 94 };
    const radius = Math.min(78, (this.#free - 26) / 2);
    return { x: 82, y: this.#free - radius, radius };
  }

  /** On a phone, how high the line is on which the dealer's name stands. */
  get #called(): number {
    return 1.25 * Math.max(15, 11 / this.unit);
  }

  /** On a phone, down to where nothing of the others lies. */
  get #free(): number {
    return this.height - this.#others - 92;
  }

  /** On a phone, how far from the bottom the others sit. */
  get #others(): number {
    return this.layout.backline ? 224 : 204;
  }

  /** Whether a place is drawn small: another's, on a phone. */
  #isSmall(hand: number): boolean {
    return this.tall && !this.layout.electronic && spotOf(hand) !== this.own;
  }

  get left(): number {
    return Math.max(0, (this.pixels.width - this.width * this.unit) / 2);
  }

  /** The seat or terminal that a hand belongs to. */
  seatOf(hand: number): number {
    if (this.layout.electronic) return rowOf(hand) || hand;
    return spotOf(hand);
  }

  /** How large the things of a seat are drawn. */
  scale(seat: number): number {
    if (!this.tall) return 1;
    return seat === this.own ? 1.15 : this.own === null ? 0.8 : 0.6;
  }

  seat(seat: number): Place {
    const { seats, electronic } = this.layout;
    const bottom = this.height - (!this.tall ? 118 : this.layout.backline ? 108 : 62);
    if (electronic) {
      const share = seats > 1 ? (seat - 1) / (seats - 1) : 0.5;
      const [most, wide] = this.tall ? [388, 356] : [1010, 820];
      return { x: most - wide * share, y: this.height - (this.tall ? 40 : 82 + 70 * Math.abs(share - 0.5)) };
    }
    if (this.tall && seat === this.own) return { x: this.stands ? 196 : 140, y: this.height - 76 };
    const others = Array.from({ length: seats }, (_, at) => at + 1).filter((each) => !this.tall || each !== this.own);
    const share = others.length > 1 ? others.indexOf(seat) / (others.length - 1) : 0.5;
    if (this.tall && this.own !== null) return { x: 386 - 352 * share, y: this.height - this.#others + 8 * Math.sin(Math.PI * share) };
    const angle = ((23 + 134 * share) * Math.PI) / 180;
    if (this.tall) return { x: 210 + 176 * Math.cos(angle), y: 190 + (bottom - 190) * Math.sin(angle) };
    return { x: 600 + 482 * Math.cos(angle), y: 205 + (bottom - 215) * Math.sin(angle) };
  }

  card(spot: number, index: number): Place {
    if (spot === 0) return { x: this.dealer.x + index * 46, y: this.dealer.y };
    if (this.layout.electronic) return this.#community(spot, index);
    const at = this.seat(spot);
    const scale = this.scale(spot);
    if (this.tall) {
      // one's own beside the wagers, so that nothing lies on the others' row
      if (spot === this.own) return { x: at.x + 136 + index * 34 * scale, y: at.y - 10 };
      return { x: at.x + index * 20 * scale, y: at.y - 66 * scale };
    }
    // towards the middle of the table, so that no card lies on another's place; further from a seat at its side,
    // beside whose wager another one's area lies that way
    const [dx, dy] = [600 - at.x, 130 - at.y];
    const far = Math.hypot(dx, dy);
    const away = (110 + (24 * Math.abs(dx)) / far) / far;
    return { x: at.x + dx * away + index * 34, y: at.y + dy * away - index * 6 };
  }

  /** Community cards lie in a row, the first at the dealer's left. */
  #community(spot: number, index: number): Place {
    const number = this.layout.community_cards;
    const apart = Math.min(this.tall ? 110 : 210, (this.width - 80) / number);
    return { x: this.width / 2 + ((number + 1) / 2 - spot) * apart + index * 34, y: (this.tall ? 262 : 362) - index * 6 };
  }

  area(hand: number, wager: string): Place {
    if (this.layout.electronic) {
      const card = this.#community(spotOf(hand), 0);
      const terminal = this.seatOf(hand);
      const by = AREAS[wager] ?? NONE;
      if (terminal === this.own) return { x: card.x + by.x * 0.9, y: card.y + 118 + by.y * 0.9 };
      return { x: card.x + (terminal - (this.layout.seats + 1) / 2) * 16, y: card.y + 58 };
    }
    const at = rowOf(hand) ? this.#behind(hand) : this.seat(hand);
    const by = AREAS[wager] ?? NONE;
    const scale = this.scaleOf(hand) * (this.#isSmall(hand) && Math.abs(by.x) > 40 ? 0.5 : 1);
    return { x: at.x + by.x * scale * (this.#turned(hand, by, at) ? -1 : 1), y: at.y + by.y * scale };
  }

  /** Whether it lies on the other side: what would be on the rail, or another backline bettor's. */
  #turned(hand: number, by: Place, at: Place): boolean {
    const right = at.x > this.width / 2;
    if (rowOf(hand)) return !this.#isBeside(hand) && (rowOf(hand) === 1) === right;
    return !this.tall && !right && by.y > 0 && Math.abs(by.x) > 40;
  }

  #isBeside(hand: number): boolean {
    return this.tall && spotOf(hand) === this.own;
  }

  #behind(hand: number): Place {
    const spot = spotOf(hand);
    const at = this.seat(spot);
    if (this.#isBeside(hand)) return { x: at.x + BESIDE.x, y: at.y + BESIDE.y - (rowOf(hand) - 1) * 70 };
    const by = BEHIND[rowOf(hand) - 1] ?? { x: 0, y: 88 + 30 * rowOf(hand) };
    const scale = this.scale(spot);
    return { x: at.x + by.x * scale * (at.x < this.width / 2 ? -1 : 1), y: at.y + by.y * scale };
  }

  /** How large what lies on a place is drawn. */
  scaleOf(hand: number): number {
    if (this.layout.electronic) return this.seatOf(hand) === this.own ? 0.9 : 0.42;
    return this.scale(spotOf(hand)) * (rowOf(hand) ? 0.7 : 1);
  }

  /** How large chips are drawn: those beside the first wager smaller where they have little room. */
  chips(hand: number, wager: string): number {
    return this.scaleOf(hand) * (this.#isSmall(hand) && Math.abs((AREAS[wager] ?? NONE).x) > 40 ? 0.75 : 1);
  }

  paid(hand: number, wager: string): Place {
    const at = this.area(hand, wager);
    const scale = this.chips(hand, wager);
    return { x: at.x + PAID.x * scale, y: at.y + PAID.y * scale };
  }

  /** Where a word stands: above the card, or over the place once it is gone; under one's own on a phone, clear of the others; a long one at every other seat there on the place, below what is inscribed. */
  word(hand: number, lies: boolean, long = false): Place {
    const spot = spotOf(hand);
    const at = this.seat(spot);
    const card = this.card(spot, 0);
    if (this.layout.electronic) return { x: card.x, y: card.y - 68 };
    const above = rowOf(hand) ? 30 : 0;
    if (!this.tall) return lies ? { x: card.x, y: card.y - 68 - above } : { x: at.x, y: at.y - 62 - above };
    if (spot === this.own) return rowOf(hand) ? { x: Math.max(62, this.#behind(hand).x), y: at.y + 46 } : { x: card.x, y: at.y + 57 };
    const { x, y } = lies ? { x: card.x, y: card.y - 37 } : { x: at.x, y: at.y - 62 * this.scale(spot) };
    const lower = long && (spot + (spot > (this.own ?? 0) ? 1 : 0)) % 2 ? at.y - y : 0;
    return { x: Math.min(this.width - 30, Math.max(30, x)), y: y - above + lower };
  }

  /** How far one's own word may reach to the left, where one's name stands on a phone, and to the right, where the screen ends. */
  get reach(): { left: number; right: number } {
    const own = this.own ?? 0;
    const { x } = this.card(own, 0);
    return { left: this.seat(own).x + Math.max(22, 13 / this.unit) - x, right: this.width + this.left / this.unit - 6 - x };
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
