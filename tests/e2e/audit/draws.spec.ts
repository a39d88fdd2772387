import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Browser, type Page, test } from "@playwright/test";
import { type Draws, drive } from "./drive";

interface Order {
  readonly page: string;
  readonly published: object;
  readonly runs: number;
  readonly options: readonly (readonly number[])[];
  readonly out: string;
}

const ADDRESS = "http://audit.test/s/audit/";
const AT_ONCE = 500; // runs in one document; each leaves listeners on the window, so a fresh one is soon cheaper

test("draw", async ({ browser }) => {
  const order = JSON.parse(readFileSync(process.env.DATAHUB_AUDIT_ORDER ?? "", "utf8")) as Order;
  const scripts = readdirSync(join(order.page, "assets")).filter((name) => name.endsWith(".js"));
  if (scripts.length !== 1) throw new Error(`the page has ${scripts.length} scripts; this audit runs one`);
  const bundle = readFileSync(join(order.page, "assets", scripts[0] ?? ""), "utf8");
  const { published, options } = order;
  let left = order.runs;
  const lines: Draws[] = [];
  const work = async () => {
    const page = await blank(browser);
    while (left > 0) {
      const runs = Math.min(left, AT_ONCE);
      left -= runs;
      await page.goto(ADDRESS);
      lines.push(await page.evaluate(drive, { bundle, published, runs, options }));
    }
  };
  await Promise.all([work(), work()]); // two renderers
  writeFileSync(order.out, Buffer.concat(lines.map((draws) => Buffer.from(draws))));
});

/** A page of a context of its own, where every address gives the frame that the script expects. */
async function blank(browser: Browser): Promise<Page> {
  const context = await browser.newContext();
  const body = '<!doctype html><title>audit</title><main id="page"></main>';
  await context.route("**/*", (route) => route.fulfill({ contentType: "text/html", body }));
  return context.newPage();
}
