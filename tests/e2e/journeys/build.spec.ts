import { expect, test } from "@playwright/test";
import { keptOfHundred, mostSure } from "../../../frontend/src/studio/parts/draft/consequence";
import { zhCN } from "../../../frontend/src/studio/words/zh-CN";
import { words } from "../site/words";
import { add, button, field, item, label, pick, saved, workshop } from "./builder";
import { everyType } from "./everyType";
import { keyboard } from "./hand";

const { build, items, languages } = words;
const wide = { viewport: { width: 1280, height: 900 } };

test("one of each type is built by keyboard alone, with a condition, a pair and a translation, and published", async ({
  browser,
}) => {
  const { page, draft, researcher, close } = await workshop(browser, wide, {
    title: "By keyboard",
    levels: [{ epsilon: "0.5" }, { epsilon: "1" }],
  });

  await add(page, "consent", "I have read what this is about.");
  await add(page, "yes_no", "Have you ever worked while you were ill?");
  const choice = await add(page, "single_choice", "Where do you work?");
  await label(page, choice, ["At home", "In an office"], items.option);
  const several = await add(page, "multiple_choice", "What did you have?");
  await label(page, several, ["Headache", "Fever"], items.option);
  await keyboard.press(page, button(several, items.addOption));
  await page.keyboard.type("None of these");
  await keyboard.choose(page, several.getByLabel(items.exclusiveWhat(items.option(3)), { exact: true }), 0);
  await pick(page, field(several, items.shown), /worked while you were ill/);
  await pick(page, field(several, items.answer), "No");
  await pick(page, field(several, items.answer), "Yes");
  await add(page, "page", "About you");
  const list = await add(page, "dropdown", "Your season?");
  await label(page, list, ["Winter", "Summer"], items.option);
  const scale = await add(page, "scale", "How content are you?");
  await pick(page, field(scale, items.scaleTo), "7");
  const number = await add(page, "number", "How old are you?");
  await keyboard.write(page, field(number, items.edges), "18, 30, 65");
  await expect(number.getByText(items.bins(4))).toBeVisible();
  const date = await add(page, "date", "Since when?");
  await keyboard.write(page, field(date, items.edges), "2020-01-01 2023-01-01");
  const table = await add(page, "matrix", "How often?");
  await label(page, table, ["Skip lunch", "Work at night"], items.row);
  await label(page, table, ["Never", "Often"], items.column);
  await add(page, "section", "Thank you.");

  const pairs = page.getByRole("region", { name: build.pairs });
  await keyboard.press(page, button(pairs, build.pairAdd));
  await keyboard.press(page, button(page, languages.addThis));
  const translation = page.locator(".translation");
  await keyboard.write(page, translation.getByRole("textbox").first(), "用键盘");
  await keyboard.write(page, field(page, build.capReports), "500");
  const levels = page.getByRole("region", { name: build.levels });
  await pick(page, levels.getByRole("combobox").nth(0), build.consequence(keptOfHundred(0.25)));
  await expect(levels.getByText(build.overCap(words.levelNames[1]?.[1] ?? "", mostSure(8)))).toBeVisible();
  await pick(page, levels.getByRole("combobox").nth(1), build.consequence(keptOfHundred(0.5)));

  await expect(saved(page)).toBeVisible();
  const written = await draft();
  expect(written.questions.map(({ type }) => type)).toEqual([
    ...["consent", "yes_no", "single_choice", "multiple_choice", "page", "dropdown", "scale", "number", "date"],
    ...["matrix", "section"],
  ]);
  expect(written.questions[3]).toMatchObject({ show_if: "q1 = 'yes'", options: [{}, {}, { exclusive: true }] });
  expect(written).toMatchObject({
    pairs: [["q1", "q2"]],
    languages: ["zh-CN"],
    cap_reports: 500,
    translations: { "zh-CN": { "q1.options.yes": "是" } },
  });
  expect(Object.values(written.translations["zh-CN"] ?? {})).toContain("用键盘");

  await keyboard.press(page, button(page, build.publish));
  await keyboard.press(page, button(page.getByRole("dialog"), build.publishNow));
  const open = page.getByRole("region", { name: build.openTitle });
  const link = (await open.getByRole("link").first().getAttribute("href")) ?? "";
  const slug = new URL(link).pathname.split("/")[2];
  const { definition } = await researcher.ask<{ definition: { questions: unknown[]; blocks: unknown[] } }>(
    "GET",
    `/api/v1/links/${slug}/`,
    null,
    200,
  );
  expect(definition.questions).toEqual(written.questions);
  expect(definition.blocks).toHaveLength(7); // eight questions, of which two are one block
  await close();
});

