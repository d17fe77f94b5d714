/** What colours mean: a bar with its range, to be read and to be changed. */
import { mapBytes } from "../draw/colourmaps";
import { h, readable, short } from "./dom";

export class Legend {
  readonly element = h("div", { class: "legend", hidden: true });
  private readonly bar = h("canvas", { class: "legend-bar", width: 256, height: 12 });
  private readonly title = h("div", { class: "legend-title" });
  private readonly low = h("input", { class: "legend-end", "aria-label": "lower end of the range" });
  private readonly high = h("input", { class: "legend-end", "aria-label": "upper end of the range" });
  private readonly note = h("div", { class: "legend-note" });

  /** `change` is told of a range that was typed, null meaning that seen in the run; without it the range is only read. */
  constructor(change: ((range: [number, number] | null) => void) | null) {
    const typed = () => {
      const [low, high] = [Number(this.low.value), Number(this.high.value)];
      const isRange = this.low.value.trim() !== "" && this.high.value.trim() !== "" && Number.isFinite(low) && Number.isFinite(high) && low < high;
      change?.(isRange ? [low, high] : null);
    };
    this.low.readOnly = this.high.readOnly = change === null;
    this.low.addEventListener("change", typed);
    this.high.addEventListener("change", typed);
    const reset = change && h("button", { class: "quiet", title: "The range of the run", onclick: () => change(null) }, "↺");
    this.element.append(this.title, this.bar, h("div", { class: "legend-ends" }, this.low, reset, this.high), this.note);
  }

  show(field: string | null, unit: string, map: string, range: [number, number], note: string): void {
    this.element.hidden = field === null;
    if (field === null) return;
    this.title.textContent = readable(field) + (unit ? ` (${unit})` : "");
    const context = this.bar.getContext("2d")!;
    const picture = context.createImageData(256, 12);
    const bytes = mapBytes(map);
    for (let row = 0; row < 12; row++) picture.data.set(bytes, row * bytes.length);
    context.putImageData(picture, 0, 0);
    if (!this.low.matches(":focus")) this.low.value = short(range[0]);
    if (!this.high.matches(":focus")) this.high.value = short(range[1]);
    this.note.textContent = note;
    this.note.hidden = note === "";
  }
}
