/** Types of the house's messages, generated from its OpenAPI description. */
import type { components } from "./schema";

export type Schemas = components["schemas"];
export type Look = Schemas["TableLook"];
export type Layout = Schemas["TableLayout"];
export type Summary = Schemas["TableSummary"];
export type Myself = Schemas["Myself"];
export type State = Schemas["Table"];
export type Round = Schemas["Round"];
export type Hand = Schemas["Hand"];
export type Told = Schemas["ToldEvent"];
export type Action = Schemas["OfferedAction"];
export type Duty = Schemas["Duty"];
export type HandResult = Schemas["HandResult"];
export type ChoiceCosts = Schemas["ChoiceCosts"];
export type ChoiceWorth = Schemas["ChoiceWorth"];
export type Reply = Schemas["Reply"];
export type Problem = Schemas["Problem"];
export type Wager = "initial" | "tie" | "dealer_wins" | "progressive" | "bonus_spin";

/** An event as the journal has it; which fields it has depends on its kind. */
export interface Event {
  event: string;
  seat?: number | null;
  seats?: number[];
  card?: string;
  cards?: string[];
  war?: number;
  wager?: string;
  amount?: number;
  comparison?: "higher" | "lower" | "tie";
  choice?: "war" | "surrender";
  round?: number;
  meter?: string;
  player?: string;
  hot_spot?: string;
  community?: string;
  from_aside?: boolean;
  combinations?: string[];
}

export interface Commit {
  table: string;
  version: number;
  entries: { who: string; events: Event[] }[];
}

export type Command = { command: string } & Record<string, unknown>;
/** What an action that the house offers would command. */
export const commandOf = (offered: { command: object }): Command => offered.command as Command;
export type SignMeter = Schemas["SignMeter"];
export type OwnRound = Schemas["OwnRound"];
export type OwnSitting = Schemas["OwnSitting"];
export type CashMovement = Schemas["CashMovement"];
export type OwnLimit = Schemas["LimitInForce"];
export type LawDocument = Schemas["LawDocument"];
export type LawText = Schemas["LawText"];
export type Clause = Schemas["Coverage"];
export type ReadingEffect = Schemas["EffectOfReading"];