test("what the server refuses of a condition stands at the condition", async ({ browser }) => {
  const draft = { ...everyType, questions: everyType.questions.slice(0, 4) };
  const { page, close } = await workshop(browser, wide, draft);
  await item(page, 4)
    .getByRole("button", { name: /last month/ })
    .click();
  await field(item(page, 4), items.shown).selectOption({ label: items.byExpression });
  const expression = field(item(page, 4), items.expression);
  await expression.fill("q9 = 'yes'");
  await expect(item(page, 4).getByText(items.unknownName("q9"))).toBeVisible();
  await expression.fill("q1 > 3");
  await expect(item(page, 4).locator(".condition .fault")).toBeVisible();
  await button(page, build.publish).click();
  await expect(button(page.getByRole("dialog"), build.publishNow)).toBeDisabled();
  await button(page.getByRole("dialog"), build.notYet).click();
  await expression.fill("q1 = 'yes' and not q2 answered");
  await expect(item(page, 4).locator(".condition .fault")).toHaveCount(0);
  await close();
});

test("a draft changed in another window is not overwritten", async ({ browser }) => {
  const { page, researcher, id, draft, close } = await workshop(browser, wide, everyType);
  await researcher.ask("PATCH", `/api/v1/surveys/${id}/`, { title: "Changed elsewhere" }, 200);
  await field(page, build.title).fill("Changed here");
  await expect(page.getByRole("alert")).toContainText(words.refusals.codes.draft_changed);
  await button(page, build.loadOther).click();
  await expect(field(page, build.title)).toHaveValue("Changed elsewhere");
  await field(page, build.title).fill("Changed after");
  await expect.poll(async () => (await draft()).title).toBe("Changed after");
  await close();
});

test("an item is dragged by its number, copied, removed and brought back", async ({ browser }) => {
  const { page, draft, close } = await workshop(browser, wide, everyType);
  const ids = async () => (await draft()).questions.map(({ id }) => id);
  const number = item(page, 11).locator(".item-number");
  await number.hover();
  await page.mouse.down();
  const target = await item(page, 9).boundingBox();
  await page.mouse.move((target?.x ?? 0) + 8, (target?.y ?? 0) + 4, { steps: 4 });
  await page.mouse.up();
  await expect.poll(async () => (await ids()).indexOf("text1")).toBe(8);
  await item(page, 3)
    .getByRole("button", { name: /Where do you work/ })
    .click();
  await button(page, items.duplicateWhat(items.place.question(3))).click();
  await expect.poll(async () => (await ids())[3]).toBe("q9");
  await button(page, items.removeWhat(items.place.question(4))).click();
  await expect.poll(async () => (await ids()).includes("q9")).toBe(false);
  await button(page, items.undo).click();
  await expect.poll(async () => (await ids())[3]).toBe("q9");
  await close();
});

