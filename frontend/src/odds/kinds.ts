/** Types of the lab's messages, generated from the OpenAPI description. */
import type { Schemas } from "../lib/kinds";

export type Named = Schemas["RulebookNamed"];
export type Book = Schemas["LabRulebook"];
export type Told = Schemas["ReportTold"];
export type Checked = Schemas["CheckTold"];
export type StartText = Schemas["RulebookText"];
export type Simulation = Schemas["SimulationTold"];
export type Report = Schemas["Report"];
export type Section = Schemas["Section"];

/** A curve as the lab tells it for programs. */
export interface Curve {
  edge: string;
  along: Along;
  own: number;
  points: { at: number; says: string }[];
  wagers: { name: string; called?: string | undefined; edges: ({ exact: string; value: number; says: string } | null)[] }[];
}

export type Along = "decks" | "removed" | "wager" | "meter";
