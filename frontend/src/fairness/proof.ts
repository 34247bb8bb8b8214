/**
 * Checks whether a card was at its place in the committed order.
 *
 * Before the cut the house publishes one hash over all cards, each with a salt of its own. It is the root of a tree as in
 * RFC 9162: a leaf is hashed with a 0 before it, a branch with a 1. This follows that text's own way to check a proof
 * (2.1.3.2) and shares nothing with the house's program.
 */
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from "@noble/hashes/utils.js";

export interface Proof {
  place: number;
  card: string;
  salt: string;
  path: string[];
  cards: number;
}

/** One hash on the way from a card to the root. */
export interface Step {
  beside: string;
  onTheLeft: boolean;
  gives: string;
}

export interface Way {
  leaf: string;
  steps: Step[];
  root: string;
}

const MOST_CARDS = 2 ** 20;
const HASH = /^[0-9a-f]{64}$/;
const CARD = /^(A|K|Q|J|T|10|[2-9])[CDHS]$/;

export function isHash(text: string): boolean {
  return HASH.test(text);
}

export function isProof(value: unknown): value is Proof {
  const proof = value as Proof;
  return (
    typeof proof === "object" &&
    proof !== null &&
    Number.isInteger(proof.place) &&
    Number.isInteger(proof.cards) &&
    typeof proof.card === "string" &&
    typeof proof.salt === "string" &&
    Array.isArray(proof.path) &&
    proof.path.every((each) => typeof each === "string")
  );
}

function leafOf({ place, card, salt }: Proof): Uint8Array {
  const number = new Uint8Array(4);
  new DataView(number.buffer).setUint32(0, place);
  return sha256(concatBytes(Uint8Array.of(0), number, hexToBytes(salt), utf8ToBytes(card)));
}

function branchOf(left: Uint8Array, right: Uint8Array): Uint8Array {
  return sha256(concatBytes(Uint8Array.of(1), left, right));
}

/** Follow a proof from its card to the root; nothing, where it is no proof of any order. */
export function wayOf(proof: Proof): Way | null {
  const { place, cards, path } = proof;
  if (place < 0 || place >= cards || cards > MOST_CARDS || !CARD.test(proof.card)) return null;
  if (!isHash(proof.salt) || !path.every(isHash)) return null;
  let found = leafOf(proof);
  const leaf = bytesToHex(found);
  const steps: Step[] = [];
  let here = place;
  let last = cards - 1;
  for (const beside of path) {
    if (last === 0) return null;
    const onTheLeft = here % 2 === 1 || here === last;
    if (onTheLeft) {
      found = branchOf(hexToBytes(beside), found);
      while (here % 2 === 0 && here !== 0) [here, last] = [here >> 1, last >> 1];
    } else found = branchOf(found, hexToBytes(beside));
    steps.push({ beside, onTheLeft, gives: bytesToHex(found) });
    [here, last] = [here >> 1, last >> 1];
  }
  return last === 0 ? { leaf, steps, root: bytesToHex(found) } : null;
}

/** Tell whether a proof is one of a commitment to so many cards; how many has to be known from the commitment, not from the proof. */
export function holds(proof: Proof, commitment: string, cards: number): boolean {
  return proof.cards === cards && wayOf(proof)?.root === commitment;
}
