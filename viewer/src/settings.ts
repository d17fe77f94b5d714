/** How things are shown, the same for all views. */
import type { PairColour } from "./draw/contacts";
import type { Clip } from "./draw/stage";

export interface Settings {
  /** The field that is coloured by, with its component: `velocity.x`; null: by body. */
  field: string | null;
  map: string;
  /** Range of colours that was typed; null: what was seen. */
  range: [number, number] | null;
  wireframe: boolean;
  isFlat: boolean;
  ghost: boolean;
  floor: boolean;
  offset: boolean;
  pairs: boolean;
  pairColour: PairColour;
  clip: Clip | null;
  speed: number;
  isLooping: boolean;
}

export function firstSettings(): Settings {
  return {
    field: null,
    map: "viridis",
    range: null,
    wireframe: false,
    isFlat: false,
    ghost: false,
    floor: true,
    offset: false,
    pairs: false,
    pairColour: "distance",
    clip: null,
    speed: 1,
    isLooping: true,
  };
}
