import { spawnSync } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { Browser, BrowserContext, BrowserContextOptions, Page } from "@playwright/test";
import { en } from "../../../frontend/src/checker/words/en";
import type { Published } from "../respond/definition";
import type { Researcher } from "./api";

const frontend = resolve(__dirname, "../../../frontend");
const FILE = "datahub-check.html";

/** The checker as it is built, or from the same sources but for one line. */
export const shipped = (): string => join(frontend, "dist/checker", FILE);

export function planted(file: string, from: string, to: string): string {
  const out = join(mkdtempSync(join(tmpdir(), "datahub-checker-")), "built");
  const config = resolve(__dirname, "../audit/plantedChecker.vite.ts");
  const run = spawnSync("npx", ["--no-install", "vite", "build", "--config", config, "--outDir", out, "."], {
    cwd: frontend,
    env: { ...process.env, DATAHUB_PLANT: JSON.stringify({ file, from, to }) },
    encoding: "utf8",
  });
  if (run.status !== 0) throw new Error(run.stdout + run.stderr);
  return join(out, FILE);
}

export interface Opened {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Whatever was asked for besides the file itself. */
  readonly requests: readonly string[];
}

/** Open the file from the disk, without a network. With `tape`, its random words are the same in every run. */
export async function openFile(
  browser: Browser,
  file: string,
  { tape = false, ...options }: BrowserContextOptions & { readonly tape?: boolean } = {},
): Promise<Opened> {
  const context = await browser.newContext({ ...options, offline: true });
  if (tape) await context.addInitScript(fixedWords);
  const page = await context.newPage();
  const requests: string[] = [];
  const address = pathToFileURL(file).href;
  page.on("request", (request) => {
    if (request.url() !== address) requests.push(request.url());
  });
  page.on("pageerror", (error) => requests.push(`error: ${error.message}`));
  await page.goto(address);
  return { page, context, requests };
}

/** Runs before the page's own script: xorshift32 in the place of the system's generator. */
function fixedWords(): void {
  let state = 2463534242;
  Object.defineProperty(window.crypto, "getRandomValues", {
    value: (block: Uint32Array) => {
      for (let index = 0; index < block.length; index += 1) {
        state ^= state << 13;
        state ^= state >>> 17;
        state ^= state << 5;
        block[index] = state >>> 0;
      }
      return block;
    },
  });
}

/** What everybody may save of a published version. */
export async function savedVersion(researcher: Researcher, { hash }: Pick<Published, "hash">): Promise<string> {
  return JSON.stringify(await researcher.ask<object>("GET", `/api/v1/versions/${hash}/`, null, 200));
}

export async function loadVersion(page: Page, text: string): Promise<void> {
  await page.getByLabel(en.version.paste).fill(text);
  await press(page, en.version.check);
}

export const press = (page: Page, name: string): Promise<void> =>
  page.getByRole("button", { name, exact: true }).click();
