import { expect, type Page } from "@playwright/test";
import { en } from "../../../frontend/src/respond/words/en";
import type { Definition } from "../respond/definition";
import { newAddress, password, site } from "../site/api";
import { codeFor } from "../site/mail";
import { sendReports } from "../site/surveys";
import { words } from "../site/words";
import type { Hand } from "./hand";
import type { Look } from "./state";

/** How many other people answer at each level. */
const OTHERS = [150, 150, 300];
const QUESTIONS = ["Have you ever worked while you were ill?", "Where do you work on most days?"] as const;
const PLACES = ["At home", "In an office", "Outdoors"] as const;

export interface Journey {
  readonly page: Page;
  readonly hand: Hand;
  readonly look: Look;
}

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const link = (page: Page, name: string) => page.getByRole("link", { name, exact: true });
const title = (page: Page) => page.getByRole("heading", { level: 1 });

/** Nobody yet, then a person with a proven address who has signed out and in again. */
export async function signUpAndIn({ page, hand, look }: Journey): Promise<void> {
  const email = newAddress();
  const { account } = words;
  await page.goto(site());
  await expect(title(page)).toHaveText(account.signInTitle);
  await look(page, "sign-in");
  await hand.press(page, link(page, account.noAccount));
  await expect(title(page)).toHaveText(account.signUpTitle);
  await look(page, "sign-up");
  await hand.write(page, page.getByLabel(account.email), email);
  await hand.write(page, page.getByLabel(account.newPassword, { exact: true }), password);
  await hand.press(page, button(page, account.signUp));
  await expect(title(page)).toHaveText(account.verifyTitle);
  await look(page, "verify");
  await hand.write(page, page.getByLabel(account.code), await codeFor(email));
  await hand.press(page, button(page, account.verify));
  await expect(title(page)).toHaveText(words.home.titleEmpty);
  await look(page, "home-empty");
  await hand.press(page, button(page, words.signOut));
  await expect(title(page)).toHaveText(account.signInTitle);
  await hand.write(page, page.getByLabel(account.email), email);
  await hand.write(page, page.getByLabel(account.password, { exact: true }), "not the password");
  await hand.press(page, button(page, account.signIn));
  await expect(page.getByRole("alert").or(page.locator("[aria-invalid=true]")).first()).toBeVisible();
  await look(page, "sign-in-refused");
  await hand.write(page, page.getByLabel(account.password, { exact: true }), password);
  await hand.press(page, button(page, account.signIn));
  await expect(title(page)).toHaveText(words.home.titleEmpty);
}

/** Two questions that every phone sends, with three levels to choose from, published; returns the link to share. */
export async function buildAndPublish({ page, hand, look }: Journey, name: string): Promise<string> {
  const { build, items, sending } = words;
  await hand.press(page, button(page, words.home.newSurvey));
  await hand.write(page, page.getByLabel(build.title, { exact: true }), name);
  await look(page, "build-empty");
  await hand.press(page, button(page, items.types.yes_no));
  const first = page.locator("li.item").nth(0);
  await hand.write(page, first.getByLabel(items.questionText, { exact: true }), QUESTIONS[0]);
  await hand.press(page, button(page, items.types.single_choice));
  const second = page.locator("li.item").nth(1);
  await hand.write(page, second.getByLabel(items.questionText, { exact: true }), QUESTIONS[1]);
  await hand.press(page, second.getByRole("button", { name: items.addOption }));
  for (const [index, label] of PLACES.entries()) {
    await hand.write(page, second.getByLabel(items.option(index + 1), { exact: true }), label);
  }
  await hand.choose(page, page.getByRole("group", { name: sending.title }).getByRole("radio"), 0);
  await hand.press(page, button(page, build.addLevel));
  await hand.press(page, button(page, build.addLevel));
  await expect(page.getByRole("status").filter({ hasText: build.saved("") })).toBeVisible();
  await expect(
    page.frameLocator(`iframe[title="${build.previewFrame}"]`).getByRole("heading", { level: 1 }),
  ).toHaveText(name);
  await look(page, "build");
  await hand.press(page, button(page, build.publish));
  await expect(page.getByRole("dialog")).toBeVisible();
  await look(page, "publish");
  await hand.press(page, button(page, build.publishNow));
  const shared = page.getByRole("region", { name: build.openTitle }).getByRole("link").first();
  await expect(shared).toBeVisible();
  await look(page, "published");
  return (await shared.getAttribute("href")) ?? "";
}

