import { type Browser, expect, type Page, test } from "@playwright/test";
import type { Draft } from "../../../frontend/src/api/types";
import type { Definition } from "../respond/definition";
import { begin, fill, heading, onward, parsed } from "../respond/fill";
import { textsIn } from "../respond/texts";
import { Researcher, site } from "../site/api";
import { words } from "../site/words";
import { button, field } from "./builder";
import { looker } from "./state";

const TITLE = "A thousand people";
const ANSWERS = ["Often", "Rarely", "Never"];
const NAMES = ["nine", "spoon", "lamp", "road", "river", "garden", "letter", "window", "bread"];
const text = (name: string): string => `How often do you think of a ${name}?`;
const PHONES = ["en", "zh-CN", "ar"];

/** The title in the languages of two phones; questions stay in English, as where a translation is not finished. */
const LANGUAGES = {
  languages: ["zh-CN", "ar"],
  translations: { "zh-CN": { title: "一千人" }, ar: { title: "ألف شخص" } },
};

interface Kept {
  readonly draft: Draft;
  readonly draft_revision: number;
}

/** A new survey with its first question; nothing but the title, the question and its answers is touched. */
async function beginSurvey(page: Page): Promise<string> {
  const { build, home, items } = words;
  await page.goto(site());
  await button(page, home.newSurvey).click();
  await field(page, build.title).fill(TITLE);
  await button(page, items.types.single_choice).click();
  const entry = page.locator("li.item-opened");
  await field(entry, items.questionText).fill(text(NAMES[0] ?? ""));
  await button(entry, items.addOption).click();
  for (const [place, answer] of ANSWERS.entries()) await field(entry, items.option(place + 1)).fill(answer);
  await entry.getByRole("checkbox", { name: items.maySkip }).uncheck(); // to skip would be a fourth answer
  return new URL(page.url()).pathname.split("/")[2] ?? "";
}

/** Eight more questions like the first, through the API. */
async function addEight(researcher: Researcher, id: string): Promise<void> {
  const path = `/api/v1/surveys/${id}/`;
  const kept = () => researcher.ask<Kept>("GET", path, null, 200);
  const options = ANSWERS.map((name) => ({ label: name }));
  const first = { type: "single_choice", may_skip: false, text: text(NAMES[0] ?? ""), options };
  await expect.poll(async () => (await kept()).draft.questions[0], "the page has saved").toMatchObject(first);
  const { draft, draft_revision } = await kept();
  const questions = NAMES.map((name, place) => ({ ...draft.questions[0], id: `q${place + 1}`, text: text(name) }));
  await researcher.ask("PATCH", path, { ...draft, ...LANGUAGES, questions, draft_revision }, 200);
}

/** A phone of this language is asked two of the nine, sends them, and shows what it sent. */
async function answerOn(browser: Browser, locale: string, slug: string, width: number): Promise<string[]> {
  const version = await (await fetch(`${site()}/api/v1/links/${slug}/`)).json();
  const published = { ...(version as { hash: string; definition: Definition }), slug };
  const context = await browser.newContext({ locale, viewport: { width, height: 780 } });
  const page = await context.newPage();
  const texts = textsIn(locale);
  const look = looker(`${width}-light`);
  await page.goto(`${site()}/s/${slug}/`);
  await expect(onward(page)).toHaveText(texts.label.begin);
  await expect(page.getByText(texts.label.lot(texts.lot("2", "9")))).toBeVisible();
  await look(page, `thousand-label-${locale}`);
  await begin(page, 0);
  const questions: string[] = [];
  const answers = Object.fromEntries(parsed(published).columns.map((column) => [column.key, column.answers[0] ?? ""]));
  await fill(page, published, answers, {}, async (shown) => {
    questions.push(...(await shown.locator("fieldset:visible legend").allInnerTexts()));
    await look(shown, `thousand-questions-${locale}`);
  });
  await expect(heading(page)).toHaveText(texts.review.title);
  await onward(page).click();
  await expect(heading(page)).toHaveText(texts.receipt.title);
  await look(page, `thousand-receipt-${locale}`);
  await context.close();
  return questions;
}

for (const width of [1280, 360]) {
  test(`a thousand people at ${width} px: nine questions, the level by itself, and three phones asked two each`, async ({
    browser,
  }) => {
    const { build, results, sending } = words;
    const look = looker(`${width}-light`);
    const researcher = await Researcher.join();
    const viewport = { width, height: 900 };
    const context = await browser.newContext({ locale: "en-GB", viewport, storageState: await researcher.session() });
    const page = await context.newPage();
    const id = await beginSurvey(page);
    await addEight(researcher, id);
    await page.reload();
    await expect(page.locator("li.item")).toHaveCount(9);
    await expect(field(page, sending.people)).toHaveValue("1000");
    await expect(page.getByText(sending.aimReached("10", "923"))).toBeVisible();
    await look(page, "thousand-build");
    await button(page, build.publish).click();
    await button(page.getByRole("dialog"), build.publishNow).click();
    const shared = page.getByRole("region", { name: build.openTitle }).getByRole("link").first();
    const slug = new URL((await shared.getAttribute("href")) ?? "").pathname.split("/")[2] ?? "";

    for (const locale of PHONES) {
      const questions = await answerOn(browser, locale, slug, width);
      expect(questions, `what the phone in ${locale} was asked`).toHaveLength(2);
    }

    await page.getByRole("link", { name: build.seeResults, exact: true }).click();
    await expect(heading(page)).toHaveText(results.collectingTitle);
    await expect(page.getByText(sending.collecting(40, 20))).toBeVisible();
    await look(page, "thousand-waiting");
    await Promise.all([researcher.leave(), context.close()]);
  });
}
