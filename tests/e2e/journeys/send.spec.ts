import { expect, type Page, test } from "@playwright/test";
import { keptOfHundred, mostSure } from "../../../frontend/src/studio/parts/draft/consequence";
import { answerAs } from "../site/answer";
import { Researcher, site } from "../site/api";
import { publishDraft } from "../site/surveys";
import { speak, words } from "../site/words";
import { add, button, field, label, pick, saved, workshop } from "./builder";
import { keyboard } from "./hand";
import { looker } from "./state";

const wide = { locale: "en-GB", viewport: { width: 1280, height: 900 } } as const;
const radio = (page: Page, name: string) => page.getByRole("radio", { name, exact: true });
const title = (page: Page) => page.getByRole("heading", { level: 1 });
const EMPTY = { title: "A thousand people", levels: [{ epsilon: "4" }] };

const OPTIONS = [
  { id: "yes", label: "Yes" },
  { id: "no", label: "No" },
];
const yesOrNo = (...texts: string[]) =>
  texts.map((text, place) => ({
    ...({ type: "yes_no", help: "", show_if: "", may_skip: false } as const),
    ...{ id: `q${place + 1}`, text, options: OPTIONS },
  }));

interface Definition {
  readonly send?: unknown;
  readonly blocks: unknown[];
  readonly levels: readonly { readonly eps_report: string; readonly draws: { readonly blocks: unknown[] }[] }[];
}

test("five questions of which each phone sends some are built, published and planned, by keyboard", async ({
  browser,
}) => {
  const { build, items, sending, plan } = words;
  const { page, researcher, id, draft, close } = await workshop(browser, wide, EMPTY);
  const look = looker("1280-light");
  await add(page, "yes_no", "Did you sleep badly this week?");
  await add(page, "yes_no", "Do you smoke?");
  await add(page, "scale", "How content are you?");
  await add(page, "yes_no", "Do you work at night?");
  const table = await add(page, "matrix", "How often?");
  await label(page, table, ["Skip lunch", "Work late"], items.row);
  await label(page, table, ["Never", "Often"], items.column);
  await expect(saved(page)).toBeVisible();
  expect(await draft()).not.toHaveProperty("send");

  const levels = page.getByRole("region", { name: build.levels });
  await expect(levels.getByText(build.overCap(words.levelNames[0]?.[0] ?? "", mostSure(8)))).toBeVisible();
  await keyboard.choose(page, levels.getByRole("radio"), 1);
  await expect(levels.getByText(build.overCap(words.levelNames[0]?.[0] ?? "", mostSure(8)))).toHaveCount(0);
  await expect(field(page, sending.levelOf(words.levelNames[0]?.[0] ?? ""))).toHaveValue("4");
  await expect(levels.getByText(sending.shared(String(keptOfHundred(2))))).toBeVisible();
  await expect(radio(page, sending.asked.sent)).toBeChecked();
  await expect(table.getByText(sending.drawnRows)).toBeVisible();

  await keyboard.press(page, levels.getByText(words.detailsForExperts, { exact: true }));
  await expect(levels.getByText(sending.epsilonReport("4", "2"))).toBeVisible();
  await pick(page, field(page, sending.most), sending.mostOption("3", String(keptOfHundred(3))));
  await pick(page, levels.getByLabel(/^2 · Do you smoke/), sending.times("4"));
  await keyboard.choose(page, levels.getByRole("checkbox"), 0);
  await expect(table.getByText(sending.drawnTogether)).toBeVisible();
  await look(page, "send");
  await expect(saved(page)).toBeVisible();
  await expect
    .poll(async () => (await draft()).send)
    .toEqual({ questions: "some", ask: "sent", eps_block: "3", importance: { q2: "4" }, together: ["q5"] });

  await keyboard.press(page, button(page, build.publish));
  await keyboard.press(page, button(page.getByRole("dialog"), build.publishNow));
  const link = await page.getByRole("region", { name: build.openTitle }).getByRole("link").first().getAttribute("href");
  const slug = new URL(link ?? "").pathname.split("/")[2];
  const { definition } = await researcher.ask<{ definition: Definition }>("GET", `/api/v1/links/${slug}/`, null, 200);
  expect(definition.send).toEqual({ questions: "some", ask: "sent", eps_block: "3", importance: { q2: "4" } });
  expect(definition.blocks).toHaveLength(5); // the rows of the table are one
  expect(definition.levels.map((level) => level.eps_report)).toEqual(["4"]);
  expect(Math.max(...(definition.levels[0]?.draws ?? []).map(({ blocks }) => blocks.length))).toBeLessThan(5);

  await page.goto(`${site()}/surveys/${id}/plan`);
  await expect(title(page)).toContainText(plan.titleNone("500", "40\u202f%", 6));
  await page.getByLabel(plan.wanted).selectOption("0.1");
  await expect(title(page)).toContainText("30\u202f%");
  await expect(page.getByText(/^It takes .* people to tell/)).toHaveCount(6);
  await keyboard.press(page, button(page, plan.draw("500")));
  await expect(page.getByText(plan.simulated("500"))).toHaveCount(6);
  await look(page, "send-plan");
  await close();
});

