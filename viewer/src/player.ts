/** Time that runs: which frame is shown when. */
import type { RunView } from "./view";

export class Player {
  /** The place on the time line: a frame of the run with the most time. */
  index = 0;
  isPlaying = false;
  speed = 1;
  isLooping = true;
  /** Called where another frame is to be shown. */
  onFrame: (index: number) => void = () => {};
  onPlaying: (isPlaying: boolean) => void = () => {};
  private clock = 0;
  private last = 0;

  constructor(private readonly lead: () => RunView) {}

  get count(): number {
    return this.lead().manifest.frames.length;
  }

  get time(): number {
    return this.lead().time(this.index);
  }

  seek(index: number): void {
    this.index = Math.min(Math.max(index, 0), Math.max(this.count - 1, 0));
    this.clock = this.time;
    this.onFrame(this.index);
  }

  toggle(): void {
    if (this.isPlaying) this.pause();
    else this.play();
  }

  play(): void {
    if (this.count < 2) return;
    if (this.index >= this.count - 1) this.seek(0);
    this.isPlaying = true;
    this.clock = this.time;
    this.last = performance.now();
    this.onPlaying(true);
    requestAnimationFrame(() => this.tick());
  }

  pause(): void {
    this.isPlaying = false;
    this.onPlaying(false);
  }

  private tick(): void {
    if (!this.isPlaying) return;
    const now = performance.now();
    // After a pause of the browser the time in between is not made up for.
    const passed = Math.min((now - this.last) / 1000, 0.25);
    this.last = now;
    const lead = this.lead();
    if (!lead.busy) {
      if (this.speed === 0) {
        this.advance(this.index + 1);
      } else {
        this.clock += passed * this.speed;
        this.advance(lead.frameAt(this.clock));
      }
    }
    requestAnimationFrame(() => this.tick());
  }

  private advance(next: number): void {
    const end = this.lead().time(this.count - 1);
    const isOver = next >= this.count - 1 && (this.speed === 0 ? next > this.count - 1 : this.clock >= end);
    if (isOver && this.isLooping) {
      this.clock = this.lead().time(0);
      this.index = 0;
    } else if (isOver) {
      this.index = this.count - 1;
      this.pause();
    } else if (next === this.index) {
      return;
    } else {
      this.index = next;
    }
    this.onFrame(this.index);
    this.lead().prefetch(this.index + 1, 3);
  }
}
