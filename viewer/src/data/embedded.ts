/** A run inside of the page: see `crates/view/src/portable.rs`. */
import { type Pack, readMesh, readPack, readPairs } from "./pack";
import type { Colour, Column, Curve, Manifest, Mesh, Pairs, Source } from "./source";

/** The runs in the data of a page: base 64 of compressed bytes. */
export async function embeddedSources(data: string): Promise<Source[]> {
  const text = atob(data.trim());
  const bytes = Uint8Array.from(text, (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return [new EmbeddedSource(readPack(await new Response(stream).arrayBuffer()))];
}

class EmbeddedSource implements Source {
  private readonly told: Manifest;
  /** Frames in steps of rounding; those before are needed for those after. */
  private readonly whole: Int32Array[] = [];

  constructor(private readonly pack: Pack) {
    this.told = pack.told.manifest as Manifest;
  }

  async manifest(): Promise<Manifest> {
    return this.told;
  }

  async mesh(): Promise<Mesh> {
    return readMesh(this.inner("mesh")!);
  }

  /** A pack inside of the pack. */
  private inner(name: string): Pack | null {
    const bytes = this.pack.arrays.get(name);
    return bytes ? readPack((bytes as Uint8Array).slice().buffer) : null;
  }

  private decode(place: number): Int32Array {
    while (this.whole.length <= place) {
      const n = this.whole.length;
      const bytes = this.pack.arrays.get(`frame ${n}`) as Uint8Array | undefined;
      if (!bytes) throw new Error(`there is no frame ${n}`);
      const count = bytes.length / 4;
      const now = new Int32Array(count);
      const [last, earlier] = [this.whole[n - 1], this.whole[n - 2]];
      for (let k = 0; k < count; k++) {
        const folded = (bytes[k]! | (bytes[count + k]! << 8) | (bytes[2 * count + k]! << 16) | (bytes[3 * count + k]! << 24)) >>> 0;
        const difference = (folded >>> 1) ^ -(folded & 1);
        const expected = earlier ? 2 * last![k]! - earlier[k]! : last ? last[k]! : 0;
        now[k] = expected + difference;
      }
      this.whole.push(now);
    }
    return this.whole[place]!;
  }

  async frame(step: number): Promise<Float32Array> {
    const unit = 2 * (this.told.rounding ?? 0);
    return Float32Array.from(this.decode(this.told.frames.indexOf(step)), (n) => n * unit);
  }

  async colour(field: string, step: number): Promise<Colour> {
    const range = this.told.fields.find((entry) => entry.name === field)?.range;
    if (!range) throw new Error(`this page has no field ${field}`);
    const numbers = (place: string): Float32Array => {
      const bytes = this.pack.arrays.get(`colour ${field} ${this.told.frames.indexOf(step)} ${place}`) ?? [];
      // 254 steps over the range; 255 is no number.
      return Float32Array.from(bytes, (level) => (level === 255 ? NaN : range[0] + (level / 254) * (range[1] - range[0])));
    };
    return { vertices: numbers("vertices"), triangles: numbers("triangles"), segments: numbers("segments") };
  }

  async pairs(step: number): Promise<Pairs | null> {
    const pack = this.inner(`pairs ${this.told.frames.indexOf(step)}`);
    return pack && readPairs(pack);
  }

  async statistics(): Promise<Record<string, Column>> {
    return (this.pack.told.statistics ?? {}) as Record<string, Column>;
  }

  async curve(field: string | null, vertex: number): Promise<Curve | null> {
    if (field !== null) return null;
    const unit = 2 * (this.told.rounding ?? 0);
    const values = this.told.frames.flatMap((_, k) => [...this.decode(k).subarray(3 * vertex, 3 * vertex + 3)].map((n) => n * unit));
    return { steps: Uint32Array.from(this.told.frames), values: Float32Array.from(values) };
  }

  async status(): Promise<null> {
    return null;
  }

  async command(): Promise<void> {}
}
