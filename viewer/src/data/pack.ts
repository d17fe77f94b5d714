/** Arrays in one piece, as `crates/view/src/pack.rs` writes them. */

import type { Mesh, Pairs } from "./source";

/** An array of a pack. */
export type PackArray = Float32Array | Uint32Array | Uint8Array;

/** Named arrays, and what is told beside them. */
export interface Pack {
  told: Record<string, unknown>;
  arrays: Map<string, PackArray>;
}

interface Entry {
  name: string;
  type: "f32" | "u32" | "u8";
  at: number;
  count: number;
}

const WIDTH = { f32: 4, u32: 4, u8: 1 } as const;

/** Reads a pack; refuses one whose header does not fit its length. */
export function readPack(buffer: ArrayBuffer): Pack {
  if (buffer.byteLength < 4) throw new Error("the answer is cut off");
  const length = new DataView(buffer).getUint32(0, true);
  const start = 4 + length;
  if (start > buffer.byteLength) throw new Error("the answer is cut off");
  const told = JSON.parse(new TextDecoder().decode(new Uint8Array(buffer, 4, length))) as Record<string, unknown>;
  const arrays = new Map<string, PackArray>();
  for (const entry of told.arrays as Entry[]) {
    const at = start + entry.at;
    const width = WIDTH[entry.type];
    if (!width || !(entry.count >= 0) || at + entry.count * width > buffer.byteLength) throw new Error("the answer is cut off");
    const array =
      entry.type === "f32"
        ? new Float32Array(buffer, at, entry.count)
        : entry.type === "u32"
          ? new Uint32Array(buffer, at, entry.count)
          : new Uint8Array(buffer, at, entry.count);
    arrays.set(entry.name, array);
  }
  return { told, arrays };
}

/** The numbers of single precision by a name; none where there are none. */
export function floats(pack: Pack, name: string): Float32Array {
  const array = pack.arrays.get(name);
  return array instanceof Float32Array ? array : new Float32Array();
}

/** The whole numbers by a name; none where there are none. */
export function indices(pack: Pack, name: string): Uint32Array {
  const array = pack.arrays.get(name);
  return array instanceof Uint32Array ? array : new Uint32Array();
}

/** The mesh in a pack. */
export function readMesh(pack: Pack): Mesh {
  return {
    rest: floats(pack, "rest"),
    triangles: indices(pack, "triangles"),
    segments: indices(pack, "segments"),
    grains: indices(pack, "grains"),
    body: indices(pack, "body"),
    thickness: floats(pack, "thickness"),
  };
}

/** The pairs in a pack. */
export function readPairs(pack: Pack): Pairs {
  return {
    count: floats(pack, "distance").length,
    kind: floats(pack, "kind"),
    vertices: floats(pack, "vertices"),
    bodies: floats(pack, "bodies"),
    position: floats(pack, "position"),
    distance: floats(pack, "distance"),
    force: floats(pack, "force"),
    friction: floats(pack, "friction"),
    sliding: floats(pack, "sliding_speed"),
    sticks: floats(pack, "sticks"),
  };
}
