/** What a war brings, as the felt and the choice on a tie say it. */
import type { Layout } from "../lib/kinds";
import { texts } from "../texts/index.svelte";

type Inscription = Layout["inscription"][number];

/** What a war that is won pays, and one that is tied: odds, the dealer's match, or both. */
export function warBrings({ pays = "", match = false, tied = "", tied_match = false }: Inscription): [won: string, tied: string] {
  const t = texts.t;
  const [won, even] = [pays, tied].map((odds) => odds.replace(" to ", t.to)) as [string, string];
  if (match && tied_match && !won && even) return [t.match(""), t.more(even)];
  return [match ? t.match(won) : won, tied_match ? t.match(even) : even];
}
