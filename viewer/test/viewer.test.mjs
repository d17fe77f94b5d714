// The page in a real browser: `viewer/check` runs this.
import assert from "node:assert/strict";
import { copyFileSync, existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { againstReference, canvasPicture, difference, inPage, launch, open, run, sceneFile, scratch, serve, settle, variety } from "./tools.mjs";

/** Share of pixels that may differ from a reference: edges fall elsewhere with another version of the browser. */
const TOLERANCE = 0.02;

let browser;
before(async () => {
  assert.equal(run("run", sceneFile("press"), "-o", "press", "-q"), 0);
  assert.equal(run("run", sceneFile("press"), "-o", "softer", "-q", "--set", "body.0.material.young=3e4"), 0);
  assert.equal(run("run", sceneFile("blocked"), "-o", "blocked", "-q"), 3);
  browser = await launch();
});
after(() => browser?.close());

/** A test with a page of its own, in which nothing goes wrong. */
function pageTest(name, words, act, options) {
  test(name, async () => {
    const server = await serve(...words, "--no-open");
    try {
      const page = await open(browser, server.address, options);
      await act(page, server);
      assert.deepEqual(page.wrongs, []);
      await page.context().close();
    } finally {
      await server.stop();
    }
  });
}

const seek = async (page, index) => {
  await inPage(page, (app, index) => app.player.seek(index), index);
  await settle(page);
};

pageTest("a run is drawn as the reference, and names are text", ["view", "press"], async (page) => {
  await seek(page, 10);
  const picture = await canvasPicture(page);
  const { colours, share } = variety(picture);
  assert.ok(colours > 60 && share > 0.1, `the canvas is blank: ${colours} colours, ${share}`);
  const { share: differing, kept } = againstReference(picture, "press");
  assert.ok(differing < TOLERANCE, `${differing} of the pixels differ: see ${kept}`);
  assert.match(await page.title(), /^Ball <script>/);
  assert.equal(await page.locator("img, h1 script").count(), 0);
  assert.match(await page.locator("h1").innerText(), /<script>/);
});

pageTest("it plays in real time, stops, and is scrubbed", ["view", "press"], async (page) => {
  await seek(page, 0);
  await page.locator("#tangency-viewer").evaluate((root) => (root.tangency.player.isLooping = false));
  await page.keyboard.press("Space");
  const began = Date.now();
  await page.waitForFunction(() => !document.getElementById("tangency-viewer").tangency.player.isPlaying, undefined, { timeout: 20_000 });
  const seconds = (Date.now() - began) / 1000;
  assert.ok(seconds > 0.36 && seconds < 4, `0.4 s took ${seconds} s`);
  assert.equal(await inPage(page, (app) => app.player.index), 20);
  const scrub = page.locator(".scrub");
  const box = await scrub.boundingBox();
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  await settle(page);
  assert.equal(await inPage(page, (app) => app.views[0].frame), 10);
  assert.match(await page.locator(".time").innerText(), /0\.200\d* s · step 10/);
  await page.keyboard.press("ArrowRight");
  await settle(page);
  assert.equal(await inPage(page, (app) => app.views[0].frame), 11);
});

pageTest("colours follow a field, with legend and range", ["view", "press"], async (page) => {
  await seek(page, 20);
  const plain = await canvasPicture(page);
  await page.locator("#field").selectOption("von_mises");
  await page.waitForFunction(() => document.getElementById("tangency-viewer").tangency.views[0].seen !== null);
  await page.waitForTimeout(1500);
  await settle(page);
  const coloured = await canvasPicture(page);
  assert.ok(difference(plain, coloured) > 0.03);
  assert.match(await page.locator(".legend-title").first().innerText(), /von mises \(Pa\)/);
  const [seen, range] = await inPage(page, async (app) => {
    const colour = await app.views[0].field("von_mises", 20);
    return [Math.max(...colour.triangles.filter(Number.isFinite)), app.views[0].stage.uniforms.range.value.toArray()];
  });
  assert.ok(seen > 0 && range[1] >= seen && range[0] >= 0, `${seen} in ${range}`);
  const { share, kept } = againstReference(coloured, "press-von-mises");
  assert.ok(share < TOLERANCE, `${share} of the pixels differ: see ${kept}`);
  const end = page.getByLabel("upper end of the range").first();
  await end.fill(String(seen / 2));
  await end.press("Enter");
  assert.equal(await inPage(page, (app) => app.settings.range[1]), Number(String(seen / 2)));
  assert.ok(difference(coloured, await canvasPicture(page)) > 0.005);
});

pageTest("a click picks a vertex; its numbers are those of the files; it is plotted", ["view", "press"], async (page) => {
  await seek(page, 20);
  const at = await inPage(page, (app) => {
    const { stage } = app.views[0];
    const ball = app.views[0].mesh.body.indexOf(0);
    const sum = [0, 0, 0];
    let count = 0;
    app.views[0].mesh.body.forEach((body, v) => {
      if (body !== 0) return;
      count++;
      for (const c of [0, 1, 2]) sum[c] += stage.bodies.x[3 * v + c];
    });
    const point = stage.camera.position.clone().set(...sum.map((value) => value / count)).project(stage.camera);
    const box = stage.canvas.getBoundingClientRect();
    return { ball, x: box.left + ((point.x + 1) / 2) * box.width, y: box.top + ((1 - point.y) / 2) * box.height };
  });
  await page.mouse.click(at.x, at.y);
  const numbers = page.locator(".numbers");
  await numbers.waitFor({ state: "visible" });
  assert.match(await numbers.innerText(), /<img src=x/);
  const vertex = await inPage(page, (app) => app.numbers.picked.what.vertex);
  const bytes = readFileSync(join(scratch, "press/frames/000020.npy"));
  const header = 10 + bytes.readUInt16LE(8);
  const exact = bytes.readDoubleLE(header + 24 * vertex + 8);
  const shown = (await numbers.locator("dd").first().innerText()).split(",")[1];
  assert.ok(Math.abs(Number(shown) - exact) < 1e-4 * Math.abs(exact) + 1e-7, `${shown} is ${exact}`);
  await numbers.getByRole("button", { name: "y", exact: true }).click();
  await page.locator(".plot-title", { hasText: `position y · vertex ${vertex}` }).waitFor();
  const canvas = page.locator(".plot-canvas").first();
  const box = await canvas.boundingBox();
  await page.mouse.click(box.x + 2, box.y + 10);
  await settle(page);
  assert.ok((await inPage(page, (app) => app.player.index)) <= 1, "a click on a plot goes there");
  await page.keyboard.press("Escape");
  assert.ok(await numbers.isHidden());
});

pageTest("pairs are drawn, and the closest is found by one click", ["view", "press"], async (page) => {
  await seek(page, 20);
  const without = await canvasPicture(page);
  await page.getByText("show pairs").click();
  await page.waitForFunction(() => document.getElementById("tangency-viewer").tangency.views[0].pairs?.count > 0);
  await settle(page);
  assert.ok(difference(without, await canvasPicture(page)) > 0.001);
  await page.getByRole("button", { name: "closest pair" }).click();
  await page.locator(".told", { hasText: "m apart" }).waitFor();
  const [told, least] = await inPage(page, (app) => [app.told.textContent, app.views[0].pairs.distance[0]]);
  const lines = readFileSync(join(scratch, "press/stats.jsonl"), "utf8").trim().split("\n").map((line) => JSON.parse(line));
  const stats = lines.find((line) => line.step === 20).min_distance;
  assert.ok(Math.abs(least - stats) < 1e-3 * stats, `${told}: ${least} in the picture, ${stats} in the statistics`);
});

pageTest("two runs stand side by side with one camera and one time", ["view", "press", "softer"], async (page) => {
  assert.equal(await page.locator(".stage canvas").count(), 2);
  await seek(page, 20);
  const [a, b] = [await canvasPicture(page, 0), await canvasPicture(page, 1)];
  assert.ok(variety(a).colours > 60 && variety(b).colours > 60);
  const canvas = await page.locator(".stage canvas").first().boundingBox();
  await page.mouse.move(canvas.x + 200, canvas.y + 300);
  await page.mouse.down();
  await page.mouse.move(canvas.x + 300, canvas.y + 330, { steps: 4 });
  await page.mouse.up();
  const eyes = await inPage(page, (app) => app.views.map((view) => view.stage.camera.position.toArray()));
  assert.deepEqual(eyes[0].map((c) => c.toFixed(9)), eyes[1].map((c) => c.toFixed(9)));
  assert.deepEqual(await inPage(page, (app) => app.views.map((view) => view.frame)), [20, 20]);
});

pageTest("in a failed run one click shows what blocks it", ["view", "blocked"], async (page) => {
  await page.locator("button.verdict", { hasText: "failed" }).click();
  await settle(page);
  const marked = await inPage(page, (app) => app.finder.marks[0].map((mark) => mark.vertices));
  assert.ok(marked.length >= 1 && marked.flat(2).length >= 1);
  assert.match(await page.locator(".told").innerText(), /cannot reach its target|not converged|line search/);
});

pageTest("cut, glass, wireframe, rest shape and saved views change the picture", ["view", "press"], async (page) => {
  await seek(page, 15);
  const plain = await canvasPicture(page);
  for (const words of ["wireframe", "rest shape", "flat"]) {
    await page.getByText(words, { exact: true }).click();
    assert.ok(difference(plain, await canvasPicture(page), 1) > 0.0005, words);
    await page.getByText(words, { exact: true }).click();
  }
  await page.locator("summary", { hasText: "Cut" }).click();
  await page.getByText("cut", { exact: true }).click();
  assert.ok(difference(plain, await canvasPicture(page)) > 0.01, "cut");
  await page.getByText("cut", { exact: true }).click();
  await page.getByText("glass", { exact: true }).last().click();
  assert.ok(difference(plain, await canvasPicture(page)) > 0.01, "glass");
  await page.getByText("glass", { exact: true }).last().click();
  assert.ok(difference(plain, await canvasPicture(page)) < 0.002, "all is as it was");
  await page.getByRole("button", { name: "save" }).click();
  await page.getByRole("button", { name: "top" }).click();
  assert.ok(difference(plain, await canvasPicture(page)) > 0.05, "from above");
  await page.getByLabel("saved views").selectOption("view 1");
  assert.ok(difference(plain, await canvasPicture(page)) < 0.002, "the saved view");
});

pageTest("a picture and a video are saved", ["view", "press"], async (page) => {
  await page.locator("summary", { hasText: "Record" }).click();
  const [picture] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "picture" }).click()]);
  const bytes = readFileSync(await picture.path());
  assert.equal(bytes.subarray(1, 4).toString(), "PNG");
  assert.match(picture.suggestedFilename(), /^[a-z0-9-]+\.png$/);
  await page.locator("#video").click();
  await page.waitForTimeout(1200);
  const [video] = await Promise.all([page.waitForEvent("download"), page.locator("#video").click()]);
  const film = readFileSync(await video.path());
  assert.deepEqual([...film.subarray(0, 4)], [0x1a, 0x45, 0xdf, 0xa3], "it is WebM");
  assert.ok(film.length > 2000);
});

