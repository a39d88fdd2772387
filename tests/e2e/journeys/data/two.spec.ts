import { spawnSync } from "node:child_process";
import { expect, type Page, test } from "@playwright/test";
import { Researcher, site } from "../../site/api";
import { loadedDataSet, loadVersion } from "../../site/datasets";
import { speak, words } from "../../site/words";
import { keyboard, pick, reach } from "../hand";
import { looker } from "../state";

const WORKS = { timeout: 120_000 }; // a worker makes the models
const HOUSEHOLDS = "Households";
const MEMBERS = "Members";
const SCHOOLS = ["none", "primary"];
const RHO = "0.1"; // room for two of the usual exactness
const MANY = 600;

interface Card {
  synthetic: boolean;
  rows: { parents: number; children: number };
  guarantees: { unit: string; rho: string }[];
}

const key = { type: "text", role: "identifying", longest: 20, left_out: false };
const choice = (values: readonly string[]) => ({
  type: "category",
  role: "quasi",
  categories: values.map((value) => ({ value, label: "" })),
});

const age = { type: "integer", role: "quasi", minimum: "0", maximum: "99" };
const TABLES = {
  [HOUSEHOLDS]: {
    household: key,
    region: choice(["north", "south"]),
    rooms: choice(["1", "2", "3", "4", "5"]),
  },
  [MEMBERS]: { home: key, age },
};

/**
 * Loads two data sets: households have three members in the south, and one in the north. The newer version of the
 * members says their school.
 */
