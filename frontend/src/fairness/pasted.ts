/** What somebody pastes: one card's proof, several, or a round as the house gives it out. */
import { isProof, wayOf, type Proof, type Way } from "./proof";

export interface Pasted {
  proofs: Proof[];
  /** The cards that the record of a round says were shown, in order; none, where there is no record. */
  recorded: string[] | null;
  commitment: string;
  cards: number | null;
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
  const whole = (Array.isArray(value) ? { proofs: value } : value) as Record<string, unknown> | null;
  if (typeof whole !== "object" || whole === null) return null;
  const proofs: unknown = isProof(whole) ? [whole] : (whole["proofs"] ?? (whole["proof"] ? [whole["proof"]] : []));
  if (!Array.isArray(proofs) || !proofs.length || !proofs.every(isProof)) return null;
  const record = whole["record"];
  const told = isProof(whole) ? {} : whole;
  return {
    proofs,
    recorded: typeof record === "string" ? record.split("\n").flatMap((line) => SHOWN.exec(line)?.[1] ?? []) : null,
    commitment: typeof told["commitment"] === "string" ? told["commitment"] : "",
    cards: typeof told["cards"] === "number" ? told["cards"] : null,
  };
}

/** Where a proof leads: to the commitment that was named, to one that the house published, elsewhere, or nowhere. */
export type Leads = "named" | "published" | "elsewhere" | "unknown" | "nowhere";

export interface Verdict {
  proof: Proof;
  way: Way | null;
  leads: Leads;
  /** Whether the record of the round shows the same card at this point. */
  recorded: boolean;
}

/** Judge proofs by the commitment that was named or, where none was, by those that the house is known to have published. */
export function judged(found: Pasted, named: { commitment: string; cards: number | null }, published: Map<string, number>): Verdict[] {
  const matches = found.recorded?.length === found.proofs.length;
  return found.proofs.map((proof, index) => {
    const way = wayOf(proof);
    return { proof, way, leads: leading(proof, way, named, published), recorded: !found.recorded || (matches && found.recorded[index] === proof.card) };
  });
}

function leading(proof: Proof, way: Way | null, named: { commitment: string; cards: number | null }, published: Map<string, number>): Leads {
  if (!way) return "nowhere";
  if (named.commitment) return way.root === named.commitment && (named.cards ?? proof.cards) === proof.cards ? "named" : "elsewhere";
  if (published.has(way.root)) return published.get(way.root) === proof.cards ? "published" : "elsewhere";
  return published.size ? "elsewhere" : "unknown";
}
