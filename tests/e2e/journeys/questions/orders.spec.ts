import { expect, type Page, test } from "@playwright/test";
import type { Texts } from "../../../../frontend/src/respond/words/en";
import { en } from "../../../../frontend/src/respond/words/en";
import { MOVED } from "../../respond/drafts";
import { textsIn } from "../../respond/texts";
import { Researcher, site } from "../../site/api";
import { publishDraft, sendReports } from "../../site/surveys";
import { keyboard, reach } from "../hand";
import { looker } from "../state";

const title = (page: Page) => page.getByRole("heading", { level: 1 });
const drinks = (page: Page) => page.getByRole("group", { name: /drinks in order/ });
const lines = (page: Page) => drinks(page).getByRole("listitem");

async function toQuestions(page: Page, texts: Texts): Promise<void> {
  await keyboard.press(page, page.getByRole("button", { name: texts.label.begin }));
  await keyboard.press(page, page.getByRole("button", { name: texts.level.go }));
  await expect(page.locator(".progress")).toBeVisible();
}

test("an order and tracks are set by keyboard alone; nothing counts before that; and the results tell the ranks", async ({
  browser,
}) => {
  const owner = await Researcher.join();
  const version = await publishDraft(owner, MOVED);
  const respondent = await browser.newContext({ viewport: { width: 360, height: 740 }, colorScheme: "dark" });
  const phone = await respondent.newPage();
  const look = looker("360-dark");
  await phone.goto(`${site()}/s/${version.slug}/`);
  await toQuestions(phone, en);
  await look(phone, "orders-untouched");
  const effort = phone.getByRole("slider", { name: /meetings/ });
  await expect(effort).toHaveAttribute("aria-valuetext", en.fields.untouched);
  await phone.locator('[id="effort-title"]').click(); // the text of the question, which is no part of the track
  await expect(effort).toHaveAttribute("aria-valuetext", en.fields.untouched);
  await keyboard.press(phone, phone.getByRole("button", { name: en.questions.review }));
  await expect(phone.locator(".problem li")).toHaveCount(1); // the track that may not be skipped; the rest may
  const before = await lines(phone).allInnerTexts();
  const last = lines(phone).last().getByRole("button", { name: en.fields.higher });
  await keyboard.press(phone, last);
  await expect(drinks(phone).getByRole("status")).toContainText("now 2 of 3");
  await phone.keyboard.press("Enter"); // the focus went with what was moved
  await expect(drinks(phone).getByRole("status")).toContainText("now 1 of 3");
  await phone.keyboard.press("Enter"); // there is nothing above
  const after = await lines(phone).allInnerTexts();
  expect(after[0]).toContain((before[2] ?? "").split("\n")[0]);
  expect(after.map((line) => line.charAt(0))).toEqual(["1", "2", "3"]);
  await reach(phone, effort);
  await phone.keyboard.press("Enter"); // the middle, where it stood
  await expect(effort).toHaveAttribute("aria-valuetext", "50 %");
  await phone.keyboard.press("ArrowRight");
  await expect(effort).toHaveAttribute("aria-valuetext", "60 %");
  const warmth = phone.getByRole("slider", { name: /warm/ });
  await reach(phone, warmth);
  await phone.keyboard.press("Home");
  await expect(phone.getByText(en.fields.uses("under 10 °C"))).toBeVisible();
  await keyboard.choose(phone, phone.getByRole("group", { name: /like your work/ }).getByRole("radio"), 2);
  await look(phone, "orders-touched");
  await keyboard.press(phone, phone.getByRole("button", { name: en.questions.review }));
  await expect(title(phone)).toHaveText(en.review.title);
  await keyboard.press(phone, phone.getByRole("button", { name: en.review.send }));
  await expect(title(phone)).toHaveText(en.receipt.title);
  await look(phone, "orders-receipt");
  await respondent.close();

  await sendReports(version, 0, 250);
  const as = { viewport: { width: 1280, height: 900 }, storageState: await owner.session() };
  const studio = await browser.newContext(as);
  const page = await studio.newPage();
  await page.goto(`${site()}/surveys/${version.id}/results`);
  await expect(page.getByText(/^(1[5-9]|2[0-9])[0-9] reports/).first()).toBeVisible({ timeout: 45_000 });
  await expect(page.getByRole("columnheader", { name: "Mean rank" }).last()).toBeVisible();
  for (const rank of ["Rank 1", "Rank 2", "Rank 3"])
    await expect(page.getByRole("columnheader", { name: rank }).first()).toBeVisible();
  await looker("1280-light")(page, "orders-results");
  await page.setViewportSize({ width: 360, height: 740 });
  await page.emulateMedia({ colorScheme: "dark" });
  await looker("360-dark")(page, "orders-results");
  await studio.close();
  await owner.leave();
});

test("where each phone sends some of the questions all options are ranked, and it says whose rank is sent", async ({
  browser,
}) => {
  const owner = await Researcher.join();
  const send = { questions: "some", ask: "sent", eps_block: "2", importance: {}, together: [] };
  const version = await publishDraft(owner, {
    ...{ title: "Some ranks", levels: [{ epsilon: "2" }], send },
    questions: MOVED.questions.slice(0, 1),
  });
  const context = await browser.newContext({ viewport: { width: 360, height: 740 } });
  const phone = await context.newPage();
  await phone.goto(`${site()}/s/${version.slug}/`);
  await toQuestions(phone, en);
  await expect(lines(phone)).toHaveCount(3);
  await expect(phone.getByText(/^Your phone sends only the rank of: (Tea|Coffee|Water)/)).toBeVisible();
  await keyboard.press(phone, drinks(phone).getByRole("button", { name: en.fields.keepOrder }));
  await expect(lines(phone).first()).toContainText("1");
  await keyboard.press(phone, phone.getByRole("button", { name: en.questions.review }));
  await keyboard.press(phone, phone.getByRole("button", { name: en.review.send }));
  await expect(title(phone)).toHaveText(en.receipt.title);
  await expect(phone.getByText(/^Sent: (Rank [123]|Prefer not to say|no ticks|ticks at )/)).toHaveCount(1);
  await context.close();
  await owner.leave();
});

for (const [language, width, colorScheme] of [
  ["ar", 360, "light"],
  ["zh-CN", 360, "dark"],
  ["en", 1280, "light"],
  ["ar", 1280, "dark"],
] as const) {
  test(`an order, tracks and labels of points are clean in ${language}, ${width} px, ${colorScheme}`, async ({
    browser,
  }) => {
    const owner = await Researcher.join();
    const version = await publishDraft(owner, MOVED);
    const as = { viewport: { width, height: 900 }, colorScheme, locale: language, hasTouch: width < 500 };
    const context = await browser.newContext(as);
    const page = await context.newPage();
    const texts = textsIn(language);
    await page.goto(`${site()}/s/${version.slug}/`);
    await page.getByRole("button", { name: texts.label.begin }).click();
    await page.getByRole("button", { name: texts.level.go }).click();
    await expect(page.locator(".progress")).toBeVisible();
    const look = looker(`${width}-${colorScheme}-${language}`);
    await look(page, "orders-untouched");
    await page.locator(".ranks li").first().getByRole("button", { name: texts.fields.lower }).click();
    await page.locator('[id="warmth-field"]').fill("25");
    await page.locator('[id="effort-field"]').click(); // its middle
    await look(page, "orders-touched");
    const buttons = await page.locator(".ranks button").all();
    for (const each of buttons) {
      const box = await each.boundingBox();
      expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44);
    }
    await context.close();
    await owner.leave();
  });
}
