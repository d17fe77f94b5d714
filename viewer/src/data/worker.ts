/** A run that a worker of this page computes: the engine as WebAssembly. See `viewer/src/engine` and `crates/wasm`. */
import type { Asked, Told } from "../engine/worker";
import { floats, indices, readMesh, readPack, readPairs } from "./pack";
import type { Colour, Column, Curve, Live, Manifest, Mesh, Pairs, Source, Status } from "./source";

interface Waiting {
  resolve(bytes: ArrayBuffer): void;
  reject(error: Error): void;
}

/** The engine in its worker. */
export class Engine {
  /** Called where it says how far a step is. */
  onLive: (live: Live) => void = () => {};
  /** Called where it can go on no more, with its last words. */
  onStopped: (words: string) => void = () => {};
  private readonly worker: Worker;
  private readonly waiting = new Map<number, Waiting>();
  private next = 0;
  private stopped: string | null = null;

  /** Starts a worker from a script, with the engine from a file; both are addresses beside the page. */
  constructor(script: string, engine: string) {
    this.worker = new Worker(script);
    this.worker.onmessage = (event: MessageEvent<Told>) => this.take(event.data);
    this.worker.onerror = () => this.stop("the engine's script cannot be loaded");
    this.worker.postMessage(new URL(engine, document.baseURI).href);
  }

  /** Asks, and gets the bytes of the answer. */
  ask(question: Asked["question"]): Promise<ArrayBuffer> {
    if (this.stopped !== null) return Promise.reject(new Error(this.stopped));
    const id = this.next++;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
      this.worker.postMessage({ id, question } satisfies Asked);
    });
  }

  async json<T>(question: Asked["question"]): Promise<T> {
    return JSON.parse(new TextDecoder().decode(await this.ask(question))) as T;
  }

  /** Ends the worker whatever it does; who still waits gets these words. */
  stop(words: string): void {
    if (this.stopped !== null) return;
    this.stopped = words;
    this.worker.terminate();
    for (const { reject } of this.waiting.values()) reject(new Error(words));
    this.waiting.clear();
    this.onStopped(words);
  }

  private take(told: Told): void {
    if (told.kind === "live") return this.onLive(told.live as Live);
    if (told.kind === "stopped") return this.stop(told.words);
    if (told.kind === "ready") return;
    const waiting = this.waiting.get(told.id);
    this.waiting.delete(told.id);
    if (told.kind === "answer") waiting?.resolve(told.bytes);
    else waiting?.reject(new Error(told.words));
  }
}

/** What the engine has open: a scene, then a run of it. */
export class WorkerSource implements Source {
  readonly recovers = true;
  /** What is known without asking: the engine answers nothing while it solves a step. */
  known: Status = { version: 0, frames: 0, live: null };
  /** Carries out `pause`, `go` and `stop`. */
  onCommand: (word: string) => void = () => {};

  constructor(public engine: Engine) {}

  manifest(): Promise<Manifest> {
    return this.engine.json({ ask: "told", what: "manifest" });
  }

  async mesh(): Promise<Mesh> {
    return readMesh(readPack(await this.engine.ask({ ask: "mesh" })));
  }

  async frame(step: number): Promise<Float32Array> {
    return new Float32Array(await this.engine.ask({ ask: "frame", step }));
  }

  async colour(field: string, step: number): Promise<Colour> {
    const pack = readPack(await this.engine.ask({ ask: "colour", field, step }));
    return { vertices: floats(pack, "vertices"), triangles: floats(pack, "triangles"), segments: floats(pack, "segments") };
  }

  async pairs(step: number): Promise<Pairs> {
    return readPairs(readPack(await this.engine.ask({ ask: "pairs", step })));
  }

  statistics(): Promise<Record<string, Column>> {
    return this.engine.json({ ask: "told", what: "statistics" });
  }

  async curve(field: string | null, vertex: number, triangle: number | null): Promise<Curve> {
    const pack = readPack(await this.engine.ask({ ask: "curve", field, vertex, triangle }));
    return { steps: indices(pack, "steps"), values: floats(pack, "values") };
  }

  async status(): Promise<Status> {
    return this.known;
  }

  async command(word: string): Promise<void> {
    this.onCommand(word);
  }
}
