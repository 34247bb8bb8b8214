/** Asking the lab: the last question counts, whatever is answered first. */
import { reasonOf, said, sent } from "../lib/house.svelte";
import { texts } from "../texts/index.svelte";

export class Asking<T> {
  value = $state.raw<T | null>(null);
  problem = $state("");
  busy = $state(false);

  #last = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Ask, unless something else is asked within a moment; an effect that asks does so again in another language. */
  ask(path: string, body: unknown, wait = 0): void {
    void texts.language;
    clearTimeout(this.#timer);
    this.#last += 1;
    const mine = this.#last;
    this.busy = true;
    this.#timer = setTimeout(() => void this.#asked(mine, path, body), wait);
  }

  async #asked(mine: number, path: string, body: unknown): Promise<void> {
    try {
      const told = await said<T>("POST", path, body);
      if (mine !== this.#last) return;
      this.value = told;
      this.problem = "";
    } catch (wrong) {
      if (mine !== this.#last) return;
      this.problem = reasonOf(wrong);
    }
    this.busy = false;
  }
}

/** Fetch a file that the house makes, and keep it under a name. */
export async function download(method: string, path: string, name: string, body?: unknown): Promise<void> {
  keep(await (await sent(method, path, body)).blob(), name);
}

/** Have the browser keep something as a file. */
export function keep(content: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
