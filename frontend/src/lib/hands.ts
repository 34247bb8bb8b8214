/** Hands by their numbers: that of a seat, or with the row or terminal before it in hundreds. */
const PLACES = 100;

export const spotOf = (hand: number): number => hand % PLACES;
/** Behind which row, or at which terminal; none for a hand at its seat. */
export const rowOf = (hand: number): number => Math.floor(hand / PLACES);
