/** The rooms of the house: where each is, who may enter, and how it is fetched when somebody does. */
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
  /** Who may enter; everybody, with or without a name, where nobody is listed. */
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

/** Whether somebody may enter a room; nobody at all is somebody without a post. */
export function mayEnter(room: Room, me: Myself | null): boolean {
  return room.posts.length === 0 || Boolean(me?.posts.some((post) => room.posts.includes(post)));
}
