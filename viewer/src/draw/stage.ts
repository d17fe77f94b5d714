/** One view of a run: canvas, camera, light, floor, and what stands on it. */
import * as THREE from "three";
import { OrbitControls } from "three/examples/jsm/controls/OrbitControls.js";
import type { Manifest, Mesh, Vec } from "../data/source";
import { Bodies } from "./bodies";
import { Contacts } from "./contacts";
import { Marks } from "./marks";
import { disc } from "./disc";
import { type ColourUniforms, colourUniforms } from "./material";
import { bounds } from "./normals";

/** A camera that can be kept and given to others. */
export interface CameraState {
  eye: Vec;
  target: Vec;
  zoom: number;
}

/** A plane that cuts the view. */
export interface Clip {
  axis: "x" | "y" | "z";
  /** From 0 to 1 over the box around the bodies. */
  place: number;
  flipped: boolean;
}

/** Triangles beyond which nothing casts a shadow. */
const MOST_SHADOWS = 60_000;
const FIELD_OF_VIEW = 32;
/** Milliseconds for a picture beyond which it is drawn more roughly while something moves. */
const SLOW = 28;
/** Pixels of a rough picture for each of the page. */
const ROUGH = 0.5;

export class Stage {
  readonly canvas = document.createElement("canvas");
  readonly camera: THREE.PerspectiveCamera;
  readonly controls: OrbitControls;
  readonly bodies: Bodies;
  readonly contacts: Contacts;
  readonly marks: Marks;
  readonly uniforms: ColourUniforms = colourUniforms();
  readonly up: THREE.Vector3;
  /** Size of everything, m. */
  readonly size: number;
  /** Pixels at the right that a panel covers. */
  covered = 0;
  /** Called where the camera moves. */
  onCamera: () => void = () => {};
  private readonly renderer: THREE.WebGLRenderer;
  private readonly scene = new THREE.Scene();
  private readonly key = new THREE.DirectionalLight(0xffffff, 1.75);
  private readonly floor = new THREE.Group();
  /** A floor that only shows shadows. */
  private catcher: THREE.Mesh | null = null;
  private readonly arrowGroup = new THREE.Group();
  private readonly low: THREE.Vector3;
  private readonly high: THREE.Vector3;
  private readonly plane = new THREE.Plane();
  private isQueued = false;
  private isMeasured = false;
  private isSlow = false;
  private readonly fineRatio = Math.min(devicePixelRatio, 2);
  private rest: ReturnType<typeof setTimeout> | null = null;
  /** Seconds that the last picture took. */
  lastDraw = 0;

  constructor(
    readonly manifest: Manifest,
    mesh: Mesh,
    isDark: boolean,
  ) {
    this.renderer = new THREE.WebGLRenderer({ canvas: this.canvas, antialias: true, preserveDrawingBuffer: true });
    this.renderer.setPixelRatio(this.fineRatio);
    this.renderer.shadowMap.enabled = mesh.triangles.length / 3 <= MOST_SHADOWS;
    this.renderer.shadowMap.type = THREE.PCFShadowMap;
    const box = bounds(mesh.rest) ?? { low: [-1, -1, -1], high: [1, 1, 1] };
    this.low = new THREE.Vector3(...(box.low as Vec));
    this.high = new THREE.Vector3(...(box.high as Vec));
    this.size = Math.max(this.high.distanceTo(this.low), 1e-9);
    this.up = new THREE.Vector3(...manifest.up).normalize();
    this.camera = new THREE.PerspectiveCamera(FIELD_OF_VIEW, 1, this.size / 500, this.size * 60);
    this.camera.up.copy(manifest.plane ? new THREE.Vector3(0, 1, 0) : this.up);
    this.controls = new OrbitControls(this.camera, this.canvas);
    this.controls.enableDamping = false;
    this.controls.zoomToCursor = true;
    this.controls.addEventListener("change", () => {
      this.moving();
      this.onCamera();
    });
    if (manifest.plane) {
      this.controls.mouseButtons.LEFT = THREE.MOUSE.PAN;
      this.controls.touches.ONE = THREE.TOUCH.PAN;
    }
    this.bodies = new Bodies(manifest, mesh, this.uniforms, this.size);
    this.contacts = new Contacts(this.size);
    this.marks = new Marks(this.size);
    this.scene.add(this.bodies.group, this.contacts.group, this.marks.group, this.floor, this.arrowGroup);
    this.addLights();
    this.setDark(isDark);
    this.fit();
  }

