/** Marks that are seen through everything: picked vertices, the closest pair, what blocks a step, tangled pairs. */
import * as THREE from "three";

/** Something that is marked: triangles, edges and points by the number of their vertices. */
export interface Mark {
  vertices: number[][];
  colour: number;
}

export const RED = 0xd0312d;
export const BLUE = 0x1f5fbf;
export const AMBER = 0xd08a00;

/** Radius of a ring, pixels. */
const RING = 13;

export class Marks {
  readonly group = new THREE.Group();
  private rings: THREE.Sprite[] = [];
  private readonly texture = ringTexture();
  private marks: Mark[] = [];

  constructor(private readonly size: number) {}

  /** Marks these and nothing else, with vertices at `x`. */
  set(marks: Mark[], x: Float32Array): void {
    this.marks = marks;
    this.place(x);
  }

  /** The middle of what is marked; none where nothing is. */
  middle(x: Float32Array): THREE.Vector3 | null {
    const all = this.marks.flatMap((mark) => mark.vertices.flat());
    if (all.length === 0) return null;
    const sum = all.reduce((sum, v) => sum.add(point(x, v)), new THREE.Vector3());
    return sum.divideScalar(all.length);
  }

  /** Draws the marks anew, with vertices at `x`. */
  place(x: Float32Array): void {
    for (const child of this.group.children) {
      if (child instanceof THREE.Mesh || child instanceof THREE.LineSegments) child.geometry.dispose();
    }
    this.group.clear();
    this.rings = [];
    for (const mark of this.marks) {
      const [faces, edges]: [number[], number[]] = [[], []];
      for (const part of mark.vertices) {
        const places = part.map((v) => point(x, v));
        if (places.length >= 3) faces.push(...places.slice(0, 3).flatMap((p) => p.toArray()));
        for (let k = 0; k + 1 < places.length; k++) edges.push(...places[k]!.toArray(), ...places[k + 1]!.toArray());
        if (places.length === 3) edges.push(...places[2]!.toArray(), ...places[0]!.toArray());
        if (places.length === 1 || mark.vertices.length <= 4) this.ring(middleOf(places), mark.colour);
      }
      if (faces.length > 0) {
        const geometry = new THREE.BufferGeometry().setAttribute("position", new THREE.Float32BufferAttribute(faces, 3));
        const material = new THREE.MeshBasicMaterial({
          color: mark.colour, side: THREE.DoubleSide, transparent: true, opacity: 0.55, depthTest: false,
        });
        this.add(new THREE.Mesh(geometry, material));
      }
      if (edges.length > 0) {
        const geometry = new THREE.BufferGeometry().setAttribute("position", new THREE.Float32BufferAttribute(edges, 3));
        this.add(new THREE.LineSegments(geometry, new THREE.LineBasicMaterial({ color: mark.colour, depthTest: false })));
      }
    }
  }

  private add(object: THREE.Object3D): void {
    object.renderOrder = 8;
    object.frustumCulled = false;
    this.group.add(object);
  }

  private ring(at: THREE.Vector3, colour: number): void {
    if (this.rings.length >= 400) return;
    const material = new THREE.SpriteMaterial({ map: this.texture, color: colour, depthTest: false, sizeAttenuation: true });
    const ring = new THREE.Sprite(material);
    ring.position.copy(at);
    ring.renderOrder = 9;
    this.rings.push(ring);
    this.group.add(ring);
  }

  /** Gives rings the same size on the screen, however far they are. */
  face(camera: THREE.PerspectiveCamera, height: number): void {
    const unit = (2 * Math.tan((camera.fov * Math.PI) / 360)) / camera.zoom / Math.max(height, 1);
    for (const ring of this.rings) {
      const scale = 2 * RING * unit * Math.max(camera.position.distanceTo(ring.position), 1e-9 * this.size);
      ring.scale.set(scale, scale, 1);
    }
  }
}

function point(x: Float32Array, v: number): THREE.Vector3 {
  return new THREE.Vector3(x[3 * v] ?? 0, x[3 * v + 1] ?? 0, x[3 * v + 2] ?? 0);
}

function middleOf(places: THREE.Vector3[]): THREE.Vector3 {
  return places.reduce((sum, p) => sum.add(p), new THREE.Vector3()).divideScalar(Math.max(places.length, 1));
}

/** A ring with a white rim, seen on any ground. */
function ringTexture(): THREE.Texture {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = 64;
  const context = canvas.getContext("2d")!;
  for (const [style, width] of [["rgba(255,255,255,0.9)", 11], ["#fff", 6]] as const) {
    context.strokeStyle = style;
    context.lineWidth = width;
    context.globalAlpha = width > 10 ? 0.35 : 1;
    context.beginPath();
    context.arc(32, 32, 24, 0, 2 * Math.PI);
    context.stroke();
  }
  return new THREE.CanvasTexture(canvas);
}
