/** The bodies of a run: surfaces, rods and grains, with the same positions for all. */
import * as THREE from "three";
import type { Colour, Manifest, Mesh } from "../data/source";
import { bodyColour } from "./colourmaps";
import { Balls } from "./balls";
import { CoarseSurface } from "./coarse";
import { type ColourUniforms, NOTHING, SurfaceMaterial, surfaceMaterial } from "./material";
import { sharpVertices, vertexNormals } from "./normals";
import { Needles } from "./needles";

/** How a body is shown. */
export interface BodyLook {
  shown: boolean;
  glass: boolean;
}

/** Triangles beyond which numbers of elements are drawn as means at vertices. */
const MOST_FACETS = 150_000;
/** Triangles beyond which fewer are drawn while anything moves. */
const MANY = 60_000;
/** Triangles that are drawn then. */
const ROUGH = 16_000;

/** The surface of one body. */
interface Surface {
  body: number;
  /** Places of its triangles in the mesh. */
  places: Uint32Array;
  mesh: THREE.Mesh<THREE.BufferGeometry, SurfaceMaterial>;
  shared: THREE.BufferGeometry;
  facets: THREE.BufferGeometry | null;
  coarse: CoarseSurface | null;
  fine: THREE.BufferAttribute;
  wire: THREE.Mesh<THREE.BufferGeometry, THREE.MeshBasicMaterial>;
}

/** Everything with a body, as drawn. */
export class Bodies {
  readonly group = new THREE.Group();
  readonly positions: THREE.BufferAttribute;
  private readonly normals: THREE.BufferAttribute;
  private readonly scalars: THREE.BufferAttribute;
  private readonly sharp: THREE.BufferAttribute;
  private readonly surfaces: Surface[] = [];
  private readonly rods: { body: number; needles: Needles; places: number[] }[] = [];
  private readonly grains: { body: number; balls: Balls }[] = [];
  private readonly ghost: THREE.Mesh;
  private facetValues: Float32Array | null = null;
  private isRough = false;
  /** Whether numbers of elements are drawn as means at vertices. */
  isAveraged = false;

  constructor(
    private readonly manifest: Manifest,
    readonly mesh: Mesh,
    private readonly uniforms: ColourUniforms,
    private readonly size: number,
  ) {
    const count = mesh.rest.length / 3;
    this.positions = new THREE.BufferAttribute(mesh.rest.slice(), 3).setUsage(THREE.DynamicDrawUsage);
    this.normals = new THREE.BufferAttribute(new Float32Array(3 * count), 3).setUsage(THREE.DynamicDrawUsage);
    this.scalars = new THREE.BufferAttribute(new Float32Array(count), 1).setUsage(THREE.DynamicDrawUsage);
    this.sharp = new THREE.BufferAttribute(sharpVertices(mesh.rest, mesh.triangles), 1);
    this.addSurfaces();
    this.addRods();
    this.addGrains();
    this.ghost = this.makeGhost();
    this.group.add(this.ghost);
    this.update();
  }

  /** Number of triangles. */
  get triangleCount(): number {
    return this.mesh.triangles.length / 3;
  }

  private colourOf(body: number): number {
    return bodyColour(body, this.manifest.bodies[body]?.obstacle ?? false);
  }

  private addSurfaces(): void {
    const { triangles, body } = this.mesh;
    const places: number[][] = this.manifest.bodies.map(() => []);
    for (let t = 0; 3 * t < triangles.length; t++) places[body[triangles[3 * t]!]!]?.push(t);
    places.forEach((own, k) => {
      if (own.length === 0) return;
      const index = new Uint32Array(3 * own.length);
      own.forEach((t, i) => index.set(triangles.subarray(3 * t, 3 * t + 3), 3 * i));
      const shared = new THREE.BufferGeometry();
      shared.setAttribute("position", this.positions);
      shared.setAttribute("normal", this.normals);
      shared.setAttribute("scalar", this.scalars);
      shared.setAttribute("sharp", this.sharp);
      const fine = new THREE.BufferAttribute(index, 1);
      shared.setIndex(fine);
      const mesh = new THREE.Mesh(shared, surfaceMaterial(this.uniforms, this.colourOf(k)));
      mesh.frustumCulled = false;
      mesh.castShadow = true;
      mesh.receiveShadow = true;
      mesh.material.polygonOffset = true;
      mesh.material.polygonOffsetFactor = 1;
      mesh.material.polygonOffsetUnits = 1;
      const line = new THREE.MeshBasicMaterial({ color: 0x1d2733, wireframe: true, transparent: true, opacity: 0.35 });
      const wire = new THREE.Mesh(shared, line);
      wire.frustumCulled = false;
      wire.visible = false;
      this.group.add(mesh, wire);
      this.surfaces.push({ body: k, places: Uint32Array.from(own), mesh, shared, facets: null, coarse: null, fine, wire });
    });
  }

