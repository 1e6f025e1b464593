// SPDX-License-Identifier: Apache-2.0
//
// Opens a page in a headless browser and waits for what it says: the page posts its answer to /answer. A browser is the
// one that SUNDER_BROWSER names, or Debian's.
import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";

function find() {
  if (process.env.SUNDER_BROWSER) return process.env.SUNDER_BROWSER;
  for (const name of ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "chrome"]) {
    try {
      return execFileSync("sh", ["-c", `command -v ${name}`], { encoding: "utf8" }).trim();
    } catch {
      // The next one.
    }
  }
  return undefined;
}
export const browser = find();

const types = { ".html": "text/html", ".js": "text/javascript", ".mjs": "text/javascript", ".wasm": "application/wasm" };

/** What the page at `start` says, of pages under a folder and of files given by name. Also which requests it made. */
export async function answerOf(folder, start, files = {}, seconds = 60) {
  const requests = [];
  let settle;
  const answer = new Promise((resolve) => (settle = resolve));
  const server = createServer((request, response) => {
    const name = decodeURIComponent(new URL(request.url, "http://page").pathname).slice(1);
    if (request.method === "POST") {
      let text = "";
      request.on("data", (part) => (text += part));
      request.on("end", () => {
        response.end();
        settle(JSON.parse(text));
      });
      return;
    }
    requests.push(name);
    try {
      if (name.split("/").includes("..")) throw new Error("outside");
      const body = files[name] ?? readFileSync(path.join(folder, name));
      response.setHeader("Content-Type", types[path.extname(name)] ?? "application/octet-stream");
      response.end(body);
    } catch {
      response.statusCode = 404;
      response.end();
    }
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const profile = mkdtempSync(path.join(tmpdir(), "sunder-browser-"));
  let spoken = "";
  const child = spawn(browser, ["--headless", "--no-sandbox", "--disable-gpu", `--user-data-dir=${profile}`, "--enable-logging=stderr",
    "--remote-debugging-port=0", `http://127.0.0.1:${server.address().port}/${start}`], { env: { ...process.env, HOME: profile }, detached: true });
  child.stderr.on("data", (part) => (spoken += part));
  const late = setTimeout(() => settle({ failure: `the page said nothing in ${seconds} s` }), 1000 * seconds);
  child.on("exit", (code) => settle({ failure: `the browser ended with ${code}` }));
  const said = await answer;
  clearTimeout(late);
  process.kill(-child.pid, "SIGKILL");
  await new Promise((resolve) => (child.exitCode !== null || child.signalCode !== null ? resolve() : child.on("exit", resolve)));
  server.closeAllConnections();
  server.close();
  rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  return { ...said, requests, console: spoken.split("\n").filter((line) => line.includes("CONSOLE")) };
}
