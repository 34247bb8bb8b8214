/** Cards by their codes, such as TH: how they are written, and how they are called. */
import { texts } from "../texts/index.svelte";

export const SUITS: Record<string, string> = { C: "♣", D: "♦", H: "♥", S: "♠" };

export const suitOf = (card: string): string => card.slice(-1);
export const isRed = (card: string): boolean => "DH".includes(suitOf(card));
/** Whether it is face down or unknown. */
export const isHidden = (card: string): boolean => !card || card.startsWith("?");

/** A rank as it stands on a card: 10, not T. */
export const rankSign = (rank: string): string => (rank === "T" ? "10" : rank);
export const rankOf = (card: string): string => rankSign(card.slice(0, -1));

/** A card as people write it: 10♥. */
export const cardSign = (card: string): string => rankOf(card) + (SUITS[suitOf(card)] ?? "");

/** A card in words, for those who hear the page. */
export function cardName(card: string): string {
  const t = texts.t.trade;
  const [rank, suit] = [card.slice(0, -1), suitOf(card)];
  return isHidden(card) ? t.faceDown : t.cardOf(t.rank[rank] ?? rank, t.suit[suit] ?? suit);
}
