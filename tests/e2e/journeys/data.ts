import { type Browser, type BrowserContextOptions, expect, type Locator, type Page } from "@playwright/test";
import { Researcher, site } from "../site/api";
import { holdDeletion } from "../site/hold";
import { words } from "../site/words";
import type { Look } from "./state";

/** What an owner declares of a column; its type is the one that was proposed. */
export type Declared = { role: string } | { role: string; least: string; most: string };

export interface File {
  readonly name: string;
  readonly content: Buffer;
  readonly rows: string;
  readonly columns: Readonly<Record<string, Declared>>;
}

const button = (page: Page | Locator, name: string) => page.getByRole("button", { name, exact: true });
const title = (page: Page) => page.getByRole("heading", { level: 1 });
const WORKS = { timeout: 120_000 }; // a worker reads or loads the file

async function signedIn(browser: Browser, shape: BrowserContextOptions, person: Researcher): Promise<Page> {
  const context = await browser.newContext({ ...shape, storageState: await person.session() });
  return context.newPage();
}

async function putIn(page: Page, name: string, file: File, look: Look): Promise<string> {
  await page.goto(`${site()}/data`);
  await expect(title(page)).toBeVisible();
  await look(page, "catalogue");
  await page.getByRole("link", { name: words.data.newDataSet }).click();
  await expect(title(page)).toHaveText(words.data.newTitle);
  await look(page, "new-data-set");
  await page.getByLabel(words.data.name, { exact: false }).first().fill(name);
  await page.getByLabel(words.data.audience).selectOption("everyone");
  await button(page, words.data.create).click();
  await expect(title(page)).toHaveText(words.data.fileTitle.none);
  await look(page, "choose-file");
  await page
    .getByLabel(words.data.chooseFile, { exact: true })
    .setInputFiles({ name: file.name, mimeType: "text/csv", buffer: file.content });
  await button(page, words.data.sendFile).click();
  await expect(title(page)).toHaveText(words.data.fileTitle.found, WORKS);
  return /\/data\/([0-9a-f-]+)/.exec(page.url())?.[1] ?? "";
}

async function declare(page: Page, file: File, look: Look): Promise<void> {
  await expect(button(page, words.data.load)).toBeDisabled(); // no role is declared yet
  for (const [name, declared] of Object.entries(file.columns)) {
    const column = page.getByRole("group", { name, exact: true });
    await column.getByLabel(words.data.role).selectOption(declared.role);
    if ("least" in declared) {
      await column.getByLabel(words.data.minimum, { exact: true }).fill(declared.least);
      await column.getByLabel(words.data.maximum, { exact: true }).fill(declared.most);
    } else {
      await column.locator("p.actions button").click(); // takes the values that many rows have
    }
  }
  await look(page, "declare");
  await seeWhatLeaks(page, look);
  await button(page, words.data.load).click();
  await expect(title(page)).toHaveText(words.data.fileTitle.loaded, WORKS);
  await expect(page.getByText(words.data.kept(file.rows, file.rows))).toBeVisible();
  await look(page, "loaded");
}

/** Every way to seal is attacked; the owner chooses by what comes out, here by keyboard, and finds it in the declaration. */
async function seeWhatLeaks(page: Page, look: Look): Promise<void> {
  const { leak } = words.data;
  await button(page, leak.ask).press("Enter");
  await expect(page.getByRole("heading", { name: leak.titleNothing })).toBeVisible(WORKS); // nothing can be searched yet
  const first = page.locator(".leaks > li").first();
  await first.locator("summary").press("Enter");
  await expect(first.getByLabel(words.data.protections.det)).toBeDisabled();
  await expect(first.getByText(leak.refused.role).first()).toBeVisible();
  const equal = first.getByLabel(words.data.protections.eq);
  await first.getByLabel(words.data.protections.rnd).focus();
  await page.keyboard.press("ArrowDown");
  await expect(equal).toBeChecked();
  await expect(page.getByLabel(words.data.protection).first()).toHaveValue("eq");
  await look(page, "leakage");
}

/** Describes the data set by keyboard; the name is not touched, and stays. */
async function describe(page: Page, look: Look): Promise<void> {
  const heading = (await title(page).textContent()) ?? "";
  const summary = page.locator("summary", { hasText: words.data.edit });
  await summary.press("Enter");
  const form = page.getByRole("form", { name: words.data.edit });
  await form.getByLabel(words.data.licence).fill("CC BY 4.0");
  await form.getByLabel(words.data.provenance).fill("1994 census of the United States");
  await look(page, "describe");
  await form.getByLabel(words.data.licence).press("Enter");
  await expect(form).toBeHidden();
  await expect(summary).toBeFocused();
  await expect(page.getByText("CC BY 4.0")).toBeVisible();
  await expect(title(page)).toHaveText(heading);
}

