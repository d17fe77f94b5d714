/** One engine and what it does: a scene is shown, runs step by step, is paused, stopped and verified. */
import { Engine, WorkerSource } from "../data/worker";
import type { Live } from "../data/source";
import type { SchemaNode } from "./completion";

/** A scene to begin with. */
export interface SceneEntry {
  name: string;
  title: string;
  text: string;
  small: boolean;
}

/** A mistake of a text. */
export interface Mistake {
  message: string;
  line: number | null;
}

/** The certificate again, from the files of the run. */
export interface Report {
  verified: boolean;
  is_finished: boolean;
  frames: number;
  intersections: number;
  inversions: number;
  thickness_violations: number;
  strain_violations: number;
  min_distance: number | null;
  failures: string[];
  problems: string[];
  on_trust: string[];
}

interface Step {
  done: number;
  steps: number;
  seconds: number;
  end: string | null;
  /** What is not as the page shows it. */
  warnings: string[];
}

export type State = "idle" | "running" | "paused" | "stopping" | "ended";

export class Session {
  readonly source: WorkerSource;
  state: State = "idle";
  /** What the last step told. */
  last: Step | null = null;
  /** Called where the state is another. */
  onState: () => void = () => {};
  /** Called with what went wrong; null where nothing does. */
  onTrouble: (words: string | null) => void = () => {};
  private goOn: (() => void) | null = null;
  private run = 0;

  constructor(
    private readonly script: string,
    private readonly file: string,
  ) {
    this.source = new WorkerSource(this.start());
    this.source.onCommand = (word) => this.command(word);
  }

  scenes(): Promise<SceneEntry[]> {
    return this.source.engine.json({ ask: "scenes" });
  }

  schema(): Promise<SchemaNode> {
    return this.source.engine.json({ ask: "schema" });
  }

  check(name: string, text: string): Promise<Mistake | null> {
    return this.source.engine.json({ ask: "check", name, text });
  }

  verify(): Promise<Report> {
    return this.source.engine.json({ ask: "verify" });
  }

  /** Shows a scene before it runs. */
  async preview(name: string, text: string): Promise<void> {
    const run = ++this.run;
    this.goOn?.();
    await this.source.engine.json({ ask: "preview", name, text });
    if (run !== this.run) return;
    this.last = null;
    this.source.known = { version: this.source.known.version + 1, frames: 0, live: null };
    this.become("idle");
  }

  /** Runs a scene to its end, a step at a time: between two steps the engine answers what else is asked. */
  async begin(name: string, text: string): Promise<void> {
    const run = ++this.run;
    this.become("running");
    try {
      await this.source.engine.json({ ask: "run", name, text });
      this.tell({ paused: false, steps: 0, step: null, stalled: null, end: null }, 1, true);
      for (let end: string | null = null; end === null && run === this.run; ) {
        if (this.state === "paused") await new Promise<void>((resolve) => (this.goOn = resolve));
        if (run !== this.run) return;
        if (this.state === "stopping") await this.source.engine.json({ ask: "command", word: "stop" });
        const told = await this.source.engine.json<Step>({ ask: "step" });
        if (run !== this.run) return;
        this.last = told;
        end = told.end;
        this.tell({ paused: this.isPaused, steps: told.steps, step: null, stalled: null, end }, told.done + 1, end !== null);
        this.onState();
      }
      if (run === this.run) this.become("ended");
    } catch (error) {
      if (run === this.run) {
        this.become("idle");
        this.onTrouble((error as Error).message);
      }
    }
  }

  command(word: string): void {
    if (word === "pause" && this.state === "running") this.become("paused");
    else if (word === "go" && this.state === "paused") this.become("running");
    else if (word === "stop" && (this.state === "running" || this.state === "paused")) this.become("stopping");
    const { live } = this.source.known;
    if (live) this.source.known = { ...this.source.known, live: { ...live, paused: this.isPaused } };
    if (!this.isPaused) this.goOn?.();
  }

  /** Ends the engine in the midst of a step, with all that it has; another one takes its place. */
  abandon(): void {
    this.run++;
    this.source.engine.stop("the run was given up");
    this.become("idle");
  }

  private get isPaused(): boolean {
    return this.state === "paused";
  }

  private start(): Engine {
    const engine = new Engine(this.script, this.file);
    engine.onLive = (live) => {
      if (this.source.known.live) this.source.known = { ...this.source.known, live: { ...live, paused: this.isPaused } };
    };
    engine.onStopped = (words) => {
      if (this.source.engine !== engine) return;
      this.run++;
      this.last = null;
      this.source.engine = this.start();
      const { known } = this.source;
      this.source.known = { ...known, live: known.live && { ...known.live, step: null, end: words } };
      this.become("idle");
      this.onTrouble(words);
    };
    return engine;
  }

  private tell(live: Live, frames: number, isNew: boolean): void {
    const version = this.source.known.version + (isNew ? 1 : 0);
    this.source.known = { version, frames, live };
  }

  private become(state: State): void {
    this.state = state;
    if (state !== "paused") {
      const goOn = this.goOn;
      this.goOn = null;
      goOn?.();
    }
    this.onState();
  }
}
