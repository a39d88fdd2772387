import type { Page, Route } from "@playwright/test";
import { heading } from "../respond/fill";
import { expect, test } from "../respond/surveys";
import { textsIn } from "../respond/texts";
import { site } from "../site/api";
import { looker } from "./state";

type Prepare = (page: Page, change: (route: Route) => Promise<void>) => Promise<unknown>;
const answered =
  (body: (published: { state: string; definition: { title: string } }) => void): ((route: Route) => Promise<void>) =>
  async (route) => {
    const published = await (await route.fetch()).json();
    body(published);
    await route.fulfill({ json: published });
  };
const api: Prepare = (page, change) => page.route("**/api/v1/links/**", change);

/** Every screen on which there is nothing more to do, and how one comes there. */
const STOPPED = {
  closed: (page: Page) =>
    api(
      page,
      answered((published) => Object.assign(published, { state: "closed" })),
    ),
  paused: (page: Page) =>
    api(
      page,
      answered((published) => Object.assign(published, { state: "paused" })),
    ),
  scheduled: (page: Page) =>
    api(
      page,
      answered((published) => Object.assign(published, { state: "scheduled" })),
    ),
  missing: (page: Page) => api(page, (route) => route.fulfill({ status: 404, json: {} })),
  unreachable: (page: Page) => api(page, (route) => route.abort()),
  slow: async (page: Page) => {
    await page.clock.install();
    await api(page, async () => page.clock.fastForward(20_000)); // asked, and never answered
  },
  changed: (page: Page) =>
    api(
      page,
      answered((published) => Object.assign(published.definition, { title: "Another" })),
    ),
  /** The last: what is taken from a page here is taken from every page after it. */
  random: (page: Page) =>
    page.addInitScript(() => Object.defineProperty(Crypto.prototype, "getRandomValues", { value: null })),
} as const;

for (const [language, width] of [
  ["en", 360],
  ["zh-CN", 1280],
  ["ar", 360],
] as const) {
  test(`what stops a person is said in ${language}, and axe finds nothing at ${width} px`, async ({
    browser,
    version,
  }) => {
    const published = await version("all types");
    const { stopped } = textsIn(language);
    const look = looker(`stopped-${language}`);
    const context = await browser.newContext({ locale: language, viewport: { width, height: 740 } });
    const page = await context.newPage();
    for (const [reason, prepare] of Object.entries(STOPPED) as [
      keyof typeof STOPPED,
      (page: Page) => Promise<unknown>,
    ][]) {
      await page.unrouteAll(); // what the one before was told
      await prepare(page);
      await page.goto(`${site()}/s/${published.slug}/`);
      await expect(heading(page)).toHaveText(stopped[reason].title);
      await expect(page.getByText(stopped.nothing)).toBeVisible();
      await look(page, reason);
    }
    await context.close();
  });
}

test("a browser that is too old, or runs no scripts, is told so in every language", async ({ browser, version }) => {
  const published = await version("all types");
  const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 360, height: 740 } });
  const page = await context.newPage();
  await page.goto(`${site()}/s/${published.slug}/`);
  for (const language of ["en", "zh-CN", "ar"]) await expect(page.locator(`p[lang="${language}"]`)).toBeVisible();
  await context.close();
});
