/** The documents, with their own names: what a table is called that has its rulebook's name. */
import { said } from "./house.svelte";
import type { LawDocument } from "./kinds";

class Documents {
  list = $state.raw<LawDocument[]>([]);
  #asked: Promise<void> | null = null;

  /** Read them, once for the whole page. */
  open(): Promise<void> {
    this.#asked ??= said<LawDocument[]>("GET", "/api/law").then((found) => void (this.list = found));
    this.#asked.catch(() => (this.#asked = null)); // the next request tries again
    return this.#asked;
  }

  /** What a rulebook is called: by its document, where it is one's. */
  nameOf(rulebook: string): string {
    return this.list.find((each) => each.rulebook === rulebook)?.name ?? rulebook;
  }

  /** What a table is called: by its document where it has its rulebook's name, otherwise by its own. */
  called(table: string, rulebook = table): string {
    return table === rulebook ? this.nameOf(rulebook) : table;
  }
}

export const documents = new Documents();
