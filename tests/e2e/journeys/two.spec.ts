import { spawnSync } from "node:child_process";
import { expect, type Page, test } from "@playwright/test";
import { Researcher, site } from "../site/api";
import { loadedDataSet } from "../site/datasets";
import { speak, words } from "../site/words";
import { looker } from "./state";

const WORKS = { timeout: 120_000 }; // a worker makes the models
const HOUSEHOLDS = "Households";
const MEMBERS = "Members";
const RHO = "0.1"; // room for two of the usual exactness
const MANY = 600;

interface Card {
  synthetic: boolean;
  rows: { parents: number; children: number };
  guarantees: { unit: string; rho: string }[];
}

const key = { type: "text", role: "identifying", longest: 20 };
const choice = (values: readonly string[]) => ({
  type: "category",
  role: "quasi",
  categories: values.map((value) => ({ value, label: "" })),
});

/** In the south households have three members, in the north one. */
async function putIn(owner: Researcher): Promise<readonly [string, string]> {
  const places = Array.from({ length: MANY }, (_, place) => place);
  const region = (place: number) => (place % 2 === 0 ? "north" : "south");
  const households = places.map((place) => `h${place},${region(place)},${1 + (place % 5)}`);
  const members = places.flatMap((place) =>
    Array.from({ length: place % 2 === 0 ? 1 : 3 }, (_, one) => `h${place},${(one * 25 + place) % 90}`),
  );
  return [
    await loadedDataSet(owner, HOUSEHOLDS, `household,region,rooms\n${households.join("\n")}\n`, {
      household: key,
      region: choice(["north", "south"]),
      rooms: { type: "integer", role: "quasi", minimum: "1", maximum: "5" },
    }),
    await loadedDataSet(owner, MEMBERS, `home,age\n${members.join("\n")}\n`, {
      home: key,
      age: { type: "integer", role: "quasi", minimum: "0", maximum: "99" },
    }),
  ];
}

const spentOf = async (owner: Researcher, id: string) => {
  const path = `/api/v1/budgets/dataset:${id}/`;
  const { accounts } = await owner.ask<{ accounts: { kind: string; spent: { rho: string } }[] }>(
    "GET",
    path,
    null,
    200,
  );
  return accounts.find(({ kind }) => kind === "people")?.spent.rho;
};

/** The archive that the page gives: its card, and how many lines each table has. */
async function taken(page: Page, parents: number) {
  await page.getByLabel(words.joined.parentsToTake, { exact: true }).fill(String(parents));
  const coming = page.waitForEvent("download");
  await page.getByRole("link", { name: words.joined.forms.csv, exact: true }).press("Enter");
  const read =
    "import json, sys, zipfile; a = zipfile.ZipFile(sys.argv[1]);\
 lines = [len(a.read(of + '.csv').splitlines()) - 1 for of in ('parents', 'children')];\
 print(json.dumps({'card': json.loads(a.read('card.json')), 'lines': lines}))";
  const { stdout } = spawnSync("python3", ["-I", "-c", read, await (await coming).path()], { encoding: "utf8" });
  return JSON.parse(stdout) as { card: Card; lines: [number, number] };
}

test("a user joins two tables by a key, sees both errors, spends of both people and takes the rows", async ({
  browser,
}) => {
  speak("zh-CN");
  const [said, made] = [words.joined, words.synthetic];
  const look = looker("360-dark");
  const owner = await Researcher.join();
  const both = await putIn(owner);
  const [id] = both;
  for (const one of both)
    await owner.ask("PUT", `/api/v1/budgets/dataset:${one}/limits/`, { rho: RHO, delta: "0", epsilon: null }, 200);
  const shape = { viewport: { width: 360, height: 900 }, colorScheme: "dark", locale: "zh-CN" } as const;
  const context = await browser.newContext({ ...shape, storageState: await owner.session() });
  const page = await context.newPage();
  await page.goto(`${site()}/data/${id}/releases`);
  await page.getByRole("link", { name: said.begin, exact: true }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(said.title);
  await page.getByLabel(said.secondLabel, { exact: true }).selectOption({ label: MEMBERS });
  await expect(page.getByLabel(said.keyOf(HOUSEHOLDS), { exact: true })).toHaveValue("household");
  await expect(page.getByLabel(said.keyOf(MEMBERS), { exact: true })).toHaveValue("home");
  await page.getByLabel(made.binsOf("age"), { exact: true }).fill("4");
  const region = page.getByLabel(`${said.context}: region`, { exact: true });
  await region.uncheck();
  await expect(page.getByText(said.contextFault)).toBeVisible();
  await region.check();
  await page.getByLabel(said.most, { exact: true }).fill("3");
  await page.getByLabel(said.rowsOf(HOUSEHOLDS), { exact: true }).fill(String(MANY));
  await page.getByLabel(said.rowsOf(MEMBERS), { exact: true }).fill(String(2 * MANY));
  await expect(page.locator(".expected")).toHaveCount(2);
  for (const name of [HOUSEHOLDS, MEMBERS])
    await expect(page.getByRole("region", { name: said.mapOf(name) }).locator("tbody tr")).toHaveCount(
      name === HOUSEHOLDS ? 3 : 2,
    );
  const slider = page.getByRole("slider", { name: made.slider });
  await slider.focus();
  for (const _ of [1, 2, 3]) await page.keyboard.press("ArrowRight");
  await expect(page.getByText(made.tooMuch)).toHaveCount(2);
  for (const _ of [1, 2, 3]) await page.keyboard.press("ArrowLeft");
  await expect(page.getByText(made.tooMuch)).toHaveCount(0);
  await look(page, "synthesise-two");
  await page.getByRole("button", { name: made.spend, exact: true }).press("Enter");

  await page.waitForURL(/\/joined-syntheses\/[0-9a-f-]{36}$/);
  await expect(page.getByRole("region", { name: said.parents(10) }).locator("tbody tr")).toHaveCount(10, WORKS);
  await expect(page.getByText("made-10", { exact: true }).first()).toBeVisible();
  await look(page, "rows-of-two");
  const spent = await Promise.all(both.map((one) => spentOf(owner, one)));
  expect(Number(spent[0])).toBeGreaterThan(0);
  expect(spent[1]).toBe(spent[0]);
  const { card, lines } = await taken(page, 50);
  expect(lines[0]).toBe(50);
  expect(card).toMatchObject({ synthetic: true, rows: { parents: 50, children: lines[1] } });
  expect(Math.max(...card.guarantees.map(({ rho }) => Number(rho)))).toBeLessThanOrEqual(Number(spent[0]));
  await page.getByRole("button", { name: made.throwAway, exact: true }).press("Enter");
  await page.getByRole("dialog").getByRole("button", { name: made.throwAway, exact: true }).press("Enter");
  await page.waitForURL(/\/releases$/);
  await expect(page.getByText(made.none)).toBeVisible();
  expect(await Promise.all(both.map((one) => spentOf(owner, one)))).toEqual(spent); // nothing comes back
  speak("en");
  await Promise.all([owner.leave(), context.close()]);
});
