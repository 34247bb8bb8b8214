/** Where everything lies on the felt, in its own units: 1200 across, 660 down. */

export interface Place {
  x: number;
  y: number;
}

export const SHOE: Place = { x: 1010, y: 120 };
export const RACK: Place = { x: 190, y: 120 };
export const DEALER: Place = { x: 600, y: 120 };
export const TRAY: Place = { x: 600, y: 20 };

/** Seat 1 is at the dealer's left, so on the right as a player looks. */
export function seatAt(seat: number, seats: number): Place {
  const share = seats > 1 ? (seat - 1) / (seats - 1) : 0.5;
  const angle = ((24 + 132 * share) * Math.PI) / 180;
  return { x: 600 + 480 * Math.cos(angle), y: 205 + 335 * Math.sin(angle) };
}

export function cardAt(spot: number, index: number, seats: number): Place {
  if (spot === 0) return { x: DEALER.x + index * 46, y: DEALER.y };
  const at = seatAt(spot, seats);
  return { x: at.x + index * 30, y: at.y - 112 - index * 8 };
}

const AREAS: Record<string, Place> = {
  initial: { x: 0, y: 0 },
  war: { x: 0, y: 0 },
  match: { x: 0, y: 0 },
  tie: { x: 58, y: -16 },
  war_tie: { x: 58, y: -16 },
  progressive: { x: -58, y: -16 },
  bonus_spin: { x: -50, y: 34 },
  dealer_wins: { x: 50, y: 34 },
};

export function areaAt(seat: number, wager: string, seats: number): Place {
  const at = seatAt(seat, seats);
  const by = AREAS[wager] ?? { x: 0, y: 0 };
  return { x: at.x + by.x, y: at.y + by.y };
}
