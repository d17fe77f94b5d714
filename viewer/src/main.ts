/** The page begins: with an engine of its own where it names one, with data of its own where it has some, else with those of its server. */
import { App } from "./app";
import { embeddedSources } from "./data/embedded";
import { remoteSources } from "./data/remote";
import { Playground } from "./playground/playground";
import playgroundStyle from "./playground/style.css";
import style from "./style.css";

async function begin(): Promise<void> {
  const root = document.getElementById("tangency-viewer");
  if (!root) return;
  // A root of its own: neither does the page's style reach in, nor this one's out.
  const shadow = root.attachShadow({ mode: "open" });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(style + playgroundStyle);
  shadow.adoptedStyleSheets = [sheet];
  const inside = document.createElement("div");
  inside.className = "whole";
  shadow.append(inside);
  try {
    const { engine, worker } = root.dataset;
    if (engine && worker) {
      const playground = new Playground(inside, worker, engine);
      Object.assign(root, { tangency: await playground.open(), playground });
      root.dataset.ready = "";
      return;
    }
    const data = document.getElementById("tangency-data")?.textContent;
    const app = new App(inside);
    const began = performance.now();
    await app.open(data ? await embeddedSources(data) : await remoteSources());
    root.dataset.ready = String(Math.round(performance.now() - began));
    Object.assign(root, { tangency: app });
  } catch (error) {
    const words = document.createElement("p");
    words.className = "trouble";
    words.textContent = (error as Error).message;
    inside.replaceChildren(words);
  }
}

void begin();
