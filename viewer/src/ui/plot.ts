/** A curve over time with a line where the view is; a click goes there. */
import { h, short } from "./dom";

/** A curve of a plot. */
export interface Series {
  name: string;
  times: number[];
  values: number[];
  colour: string;
  dash: number[];
}

export class Plot {
  readonly element: HTMLElement;
  private readonly canvas = h("canvas", { class: "plot-canvas" });
  private readonly reading = h("span", { class: "plot-reading" });
  private series: Series[] = [];
  private span: [number, number] = [0, 1];
  private time = 0;
  private isLog = false;
  private unit = "";

  constructor(title: string, seek: (time: number) => void, close?: () => void) {
    const head = h(
      "div", { class: "plot-head" }, h("span", { class: "plot-title" }, title), this.reading,
      close && h("button", { class: "quiet", title: "Close this plot", onclick: close }, "×"),
    );
    this.element = h("div", { class: "plot" }, head, this.canvas);
    const at = (event: PointerEvent) => {
      const box = this.canvas.getBoundingClientRect();
      const share = Math.min(Math.max((event.clientX - box.left) / box.width, 0), 1);
      seek(this.span[0] + share * (this.span[1] - this.span[0]));
    };
    this.canvas.addEventListener("pointerdown", (event) => {
      this.canvas.setPointerCapture(event.pointerId);
      at(event);
    });
    this.canvas.addEventListener("pointermove", (event) => {
      if (event.buttons) at(event);
    });
    new ResizeObserver(() => this.draw()).observe(this.canvas);
  }

  /** Shows these curves over a span of time. */
  show(series: Series[], span: [number, number], unit: string): void {
    this.series = series;
    this.span = span[1] > span[0] ? span : [span[0], span[0] + 1];
    this.unit = unit;
    const all = series.flatMap((one) => one.values).filter(Number.isFinite);
    const [low, high] = [Math.min(...all), Math.max(...all)];
    this.isLog = low > 0 && high / low > 300;
    this.draw();
  }

  /** Moves the line. */
  at(time: number): void {
    this.time = time;
    this.draw();
  }

  private draw(): void {
    const [width, height] = [this.canvas.clientWidth, this.canvas.clientHeight];
    if (width < 2 || height < 2) return;
    const scale = Math.min(devicePixelRatio, 2);
    this.canvas.width = width * scale;
    this.canvas.height = height * scale;
    const context = this.canvas.getContext("2d")!;
    context.scale(scale, scale);
    const style = getComputedStyle(this.canvas);
    const of = (value: number) => (this.isLog ? Math.log10(value) : value);
    const all = this.series.flatMap((one) => one.values).filter((v) => Number.isFinite(v) && (!this.isLog || v > 0)).map(of);
    let [low, high] = [Math.min(...all), Math.max(...all)];
    if (!(high > low)) [low, high] = [low - 0.5 * Math.abs(low || 1), high + 0.5 * Math.abs(high || 1)];
    const x = (time: number) => ((time - this.span[0]) / (this.span[1] - this.span[0])) * width;
    const y = (value: number) => height - 4 - ((of(value) - low) / (high - low)) * (height - 8);
    context.lineWidth = 1.4;
    for (const one of this.series) {
      context.strokeStyle = one.colour;
      context.setLineDash(one.dash);
      context.beginPath();
      let isDown = false;
      one.values.forEach((value, k) => {
        if (!Number.isFinite(value) || (this.isLog && value <= 0)) {
          isDown = false;
          return;
        }
        if (isDown) context.lineTo(x(one.times[k]!), y(value));
        else context.moveTo(x(one.times[k]!), y(value));
        isDown = true;
      });
      context.stroke();
    }
    context.setLineDash([]);
    context.strokeStyle = style.color;
    context.globalAlpha = 0.55;
    context.beginPath();
    context.moveTo(x(this.time), 0);
    context.lineTo(x(this.time), height);
    context.stroke();
    this.reading.textContent = this.series.map((one) => short(valueAt(one, this.time))).join(" · ") + (this.unit ? ` ${this.unit}` : "");
  }
}

/** The last value at or before a time. */
export function valueAt(series: Series, time: number): number {
  let found = NaN;
  for (let k = 0; k < series.times.length && series.times[k]! <= time + 1e-9; k++) found = series.values[k]!;
  return found;
}
