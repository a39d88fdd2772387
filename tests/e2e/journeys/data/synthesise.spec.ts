import { spawnSync } from "node:child_process";
import { expect, type Page, test } from "@playwright/test";
import { Researcher, site } from "../../site/api";
import { loadVersion } from "../../site/datasets";
import { speak, words } from "../../site/words";
import { handOver } from "../handed_over";
import { type Look, looker } from "../state";
import { declared, people, putIn, TOWNS } from "../visits";

const WORKS = { timeout: 120_000 }; // a worker makes the model
const RHO = "0.05"; // room for four of the usual exactness

interface Card {
  synthetic: boolean;
  rows: number;
  guarantee: { mechanism: string; rho: string };
}

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const title = (page: Page) => page.getByRole("heading", { level: 1 });

/** What stands in the archive that the page gives: the card, and how many rows. */
async function taken(page: Page, rows: number) {
  const text = words.synthetic;
  const field = page.getByLabel(text.rowsToTake, { exact: true });
  await field.fill("0");
  await expect(page.getByRole("link", { name: text.forms.zip.name, exact: true })).toHaveCount(0);
  await field.fill(String(rows));
  const coming = page.waitForEvent("download");
  await page.getByRole("link", { name: text.forms.zip.name, exact: true }).press("Enter");
  const download = await coming;
  expect(download.suggestedFilename()).toMatch(/^synthetic-[0-9a-f]{8}\.zip$/);
  const read =
    "import json, sys, zipfile; a = zipfile.ZipFile(sys.argv[1]); lines = a.read('rows.csv').split(b'\\n');\
 print(json.dumps({'card': json.loads(a.read('card.json')), 'lines': len([one for one in lines if one.strip()])}))";
  const { stdout } = spawnSync("python3", ["-I", "-c", read, await download.path()], { encoding: "utf8" });
  return JSON.parse(stdout) as { card: Card; lines: number };
}

/** What is foretold of a plan is gone while that of a changed plan is worked out, and comes with its answer. */
async function changesWhileItIsWorkedOut(page: Page): Promise<void> {
  const text = words.synthetic;
  const [expected, awaited] = [page.locator(".expected"), page.getByText(text.workingOut)];
  const target = page.getByLabel(text.target, { exact: true });
  await expect(expected).toBeVisible();
  const before = await expected.innerText();
  let answer = () => {};
  const gate = new Promise<void>((done) => {
    answer = done;
  });
  await page.route("**/syntheses/forecasts/", async (route) => {
    await gate;
    await route.continue();
  });
  await target.selectOption("age");
  await expect(awaited).toBeVisible();
  await expect(expected).toBeHidden();
  answer();
  await expect(awaited).toBeHidden();
  await expect(expected).toBeVisible();
  await expect(expected).not.toHaveText(before);
  await page.unroute("**/syntheses/forecasts/");
  await target.selectOption("visits");
  await expect(expected).toHaveText(before);
}

/** Where the forecast does not come there is no price, and nothing to spend; who tries again sees both. */
async function nothingIsSpentUnseen(page: Page): Promise<void> {
  const text = words.synthetic;
  const target = page.getByLabel(text.target, { exact: true });
  const spend = button(page, text.spend);
  await expect(spend).toBeEnabled();
  await page.route("**/syntheses/forecasts/", (route) => route.abort());
  await target.selectOption("town");
  const again = button(page, words.refusals.tryAgain);
  await expect(again).toBeVisible();
  await expect(spend).toBeDisabled();
  await page.unroute("**/syntheses/forecasts/");
  await again.press("Enter");
  await expect(page.locator(".expected")).toBeVisible();
  await expect(spend).toBeEnabled();
  await target.selectOption("visits");
  await expect(spend).toBeEnabled();
}

/** How good they are is asked by keyboard, paid, and told: a map, whether somebody can tell, and predictions group by group. */
async function measure(page: Page, look: Look): Promise<void> {
  const text = words.measured;
  const summary = page.locator("summary", { hasText: text.ask });
  await summary.focus();
  await page.keyboard.press("Enter");
  await page.getByLabel(text.group, { exact: true }).selectOption("town");
  const slider = page.getByRole("slider", { name: words.synthetic.slider });
  await slider.focus();
  await page.keyboard.press("ArrowLeft");
  await button(page, text.spend).press("Enter");
  await expect(page.getByRole("region", { name: text.map }).locator("tbody tr")).toHaveCount(3, WORKS);
  const groups = page.getByRole("region", { name: text.byGroup("town") }).locator("tbody tr");
  await expect(groups).toHaveCount(TOWNS.length + 1); // and who has none
  await look(page, "measured");
}

