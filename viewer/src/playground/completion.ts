/** What can stand where the caret is in a scene, from the schema of the language. */

/** A node of a JSON schema. */
export interface SchemaNode {
  $ref?: string;
  $defs?: Record<string, SchemaNode>;
  description?: string;
  unit?: string;
  type?: string | string[];
  properties?: Record<string, SchemaNode>;
  additionalProperties?: boolean | SchemaNode;
  items?: SchemaNode;
  anyOf?: SchemaNode[];
  oneOf?: SchemaNode[];
  allOf?: SchemaNode[];
  enum?: unknown[];
  const?: unknown;
}

/** A word that can stand there. */
export interface Option {
  word: string;
  /** Text that takes the place of what was typed. */
  text: string;
  hint: string;
}

export interface Completion {
  /** Where what was typed begins. */
  from: number;
  options: Option[];
}

/** Where the caret is: in which table, and whether after a `=` or in a header. */
interface Place {
  path: string[];
  /** Keys that the table has already. */
  used: string[];
  kind: "key" | "value" | "header";
  /** Where the word under the caret begins, and whether it is in quotes. */
  from: number;
  isQuoted: boolean;
}

/** All that can stand at a place of a text; null where nothing is known. */
export function complete(text: string, caret: number, schema: SchemaNode): Completion | null {
  const place = placeOf(text, caret);
  if (!place) return null;
  const typed = text.slice(place.from, caret);
  const all = place.kind === "header" ? headers(schema) : place.kind === "key" ? keys(place, schema) : values(place, schema, text);
  const options = all.filter(({ word }) => word.startsWith(typed) && word !== typed);
  return options.length > 0 ? { from: place.from, options } : null;
}