  private addRods(): void {
    const { segments, body, thickness } = this.mesh;
    const places: number[][] = this.manifest.bodies.map(() => []);
    for (let s = 0; 2 * s < segments.length; s++) places[body[segments[2 * s]!]!]?.push(s);
    places.forEach((own, k) => {
      if (own.length === 0) return;
      const needles = new Needles(this.uniforms, this.colourOf(k), own.length);
      own.forEach((s, i) => {
        const offset = thickness[segments[2 * s]!] ?? 0;
        needles.radii[i] = Math.max(0.5 * offset, 0.0012 * this.size);
      });
      this.group.add(needles.mesh);
      this.rods.push({ body: k, needles, places: own });
    });
  }

  private addGrains(): void {
    const { grains, body, thickness } = this.mesh;
    const vertices: number[][] = this.manifest.bodies.map(() => []);
    for (const v of grains) vertices[body[v]!]?.push(v);
    vertices.forEach((own, k) => {
      if (own.length === 0) return;
      const radii = own.map((v) => Math.max(0.5 * (thickness[v] ?? 0), 0.002 * this.size));
      const balls = new Balls(this.uniforms, this.colourOf(k), own, radii);
      this.group.add(balls.mesh);
      this.grains.push({ body: k, balls });
    });
  }

  private makeGhost(): THREE.Mesh {
    const geometry = new THREE.BufferGeometry();
    geometry.setAttribute("position", new THREE.BufferAttribute(this.mesh.rest, 3));
    const solid: number[] = [];
    const { triangles, body } = this.mesh;
    for (let t = 0; t < triangles.length; t += 3) {
      if (!this.manifest.bodies[body[triangles[t]!]!]?.obstacle) solid.push(triangles[t]!, triangles[t + 1]!, triangles[t + 2]!);
    }
    geometry.setIndex(new THREE.BufferAttribute(Uint32Array.from(solid), 1));
    const material = new THREE.MeshBasicMaterial({
      color: 0x6b7684, wireframe: true, transparent: true, opacity: 0.16, depthWrite: false,
    });
    const ghost = new THREE.Mesh(geometry, material);
    ghost.frustumCulled = false;
    ghost.visible = false;
    return ghost;
  }

  /** Puts all vertices at `x`. */
  place(x: Float32Array): void {
    (this.positions.array as Float32Array).set(x);
    this.update();
  }

  /** The positions that are drawn. */
  get x(): Float32Array {
    return this.positions.array as Float32Array;
  }

  private update(): void {
    const x = this.x;
    if (this.isRough) {
      for (const surface of this.surfaces) surface.coarse?.take(x, this.scalars.array as Float32Array);
      this.placeOthers(x);
      return;
    }
    this.positions.needsUpdate = true;
    if (this.uniforms.flat.value < 0.5) {
      vertexNormals(x, this.mesh.triangles, this.normals.array as Float32Array);
      this.normals.needsUpdate = true;
    }
    for (const surface of this.surfaces) if (surface.facets) this.fillFacets(surface);
    this.placeOthers(x);
  }

  /** Puts rods and grains where their vertices are. */
  private placeOthers(x: Float32Array): void {
    for (const rod of this.rods) {
      rod.places.forEach((s, i) => {
        const [a, b] = [this.mesh.segments[2 * s]!, this.mesh.segments[2 * s + 1]!];
        rod.needles.set(i, x, 3 * a, x, 3 * b);
      });
      rod.needles.update();
    }
    for (const { balls } of this.grains) balls.place(x);
  }

  /** Shares no vertices among triangles, so that each has a number of its own. */
  private fillFacets(surface: Surface): void {
    const geometry = surface.facets!;
    const [position, normal, scalar] = ["position", "normal", "scalar"].map((name) => geometry.getAttribute(name) as THREE.BufferAttribute);
    const [px, pn, ps] = [position!.array, normal!.array, scalar!.array] as Float32Array[];
    const [x, n] = [this.x, this.normals.array as Float32Array];
    const index = surface.fine.array as Uint32Array;
    for (let i = 0; i < index.length; i++) {
      const v = 3 * index[i]!;
      for (let c = 0; c < 3; c++) {
        px![3 * i + c] = x[v + c]!;
        pn![3 * i + c] = n[v + c]!;
      }
    }
    if (this.facetValues) {
      surface.places.forEach((t, i) => ps!.fill(known(this.facetValues![t]!), 3 * i, 3 * i + 3));
      scalar!.needsUpdate = true;
    }
    position!.needsUpdate = true;
    normal!.needsUpdate = true;
  }