  private addLights(): void {
    const sky = new THREE.HemisphereLight(0xffffff, 0xcbc4b6, 2.05);
    sky.position.copy(this.manifest.plane ? new THREE.Vector3(0, 0, 1) : this.up);
    const side = this.horizontal();
    const other = new THREE.Vector3().crossVectors(this.up, side);
    this.key.position.copy(this.up).multiplyScalar(2.6).addScaledVector(side, 0.7).addScaledVector(other, 0.9);
    if (this.manifest.plane) this.key.position.set(0.2, 0.4, 2);
    this.key.position.multiplyScalar(this.size).add(this.middle());
    this.key.target.position.copy(this.middle());
    this.key.castShadow = true;
    this.key.shadow.mapSize.set(1024, 1024);
    this.key.shadow.radius = 3;
    this.key.shadow.bias = -0.003;
    const camera = this.key.shadow.camera;
    camera.left = camera.bottom = -1.1 * this.size;
    camera.right = camera.top = 1.1 * this.size;
    camera.near = 1.2 * this.size;
    camera.far = 5.5 * this.size;
    this.scene.add(sky, this.key, this.key.target);
  }

  /** A direction across up. */
  private horizontal(): THREE.Vector3 {
    const x = new THREE.Vector3(1, 0, 0);
    const across = x.addScaledVector(this.up, -x.dot(this.up));
    return across.length() > 0.3 ? across.normalize() : new THREE.Vector3(0, 0, 1);
  }

  private middle(): THREE.Vector3 {
    return new THREE.Vector3().addVectors(this.low, this.high).multiplyScalar(0.5);
  }

  /** Takes the box around everything that a run has been seen to fill. */
  grow(x: Float32Array): void {
    const box = bounds(x);
    if (!box) return;
    this.low.min(new THREE.Vector3(...(box.low as Vec)));
    this.high.max(new THREE.Vector3(...(box.high as Vec)));
  }

  /** Draws the half-spaces; without any, a floor below everything that catches the shadow. */
  layFloor(isDark: boolean): void {
    this.floor.clear();
    this.catcher = null;
    if (this.manifest.plane) return;
    const colour = isDark ? 0x3a4149 : 0xe4e1d9;
    const lines = isDark ? 0x4c545e : 0xcfcabf;
    for (const [ox, oy, oz, nx, ny, nz] of this.manifest.half_spaces) {
      const normal = new THREE.Vector3(nx, ny, nz);
      const origin = new THREE.Vector3(ox, oy, oz).sub(new THREE.Vector3(...this.manifest.origin));
      const middle = this.middle();
      middle.addScaledVector(normal, -middle.clone().sub(origin).dot(normal));
      this.floor.add(disc(middle, normal, 1.3 * this.size, colour, lines, normal.dot(this.up) > 0.7));
    }
    if (this.manifest.half_spaces.length === 0) {
      const middle = this.middle();
      const lowest = Math.min(this.low.dot(this.up), this.high.dot(this.up));
      middle.addScaledVector(this.up, lowest - 0.004 * this.size - middle.dot(this.up));
      const shadow = new THREE.Mesh(new THREE.CircleGeometry(2.2 * this.size, 48), new THREE.ShadowMaterial({ opacity: 0.13 }));
      shadow.quaternion.setFromUnitVectors(new THREE.Vector3(0, 0, 1), this.up);
      shadow.position.copy(middle);
      shadow.receiveShadow = true;
      this.catcher = shadow;
      this.floor.add(shadow);
    }
  }

