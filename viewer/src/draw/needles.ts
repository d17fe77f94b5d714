/** Many cylinders, each from one point to another: rods, and pairs in contact. One mesh: software that draws is slow with copies. */
import * as THREE from "three";
import { type ColourUniforms, type SurfaceMaterial, surfaceMaterial } from "./material";

/** Cylinders up to which they are drawn round. */
const FEW = 1500;

/** A mesh of many parts of equal size. */
export function partsMesh(uniforms: ColourUniforms, colour: number, vertices: number, index: Uint32Array): THREE.Mesh<THREE.BufferGeometry, SurfaceMaterial> {
  const geometry = new THREE.BufferGeometry();
  for (const [name, width] of [["position", 3], ["normal", 3], ["scalar", 1], ["sharp", 1]] as const) {
    const attribute = new THREE.BufferAttribute(new Float32Array(width * vertices), width);
    geometry.setAttribute(name, attribute.setUsage(THREE.DynamicDrawUsage));
  }
  geometry.setIndex(new THREE.BufferAttribute(index, 1));
  const mesh = new THREE.Mesh(geometry, surfaceMaterial(uniforms, colour));
  mesh.frustumCulled = false;
  return mesh;
}

/** Cylinders with places and numbers that may change. */
export class Needles {
  readonly mesh: THREE.Mesh<THREE.BufferGeometry, SurfaceMaterial>;
  readonly radii: Float32Array;
  private readonly sides: number;

  constructor(uniforms: ColourUniforms, colour: number, capacity: number) {
    this.sides = capacity > FEW ? 3 : 8;
    const { sides } = this;
    const index = new Uint32Array(6 * sides * capacity);
    for (let k = 0; k < capacity; k++) {
      for (let s = 0; s < sides; s++) {
        const a = 2 * (k * sides + s);
        const b = 2 * (k * sides + ((s + 1) % sides));
        index.set([a, a + 1, b, b, a + 1, b + 1], 6 * (k * sides + s));
      }
    }
    this.mesh = partsMesh(uniforms, colour, 2 * sides * capacity, index);
    this.radii = new Float32Array(capacity);
  }

  private array(name: string): Float32Array {
    return this.mesh.geometry.getAttribute(name).array as Float32Array;
  }

  /** Number of cylinders that are drawn. */
  set count(count: number) {
    this.mesh.geometry.setDrawRange(0, 6 * this.sides * count);
  }

  /** The number that a cylinder is coloured by. */
  number(k: number, value: number): void {
    this.array("scalar").fill(value, 2 * this.sides * k, 2 * this.sides * (k + 1));
  }

  /** Puts cylinder `k` from `a[i..i+3]` to `b[j..j+3]`. */
  set(k: number, a: ArrayLike<number>, i: number, b: ArrayLike<number>, j: number): void {
    const [position, normal] = [this.array("position"), this.array("normal")];
    const dx = b[j]! - a[i]!, dy = b[j + 1]! - a[i + 1]!, dz = b[j + 2]! - a[i + 2]!;
    // Two directions across, by the axis that is farthest from the way.
    let ux = 0, uy = -dz, uz = dy;
    if (Math.abs(dx) < Math.abs(dy)) (ux = dz), (uy = 0), (uz = -dx);
    const u = Math.hypot(ux, uy, uz) || 1;
    (ux /= u), (uy /= u), (uz /= u);
    const length = Math.hypot(dx, dy, dz) || 1;
    const vx = (dy * uz - dz * uy) / length, vy = (dz * ux - dx * uz) / length, vz = (dx * uy - dy * ux) / length;
    const radius = this.radii[k]!;
    for (let s = 0; s < this.sides; s++) {
      const angle = (2 * Math.PI * s) / this.sides;
      const [c, d] = [Math.cos(angle), Math.sin(angle)];
      const nx = c * ux + d * vx, ny = c * uy + d * vy, nz = c * uz + d * vz;
      const at = 6 * (k * this.sides + s);
      position[at] = a[i]! + radius * nx;
      position[at + 1] = a[i + 1]! + radius * ny;
      position[at + 2] = a[i + 2]! + radius * nz;
      position[at + 3] = b[j]! + radius * nx;
      position[at + 4] = b[j + 1]! + radius * ny;
      position[at + 5] = b[j + 2]! + radius * nz;
      normal[at] = normal[at + 3] = nx;
      normal[at + 1] = normal[at + 4] = ny;
      normal[at + 2] = normal[at + 5] = nz;
    }
  }

  /** Has what was changed drawn. */
  update(): void {
    for (const name of ["position", "normal", "scalar"]) {
      (this.mesh.geometry.getAttribute(name) as THREE.BufferAttribute).needsUpdate = true;
    }
  }

  dispose(): void {
    this.mesh.geometry.dispose();
    this.mesh.material.dispose();
  }
}
