import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Browser, type BrowserContextOptions, expect, type Locator, type Page, test } from "@playwright/test";
import { newAddress, Researcher, site } from "../../site/api";
import { loadedDataSet } from "../../site/datasets";
import { linkFor } from "../../site/mail";
import { speak, words } from "../../site/words";
import { type Look, looker } from "../state";

const TOWNS = ["Basel", "Bern", "Geneva", "Zurich"];
const ILLNESSES = ["cold", "flu", "migraine"];
const WORKS = { timeout: 120_000 }; // a worker tries candidates, or makes the file

const button = (page: Page | Locator, name: string) => page.getByRole("button", { name, exact: true });
const title = (page: Page) => page.getByRole("heading", { level: 1 });
const categories = (values: readonly string[]) => values.map((value) => ({ value, label: "" }));

/** 240 people: an age, a town and an illness; at most two of them have the same age and town. */
function visits(): string {
  const rows = Array.from({ length: 240 }, (_, row) =>
    [20 + ((row * 7) % 40), TOWNS[Math.floor(row / 40) % 4], ILLNESSES[(row * 11) % 3]].join(","),
  );
  return `age,town,illness\n${rows.join("\n")}\n`;
}

const putIn = (owner: Researcher): Promise<string> =>
  loadedDataSet(owner, "Visits", visits(), {
    age: { type: "integer", role: "quasi", minimum: "0", maximum: "119" },
    town: { type: "category", role: "quasi", categories: categories(TOWNS) },
    illness: { type: "category", role: "sensitive", categories: categories(ILLNESSES) },
  });

const MODELS = [
  { model: "k-anonymity", k: 5 },
  { model: "distinct-l-diversity", column: "illness", l: 2 },
];

interface Tried {
  id: string;
  state: string;
  found: { refused: string; beside: { code: string; detail: string } | null }[] | null;
}

/** One candidate, tried on the rows; ages are made coarser from this year on, in these steps. */
async function candidate(owner: Researcher, id: string, start: number, widths: readonly number[]): Promise<Tried> {
  const columns = [
    { name: "age", role: "quasi", hierarchy: { kind: "intervals", start, widths } },
    { name: "town", role: "quasi", hierarchy: { kind: "flat" } },
    { name: "illness", role: "sensitive" },
  ];
  const body = { version: 1, plan: { columns }, candidates: [{ models: MODELS }] };
  const trial = await owner.ask<Tried>("POST", `/api/v1/datasets/${id}/anonymisations/`, body, 202);
  const now = () => owner.ask<Tried>("GET", `/api/v1/anonymisations/${trial.id}/`, null, 200);
  await expect.poll(async () => (await now()).state, WORKS).toBe("done");
  return now();
}

const TO_SAY = { title: "Visits of 2026", licence: "CC BY 4.0", citation: "Institute of Health (2026)." };

/** It waits for a second person, because it is for everybody. */
async function release(owner: Researcher, tried: Tried): Promise<string> {
  const body = { candidate: 0, audience: "public", ...TO_SAY };
  const { id } = await owner.ask<{ id: string }>("POST", `/api/v1/anonymisations/${tried.id}/releases/`, body, 202);
  const state = async () => (await owner.ask<{ state: string }>("GET", `/api/v1/releases/${id}/`, null, 200)).state;
  await expect.poll(state, WORKS).toBe("waiting");
  return id;
}

/** Two owners of the data set, in one organisation. */
async function secondOwner(owner: Researcher, dataSet: string): Promise<Researcher> {
  const second = await Researcher.join();
  const { id } = await owner.ask<{ id: string }>(
    "POST",
    "/api/v1/organisations/",
    { name: `Clinic ${newAddress()}` },
    201,
  );
  const invitation = { subject: `organisation:${id}`, role: "member", email: second.email };
  await owner.ask("POST", "/api/v1/invitations/", invitation, 201);
  const secret = new URL(await linkFor(second.email)).hash.slice(1);
  await second.ask("POST", "/api/v1/invitations/acceptances/", { secret }, 201);
  const person = (await second.ask<{ id: string }>("GET", "/api/v1/me/", null, 200)).id;
  await owner.ask("POST", "/api/v1/roles/", { subject: `dataset:${dataSet}`, role: "owner", person }, 201);
  return second;
}