  /** Colours by a field; by body where there is none. */
  colour(field: Colour | null): void {
    const isFacets = !!field && field.triangles.length > 0 && this.triangleCount <= MOST_FACETS;
    this.isAveraged = !!field && field.triangles.length > 0 && !isFacets;
    this.facetValues = isFacets ? field.triangles : null;
    if (field && !isFacets) {
      const values = field.vertices.length > 0 ? field.vertices : this.means(field.triangles);
      const out = this.scalars.array as Float32Array;
      for (let i = 0; i < out.length; i++) out[i] = known(values[i]!);
      this.scalars.needsUpdate = true;
    }
    for (const surface of this.surfaces) {
      const isColoured = !!field && !this.manifest.bodies[surface.body]?.obstacle;
      surface.mesh.material.coloured.value = isColoured ? 1 : 0;
      if (isFacets && isColoured && !surface.facets) {
        surface.facets = new THREE.BufferGeometry();
        const count = surface.fine.array.length;
        for (const [name, width] of [["position", 3], ["normal", 3], ["scalar", 1], ["sharp", 1]] as const) {
          surface.facets.setAttribute(name, new THREE.BufferAttribute(new Float32Array(width * count), width));
        }
      } else if (!(isFacets && isColoured) && surface.facets) {
        surface.facets.dispose();
        surface.facets = null;
      }
      if (!this.isRough) surface.mesh.geometry = surface.facets ?? surface.shared;
      if (surface.facets) {
        const sharp = surface.facets.getAttribute("sharp") as THREE.BufferAttribute;
        const index = surface.fine.array as Uint32Array;
        index.forEach((v, i) => (sharp.array[i] = this.sharp.array[v]!));
        sharp.needsUpdate = true;
        this.fillFacets(surface);
      }
    }
    this.colourRods(field);
    this.colourGrains(field);
  }

  private colourRods(field: Colour | null): void {
    for (const rod of this.rods) {
      rod.needles.mesh.material.coloured.value = field ? 1 : 0;
      if (!field) continue;
      rod.places.forEach((s, i) => {
        const value = field.vertices.length > 0 ? field.vertices[this.mesh.segments[2 * s]!]! : (field.segments[s] ?? NaN);
        rod.needles.number(i, known(value));
      });
      rod.needles.update();
    }
  }

  private colourGrains(field: Colour | null): void {
    for (const { balls } of this.grains) {
      balls.mesh.material.coloured.value = field && field.vertices.length > 0 ? 1 : 0;
      if (field) balls.colour((v) => known(field.vertices[v] ?? NaN));
    }
  }

  /** Means of the numbers of triangles at their vertices. */
  private means(values: Float32Array): Float32Array {
    const { triangles } = this.mesh;
    const sums = new Float32Array(this.mesh.rest.length / 3);
    const counts = new Uint16Array(sums.length);
    for (let t = 0; t < values.length; t++) {
      const value = values[t]!;
      if (Number.isNaN(value)) continue;
      for (let c = 0; c < 3; c++) {
        const v = triangles[3 * t + c]!;
        sums[v]! += value;
        counts[v]! += 1;
      }
    }
    return sums.map((sum, v) => (counts[v] ? sum / counts[v]! : NaN));
  }

  /** Shows bodies as asked for. */
  look(looks: BodyLook[], wireframe: boolean, ghost: boolean): void {
    const all: { body: number; mesh: THREE.Mesh<THREE.BufferGeometry, SurfaceMaterial> }[] = [
      ...this.surfaces,
      ...this.rods.map((rod) => ({ body: rod.body, mesh: rod.needles.mesh })),
      ...this.grains.map(({ body, balls }) => ({ body, mesh: balls.mesh })),
    ];
    for (const { body, mesh } of all) {
      const look = looks[body] ?? { shown: true, glass: false };
      mesh.visible = look.shown;
      mesh.castShadow = look.shown && !look.glass;
      mesh.material.transparent = look.glass;
      mesh.material.opacity = look.glass ? 0.22 : 1;
      mesh.material.depthWrite = !look.glass;
      mesh.renderOrder = look.glass ? 1 : 0;
    }
    for (const { body, wire } of this.surfaces) wire.visible = wireframe && (looks[body]?.shown ?? true);
    this.ghost.visible = ghost;
  }

  /** Grows all surfaces by a distance along their normals, m, to show offsets to scale. */
  inflate(distance: number): void {
    for (const surface of this.surfaces) surface.mesh.material.inflate.value = distance;
  }

  /** Draws fewer triangles while anything moves, where there are many. */
  coarsen(isMoving: boolean): void {
    if (!this.canCoarsen || isMoving === this.isRough) return;
    this.isRough = isMoving;
    for (const surface of this.surfaces) {
      if (isMoving) {
        const share = surface.fine.array.length / this.mesh.triangles.length;
        surface.coarse ??= new CoarseSurface(this.mesh.rest, surface.fine.array as Uint32Array, ROUGH * share);
      }
      surface.mesh.geometry = isMoving ? surface.coarse!.geometry : (surface.facets ?? surface.shared);
    }
    this.update();
  }

  /** Whether surfaces take shadows. */
  shiny(isShiny: boolean): void {
    for (const surface of this.surfaces) surface.mesh.receiveShadow = isShiny;
  }

  /** Whether fewer triangles are drawn while anything moves. */
  get canCoarsen(): boolean {
    return this.triangleCount > MANY;
  }

  /** Normals anew, where they have not been kept. */
  refresh(): void {
    this.update();
  }

  dispose(): void {
    for (const surface of this.surfaces) {
      surface.shared.dispose();
      surface.facets?.dispose();
      surface.mesh.material.dispose();
      surface.wire.material.dispose();
    }
    for (const rod of this.rods) rod.needles.dispose();
    for (const grain of this.grains) grain.balls.mesh.geometry.dispose();
  }
}

/** A number as the shader has it. */
function known(value: number): number {
  return Number.isFinite(value) ? value : NOTHING;
}
