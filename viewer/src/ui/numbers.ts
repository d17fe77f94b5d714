/** What is known of a picked place: numbers now, and curves over time. */
import type { Picked } from "../draw/pick";
import type { RunView } from "../view";
import { h, precise, quantity, readable } from "./dom";

/** A curve that can be plotted of a picked place. */
export type CurveOf = { name: string; field: string | null; component: number | null; unit: string };

export class Numbers {
  readonly element = h("section", { class: "numbers", hidden: true, "aria-label": "numbers of the picked place" });
  picked: { view: RunView; what: Picked } | null = null;

  constructor(
    private readonly plot: (view: RunView, what: Picked, curve: CurveOf) => void,
    private readonly close: () => void,
  ) {}

  /** Shows the numbers of what is picked; nothing where nothing is. */
  show(field: string | null): void {
    this.element.hidden = !this.picked;
    if (!this.picked) return;
    const { view, what } = this.picked;
    const v = what.vertex;
    const { origin } = view.manifest;
    const x = view.stage.bodies.x;
    const place = [0, 1, 2].map((c) => x[3 * v + c]! + origin[c]!);
    const moved = [0, 1, 2].map((c) => x[3 * v + c]! - view.mesh.rest[3 * v + c]!);
    const rows: [string, string, CurveOf[]][] = [
      ["position", place.map(precise).join(", ") + " m", "xyz".split("").map((name, c) => ({ name: `position ${name}`, field: null, component: c, unit: "m" }))],
      ["from rest", quantity(Math.hypot(...moved), "m"), []],
    ];
    const value = this.valueOf(view, what);
    if (field && value !== null) {
      const own = field.startsWith("displacement") || field.startsWith("speed");
      const unit = view.manifest.fields.find((entry) => entry.name === field.split(".")[0])?.unit ?? (field === "speed" ? "m/s" : own ? "m" : "");
      rows.push([readable(field), quantity(value, unit), [{ name: readable(field), field, component: null, unit }]]);
    }
    const list = h("dl");
    for (const [name, words, curves] of rows) {
      const buttons = curves.map((curve) =>
        h("button", { class: "quiet", title: `Plot ${curve.name} over time`, onclick: () => this.plot(view, what, curve) }, curve.component === null ? "plot" : curve.name.slice(-1)),
      );
      list.append(h("dt", {}, name), h("dd", {}, words, " ", ...buttons));
    }
    const kind = what.triangle !== null ? `, triangle ${what.triangle}` : what.segment !== null ? `, segment ${what.segment}` : "";
    this.element.replaceChildren(
      h("div", { class: "numbers-head" }, h("strong", {}, view.bodyName(v)), ` vertex ${view.ownNumber(v)} (${v})${kind}`,
        h("button", { class: "quiet", title: "Esc", onclick: () => this.close() }, "×")),
      list,
    );
  }

  private valueOf(view: RunView, what: Picked): number | null {
    const { colour } = view;
    if (!colour) return null;
    if (colour.vertices.length > 0) return colour.vertices[what.vertex] ?? null;
    if (what.triangle !== null) return colour.triangles[what.triangle] ?? null;
    return what.segment !== null ? (colour.segments[what.segment] ?? null) : null;
  }
}