test("on a phone, in Chinese and dark, the choice is clean, and levels by question are refused in words", async ({
  browser,
}) => {
  speak("zh-CN");
  const { sending, build } = words;
  const questions = yesOrNo("您抽烟吗？", "您上夜班吗？");
  const small = {
    locale: "zh-CN",
    colorScheme: "dark",
    viewport: { width: 360, height: 780 },
    hasTouch: true,
  } as const;
  const { page, draft, close } = await workshop(browser, small, {
    ...EMPTY,
    questions,
    language: "zh-CN",
    levels: [{ epsilon: "1" }, { epsilon: "2" }],
    level_choice: "question",
  });
  await expect(page.getByLabel(build.levelEach)).toBeChecked();
  await radio(page, sending.questions.some).check();
  await expect(page.getByText(sending.noLevelEach)).toBeVisible();
  await expect(page.getByLabel(build.levelEach)).toHaveCount(0);
  await radio(page, sending.asked.all).check();
  await page.getByText(words.detailsForExperts, { exact: true }).last().click();
  await expect(page.getByLabel(sending.most)).toBeVisible();
  await looker("360-dark")(page, "send");
  await expect
    .poll(async () => await draft())
    .toMatchObject({ level_choice: "report", send: { questions: "some", ask: "all" } });
  await radio(page, sending.questions.all).check();
  await expect(page.getByLabel(build.levelEach)).toBeVisible();
  await expect.poll(async () => (await draft()).send?.questions).toBe("all");
  speak("en");
  await close();
});

test("results say who sent a question, and why no two others are crossed", async ({ browser }) => {
  const { sending, build } = words;
  const owner = await Researcher.join();
  const { id, slug } = await publishDraft(owner, {
    ...EMPTY,
    questions: yesOrNo("Do you sleep badly?", "Do you work at night?", "Do you smoke?"),
    pairs: [["q1", "q2"]],
    send: { questions: "some", ask: "sent", eps_block: "4", importance: {}, together: [] },
  });
  const answerAt = (place: number) => (place % 5 < 3 ? "yes" : "no");
  const people = Array.from({ length: 300 }, (_, place) => ({
    q1: answerAt(place),
    q2: answerAt(place),
    q3: answerAt(place + 2),
  }));
  answerAs(people, slug);
  await owner.ask("PATCH", `/api/v1/surveys/${id}/versions/1/`, { state: "closed" }, 200);
  const context = await browser.newContext({ ...wide, storageState: await owner.session() });
  const page = await context.newPage();
  await page.goto(`${site()}/surveys/${id}/results`);
  await expect(page.getByText(/^Sent by \d+ of 300 people, worth as much as \d+ unscrambled answers\.$/)).toHaveCount(
    3,
  );
  const crossed = page.getByRole("region", { name: words.results.crossTitle });
  await expect(crossed.getByText(words.results.crossPlanned)).toBeVisible();
  await expect(crossed.getByText(sending.crossNobody)).toBeVisible();
  await expect(button(crossed, words.results.crossAsk)).toHaveCount(0);
  await looker("1280-light")(page, "send-results");
  await keyboard.press(page, crossed.getByRole("link", { name: sending.planPairs }));
  await expect(page.getByRole("heading", { name: build.pairs })).toBeFocused();
  await expect(page.getByRole("heading", { name: build.pairs })).toBeInViewport();
  await page.setViewportSize({ width: 360, height: 780 });
  await page.goBack();
  await expect(crossed.getByText(sending.crossNobody)).toBeVisible();
  await looker("360-light")(page, "send-results");
  await Promise.all([owner.leave(), context.close()]);
});
