import { expect, type Page } from "@playwright/test";
import { words } from "../site/words";
import type { Look } from "./state";
import { linkTo, takenFrom } from "./stranger";

const WORKS = { timeout: 120_000 }; // a worker draws the rows and seals them

/**
 * Hands rows over from the page of what was made: as a release, which says that its rows are synthetic, and offers no
 * verifier. A link leads somebody else there, on the page `street`, whose file is typed and tells by itself what it is;
 * `rho` was paid.
 */
export async function handOver(page: Page, street: Page, look: Look, rho: string): Promise<void> {
  const { rows: text, release, synthetic } = words;
  const handed = words.handed;
  await page.locator("summary", { hasText: handed.title }).press("Enter");
  const form = page.getByRole("form", { name: handed.title });
  await form.getByLabel(text.name, { exact: true }).fill("Visits of nobody");
  await form.getByLabel(handed.rows, { exact: true }).fill("120");
  await form.getByRole("button", { name: text.make, exact: true }).press("Enter");
  await page.waitForURL(/\/releases\/[0-9a-f-]{36}$/);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(release.titles.released("Visits of nobody"), WORKS);
  await expect(page.getByText(handed.synthetic).first()).toBeVisible();
  await expect(page.getByText(synthetic.guaranteed)).toBeVisible();
  await expect(page.getByText(handed.checked)).toBeVisible();
  await expect(page.getByText("NaN")).toHaveCount(0);
  await expect(page.getByRole("link", { name: release.take.csv, exact: true })).toBeVisible();
  await expect(page.getByRole("link", { name: release.take.verifier, exact: true })).toHaveCount(0);
  await look(page, "synthetic-release");
  const opened = await takenFrom(await linkTo(page), street, look, rho);
  expect(opened).toMatchObject({
    rows: 120,
    types: { age: "int64", town: "string", visits: "int64" },
    card: { synthetic: true, rows: 120, guarantee: { rho }, about: { title: "Visits of nobody" } },
  });
  await page.getByRole("link", { name: handed.toModel, exact: true }).click();
  await page.waitForURL(/\/syntheses\/[0-9a-f-]{36}$/);
}
