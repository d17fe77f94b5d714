/** A text with line numbers, a mark at the line of a mistake, and a list of words that can stand at the caret. */
import { h } from "../ui/dom";
import { type Completion, type SchemaNode, complete } from "./completion";

/** Words that are listed at most. */
const LISTED = 60;

export class Editor {
  /** Called where the text was changed by hand. */
  onChange: () => void = () => {};
  schema: SchemaNode | null = null;
  private readonly area = h("textarea", { spellcheck: "false", autocomplete: "off", autocapitalize: "off", wrap: "off", "aria-label": "the scene, in TOML" });
  private readonly numbers = h("div", { class: "line-numbers", "aria-hidden": "true" });
  private readonly mark = h("div", { class: "line-mark", hidden: true });
  private readonly list = h("div", { class: "words", role: "listbox", hidden: true });
  private readonly measure = h("span", { class: "measure", "aria-hidden": "true" }, "0".repeat(100));
  readonly element = h("div", { class: "editor" }, this.numbers, h("div", { class: "sheet" }, this.mark, this.area, this.list, this.measure));
  private wrong: number | null = null;
  private completion: Completion | null = null;
  private chosen = 0;

  constructor() {
    this.area.addEventListener("input", () => {
      this.number();
      this.offer(false);
      this.onChange();
    });
    this.area.addEventListener("scroll", () => this.follow());
    this.area.addEventListener("keydown", (event) => this.key(event));
    this.area.addEventListener("blur", () => this.close());
    this.area.addEventListener("pointerdown", () => this.close());
  }

  get text(): string {
    return this.area.value;
  }

  set text(text: string) {
    this.area.value = text;
    this.area.scrollTop = 0;
    this.close();
    this.number();
  }

  /** Marks a line, from 1; none where it is null. */
  markLine(line: number | null): void {
    this.wrong = line;
    this.number();
    this.follow();
  }

  /** Puts the caret at the beginning of a line, from 1. */
  goTo(line: number): void {
    const lines = this.text.split("\n");
    const at = lines.slice(0, line - 1).reduce((sum, text) => sum + text.length + 1, 0);
    this.area.focus();
    this.area.setSelectionRange(at, at + (lines[line - 1]?.length ?? 0));
    this.area.scrollTop = Math.max(0, (line - 5) * this.lineHeight);
  }

  private get lineHeight(): number {
    return parseFloat(getComputedStyle(this.area).lineHeight);
  }

  private number(): void {
    const count = this.text.split("\n").length;
    const rows = Array.from({ length: count }, (_, k) => h("div", { class: k + 1 === this.wrong ? "wrong" : undefined }, String(k + 1)));
    this.numbers.replaceChildren(...rows);
    this.follow();
  }

  private follow(): void {
    this.numbers.scrollTop = this.area.scrollTop;
    this.mark.hidden = this.wrong === null;
    if (this.wrong !== null) this.mark.style.top = `${8 + (this.wrong - 1) * this.lineHeight - this.area.scrollTop}px`;
  }

  private key(event: KeyboardEvent): void {
    // The keys of the viewer are not meant.
    event.stopPropagation();
    if (event.key === " " && event.ctrlKey) {
      event.preventDefault();
      return this.offer(true);
    }
    if (!this.completion) return;
    const count = Math.min(this.completion.options.length, LISTED);
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      this.chosen = (this.chosen + (event.key === "ArrowDown" ? 1 : count - 1)) % count;
      this.show();
    } else if (event.key === "Enter" || event.key === "Tab") {
      this.accept(this.chosen);
    } else if (event.key === "Escape") {
      this.close();
    } else {
      if (event.key.startsWith("Arrow")) this.close();
      return;
    }
    event.preventDefault();
  }

  /** Lists what can stand at the caret: where it was asked for, or a word has begun. */
  private offer(isAsked: boolean): void {
    const caret = this.area.selectionStart;
    const found = this.schema && complete(this.text, caret, this.schema);
    if (!found || (!isAsked && !/["$\w[]$/.test(this.text.slice(0, caret)))) return this.close();
    this.completion = found;
    this.chosen = 0;
    this.show();
  }

  private show(): void {
    const { options, from } = this.completion!;
    const rows = options.slice(0, LISTED).map((option, k) => {
      const row = h("div", { class: k === this.chosen ? "word chosen" : "word", role: "option" }, h("b", {}, option.word), h("span", {}, option.hint));
      // Before the text loses the focus.
      row.addEventListener("pointerdown", (event) => {
        event.preventDefault();
        this.accept(k);
      });
      return row;
    });
    this.list.replaceChildren(...rows);
    this.list.hidden = false;
    const before = this.text.slice(0, from).split("\n");
    const width = this.measure.getBoundingClientRect().width / 100;
    const below = 8 + before.length * this.lineHeight - this.area.scrollTop;
    const isLow = below + 180 > this.area.clientHeight;
    this.list.style.top = isLow ? "" : `${below}px`;
    this.list.style.bottom = isLow ? `${this.area.clientHeight - below + this.lineHeight}px` : "";
    this.list.style.left = `${Math.max(0, Math.min(8 + before.at(-1)!.length * width - this.area.scrollLeft, this.area.clientWidth - 260))}px`;
    rows[this.chosen]?.scrollIntoView({ block: "nearest" });
  }

  private accept(place: number): void {
    const { from, options } = this.completion!;
    const option = options[place];
    if (!option) return;
    this.area.focus();
    const rest = this.text.slice(this.area.selectionStart);
    const text = option.text.endsWith(" = ") && /^\s*=/.test(rest) ? option.word : option.text;
    // Such that the browser can undo it.
    this.area.setSelectionRange(from, this.area.selectionStart);
    if (!document.execCommand("insertText", false, text)) this.area.setRangeText(text, from, this.area.selectionStart, "end");
    this.close();
    this.number();
    this.onChange();
  }

  private close(): void {
    this.completion = null;
    this.list.hidden = true;
  }
}
