/** Where everything lies on the felt, in its own units: a wide table, or a tall one for phones. */

export interface Place {
  x: number;
  y: number;
}

const AREAS: Record<string, Place> = {
  tie: { x: 58, y: -16 },
  war_tie: { x: 58, y: -16 },
  progressive: { x: -58, y: -16 },
  bonus_spin: { x: -50, y: 34 },
  dealer_wins: { x: 50, y: 34 },
};

/** A plan of a table; seat 1 is at the dealer's left, so on the right as a player looks. */
export class Plan {
  readonly width: number;
  readonly height: number;
  readonly extra: number;
  readonly shoe: Place;
  readonly rack: Place;
  readonly dealer: Place;
  readonly tray: Place;

  constructor(
    readonly seats: number,
    readonly own: number | null,
    readonly tall: boolean,
    room: number,
  ) {
    this.width = tall ? 600 : 1200;
    /** How much more than the usual height there is to fill. */
    this.extra = tall ? 0 : Math.max(0, Math.min(150, this.width * room - 660));
    this.height = tall ? 700 : 660 + this.extra;
    this.shoe = tall ? { x: 505, y: 90 } : { x: 1010, y: 120 };
    this.rack = tall ? { x: 80, y: 90 } : { x: 190, y: 120 };
    this.dealer = tall ? { x: 290, y: 105 } : { x: 600, y: 120 };
    this.tray = { x: this.dealer.x, y: 0 };
  }

  /** How large the things of a seat are drawn. */
  scale(seat: number): number {
    if (!this.tall) return 1;
    return seat === this.own ? 1.45 : this.own === null ? 0.95 : 0.72;
  }

  seat(seat: number): Place {
    if (this.tall && seat === this.own) return { x: 300, y: 560 };
    const others = Array.from({ length: this.seats }, (_, at) => at + 1).filter((each) => !this.tall || each !== this.own);
    const share = others.length > 1 ? others.indexOf(seat) / (others.length - 1) : 0.5;
    if (this.tall && this.own !== null) return { x: 545 - 490 * share, y: 318 + 26 * Math.sin(Math.PI * share) };
    const angle = ((24 + 132 * share) * Math.PI) / 180;
    if (this.tall) return { x: 300 + 232 * Math.cos(angle), y: 250 + 330 * Math.sin(angle) };
    return { x: 600 + 480 * Math.cos(angle), y: 205 + (335 + this.extra) * Math.sin(angle) };
  }

  card(spot: number, index: number): Place {
    if (spot === 0) return { x: this.dealer.x + index * 46, y: this.dealer.y };
    const at = this.seat(spot);
    const scale = this.scale(spot);
    if (this.tall) {
      const up = spot === this.own ? 112 : 62;
      return { x: at.x + index * 30 * scale, y: at.y - up * scale - index * 8 };
    }
    // towards the middle of the table, so that no card lies on another's place
    const [dx, dy] = [600 - at.x, 130 - at.y];
    const away = 108 / Math.hypot(dx, dy);
    return { x: at.x + dx * away + index * 30, y: at.y + dy * away - index * 8 };
  }

  area(seat: number, wager: string): Place {
    const at = this.seat(seat);
    const by = AREAS[wager] ?? { x: 0, y: 0 };
    const scale = this.scale(seat);
    return { x: at.x + by.x * scale, y: at.y + by.y * scale };
  }

  /** Whether the wagers beside the first one have room to be drawn at a seat. */
  hasAreas(seat: number): boolean {
    return !this.tall || seat === this.own || this.own === null;
  }

  /** From where a seat's own chips come. */
  pocket(seat: number): Place {
    return { x: this.seat(seat).x, y: this.height + 40 };
  }
}
