/** The panel at the side: bodies, colour, contacts, view, cut, record. */
import { MAP_NAMES, bodyColour } from "../draw/colourmaps";
import type { BodyLook } from "../draw/bodies";
import type { PairColour } from "../draw/contacts";
import type { Clip } from "../draw/stage";
import type { Manifest } from "../data/source";
import type { Settings } from "../settings";
import { OWN_FIELDS } from "../view";
import { choice, h, readable, toggle } from "./dom";

/** What the panel asks for. */
export interface PanelActions {
  settings: Settings;
  /** Something about the look has changed. */
  look(): void;
  /** What is coloured by has changed. */
  recolour(): void;
  /** Contacts are wanted, or another colour of them. */
  contacts(): void;
  closest(): void;
  blocker(): void;
  fit(): void;
  axis(name: "front" | "side" | "top"): void;
  sceneCamera(): void;
  saveView(): string | null;
  loadView(name: string): void;
  views(): string[];
  picture(): void;
  video(): void;
}

/** A part of the panel. */
function part(title: string, isOpen: boolean, ...children: (Node | null | false)[]): HTMLDetailsElement {
  const details = h("details", { class: "part" }, h("summary", {}, title), ...children);
  details.open = isOpen;
  return details;
}

/** Fields to choose from, with their components. */
function fieldOptions(manifest: Manifest): [string, string][] {
  const options: [string, string][] = [["", "by body"]];
  const known = new Set<string>();
  const entries = manifest.frames.length > 0 ? [...OWN_FIELDS, ...manifest.fields] : [];
  for (const field of entries) {
    if (known.has(field.name)) continue;
    known.add(field.name);
    const words = readable(field.name) + (field.recorded ? "" : " ·");
    options.push([field.name, words]);
    for (const component of field.components) options.push([`${field.name}.${component}`, `${words} ${component}`]);
  }
  return options;
}

/** The list of bodies. */
function bodyList(manifest: Manifest, looks: BodyLook[], change: () => void): HTMLElement {
  const rows = manifest.bodies.map((body, k) => {
    const look = looks[k]!;
    const chip = h("span", { class: "chip" });
    chip.style.background = `#${bodyColour(k, body.obstacle).toString(16).padStart(6, "0")}`;
    const shown = toggle(body.name || `body ${k}`, look.shown, (isOn) => {
      look.shown = isOn;
      change();
    });
    shown.querySelector("span")!.prepend(chip);
    const glass = toggle("glass", look.glass, (isOn) => {
      look.glass = isOn;
      change();
    });
    return h("div", { class: "row" }, shown, glass);
  });
  const all = (set: (look: BodyLook) => void) => {
    looks.forEach(set);
    for (const [k, row] of rows.entries()) {
      const [shown, glass] = row.querySelectorAll("input");
      shown!.checked = looks[k]!.shown;
      glass!.checked = looks[k]!.glass;
    }
    change();
  };
  const buttons = h(
    "div", { class: "buttons" },
    h("button", { onclick: () => all((look) => (look.shown = true)) }, "all"),
    h("button", { onclick: () => all((look) => (look.shown = false)) }, "none"),
    h("button", { onclick: () => all((look) => ((look.shown = true), (look.glass = !looks.every((l) => l.glass)))) }, "glass"),
  );
  return h("div", {}, manifest.bodies.length > 1 && buttons, h("div", { class: "bodies" }, ...rows));
}

/** The part about cutting. */
function cutPart(actions: PanelActions): HTMLDetailsElement {
  const { settings } = actions;
  const slider = h("input", { type: "range", min: 0, max: 1, step: 0.005, value: 0.5, "aria-label": "place of the cut" });
  const state: Clip = { axis: "x", place: 0.5, flipped: false };
  let isOn = false;
  const apply = () => {
    state.place = Number(slider.value);
    settings.clip = isOn ? { ...state } : null;
    actions.look();
  };
  slider.addEventListener("input", apply);
  const axis = choice("axis of the cut", [["x", "along x"], ["y", "along y"], ["z", "along z"]], "x", (value) => {
    state.axis = value as Clip["axis"];
    apply();
  });
  const on = toggle("cut", false, (value) => ((isOn = value), apply()));
  const flip = toggle("other side", false, (value) => ((state.flipped = value), apply()));
  return part("Cut", false, h("div", { class: "row" }, on, axis, flip), slider);
}

