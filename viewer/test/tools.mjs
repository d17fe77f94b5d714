// What the tests of the viewer share: runs, servers, a browser, pictures.
import { chromium } from "playwright-core";
import { PNG } from "pngjs";
import { execFileSync, spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
/** The program that is tested. */
export const program = process.env.TANGENCY ?? join(here, "../../target/release/tangency");
/** Where runs and pictures of a test go. */
export const scratch = mkdtempSync(join(tmpdir(), "tangency-viewer-"));
const chromiumPath = process.env.CHROMIUM ?? "/usr/bin/chromium";

export const sceneFile = (name) => join(here, "scenes", `${name}.toml`);

/** Runs the program to its end; gives its exit code. */
export function run(...words) {
  try {
    execFileSync(program, words, { cwd: scratch, stdio: ["ignore", "pipe", "pipe"] });
    return 0;
  } catch (error) {
    return error.status;
  }
}

/** Starts the program and waits for the address of its page. */
export async function serve(...words) {
  const child = spawn(program, words, { cwd: scratch, stdio: ["ignore", "pipe", "pipe"] });
  let told = "";
  child.stderr.on("data", (text) => (told += text));
  const address = await new Promise((resolve, reject) => {
    child.stdout.on("data", (text) => {
      const found = /http:\S+/.exec(String(text));
      if (found) resolve(found[0]);
    });
    child.on("exit", (code) => reject(new Error(`the program ended with ${code}: ${told}`)));
  });
  const ended = new Promise((resolve) => child.on("exit", (code) => resolve(code)));
  const stop = async () => {
    child.kill("SIGKILL");
    await ended;
  };
  return { address, child, ended, stop };
}

export function launch() {
  return chromium.launch({
    executablePath: chromiumPath,
    args: ["--no-sandbox", "--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--ignore-gpu-blocklist"],
  });
}

/** Opens a page and waits for its first picture; what goes wrong in it is collected in `page.wrongs`. */
export async function open(browser, address, options = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 720 }, acceptDownloads: true, ...options });
  const page = await context.newPage();
  page.wrongs = [];
  page.on("pageerror", (error) => page.wrongs.push(error.message));
  page.on("console", (message) => message.type() === "error" && page.wrongs.push(message.text()));
  await page.goto(address);
  await page.waitForSelector("#tangency-viewer[data-ready]", { timeout: 60_000, state: "attached" });
  await settle(page);
  return page;
}

/** Waits until nothing is fetched and the last picture is drawn in full. */
export async function settle(page) {
  await page.waitForFunction(() => {
    const { tangency } = document.getElementById("tangency-viewer");
    return tangency.plots.isOffered && tangency.views.length > 0 && tangency.views.every((view) => !view.busy && !view.stage.busy);
  }, undefined, { timeout: 60_000 });
}

/** Evaluates a function of the app in the page. */
export const inPage = (page, act, argument) =>
  page.evaluate(([text, argument]) => eval(`(${text})`)(document.getElementById("tangency-viewer").tangency, argument), [act.toString(), argument ?? null]);

/** The picture of a canvas, as drawn now. */
export async function canvasPicture(page, place = 0) {
  await settle(page);
  const data = await inPage(page, (app, place) => {
    const { stage } = app.views[place];
    stage.draw();
    return stage.canvas.toDataURL("image/png");
  }, place);
  return PNG.sync.read(Buffer.from(data.split(",")[1], "base64"));
}

/** Number of different colours, rounded, and the share of pixels that are not the most frequent one. */
export function variety(picture) {
  const counts = new Map();
  for (let i = 0; i < picture.data.length; i += 4) {
    const key = (picture.data[i] >> 3) * 4096 + (picture.data[i + 1] >> 3) * 64 + (picture.data[i + 2] >> 3);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const most = Math.max(...counts.values());
  return { colours: counts.size, share: 1 - (4 * most) / picture.data.length };
}

/** Share of pixels that differ by more than a little. */
export function difference(a, b, little = 24) {
  if (a.width !== b.width || a.height !== b.height) return 1;
  let differing = 0;
  for (let i = 0; i < a.data.length; i += 4) {
    const most = Math.max(...[0, 1, 2].map((c) => Math.abs(a.data[i + c] - b.data[i + c])));
    if (most > little) differing++;
  }
  return (4 * differing) / a.data.length;
}

/** Compares a picture with its reference, which `UPDATE=1` writes; the share of pixels that differ. */
export function againstReference(picture, name) {
  const path = join(here, "reference", `${name}.png`);
  const kept = join(scratch, `${name}.png`);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(kept, PNG.sync.write(picture));
  if (process.env.UPDATE) writeFileSync(path, PNG.sync.write(picture));
  if (!existsSync(path)) throw new Error(`there is no reference ${path}: run with UPDATE=1 and look at it`);
  return { share: difference(picture, PNG.sync.read(readFileSync(path))), kept };
}
