/** What a table is called: by its state where it has its rulebook's name, otherwise by its own. */
import type { Summary } from "./kinds";

/** A rulebook's name as people write it, each word with a capital. */
export const spelled = (rulebook: string): string => rulebook.replace(/(^|_)([a-z])/g, (_, gap: string, letter: string) => (gap ? " " : "") + letter.toUpperCase());

/** The same where nothing but its name and its rulebook's is known. */
export const nameOf = (table: string, rulebook: string): string => (table === rulebook ? spelled(rulebook) : table);

export function titleOf(tables: Summary[], name: string): string {
  const table = tables.find((each) => each.name === name);
  return table && table.name === table.rulebook ? (table.title.split(":")[0] ?? name) : name;
}
