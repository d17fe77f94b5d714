/** Plots over the time line: statistics, and curves of picked places. */
import type { RunView } from "../view";
import type { Picked } from "../draw/pick";
import { choice, h, readable } from "./dom";
import { Plot, type Series } from "./plot";
import type { CurveOf } from "./numbers";

const COLOURS = ["#3d74b8", "#c9772f", "#3f8f76", "#a85a80"];
const DASHES = [[], [6, 4]];
/** Statistics that are asked for most, in this order. */
const FIRST = ["contacts", "min_distance", "iterations", "residual", "energy.kinetic", "energy.elastic", "energy.contact", "seconds.total"];

export class Plots {
  readonly element = h("section", { class: "plots", "aria-label": "plots" });
  private readonly list = h("div", { class: "plot-list" });
  private readonly chooser = h("div", { class: "plot-add" });
  private readonly shown = new Map<string, Plot>();
  private time = 0;
  /** Whether the statistics there are have been offered. */
  isOffered = false;

  constructor(
    private readonly views: () => RunView[],
    private readonly seek: (time: number) => void,
  ) {
    this.element.append(this.list, this.chooser);
  }

  /** Offers the statistics there are. */
  offer(): void {
    const names = new Set(this.views().flatMap((view) => Object.keys(view.statistics)));
    const rest = [...names].filter((name) => !FIRST.includes(name) && name !== "step" && name !== "time").sort();
    const known = [...FIRST.filter((name) => names.has(name)), ...rest];
    this.element.hidden = known.length === 0;
    const select = choice("add a plot", [["", "plot a statistic…"], ...known.map((name) => [name, readable(name)] as [string, string])], "", (name) => {
      if (name) this.statistic(name);
      select.value = "";
    });
    this.chooser.replaceChildren(select);
    this.isOffered = true;
  }

  /** Whether a statistic is plotted. */
  has(name: string): boolean {
    return this.shown.has(name);
  }

  statistic(name: string): void {
    const unit = this.views().map((view) => view.statistics[name]?.unit).find(Boolean) ?? "";
    const series = this.views().flatMap((view, k) => {
      const column = view.statistics[name];
      if (!column) return [];
      const times = column.steps.map((step) => stepTime(view, step));
      return [{ name: view.manifest.name, times, values: column.values, colour: COLOURS[k]!, dash: DASHES[k % 2]! }];
    });
    this.add(name, readable(name), series, unit);
  }

  /** Plots a curve of a picked place. */
  async curve(view: RunView, what: Picked, of: CurveOf): Promise<void> {
    const field = of.field;
    const own = field !== null && /^(displacement|speed)(\.|$)/.test(field);
    const key = `${view.manifest.name} ${what.vertex} ${of.name}`;
    const title = `${of.name} · vertex ${what.vertex}`;
    const got = own ? null : await view.source.curve(field, what.vertex, what.triangle);
    const series: Series = { name: key, times: [], values: [], colour: COLOURS[this.shown.size % COLOURS.length]!, dash: [] };
    if (got) {
      const width = got.values.length / Math.max(got.steps.length, 1);
      got.steps.forEach((step, k) => {
        series.times.push(stepTime(view, step));
        series.values.push(got.values[k * width + (of.component ?? 0)]! + (of.component !== null ? view.manifest.origin[of.component]! : 0));
      });
    } else {
      const count = view.manifest.frames.length;
      const stride = Math.max(1, Math.ceil(count / 400));
      for (let k = 0; k < count; k += stride) {
        const values = field ? (await view.field(field, k)).vertices : await view.positions(k);
        const value = field ? values[what.vertex]! : values[3 * what.vertex + of.component!]! + view.manifest.origin[of.component!]!;
        series.times.push(view.time(k));
        series.values.push(value);
      }
    }
    this.add(key, title, [series], of.unit);
  }

  private add(key: string, title: string, series: Series[], unit: string): void {
    this.shown.get(key)?.element.remove();
    const plot = new Plot(title, this.seek, () => {
      plot.element.remove();
      this.shown.delete(key);
    });
    this.shown.set(key, plot);
    this.list.append(plot.element);
    const ends = this.views().map((view) => view.time(view.manifest.frames.length - 1));
    plot.show(series, [0, Math.max(...ends)], unit);
    plot.at(this.time);
  }

  /** Draws the statistics that are shown anew: they have become more. */
  refresh(): void {
    for (const name of this.shown.keys()) if (this.views().some((view) => view.statistics[name])) this.statistic(name);
  }

  at(time: number): void {
    this.time = time;
    for (const plot of this.shown.values()) plot.at(time);
  }
}

/** Time of a step, s. */
function stepTime(view: RunView, step: number): number {
  const place = view.manifest.frames.indexOf(step);
  return place >= 0 ? view.time(place) : step * view.manifest.dt;
}
