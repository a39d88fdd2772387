import { expect, type Page, test } from "@playwright/test";
import { Researcher, site } from "../site/api";
import { words } from "../site/words";
import { putIn } from "./visits";

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const title = (page: Page) => page.getByRole("heading", { level: 1 });

for (const path of ["synthesise", "synthesise-two", "anonymise"]) {
  test(`who tries again when a data set does not come is shown the page of it: ${path}`, async ({ browser }) => {
    const owner = await Researcher.join();
    const { id } = await owner.ask<{ id: string }>("POST", "/api/v1/datasets/", { name: "Visits" }, 201);
    const context = await browser.newContext({ storageState: await owner.session() });
    const page = await context.newPage();
    const dataSet = `**/api/v1/datasets/${id}/`;
    await page.route(dataSet, (route) => route.abort());
    await page.goto(`${site()}/data/${id}/${path}`);
    const again = button(page, words.refusals.tryAgain);
    await expect(again).toBeVisible({ timeout: 30_000 }); // the page itself tries it a few times
    await page.unroute(dataSet);
    await again.press("Enter");
    await expect(title(page)).toBeVisible();
    await expect(again).toBeHidden();
    await Promise.all([owner.leave(), context.close()]);
  });
}

test("what loads above the focus leaves it in the window", async ({ browser }) => {
  const owner = await Researcher.join();
  const id = await putIn(owner);
  const context = await browser.newContext({
    viewport: { width: 360, height: 500 },
    storageState: await owner.session(),
  });
  const page = await context.newPage();
  let answer = () => {};
  const gate = new Promise<void>((done) => {
    answer = done;
  });
  await page.route("**/syntheses/forecasts/", async (route) => {
    await gate;
    await route.continue();
  });
  await page.goto(`${site()}/data/${id}/synthesise`);
  const last = page.getByRole("link", { name: words.synthetic.all, exact: true });
  await last.focus();
  await expect(page.locator(".expected")).toHaveCount(0);
  answer();
  await expect(page.locator(".expected")).toHaveCount(1);
  await expect(last).toBeFocused();
  await expect(last).toBeInViewport();
});
