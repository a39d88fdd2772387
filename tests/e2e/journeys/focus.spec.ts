import { expect, test } from "@playwright/test";
import { Researcher, site } from "../site/api";
import { loadedDataSet } from "../site/datasets";
import { words } from "../site/words";

const ROWS = Array.from({ length: 100 }, (_, row) => `${row % 50}\n`).join("");
const DECLARATION = { age: { type: "integer", role: "quasi", minimum: "0", maximum: "100", missing: [""] } };

test("what loads above the focus leaves it in the window", async ({ browser }) => {
  const owner = await Researcher.join();
  const id = await loadedDataSet(owner, "Ages", `age\n${ROWS}`, DECLARATION);
  const context = await browser.newContext({
    viewport: { width: 360, height: 500 },
    storageState: await owner.session(),
  });
  const page = await context.newPage();
  let answer = () => {};
  const held = new Promise<void>((done) => {
    answer = done;
  });
  await page.route("**/syntheses/forecasts/", async (route) => {
    await held;
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