const leftOf = async (owner: Researcher, id: string) => {
  const budget = await owner.ask<{ accounts: { kind: string; spent: { rho: string } }[] }>(
    "GET",
    `/api/v1/budgets/dataset:${id}/`,
    null,
    200,
  );
  return budget.accounts.find(({ kind }) => kind === "people")?.spent.rho;
};

for (const [width, colorScheme, tongue] of [
  [1280, "light", "en"],
  [360, "dark", "zh-CN"],
] as const) {
  test(`a user chooses what matters, sees the error, spends and reads the rows: ${width} px, ${colorScheme}, ${tongue}`, async ({
    browser,
  }) => {
    speak(tongue);
    const text = words.synthetic;
    const look = looker(`${width}-${colorScheme}`);
    const owner = await Researcher.join();
    const id = await putIn(owner);
    const shape = { viewport: { width, height: 900 }, colorScheme, locale: tongue };
    const context = await browser.newContext({ ...shape, storageState: await owner.session() });
    const page = await context.newPage();
    await page.goto(`${site()}/data/${id}/releases`);
    await expect(page.getByText(text.none)).toBeVisible();
    await page.getByRole("link", { name: text.begin }).click();
    await expect(title(page)).toHaveText(text.title);
    await expect(page.getByLabel("name", { exact: true })).toHaveCount(0); // it identifies people
    await expect(page.getByText(text.noLimit)).toBeVisible();
    await owner.ask("PUT", `/api/v1/budgets/dataset:${id}/limits/`, { rho: RHO, delta: "0", epsilon: null }, 200);
    await page.reload();

    await page.getByLabel(text.binsOf("age"), { exact: true }).fill("5");
    await button(page, text.addGroup).press("Enter");
    await page.getByLabel(text.columnOfGroup(1, 1), { exact: true }).selectOption("age");
    await page.getByLabel(text.columnOfGroup(1, 2), { exact: true }).selectOption("town");
    await page.getByLabel(text.target, { exact: true }).selectOption("visits");
    await page.getByLabel(text.rows, { exact: true }).fill("3000");
    await button(page, text.addRule).press("Enter");
    await page.getByLabel(text.columnOfRule(1, 1), { exact: true }).selectOption("town");
    await expect(page.getByText(text.notWhole)).toBeVisible();
    await page
      .getByRole("group", { name: text.valuesOf(1, "town") })
      .getByLabel("Bern", { exact: true })
      .check();
    await page.getByLabel(text.columnOfRule(1, 2), { exact: true }).selectOption("visits");
    const visits = page.getByRole("group", { name: text.valuesOf(1, "visits") });
    for (const value of await visits.getByRole("checkbox").all()) await value.check();
    await visits.getByRole("checkbox").first().uncheck();
    await expect(page.getByText(text.notWhole)).toBeHidden();
    await changesWhileItIsWorkedOut(page);
    const slider = page.getByRole("slider", { name: text.slider });
    await slider.focus();
    for (const _ of [1, 2, 3]) await page.keyboard.press("ArrowRight");
    await expect(page.getByText(text.tooMuch)).toBeVisible();
    await expect(button(page, text.spend)).toBeDisabled();
    for (const _ of [1, 2, 3]) await page.keyboard.press("ArrowLeft");
    await expect(page.getByText(text.tooMuch)).toBeHidden();
    await expect(page.getByRole("region", { name: text.heatMap }).locator("tbody tr")).toHaveCount(3);
    await look(page, "synthesise");
    expect(await leftOf(owner, id)).toBe("0");
    await nothingIsSpentUnseen(page);
    await button(page, text.spend).press("Enter");

    await page.waitForURL(/\/syntheses\/[0-9a-f-]{36}$/);
    await expect(page.locator(".rows-made tbody tr")).toHaveCount(20, WORKS);
    await expect(title(page)).toHaveText(/\d/);
    await expect(page.getByText(words.release.ofVersion(1), { exact: true })).toBeVisible();
    await look(page, "synthetic-rows");
    const spent = await leftOf(owner, id);
    expect(Number(spent)).toBeGreaterThan(0);
    const { card, lines } = await taken(page, 250);
    expect(lines).toBe(251); // with the names of the columns
    expect(card).toMatchObject({ synthetic: true, rows: 250, guarantee: { rho: spent } });
    const street = await browser.newContext(shape); // of somebody without an account
    await handOver(page, await street.newPage(), look, spent ?? "");
    await street.close();
    expect(await leftOf(owner, id)).toBe(spent);
    await measure(page, look);
    expect(Number(await leftOf(owner, id))).toBeGreaterThan(Number(spent));
    const both = await leftOf(owner, id);
    await loadVersion(owner, id, people(), declared());
    await page.getByRole("link", { name: text.changePlan }).click();
    const field = (label: string) => page.getByLabel(label, { exact: true });
    const [version, bins] = [field(text.version), field(text.binsOf("age"))];
    await expect(version).toHaveValue("1"); // of the plan, though a newer one is loaded
    await version.selectOption("2");
    await expect(bins).toHaveValue("5");
    await version.selectOption("1");
    await expect(bins).toHaveValue("5");
    const bern = page.getByRole("group", { name: text.valuesOf(1, "town") }).getByLabel("Bern", { exact: true });
    await expect(bern).toBeChecked();
    await expect(button(page, text.spend)).toBeEnabled(); // its price stands there
    await button(page, text.spend).press("Enter"); // the same plan again
    await page.waitForURL(/\/syntheses\/[0-9a-f-]{36}$/);
    await expect(page.getByRole("region", { name: text.rowsTable }).locator("tbody tr")).toHaveCount(20, WORKS);
    expect(await leftOf(owner, id)).toBe(both);
    speak("en");
    await Promise.all([owner.leave(), context.close()]);
  });
}

