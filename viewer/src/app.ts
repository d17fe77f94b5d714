/** The page: views of one or two runs, with one time, one camera and one look. */
import type { BodyLook } from "./draw/bodies";
import { DIVERGING_NAME, mapTexture } from "./draw/colourmaps";
import { PAIR_MAP } from "./draw/contacts";
import type { CameraState } from "./draw/stage";
import type { Manifest, Source } from "./data/source";
import { Finder, tangledMarks } from "./finder";
import { Player } from "./player";
import { type Caption, Recorder, fileName, paint, save } from "./record";
import { firstSettings } from "./settings";
import { h } from "./ui/dom";
import { type Key, card, listen } from "./ui/keys";
import { Legend } from "./ui/legend";
import { LiveBar } from "./ui/live";
import { Numbers } from "./ui/numbers";
import { panel } from "./ui/panel";
import { Plots } from "./ui/plots";
import { preview } from "./ui/preview";
import { Timeline } from "./ui/timeline";
import { verdict } from "./ui/verdict";
import { RunView } from "./view";

/** Milliseconds between two looks at what has changed. */
const POLL = 300;

export class App {
  readonly views: RunView[] = [];
  readonly settings = firstSettings();
  readonly player = new Player(() => this.lead);
  private looks: BodyLook[][] = [];
  private version = 0;
  private readonly saved = new Map<string, CameraState>();
  private recorder: Recorder | null = null;
  private readonly dark = matchMedia("(prefers-color-scheme: dark)");
  private readonly stages = h("div", { class: "stages" });
  private readonly side = h("div", { class: "side" });
  private readonly head = h("header", { class: "head" });
  private readonly trouble = h("div", { class: "trouble", hidden: true, role: "alert" });
  private readonly told = h("div", { class: "told", hidden: true, role: "status" });
  private readonly timeline = new Timeline({
    toggle: () => this.player.toggle(),
    step: (by) => this.step(by),
    seek: (index) => this.player.seek(index),
    speed: (factor) => (this.player.speed = factor),
    loop: (isOn) => (this.player.isLooping = isOn),
  });
  private readonly legend = new Legend((range) => {
    this.settings.range = range;
    this.showRange();
  });
  private readonly pairLegend = new Legend(null);
  private readonly plots = new Plots(() => this.views, (time) => this.player.seek(this.lead.frameAt(time)));
  private readonly numbers = new Numbers((view, what, curve) => void this.plots.curve(view, what, curve).catch((e: Error) => this.complain(e.message)), () => this.finder.unpick());
  readonly finder = new Finder(this.views, this.numbers, {
    isShown: (view, body) => this.looks[view]![body]?.shown ?? true,
    field: () => this.settings.field,
    goToEnd: () => {
      this.player.pause();
      this.player.seek(this.player.count - 1);
    },
    say: (words) => this.say(words),
    complain: (words) => this.complain(words),
  });
  private readonly live = new LiveBar((word) => void this.views[0]?.source.command(word).catch((e: Error) => this.complain(e.message)));

  constructor(private readonly root: HTMLElement) {}

  /** The run with the most time: it leads. */
  get lead(): RunView {
    const end = (view: RunView) => view.time(view.manifest.frames.length - 1);
    return this.views.reduce((most, view) => (end(view) > end(most) ? view : most), this.views[0]!);
  }

  /** Shows sources side by side. */
  async open(sources: Source[]): Promise<void> {
    this.build();
    this.player.onFrame = (index) => this.showFrame(index);
    this.player.onPlaying = (isPlaying) => this.timeline.playing(isPlaying);
    await this.load(sources);
    this.dark.addEventListener("change", () => this.views.forEach((view) => view.stage.setDark(this.dark.matches)));
    listen(this.keys());
    this.poll(sources);
  }

  private async load(sources: Source[]): Promise<void> {
    const had = this.views[0];
    // A run that has begun is followed, as one whose last frame was seen.
    const follows = had && (had.manifest.kind === "scene" || this.player.index >= had.manifest.frames.length - 1);
    const camera = had && had.manifest.vertices > 0 ? had.stage.cameraState() : null;
    const opened = await Promise.all(sources.map((source) => RunView.open(source, this.dark.matches)));
    this.views.splice(0, Infinity, ...opened).forEach((view) => view.dispose());
    // What is tangled is seen through the bodies.
    const glass = (view: RunView) => (view.manifest.preview?.pairs.length ?? 0) > 0;
    this.looks = opened.map((view) => view.manifest.bodies.map(() => ({ shown: true, glass: glass(view) })));
    this.finder.marks.splice(0, Infinity, ...opened.map(() => []));
    this.stages.replaceChildren();
    opened.forEach((view, k) => this.place(view, k));
    if (camera && opened[0]) opened[0].stage.setCamera(camera);
    this.fill();
    this.relook();
    const last = Math.max(this.player.count - 1, 0);
    this.player.seek(follows && opened[0]?.manifest.live ? last : Math.min(this.player.index, last));
  }

