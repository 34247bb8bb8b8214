/** What a table is called: by its state where it has its rulebook's name, otherwise by its own. */
import type { Summary } from "./kinds";

export function titleOf(tables: Summary[], name: string): string {
  const table = tables.find((each) => each.name === name);
  return table && table.name === table.rulebook ? (table.title.split(":")[0] ?? name) : name;
}
