/** The custom rulebook of the lab's editor, kept in this browser. */
const KEPT = "own rulebook";

export const ownRulebook = (): string => localStorage.getItem(KEPT) ?? "";
export const keepOwnRulebook = (text: string): void => localStorage.setItem(KEPT, text);