pageTest("a tangled scene lists its pairs, and a click goes to one", ["view", sceneFile("tangled")], async (page) => {
  assert.match(await page.locator(".verdict").innerText(), /tangled/);
  const pairs = page.locator(".tangled .pair");
  assert.ok((await pairs.count()) >= 8);
  const marked = await inPage(page, (app) => app.finder.marks[0].flatMap((mark) => mark.vertices).length);
  assert.ok(marked >= 16, "all of them are red");
  const before = await inPage(page, (app) => app.views[0].stage.camera.position.toArray());
  await pairs.first().click();
  assert.notDeepEqual(await inPage(page, (app) => app.views[0].stage.camera.position.toArray()), before);
  const { share, kept } = againstReference(await canvasPicture(page), "tangled");
  assert.ok(share < TOLERANCE, `${share} of the pixels differ: see ${kept}`);
});

test("a mistake is shown with its line, and saving the file mends the page", async () => {
  const file = join(scratch, "edited.toml");
  const good = readFileSync(sceneFile("press"), "utf8");
  writeFileSync(file, good.replace("young = 1e5", "young = -1e5"));
  const server = await serve("view", file, "--no-open");
  try {
    const page = await open(browser, server.address);
    assert.match(await page.locator(".mistake").innerText(), /young/);
    assert.match(await page.locator(".line.wrong").innerText(), /young = -1e5/);
    writeFileSync(file, good);
    await page.locator(".mistake").waitFor({ state: "detached", timeout: 15_000 });
    await settle(page);
    assert.ok(variety(await canvasPicture(page)).share > 0.1);
    assert.deepEqual(await inPage(page, (app) => app.views[0].manifest.frames.length), 61, "the plate moves");
    await page.context().close();
  } finally {
    await server.stop();
  }
});

