import { expect, type Page } from "@playwright/test";
import { en } from "../../../frontend/src/respond/words/en";
import type { Published } from "./definition";

/** Goes from the label to the first question, at this level. */
export async function begin(page: Page, version: Published, level: number): Promise<void> {
  await press(page, en.label.begin);
  if (version.definition.levels.length > 1) {
    await page.getByRole("group", { name: en.level.choice }).getByRole("radio").nth(level).check();
  }
  await press(page, en.level.go);
}

/** Give every question its answer, page after page, and stop at the sealed report. */
export async function answer(page: Page, version: Published, answers: readonly number[]): Promise<void> {
  for (const [index, question] of version.definition.questions.entries()) {
    const group = page.getByRole("group", { name: question.text });
    if (!(await group.isVisible())) await press(page, en.next);
    await group
      .getByRole("radio")
      .nth(answers[index] ?? 0)
      .check();
  }
  await press(page, en.questions.review);
  await expect(heading(page)).toHaveText(en.review.title);
}

/** Send, and wait for what becomes of it. */
export async function send(page: Page): Promise<void> {
  await press(page, en.review.send);
  await expect(heading(page)).not.toHaveText(en.review.title);
}

export const heading = (page: Page) => page.getByRole("heading", { level: 1 });

const press = (page: Page, name: string): Promise<void> => page.getByRole("button", { name, exact: true }).click();