  private build(): void {
    this.root.replaceChildren(
      h("div", { class: "viewer" }, this.stages, this.head, this.live.element, this.side, h("div", { class: "legends" }, this.legend.element, this.pairLegend.element, this.numbers.element),
        this.trouble, this.told, this.plots.element, this.timeline.element),
    );
  }

  /** Puts a view on the page. */
  private place(view: RunView, k: number): void {
    const name = this.views.length > 1 && h("div", { class: "stage-name" }, view.manifest.name);
    const box = h("div", { class: "stage" }, view.stage.canvas, name);
    view.stage.canvas.tabIndex = 0;
    view.stage.canvas.setAttribute("aria-label", `picture of ${view.manifest.title}`);
    this.stages.append(box);
    const resize = () => {
      view.stage.covered = k === this.views.length - 1 && this.side.clientWidth < 0.4 * box.clientWidth ? this.side.clientWidth : 0;
      view.stage.resize(box.clientWidth, box.clientHeight);
    };
    for (const seen of [box, this.side]) new ResizeObserver(resize).observe(seen);
    resize();
    view.onTrouble = (message) => (message ? this.complain(message) : (this.trouble.hidden = true));
    view.stage.onCamera = () => {
      const state = view.stage.cameraState();
      for (const other of this.views) if (other !== view) other.stage.setCamera(state);
    };
    let down: [number, number] | null = null;
    view.stage.canvas.addEventListener("pointerdown", (event) => (down = event.button === 0 ? [event.clientX, event.clientY] : null));
    view.stage.canvas.addEventListener("pointerup", (event) => {
      if (down && Math.hypot(event.clientX - down[0], event.clientY - down[1]) < 5) {
        const box = view.stage.canvas.getBoundingClientRect();
        this.finder.pickAt(k, event.clientX - box.left, event.clientY - box.top);
      }
    });
  }

  /** Fills panel and head for what is open. */
  private fill(): void {
    const { manifest } = this.views[0]!;
    const both = mergeFields(this.views.map((view) => view.manifest));
    this.head.replaceChildren(...verdict(this.views.map((view) => view.manifest), {
      help: () => this.help(),
      panel: () => this.root.firstElementChild!.classList.toggle("wide"),
      blocker: () => this.finder.showBlocker(),
    }));
    document.title = `${manifest.title} · Tangency`;
    const actions = {
      settings: this.settings,
      look: () => this.relook(),
      recolour: () => void this.recolour(),
      contacts: () => this.recontact(),
      closest: () => void this.finder.showClosest(),
      blocker: () => this.finder.showBlocker(),
      fit: () => this.views[0]!.stage.fit(),
      axis: (name: "front" | "side" | "top") => this.views[0]!.stage.fit(this.views[0]!.stage.axisView(name)),
      sceneCamera: () => void this.views[0]!.stage.sceneCamera(),
      saveView: () => this.saveView(),
      loadView: (name: string) => this.views[0]!.stage.setCamera(this.saved.get(name)!),
      views: () => [...this.saved.keys()],
      picture: () => void this.picture(),
      video: () => void this.video(),
    };
    const scene = preview(manifest, { pair: (pair) => this.finder.goToPair(pair), select: (selection) => this.finder.showSelection(selection) });
    this.root.firstElementChild!.classList.toggle("is-scene", manifest.kind === "scene");
    this.side.replaceChildren(...(scene ? [scene] : []), panel({ ...manifest, fields: both }, this.looks[0]!, actions));
    if (manifest.preview && manifest.preview.pairs.length > 0) this.finder.mark(0, tangledMarks(manifest.preview.pairs));
    // Statistics come after the first picture.
    void Promise.all(this.views.map((view) => view.statisticsRead)).then(() => {
      if (this.views.some((view) => view.statistics.contacts) && !this.plots.has("contacts")) this.plots.statistic("contacts");
      this.plots.offer();
    });
  }

