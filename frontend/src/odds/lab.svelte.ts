/** The state of the lab, shared by its benches. */
import { said } from "../lib/house.svelte";
import { keepOwnRulebook, ownRulebook } from "../lib/own";
import type { Book, Named } from "./kinds";

/** The lab's name for the custom rulebook. */
export const OWN = "*";
const HOUSE = "own house file";

class Lab {
  shelf = $state.raw<Named[]>([]);
  books = $state.raw<Record<string, Book>>({});

  rulebook = $state("");
  sample = $state(false);
  readings = $state<Record<string, string>>({});
  decks = $state<number | null>(null);
  wager = $state("");
  meter = $state("");
  seen = $state("");
  /** A custom house file, and the settings of sessions; empty for the defaults. */
  house = $state(localStorage.getItem(HOUSE) ?? "");
  bankroll = $state<number | null>(null);
  sessions = $state("");
  roundsAnHour = $state<number | null>(null);

  /** The text in the editor, the rulebook it started from, and its name once it is valid. */
  text = $state(ownRulebook());
  startedFrom = $state("");
  own = $state<{ name: string; base: string; text: string } | null>(null);

  /** The built-in rulebook whose readings, decks and wagers can be chosen. */
  readonly known = $derived(this.rulebook === OWN ? (this.own?.base ?? "") : this.rulebook);
  readonly book = $derived(this.books[this.known]);
  readonly builtIn = $derived(this.shelf.filter((each) => !each.example));

  async open(): Promise<void> {
    if (!this.shelf.length) this.shelf = await said<Named[]>("GET", "/api/rulebooks");
    this.rulebook ||= this.builtIn[0]?.name ?? "";
    this.startedFrom ||= this.rulebook;
    await this.take(this.known);
  }

  async take(name: string): Promise<void> {
    if (!name || this.books[name]) return;
    const book = await said<Book>("GET", `/api/rulebooks/${encodeURIComponent(name)}`);
    this.books = { ...this.books, [name]: book };
  }

  /** Choose another rulebook; the choices for the last one are dropped. */
  choose(name: string): void {
    if (name === this.rulebook) return;
    this.rulebook = name;
    this.readings = {};
    this.meter = "";
    if (name === OWN) this.sample = false;
    void this.take(this.known);
  }

  write(text: string): void {
    this.text = text;
    keepOwnRulebook(text);
  }

  /** Use a house file in place of the sample, or none. */
  furnish(text: string): void {
    this.house = text;
    localStorage.setItem(HOUSE, text);
    if (text.trim()) this.sample = false;
  }

  /** The rulebook of a request. */
  rules(name: string): { rulebook: string } | { text: string } {
    return name === OWN ? { text: this.own?.text ?? "" } : { rulebook: name };
  }

  /** The table as all benches send it. */
  get table() {
    return { ...this.rules(this.rulebook), sample: this.sample && !this.house.trim(), house: this.house, readings: { ...this.readings } };
  }

  get odds() {
    return {
      ...this.table,
      ...(this.decks ? { decks: this.decks } : {}),
      ...(this.wager.trim() ? { wager: this.wager.trim() } : {}),
      ...(this.meter.trim() && this.book?.progressive ? { meter: this.meter.trim() } : {}),
      ...(this.bankroll ? { bankroll: this.bankroll } : {}),
      ...(this.roundsAnHour ? { rounds_per_hour: this.roundsAnHour } : {}),
      sessions: this.sessions.split(/[\s,;]+/).filter(Boolean).map(Number),
      seen: this.seen,
    };
  }
}

export const lab = new Lab();