/** A role `reader` that may see metadata and make synthetic data. */
async function writePolicy(owner: Researcher, id: string): Promise<void> {
  const limits = { epsilon_cap: null, minimum_cohort: 0, mechanisms: null, columns: null, purposes: null };
  const rest = { rows: [], combine: true, four_eyes: false, expires_at: null };
  const operations = ["read_metadata", "synthesise"];
  const rule = { name: "may-synthesise", effect: "permit", operations, when: [], ...limits, ...rest };
  const role = { name: "reader", description: "Makes synthetic data.", anyone: false, delegable: false, groups: [] };
  const body = { subject: `dataset:${id}`, after: 0, roles: [{ ...role, requires: [], rules: [rule] }], groups: [] };
  await owner.ask("POST", "/api/v1/policies/", body, 201);
}

async function ask(page: Page, id: string, name: string, look: Look): Promise<void> {
  await page.goto(`${site()}/data`);
  await page.getByRole("link", { name, exact: true }).click();
  await expect(title(page)).toHaveText(name);
  await expect(page.getByText(words.data.accessNone)).toBeVisible();
  await page.getByLabel(words.data.purpose).fill("Does one follow the other?");
  await page.getByLabel(words.data.roleWanted).selectOption("reader");
  await look(page, "ask");
  await button(page, words.data.send).click();
  await expect(page.getByText(words.data.states.submitted)).toBeVisible();
  await page.goto(`${site()}/data/${id}/file`);
  await expect(page.getByText(words.refusals.codes.permission_denied)).toBeVisible(); // the file is its owner's alone
}

async function approve(page: Page, look: Look): Promise<void> {
  await page.goto(`${site()}/requests`);
  await expect(title(page)).toHaveText(words.data.requestsTitle(1));
  const request = page.getByRole("article");
  await request.getByLabel(words.data.grantUntil).fill("2099-12-31");
  await look(page, "decide");
  await button(request, words.data.approve).click();
  await expect(request.getByText(words.data.states.approved).first()).toBeVisible();
}

/** Deletes a data set by keyboard and withdraws that, while no worker has begun. */
async function deleteAndThinkAgain(page: Page, owner: Researcher, id: string, name: string, look: Look): Promise<void> {
  const carryOn = await holdDeletion(id, owner.email);
  await page.goto(`${site()}/data/${id}`);
  const status = page.getByRole("status");
  await expect(status).toHaveText(words.data.deletionWaits);
  await expect(button(page, words.data.delete)).toBeHidden();
  await look(page, "to-be-deleted");
  await button(page, words.data.withdrawDeletion).press("Enter");
  await expect(status).toHaveText(words.data.deletionWithdrawn);
  await expect(status).toBeFocused();
  await look(page, "deletion-withdrawn");
  await carryOn();
  await page.reload();
  await expect(title(page)).toHaveText(name);
}

async function destroy(page: Page, name: string, look: Look): Promise<void> {
  await button(page, words.data.delete).press("Enter");
  await page.getByLabel(words.data.typeName).fill(name);
  await button(page, words.data.deleteNow).press("Enter");
  await expect(title(page)).toHaveText(words.data.deleted, WORKS);
  await look(page, "destroyed");
}

/** Must be seen: exactly what is allowed, and that revoking it works at once. */
export async function takeDataJourney(
  browser: Browser,
  shape: BrowserContextOptions,
  file: File,
  look: Look,
): Promise<void> {
  const [owner, user] = [await Researcher.join(), await Researcher.join()];
  const name = `Income and age of ${owner.email}`;
  const [ours, theirs] = [await signedIn(browser, shape, owner), await signedIn(browser, shape, user)];
  const id = await putIn(ours, name, file, look);
  await declare(ours, file, look);
  await ours.getByRole("link", { name: words.data.toDataSet }).click();
  await expect(title(ours)).toHaveText(name);
  await expect(ours.locator(".columns-declared tbody tr")).toHaveCount(Object.keys(file.columns).length);
  await look(ours, "data-set");
  await describe(ours, look);
  await writePolicy(owner, id);
  await ask(theirs, id, name, look);
  await approve(ours, look);
  await theirs.goto(`${site()}/data/${id}`);
  const may = theirs.getByText(words.data.may(words.data.operations["dataset.synthesise"]), { exact: true });
  await expect(may).toBeVisible();
  await look(theirs, "approved");
  await user.ask("GET", `/api/v1/datasets/${id}/versions/`, null, 403); // rows and counts are its owner's alone
  await button(ours.getByRole("article"), words.data.revoke).click();
  await expect(ours.getByText(words.data.states.revoked).first()).toBeVisible();
  await theirs.reload();
  await expect(theirs.getByText(words.data.accessNone)).toBeVisible();
  await expect(may).toBeHidden();
  await deleteAndThinkAgain(ours, owner, id, name, look);
  await destroy(ours, name, look);
  await Promise.all([owner.leave(), user.leave(), ours.context().close(), theirs.context().close()]);
}

/** 60 rows of an age, a town and an income. */
export function smallFile(): File {
  const rows = Array.from({ length: 60 }, (_, row) => `${20 + (row % 50)},${row % 2 ? "Bern" : "Basel"},${row * 10}`);
  return {
    name: "incomes.csv",
    content: Buffer.from(`age,town,income\n${rows.join("\n")}\n`),
    rows: "60",
    columns: {
      age: { role: "quasi", least: "0", most: "120" },
      town: { role: "quasi" },
      income: { role: "sensitive", least: "0", most: "100000" },
    },
  };
}
