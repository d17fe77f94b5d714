/** Cosine of the angle between a triangle and the mean around its vertex, beyond which the vertex is sharp. */
const SMOOTH = 0.86;

/** Normals of a surface: at each vertex the mean of its triangles, weighted by their areas. */
export function vertexNormals(x: Float32Array, triangles: Uint32Array, out: Float32Array): void {
  out.fill(0);
  for (let t = 0; t < triangles.length; t += 3) {
    const a = 3 * triangles[t]!;
    const b = 3 * triangles[t + 1]!;
    const c = 3 * triangles[t + 2]!;
    const ux = x[b]! - x[a]!, uy = x[b + 1]! - x[a + 1]!, uz = x[b + 2]! - x[a + 2]!;
    const vx = x[c]! - x[a]!, vy = x[c + 1]! - x[a + 1]!, vz = x[c + 2]! - x[a + 2]!;
    const nx = uy * vz - uz * vy, ny = uz * vx - ux * vz, nz = ux * vy - uy * vx;
    out[a]! += nx; out[a + 1]! += ny; out[a + 2]! += nz;
    out[b]! += nx; out[b + 1]! += ny; out[b + 2]! += nz;
    out[c]! += nx; out[c + 1]! += ny; out[c + 2]! += nz;
  }
  for (let i = 0; i < out.length; i += 3) {
    const length = Math.hypot(out[i]!, out[i + 1]!, out[i + 2]!);
    if (length > 0) {
      out[i]! /= length; out[i + 1]! /= length; out[i + 2]! /= length;
    } else {
      out[i + 2] = 1;
    }
  }
}

/** Vertices at sharp edges of a surface: 1 there, 0 elsewhere. */
export function sharpVertices(x: Float32Array, triangles: Uint32Array): Float32Array {
  const normals = new Float32Array(x.length);
  vertexNormals(x, triangles, normals);
  const sharp = new Float32Array(x.length / 3);
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = [3 * triangles[t]!, 3 * triangles[t + 1]!, 3 * triangles[t + 2]!];
    const u = [x[b]! - x[a]!, x[b + 1]! - x[a + 1]!, x[b + 2]! - x[a + 2]!] as const;
    const v = [x[c]! - x[a]!, x[c + 1]! - x[a + 1]!, x[c + 2]! - x[a + 2]!] as const;
    const n = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]] as const;
    const length = Math.hypot(...n);
    for (const k of [a, b, c]) {
      const along = (n[0] * normals[k]! + n[1] * normals[k + 1]! + n[2] * normals[k + 2]!) / (length || 1);
      if (along < SMOOTH) sharp[k / 3] = 1;
    }
  }
  return sharp;
}

/** Box around positions; none where no position is finite. */
export function bounds(x: Float32Array): { low: number[]; high: number[] } | null {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (let i = 0; i < x.length; i++) {
    const value = x[i]!;
    const c = i % 3;
    if (value < low[c]!) low[c] = value;
    if (value > high[c]!) high[c] = value;
  }
  return low.every(Number.isFinite) && high.every(Number.isFinite) ? { low, high } : null;
}
