/** The bar at the bottom: play, time, speed. */
import { choice, h, short, toggle } from "./dom";

export interface TimelineActions {
  toggle(): void;
  /** Goes so many frames on, or back. */
  step(by: number): void;
  seek(index: number): void;
  speed(factor: number): void;
  loop(isOn: boolean): void;
}

/** Speeds to choose from; 0 is every frame as fast as it comes. */
const SPEEDS = [0.02, 0.05, 0.1, 0.25, 0.5, 1, 2, 4, 10, 0];

export class Timeline {
  readonly element: HTMLElement;
  private readonly play = h("button", { class: "play", "aria-label": "play", title: "Space" }, "▶");
  private readonly slider = h("input", { type: "range", min: 0, max: 0, step: 1, value: 0, class: "scrub", "aria-label": "frame" });
  private readonly words = h("output", { class: "time" });
  private readonly speeds: HTMLSelectElement;

  constructor(actions: TimelineActions) {
    this.play.addEventListener("click", () => actions.toggle());
    this.slider.addEventListener("input", () => actions.seek(Number(this.slider.value)));
    const words = (speed: number) => (speed === 0 ? "every frame" : speed === 1 ? "real time" : `${speed}×`);
    this.speeds = choice("speed", SPEEDS.map((speed) => [String(speed), words(speed)]), "1", (value) => actions.speed(Number(value)));
    this.element = h(
      "footer", { class: "timeline" },
      h("button", { class: "quiet", title: "← one frame back", onclick: () => actions.step(-1) }, "‹"),
      this.play,
      h("button", { class: "quiet", title: "→ one frame on", onclick: () => actions.step(1) }, "›"),
      this.slider, this.words, this.speeds, toggle("loop", true, (isOn) => actions.loop(isOn), "L"),
    );
  }

  show(index: number, count: number, time: number, step: number, end: number): void {
    this.slider.max = String(Math.max(count - 1, 0));
    this.slider.value = String(index);
    this.slider.setAttribute("aria-valuetext", `step ${step}, ${short(time)} s`);
    this.words.textContent = `${time.toFixed(digits(end))} s · step ${step}`;
    this.element.classList.toggle("still", count <= 1);
  }

  playing(isOn: boolean): void {
    this.play.textContent = isOn ? "⏸" : "▶";
    this.play.setAttribute("aria-label", isOn ? "pause" : "play");
  }

  set speed(factor: number) {
    this.speeds.value = String(factor);
  }

  /** Another speed of the list; `by` places faster. */
  faster(by: number): number {
    const place = Math.min(Math.max(SPEEDS.indexOf(Number(this.speeds.value)) + by, 0), SPEEDS.length - 2);
    this.speeds.value = String(SPEEDS[place]);
    return SPEEDS[place]!;
  }
}

/** Decimals that times up to `end` are told with. */
function digits(end: number): number {
  return Math.min(Math.max(3 - Math.floor(Math.log10(Math.max(end, 1e-9))), 1), 6);
}
