/** A dealer at a table: what is due, what may be done, and doing it, one act at a time. */
import { house, Live, reasonOf } from "../lib/house.svelte";
import { commandOf, type Action, type Command, type Duty, type Layout, type Look, type Reply, type State, type Told } from "../lib/kinds";
import { QUIET } from "../lib/telling";

/** Events that a dealer need not read. */
const UNREAD = new Set([...QUIET, "CoverLeft"]);
const KEPT = 60;
/** What belongs to the floor's own room. */
const ELSEWHERE = new Set(["Fill", "Credit", "CloseTable"]);

export class Dealing {
  layout = $state.raw<Layout | null>(null);
  told = $state<Told[]>([]);
  busy = $state(false);
  /** Whether the acts that ask for no decision are being done one after the other. */
  going = $state(false);
  problem = $state.raw<{ sentence: string; clause: string } | null>(null);
  /** What waits for another person. */
  second = $state("");

  readonly live: Live;
  #doing: Promise<boolean> = Promise.resolve(true);
  #arrived: { version: number; done: () => void }[] = [];

  constructor(readonly table: string) {
    this.live = new Live(table);
    this.live.onLook = (look) => this.#hear(look);
    house.layout(table).then(
      (found) => (this.layout = found),
      (wrong: unknown) => (this.problem = { sentence: reasonOf(wrong), clause: "" }),
    );
  }

  close(): void {
    this.going = false;
    this.live.close();
  }

  readonly look: Look | null = $derived.by(() => this.live.look);
  readonly state: State | null = $derived(this.look?.table.state ?? null);
  readonly electronic = $derived(this.layout?.electronic ?? false);
  /** Whether the shuffler deals the cards itself, and no shoe. */
  readonly inDevice = $derived(this.state?.in_device ?? false);
  readonly actions: Action[] = $derived(this.look?.options.actions ?? []);
  readonly mine = $derived(!this.state?.open || this.state.dealer === house.me?.name);
  readonly takeOver = $derived(this.actions.find((each) => commandOf(each).command === "ComeToTable"));
  /** What the table waits for; the dealer's own duty first, while players may still wager. */
  readonly due: Duty | null = $derived.by(() => {
    const duties = this.look?.options.duties;
    return duties?.["dealer"]?.[0] ?? duties?.["floorperson"]?.[0] ?? duties?.["player"]?.[0] ?? null;
  });
  /** Who has not wagered yet. */
  readonly late: number[] = $derived((this.look?.options.duties["player"] ?? []).flatMap((each) => (each.act === "place_wagers" && each.seat ? [each.seat] : [])));
  /** The actions that do what is due: the first is the usual one. */
  readonly choices: Action[] = $derived(this.due ? this.actions.filter((each) => each.does === this.due?.act || (this.due?.act === "rule" && commandOf(each).command === "Rule")) : []);
  readonly next: Action | null = $derived(this.mine ? (this.choices[0] ?? null) : (this.takeOver ?? null));
  readonly reports: Action[] = $derived(this.mine ? this.actions.filter((each) => commandOf(each).command.startsWith("Report")) : []);
  readonly beside: Action[] = $derived(
    this.actions.filter((each) => {
      const { command, by } = commandOf(each);
      return each !== this.next && by !== "player" && !command.startsWith("Report") && !this.choices.includes(each) && !ELSEWHERE.has(command);
    }),
  );
  readonly clause = $derived(this.due?.clause ?? "");
  readonly law = $derived(this.look?.options.law[this.clause] ?? "");
  readonly shown: Told[] = $derived(this.told.filter((each) => !UNREAD.has(each.kind)));

  #hear(look: Look): void {
    this.told = [...this.told, ...look.told].slice(-KEPT);
    this.second = "";
    for (const each of this.#arrived.filter((waiting) => waiting.version <= look.table.version)) each.done();
    this.#arrived = this.#arrived.filter((waiting) => waiting.version > look.table.version);
  }

  #reach(version: number): Promise<void> {
    if (version <= (this.look?.table.version ?? 0)) return Promise.resolve();
    return new Promise((done) => this.#arrived.push({ version, done }));
  }

  /** Do an action, with what was chosen for it; true once the table has gone on. */
  give(action: Action, chosen: Record<string, unknown> = {}): Promise<boolean> {
    if (this.busy) return Promise.resolve(false);
    this.busy = true;
    this.#doing = this.#given(action, chosen);
    return this.#doing;
  }

  async #given(action: Action, chosen: Record<string, unknown>): Promise<boolean> {
    this.problem = null;
    try {
      const command: Command = { ...commandOf(action), ...chosen };
      const reply: Reply = await this.live.do(command);
      if (reply.accepted) await this.#reach(reply.version);
      else if (reply.code === "needs_second") this.second = reply.sentence;
      else this.problem = { sentence: reply.sentence, clause: reply.clause };
      return reply.accepted;
    } finally {
      this.busy = false;
    }
  }

  /** Do what is due as long as a dealer has nothing to decide about it. */
  async goOn(): Promise<void> {
    this.going = true;
    await this.#doing; // what was begun before
    while (this.going && this.mine && this.next?.routine) if (!(await this.give(this.next))) break;
    this.going = false;
  }
}
