import { type Browser, expect, type Page, test } from "@playwright/test";
import { Researcher, site } from "../../site/api";
import { loadedDataSet, loadVersion } from "../../site/datasets";
import { linkFor } from "../../site/mail";
import { publish } from "../../site/surveys";
import { words } from "../../site/words";
import { looker } from "../state";

const TOWNS = ["Basel", "Bern"];
const COLUMNS = {
  age: { type: "integer", role: "quasi", minimum: "0", maximum: "99" },
  town: { type: "category", role: "quasi", categories: TOWNS.map((value) => ({ value, label: "" })) },
};
const UNBOUNDED = {
  ...{ epsilon_cap: null, minimum_cohort: 0, mechanisms: null, columns: null, purposes: null },
  ...{ rows: [], combine: true, four_eyes: false, expires_at: null },
};

const people = (many: number) =>
  `age,town\n${Array.from({ length: many }, (_, row) => `${20 + (row % 40)},${TOWNS[row % 2]}`).join("\n")}\n`;

/** Two data sets about which everybody who has an account may do this and nothing else. */
async function twoThatAllMay(
  owner: Researcher,
  operation: string,
  ...more: string[]
): Promise<readonly [string, string]> {
  const operations = ["read_metadata", operation, ...more];
  const rule = { name: "may", effect: "permit", operations, when: [], ...UNBOUNDED };
  const role = { name: "reader", description: "", anyone: true, delegable: false, groups: [], requires: [] };
  const ids = [];
  for (const name of [`Visits to ${operation}`, `Residents to ${operation}`]) {
    const id = await loadedDataSet(owner, name, people(80), COLUMNS);
    const policy = { subject: `dataset:${id}`, after: 0, roles: [{ ...role, rules: [rule] }], groups: [] };
    await owner.ask("POST", "/api/v1/policies/", policy, 201);
    ids.push(id);
  }
  const [first = "", second = ""] = ids;
  await loadVersion(owner, second, people(120), COLUMNS);
  return [first, second];
}

/** A page of this person, and what was refused to it so far. */
async function watched(browser: Browser, person: Researcher): Promise<readonly [Page, string[]]> {
  const context = await browser.newContext({ locale: "en-GB", storageState: await person.session() });
  const [page, refused] = [await context.newPage(), [] as string[]];
  page.on("response", (answer) => {
    const { pathname } = new URL(answer.url());
    if (answer.status() >= 400) refused.push(`${answer.status()} ${answer.request().method()} ${pathname}`);
  });
  return [page, refused];
}

async function open(page: Page, path: string): Promise<void> {
  await page.goto(`${site()}${path}`);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.waitForLoadState("networkidle");
}

for (const operation of ["anonymise", "synthesise", "release"] as const) {
  test(`no page asks for what somebody may not see who may ${operation} alone`, async ({ browser }) => {
    const [owner, other] = [await Researcher.join(), await Researcher.join()];
    const [id] = await twoThatAllMay(owner, operation);
    const [page, refused] = await watched(browser, other);
    for (const path of ["/", "/data", `/data/${id}`, `/data/${id}/budget`, `/data/${id}/releases`, "/requests"]) {
      await open(page, path);
    }
    if (operation === "synthesise") await open(page, `/data/${id}/synthesise`);
    if (operation === "anonymise") {
      await open(page, `/data/${id}/anonymise`);
      await expect(page.getByText(words.exactFigures.none)).toBeVisible();
      await expect(page.getByLabel(words.compared.populationLabel, { exact: true })).toHaveCount(0);
      await expect(page.getByLabel(words.exactFigures.show)).toHaveCount(0);
    }
    expect(refused).toEqual([]);
    await Promise.all([owner.leave(), other.leave(), page.context().close()]);
  });
}

const WORKS = { timeout: 120_000 }; // a worker makes the file