  setDark(isDark: boolean): void {
    this.scene.background = new THREE.Color(isDark ? 0x22272d : 0xf4f2ec);
    this.layFloor(isDark);
    this.redraw();
  }

  showFloor(isShown: boolean): void {
    this.floor.visible = isShown;
  }

  resize(width: number, height: number): void {
    if (width < 2 || height < 2) return;
    this.renderer.setSize(width, height, false);
    this.camera.aspect = width / height;
    // What lies beside the panel is in the middle.
    if (this.covered > 0 && width > 2.5 * this.covered) this.camera.setViewOffset(width, height, 0.5 * this.covered, 0, width, height);
    else this.camera.clearViewOffset();
    this.camera.updateProjectionMatrix();
    this.redraw();
  }

  /** Looks at everything: from where the scene says, else from the front and above. */
  fit(towards?: Vec): void {
    const middle = this.middle();
    const radius = 0.5 * this.high.distanceTo(this.low);
    const angle = (FIELD_OF_VIEW * Math.PI) / 360;
    const aspect = Math.min(1, this.camera.aspect);
    const distance = (1.08 * radius) / Math.sin(Math.atan(Math.tan(angle) * aspect));
    const direction = towards ? new THREE.Vector3(...towards) : this.oblique();
    this.camera.zoom = 1;
    this.camera.position.copy(middle).addScaledVector(direction.normalize(), distance);
    this.controls.target.copy(middle);
    this.camera.updateProjectionMatrix();
    this.controls.update();
    this.redraw();
  }

  /** The direction of a first look. */
  private oblique(): THREE.Vector3 {
    if (this.manifest.plane) return new THREE.Vector3(0, 0, 1);
    const side = this.horizontal();
    const front = new THREE.Vector3().crossVectors(side, this.up);
    return this.up.clone().multiplyScalar(0.42).addScaledVector(front, 0.9).addScaledVector(side, 0.45);
  }

  /** Looks from where the scene's own camera is; `false` where it has none. */
  sceneCamera(): boolean {
    const own = this.manifest.camera;
    if (!own) return false;
    const origin = new THREE.Vector3(...this.manifest.origin);
    this.camera.position.set(...own.eye).sub(origin);
    this.controls.target.set(...own.target).sub(origin);
    this.camera.zoom = Math.tan((FIELD_OF_VIEW * Math.PI) / 360) / Math.tan((own.fov * Math.PI) / 360);
    this.camera.updateProjectionMatrix();
    this.controls.update();
    this.redraw();
    return true;
  }

  /** Directions for looks along the axes, `up` being up. */
  axisView(name: "front" | "side" | "top"): Vec {
    const side = this.horizontal();
    const front = new THREE.Vector3().crossVectors(side, this.up);
    const direction = name === "front" ? front : name === "side" ? side : this.up.clone().addScaledVector(front, 1e-3);
    return direction.toArray() as Vec;
  }

  cameraState(): CameraState {
    return {
      eye: this.camera.position.toArray() as Vec,
      target: this.controls.target.toArray() as Vec,
      zoom: this.camera.zoom,
    };
  }

  setCamera(state: CameraState): void {
    this.camera.position.set(...state.eye);
    this.controls.target.set(...state.target);
    this.camera.zoom = state.zoom;
    this.camera.updateProjectionMatrix();
    const tell = this.onCamera;
    this.onCamera = () => {};
    this.controls.update();
    this.onCamera = tell;
    this.redraw();
  }

  /** Comes closer to a place, from the same direction. */
  lookAt(place: THREE.Vector3, radius: number): void {
    const direction = this.camera.position.clone().sub(this.controls.target).normalize();
    this.controls.target.copy(place);
    this.camera.position.copy(place).addScaledVector(direction, Math.max(6 * radius, 0.06 * this.size));
    this.controls.update();
    this.redraw();
  }

