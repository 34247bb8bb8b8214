/** What the rooms of the pit share: what they read again and again, and what they ask for. */
import { HouseError, reasonOf, said } from "../lib/house.svelte";
import { freshId } from "../lib/ids";
import type { Command, Problem, Reply, Schemas } from "../lib/kinds";

export type Glance = Schemas["TableGlance"];
export type WinLine = Schemas["WinLine"];
export type Slip = Schemas["Slip"];
export type Audit = Schemas["HouseAudit"];
export type PitAlert = Schemas["PitAlert"];
export type FloorView = Schemas["FloorView"];
export type FloorOffer = Schemas["FloorOffer"];
export type Proposal = Schemas["ProposalView"];
export type Rating = Schemas["PlayerRating"];
export type Session = Schemas["SessionRating"];
export type DealerTime = Schemas["DealerTime"];
export type Meter = Schemas["HouseMeter"];
export type Individual = Schemas["Individual"];
export type Box = Schemas["DropBox"];
export type HoursNow = Schemas["HoursNow"];
export type HouseChips = Schemas["HouseChips"];
export type Settings = Schemas["TableSettings"];
export type Sample = Schemas["SampleHouse"];
export type HouseChoices = Schemas["House"];

/** Something that is read from the house, and again every few seconds while the page is seen. */
export class Fresh<T> {
  value = $state.raw<T | null>(null);
  problem = $state("");

  constructor(readonly read: () => Promise<T>) {}

  async look(): Promise<void> {
    try {
      this.value = await this.read();
      this.problem = "";
    } catch (wrong) {
      this.problem = reasonOf(wrong);
    }
  }

  /** Read now and every so many milliseconds; gives how to stop that. */
  keep(every = 5000): () => void {
    void this.look();
    const timer = setInterval(() => {
      if (!document.hidden) void this.look();
    }, every);
    return () => clearInterval(timer);
  }
}

/** The outcome of the last request. */
export class Desk {
  reply = $state.raw<Reply | null>(null);
  problem = $state.raw<Problem | null>(null);
  busy = $state(false);

  /** Ask for something under an id of its own; tells whether it was accepted, or waits for a second person. */
  ask(path: string, command: Command): Promise<boolean> {
    return this.do(() => said<Reply>("POST", path, { id: freshId(), command }));
  }

  async do(asking: () => Promise<Reply | null>): Promise<boolean> {
    this.busy = true;
    this.reply = this.problem = null;
    try {
      this.reply = await asking();
      return this.reply === null || this.reply.accepted || Boolean(this.reply.proposal);
    } catch (wrong) {
      if (!(wrong instanceof HouseError)) throw wrong;
      this.problem = wrong.problem;
      return false;
    } finally {
      this.busy = false;
    }
  }
}

export const tablePath = (table: string): string => `/api/tables/${encodeURIComponent(table)}`;
export const pitPath = (table: string): string => `/api/pit/tables/${encodeURIComponent(table)}`;

/** Parse dollars to cents; null if it is not an amount. */
export function cents(written: string): number | null {
  const plain = written.replaceAll(",", "").replace(/^\$/, "").trim();
  return /^\d+(\.\d{1,2})?$/.test(plain) ? Math.round(Number(plain) * 100) : null;
}

export function percent(share: number | null | undefined, digits = 1): string {
  return share === null || share === undefined ? "–" : `${(share * 100).toFixed(digits)}%`.replace("-", "−");
}