async function open(browser: Browser, shape: BrowserContextOptions, person: Researcher, at: string): Promise<Page> {
  const context = await browser.newContext({ ...shape, storageState: await person.session() });
  const page = await context.newPage();
  await page.goto(`${site()}${at}`);
  return page;
}

async function makerCannot(page: Page, look: Look): Promise<void> {
  await expect(title(page)).toHaveText(words.release.titles.waiting(TO_SAY.title));
  await expect(page.getByText(words.release.judge.own)).toBeVisible();
  await expect(button(page, words.release.judge.approve)).toBeHidden();
  await expect(page.getByText(words.release.take.csv)).toBeHidden(); // nobody has a table that waits
  await look(page, "release-waiting");
}

/** Rows as they are can be opened on the page of a release that nothing else led to, and are in no printout of it. */
async function rowsStayOffPaper(page: Page): Promise<void> {
  const rows = page.locator(".beside-rows");
  await rows.locator("summary").press("Enter");
  await expect(rows.locator("tbody tr").first()).toBeVisible();
  await page.emulateMedia({ media: "print" });
  await expect(rows).toBeHidden();
  await expect(page.getByRole("heading", { name: words.release.promised, exact: true })).toBeVisible();
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.emulateMedia({ media: "screen" });
}

/** The report first; a refusal without a reason is not sent. */
async function secondApproves(page: Page, look: Look): Promise<void> {
  const text = words.release;
  await expect(title(page)).toHaveText(text.titles.waiting(TO_SAY.title));
  const { models, guarantee } = text.link;
  const spoken = [models["k-anonymity"]({ k: "5" }), models["distinct-l-diversity"]({ l: "2", column: "illness" })];
  const promised = guarantee(spoken.join(words.listComma), ["age", "town"].join(words.listComma));
  await expect(page.getByText(promised, { exact: true }).first()).toBeVisible();
  await expect(page.getByRole("region", { name: text.verified.outcome }).locator("tbody tr").first()).toBeVisible();
  await expect(page.getByRole("region", { name: text.verified.outcome })).not.toContainText(
    text.verified.outcomes.fails,
  );
  await expect(page.locator(".losses tbody tr")).toHaveCount(2);
  await rowsStayOffPaper(page);
  await button(page, text.judge.refuse).press("Enter");
  await expect(page.getByText(text.judge.needsReason)).toBeVisible();
  await page.getByLabel(text.judge.reason).fill("Seen, with the report.");
  await look(page, "release-to-decide");
  await button(page, text.judge.approve).press("Enter");
  await expect(title(page)).toHaveText(text.titles.released(TO_SAY.title));
  await expect(page.getByText("Seen, with the report.")).toBeVisible();
}

/** Somebody with an account gets fewer columns; not without a column that was made coarser. */
async function giveFewer(page: Page, look: Look): Promise<void> {
  const text = words.release.recipients;
  const form = page.getByRole("region", { name: text.title(0) }).locator("form");
  await form.getByLabel(text.person).selectOption({ index: 1 });
  await form.getByText(text.fewer).press("Enter");
  for (const name of ["age", "town"]) await form.getByLabel(name, { exact: true }).uncheck();
  await expect(form.getByText(text.needsQuasi)).toBeVisible();
  await expect(button(form, text.give)).toBeDisabled();
  await form.getByLabel("age", { exact: true }).check();
  await button(form, text.give).press("Enter");
  const row = page
    .getByRole("region", { name: text.title(1) })
    .locator("tbody tr")
    .first();
  await expect(row).toContainText(`age${words.listComma}illness`);
  await look(page, "release-given");
}