  /** Shows a frame in all views, those of other runs at the same time. */
  private showFrame(index: number): void {
    const lead = this.lead;
    const time = lead.time(index);
    for (const view of this.views) {
      const own = view === lead ? index : view.frameAt(time);
      if (this.player.isPlaying) view.stage.moving();
      void view.show(own, this.settings).then(() => this.afterFrame());
    }
    const { frames, times } = lead.manifest;
    this.timeline.show(index, frames.length, time, frames[index] ?? 0, times[frames.length - 1] ?? 0);
    this.plots.at(time);
  }

  private afterFrame(): void {
    this.showRange();
    this.numbers.show(this.settings.field);
    this.recordFrame();
  }

  private step(by: number): void {
    this.player.pause();
    this.player.seek(this.player.index + by);
  }

  /** Range of colours: typed, or seen in all views. */
  private range(): [number, number] {
    const seen = this.views.flatMap((view) => view.seen ?? []);
    const [low, high] = this.settings.range ?? (seen.length > 0 ? [Math.min(...seen), Math.max(...seen)] : [0, 1]);
    const isDiverging = !this.settings.range && this.settings.map === DIVERGING_NAME && low < 0 && high > 0;
    if (isDiverging) return [-Math.max(-low, high), Math.max(-low, high)];
    return [low, high > low ? high : low + Math.max(Math.abs(low), 1) * 1e-6];
  }

  private showRange(): void {
    const range = this.range();
    const { field, map } = this.settings;
    for (const view of this.views) view.stage.uniforms.range.value.set(...range);
    const note = this.views.some((view) => view.stage.bodies.isAveraged) ? "means of elements at vertices" : "";
    this.legend.show(field, this.unitOf(field), map, range, note);
    const { range: pairRange } = this.views[0]!.stage.contacts;
    const { pairs, pairColour } = this.settings;
    const unit = pairColour === "distance" ? "m" : pairColour === "force" ? "N" : "";
    const words = pairColour === "stick or slip" ? "dark slips, bright sticks" : "";
    this.pairLegend.show(pairs ? `pairs: ${pairColour}` : null, unit, PAIR_MAP, pairRange, words);
    for (const view of this.views) view.stage.redraw();
  }

  private unitOf(field: string | null): string {
    const name = field?.split(".")[0];
    if (name === "displacement") return "m";
    if (name === "speed") return "m/s";
    return this.views.flatMap((view) => view.manifest.fields).find((entry) => entry.name === name)?.unit ?? "";
  }

  private async recolour(): Promise<void> {
    const { field, map } = this.settings;
    for (const view of this.views) view.stage.uniforms.map.value = mapTexture(map);
    this.say(field ? "colours are computed…" : null);
    this.showFrame(this.player.index);
    if (field) await Promise.all(this.views.map((view) => view.survey(field)));
    this.say(null);
    this.showRange();
  }

  private relook(): void {
    const { settings } = this;
    this.views.forEach((view, k) => {
      const { stage } = view;
      stage.uniforms.flat.value = settings.isFlat ? 1 : 0;
      stage.bodies.look(this.looks[Math.min(k, this.looks.length - 1)] ?? [], settings.wireframe, settings.ghost);
      stage.bodies.inflate(settings.offset ? 0.5 * Math.max(...view.mesh.thickness, view.manifest.dhat ?? 0) : 0);
      stage.bodies.refresh();
      stage.contacts.group.visible = settings.pairs;
      stage.showFloor(settings.floor);
      stage.clip(settings.clip);
    });
    // Bodies of the first run decide for those of the same name.
    const first = new Map(this.views[0]!.manifest.bodies.map((body, k) => [body.name, this.looks[0]![k]!]));
    this.views.slice(1).forEach((view, k) => {
      view.manifest.bodies.forEach((body, b) => Object.assign(this.looks[k + 1]![b]!, first.get(body.name) ?? {}));
      view.stage.bodies.look(this.looks[k + 1]!, settings.wireframe, settings.ghost);
    });
  }

  private recontact(): void {
    this.relook();
    this.showFrame(this.player.index);
  }

  private saveView(): string {
    const name = `view ${this.saved.size + 1}`;
    this.saved.set(name, this.views[0]!.stage.cameraState());
    this.say(`${name} is kept until the page is closed`);
    return name;
  }

  private caption(): Caption {
    const { field, map } = this.settings;
    const time = `${this.lead.time(this.player.index).toPrecision(4)} s`;
    return { time, field, unit: this.unitOf(field), map, range: this.range() };
  }

  private async picture(): Promise<void> {
    const canvas = document.createElement("canvas");
    paint(this.views, this.caption(), canvas, this.dark.matches);
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/png"));
    if (blob) save(blob, fileName(this.views[0]!.manifest.title, "png"));
  }

