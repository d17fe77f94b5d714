/** A coarser surface over some of the vertices, to be drawn while something moves. */
import * as THREE from "three";
import { vertexNormals } from "./normals";

/** A surface with vertices of its own, each at one of the whole mesh. */
export class CoarseSurface {
  readonly geometry = new THREE.BufferGeometry();
  private readonly vertices: Uint32Array;
  private readonly index: Uint32Array;

  /** About `most` triangles of those in `index`. */
  constructor(rest: Float32Array, index: Uint32Array, most: number) {
    const triangles = 3 * most < index.length ? merged(rest, index, most) : index;
    const places = new Map<number, number>();
    this.index = triangles.map((v) => {
      const known = places.get(v) ?? places.size;
      places.set(v, known);
      return known;
    });
    this.vertices = Uint32Array.from(places.keys());
    const count = this.vertices.length;
    for (const [name, width] of [["position", 3], ["normal", 3], ["scalar", 1], ["sharp", 1]] as const) {
      this.geometry.setAttribute(name, new THREE.BufferAttribute(new Float32Array(width * count), width).setUsage(THREE.DynamicDrawUsage));
    }
    this.geometry.setIndex(new THREE.BufferAttribute(this.index, 1));
  }

  private array(name: string): Float32Array {
    const attribute = this.geometry.getAttribute(name) as THREE.BufferAttribute;
    attribute.needsUpdate = true;
    return attribute.array as Float32Array;
  }

  /** Takes positions and numbers of the whole mesh. */
  take(x: Float32Array, scalars: Float32Array): void {
    const [position, scalar] = [this.array("position"), this.array("scalar")];
    this.vertices.forEach((v, k) => {
      position[3 * k] = x[3 * v]!;
      position[3 * k + 1] = x[3 * v + 1]!;
      position[3 * k + 2] = x[3 * v + 2]!;
      scalar[k] = scalars[v]!;
    });
    vertexNormals(position, this.index, this.array("normal"));
  }
}

/** Triangles between one vertex of each cell of a grid. */
function merged(rest: Float32Array, index: Uint32Array, most: number): Uint32Array {
  let area = 0;
  const low = [Infinity, Infinity, Infinity];
  for (let t = 0; t < index.length; t += 3) {
    const [a, b, c] = [3 * index[t]!, 3 * index[t + 1]!, 3 * index[t + 2]!];
    const ux = rest[b]! - rest[a]!, uy = rest[b + 1]! - rest[a + 1]!, uz = rest[b + 2]! - rest[a + 2]!;
    const vx = rest[c]! - rest[a]!, vy = rest[c + 1]! - rest[a + 1]!, vz = rest[c + 2]! - rest[a + 2]!;
    area += 0.5 * Math.hypot(uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx);
    for (let k = 0; k < 3; k++) low[k] = Math.min(low[k]!, rest[a + k]!);
  }
  const cell = Math.sqrt((2 * area) / most);
  const chosen = new Int32Array(rest.length / 3).fill(-1);
  const places = new Map<number, number>();
  const of = (v: number): number => {
    if (chosen[v]! >= 0) return chosen[v]!;
    // 2^51 cells fit into a number.
    let key = 0;
    for (let k = 0; k < 3; k++) key = key * 131072 + Math.min(Math.max(Math.round((rest[3 * v + k]! - low[k]!) / cell), 0), 131071);
    const first = places.get(key) ?? v;
    places.set(key, first);
    chosen[v] = first;
    return first;
  };
  const out: number[] = [];
  for (let t = 0; t < index.length; t += 3) {
    const a = of(index[t]!), b = of(index[t + 1]!), c = of(index[t + 2]!);
    if (a !== b && b !== c && c !== a) out.push(a, b, c);
  }
  return Uint32Array.from(out);
}