async function putIn(owner: Researcher): Promise<readonly [string, string]> {
  const places = Array.from({ length: MANY }, (_, index) => index);
  const region = (place: number) => (place % 2 === 0 ? "north" : "south");
  const households = places.map((place) => `h${place},${region(place)},${1 + (place % 5)}`);
  const members = places.flatMap((place) =>
    Array.from({ length: place % 2 === 0 ? 1 : 3 }, (_, child) => `h${place},${(child * 25 + place) % 90}`),
  );
  const first = `household,region,rooms\n${households.join("\n")}\n`;
  const both = [
    await loadedDataSet(owner, HOUSEHOLDS, first, TABLES[HOUSEHOLDS]),
    await loadedDataSet(owner, MEMBERS, `home,age\n${members.join("\n")}\n`, TABLES[MEMBERS]),
  ] as const;
  const newer = members.map((member, index) => `${member},${SCHOOLS[index % 2]}`);
  const columns = { ...TABLES[MEMBERS], school: choice(SCHOOLS) };
  await loadVersion(owner, both[1], `home,age,school\n${newer.join("\n")}\n`, columns);
  return both;
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

/** The archive that the page gives: its card, how many lines each table has, and which rooms there are in the north. */
async function taken(page: Page, parents: number) {
  await keyboard.write(page, page.getByLabel(words.joined.parentsToTake, { exact: true }), String(parents));
  const coming = page.waitForEvent("download");
  await keyboard.press(page, page.getByRole("link", { name: words.joined.forms.csv, exact: true }));
  const read =
    "import csv, io, json, sys, zipfile; a = zipfile.ZipFile(sys.argv[1]);\
 lines = [len(a.read(of + '.csv').splitlines()) - 1 for of in ('parents', 'children')];\
 rows = csv.DictReader(io.StringIO(a.read('parents.csv').decode()));\
 north = sorted({row['rooms'] for row in rows if row['region'] == 'north'});\
 print(json.dumps({'card': json.loads(a.read('card.json')), 'lines': lines, 'north': north}))";
  const { stdout } = spawnSync("python3", ["-I", "-c", read, await (await coming).path()], { encoding: "utf8" });
  return JSON.parse(stdout) as { card: Card; lines: [number, number]; north: string[] };
}

/** How good they are is asked by keyboard, paid by both, and told: a map of either table, and how alike siblings are. */
async function measure(page: Page): Promise<void> {
  const [text, measured] = [words.joined, words.measured];
  await keyboard.press(page, page.locator("summary", { hasText: measured.ask }));
  const slider = page.getByRole("slider", { name: words.synthetic.slider });
  await reach(page, slider);
  await page.keyboard.press("ArrowLeft");
  await keyboard.press(page, page.getByRole("button", { name: measured.spend, exact: true }));
  const lines = (name: string) => page.getByRole("region", { name, exact: true }).locator("tbody tr");
  await expect(lines(text.measuredMapOf(HOUSEHOLDS))).toHaveCount(3, WORKS); // region, rooms, number of members
  await expect(lines(text.measuredMapOf(MEMBERS))).toHaveCount(4); // each with region and rooms, age, school
  await expect(lines(text.siblings)).toHaveCount(2);
}

for (const [width, colorScheme, tongue] of [
  [1280, "light", "en"],
  [360, "dark", "zh-CN"],
] as const) {
  test(`by keyboard, a user joins versions of two tables, says what matters in each, sees both errors, spends, takes the rows and measures them: ${width} px, ${colorScheme}, ${tongue}`, async ({
    browser,
  }) => {
    speak(tongue);
    const [text, synthetic] = [words.joined, words.synthetic];
    const look = looker(`${width}-${colorScheme}`);
    const owner = await Researcher.join();
    const both = await putIn(owner);
    const [id] = both;
    for (const dataSet of both)
      await owner.ask(
        "PUT",
        `/api/v1/budgets/dataset:${dataSet}/limits/`,
        { rho: RHO, delta: "0", epsilon: null },
        200,
      );
    const shape = { viewport: { width, height: 900 }, colorScheme, locale: tongue };
    const context = await browser.newContext({ ...shape, storageState: await owner.session() });
    const page = await context.newPage();
    const field = (label: string) => page.getByLabel(label, { exact: true });
    const link = (name: string) => page.getByRole("link", { name, exact: true });
    const section = (name: string) => page.getByRole("region", { name, exact: true });
    await page.goto(`${site()}/data/${id}/releases`);
    await keyboard.press(page, link(text.begin));
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(text.title);
    await expect(field(text.versionOf(HOUSEHOLDS))).toHaveCount(0); // there is one alone
    await pick(page, field(text.secondLabel), both[1]);
    await expect(field(text.keyOf(HOUSEHOLDS))).toHaveValue("household");
    await expect(field(text.keyOf(MEMBERS))).toHaveValue("home");

    const version = field(text.versionOf(MEMBERS));
    await expect(version).toHaveValue("2");
    await keyboard.write(page, field(synthetic.binsOf("age")), "4");
    await expect(section(text.togetherIn(MEMBERS))).toBeVisible();
    await pick(page, version, "1"); // what is below is made anew, and keeps what was chosen
    await expect(section(text.togetherIn(MEMBERS))).toHaveCount(0); // of one column there is nothing to go together
    await expect(field(synthetic.binsOf("age"))).toHaveValue("4");
    await pick(page, version, "2");
    await expect(field(synthetic.binsOf("age"))).toHaveValue("4");

    const together = section(text.togetherIn(HOUSEHOLDS));
    await keyboard.press(page, together.getByRole("button", { name: synthetic.addGroup, exact: true }));
    await pick(page, together.getByLabel(synthetic.columnOfGroup(1, 1), { exact: true }), "region");
    await pick(page, together.getByLabel(synthetic.columnOfGroup(1, 2), { exact: true }), "rooms");
    const cannot = section(text.impossibleIn(HOUSEHOLDS));
    await keyboard.press(page, cannot.getByRole("button", { name: synthetic.addRule, exact: true }));
    for (const [place, name, value] of [
      [1, "region", "north"],
      [2, "rooms", "5"],
    ] as const) {
      await pick(page, cannot.getByLabel(synthetic.columnOfRule(1, place), { exact: true }), name);
      const values = cannot.getByRole("group", { name: synthetic.valuesOf(1, name) });
      await reach(page, values.getByLabel(value, { exact: true }));
      await page.keyboard.press("Space");
    }
    await expect(page.getByText(synthetic.notWhole)).toBeHidden();
    const target = section(text.togetherIn(MEMBERS)).getByLabel(synthetic.target, { exact: true });
    await reach(page, target);
    const region = field(`${text.context}: region`);
    await reach(page, region);
    await page.keyboard.press("Space");
    await expect(page.getByText(text.contextFault)).toBeVisible();
    await page.keyboard.press("Space");
    await keyboard.write(page, field(text.most), "3");
    await keyboard.write(page, field(text.rowsOf(HOUSEHOLDS)), String(MANY));
    await keyboard.write(page, field(text.rowsOf(MEMBERS)), String(2 * MANY));
    const expected = page.locator(".expected");
    await expect(expected).toHaveCount(2);
    for (const name of [HOUSEHOLDS, MEMBERS])
      await expect(section(text.mapOf(name)).locator("tbody tr")).toHaveCount(3);
    const awaited = page.getByText(synthetic.workingOut);
    await expect(awaited).toHaveCount(0);
    const before = await expected.allInnerTexts();
    await pick(page, target, "school");
    await expect(awaited).toHaveCount(0);
    await expect(expected.nth(0)).toHaveText(before[0] ?? "");
    await expect(expected.nth(1)).not.toHaveText(before[1] ?? ""); // the forecast follows what will be predicted

    const slider = page.getByRole("slider", { name: synthetic.slider });
    await reach(page, slider);
    for (const _ of [1, 2, 3]) await page.keyboard.press("ArrowRight");
    await expect(page.getByText(synthetic.tooMuch)).toHaveCount(2);
    for (const _ of [1, 2, 3]) await page.keyboard.press("ArrowLeft");
    await expect(page.getByText(synthetic.tooMuch)).toHaveCount(0);
    await look(page, "synthesise-two");
    const spend = page.getByRole("button", { name: synthetic.spend, exact: true });
    await expect(spend).toBeEnabled();
    await keyboard.press(page, spend);

    await page.waitForURL(/\/joined-syntheses\/[0-9a-f-]{36}$/);
    await expect(section(text.parents(10)).locator("tbody tr")).toHaveCount(10, WORKS);
    await expect(page.getByText("made-10", { exact: true }).first()).toBeVisible();
    await expect(page.getByText(text.ofVersions(HOUSEHOLDS, 1, MEMBERS, 2), { exact: true })).toBeVisible();
    await look(page, "rows-of-two");
    const spent = await Promise.all(both.map((dataSet) => spentOf(owner, dataSet)));
    expect(Number(spent[0])).toBeGreaterThan(0);
    expect(spent[1]).toBe(spent[0]);
    const { card, lines, north } = await taken(page, 500);
    expect(lines[0]).toBe(500);
    expect(north).toContain("4");
    expect(north).not.toContain("5"); // which cannot be
    expect(card).toMatchObject({ synthetic: true, rows: { parents: 500, children: lines[1] } });
    expect(Math.max(...card.guarantees.map(({ rho }) => Number(rho)))).toBeLessThanOrEqual(Number(spent[0]));

    await measure(page);
    await look(page, "measured-two");
    const paid = await Promise.all(both.map((dataSet) => spentOf(owner, dataSet)));
    expect(Number(paid[0])).toBeGreaterThan(Number(spent[0]));
    expect(paid[1]).toBe(paid[0]);

    await keyboard.press(page, link(synthetic.changePlan));
    await expect(version).toHaveValue("2");
    await expect(target).toHaveValue("school");
    await expect(together.getByLabel(synthetic.columnOfGroup(1, 2), { exact: true })).toHaveValue("rooms");
    await expect(cannot.getByLabel("5", { exact: true })).toBeChecked();
    await expect(spend).toBeEnabled(); // its price stands there
    await keyboard.press(page, spend); // the same plan again
    await page.waitForURL(/\/joined-syntheses\/[0-9a-f-]{36}$/);
    await keyboard.press(page, page.getByRole("button", { name: synthetic.throwAway, exact: true }));
    await keyboard.press(
      page,
      page.getByRole("dialog").getByRole("button", { name: synthetic.throwAway, exact: true }),
    );
    await page.waitForURL(/\/releases$/);
    await expect(page.getByText(synthetic.none)).toBeVisible();
    expect(await Promise.all(both.map((dataSet) => spentOf(owner, dataSet)))).toEqual(paid); // nothing comes back
    speak("en");
    await Promise.all([owner.leave(), context.close()]);
  });
}
