/** What one asks of the house's office of care, and what one can limit over which time. */
import { house, reasonOf, said } from "../lib/house.svelte";
import { freshId } from "../lib/ids";
import type { Command, Reply } from "../lib/kinds";

export type Kind = "loss" | "stake" | "time";

export const LIMITS: { kind: Kind; span: string }[] = [
  ...["day", "week", "month"].map((span) => ({ kind: "loss" as const, span })),
  { kind: "stake", span: "round" },
  ...["session", "day", "week", "month"].map((span) => ({ kind: "time" as const, span })),
];

const HOUR = 3600;
const DAY = 24 * HOUR;
/** How long one can exclude oneself, in seconds; none is for ever. */
export const EXCLUSIONS: (number | null)[] = [HOUR, DAY, 7 * DAY, 30 * DAY, 182 * DAY, 365 * DAY, 5 * 365 * DAY, null];
/** How often there can be a reality check, in minutes. */
export const CHECKS = [5, 10, 15, 20, 30, 45, 60, 90, 120, 180, 240];

/** Ask for something, and see how one stands then; gives what the house says against it, or nothing. */
export async function askCare(command: Command): Promise<string> {
  try {
    const reply = await said<Reply>("POST", "/api/care/requests", { id: freshId(), command });
    await house.look();
    return reply.accepted ? "" : reply.sentence;
  } catch (wrong) {
    return reasonOf(wrong);
  }
}
