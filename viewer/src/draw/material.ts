/** The look of surfaces: lit, coloured by a number at each vertex where asked for, smooth but for sharp edges. */
import * as THREE from "three";
import { mapTexture } from "./colourmaps";

/** Numbers from here on mean: there is none. */
export const NOTHING = 3e38;

/** What all surfaces of a view share. */
export interface ColourUniforms {
  map: { value: THREE.DataTexture };
  range: { value: THREE.Vector2 };
  flat: { value: number };
}

/** Uniforms of a view, to begin with. */
export function colourUniforms(): ColourUniforms {
  return {
    map: { value: mapTexture("viridis") },
    range: { value: new THREE.Vector2(0, 1) },
    flat: { value: 0 },
  };
}

/** A lit material whose colour follows the attribute `scalar` where `coloured` is 1. */
export function surfaceMaterial(shared: ColourUniforms, colour: number): SurfaceMaterial {
  return new SurfaceMaterial(shared, colour);
}

/** See {@link surfaceMaterial}. */
export class SurfaceMaterial extends THREE.MeshPhongMaterial {
  readonly coloured = { value: 0 };
  readonly inflate = { value: 0 };

  constructor(
    private readonly shared: ColourUniforms,
    colour: number,
  ) {
    super({ color: colour, side: THREE.DoubleSide, shininess: 22, specular: 0x1c1c1c });
  }

  override customProgramCacheKey(): string {
    return "tangency";
  }

  override onBeforeCompile(shader: THREE.WebGLProgramParametersWithUniforms): void {
    Object.assign(shader.uniforms, {
      uMap: this.shared.map,
      uRange: this.shared.range,
      uFlat: this.shared.flat,
      uColoured: this.coloured,
      uInflate: this.inflate,
    });
    shader.vertexShader = shader.vertexShader
      .replace("#include <common>", `#include <common>\nattribute float scalar; varying float vScalar; attribute float sharp; varying float vSharp; uniform float uInflate;`)
      .replace(
        "#include <begin_vertex>",
        `#include <begin_vertex>\nvScalar = scalar; vSharp = sharp;\ntransformed += uInflate * objectNormal;`,
      );
    shader.fragmentShader = shader.fragmentShader
      .replace(
        "#include <common>",
        `#include <common>\nvarying float vScalar, vSharp; uniform sampler2D uMap; uniform vec2 uRange; uniform float uFlat, uColoured;`,
      )
      .replace(
        "#include <color_fragment>",
        `#include <color_fragment>
        if (uColoured > 0.5) {
          float share = clamp((vScalar - uRange.x) / max(uRange.y - uRange.x, 1e-30), 0.0, 1.0);
          diffuseColor.rgb = vScalar > 1e37 ? vec3(0.5) : texture2D(uMap, vec2(share * 0.996 + 0.002, 0.5)).rgb;
        }`,
      )
      // A colour that means a number is shaded less, so that it can be read.
      .replace(
        "#include <opaque_fragment>",
        "if (uColoured > 0.5) outgoingLight = mix(outgoingLight, diffuseColor.rgb, 0.55);\n#include <opaque_fragment>",
      )
      // Beside a sharp edge the mean of normals is none of a surface: the triangle's own counts.
      .replace(
        "#include <normal_fragment_maps>",
        `#include <normal_fragment_maps>
        vec3 facing = normalize(cross(dFdx(vViewPosition), dFdy(vViewPosition)));
        facing *= dot(facing, normal) < 0.0 ? -1.0 : 1.0;
        if (uFlat + vSharp > 0.001) normal = facing;`,
      );
  }
}
