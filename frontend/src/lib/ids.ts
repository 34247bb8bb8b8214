/** An id that nobody else makes; `crypto.randomUUID` is missing where a house is reached without https. */
export function freshId(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((each) => each.toString(16).padStart(2, "0")).join("");
}
