/** Colours for numbers, readable without colour vision: lightness rises (or falls from the middle) with the number. */
import * as THREE from "three";

const VIRIDIS = "440154 482878 3e4989 31688e 26828e 1f9e89 35b779 6ece58 b5de2b fde725";
const CIVIDIS = "00224e 123570 3b496c 575d6d 707173 8a8678 a59c74 c3b369 e1cc55 fee838";
const MAGMA = "000004 180f3d 440f76 721f81 9e2f7f cd4071 f1605d fd9668 feca8d fcfdbf";
const DIVERGING = "053061 2166ac 4393c3 92c5de d1e5f0 f7f7f7 fddbc7 f4a582 d6604d b2182b 67001f";

const MAPS: Record<string, string> = { viridis: VIRIDIS, cividis: CIVIDIS, magma: MAGMA, "blue to red": DIVERGING };

/** Names of the maps. */
export const MAP_NAMES = Object.keys(MAPS);

/** The map for numbers on both sides of zero. */
export const DIVERGING_NAME = "blue to red";

const STEPS = 256;

/** Bytes of a map: red, green, blue for each of 256 steps. */
export function mapBytes(name: string): Uint8Array {
  const stops = (MAPS[name] ?? VIRIDIS).split(" ").map((hex) => parseInt(hex, 16));
  const bytes = new Uint8Array(4 * STEPS);
  for (let i = 0; i < STEPS; i++) {
    const place = (i / (STEPS - 1)) * (stops.length - 1);
    const left = Math.min(Math.floor(place), stops.length - 2);
    for (let c = 0; c < 3; c++) {
      const shift = 16 - 8 * c;
      const [a, b] = [(stops[left]! >> shift) & 255, (stops[left + 1]! >> shift) & 255];
      bytes[4 * i + c] = Math.round(a + (b - a) * (place - left));
    }
    bytes[4 * i + 3] = 255;
  }
  return bytes;
}

/** A map as a texture. */
export function mapTexture(name: string): THREE.DataTexture {
  const texture = new THREE.DataTexture(mapBytes(name), STEPS, 1, THREE.RGBAFormat);
  texture.colorSpace = THREE.SRGBColorSpace;
  texture.magFilter = texture.minFilter = THREE.LinearFilter;
  texture.needsUpdate = true;
  return texture;
}

/** A colour of a map as CSS has it; `share` goes from 0 to 1. */
export function cssColour(name: string, share: number): string {
  const bytes = mapBytes(name);
  const at = 4 * Math.round(Math.min(Math.max(share, 0), 1) * (STEPS - 1));
  return `rgb(${bytes[at]} ${bytes[at + 1]} ${bytes[at + 2]})`;
}

/** Colours of bodies: those of Okabe and Ito, softened; they differ in lightness as well. */
const BODIES = [0x5b8fc9, 0xe0a458, 0x4fa58b, 0xc97b9e, 0xb9c46a, 0x8a7fc4, 0xd0784f, 0x6fb7c9];

/** Colour of a body. */
export function bodyColour(place: number, isObstacle: boolean): number {
  return isObstacle ? 0xb7b5ae : BODIES[place % BODIES.length]!;
}
