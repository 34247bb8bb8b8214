/** Moments and spans of time, as people of the chosen language write them. */
import { texts } from "../texts/index.svelte";

const SECOND = 1000;

const TIME: Intl.DateTimeFormatOptions = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" };

/** A time of day, to the second where what happened is compared. */
export function clock(at: number, exact = false): string {
  return new Intl.DateTimeFormat(texts.language, exact ? { ...TIME, second: "2-digit" } : TIME).format(at);
}

/** A day and a time. */
export function moment(at: number, exact = false): string {
  const year = new Date(at).getFullYear() === new Date().getFullYear() ? {} : { year: "numeric" as const };
  const day = new Intl.DateTimeFormat(texts.language, { day: "numeric", month: "short", ...year }).format(at);
  return `${day}, ${clock(at, exact)}`;
}

/** So many seconds as hours and minutes. */
export function span(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  const hours = Math.floor(minutes / 60);
  if (!hours) return `${minutes} min`;
  return minutes % 60 ? `${hours} h ${minutes % 60} min` : `${hours} h`;
}

/** So many seconds as a running clock: 1:02:03. */
export function running(milliseconds: number): string {
  const seconds = Math.max(0, Math.floor(milliseconds / SECOND));
  const two = (value: number): string => String(value).padStart(2, "0");
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return `${hours ? `${hours}:` : ""}${hours ? two(minutes) : minutes}:${two(seconds % 60)}`;
}

/** Whether a moment is so far off that it stands for never. */
export function isForEver(at: number): boolean {
  return at > Date.UTC(9000, 0, 1);
}