  clip(clip: Clip | null): void {
    if (!clip) {
      this.renderer.clippingPlanes = [];
    } else {
      const normal = new THREE.Vector3(clip.axis === "x" ? 1 : 0, clip.axis === "y" ? 1 : 0, clip.axis === "z" ? 1 : 0);
      const [low, high] = [this.low.dot(normal), this.high.dot(normal)];
      const place = low + (high - low) * clip.place;
      this.plane.set(normal.multiplyScalar(clip.flipped ? 1 : -1), clip.flipped ? -place : place);
      this.renderer.clippingPlanes = [this.plane];
    }
    this.redraw();
  }

  /** Shows the direction of a motion or load at some vertices; none where there is no direction. */
  arrows(direction: Vec | null, vertices: number[]): void {
    this.arrowGroup.clear();
    const length = direction ? Math.hypot(...direction) : 0;
    if (direction && length > 0) {
      const { x } = this.bodies;
      const stride = Math.max(1, Math.ceil(vertices.length / 12));
      for (let k = 0; k < vertices.length; k += stride) {
        const v = 3 * vertices[k]!;
        const unit = new THREE.Vector3(...direction).divideScalar(length);
        const arrow = new THREE.ArrowHelper(unit, new THREE.Vector3(x[v], x[v + 1], x[v + 2]), 0.13 * this.size, 0x1f5fbf, 0.04 * this.size, 0.02 * this.size);
        arrow.renderOrder = 7;
        this.arrowGroup.add(arrow);
      }
    }
    this.redraw();
  }

  /** Whether a place is cut away. */
  isClipped(place: THREE.Vector3): boolean {
    return this.renderer.clippingPlanes.some((plane) => plane.distanceToPoint(place) < 0);
  }

  /** Something moves: a rougher picture now where drawing is slow, the whole when it rests. */
  moving(): void {
    if (this.isSlow || this.bodies.canCoarsen) {
      if (!this.rest) this.roughen(true);
      else clearTimeout(this.rest);
      this.rest = setTimeout(() => {
        this.rest = null;
        this.roughen(false);
        this.redraw();
      }, 350);
    }
    this.redraw();
  }

  /** Draws fewer triangles and, where drawing is slow, fewer pixels and no shadows. */
  private roughen(isRough: boolean): void {
    this.bodies.coarsen(isRough);
    if (!this.isSlow) return;
    this.renderer.setPixelRatio(isRough ? ROUGH : this.fineRatio);
    this.key.castShadow = !isRough;
    if (this.catcher) this.catcher.visible = !isRough;
    this.bodies.shiny(!isRough);
  }

  /** Finds out whether drawing is slow, as it is without a graphics card. */
  private measure(): void {
    this.isMeasured = true;
    this.finish();
    const began = performance.now();
    this.renderer.render(this.scene, this.camera);
    this.finish();
    this.isSlow = performance.now() - began > SLOW;
  }

  redraw(): void {
    if (this.isQueued) return;
    this.isQueued = true;
    requestAnimationFrame(() => this.draw());
  }

  /** Whether a picture is still to be drawn, or to be drawn in full. */
  get busy(): boolean {
    return this.isQueued || this.rest !== null;
  }

  /** Draws now. */
  draw(): void {
    this.isQueued = false;
    const began = performance.now();
    this.marks.face(this.camera, this.canvas.clientHeight);
    this.renderer.render(this.scene, this.camera);
    if (!this.isMeasured) this.measure();
    this.lastDraw = (performance.now() - began) / 1000;
  }

  /** Waits until the graphics card has drawn what it was told to. */
  finish(): void {
    const gl = this.renderer.getContext();
    const pixel = new Uint8Array(4);
    gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, pixel);
  }

  dispose(): void {
    this.bodies.dispose();
    this.controls.dispose();
    this.renderer.dispose();
    this.canvas.remove();
  }
}
