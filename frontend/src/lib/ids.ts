/** A unique id; `crypto.randomUUID` is missing without https. */
export function freshId(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((each) => each.toString(16).padStart(2, "0")).join("");
}