test("numbers are made of means and spreads: chosen, foretold in words and figures, paid, read: 360 px, light", async ({
  browser,
}) => {
  const text = words.synthetic;
  const look = looker("360-light");
  const owner = await Researcher.join();
  const id = await putIn(owner, []);
  await owner.ask("PUT", `/api/v1/budgets/dataset:${id}/limits/`, { rho: RHO, delta: "0", epsilon: null }, 200);
  const context = await browser.newContext({
    viewport: { width: 360, height: 900 },
    storageState: await owner.session(),
  });
  const page = await context.newPage();
  await page.goto(`${site()}/data/${id}/synthesise`);
  await page.getByLabel(text.engines.gaussian.name, { exact: true }).check();
  await expect(page.getByText(text.isChoice)).toBeVisible();
  await expect(button(page, text.addGroup)).toBeHidden(); // tables of columns are another way
  await page.getByRole("combobox", { name: text.divided }).selectOption("town");
  await page.getByLabel(text.rows, { exact: true }).fill("3000");
  const expected = page.locator(".expected");
  await expect(expected).toContainText(/in a class of 1.000 rows/);
  const table = page.getByRole("region", { name: text.momentsTable }).locator("tbody tr");
  await expect(table).toHaveCount(2);
  const before = await expected.innerText();
  const slider = page.getByRole("slider", { name: text.slider });
  await slider.focus();
  await page.keyboard.press("ArrowLeft");
  await expect(expected).not.toHaveText(before);
  await page.keyboard.press("ArrowRight");
  await expect(expected).toHaveText(before);
  await look(page, "synthesise-numbers");
  await expect(button(page, text.spend)).toBeEnabled();
  await button(page, text.spend).press("Enter");

  await page.waitForURL(/\/syntheses\/[0-9a-f-]{36}$/);
  await expect(page.getByRole("region", { name: text.rowsTable }).locator("tbody tr")).toHaveCount(20, WORKS);
  await expect(title(page)).toHaveText(/means are off by about/);
  await look(page, "synthetic-numbers");
  const spent = await leftOf(owner, id);
  expect(Number(spent)).toBeGreaterThan(0);
  const { card } = await taken(page, 50);
  expect(card).toMatchObject({ rows: 50, guarantee: { mechanism: "gaussian-model", rho: spent } });
  await page.getByRole("link", { name: text.changePlan }).click();
  await expect(page.getByLabel(text.engines.gaussian.name, { exact: true })).toBeChecked();
  await expect(page.getByRole("combobox", { name: text.divided })).toHaveValue("town");
  await Promise.all([owner.leave(), context.close()]);
});
