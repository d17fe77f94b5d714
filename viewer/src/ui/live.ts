/** A simulation under way: how far it is, what holds it, pause and stop. */
import type { Live } from "../data/source";
import { h, short } from "./dom";

export class LiveBar {
  readonly element = h("section", { class: "live", hidden: true, role: "status" });
  private readonly words = h("span");
  private readonly pause = h("button", {}, "pause");
  private readonly stop = h("button", {}, "stop");
  private isPaused = false;

  constructor(command: (word: string) => void) {
    this.pause.addEventListener("click", () => command(this.isPaused ? "go" : "pause"));
    this.stop.addEventListener("click", () => command("stop"));
    this.element.append(this.words, this.pause, this.stop);
  }

  show(live: Live | null, done: number): void {
    this.element.hidden = live === null;
    if (!live) return;
    this.isPaused = live.paused;
    this.pause.textContent = live.paused ? "go on" : "pause";
    this.pause.hidden = this.stop.hidden = live.end !== null;
    this.element.classList.toggle("alarm", live.stalled !== null);
    this.words.textContent = sentence(live, done);
  }
}

function sentence(live: Live, done: number): string {
  if (live.end !== null) return live.end;
  const parts = [`step ${done} of ${live.steps}`];
  if (live.paused) parts.push("paused");
  if (live.step) {
    const { step, iteration, residual, tolerance, alpha } = live.step;
    parts.push(`step ${step}: iteration ${iteration}, residual ${short(residual)} of ${short(tolerance)} m/s, step length ${short(alpha)}`);
  }
  if (live.stalled) parts.push(`comes no closer: ${live.stalled}`);
  else if (live.step) parts.push(live.step.held_by);
  return parts.join(" · ");
}
