/** Commands in words, for those who have to agree to them. */
import { dollars } from "../lib/money";
import { texts } from "../texts/index.svelte";

/** Describe a command for the person who confirms it. */
export function inWords(command: object): string {
  const { floor: t, trade } = texts.t;
  const said = command as Record<string, unknown>;
  const kind = String(said["command"]);
  const parts = [t.commands[kind] ?? kind];
  if (said["ruling"]) parts.push(trade.rulings[String(said["ruling"])] ?? String(said["ruling"]));
  if (said["meter"]) parts.push(String(said["meter"]));
  if (said["day"]) parts.push(`${String(said["table"])} ${String(said["day"])}`);
  if (typeof said["change"] === "number") parts.push(dollars(said["change"], true));
  if (typeof said["amount"] === "number") parts.push(dollars(said["amount"]));
  if (said["player"]) parts.push(String(said["player"]));
  if (said["note"]) parts.push(`“${String(said["note"])}”`);
  return parts.join(" · ");
}

/** What the house calls the dealer where software deals. */
export const SOFTWARE = "dealer";
