/** Elements in few words. Text is always text: nothing that comes from data becomes markup. */

type Child = Node | string | null | undefined | false;
type Attributes = Record<string, string | number | boolean | ((event: Event) => void) | undefined>;

/** An element with attributes (`onclick` and the like are listeners) and children. */
export function h<K extends keyof HTMLElementTagNameMap>(tag: K, attributes: Attributes = {}, ...children: Child[]): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === false) continue;
    if (typeof value === "function") element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, "");
    else element.setAttribute(name, String(value));
  }
  for (const child of children) if (child) element.append(child);
  return element;
}

/** A switch with its words. */
export function toggle(words: string, isOn: boolean, change: (isOn: boolean) => void, hint?: string): HTMLLabelElement {
  const box = h("input", { type: "checkbox", onchange: () => change(box.checked) });
  box.checked = isOn;
  return h("label", { class: "toggle", title: hint }, box, h("span", {}, words));
}

/** A list to choose from. */
export function choice(label: string, options: [value: string, words: string][], value: string, change: (value: string) => void): HTMLSelectElement {
  const select = h("select", { "aria-label": label, onchange: () => change(select.value) });
  for (const [key, words] of options) select.append(h("option", { value: key }, words));
  select.value = value;
  return select;
}

/** A number in few digits. */
export function short(value: number): string {
  if (!Number.isFinite(value)) return "–";
  if (value === 0) return "0";
  const size = Math.abs(value);
  if (size >= 1e-3 && size < 1e5) return String(Number(value.toPrecision(4)));
  return value.toExponential(2).replace("e+", "e");
}

/** A number in as many digits as single precision has. */
export function precise(value: number): string {
  return Number.isFinite(value) ? String(Number(value.toPrecision(7))) : "–";
}

/** A number with its unit. */
export function quantity(value: number, unit: string): string {
  return unit ? `${short(value)} ${unit}` : short(value);
}

/** A name as it is read: `von_mises` is "von mises". */
export function readable(name: string): string {
  return name.replaceAll("_", " ");
}
