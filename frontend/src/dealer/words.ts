/** What acts, hands and cards are called at a dealer's console. */
import type { Action, Command, Duty } from "../lib/kinds";
import { texts } from "../texts/index.svelte";

const PLACES = 100;
/** Fields that make another act of the same command. */
const FLAGS = ["face_up", "unsaid", "by_hand", "by_next", "exposed"];

export const commandOf = (action: Action): Command => action.command as Command;

/** A hand by its place: a seat, behind a seat, or a terminal on a community card. */
export function placeName(place: number, electronic: boolean): string {
  const t = texts.t.dealer.place;
  if (place === 0) return t.dealer;
  if (place < PLACES) return t.seat(place);
  const [row, spot] = [Math.floor(place / PLACES), place % PLACES];
  return electronic ? t.terminal(row, spot) : t.behind(spot);
}

/** What is due, in a few words. */
export function dutyName(duty: Duty, electronic: boolean): string {
  const t = texts.t.dealer;
  const act = t.acts[duty.act] ?? duty.act;
  if (duty.act === "deal_card" && duty.seat !== null) return duty.seat === 0 ? t.dealDealer : t.dealTo(placeName(duty.seat, electronic));
  if (duty.seat === null || duty.seat === 0 || duty.role !== "dealer") return act;
  return t.of(act, placeName(duty.seat, electronic));
}

/** What makes a command another act than others of its name. */
export function kindOf(action: Action): string {
  const command = commandOf(action);
  if (command.command === "PlaceCoverCard" && action.most) return "PlaceCoverCard=";
  return command.command + (FLAGS.some((flag) => command[flag] === true) ? "+" : "");
}

/** What an action is called on a button. */
export function actionName(action: Action, electronic: boolean): string {
  const t = texts.t.dealer;
  const command = commandOf(action);
  switch (command.command) {
    case "Perform":
      return t.acts[String(command["act_done"])] ?? String(command["act_done"]);
    case "Rule":
      return t.ruled[String(command["ruling"])] ?? String(command["ruling"]);
    case "ReportIrregularity": {
      const what = t.irregularities[String(command["irregularity"])] ?? String(command["irregularity"]);
      return what.charAt(0).toUpperCase() + what.slice(1);
    }
    default: {
      const name = t.commands[kindOf(action)] ?? t.acts[action.does ?? ""] ?? command.command;
      const place = command["seat"];
      return command.command === "DeclareAbandoned" && typeof place === "number" ? t.of(name, placeName(place, electronic)) : name;
    }
  }
}

/** A card in words, for those who hear the page. */
export function cardName(card: string): string {
  const t = texts.t.dealer;
  const [rank, suit] = [card.slice(0, -1), card.slice(-1)];
  if (!card || card.startsWith("?")) return t.faceDown;
  return t.cardOf(t.rank[rank] ?? rank, t.suit[suit] ?? suit);
}

const SYMBOLS: Record<string, string> = { C: "♣", D: "♦", H: "♥", S: "♠" };

/** A card as people write it: 10♥. */
export function cardSign(card: string): string {
  return (card.startsWith("T") ? "10" : card.slice(0, -1)) + (SYMBOLS[card.slice(-1)] ?? "");
}
