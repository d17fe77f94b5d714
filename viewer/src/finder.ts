/** Finding things in the picture: picked places, the closest pair, what blocks a run, tangled pairs. */
import * as THREE from "three";
import type { BlockingPair, Failure, Selection, Vec } from "./data/source";
import { AMBER, BLUE, type Mark, RED } from "./draw/marks";
import { pick } from "./draw/pick";
import type { Numbers } from "./ui/numbers";
import type { RunView } from "./view";

/** What finding needs of the page. */
export interface FinderPage {
  isShown(view: number, body: number): boolean;
  field(): string | null;
  goToEnd(): void;
  say(words: string | null): void;
  complain(words: string): void;
}

export class Finder {
  /** What is marked in each view. */
  readonly marks: Mark[][] = [];

  constructor(
    private readonly views: RunView[],
    private readonly numbers: Numbers,
    private readonly page: FinderPage,
  ) {}

  /** Marks these in a view and nothing else. */
  mark(k: number, marks: Mark[]): void {
    this.marks[k] = marks;
    const { stage } = this.views[k]!;
    stage.marks.set(marks, stage.bodies.x);
    stage.redraw();
  }

  /** Picks what is under a point of a view. */
  pickAt(k: number, x: number, y: number): void {
    const view = this.views[k]!;
    const found = pick(view.stage, x, y, (body) => this.page.isShown(k, body));
    if (!found) return this.unpick();
    this.numbers.picked = { view, what: found };
    const face = found.triangle !== null ? [...view.mesh.triangles.subarray(3 * found.triangle, 3 * found.triangle + 3)] : [];
    this.views.forEach((_, other) => this.mark(other, other === k ? [{ vertices: [face, [found.vertex]].filter((one) => one.length > 0), colour: BLUE }] : []));
    this.numbers.show(this.page.field());
  }

  /** Forgets what is picked and marked. */
  unpick(): void {
    this.numbers.picked = null;
    this.numbers.show(null);
    this.views.forEach((_, k) => this.mark(k, []));
  }

  /** Goes to the closest pair of the shown frame, in all views. */
  async showClosest(): Promise<void> {
    await Promise.all(
      this.views.map(async (view, k) => {
        try {
          const pairs = await view.fetchPairs();
          if (!pairs || pairs.count === 0) return this.page.say("no pair is in contact in this frame");
          const vertices = [...pairs.vertices.subarray(0, 4)].filter((v) => v >= 0);
          this.mark(k, [{ vertices: splitPair(pairs.kind[0]!, vertices), colour: AMBER }]);
          const names = [...pairs.bodies.subarray(0, 2)].map((b) => (b < 0 ? "half-space" : view.manifest.bodies[b]?.name));
          this.page.say(`closest pair: ${names.join(" and ")}, ${pairs.distance[0]!.toExponential(3)} m apart`);
          this.comeTo(k, new THREE.Vector3(...(pairs.position.subarray(0, 3) as unknown as Vec)), vertices);
        } catch (error) {
          this.page.complain((error as Error).message);
        }
      }),
    );
  }

  private comeTo(k: number, place: THREE.Vector3, vertices: number[]): void {
    const { stage } = this.views[k]!;
    const { x } = stage.bodies;
    const radius = Math.max(0, ...vertices.map((v) => place.distanceTo(new THREE.Vector3(x[3 * v], x[3 * v + 1], x[3 * v + 2]))));
    stage.lookAt(place, radius);
  }

  /** Goes to what stopped the run. */
  showBlocker(): void {
    const k = this.views.findIndex((view) => view.manifest.failure);
    const failure: Failure | null | undefined = this.views[k]?.manifest.failure;
    if (!failure) return;
    this.page.goToEnd();
    const marks: Mark[] = [];
    if (failure.vertex !== null) marks.push({ vertices: [[failure.vertex]], colour: AMBER });
    if (failure.element) marks.push({ vertices: [failure.element.slice(0, 3)], colour: RED });
    if (failure.pair) marks.push({ vertices: failure.pair.vertices.filter((one) => one.length > 0), colour: RED });
    this.mark(k, marks);
    this.page.say(failure.message);
    const middle = this.views[k]!.stage.marks.middle(this.views[k]!.stage.bodies.x);
    if (middle) this.comeTo(k, middle, marks.flatMap((mark) => mark.vertices.flat()));
  }

  /** Goes to a tangled pair. */
  goToPair(pair: BlockingPair): void {
    const pairs = this.views[0]!.manifest.preview?.pairs ?? [];
    const chosen: Mark = { vertices: pair.vertices.filter((one) => one.length > 0), colour: AMBER };
    this.mark(0, [chosen]);
    const middle = this.views[0]!.stage.marks.middle(this.views[0]!.stage.bodies.x);
    this.mark(0, [...tangledMarks(pairs), chosen]);
    if (middle) this.comeTo(0, middle, pair.vertices.flat());
  }

  /** Shows the vertices of a boundary or load, and where it goes. */
  showSelection(selection: Selection | null): void {
    const points = (selection?.vertices ?? []).map((v) => [v]);
    this.mark(0, [...tangledMarks(this.views[0]!.manifest.preview?.pairs ?? []), { vertices: points, colour: BLUE }]);
    this.views[0]!.stage.arrows(selection?.arrow ?? null, selection?.vertices ?? []);
  }
}

/** The two primitives of a pair of some kind. */
function splitPair(kind: number, vertices: number[]): number[][] {
  const first = kind === 3 ? 2 : 1;
  return [vertices.slice(0, first), vertices.slice(first)].filter((one) => one.length > 0);
}

/** Marks of pairs that are tangled. */
export function tangledMarks(pairs: BlockingPair[]): Mark[] {
  const vertices = pairs.flatMap((pair) => pair.vertices).filter((one) => one.length > 0);
  return vertices.length > 0 ? [{ vertices, colour: RED }] : [];
}
