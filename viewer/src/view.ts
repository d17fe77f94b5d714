/** One run in one view: what is fetched of it, and what of that is drawn. */
import { Stage } from "./draw/stage";
import type { Colour, Column, Manifest, Mesh, Pairs, Source } from "./data/source";
import type { Settings } from "./settings";

/** Bytes of frames that are kept. */
const KEPT = 256 << 20;
/** Fields that follow from the frames alone. */
export const OWN_FIELDS = [
  { name: "displacement", unit: "m", components: ["x", "y", "z"], of: "vertex", recorded: true },
  { name: "speed", unit: "m/s", components: [], of: "vertex", recorded: true },
];

export class RunView {
  frame = 0;
  pairs: Pairs | null = null;
  colour: Colour | null = null;
  statistics: Record<string, Column> = {};
  /** Settled when statistics are there, or are not to be had. */
  statisticsRead: Promise<void> = Promise.resolve();
  /** Smallest and largest number of the field that were seen. */
  seen: [number, number] | null = null;
  /** Called with what went wrong; null where nothing does. */
  onTrouble: (message: string | null) => void = () => {};
  private readonly frames = new Map<number, Promise<Float32Array>>();
  private readonly colours = new Map<string, Promise<Colour>>();
  private wanted = 0;
  private isBusy = false;
  private shownField: string | null = null;

  private constructor(
    readonly source: Source,
    public manifest: Manifest,
    readonly mesh: Mesh,
    readonly stage: Stage,
  ) {}

  /** Fetches what is needed for a first picture. */
  static async open(source: Source, isDark: boolean): Promise<RunView> {
    const [manifest, mesh] = await Promise.all([source.manifest(), source.mesh()]);
    const view = new RunView(source, manifest, mesh, new Stage(manifest, mesh, isDark));
    const last = manifest.frames.length - 1;
    if (last >= 0) {
      const first = await view.positions(0);
      view.stage.bodies.place(first);
      view.stage.grow(first);
      view.stage.layFloor(isDark);
      if (!view.stage.sceneCamera()) view.stage.fit();
    }
    // What has no statistics has no plots.
    view.statisticsRead = source.statistics().then((columns) => void (view.statistics = columns)).catch(() => {});
    return view;
  }

  /** Time of a frame, s. */
  time(index: number): number {
    return this.manifest.times[index] ?? 0;
  }

