/** The head of the page: what is shown, and whether it holds. */
import type { Manifest } from "../data/source";
import { h } from "./dom";

export interface HeadActions {
  help(): void;
  panel(): void;
  blocker(): void;
}

/** Title, what is proved of it, and two buttons. */
export function verdict(manifests: Manifest[], actions: HeadActions): HTMLElement[] {
  const titles = manifests.map((manifest) => {
    const [kind, words] = state(manifest);
    const act = manifest.failure ? () => actions.blocker() : undefined;
    return h("div", { class: "title" }, h("h1", { title: manifest.description ?? undefined }, manifest.title),
      act ? h("button", { class: `verdict ${kind}`, onclick: act }, words) : h("span", { class: `verdict ${kind}` }, words));
  });
  return [
    ...titles,
    h("div", { class: "head-buttons" },
      h("button", { class: "quiet", title: "Keys (?)", "aria-label": "keys", onclick: () => actions.help() }, "?"),
      h("button", { class: "quiet", title: "Panel", "aria-label": "panel", onclick: () => actions.panel() }, "☰")),
  ];
}

/** A mark and a word for what is proved, so that no colour is needed to tell them apart. */
function state(manifest: Manifest): [kind: string, words: string] {
  if (manifest.kind === "scene") {
    if (manifest.preview?.error) return ["bad", "✗ the scene has a mistake"];
    const count = manifest.preview?.pair_count ?? 0;
    return count > 0 ? ["bad", `✗ tangled: ${count} pairs`] : ["good", "✓ ready to run"];
  }
  if (manifest.failure) return ["bad", `✗ step ${manifest.failure.step} failed: show what blocks it`];
  const certificate = manifest.certificate;
  if (!certificate) return ["open", manifest.live ? "○ under way" : "○ no certificate: not finished"];
  return certificate.verified === true ? ["good", "✓ certified"] : ["bad", "✗ the certificate does not hold"];
}
