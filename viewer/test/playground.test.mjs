// The playground in a real browser, with the engine that viewer/build-engine made; without one these tests are left out.
import assert from "node:assert/strict";
import { createServer } from "node:http";
import { existsSync, readFileSync } from "node:fs";
import { dirname, extname, join, normalize } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { canvasPicture, launch, open, scratch, variety } from "./tools.mjs";

const folder = process.env.TANGENCY_PLAYGROUND ?? join(dirname(fileURLToPath(import.meta.url)), "../../target/playground");
const isThere = existsSync(join(folder, "engine.wasm"));
const skip = isThere ? false : `there is no ${folder}/engine.wasm: viewer/build-engine makes it`;
const TYPES = { ".html": "text/html; charset=utf-8", ".js": "text/javascript", ".wasm": "application/wasm" };

let browser;
let server;
let address;
/** What the page has asked for, by path. */
const asked = [];

before(async () => {
  if (!isThere) return;
  // As any web server: files by name, nothing else.
  server = createServer((request, response) => {
    const { pathname } = new URL(request.url, "http://localhost");
    asked.push(pathname);
    const file = join(folder, normalize(pathname === "/" ? "index.html" : pathname));
    if (!existsSync(file)) return void response.writeHead(404).end();
    response.writeHead(200, { "content-type": TYPES[extname(file)] ?? "application/octet-stream" }).end(readFileSync(file));
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  address = `http://127.0.0.1:${server.address().port}/`;
  browser = await launch();
});
after(async () => {
  await browser?.close();
  server?.close();
});

/** A test with a playground of its own, in which nothing goes wrong. */
function playgroundTest(name, scene, act) {
  test(name, { skip }, async () => {
    const page = await open(browser, `${address}?scene=${scene}`, { viewport: { width: 1400, height: 800 } });
    page.setDefaultTimeout(120_000);
    await act(page);
    assert.deepEqual(page.wrongs, []);
    await page.context().close();
  });
}

const inPlayground = (page, act, argument) =>
  page.evaluate(([text, argument]) => eval(`(${text})`)(document.getElementById("tangency-viewer").playground, argument), [act.toString(), argument ?? null]);
const area = (page) => page.locator(".editor textarea");
const button = (page, name) => page.locator(".desk-head").getByRole("button", { name, exact: true });
const told = (page) => page.locator(".verdicts").innerText();

/** Waits until the run has ended; gives what its last step told. */
async function ended(page) {
  await page.waitForFunction(() => document.getElementById("tangency-viewer").playground.session.state === "ended", undefined, { timeout: 180_000 });
  return inPlayground(page, (playground) => playground.session.last);
}

playgroundTest("two-cubes runs to a clean certificate and is verified", "two-cubes", async (page) => {
  await page.screenshot({ path: join(scratch, "playground-preview.png") });
  await button(page, "Run").click();
  const last = await ended(page);
  assert.deepEqual([last.done, last.steps], [200, 200]);
  console.log(`two-cubes: ${((1000 * last.seconds) / last.done).toFixed(2)} ms a step`);
  await page.waitForSelector("span.verdict.good");
  assert.equal(await page.locator(".verdict").innerText(), "✓ certified");
  assert.equal(await page.locator(".live span").innerText(), `the run has ended: 200 steps in ${last.seconds.toFixed(1)} s`);
  assert.match(await page.locator(".time").innerText(), /step 200/, "a run is followed");
  assert.match(await told(page), /^forces of \d+ of 200 steps are not to be trusted: .* lower solver\.newton_tolerance$/);
  await button(page, "Verify").click();
  await page.waitForFunction(() => document.getElementById("tangency-viewer").shadowRoot.querySelector(".verdicts .first"));
  assert.match(await told(page), /verified: the certificate holds\s+201 frames: 0 intersections, 0 inversions, 0 thickness violations, 0 strain violations; smallest distance \S+ m/);
  // The cubes came down by what the scene says: from half a metre above the ground to less than 0.1 m.
  const lowest = await page.evaluate(async () => {
    const { tangency } = document.getElementById("tangency-viewer");
    const [view] = tangency.views;
    const low = async (index) => {
      const x = await view.positions(index);
      let y = Infinity;
      for (let k = 1; k < x.length; k += 3) y = Math.min(y, x[k]);
      return y + view.manifest.origin[1];
    };
    return [await low(0), await low(view.manifest.frames.length - 1)];
  });
  assert.ok(Math.abs(lowest[0] - 0.5) < 1e-6 && lowest[1] > 0 && lowest[1] < 0.1, String(lowest));
  const { colours, share } = variety(await canvasPicture(page));
  assert.ok(colours > 20 && share > 0.02, `the canvas is blank: ${colours} colours, ${share}`);
  await page.screenshot({ path: join(scratch, "playground-run.png") });
  // Nothing but its own files, each once.
  assert.deepEqual([...new Set(asked)].sort().filter((path) => path !== "/favicon.ico"), ["/", "/engine.js", "/engine.wasm", "/viewer.js"]);
});

playgroundTest("a mistake shows its line, and goes when it is mended", "two-cubes", async (page) => {
  const text = await area(page).inputValue();
  const wrong = text.replace("density", "densty");
  const line = wrong.split("\n").findIndex((line) => line.includes("densty")) + 1;
  await area(page).fill(wrong);
  await page.waitForSelector(".verdicts.bad");
  assert.match(await told(page), new RegExp(`^two-cubes\\.toml:${line}\\b.*densty.*line ${line}`, "s"));
  assert.equal(await page.locator(".line-numbers .wrong").innerText(), String(line));
  await page.screenshot({ path: join(scratch, "playground-mistake.png") });
  await page.getByRole("button", { name: `line ${line}` }).click();
  assert.equal(await area(page).evaluate((area) => area.value.slice(area.selectionStart, area.selectionEnd)), wrong.split("\n")[line - 1]);
  await button(page, "Run").click();
  assert.equal(await inPlayground(page, (playground) => playground.session.last), null, "a scene with a mistake does not run");
  await area(page).fill(text);
  await page.waitForSelector(".verdicts:not(.bad)", { state: "attached" });
  assert.equal(await page.locator(".line-numbers .wrong").count(), 0);
  // A mesh that is not there is named.
  await area(page).fill("[[body]]\nshape = { file = 'bunny.msh' }\n");
  await page.waitForSelector(".verdicts.bad");
  assert.match(await told(page), /bunny\.msh/);
});

playgroundTest("stop ends a run, pause holds it, and what was done is verified", "cloth-on-sphere", async (page) => {
  await button(page, "Run").click();
  await page.waitForFunction(() => document.getElementById("tangency-viewer").playground.session.last?.done >= 2);
  await page.locator(".live").getByRole("button", { name: "pause" }).click();
  await page.waitForFunction(() => document.getElementById("tangency-viewer").playground.session.source.known.live.paused);
  await page.waitForTimeout(1500);
  const held = await inPlayground(page, (playground) => playground.session.last.done);
  await page.waitForTimeout(1500);
  assert.equal(await inPlayground(page, (playground) => playground.session.last.done), held);
  await page.locator(".live").getByRole("button", { name: "go on" }).click();
  await page.waitForFunction((held) => document.getElementById("tangency-viewer").playground.session.last.done > held, held);
  await button(page, "Stop").click();
  const last = await ended(page);
  assert.ok(last.done < last.steps && last.end === `stopped after ${last.done} of ${last.steps} steps`, last.end);
  await button(page, "Verify").click();
  await page.waitForFunction(() => document.getElementById("tangency-viewer").shadowRoot.querySelector(".verdicts .first"));
  assert.match(await told(page), new RegExp(`verified: the certificate holds\\s+${last.done + 1} frames: 0 intersections`));
  await page.screenshot({ path: join(scratch, "playground-stopped.png") });
  // The same page runs another scene.
  await page.locator(".desk-head select").selectOption("aligned-edges");
  await page.waitForFunction(() => document.getElementById("tangency-viewer").playground.session.state === "idle");
  await button(page, "Run").click();
  await page.waitForFunction(() => document.getElementById("tangency-viewer").playground.session.last?.done >= 1);
});

playgroundTest("words are offered from the schema", "two-cubes", async (page) => {
  const offered = async (text) => {
    await area(page).fill(text);
    await area(page).press("Control+End");
    await area(page).press("Control+Space");
    return page.locator(".words:not([hidden]) .word b").allInnerTexts();
  };
  assert.deepEqual(await offered("[time]\nst"), ["step"]);
  assert.deepEqual((await offered("[solver]\ncontact = ")).sort(), ['"convergent"', '"gcp"', '"ipc"', '"ogc"']);
  assert.ok((await offered("[[body]]\nshape = { ")).includes("cloth"));
  assert.ok((await offered("[[body]]\nshape = { cloth = { si")).includes("size"));
  assert.deepEqual(await offered("[materials.rubber]\nyoung = 1e5\n[[body]]\nmaterial = \""), ["rubber"]);
  assert.ok((await offered("[[bo")).includes("boundary"));
  assert.deepEqual(await offered("# [[bo"), []);
  await offered("[time]\nst");
  await page.screenshot({ path: join(scratch, "playground-words.png") });
  await area(page).press("Enter");
  assert.equal(await area(page).inputValue(), "[time]\nstep = ");
});

test("an engine that is not there is told", { skip }, async () => {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.route("**/engine.wasm", (route) => route.fulfill({ status: 404 }));
  await page.goto(address);
  await page.getByText(/engine\.wasm cannot be fetched: the server answers 404/).waitFor();
  await context.close();
});
