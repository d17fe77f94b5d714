/** The page with an editor on the left and the viewer on the right: scenes are written, run and verified in the browser. */
import { App } from "../app";
import { h, short } from "../ui/dom";
import { Editor } from "./editor";
import { type Mistake, type Report, type SceneEntry, Session } from "./session";

/** Milliseconds after the last letter until the text is checked. */
const PATIENCE = 350;
/** The scene that is there at first. */
const FIRST = "two-cubes";

export class Playground {
  readonly session: Session;
  readonly editor = new Editor();
  private readonly viewer = h("div", { class: "whole" });
  private readonly scenes = h("select", { "aria-label": "scene" });
  private readonly runs = h("button", { class: "strong", disabled: true }, "Run");
  private readonly stops = h("button", { disabled: true }, "Stop");
  private readonly verifies = h("button", { disabled: true }, "Verify");
  private readonly words = h("div", { class: "verdicts", role: "status", "aria-live": "polite" });
  private known: SceneEntry[] = [];
  private name = FIRST;
  private timer = 0;

  constructor(
    private readonly root: HTMLElement,
    script: string,
    engine: string,
  ) {
    this.session = new Session(script, engine);
    this.session.onState = () => {
      this.buttons();
      if (this.session.state === "ended") this.words.replaceChildren(...this.warnings());
    };
    this.session.onTrouble = (words) => this.trouble(words);
    this.scenes.addEventListener("change", () => void this.choose(this.scenes.value));
    this.runs.addEventListener("click", () => void this.run());
    this.stops.addEventListener("click", () => this.stop());
    this.verifies.addEventListener("click", () => void this.verify());
    this.editor.onChange = () => {
      clearTimeout(this.timer);
      this.timer = window.setTimeout(() => void this.check(), PATIENCE);
    };
  }

  /** Fetches the engine and shows the first scene; gives the viewer. */
  async open(): Promise<App> {
    this.words.replaceChildren("The engine is loaded…");
    this.root.replaceChildren(
      h("div", { class: "playground" },
        h("div", { class: "desk" },
          h("div", { class: "desk-head" }, this.scenes, this.runs, this.stops, this.verifies),
          this.editor.element, this.words,
          h("p", { class: "small-print" }, "The whole engine runs in this page, on one thread; nothing is sent anywhere. Its bits need not be those of a native run. Mesh files and the GPU are not there. Ctrl+Space lists words.")),
        this.viewer),
    );
    const [scenes, schema] = await Promise.all([this.session.scenes(), this.session.schema()]);
    this.editor.schema = schema;
    this.known = scenes;
    const group = (label: string, isSmall: boolean) =>
      h("optgroup", { label }, ...scenes.filter((entry) => entry.small === isSmall).map((entry) => h("option", { value: entry.name, title: entry.title }, entry.name)));
    this.scenes.replaceChildren(group("small", true), group("in full: may take long", false));
    const wanted = new URLSearchParams(location.search).get("scene") ?? FIRST;
    await this.choose(scenes.some((entry) => entry.name === wanted) ? wanted : FIRST);
    const app = new App(this.viewer);
    await app.open([this.session.source]);
    return app;
  }

  /** Puts a scene of the list into the editor. */
  private async choose(name: string): Promise<void> {
    const entry = this.known.find((entry) => entry.name === name);
    if (!entry) return;
    this.name = this.scenes.value = name;
    this.editor.text = entry.text;
    await this.check();
  }

  /** Marks a mistake; shows the scene where there is none. */
  private async check(): Promise<void> {
    clearTimeout(this.timer);
    const { text } = this.editor;
    try {
      const mistake = await this.session.check(this.name, text);
      if (text !== this.editor.text) return;
      this.showMistake(mistake);
      const isBusy = !["idle", "ended"].includes(this.session.state);
      if (!mistake && !isBusy) await this.session.preview(this.name, text);
    } catch (error) {
      this.trouble((error as Error).message);
    }
  }

  private showMistake(mistake: Mistake | null): void {
    this.editor.markLine(mistake?.line ?? null);
    this.words.classList.toggle("bad", mistake !== null);
    const line = mistake?.line;
    const go = line ? h("button", { onclick: () => this.editor.goTo(line) }, `line ${line}`) : null;
    this.words.replaceChildren(...(mistake ? [h("span", {}, mistake.message), ...(go ? [go] : [])] : []));
    this.buttons();
  }

  private async run(): Promise<void> {
    const { text } = this.editor;
    clearTimeout(this.timer);
    const mistake = await this.session.check(this.name, text).catch((error: Error) => ({ message: error.message, line: null }));
    this.showMistake(mistake);
    if (!mistake) await this.session.begin(this.name, text);
  }

  private stop(): void {
    if (this.session.state !== "stopping") return this.session.command("stop");
    this.session.abandon();
    void this.check();
  }

  private async verify(): Promise<void> {
    this.verifies.disabled = true;
    try {
      this.showReport(await this.session.verify());
    } catch (error) {
      this.trouble((error as Error).message);
    }
    this.buttons();
  }

  private showReport(report: Report): void {
    const holds = report.verified ? (report.is_finished ? "✓ verified: the certificate holds" : "✓ sound so far: the run has not ended") : "✗ it does not hold";
    const counts = `${report.frames} frames: ${report.intersections} intersections, ${report.inversions} inversions, ${report.thickness_violations} thickness violations, ${report.strain_violations} strain violations`;
    const distance = report.min_distance === null ? "nothing is near anything" : `smallest distance ${short(report.min_distance)} m`;
    this.words.classList.toggle("bad", !report.verified);
    const lines = [holds, `${counts}; ${distance}`, ...report.failures, ...report.problems, ...report.on_trust.map((words) => `taken on trust: ${words}`),
      "Judged here from the files of the run alone, by code that the solver has no part in."];
    this.words.replaceChildren(...lines.map((line, k) => h("div", { class: k === 0 ? "first" : undefined }, line)), ...this.warnings());
  }

  private warnings(): HTMLElement[] {
    return (this.session.last?.warnings ?? []).map((words) => h("div", { class: "warning" }, words));
  }

  private trouble(words: string | null): void {
    this.words.classList.toggle("bad", words !== null);
    this.words.replaceChildren(words ?? "");
    this.buttons();
  }

  private buttons(): void {
    const { state, last } = this.session;
    const isBusy = state === "running" || state === "paused" || state === "stopping";
    this.runs.disabled = isBusy || this.known.length === 0;
    this.stops.disabled = !isBusy;
    this.stops.textContent = state === "stopping" ? "Give it up" : "Stop";
    this.stops.title = state === "stopping" ? "Ends the engine within the step; the run is lost" : "Ends the run after this step";
    this.verifies.disabled = !last || state === "running" || state === "stopping";
  }
}
