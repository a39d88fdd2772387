import { expect, type Locator, type Page, test } from "@playwright/test";
import { Researcher, site } from "../../site/api";
import { loadedDataSet } from "../../site/datasets";
import { speak, words } from "../../site/words";
import { type Look, looker } from "../state";

const TOWNS = { Basel: "North", Bern: "West", Geneva: "West", Zurich: "North" };
const ILLNESSES = ["cold", "flu", "migraine"];
const WORKS = { timeout: 120_000 }; // a worker tries the candidates

const button = (page: Page | Locator, name: string) => page.getByRole("button", { name, exact: true });
const title = (page: Page) => page.getByRole("heading", { level: 1 });
const categories = (values: readonly string[]) => values.map((value) => ({ value, label: "" }));

/** 240 people, or each of them so often: a name, an age, a town, an illness and how often they came. */
function visits(times = 1): string {
  const towns = Object.keys(TOWNS);
  const rows = Array.from({ length: 240 * times }, (_, index) => index % 240).map((row) =>
    [
      `Person ${row}`,
      20 + ((row * row * 7 + row * 3) % 40),
      towns[(row * 5) % 4],
      ILLNESSES[(row * 11) % 3],
      1 + (row % 9),
    ].join(","),
  );
  return `name,age,town,illness,visits\n${rows.join("\n")}\n`;
}

const putIn = (owner: Researcher, name: string, csv: string): Promise<string> =>
  loadedDataSet(owner, name, csv, {
    name: { type: "text", role: "identifying", longest: 20, left_out: false },
    age: { type: "integer", role: "quasi", minimum: "0", maximum: "119" },
    town: { type: "category", role: "quasi", categories: categories(Object.keys(TOWNS)) },
    illness: { type: "category", role: "sensitive", categories: categories(ILLNESSES) },
    visits: { type: "integer", role: "insensitive", minimum: "0", maximum: "100" },
  });

/** A role for every column: those of the owner stand, others are suggested and wait for a hand. */
async function giveRoles(page: Page): Promise<void> {
  const text = words.rows;
  await expect(page.getByLabel(text.roleOf("name"), { exact: true })).toHaveValue("identifying");
  await expect(page.getByLabel(text.roleOf("age"), { exact: true }).locator("option")).toHaveCount(2); // stricter only
  await expect(page.getByLabel(text.roleOf("visits"), { exact: true })).toHaveValue("insensitive");
  await expect(page.getByText(text.suggest.quasi)).toBeVisible();
}

/** Intervals that do not fit are said at once; the tree is shown before anything is asked. */
async function giveHierarchies(page: Page, look: Look): Promise<void> {
  const text = words.rows;
  const age = page.getByRole("group", { name: "age", exact: true });
  await age.getByLabel(text.kind, { exact: true }).selectOption("intervals");
  await age.getByLabel(text.widths, { exact: false }).fill("5, 12");
  await expect(age.getByText(words.flaws.multiple("12", "5"))).toBeVisible();
  await age.getByLabel(text.widths, { exact: false }).fill("5, 10, 20");
  await expect(age.getByRole("region", { name: text.previewOf("age") }).locator("tbody tr")).toHaveCount(5);
  const town = page.getByRole("group", { name: "town", exact: true });
  await town.getByLabel(text.kind, { exact: true }).selectOption("csv");
  await expect(town.getByText(words.flaws.empty())).toBeVisible();
  const lines = Object.entries(TOWNS).map(([value, group]) => `${value};${group};*`);
  const file = { name: "town.csv", mimeType: "text/csv", buffer: Buffer.from(lines.slice(1).join("\n")) };
  await town.getByLabel(text.file, { exact: true }).setInputFiles(file);
  await expect(town.getByText(text.notListed("1", "Basel"))).toBeVisible();
  await town.getByLabel(text.fileText).fill(lines.join("\n"));
  await expect(town.getByText(text.notListed("1", "Basel"))).toBeHidden();
  const towns = town.getByRole("region", { name: text.previewOf("town") });
  await expect(towns).toContainText("North");
  await expect(towns).not.toContainText(text.levelCaptions.rows); // nothing was counted yet
  await button(page, text.counting.button).press("Enter");
  await expect(page.getByText(text.counting.ready)).toBeVisible(WORKS);
  await expect(towns).toContainText(text.levelCaptions.rows);
  await expect(towns.getByRole("row").last()).toContainText("240");
  await look(page, "anonymise");
}

/** What disjoint boxes cost is said before they are asked for; then a population, by the keyboard. */
async function compareWithResidents(page: Page, look: Look): Promise<void> {
  const text = words.compared;
  const boxes = page.getByLabel(text.boxesLabel, { exact: true });
  await boxes.selectOption("disjoint");
  await expect(page.getByText(text.boxesCost.disjoint)).toBeVisible();
  await boxes.selectOption("overlapping");
  await expect(page.getByText(text.boxesCost.overlapping)).toBeVisible();
  const population = page.getByLabel(text.populationLabel, { exact: true });
  await expect(population.locator("option")).toHaveText([text.noPopulation, "Residents"]); // and not itself
  await population.focus();
  await page.keyboard.press("ArrowDown");
  await expect(page.getByLabel(text.version, { exact: true })).toHaveValue("1");
  await expect(boxes).toHaveValue("disjoint");
  const first = page.getByRole("group", { name: words.rows.candidate(1), exact: true });
  await first.getByLabel(text.people, { exact: false }).fill("6");
  await look(page, "anonymise-population");
}