  /** Starts a video that plays from here; ends it where one is being made. */
  private async video(): Promise<void> {
    const button = this.root.querySelector<HTMLButtonElement>("#video");
    if (this.recorder) {
      const { recorder } = this;
      this.recorder = null;
      this.player.pause();
      if (button) button.textContent = "video";
      save(await recorder.finish(), fileName(this.views[0]!.manifest.title, "webm"));
      return;
    }
    this.recorder = new Recorder();
    paint(this.views, this.caption(), this.recorder.canvas, this.dark.matches);
    this.recorder.start();
    if (button) button.textContent = "end the video";
    this.player.play();
  }

  private recordFrame(): void {
    if (this.recorder) paint(this.views, this.caption(), this.recorder.canvas, this.dark.matches);
  }

  private help(): void {
    const known = this.root.querySelector(".card");
    if (known) known.remove();
    else {
      const shown = card(this.keys(), () => shown.remove());
      this.root.append(shown);
    }
  }

  private keys(): Key[] {
    const { settings } = this;
    const flip = (name: "wireframe" | "ghost" | "pairs") => () => {
      settings[name] = !settings[name];
      if (name === "pairs") this.recontact();
      else this.relook();
      this.fill();
    };
    const axis = (name: "front" | "side" | "top") => () => this.views[0]!.stage.fit(this.views[0]!.stage.axisView(name));
    return [
      [[" "], "play, pause", () => this.player.toggle()],
      [["ArrowLeft"], "a frame back (with Shift: ten)", (event) => this.step(event.shiftKey ? -10 : -1)],
      [["ArrowRight"], "a frame on (with Shift: ten)", (event) => this.step(event.shiftKey ? 10 : 1)],
      [["Home"], "the start", () => this.player.seek(0)],
      [["End"], "the end", () => this.player.seek(this.player.count - 1)],
      [["+", "="], "faster", () => (this.player.speed = this.timeline.faster(1))],
      [["-"], "slower", () => (this.player.speed = this.timeline.faster(-1))],
      [["f"], "see everything", () => this.views[0]!.stage.fit()],
      [["1"], "from the front", axis("front")],
      [["2"], "from the side", axis("side")],
      [["3"], "from above", axis("top")],
      [["4"], "the scene's own camera", () => void this.views[0]!.stage.sceneCamera()],
      [["c"], "pairs in contact", flip("pairs")],
      [["k"], "the closest pair", () => void this.finder.showClosest()],
      [["b"], "what blocks a failed run", () => this.finder.showBlocker()],
      [["w"], "wireframe", flip("wireframe")],
      [["g"], "rest shape", flip("ghost")],
      [["p"], "picture", () => void this.picture()],
      [["Escape"], "forget what is picked", () => this.finder.unpick()],
      [["?"], "these keys", () => this.help()],
    ];
  }

  /** Looks now and then for what has changed: frames of a run under way, a scene that was saved. */
  private poll(sources: Source[]): void {
    const look = async () => {
      try {
        const status = await sources[0]!.status();
        if (!status) return;
        if (status.version !== this.version) {
          this.version = status.version;
          await this.load(sources);
        }
        await this.follow(status.frames, status.live !== null);
        this.live.show(status.live, Math.max(status.frames - 1, 0));
        if (!status.live && this.views[0]!.manifest.kind === "run") return;
      } catch (error) {
        if (!sources[0]!.recovers) return this.complain("the program that serves this page has ended");
        this.complain((error as Error).message);
      }
      setTimeout(() => void look(), POLL);
    };
    void look();
  }

  /** Takes in frames that have come since; stays at the last where it was there. */
  private async follow(frames: number, isLive: boolean): Promise<void> {
    const view = this.views[0]!;
    const known = view.manifest.frames.length;
    if (!isLive || frames === known) return;
    const wasLast = this.player.index >= known - 1 && !this.player.isPlaying;
    view.manifest = await view.source.manifest();
    view.statistics = await view.source.statistics().catch(() => view.statistics);
    this.plots.refresh();
    this.player.seek(wasLast ? this.player.count - 1 : this.player.index);
  }

  private say(words: string | null): void {
    this.told.hidden = words === null;
    this.told.textContent = words;
  }

  private complain(words: string): void {
    this.trouble.hidden = false;
    this.trouble.textContent = words;
  }
}

/** Fields of several runs, each once. */
function mergeFields(manifests: Manifest[]): Manifest["fields"] {
  const all = new Map(manifests.flatMap((manifest) => manifest.fields).map((field) => [field.name, field]));
  return [...all.values()];
}
