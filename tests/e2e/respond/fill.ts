import { expect, type Locator, type Page } from "@playwright/test";
import { type Definition, isQuestion, type Question } from "../../../frontend/src/respond/version/definition";
import { parseDefinition } from "../../../frontend/src/respond/version/parse";
import type { Published } from "./definition";

/** True answers by what was asked ("q1", "q3.r1"): an id, ids, or a number or day as typed. Consents are always given. */
export type Given = Readonly<Record<string, string | readonly string[]>>;

export const parsed = (version: Published): Definition => parseDefinition(version.definition, false);

export const heading = (page: Page): Locator => page.getByRole("heading", { level: 1 });

/** What leads on: the one main button of every screen, whatever the language. */
export const onward = (page: Page): Locator => page.locator("button.main:visible");

/** Goes from the label to the first page of questions, at this level. */
export async function begin(page: Page, level: number): Promise<void> {
  await onward(page).click();
  const levels = page.locator('input[name="level"]');
  if ((await levels.count()) > 0) await levels.nth(level).check();
  await onward(page).click();
}

/** Levels by question, where those who answer choose them there; a question that is not named stays as it is. */
export type Levels = Readonly<Record<string, number>>;

/** Where the level of a question is chosen. */
export const levelMenu = (page: Page, question: string): Locator =>
  page.locator(".notes", { has: page.locator(`[id="${question}-notes"]`) }).getByRole("combobox");

async function chooseLevels(page: Page, levels: Levels): Promise<void> {
  for (const [question, level] of Object.entries(levels)) {
    const menu = levelMenu(page, question);
    if (await menu.isVisible()) await menu.selectOption({ index: level });
  }
}

/** Called on every page of questions once it is filled in. */
export type Seen = (page: Page, place: number) => Promise<void>;

/** Answer page after page and stop at the sealed report. `doubts` are given first on each page, and then changed. */
export async function fill(
  page: Page,
  version: Published,
  given: Given,
  doubts: Given = {},
  seen?: Seen,
  levels: Levels = {},
): Promise<void> {
  const definition = parsed(version);
  for (let index = 0; index < 20; index += 1) {
    await page.locator(".progress").waitFor();
    await chooseLevels(page, levels);
    await fillPage(page, definition, doubts);
    await fillPage(page, definition, given);
    await seen?.(page, index);
    const before = await heading(page).innerText();
    await onward(page).click();
    await expect(heading(page)).not.toHaveText(before);
    if ((await page.locator(".progress").count()) === 0) return;
  }
  throw new Error("the questions have no end");
}

/** What is asked on the page that is shown; what is not given stays as it is. */
export async function fillPage(page: Page, definition: Definition, given: Given): Promise<void> {
  for (const item of definition.items) {
    if (item.type === "consent" && (await page.locator(`input[name="${item.id}"]`).isVisible())) {
      await page.locator(`input[name="${item.id}"]`).check();
    }
    if (isQuestion(item) && (await page.locator(`[id="${item.id}-notes"]`).isVisible()))
      await answer(page, definition, item, given);
  }
}

/** Moves the rows of a ranking until they stand in this order, and says that it is one where nothing had to be moved. */
async function putInOrder(page: Page, question: string, rows: readonly string[]): Promise<void> {
  const field = page.locator("fieldset", { has: page.locator(`[id="${question}-notes"]`) });
  const placeOf = (row: string): Promise<number> =>
    field.locator("li").evaluateAll((all, id) => all.findIndex((line) => line.querySelector(`[id="${id}"]`)), row);
  for (const [place, row] of rows.entries()) {
    const id = `${question}-${row}`;
    for (let from = await placeOf(id); from > place; from -= 1) await field.locator(`[id="${id}-higher"]`).click();
  }
  const confirm = field.locator(":scope > button").first();
  if ((await field.locator(".rank").first().innerText()) === "") await confirm.click();
}

/** The rows of a ranking in the order of the ranks that are given; none where it is skipped, or not given. */
function orderIn(question: Question, given: Given): readonly string[] {
  const rankOf = (row: string): string => String(given[`${question.id}.${row}`] ?? "");
  const rows = (question.rows ?? []).map(({ id }) => id).filter((row) => question.answers.includes(rankOf(row)));
  return rows.sort((left, right) => (rankOf(left) < rankOf(right) ? -1 : 1));
}

async function answer(page: Page, definition: Definition, question: Question, given: Given): Promise<void> {
  if (question.type === "ranking") {
    const rows = orderIn(question, given);
    return rows.length > 0 ? putInOrder(page, question.id, rows) : undefined;
  }
  for (const { key, answers } of definition.columns.filter((column) => column.question.id === question.id)) {
    const value = given[key];
    if (value === undefined) continue;
    const field = page.locator(`[id="${question.id}-field"]`);
    const box = (id: string): Locator => page.locator(`input[name="${key}"][value="${answers.indexOf(id)}"]`);
    if (typeof value !== "string") {
      for (const id of answers) if ((await box(id).count()) > 0 && !value.includes(id)) await box(id).uncheck();
      for (const id of value) await box(id).check();
    } else if (/^(number|slider|date)$/.test(question.type)) await field.fill(value);
    else if (question.type === "dropdown") await field.selectOption({ index: answers.indexOf(value) + 1 });
    else await box(value).check();
  }
}
