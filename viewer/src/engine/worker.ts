/** The worker that has the engine: questions come as messages, answers go as messages. */
import { Files } from "./files";
import { System } from "./wasi";

/** A question of the page. */
export interface Asked {
  id: number;
  question: Record<string, unknown>;
}

/** What the page is told: that the engine is there, an answer, how far a step is, or that the engine has stopped. */
export type Told =
  | { kind: "ready" }
  | { kind: "answer"; id: number; bytes: ArrayBuffer }
  | { kind: "refused"; id: number; words: string }
  | { kind: "live"; live: unknown }
  | { kind: "stopped"; words: string };

interface Exports {
  memory: WebAssembly.Memory;
  _initialize?: () => void;
  begin: () => void;
  answer: () => number;
}

const page = self as unknown as { postMessage(told: Told, moved?: Transferable[]): void; onmessage: (event: MessageEvent) => void };
const files = new Files();
/** The last words of the engine, told where it stops. */
let lastWords = "";
let line = "";

const system = new System(files, (stream, text) => {
  if (stream === 2) {
    lastWords = (lastWords + text).slice(-4000);
    return;
  }
  const lines = (line + text).split("\n");
  line = lines.pop()!;
  for (const told of lines) page.postMessage({ kind: "live", live: (JSON.parse(told) as { live: unknown }).live });
});

async function start(address: string): Promise<Exports> {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address} cannot be fetched: the server answers ${answer.status}`);
  const module = await WebAssembly.compile(await answer.arrayBuffer());
  const instance = await WebAssembly.instantiate(module, system.imports(module));
  const exports = instance.exports as unknown as Exports;
  system.attach(exports.memory);
  exports._initialize?.();
  exports.begin();
  return exports;
}

function answer(engine: Exports, { id, question }: Asked): void {
  files.write("/question", new TextEncoder().encode(JSON.stringify(question)));
  const code = engine.answer();
  const bytes = files.read("/answer") ?? new Uint8Array();
  if (code === 0) {
    const copy = bytes.slice();
    page.postMessage({ kind: "answer", id, bytes: copy.buffer }, [copy.buffer]);
  } else {
    page.postMessage({ kind: "refused", id, words: new TextDecoder().decode(bytes) });
  }
}

/** Memory that is spoilt by a fault is asked nothing more. */
function stopped(error: unknown): void {
  const words = lastWords.trim() || (error as Error).message;
  page.postMessage({ kind: "stopped", words });
  page.onmessage = () => {};
}

page.onmessage = (first) => {
  const waiting: Asked[] = [];
  page.onmessage = (event) => waiting.push(event.data as Asked);
  start(first.data as string).then((engine) => {
    const take = (asked: Asked) => {
      try {
        answer(engine, asked);
      } catch (error) {
        stopped(error);
      }
    };
    page.onmessage = (event) => take(event.data as Asked);
    page.postMessage({ kind: "ready" });
    waiting.forEach(take);
  }, stopped);
};