/** Goes from the link to the receipt, on a page of its own. */
export async function answerAll({ page, hand, look }: Journey, address: string, name: string): Promise<void> {
  await page.goto(address);
  await expect(title(page)).toHaveText(name);
  await look(page, "label");
  await hand.press(page, button(page, en.label.begin));
  await expect(title(page)).toHaveText(en.level.title);
  await hand.choose(page, page.getByRole("group", { name: en.level.choice }).getByRole("radio"), 1);
  await look(page, "level");
  await hand.press(page, button(page, en.level.go));
  await expect(title(page)).toHaveText(en.questions.title(1, 1));
  await hand.choose(page, page.getByRole("group", { name: QUESTIONS[0] }).getByRole("radio"), 0);
  await hand.choose(page, page.getByRole("group", { name: QUESTIONS[1] }).getByRole("radio"), 2);
  await look(page, "questions");
  await hand.press(page, button(page, en.questions.review));
  await expect(title(page)).toHaveText(en.review.title);
  await look(page, "review");
  await hand.press(page, button(page, en.review.send));
  await expect(title(page)).toHaveText(en.receipt.title);
  await look(page, "receipt");
}

/** Two questions are crossed, and a model is made of their table. */
async function makeModel({ page, hand, look }: Journey): Promise<void> {
  const { crossAdd, crossAsk, crossUnplanned, model } = words.results;
  await expect(page.getByText(model.none)).toBeVisible();
  await hand.press(page, page.getByText(crossAdd));
  await hand.press(page, button(page, crossAsk));
  await expect(page.getByText(crossUnplanned)).toBeVisible({ timeout: 45_000 });
  await hand.press(page, page.getByText(model.make));
  await expect(page.getByText(model.notForPeople)).toBeVisible();
  await expect(page.getByLabel(model.foretell)).toHaveValue("q1");
  await hand.press(page, page.locator("summary", { hasText: model.chancesOf(QUESTIONS[1]) }));
  await look(page, "model");
}

/** What rows made of the same tables would be worth; whether these few people are enough for any is up to the noise. */
async function weighRows({ page, hand, look }: Journey): Promise<void> {
  const { rows } = words.results;
  await hand.press(page, page.getByText(rows.look));
  const sentences = [rows.offered, rows.refused, rows.nothingShows].map((sentence) => page.getByText(sentence));
  await expect(sentences.reduce((left, right) => left.or(right))).toBeVisible();
  await look(page, "rows");
}

/** Too early to say; then others have answered too, and the page shows what they said. */
export async function seeResults({ page, hand, look }: Journey, address: string): Promise<void> {
  await hand.press(page, link(page, words.build.seeResults));
  await expect(title(page)).toHaveText(words.results.collectingTitle);
  await look(page, "results-waiting");
  const slug = new URL(address).pathname.split("/")[2] ?? "";
  const version = await (await fetch(`${site()}/api/v1/links/${slug}/`)).json();
  const published = { ...(version as { hash: string; definition: Definition }), slug };
  for (const [level, people] of OTHERS.entries()) await sendReports(published, level, people);
  // All but the 20 of each level who are held back and those who do not make a batch yet, at the next sweep or the one
  // after: 601 - 60 - 49 at least.
  await expect(page.getByText(/^(49|5[0-4])[0-9] reports/)).toBeVisible({ timeout: 45_000 });
  await expect(page.getByRole("paragraph").getByText(QUESTIONS[1], { exact: true })).toBeVisible();
  await look(page, "results");
  await makeModel({ page, hand, look });
  await weighRows({ page, hand, look });
  await hand.press(page, link(page, words.surveys));
  await expect(link(page, words.home.results)).toBeVisible();
  await look(page, "home");
}