async function makeLink(page: Page, look: Look): Promise<string> {
  const text = words.release.links;
  await button(page, text.make).press("Enter");
  const link = (await page.getByRole("region", { name: text.newLink }).locator("code").textContent()) ?? "";
  expect(link).toMatch(/\/table#\S{20,}$/);
  await look(page, "release-link");
  return link.replace(/^https?:\/\/[^/]+/, site());
}

/** Whoever has the files, on a machine without DataHub: Python alone, with nothing of ours to import. */
function checks(folder: string): number | null {
  const files = ["verifier.py", "release.csv", "--card", "card.json"];
  return spawnSync("python3", ["-I", ...files], { cwd: folder, env: { PATH: process.env.PATH ?? "" } }).status;
}

async function takeFiles(page: Page, folder: string): Promise<void> {
  const text = words.release.take;
  for (const [role, name, file] of [
    ["button", text.csv, "release.csv"],
    ["button", text.card, "card.json"],
    ["link", text.verifier, "verifier.py"],
  ] as const) {
    const coming = page.waitForEvent("download");
    await page.getByRole(role, { name, exact: true }).press("Enter");
    const download = await coming;
    expect(download.suggestedFilename()).toBe(file);
    await download.saveAs(join(folder, file));
  }
}

/** A visitor takes table, card and verifier, and finds out without us that the card is right; a changed cell is found. */
async function visit(page: Page, link: string, look: Look): Promise<void> {
  await page.goto(link);
  await expect(title(page)).toHaveText(TO_SAY.title);
  expect(new URL(page.url()).hash).toBe(""); // no history keeps the secret
  await expect(page.getByText(TO_SAY.citation)).toBeVisible();
  await expect(page.getByText("{age").first()).toBeVisible();
  await look(page, "table");
  const folder = mkdtempSync(join(tmpdir(), "datahub-visitor-"));
  try {
    await takeFiles(page, folder);
    expect(checks(folder)).toBe(0);
    const table = join(folder, "release.csv");
    writeFileSync(table, readFileSync(table, "utf8").replace(/,flu\n/, ",cold\n"));
    expect(checks(folder)).not.toBe(0);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function revoke(page: Page): Promise<void> {
  const text = words.release.links;
  await page
    .getByRole("region", { name: text.title(1) })
    .getByText(text.revoke, { exact: true })
    .press("Enter");
  await button(page.getByRole("dialog"), text.revoke).press("Enter");
  await expect(page.getByRole("heading", { name: text.title(0) })).toBeVisible();
}

async function withdraw(page: Page, look: Look): Promise<void> {
  const text = words.release.withdraw;
  await button(page, text.button).press("Enter");
  await button(page.getByRole("dialog"), text.button).press("Enter");
  await expect(title(page)).toHaveText(words.release.titles.withdrawn(TO_SAY.title));
  await look(page, "release-withdrawn");
}

/** Other steps of age cut the classes of the first release into smaller ones. */
async function secondIsRefused(owner: Researcher, id: string): Promise<void> {
  const tried = await candidate(owner, id, 0, [7, 14, 28]);
  expect(tried.found?.[0]?.beside?.code).toBe("releases_intersect");
  const body = { candidate: 0, audience: "recipients", ...TO_SAY };
  const refusal = await owner.ask<{ code: string; detail: string }>(
    "POST",
    `/api/v1/anonymisations/${tried.id}/releases/`,
    body,
    409,
  );
  expect(refusal.code).toBe("releases_intersect");
  expect(refusal.detail).toMatch(/would not hold what was promised/);
}

for (const [width, colorScheme, tongue] of [
  [1280, "light", "en"],
  [360, "dark", "zh-CN"],
] as const) {
  test(`a release is approved by a second person, given, checked by a visitor and withdrawn: ${width} px, ${colorScheme}, ${tongue}`, async ({
    browser,
  }) => {
    speak(tongue);
    const look = looker(`${width}-${colorScheme}`);
    const shape = { viewport: { width, height: 900 }, colorScheme, locale: tongue };
    const owner = await Researcher.join();
    const dataSet = await putIn(owner);
    const second = await secondOwner(owner, dataSet);
    const id = await release(owner, await candidate(owner, dataSet, 0, [5, 10, 20, 40]));
    const ours = await open(browser, shape, owner, `/data/${dataSet}/releases/${id}`);
    const theirs = await open(browser, shape, second, `/releases/${id}`);
    const visitor = await (await browser.newContext(shape)).newPage();
    await makerCannot(ours, look);
    await owner.ask("POST", `/api/v1/releases/${id}/verdict/`, { approved: true, said: "" }, 403);
    await secondApproves(theirs, look);
    await ours.reload();
    await giveFewer(ours, look);
    const link = await makeLink(ours, look);
    await visit(visitor, link, look);
    await revoke(ours);
    await visitor.reload();
    await expect(visitor.getByText(words.release.link.over)).toBeVisible();
    await look(visitor, "table-over");
    await secondIsRefused(owner, dataSet);
    await withdraw(ours, look);
    speak("en");
    const pages = [ours, theirs, visitor].map((page) => page.context().close());
    await Promise.all([owner.leave(), second.leave(), ...pages]);
  });
}