  /** The last frame at or before a time. */
  frameAt(time: number): number {
    const { times } = this.manifest;
    let [low, high] = [0, times.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (times[middle]! <= time + 1e-9) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  /** Positions of a frame, kept while there is room. */
  positions(index: number): Promise<Float32Array> {
    const known = this.frames.get(index);
    if (known) {
      this.frames.delete(index);
      this.frames.set(index, known);
      return known;
    }
    const fetched = this.source.frame(this.manifest.frames[index]!);
    fetched.catch(() => this.frames.delete(index));
    this.frames.set(index, fetched);
    const most = Math.max(8, Math.floor(KEPT / (12 * Math.max(this.manifest.vertices, 1))));
    for (const old of this.frames.keys()) {
      if (this.frames.size <= most) break;
      this.frames.delete(old);
    }
    return fetched;
  }

  /** Fetches frames that will soon be shown. */
  prefetch(from: number, count: number): void {
    for (let k = from; k < Math.min(from + count, this.manifest.frames.length); k++) void this.positions(k).catch(() => {});
  }

  /** Numbers of a field in a frame. */
  async field(name: string, index: number): Promise<Colour> {
    const own = await this.ownField(name, index);
    if (own) return { vertices: own, triangles: new Float32Array(), segments: new Float32Array() };
    const key = `${name} ${index}`;
    let found = this.colours.get(key);
    if (!found) {
      found = this.source.colour(name, this.manifest.frames[index]!);
      found.catch(() => this.colours.delete(key));
      this.colours.set(key, found);
      if (this.colours.size > 80) this.colours.delete(this.colours.keys().next().value!);
    }
    return found;
  }

  private async ownField(name: string, index: number): Promise<Float32Array | null> {
    const [word, component] = name.split(".");
    if (word !== "displacement" && word !== "speed") return null;
    const isSpeed = word === "speed";
    const x = await this.positions(index);
    const before = isSpeed ? await this.positions(Math.max(index - 1, 0)) : await this.positions(0);
    const span = isSpeed ? Math.max(this.time(index) - this.time(Math.max(index - 1, 0)), 1e-12) : 1;
    const axis = component ? "xyz".indexOf(component) : -1;
    const out = new Float32Array(x.length / 3);
    for (let v = 0; v < out.length; v++) {
      const d = [0, 1, 2].map((c) => (x[3 * v + c]! - before[3 * v + c]!) / span);
      out[v] = axis >= 0 ? d[axis]! : Math.hypot(d[0]!, d[1]!, d[2]!);
    }
    return out;
  }

  /** Whether a frame that was asked for is still under way. */
  get busy(): boolean {
    return this.isBusy;
  }

  /** Shows a frame; of several that are asked for while one is fetched, the last. */
  async show(index: number, settings: Settings): Promise<void> {
    this.wanted = index;
    if (this.isBusy) return;
    this.isBusy = true;
    try {
      do {
        const next = this.wanted;
        await this.draw(next, settings);
        if (this.wanted === next) break;
      } while (true);
      this.onTrouble(null);
    } catch (error) {
      this.onTrouble((error as Error).message);
    } finally {
      this.isBusy = false;
    }
  }

  private async draw(index: number, settings: Settings): Promise<void> {
    if (this.manifest.frames.length === 0) {
      this.stage.redraw();
      return;
    }
    const x = await this.positions(index);
    if (x.length !== this.mesh.rest.length) throw new Error(`frame ${index} has ${x.length / 3} vertices of ${this.mesh.rest.length / 3}`);
    this.stage.grow(x);
    const isOther = settings.field !== this.shownField;
    if (isOther) this.seen = null;
    this.colour = settings.field ? await this.field(settings.field, index) : null;
    this.stage.bodies.place(x);
    if (this.colour || isOther) this.stage.bodies.colour(this.colour);
    this.shownField = settings.field;
    if (this.colour) this.see(this.colour);
    this.frame = index;
    if (settings.pairs) {
      this.pairs = await this.source.pairs(this.manifest.frames[index]!);
      this.stage.contacts.show(this.pairs, settings.pairColour, this.stage.up);
    }
    this.stage.marks.place(x);
    this.stage.redraw();
  }

  /** Widens the range that was seen. */
  see(colour: Colour): void {
    for (const values of [colour.vertices, colour.triangles, colour.segments]) {
      for (const value of values) {
        if (!Number.isFinite(value)) continue;
        if (!this.seen) this.seen = [value, value];
        else if (value < this.seen[0]) this.seen[0] = value;
        else if (value > this.seen[1]) this.seen[1] = value;
      }
    }
  }

  /** Looks at some frames over the run for the range of a field. */
  async survey(field: string): Promise<void> {
    const count = this.manifest.frames.length;
    const most = this.manifest.vertices > 50_000 ? 5 : 9;
    const places = [...new Set(Array.from({ length: most }, (_, k) => Math.round((k * (count - 1)) / (most - 1))))];
    for (const place of places) {
      try {
        this.see(await this.field(field, place));
      } catch {
        // A frame without the field has no part in its range.
      }
    }
  }

  /** Asks for the pairs of the shown frame. */
  async fetchPairs(): Promise<Pairs | null> {
    this.pairs = await this.source.pairs(this.manifest.frames[this.frame]!);
    return this.pairs;
  }

  /** Name of the body of a vertex. */
  bodyName(vertex: number): string {
    return this.manifest.bodies[this.mesh.body[vertex] ?? -1]?.name ?? "";
  }

  /** Number of a vertex within its body. */
  ownNumber(vertex: number): number {
    return vertex - this.mesh.body.indexOf(this.mesh.body[vertex]!);
  }

  dispose(): void {
    this.stage.dispose();
  }
}
