/** Pairs in contact as short lines along their forces, in the middle between the two sides. */
import * as THREE from "three";
import type { Pairs } from "../data/source";
import { mapTexture } from "./colourmaps";
import { type ColourUniforms, NOTHING, colourUniforms } from "./material";
import { Needles } from "./needles";

/** What lines are coloured by. */
export type PairColour = "distance" | "force" | "stick or slip";

/** The colours of lines. */
export const PAIR_MAP = "magma";

/** Lines that are drawn at most: the closest pairs. */
const MOST = 20_000;

export class Contacts {
  readonly group = new THREE.Group();
  readonly uniforms: ColourUniforms = colourUniforms();
  private needles: Needles | null = null;
  /** Range of what is coloured by. */
  range: [number, number] = [0, 1];

  constructor(private readonly size: number) {
    this.group.visible = false;
    this.uniforms.map.value = mapTexture(PAIR_MAP);
  }

  /** Shows pairs at their places; `normals` are used where a pair has no force. */
  show(pairs: Pairs | null, by: PairColour, up: THREE.Vector3): void {
    const count = Math.min(pairs?.count ?? 0, MOST);
    if (!this.needles || this.needles.radii.length < count) {
      if (this.needles) this.group.remove(this.needles.mesh);
      this.needles?.dispose();
      this.needles = new Needles(this.uniforms, 0xd04a35, Math.max(2 * count, 64));
      const material = this.needles.mesh.material;
      material.depthTest = false;
      material.transparent = true;
      this.needles.mesh.renderOrder = 5;
      this.group.add(this.needles.mesh);
    }
    const needles = this.needles;
    needles.count = count;
    if (!pairs || count === 0) return;
    const values = numbers(pairs, by);
    this.range = rangeOf(values, count);
    this.uniforms.range.value.set(...this.range);
    needles.mesh.material.coloured.value = 1;
    const forces = sizes(pairs.force, count);
    const largest = Math.max(...forces.subarray(0, count), 1e-300);
    const half = 0.5 * 0.024 * this.size;
    const [a, b] = [[0, 0, 0], [0, 0, 0]];
    for (let k = 0; k < count; k++) {
      const force = forces[k]!;
      const length = by === "force" && force > 0 ? half * (0.25 + 1.75 * (force / largest)) : half;
      for (let c = 0; c < 3; c++) {
        const direction = force > 0 ? pairs.force[3 * k + c]! / force : up.getComponent(c);
        a[c] = pairs.position[3 * k + c]! - length * direction;
        b[c] = pairs.position[3 * k + c]! + length * direction;
      }
      needles.radii[k] = 0.0013 * this.size;
      needles.set(k, a, 0, b, 0);
      needles.number(k, Number.isFinite(values[k]!) ? values[k]! : NOTHING);
    }
    needles.update();
  }
}

/** What pairs are coloured by. */
function numbers(pairs: Pairs, by: PairColour): Float32Array {
  if (by === "force") return sizes(pairs.force, pairs.count);
  return by === "distance" ? pairs.distance : pairs.sticks;
}

function sizes(vectors: Float32Array, count: number): Float32Array {
  const out = new Float32Array(count);
  if (vectors.length < 3 * count) return out;
  for (let k = 0; k < count; k++) out[k] = Math.hypot(vectors[3 * k]!, vectors[3 * k + 1]!, vectors[3 * k + 2]!);
  return out;
}

function rangeOf(values: Float32Array, count: number): [number, number] {
  let [low, high] = [Infinity, -Infinity];
  for (let k = 0; k < count; k++) {
    low = Math.min(low, values[k]!);
    high = Math.max(high, values[k]!);
  }
  return low <= high ? [low, high === low ? low + 1e-12 + Math.abs(low) : high] : [0, 1];
}