/** What the server refuses stands at its field; then several strengths at once. */
async function askForCandidates(page: Page, look: Look): Promise<void> {
  const text = words.rows;
  const first = page.getByRole("group", { name: text.candidate(1), exact: true });
  await first.getByLabel(text.diversity, { exact: true }).selectOption("distinct-l-diversity");
  await first.getByLabel(text.k, { exact: true }).fill("1000");
  await button(page, text.ask(1)).press("Enter");
  await expect(first.getByText(words.why.k_above_rows({ k: "1000", rows: "240" }))).toBeVisible();
  await look(page, "anonymise-refused");
  await first.getByLabel(text.k, { exact: true }).fill("5");
  await compareWithResidents(page, look);
  await button(page, text.strengths(["3", "5", "10", "20"].join(words.listComma))).press("Enter");
  await button(page, text.addOne).press("Enter");
  await page.getByRole("button", { name: text.removeNamed(5), exact: true }).press("Enter");
  const last = page.getByRole("group", { name: text.candidate(4), exact: true });
  await last.getByLabel(text.slider, { exact: true }).press("ArrowRight");
  await expect(last.getByLabel(text.k, { exact: true })).toHaveValue("30");
  await button(page, text.ask(4)).press("Enter");
}

/** The frontier, its figures, and the candidate of k = 5 by keyboard. */
async function lookAtFrontier(page: Page, look: Look): Promise<void> {
  const text = words.rows;
  const names = page.getByRole("group", { name: text.chosen }).getByRole("radio");
  await expect(names).toHaveCount(4, WORKS);
  await expect(page.getByRole("img", { name: text.chart })).toBeVisible();
  await page.getByLabel(text.risks.label).selectOption("prosecutor_max");
  await page.getByText(text.table, { exact: true }).press("Enter");
  const figures = page.getByRole("region", { name: text.tableOf });
  await expect(figures.locator("tbody tr")).toHaveCount(1 + 4);
  await expect(figures.getByRole("columnheader", { name: words.compared.fewest })).toBeVisible();
  await names.first().focus();
  await page.keyboard.press("Space");
  await page.keyboard.press("ArrowDown");
  await expect(names.nth(1)).toBeChecked();
  const { models } = words.release.link;
  await expect(page.getByText(models["k-anonymity"]({ k: "5" })).first()).toBeVisible();
  await expect(page.getByText(models["k-map"]({ k: "6", against: "Residents version 1" })).first()).toBeVisible();
  await lookAtRows(page);
  await look(page, "candidates");
}

/** Each time they are opened they are read from the server, which logs it; closed, they are gone. */
async function lookAtRows(page: Page): Promise<void> {
  const text = words.rows.beside;
  const summary = page.getByText(text.summary, { exact: true });
  const rows = page.getByRole("region", { name: text.title }).locator("tbody");
  let looks = 0;
  page.on("request", (request) => {
    if (request.url().endsWith("/rows/")) looks += 1;
  });
  for (const taken of [1, 2]) {
    await summary.press("Enter");
    await expect(rows).toHaveCount(6);
    expect(looks).toBe(taken);
    if (taken === 1) await summary.press("Enter");
    if (taken === 1) await expect(rows).toHaveCount(0);
  }
}

async function release(page: Page, owner: Researcher): Promise<void> {
  const text = words.rows;
  await page.getByLabel(text.name, { exact: false }).fill("Visits for the audit");
  await page.getByLabel(text.licence).fill("CC BY 4.0");
  await button(page, text.make).press("Enter");
  await page.waitForURL(/\/releases\/[0-9a-f-]{36}$/);
  const id = page.url().split("/").at(-1);
  const state = async () => (await owner.ask<{ state: string }>("GET", `/api/v1/releases/${id}/`, null, 200)).state;
  await expect.poll(state, WORKS).toBe("released");
}

for (const [width, colorScheme, tongue] of [
  [1280, "light", "en"],
  [360, "dark", "zh-CN"],
] as const) {
  test(`an owner tries candidates and releases one: ${width} px, ${colorScheme}, ${tongue}`, async ({ browser }) => {
    speak(tongue);
    const look = looker(`${width}-${colorScheme}`);
    const owner = await Researcher.join();
    const id = await putIn(owner, "Visits", visits());
    await putIn(owner, "Residents", visits(2));
    const shape = { viewport: { width, height: 900 }, colorScheme, locale: tongue };
    const context = await browser.newContext({ ...shape, storageState: await owner.session() });
    const page = await context.newPage();
    await page.goto(`${site()}/data/${id}`);
    await page.getByRole("link", { name: words.rows.link, exact: true }).click();
    await expect(title(page)).toHaveText(words.rows.title(0));
    await look(page, "releases-none");
    await page.getByRole("link", { name: words.rows.begin }).click();
    await expect(title(page)).toHaveText(words.rows.newTitle);
    await giveRoles(page);
    await giveHierarchies(page, look);
    await askForCandidates(page, look);
    await lookAtFrontier(page, look);
    await release(page, owner);
    await page.goto(`${site()}/data/${id}/releases`);
    await expect(title(page)).toHaveText(words.rows.title(1));
    await expect(page.getByRole("link", { name: "Visits for the audit" })).toBeVisible();
    await look(page, "releases");
    speak("en");
    await Promise.all([owner.leave(), context.close()]);
  });
}
