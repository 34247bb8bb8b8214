/** Moments and spans of time, as people of the chosen language write them. */
import { texts } from "../texts/index.svelte";

const SECOND = 1000;

export function moment(at: number): string {
  const year = new Date(at).getFullYear() === new Date().getFullYear() ? {} : { year: "numeric" as const };
  return new Intl.DateTimeFormat(texts.language, { day: "numeric", month: "short", hour: "numeric", minute: "2-digit", ...year }).format(at);
}

export function clock(at: number): string {
  return new Intl.DateTimeFormat(texts.language, { timeStyle: "medium" }).format(at);
}

/** So many seconds as hours and minutes. */
export function span(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  const hours = Math.floor(minutes / 60);
  return hours ? `${hours} h ${minutes % 60} min` : `${minutes} min`;
}

/** So many seconds as a running clock: 1:02:03. */
export function running(milliseconds: number): string {
  const seconds = Math.max(0, Math.floor(milliseconds / SECOND));
  const two = (value: number): string => String(value).padStart(2, "0");
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return `${hours ? `${hours}:` : ""}${hours ? two(minutes) : minutes}:${two(seconds % 60)}`;
}