/** The part about the camera. */
function viewPart(actions: PanelActions, manifest: Manifest): HTMLDetailsElement {
  const views = h("select", { "aria-label": "saved views" });
  const list = () => {
    views.replaceChildren(h("option", { value: "" }, "saved views…"), ...actions.views().map((name) => h("option", { value: name }, name)));
  };
  views.addEventListener("focus", list);
  views.addEventListener("change", () => {
    if (views.value) actions.loadView(views.value);
  });
  list();
  const save = h("button", { onclick: () => actions.saveView() && list() }, "save");
  const buttons = h(
    "div", { class: "buttons" },
    h("button", { onclick: () => actions.fit(), title: "F" }, "fit"),
    h("button", { onclick: () => actions.axis("front"), title: "1" }, "front"),
    h("button", { onclick: () => actions.axis("side"), title: "2" }, "side"),
    h("button", { onclick: () => actions.axis("top"), title: "3" }, "top"),
    manifest.camera && h("button", { onclick: () => actions.sceneCamera(), title: "4" }, "scene"),
  );
  const { settings } = actions;
  const look = (change: () => void) => () => (change(), actions.look());
  return part(
    "View", true, buttons, h("div", { class: "row" }, views, save),
    h(
      "div", { class: "grid" },
      toggle("wireframe", settings.wireframe, (on) => look(() => (settings.wireframe = on))(), "W"),
      toggle("flat", settings.isFlat, (on) => look(() => (settings.isFlat = on))(), "Flat triangles"),
      toggle("rest shape", settings.ghost, (on) => look(() => (settings.ghost = on))(), "G"),
      toggle("floor", settings.floor, (on) => look(() => (settings.floor = on))()),
    ),
  );
}

/** The panel of some runs; looks of bodies are those of the first. */
export function panel(manifest: Manifest, looks: BodyLook[], actions: PanelActions): HTMLElement {
  const { settings } = actions;
  const fields = choice("field to colour by", fieldOptions(manifest), settings.field ?? "", (value) => {
    settings.field = value || null;
    settings.range = null;
    actions.recolour();
  });
  fields.id = "field";
  const map = choice("colours", MAP_NAMES.map((name) => [name, name]), settings.map, (value) => {
    settings.map = value;
    actions.recolour();
  });
  const hasComputed = manifest.fields.some((field) => !field.recorded);
  const computed = hasComputed && h("p", { class: "note" }, "· is computed from the scene when chosen");
  const by = choice("colour of pairs", ["distance", "force", "stick or slip"].map((name) => [name, `by ${name}`]), settings.pairColour, (value) => {
    settings.pairColour = value as PairColour;
    actions.contacts();
  });
  const pairs = toggle("show pairs", settings.pairs, (isOn) => {
    settings.pairs = isOn;
    actions.contacts();
  }, "C");
  const record = [
    h("button", { onclick: () => actions.picture(), title: "P" }, "picture"),
    h("button", { onclick: () => actions.video(), id: "video" }, "video"),
  ];
  return h(
    "aside", { class: "panel", "aria-label": "how it is shown" },
    part("Colour", true, h("div", { class: "row" }, fields, map), computed || null),
    part(
      "Contacts", true, h("div", { class: "row" }, pairs, by),
      h("div", { class: "buttons" },
        h("button", { onclick: () => actions.closest(), title: "K" }, "closest pair"),
        manifest.failure && h("button", { class: "alarm", onclick: () => actions.blocker(), title: "B" }, "what blocks it")),
      toggle("offsets to scale", settings.offset, (isOn) => {
        settings.offset = isOn;
        actions.look();
      }, "Surfaces grown by half of their thickness"),
    ),
    viewPart(actions, manifest),
    part("Bodies", manifest.bodies.length <= 12, bodyList(manifest, looks, () => actions.look())),
    cutPart(actions),
    part("Record", false, h("div", { class: "buttons" }, ...record)),
  );
}
