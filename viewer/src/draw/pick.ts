/** What lies under a point of the picture. */
import * as THREE from "three";
import type { Stage } from "./stage";

/** Something that was picked: the closest vertex, and the triangle or segment it was found on. */
export interface Picked {
  vertex: number;
  triangle: number | null;
  segment: number | null;
  place: THREE.Vector3;
}

/** Pixels within which rods and grains are found. */
const NEAR = 7;

/** The first thing that a ray through a point of the canvas meets; none where there is nothing. */
export function pick(stage: Stage, px: number, py: number, isShown: (body: number) => boolean): Picked | null {
  const [width, height] = [stage.canvas.clientWidth, stage.canvas.clientHeight];
  const pointer = new THREE.Vector2((2 * px) / width - 1, 1 - (2 * py) / height);
  const caster = new THREE.Raycaster();
  stage.camera.updateMatrixWorld();
  caster.setFromCamera(pointer, stage.camera);
  const { ray } = caster;
  const { mesh, x } = stage.bodies;
  const at = (v: number, out: THREE.Vector3) => out.set(x[3 * v]!, x[3 * v + 1]!, x[3 * v + 2]!);
  const [a, b, c, hit] = [0, 1, 2, 3].map(() => new THREE.Vector3()) as [THREE.Vector3, THREE.Vector3, THREE.Vector3, THREE.Vector3];
  let best: Picked | null = null;
  let nearest = Infinity;
  for (let t = 0; 3 * t < mesh.triangles.length; t++) {
    const [i, j, k] = [mesh.triangles[3 * t]!, mesh.triangles[3 * t + 1]!, mesh.triangles[3 * t + 2]!];
    if (!isShown(mesh.body[i]!)) continue;
    if (!ray.intersectTriangle(at(i, a), at(j, b), at(k, c), false, hit)) continue;
    const distance = hit.distanceTo(ray.origin);
    if (distance >= nearest || stage.isClipped(hit)) continue;
    nearest = distance;
    const corners: [number, THREE.Vector3][] = [[i, a], [j, b], [k, c]];
    corners.sort((p, q) => p[1].distanceTo(hit) - q[1].distanceTo(hit));
    best = { vertex: corners[0]![0], triangle: t, segment: null, place: hit.clone() };
  }
  const perPixel = (2 * Math.tan((stage.camera.fov * Math.PI) / 360)) / stage.camera.zoom / height;
  const consider = (v: number, segment: number | null, place: THREE.Vector3, thick: number) => {
    const distance = place.distanceTo(ray.origin);
    const away = Math.sqrt(ray.distanceSqToPoint(place));
    if (away > Math.max(thick, NEAR * perPixel * distance) || distance - thick >= nearest || stage.isClipped(place)) return;
    nearest = distance;
    best = { vertex: v, triangle: null, segment, place: place.clone() };
  };
  for (let s = 0; 2 * s < mesh.segments.length; s++) {
    const [i, j] = [mesh.segments[2 * s]!, mesh.segments[2 * s + 1]!];
    if (!isShown(mesh.body[i]!)) continue;
    ray.distanceSqToSegment(at(i, a), at(j, b), undefined, hit);
    consider(hit.distanceTo(a) < hit.distanceTo(b) ? i : j, s, hit, 0.5 * mesh.thickness[i]!);
  }
  for (const v of mesh.grains) {
    if (isShown(mesh.body[v]!)) consider(v, null, at(v, a), 0.5 * mesh.thickness[v]!);
  }
  return best;
}
