/** What acts and hands are called at a dealer's console. */
import { rowOf, spotOf } from "../lib/hands";
import { commandOf, type Action, type Command, type Duty } from "../lib/kinds";
import { texts } from "../texts/index.svelte";

/** Fields that make another act of the same command. */
const FLAGS = ["face_up", "unsaid", "by_hand", "by_next", "exposed"];

/** A hand by its place: a seat, behind a seat, or a terminal on a community card. */
export function placeName(place: number, electronic: boolean): string {
  const t = texts.t.dealer.place;
  if (place === 0) return t.dealer;
  if (!rowOf(place)) return t.seat(place);
  return electronic ? t.terminal(rowOf(place), spotOf(place)) : t.behind(spotOf(place));
}

/** A word of the trade by its code: of the shoe, or of the shuffler that deals the cards itself. */
export function wordOf(words: Record<string, string>, code: string, inDevice: boolean): string | undefined {
  return (inDevice ? texts.t.trade.inDevice[code] : undefined) ?? words[code];
}

/** What play stopped for. */
export function irregularityName(code: string, inDevice: boolean): string {
  return wordOf(texts.t.trade.irregularities, code, inDevice) ?? code;
}

/** What is due, in a few words. */
export function dutyName(duty: Duty, electronic: boolean, inDevice: boolean): string {
  const t = texts.t.dealer;
  const act = wordOf(texts.t.trade.acts, duty.act, inDevice) ?? duty.act;
  if (duty.act === "deal_card" && duty.seat !== null) return duty.seat === 0 ? t.dealDealer : t.dealTo(placeName(duty.seat, electronic));
  if (duty.seat === null || duty.seat === 0 || duty.role !== "dealer") return act;
  return t.of(act, placeName(duty.seat, electronic));
}

/** What makes a command another act than others of its name. */
export function kindOf(action: Action): string {
  const command = commandOf(action);
  return command.command === "PlaceCoverCard" && action.most ? "PlaceCoverCard=" : flagged(command);
}

/** A command's name, marked where a field makes another act of it. */
export function flagged(command: Command): string {
  return command.command + (FLAGS.some((flag) => command[flag] === true) ? "+" : "");
}

/** What an action is called on a button. */
export function actionName(action: Action, electronic: boolean, inDevice: boolean): string {
  const { dealer: t, trade } = texts.t;
  const command = commandOf(action);
  switch (command.command) {
    case "Perform":
      return wordOf(trade.acts, String(command["act_done"]), inDevice) ?? String(command["act_done"]);
    case "Rule":
      return trade.rulings[String(command["ruling"])] ?? String(command["ruling"]);
    case "ReportIrregularity": {
      const what = irregularityName(String(command["irregularity"]), inDevice);
      return what.charAt(0).toUpperCase() + what.slice(1);
    }
    default: {
      const name = wordOf(t.commands, kindOf(action), inDevice) ?? wordOf(trade.acts, action.does ?? "", inDevice) ?? command.command;
      const place = command["seat"];
      return command.command === "DeclareAbandoned" && typeof place === "number" ? t.of(name, placeName(place, electronic)) : name;
    }
  }
}