test("an answer given before is inserted where the caret is", async ({ browser }) => {
  const { page, draft, close } = await workshop(browser, wide, everyType);
  await item(page, 3)
    .getByRole("button", { name: /Where do you work/ })
    .click();
  const text = field(item(page, 3), items.questionText);
  await text.fill("You said : why?");
  await text.evaluate((element) => (element as HTMLTextAreaElement).setSelectionRange(9, 9));
  await item(page, 3).getByText(items.piping).click();
  await item(page, 3)
    .getByRole("button", { name: /ever worked while/ })
    .click();
  await expect(text).toHaveValue("You said {q1}: why?");
  await expect.poll(async () => (await draft()).questions[2]?.text).toBe("You said {q1}: why?");
  await close();
});

test("the language is chosen in the frame, kept on the device, and nothing that was typed is lost", async ({
  browser,
}) => {
  const { page, draft, close } = await workshop(browser, wide, everyType);
  await field(page, build.title).fill("Typed just before");
  await field(page, words.language).selectOption("zh-CN");
  await expect(page.locator("html")).toHaveAttribute("lang", "zh-CN");
  await expect(field(page, zhCN.build.title)).toHaveValue("Typed just before");
  await expect.poll(async () => (await draft()).title).toBe("Typed just before");
  await page.reload();
  await expect(page.getByRole("heading", { name: zhCN.items.questions, exact: true })).toBeVisible();
  await field(page, zhCN.build.title).fill("Typed after");
  await expect.poll(async () => (await draft()).title).toBe("Typed after");
  await close();
});

test("the studio speaks the language of the browser before anybody chose", async ({ browser }) => {
  const context = await browser.newContext({ locale: "zh-CN" });
  const page = await context.newPage();
  await page.goto(`${process.env.DATAHUB_E2E_SITE}/sign-in`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(zhCN.account.signInTitle);
  await context.close();
});

test("levels are given over to each question by one press, and with one level left there is nothing to choose", async ({
  browser,
}) => {
  const { page, draft, close } = await workshop(browser, wide, everyType);
  const levels = page.getByRole("region", { name: build.levels });
  const each = levels.getByRole("checkbox", { name: build.levelEach });
  await keyboard.choose(page, each, 0);
  await expect(levels.getByText(build.levelsTextEach)).toBeVisible();
  await expect.poll(async () => (await draft()).level_choice).toBe("question");
  await page.reload();
  await expect(each).toBeChecked();
  await levels.getByRole("button", { name: items.removeWhat(words.levelNames[1]?.[1] ?? "") }).click();
  await expect(each).toHaveCount(0);
  await expect.poll(async () => (await draft()).level_choice).toBe("report");
  await close();
});

test("a closing date is saved as a moment, and one that has passed stops publishing", async ({ browser }) => {
  const { page, draft, close } = await workshop(browser, wide, everyType);
  await field(page, build.closesAt).fill("2099-12-24T18:00");
  await expect.poll(async () => (await draft()).closes_at).toBe("2099-12-24T18:00:00Z");
  await field(page, build.closesAt).fill("2020-12-24T18:00");
  await button(page, build.publish).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByText(build.checks.schedule)).toBeVisible();
  await expect(button(dialog, build.publishNow)).toBeDisabled();
  await button(dialog, build.notYet).click();
  await field(page, build.closesAt).fill("");
  await expect.poll(async () => (await draft()).closes_at).toBeNull();
  await close();
});

test("the phone shows what is written, in the language chosen beside it", async ({ browser }) => {
  const { page, close } = await workshop(browser, wide, everyType);
  const phone = page.frameLocator(`iframe[title="${build.previewFrame}"]`);
  await expect(phone.getByRole("heading", { level: 1 })).toHaveText(everyType.title);
  await field(page, build.previewLanguage).selectOption("ar");
  await expect(phone.locator("html")).toHaveAttribute("dir", "rtl");
  await expect(phone.getByRole("heading", { level: 1 })).toHaveText("العمل والصحة");
  await field(page, build.title).fill("Work and health in Bern");
  await field(page, build.previewLanguage).selectOption("en");
  await expect(phone.getByRole("heading", { level: 1 })).toHaveText("Work and health in Bern");
  await close();
});
