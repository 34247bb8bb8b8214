/** Pasted text: one or more proofs of cards, or an exported round. */
import { isProof, wayOf, type Proof, type Way } from "./proof";

/** A commitment and its number of cards; empty if there is none. */
export interface Commitment {
  commitment: string;
  cards: number | null;
}

/** A card's proof, and the commitment that its text names. */
export interface PastedCard extends Commitment {
  proof: Proof;
}

export interface Pasted {
  cards: PastedCard[];
  /** The cards that the record of a round says were shown, in order; none, where there is no record. */
  recorded: string[] | null;
}

const SHOWN = /^\s+(?:CardDealt|CardBurned|CardFoundFaceUp|CardDrawnInError)\b.*?\bcard=(\S+)/;

/** Read what was pasted; nothing, where it is none of these. */
export function pasted(text: string): Pasted | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  const cards = cardsOf(value);
  if (!cards?.length) return null;
  const record = (value as Record<string, unknown>)["record"];
  return { cards, recorded: typeof record === "string" ? record.split("\n").flatMap((line) => SHOWN.exec(line)?.[1] ?? []) : null };
}

/** Proofs alone; one beside its commitment; or those of a round, which surveillance's have beside each. */
function cardsOf(value: unknown): PastedCard[] | null {
  if (isProof(value)) return [{ proof: value, commitment: "", cards: null }];
  if (Array.isArray(value)) {
    const found = value.map(cardsOf);
    return found.every((each) => each?.length === 1) ? found.flatMap((each) => each ?? []) : null;
  }
  if (typeof value !== "object" || value === null) return null;
  const { proof, proofs, cards, commitment } = value as Record<string, unknown>;
  if (isProof(proof)) {
    const named = typeof commitment === "string" ? commitment : "";
    return [{ proof, commitment: named, cards: named && typeof cards === "number" ? cards : null }];
  }
  return Array.isArray(proofs ?? cards) ? cardsOf(proofs ?? cards) : null;
}

/** Where a proof leads: to the commitment that was noted, to one that the house published, elsewhere, or nowhere. */
export type Leads = "noted" | "published" | "elsewhere" | "unknown" | "nowhere";

export interface Verdict extends PastedCard {
  way: Way | null;
  leads: Leads;
  /** Whether the record of the round shows the same card at this point. */
  recorded: boolean;
}

/**
 * Judge proofs by the commitment that was noted or, where none was, by those that the house is known to have published.
 *
 * The commitment in a file proves nothing, since its author could name any; but it must match.
 */
export function judged(found: Pasted, noted: Commitment, published: Map<string, number>): Verdict[] {
  const matches = found.recorded?.length === found.cards.length;
  return found.cards.map((card, index) => {
    const way = wayOf(card.proof);
    return { ...card, way, leads: leading(card, way, noted, published), recorded: !found.recorded || (matches && found.recorded[index] === card.proof.card) };
  });
}

function leading(card: PastedCard, way: Way | null, noted: Commitment, published: Map<string, number>): Leads {
  const { proof } = card;
  const fits = (to: Commitment): boolean => way?.root === to.commitment && (to.cards ?? proof.cards) === proof.cards;
  if (!way) return "nowhere";
  if (card.commitment && !fits(card)) return "elsewhere";
  if (noted.commitment) return fits(noted) ? "noted" : "elsewhere";
  if (published.has(way.root)) return published.get(way.root) === proof.cards ? "published" : "elsewhere";
  return published.size ? "elsewhere" : "unknown";
}
