/** Accounts of the house by the names that people have for them. */
import { placeName } from "../dealer/words";
import { texts } from "../texts/index.svelte";

/** Name an account of a table or of the house; unknown ones keep their name in the books. */
export function accountName(account: string, electronic: boolean): string {
  const t = texts.t.watch;
  const [kind = "", ...rest] = account.split("/");
  if (kind === "cage") return t.cage;
  if (kind === "player") return t.accountOf(rest.join("/"));
  if (kind === "meter") return t.meterOf(rest.join("/"));
  if (kind !== "table") return account;
  const [, place = "", ...whose] = rest;
  const name = whose.join("/");
  switch (place) {
    case "chips":
      return t.chipsOf(name);
    case "bank":
      return t.bankOf(name);
    case "inventory":
      return t.tray;
    case "meter":
      return t.meterOf(texts.t.meters[name] ?? name);
    case "layout":
    case "before the tray": {
      const [hand = "", wager = ""] = whose;
      const what = `${texts.t.wagers[wager] ?? wager} · ${placeName(Number(hand), electronic)}`;
      return place === "layout" ? what : t.beforeTray(what);
    }
    default:
      return account;
  }
}
