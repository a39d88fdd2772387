import type { Page } from "@playwright/test";
import { en } from "../../../frontend/src/respond/words/en";
import { begin, fill, fillPage, heading, onward, parsed } from "../respond/fill";
import { expect, test } from "../respond/surveys";
import { site } from "../site/api";
import { looker } from "./state";

const GIVEN = { ill: "yes", days: "8.5" };
const DAY = 24 * 3_600_000;
const stored = (page: Page): Promise<string[]> => page.evaluate(() => Object.keys(localStorage));

test("answers are kept only on request, come back after a crash, and are erased at Review", async ({
  page,
  version,
}) => {
  const published = await version("a number on a condition");
  const address = `${site()}/s/${published.slug}/`;
  const look = looker("kept");
  await page.goto(address);
  await begin(page, 0);
  await fillPage(page, parsed(published), GIVEN);
  expect(await stored(page)).toEqual([]); // nobody asked for it
  await page.reload();
  await onward(page).click();
  await page.getByLabel(en.level.keep).check();
  await onward(page).click();
  await fillPage(page, parsed(published), GIVEN);
  expect(await stored(page)).toEqual([`datahub-answers:${published.hash}`]);
  await look(page, "running");
  await page.goto("about:blank"); // a crash erases no more than this
  await page.goto(address);
  await expect(heading(page)).toHaveText(en.kept.title);
  await look(page, "found");
  await page.getByRole("button", { name: en.kept.goOn }).click();
  await expect(page.locator('[id="days-field"]')).toHaveValue("8.5");
  await expect(page).not.toHaveTitle(/Page \d/); // the count depends on answers
  await onward(page).click();
  await expect(heading(page)).toHaveText(en.review.title);
  expect(await stored(page)).toEqual([]);
});

test("what is kept is erased by a press, or after a day", async ({ page, version }) => {
  const published = await version("a number on a condition");
  const address = `${site()}/s/${published.slug}/`;
  const keep = async (): Promise<void> => {
    await onward(page).click();
    await page.getByLabel(en.level.keep).check();
    await onward(page).click();
    await fillPage(page, parsed(published), GIVEN);
    expect(await stored(page)).toHaveLength(1);
  };
  await page.clock.install();
  await page.goto(address);
  await keep();
  await page.getByRole("button", { name: en.kept.stop }).click();
  await expect(page.getByText(en.kept.erased)).toBeVisible();
  await page.locator('input[name="ill"]').last().check();
  expect(await stored(page)).toEqual([]);
  await page.goto(address);
  await keep();
  await page.goto("about:blank");
  await page.clock.fastForward(DAY);
  await page.goto(address);
  await expect(onward(page)).toHaveText(en.label.begin);
  expect(await stored(page)).toEqual([]);
});

test("a sealed report that waits survives a reload and is sent as it is, with its key", async ({
  browser,
  version,
  wire,
}) => {
  const published = await version("a number on a condition");
  const context = await browser.newContext({ proxy: wire.proxy });
  let page = await context.newPage();
  await page.goto(`${site()}/s/${published.slug}/`);
  await begin(page, 0);
  await fill(page, published, GIVEN);
  wire.taken();
  wire.down = true;
  await context.setOffline(true);
  await onward(page).click();
  await expect(page.getByText(en.sending.kept)).toBeVisible();
  await looker("waiting")(page, "offline");
  const kept = await page.evaluate(() => Object.entries(localStorage));
  expect(kept.map(([name]) => name)).toEqual([`datahub-sealed:${published.slug}`]);
  await page.close(); // or it would send the report itself as soon as the network is back
  await context.setOffline(false);
  wire.down = false;
  page = await context.newPage();
  await page.goto(`${site()}/s/${published.slug}/`);
  await expect(heading(page)).toHaveText(en.receipt.title);
  const reports = wire.taken().filter((sent) => sent.method === "POST");
  const bodies = new Set(reports.map((sent) => sent.body)); // again, if the network came back in the middle of it
  expect([...bodies]).toEqual(kept.map(([, body]) => body));
  expect(await stored(page)).toEqual([]);
  await context.close();
});
