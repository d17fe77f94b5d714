/** The keyboard. */
import { h } from "./dom";

/** A key, what it does in words, and what it does. */
export type Key = [keys: string[], words: string, act: (event: KeyboardEvent) => void];

/** Listens for keys, where nobody is typing. */
export function listen(keys: Key[]): void {
  addEventListener("keydown", (event) => {
    const target = event.composedPath()[0] as HTMLElement;
    const isTyping = target instanceof HTMLSelectElement || (target instanceof HTMLInputElement && !["checkbox", "range"].includes(target.type));
    if (isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
    const name = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    const found = keys.find(([names]) => names.includes(name));
    if (!found) return;
    event.preventDefault();
    found[2](event);
  });
}

/** A card with all keys. */
export function card(keys: Key[], close: () => void): HTMLElement {
  const rows = keys.map(([names, words]) => h("div", { class: "row" }, h("kbd", {}, names[0] === " " ? "Space" : names.join(" ")), h("span", {}, words)));
  return h("div", { class: "card", role: "dialog", "aria-label": "keys", onclick: close },
    h("h2", {}, "Keys"), ...rows,
    h("p", { class: "note" }, "Drag turns, right drag or two fingers move, wheel or pinch zooms, a click picks."));
}
