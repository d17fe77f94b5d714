/** What the page shows, wherever it comes from: a server, or the page itself. */

export type Vec = [number, number, number];

/** A field that can be coloured by. */
export interface FieldEntry {
  name: string;
  unit: string;
  components: string[];
  of: string;
  recorded: boolean;
  /** Smallest and largest number, where they are rounded over it. */
  range?: [number, number];
}

/** The pair that stopped a step. */
export interface BlockingPair {
  bodies: [string, string];
  vertices: [number[], number[]];
  distance: number | null;
  words: string;
}

/** What stopped a run: `failure.json`. */
export interface Failure {
  step: number;
  message: string;
  vertex: number | null;
  program: string | null;
  gap: number | null;
  element: number[] | null;
  pair: BlockingPair | null;
}

/** A selection of a scene: vertices that are held, moved or loaded. */
export interface Selection {
  name: string;
  kind: string;
  vertices: number[];
  /** Direction of a motion or load; absent where it has none. */
  arrow: Vec | null;
  words: string;
}

/** A scene that is no run yet, with its mistakes. */
export interface Preview {
  error: { message: string; line: number | null; excerpt: [number, string][] } | null;
  pairs: BlockingPair[];
  pair_count: number;
  selections: Selection[];
  cautions: string[];
  facts: [string, string][];
}

/** All that is small about a run. */
export interface Manifest {
  kind: "run" | "scene";
  name: string;
  title: string;
  description: string | null;
  bodies: { name: string; obstacle: boolean }[];
  vertices: number;
  tets: number;
  plane: boolean;
  up: Vec;
  origin: Vec;
  half_spaces: [number, number, number, number, number, number][];
  frames: number[];
  times: number[];
  dt: number;
  dhat: number | null;
  fields: FieldEntry[];
  records_pairs: boolean;
  certificate: Record<string, unknown> | null;
  failure: Failure | null;
  camera: { eye: Vec; target: Vec; fov: number } | null;
  live: boolean;
  preview?: Preview;
  /** Largest error of the positions, m, where they are rounded. */
  rounding?: number;
}

/** What does not change. */
export interface Mesh {
  rest: Float32Array;
  triangles: Uint32Array;
  segments: Uint32Array;
  grains: Uint32Array;
  body: Uint32Array;
  thickness: Float32Array;
}

/** Numbers of a field: at vertices, or one for each triangle and segment. */
export interface Colour {
  vertices: Float32Array;
  triangles: Float32Array;
  segments: Float32Array;
}

/** Pairs in contact, the closest first. */
export interface Pairs {
  count: number;
  kind: Float32Array;
  vertices: Float32Array;
  bodies: Float32Array;
  position: Float32Array;
  distance: Float32Array;
  force: Float32Array;
  friction: Float32Array;
  sliding: Float32Array;
  sticks: Float32Array;
}

/** A column of the statistics. */
export interface Column {
  steps: number[];
  values: number[];
  unit: string;
}

/** A curve: numbers by step, `width` of them a step. */
export interface Curve {
  steps: Uint32Array;
  values: Float32Array;
}

/** How far a simulation under way is. */
export interface Live {
  paused: boolean;
  steps: number;
  step: {
    step: number;
    iteration: number;
    residual: number;
    tolerance: number;
    alpha: number;
    held_by: string;
    seconds_ago: number;
  } | null;
  stalled: string | null;
  end: string | null;
}

export interface Status {
  version: number;
  frames: number;
  live: Live | null;
}

/** Where a run comes from. */
export interface Source {
  /** Whether it goes on after a fault, with something else. */
  readonly recovers?: boolean;
  manifest(): Promise<Manifest>;
  mesh(): Promise<Mesh>;
  frame(step: number): Promise<Float32Array>;
  colour(field: string, step: number): Promise<Colour>;
  /** The pairs in contact; null where the source has none. */
  pairs(step: number): Promise<Pairs | null>;
  statistics(): Promise<Record<string, Column>>;
  /** A field, or the position, at a picked place in all frames; null where the source cannot tell. */
  curve(field: string | null, vertex: number, triangle: number | null): Promise<Curve | null>;
  status(): Promise<Status | null>;
  command(word: string): Promise<void>;
}