/** One rule for ages and one for towns. */
async function giveHierarchies(page: Page): Promise<void> {
  const age = page.getByRole("group", { name: "age", exact: true });
  await age.getByLabel(words.rows.kind, { exact: true }).selectOption("intervals");
  await age.getByLabel(words.rows.widths, { exact: false }).fill("10, 20");
  const town = page.getByRole("group", { name: "town", exact: true });
  await town.getByLabel(words.rows.kind, { exact: true }).selectOption("flat");
}

test("who sees no rows keeps a plan, releases a candidate of it by its promise, and reads what that costs the people", async ({
  browser,
}) => {
  const [owner, other] = [await Researcher.join(), await Researcher.join()];
  const [id] = await twoThatAllMay(owner, "anonymise");
  const [page, refused] = await watched(browser, other);
  const look = looker("plan kept");
  const press = (name: string) => page.getByRole("button", { name, exact: true }).click();
  await open(page, `/data/${id}/anonymise`);
  await giveHierarchies(page);
  await look(page, "plan");
  await press(words.exactFigures.keep);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(words.exactFigures.titlePlanned);
  await expect(page.getByText(words.exactFigures.marked)).toBeVisible();
  await look(page, "plan-kept");
  await page.getByLabel(words.rows.name, { exact: false }).first().fill("Ages and towns");
  await press(words.rows.make);
  await expect(page.getByRole("heading", { level: 1 })).toContainText(words.rows.states.released, WORKS);
  expect(refused).toEqual([]);
  await Promise.all([owner.leave(), other.leave(), page.context().close()]);
});

test("who may ask for exact figures is told first what they cost, names a population, and is shown them", async ({
  browser,
}) => {
  const [owner, other] = [await Researcher.join(), await Researcher.join()];
  const [id, larger] = await twoThatAllMay(owner, "anonymise", "see_figures");
  const [page, refused] = await watched(browser, other);
  await open(page, `/data/${id}/anonymise`);
  await page.getByLabel(words.compared.populationLabel, { exact: true }).selectOption(larger);
  const version = page.getByLabel(words.compared.version, { exact: true });
  await expect(version).toHaveValue("2");
  await expect(version.locator("option")).toHaveCount(2);
  await page.getByLabel(words.compared.populationLabel, { exact: true }).selectOption("");
  await giveHierarchies(page);
  await expect(page.getByText(words.exactFigures.showHint)).toBeVisible();
  await page.getByLabel(words.exactFigures.show, { exact: true }).check();
  await page.getByRole("button", { name: words.rows.ask(1), exact: true }).click();
  await expect(page.getByRole("heading", { name: words.rows.choose })).toBeVisible(WORKS);
  await open(page, `/data/${id}/budget`);
  expect(refused).toEqual([]);
  await Promise.all([owner.leave(), other.leave(), page.context().close()]);
});

for (const role of ["viewer", "analyst", "editor", "steward"] as const) {
  test(`no page of a survey asks for what its ${role} may not see`, async ({ browser }) => {
    const [owner, other] = [await Researcher.join(), await Researcher.join()];
    const questions = [{ type: "yes_no", text: "Do you sleep well?", maySkip: true }] as const;
    const survey = await publish(owner, "Sleep", questions, [{ name: "", epsilon: "1" }]);
    const invitation = { subject: `survey:${survey.id}`, email: other.email, role };
    await owner.ask("POST", "/api/v1/invitations/", invitation, 201);
    const [page, refused] = await watched(browser, other);
    await page.goto((await linkFor(other.email)).replace(/^https?:\/\/[^/]+/, site()));
    await page.getByRole("button", { name: words.people.accept, exact: true }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(words.people.accepted("Sleep"));
    const results = role === "steward" ? [] : ["results"];
    const paths = ["build", "plan", "share", "people", ...results].map((path) => `/surveys/${survey.id}/${path}`);
    for (const path of ["/", ...paths]) await open(page, path);
    expect(refused).toEqual([]);
    await open(page, "/");
    const offered = page.getByRole("link", { name: words.home.results, exact: true });
    await expect(offered).toHaveCount(results.length);
    await Promise.all([owner.leave(), other.leave(), page.context().close()]);
  });
}
