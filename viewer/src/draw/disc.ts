/** A disc with lines that fades towards its rim, for a half-space. */
import * as THREE from "three";

/** Share of the radius from which a disc fades. */
const SOLID = 0.35;

/** A disc at a place, facing along a normal. */
export function disc(at: THREE.Vector3, normal: THREE.Vector3, radius: number, colour: number, line: number, isFloor: boolean): THREE.Group {
  const group = new THREE.Group();
  const opacity = isFloor ? 1 : 0.25;
  const geometry = new THREE.RingGeometry(0, radius, 72, 8);
  fade(geometry, radius, new THREE.Color(colour), opacity);
  const material = new THREE.MeshLambertMaterial({ side: THREE.DoubleSide, transparent: true, vertexColors: true, depthWrite: false });
  const surface = new THREE.Mesh(geometry, material);
  surface.receiveShadow = isFloor;
  surface.renderOrder = -2;
  const lines = new THREE.LineSegments(
    grid(radius),
    new THREE.LineBasicMaterial({ transparent: true, vertexColors: true, depthWrite: false }),
  );
  fade(lines.geometry, radius, new THREE.Color(line), 0.7 * opacity);
  lines.renderOrder = -1;
  group.add(surface, lines);
  group.quaternion.setFromUnitVectors(new THREE.Vector3(0, 0, 1), normal);
  group.position.copy(at).addScaledVector(normal, -0.001 * radius);
  return group;
}

/** Colours vertices, the less of them the closer to the rim. */
function fade(geometry: THREE.BufferGeometry, radius: number, colour: THREE.Color, opacity: number): void {
  const position = geometry.getAttribute("position");
  const colours = new Float32Array(4 * position.count);
  for (let k = 0; k < position.count; k++) {
    const share = Math.hypot(position.getX(k), position.getY(k)) / radius;
    const alpha = opacity * (1 - THREE.MathUtils.smoothstep(share, SOLID, 1));
    colours.set([colour.r, colour.g, colour.b, alpha], 4 * k);
  }
  geometry.setAttribute("color", new THREE.BufferAttribute(colours, 4));
}

/** Lines at round distances, in pieces. */
function grid(radius: number): THREE.BufferGeometry {
  const step = 10 ** Math.floor(Math.log10(radius / 2));
  const lift = 0.0006 * radius;
  const points: number[] = [];
  const pieces = 10;
  for (let i = -Math.floor(radius / step); i * step < radius; i++) {
    const half = Math.sqrt(Math.max(radius * radius - (i * step) ** 2, 0));
    for (let k = 0; k < pieces; k++) {
      const [a, b] = [k, k + 1].map((n) => half * ((2 * n) / pieces - 1)) as [number, number];
      points.push(i * step, a, lift, i * step, b, lift, a, i * step, lift, b, i * step, lift);
    }
  }
  return new THREE.BufferGeometry().setAttribute("position", new THREE.Float32BufferAttribute(points, 3));
}
