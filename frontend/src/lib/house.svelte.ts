/** Talking to the house: who one is over HTTP, and a table over its WebSocket. */
import { freshId } from "./ids";
import { texts } from "../texts/index.svelte";
import type { Command, Commit, Layout, Look, Myself, Problem, Reply, Summary } from "./kinds";

export class HouseError extends Error {
  constructor(readonly problem: Problem, readonly status: number) {
    super(problem.sentence);
  }
}

/** Send something to the house; what it refuses is thrown, and that it cannot be reached, too. */
export async function sent(method: string, path: string, body?: unknown): Promise<Response> {
  const response = await fetch(path, {
    method,
    headers: { "content-type": "application/json", "accept-language": texts.language },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  }).catch(() => {
    throw new HouseError({ code: "unreachable", sentence: texts.t.unreachable, clause: "", language: texts.language }, 0);
  });
  if (response.ok) return response;
  const other: Problem = { code: "failed", sentence: texts.t.answered(response.status), clause: "", language: texts.language };
  throw new HouseError(await response.json().catch(() => other), response.status);
}

/** Ask the house for something, or tell it something. */
export async function said<T>(method: string, path: string, body?: unknown): Promise<T> {
  const text = await (await sent(method, path, body)).text();
  return (text ? JSON.parse(text) : null) as T;
}

/** Why something went wrong, in a sentence. */
export function reasonOf(wrong: unknown): string {
  return wrong instanceof Error ? wrong.message : String(wrong);
}

/** The same with all that the house said of it. */
export function problemOf(wrong: unknown): Problem {
  return wrong instanceof HouseError ? wrong.problem : { code: "", sentence: reasonOf(wrong), clause: "", language: "en" };
}

class House {
  me = $state<Myself | null>(null);

  async look(): Promise<void> {
    try {
      this.me = await said<Myself>("GET", "/api/me");
    } catch (wrong) {
      if (!(wrong instanceof HouseError) || wrong.status !== 401) throw wrong;
      this.me = null;
    }
  }

  async signIn(name: string, password: string, isNew: boolean): Promise<void> {
    await said("POST", isNew ? "/api/sign-up" : "/api/sign-in", { name, password });
    await this.look();
  }

  async join(invitation: string, name: string, password: string): Promise<void> {
    await said("POST", "/api/join", { invitation, name, password });
    await this.look();
  }

  /** Choose another password by the link that an operator made. */
  async comeBack(invitation: string, name: string, password: string): Promise<void> {
    await said("POST", "/api/come-back", { invitation, name, password });
    await this.look();
  }

  async comeAsGuest(): Promise<void> {
    await said("POST", "/api/guest");
    await this.look();
  }

  async signOut(): Promise<void> {
    await said("POST", "/api/sign-out");
    this.me = null;
  }

  tables(): Promise<Summary[]> {
    return said("GET", "/api/tables");
  }

  /** Say that one has seen how long and how one has played, and goes on. */
  async goOn(): Promise<void> {
    await said("POST", "/api/care/requests", { id: freshId(), command: { command: "AcknowledgeCheck" } });
  }

  layout(table: string): Promise<Layout> {
    return said("GET", `/api/tables/${encodeURIComponent(table)}/layout`);
  }
}

export const house = new House();

type Message =
  | { tell: "table"; table: Look["table"] }
  | { tell: "commit"; commit: Commit }
  | { tell: "reply"; reply: Reply }
  | { tell: "look"; look: Look }
  | { tell: "standing"; care: Myself["care"] }
  | { tell: "problem"; problem: Problem };

const LONGEST_WAIT = 8000;

/** A table that one watches: it comes back by itself when the connection is lost. */
export class Live {
  connected = $state(false);
  look = $state.raw<Look | null>(null);
  onCommit: (commit: Commit) => void = () => undefined;
  onLook: (look: Look) => void = () => undefined;
  onStanding: (care: Myself["care"]) => void = () => undefined;
  onLanguage: () => void = () => undefined;

  #socket: WebSocket | null = null;
  #waiting = new Map<string, { command: Command; done: (reply: Reply) => void }>();
  #wait = 250;
  #over = false;
  /** The version up to which everything was told; what was asked for twice is told twice. */
  #asked = 0;

  constructor(readonly table: string) {
    this.#connect();
    texts.heard.add(this.#speakAnew);
  }

  /** The house tells in the language that was asked for when the connection was made. */
  readonly #speakAnew = (): void => {
    this.#socket?.close();
    this.onLanguage();
  };

  #connect(): void {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/api/tables/${encodeURIComponent(this.table)}/live?language=${texts.language}&lines=true`);
    this.#socket = socket;
    socket.onopen = () => {
      this.connected = true;
      this.#wait = 250;
      this.#asked = this.look?.table.version ?? 0;
      for (const [id, { command }] of this.#waiting) this.#send({ say: "request", id, command });
    };
    socket.onmessage = (message: MessageEvent<string>) => {
      const told = message.data.split("\n").map((line) => JSON.parse(line) as Message);
      for (const each of told) this.#hear(each);
      // one look shows where it led, however much came together
      if (told.some((each) => each.tell === "table" || each.tell === "commit")) this.ask();
    };
    socket.onclose = () => {
      this.connected = false;
      if (this.#over) return;
      setTimeout(() => this.#connect(), this.#wait);
      this.#wait = Math.min(this.#wait * 2, LONGEST_WAIT);
    };
  }

  #hear(message: Message): void {
    switch (message.tell) {
      case "table": // it is looked at
        break;
      case "commit":
        this.onCommit(message.commit);
        break;
      case "look":
        if (this.look && message.look.table.version < this.look.table.version) return;
        this.look = { ...message.look, told: message.look.told.filter((each) => each.version > this.#asked) };
        this.#asked = Math.max(this.#asked, message.look.table.version);
        this.onLook(this.look);
        break;
      case "standing":
        this.onStanding(message.care);
        break;
      case "reply":
        this.#waiting.get(message.reply.id)?.done(message.reply);
        this.#waiting.delete(message.reply.id);
        break;
      case "problem":
        for (const [id, each] of this.#waiting)
          each.done({ id, accepted: false, table: this.table, version: 0, again: false, proposal: "", ...message.problem });
        this.#waiting.clear();
    }
  }

  #send(message: unknown): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  ask(): void {
    this.#send({ say: "look", after: this.#asked });
  }

  /** Ask for something; sent again under the same id after a lost connection, it acts once. */
  do(command: Command): Promise<Reply> {
    const id = freshId();
    return new Promise((done) => {
      this.#waiting.set(id, { command, done });
      this.#send({ say: "request", id, command });
    });
  }

  ready(): void {
    this.#send({ say: "ready", after: this.#asked });
  }

  close(): void {
    this.#over = true;
    texts.heard.delete(this.#speakAnew);
    this.#socket?.close();
  }
}