test("the report opens from disk without a network, and plays", async () => {
  assert.equal(run("report", "press", "-o", "report.html"), 0);
  const file = join(scratch, "report.html");
  assert.ok(statSync(file).size < 5e6, `${statSync(file).size} bytes`);
  const page = await open(browser, `file://${file}`, { offline: true });
  await page.locator("#tangency-viewer").scrollIntoViewIfNeeded();
  await seek(page, 20);
  assert.ok(variety(await canvasPicture(page)).share > 0.1);
  // Positions are those of the run, to the error that is told.
  const bytes = readFileSync(join(scratch, "press/frames/000020.npy"));
  const header = 10 + bytes.readUInt16LE(8);
  const shown = await inPage(page, (app) => ({ x: [...app.views[0].stage.bodies.x], origin: app.lead.manifest.origin, rounding: app.lead.manifest.rounding }));
  const worst = shown.x.reduce((worst, x, i) => Math.max(worst, Math.abs(x + shown.origin[i % 3] - bytes.readDoubleLE(header + 8 * i))), 0);
  assert.ok(worst <= shown.rounding * 1.01 + 1e-7, `${worst} of ${shown.rounding}`);
  await page.locator("#field").selectOption("von_mises");
  await page.waitForFunction(() => document.getElementById("tangency-viewer").tangency.views[0].colour?.triangles.length > 0);
  await page.evaluate(() => document.getElementById("tangency-viewer").tangency.player.play());
  await page.waitForFunction(() => document.getElementById("tangency-viewer").tangency.player.index > 2);
  assert.deepEqual(page.wrongs, []);
  await page.context().close();
});

