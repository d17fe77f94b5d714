/** A scene before it runs: its mistakes, its tangled pairs, its boundaries and loads. */
import type { BlockingPair, Manifest, Preview, Selection } from "../data/source";
import { h, short } from "./dom";

export interface PreviewActions {
  pair(pair: BlockingPair): void;
  select(selection: Selection | null): void;
}

/** Pairs that are listed at most. */
const LISTED = 300;

/** The list beside a scene; null where there is nothing to tell. */
export function preview(manifest: Manifest, actions: PreviewActions): HTMLElement | null {
  const told = manifest.preview;
  if (!told) return null;
  return h(
    "section", { class: "preview", "aria-label": "the scene" },
    told.error && mistake(told.error), tangled(told, actions), ...told.cautions.map((words) => h("p", { class: "caution" }, words)),
    selections(told, actions), facts(told),
  );
}

function mistake(error: NonNullable<Preview["error"]>): HTMLElement {
  const lines = error.excerpt.map(([line, text]) =>
    h("div", { class: line === error.line ? "line wrong" : "line" }, h("span", { class: "line-number" }, String(line)), text),
  );
  return h("div", { class: "mistake", role: "alert" }, h("p", {}, error.message), lines.length > 0 && h("pre", {}, ...lines));
}

function tangled(told: Preview, actions: PreviewActions): HTMLElement | null {
  if (told.pairs.length === 0) return null;
  const count = told.pair_count;
  const rows = told.pairs.slice(0, LISTED).map((pair, k) => {
    const distance = pair.distance === null ? "" : ` (${short(pair.distance)} m)`;
    const row = h("button", { class: "pair", onclick: () => {
      row.parentElement?.querySelector(".chosen")?.classList.remove("chosen");
      row.classList.add("chosen");
      actions.pair(pair);
    } }, `${k + 1}. ${pair.words}${distance}`);
    return row;
  });
  return h(
    "div", { class: "tangled" },
    h("strong", {}, count === 1 ? "One pair is tangled or too close" : `${count} pairs are tangled or too close`),
    h("p", { class: "note" }, "Red in the picture; a click goes there."),
    h("div", { class: "pair-list" }, ...rows),
    count > rows.length && h("p", { class: "note" }, `and ${count - rows.length} more`),
  );
}

function selections(told: Preview, actions: PreviewActions): HTMLElement | null {
  if (told.selections.length === 0) return null;
  const rows = told.selections.map((selection) => {
    const row = h("button", { class: "pair", onclick: () => {
      const isChosen = row.classList.contains("chosen");
      row.parentElement?.querySelector(".chosen")?.classList.remove("chosen");
      if (!isChosen) row.classList.add("chosen");
      actions.select(isChosen ? null : selection);
    } }, `${selection.name}: ${selection.words}`);
    return row;
  });
  return h("div", {}, h("strong", {}, "Boundaries, loads and groups"), h("div", { class: "pair-list" }, ...rows));
}

function facts(told: Preview): HTMLElement {
  const list = h("dl");
  for (const [name, words] of told.facts) list.append(h("dt", {}, name), h("dd", {}, words));
  return list;
}
