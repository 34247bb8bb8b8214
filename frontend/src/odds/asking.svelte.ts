/** Requests to the lab: the last one counts, whatever is answered first. */
import { reasonOf, said, sent } from "../lib/house.svelte";
import { texts } from "../texts/index.svelte";

export class Asking<T> {
  value = $state.raw<T | null>(null);
  problem = $state("");
  busy = $state(false);

  #last = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Send a request after a pause, unless another follows. Reading the language makes effects ask again when it changes. */
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

/** Download a file from the house. */
export async function download(method: string, path: string, name: string, body?: unknown): Promise<void> {
  keep(await (await sent(method, path, body)).blob(), name);
}

/** Save content as a file. */
export function keep(content: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
