import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Browser, type Page, test } from "@playwright/test";
import { drive, type Version } from "./drive";

interface Order {
  /** The folder of a built answer page. */
  readonly page: string;
  readonly people: number;
  readonly each: number;
  readonly versions: readonly (Version & { readonly out: string })[];
}

const ADDRESS = "http://audit.test/s/audit/";
const AT_ONCE = 8; // people in one document, so that what they leave behind stays little

test("draw", async ({ browser }) => {
  const order = JSON.parse(readFileSync(process.env.DATAHUB_AUDIT_ORDER ?? "", "utf8")) as Order;
  const scripts = readdirSync(join(order.page, "assets")).filter((name) => name.endsWith(".js"));
  if (scripts.length !== 1) throw new Error(`the page has ${scripts.length} scripts; this audit runs one`);
  const bundle = readFileSync(join(order.page, "assets", scripts[0] ?? ""), "utf8");
  const { people, each } = order;
  for (const { out, ...version } of order.versions) {
    const firsts = Array.from({ length: Math.ceil(people / AT_ONCE) }, (_, batch) => batch * AT_ONCE);
    const records: Buffer[] = [];
    let next = 0;
    const work = async () => {
      const page = await blank(browser);
      while (next < firsts.length) {
        const batch = next;
        next += 1;
        const first = firsts[batch] ?? 0;
        const request = { ...version, bundle, first, people: Math.min(AT_ONCE, people - first), each };
        await page.goto(ADDRESS);
        records[batch] = Buffer.from(await page.evaluate(drive, request), "base64");
      }
    };
    await Promise.all([work(), work()]); // two renderers
    writeFileSync(out, Buffer.concat(records));
  }
});

/** A page of a context of its own, where every address gives the frame that the script expects. */
async function blank(browser: Browser): Promise<Page> {
  const context = await browser.newContext();
  const body = '<!doctype html><title>audit</title><main id="page"></main>';
  await context.route("**/*", (route) => route.fulfill({ contentType: "text/html", body }));
  return context.newPage();
}