/** Finds table and key under the caret; null within comments, and within texts that are no values. */
function placeOf(text: string, caret: number): Place | null {
  const lineStart = text.lastIndexOf("\n", caret - 1) + 1;
  const header = /^\s*\[\[?\s*([\w.-]*)$/.exec(text.slice(lineStart, caret));
  if (header) return { path: [], used: [], kind: "header", from: caret - header[1]!.length, isQuoted: false };
  const before = text.slice(0, caret);
  const headers = [...before.matchAll(/^\s*\[\[?\s*([\w."-]+)\s*\]?\][^\n]*$/gm)];
  const last = headers.at(-1);
  const table = last ? last[1]!.replaceAll('"', "").split(".") : [];
  const start = last ? last.index + last[0].length : 0;
  return scan(text, start, caret, table);
}

interface Level {
  bracket: "{" | "[" | "";
  key: string | null;
  used: string[];
}

/** Reads from the header of a table to the caret. */
function scan(text: string, start: number, caret: number, table: string[]): Place | null {
  const levels: Level[] = [{ bracket: "", key: null, used: [] }];
  let word = start;
  let at = start;
  const top = () => levels[levels.length - 1]!;
  while (at < caret) {
    const letter = text[at]!;
    if (letter === "#") {
      const end = text.indexOf("\n", at);
      if (end < 0 || end >= caret) return null;
      at = end;
      continue;
    }
    if (letter === '"' || letter === "'") {
      const end = endOfText(text, at);
      if (end >= caret) {
        const isValue = top().key !== null || top().bracket === "[";
        return isValue ? { path: pathOf(table, levels), used: [], kind: "value", from: at + 1, isQuoted: true } : null;
      }
      at = end + 1;
      continue;
    }
    if (letter === "=") {
      top().key = text.slice(word, at).trim().replaceAll('"', "");
      top().used.push(top().key!);
      word = at + 1;
    } else if (letter === "{" || letter === "[") {
      levels.push({ bracket: letter, key: null, used: [] });
      word = at + 1;
    } else if ((letter === "}" || letter === "]") && levels.length > 1) {
      levels.pop();
      word = at + 1;
    } else if (letter === "," || (letter === "\n" && levels.length === 1)) {
      top().key = null;
      word = at + 1;
    } else if (/\s/.test(letter) && text.slice(word, at).trim() === "") {
      word = at + 1;
    }
    at++;
  }
  const isValue = top().key !== null || top().bracket === "[";
  // A value is there already: nothing follows it but a comma.
  if (isValue && /\s$/.test(text.slice(word, caret)) && text.slice(word, caret).trim() !== "") return null;
  return { path: pathOf(table, levels), used: top().used, kind: isValue ? "value" : "key", from: word, isQuoted: false };
}

/** The place of the quotation mark that ends a text; the end of the line where there is none. */
function endOfText(text: string, at: number): number {
  const mark = text[at];
  for (let k = at + 1; k < text.length; k++) {
    if (text[k] === "\\" && mark === '"') k++;
    else if (text[k] === mark || text[k] === "\n") return k;
  }
  return text.length;
}

function pathOf(table: string[], levels: Level[]): string[] {
  return [...table, ...levels.flatMap((level) => (level.key === null ? [] : level.key.split(".").map((key) => key.trim())))];
}

/** A node and all that it may be instead. */
function alternatives(node: SchemaNode | undefined, schema: SchemaNode): SchemaNode[] {
  const found: SchemaNode[] = [];
  const waiting = node ? [node] : [];
  while (waiting.length > 0 && found.length < 500) {
    const next = waiting.pop()!;
    if (found.includes(next)) continue;
    found.push(next);
    const named = next.$ref?.startsWith("#/$defs/") ? schema.$defs?.[next.$ref.slice(8)] : undefined;
    waiting.push(...(named ? [named] : []), ...(next.anyOf ?? []), ...(next.oneOf ?? []), ...(next.allOf ?? []));
  }
  return found;
}

/** As `alternatives`, of the items where it is a list. */
function withItems(nodes: SchemaNode[], schema: SchemaNode): SchemaNode[] {
  return nodes.flatMap((node) => [node, ...(node.items ? alternatives(node.items, schema) : [])]);
}

/** What the schema says of a path. */
function at(path: string[], schema: SchemaNode): SchemaNode[] {
  let nodes = alternatives(schema, schema);
  for (const key of path) {
    nodes = withItems(nodes, schema).flatMap((node) => {
      const other = typeof node.additionalProperties === "object" ? node.additionalProperties : undefined;
      return alternatives(node.properties?.[key] ?? other, schema);
    });
  }
  return nodes;
}

function hint(node: SchemaNode, schema: SchemaNode): string {
  const words = node.description ?? alternatives(node, schema).find((other) => other.description)?.description ?? "";
  return words.replaceAll("\n", " ");
}

function properties(nodes: SchemaNode[], schema: SchemaNode): [string, SchemaNode][] {
  const all = new Map(withItems(nodes, schema).flatMap((node) => Object.entries(node.properties ?? {})));
  return [...all].sort(([a], [b]) => (a < b ? -1 : 1));
}

function headers(schema: SchemaNode): Option[] {
  return properties([schema], schema).flatMap(([word, node]) => {
    const nodes = alternatives(node, schema);
    const isTable = withItems(nodes, schema).some((other) => other.properties || typeof other.additionalProperties === "object" || other.type === "object");
    return isTable ? [{ word, text: word, hint: hint(node, schema) }] : [];
  });
}

function keys(place: Place, schema: SchemaNode): Option[] {
  return properties(at(place.path, schema), schema)
    .filter(([word]) => !place.used.includes(word))
    .map(([word, node]) => ({ word, text: `${word} = `, hint: hint(node, schema) }));
}

function values(place: Place, schema: SchemaNode, text: string): Option[] {
  const nodes = withItems(at(place.path, schema), schema);
  const words = new Map<string, string>();
  for (const node of nodes) {
    for (const word of [...(node.enum ?? []), ...(node.const === undefined ? [] : [node.const])]) {
      if (typeof word === "string") words.set(word, hint(node, schema));
    }
  }
  if (place.path.at(-1) === "material") for (const [, name] of text.matchAll(/^\[materials\.([\w-]+)\]/gm)) words.set(name!, "a material of this scene");
  if (nodes.some((node) => node.$ref === "#/$defs/Expression")) for (const name of parameters(text)) words.set(`$${name}`, "a parameter of this scene");
  const quoted = [...words].map(([word, hint]) => (place.isQuoted ? { word, text: word, hint } : { word: `"${word}"`, text: `"${word}"`, hint }));
  const isSwitch = nodes.some((node) => node.type === "boolean" || (Array.isArray(node.type) && node.type.includes("boolean")));
  const switches = isSwitch && !place.isQuoted ? ["true", "false"].map((word) => ({ word, text: word, hint: "" })) : [];
  return [...switches, ...quoted];
}

/** Names in the table of parameters. */
function parameters(text: string): string[] {
  const table = /^\[parameters\][^\n]*\n((?:(?!\[)[^\n]*\n?)*)/m.exec(text)?.[1] ?? "";
  return [...table.matchAll(/^\s*(\w+)\s*=/gm)].map(([, name]) => name!);
}
