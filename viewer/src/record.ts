/** Pictures and videos of what is seen, with legend and time. */
import { mapBytes } from "./draw/colourmaps";
import { readable, short } from "./ui/dom";
import type { RunView } from "./view";

/** What is written into a picture. */
export interface Caption {
  time: string;
  field: string | null;
  unit: string;
  map: string;
  range: [number, number];
}

/** Paints all views side by side into a canvas. */
export function paint(views: RunView[], caption: Caption, canvas: HTMLCanvasElement, isDark: boolean): void {
  const parts = views.map((view) => view.stage.canvas);
  canvas.width = parts.reduce((sum, part) => sum + part.width, 0) & ~1;
  canvas.height = Math.max(...parts.map((part) => part.height)) & ~1;
  const context = canvas.getContext("2d")!;
  let left = 0;
  const size = Math.max(13, Math.round(canvas.height / 42));
  context.textBaseline = "alphabetic";
  views.forEach((view, k) => {
    view.stage.draw();
    context.drawImage(parts[k]!, left, 0);
    context.font = `600 ${size}px system-ui, sans-serif`;
    context.fillStyle = isDark ? "#e8e6e1" : "#2b3138";
    context.fillText(views.length > 1 ? view.manifest.name : view.manifest.title, left + size, 1.8 * size);
    left += parts[k]!.width;
  });
  context.font = `${size}px system-ui, sans-serif`;
  context.fillText(caption.time, size, canvas.height - size);
  if (caption.field) legend(context, caption, canvas, size);
}

function legend(context: CanvasRenderingContext2D, caption: Caption, canvas: HTMLCanvasElement, size: number): void {
  const [width, height] = [14 * size, 0.8 * size];
  const [x, y] = [canvas.width - width - size, canvas.height - 2.8 * size];
  const bytes = mapBytes(caption.map);
  for (let i = 0; i < 256; i++) {
    context.fillStyle = `rgb(${bytes[4 * i]} ${bytes[4 * i + 1]} ${bytes[4 * i + 2]})`;
    context.fillRect(x + (i * width) / 256, y, width / 256 + 1, height);
  }
  context.fillStyle = "#6b7076";
  const title = readable(caption.field!) + (caption.unit ? ` (${caption.unit})` : "");
  context.fillText(title, x, y - 0.5 * size);
  context.fillText(short(caption.range[0]), x, y + 1.9 * size);
  const high = short(caption.range[1]);
  context.fillText(high, x + width - context.measureText(high).width, y + 1.9 * size);
}

/** Hands a file to the user. */
export function save(blob: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** A file name from a title. */
export function fileName(title: string, ending: string): string {
  const plain = title.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-").replaceAll(/^-|-$/g, "");
  return `${plain || "tangency"}.${ending}`;
}

/** Records what is painted into a canvas, by the browser's own encoder. */
export class Recorder {
  readonly canvas = document.createElement("canvas");
  private readonly chunks: Blob[] = [];
  private recorder: MediaRecorder | null = null;

  start(): void {
    const type = ["video/webm;codecs=vp9", "video/webm;codecs=vp8", "video/webm"].find((one) => MediaRecorder.isTypeSupported(one));
    const stream = this.canvas.captureStream(30);
    this.recorder = new MediaRecorder(stream, { mimeType: type, videoBitsPerSecond: 8_000_000 });
    this.recorder.ondataavailable = (event) => this.chunks.push(event.data);
    this.recorder.start(500);
  }

  /** Ends the recording and gives it. */
  async finish(): Promise<Blob> {
    const recorder = this.recorder!;
    await new Promise<void>((resolve) => {
      recorder.onstop = () => resolve();
      recorder.stop();
    });
    for (const track of recorder.stream.getTracks()) track.stop();
    return new Blob(this.chunks, { type: "video/webm" });
  }
}