test("a player stands in a frame of its own, as in a notebook", async () => {
  assert.equal(run("report", "press", "-o", "player.html", "--only-player", "--rounding", "1e-4"), 0);
  const inner = readFileSync(join(scratch, "player.html"), "utf8").replaceAll("&", "&amp;").replaceAll('"', "&quot;");
  const file = join(scratch, "notebook.html");
  writeFileSync(file, `<!DOCTYPE html><p>cell</p><iframe sandbox="allow-scripts" style="width: 900px; height: 520px" srcdoc="${inner}"></iframe>`);
  const context = await browser.newContext({ viewport: { width: 1000, height: 700 }, offline: true });
  const page = await context.newPage();
  const wrongs = [];
  page.on("pageerror", (error) => wrongs.push(error.message));
  await page.goto(`file://${file}`);
  const frame = page.frames()[1];
  await frame.waitForSelector("#tangency-viewer[data-ready]", { state: "attached", timeout: 60_000 });
  assert.equal(await frame.evaluate(() => document.getElementById("tangency-viewer").tangency.lead.manifest.rounding), 1e-4);
  await frame.evaluate(() => document.getElementById("tangency-viewer").tangency.player.seek(20));
  await frame.waitForFunction(() => document.getElementById("tangency-viewer").tangency.views[0].frame === 20);
  assert.deepEqual(wrongs, []);
  await context.close();
});

test("a run is seen while it is computed, paused and stopped, and resumes", async () => {
  copyFileSync(sceneFile("press"), join(scratch, "live.toml"));
  const server = await serve("run", "live.toml", "-o", "live", "--view", "--no-open", "--set", "time.duration=40", "--set", "obstacle.0.motion.duration=0.2");
  try {
    const page = await open(browser, server.address);
    const frames = () => inPage(page, (app) => app.views[0].manifest.frames.length);
    const first = await frames();
    await page.waitForFunction((first) => document.getElementById("tangency-viewer").tangency.views[0].manifest.frames.length > first + 2, first, { timeout: 30_000 });
    await page.getByRole("button", { name: "pause" }).click();
    await page.locator(".live", { hasText: "paused" }).waitFor();
    await page.waitForTimeout(1500);
    const held = await frames();
    await page.waitForTimeout(1500);
    assert.equal(await frames(), held, "nothing comes while it is paused");
    await page.getByRole("button", { name: "go on" }).click();
    await page.waitForFunction((held) => document.getElementById("tangency-viewer").tangency.views[0].manifest.frames.length > held, held, { timeout: 30_000 });
    await page.getByRole("button", { name: "stop" }).click();
    assert.equal(await server.ended, 3, "as after Ctrl-C");
    assert.ok(existsSync(join(scratch, "live/checkpoint.npz")));
    await page.context().close();
  } finally {
    await server.stop();
  }
});
