/** Many balls, for grains: one mesh. */
import * as THREE from "three";
import type { ColourUniforms, SurfaceMaterial } from "./material";
import { partsMesh } from "./needles";

/** Balls up to which they are drawn round. */
const FEW = 2000;

export class Balls {
  readonly mesh: THREE.Mesh<THREE.BufferGeometry, SurfaceMaterial>;
  private readonly corners: Float32Array;

  constructor(
    uniforms: ColourUniforms,
    colour: number,
    readonly vertices: number[],
    private readonly radii: number[],
  ) {
    const ball = new THREE.IcosahedronGeometry(1, vertices.length > FEW ? 0 : 2);
    this.corners = ball.getAttribute("position").array as Float32Array;
    const width = this.corners.length / 3;
    this.mesh = partsMesh(uniforms, colour, width * vertices.length, Uint32Array.from({ length: width * vertices.length }, (_, k) => k));
    const normal = this.mesh.geometry.getAttribute("normal").array as Float32Array;
    for (let k = 0; k < vertices.length; k++) normal.set(this.corners, 3 * width * k);
  }

  /** Puts the balls at their vertices. */
  place(x: Float32Array): void {
    const position = this.mesh.geometry.getAttribute("position") as THREE.BufferAttribute;
    const out = position.array as Float32Array;
    const { corners } = this;
    this.vertices.forEach((v, k) => {
      for (let i = 0; i < corners.length; i++) out[k * corners.length + i] = x[3 * v + (i % 3)]! + this.radii[k]! * corners[i]!;
    });
    position.needsUpdate = true;
  }

  /** Colours them by numbers, one for each. */
  colour(number: (vertex: number) => number): void {
    const scalar = this.mesh.geometry.getAttribute("scalar") as THREE.BufferAttribute;
    const width = this.corners.length / 3;
    this.vertices.forEach((v, k) => (scalar.array as Float32Array).fill(number(v), width * k, width * (k + 1)));
    scalar.needsUpdate = true;
  }
}
