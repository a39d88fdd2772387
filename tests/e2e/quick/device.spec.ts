import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { en } from "../../../frontend/src/respond/words/en";
import { expect, test } from "../respond/surveys";
import { answer, begin, heading } from "../respond/walk";
import { site } from "../site/api";
import { chromium } from "../site/chromium";

/** What a browser keeps of the page on the device without being asked: its record of open tabs, and pages gone back to. */
const CANARY = "canary";

/** The browser's own files on open tabs, as text: it writes the names of fields and what was chosen there. */
function session(profile: string): string {
  const folder = join(profile, "Default", "Sessions");
  if (!existsSync(folder)) return ""; // the browser writes when it finds the time
  const files = readdirSync(folder).map((name) => readFileSync(join(folder, name), "latin1"));
  return files.join("").replace(/[^\x21-\x7e]/g, "");
}

/** A radio button as any other page has it, chosen: once the browser has noted it, it has noted what stands beside it. */
const addCanary = (page: Page): Promise<void> =>
  page.evaluate((name) => {
    const field = Object.assign(document.createElement("input"), { type: "radio", name, id: name });
    document.body.append(field);
    field.click();
  }, CANARY);

test("the browser's record of open tabs holds no answer", async ({ playwright, version }) => {
  const published = await version("everything");
  const profile = mkdtempSync(join(tmpdir(), "datahub-profile-"));
  const context = await playwright.chromium.launchPersistentContext(profile, { ...chromium.launchOptions });
  try {
    const page = context.pages()[0] ?? (await context.newPage());
    await page.goto(`${site()}/s/${published.slug}/`);
    await begin(page, published, 0);
    await page.getByRole("radio").nth(1).check();
    await addCanary(page);
    await expect.poll(() => session(profile), { timeout: 40_000 }).toContain(`${CANARY}radio`);
    const kept = session(profile);
    const fields = ["level", ...published.definition.questions.map((question) => question.id)];
    expect(fields.filter((field) => kept.includes(`${field}radio`))).toEqual([]);
  } finally {
    await context.close();
    rmSync(profile, { recursive: true, force: true });
  }
});

test("a report that waits leaves one thing to press, and says where it is kept", async ({ browser, version }) => {
  const published = await version("everything");
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(`${site()}/s/${published.slug}/`);
  await expect(heading(page)).toHaveText(published.definition.title);
  await context.setOffline(true);
  await begin(page, published, 0);
  await answer(page, published, [0, 1, 2, 3]);
  await page.getByRole("button", { name: en.review.send, exact: true }).click();
  await expect(page.getByText(en.sending.kept)).toBeVisible();
  expect(await page.getByRole("button").allInnerTexts()).toEqual([en.sending.tryNow]);
  await context.close();
});

test("a page that is left shows no answer to whoever goes back to it", async ({ page, version }) => {
  const published = await version("everything");
  await page.goto(`${site()}/s/${published.slug}/`);
  await begin(page, published, 0);
  await page.getByRole("radio").nth(1).check();
  await expect(heading(page)).toBeVisible();
  await page.evaluate(() => window.dispatchEvent(new PageTransitionEvent("pagehide", { persisted: true })));
  await expect(page.getByRole("radio")).toHaveCount(0);
});
