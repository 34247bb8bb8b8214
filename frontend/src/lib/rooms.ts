/** The rooms of the page: address, posts that may enter, and how each is loaded. */
import type { Component } from "svelte";
import type { Myself } from "./kinds";

export type Post = Myself["posts"][number];
export type RoomName = "dealer" | "floor" | "watch" | "odds" | "law" | "fairness" | "sign" | "account";

/** What a room gets: the parts of the address behind its name. */
export interface RoomProps {
  path: string[];
}

export interface Room {
  name: RoomName;
  /** The posts that may enter; an empty list admits everyone. */
  posts: Post[];
  load: () => Promise<{ default: Component<RoomProps> }>;
}

const EVERYBODY: Post[] = ["player", "dealer", "floorperson", "manager", "surveillance", "operator"];

export const ROOMS: Room[] = [
  { name: "dealer", posts: ["dealer"], load: () => import("../rooms/Dealer.svelte") },
  { name: "floor", posts: ["floorperson", "manager", "operator"], load: () => import("../rooms/Floor.svelte") },
  { name: "watch", posts: ["surveillance", "manager", "operator"], load: () => import("../rooms/Watch.svelte") },
  { name: "odds", posts: [], load: () => import("../rooms/Odds.svelte") },
  { name: "law", posts: [], load: () => import("../rooms/Law.svelte") },
  { name: "fairness", posts: [], load: () => import("../rooms/Fairness.svelte") },
  { name: "sign", posts: EVERYBODY, load: () => import("../rooms/Sign.svelte") },
  { name: "account", posts: EVERYBODY, load: () => import("../rooms/Account.svelte") },
];

/** Whether a person may enter a room; without a session, a person has no posts. */
export function mayEnter(room: Room, me: Myself | null): boolean {
  return room.posts.length === 0 || Boolean(me?.posts.some((post) => room.posts.includes(post)));
}
