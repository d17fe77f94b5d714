// Bundles viewer/src into viewer/dist, with the licences of what is bundled. `--check` tells whether dist is what the sources
// give, and writes nothing.
import { build } from "esbuild";
import { readFile, writeFile, mkdir } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const result = await build({
  absWorkingDir: here,
  entryPoints: { viewer: "src/main.ts", engine: "src/engine/worker.ts" },
  outdir: "dist",
  bundle: true,
  minify: true,
  charset: "utf8",
  format: "iife",
  target: ["es2022"],
  legalComments: "none",
  loader: { ".css": "text" },
  write: false,
  logLevel: "warning",
});
const three = await readFile(join(here, "node_modules/three/LICENSE"), "utf8");
const notices = {
  "viewer.js": `/*! Tangency viewer, MIT OR Apache-2.0.\nContains three.js, https://threejs.org, under this licence:\n\n${three.trim()}\n*/\n`,
  "engine.js": "/*! Tangency, the worker of the playground, MIT OR Apache-2.0. */\n",
};
const bundled = (name) => result.outputFiles.find((file) => basename(file.path) === name).text;
const files = Object.entries(notices).map(([name, notice]) => [name, notice + bundled(name)]);
let differs = false;
await mkdir(join(here, "dist"), { recursive: true });
for (const [name, text] of files) {
  const path = join(here, "dist", name);
  if (process.argv.includes("--check")) {
    const committed = await readFile(path, "utf8").catch(() => "");
    if (committed !== text) {
      console.error(`viewer/dist/${name} is not what viewer/src gives: run viewer/build and commit it`);
      differs = true;
    }
  } else {
    await writeFile(path, text);
    console.log(`viewer/dist/${name} ${(text.length / 1024).toFixed(0)} kB`);
  }
}
process.exit(differs ? 1 : 0);
