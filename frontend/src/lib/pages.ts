/** Lists that are read page by page, the newest first. */

/** Put a further page behind what was read; the list has grown meanwhile, so that the page may begin with what is there already. */
export function further<T>(read: readonly T[], page: readonly T[], keyOf: (each: T) => string): T[] {
  const known = new Set(read.map(keyOf));
  return [...read, ...page.filter((each) => !known.has(keyOf(each)))];
}

/** A round of the house by its table, in whose name there is no slash. */
export const roundKey = (each: { table: string; round: number }): string => `${each.table}/${each.round}`;
