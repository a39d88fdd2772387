import { type Browser, type BrowserContextOptions, expect, type Page, test } from "@playwright/test";
import { en } from "../../../frontend/src/respond/words/en";
import { add, button, field, pick, saved, workshop } from "../journeys/builder";
import { keyboard } from "../journeys/hand";
import { looker } from "../journeys/state";
import type { Definition } from "../respond/definition";
import { site } from "../site/api";
import { sendReports } from "../site/surveys";
import { speak, words } from "../site/words";

const { build, items, plan, results } = words;
const WIDE: BrowserContextOptions = { viewport: { width: 1280, height: 900 } };
const PHONE: BrowserContextOptions = { viewport: { width: 360, height: 740 } };
const DARK: BrowserContextOptions = { viewport: { width: 360, height: 740 }, colorScheme: "dark", locale: "zh-CN" };
const [HOURS, AGE] = ["How many hours did you work last week?", "How old are you?"];
const NIGHT = "How many of these hours were at night?";
const UNIT = { mean: "hours", distribution: "years" };

/** A number whose `of` is wanted, between these bounds, by keyboard. */
async function addNumber(page: Page, text: string, of: "mean" | "distribution", bounds: [string, string, string]) {
  const entry = await add(page, "number", text);
  await pick(page, field(entry, items.wanted), items.wantedOf[of]);
  await keyboard.write(page, field(entry, items.unit), UNIT[of]);
  for (const [index, label] of [items.low, items.high, items.steps].entries())
    await keyboard.write(page, field(entry, label), bounds[index] ?? "");
  return entry;
}

/** A mean that is asked of some, who may skip it: not everybody is asked, so it must be one that may be skipped. */
async function addSkippable(page: Page): Promise<void> {
  const night = await addNumber(page, NIGHT, "mean", ["0", "60", "30"]);
  await pick(page, field(night, items.shown), new RegExp(HOURS.slice(0, 20)));
  await pick(page, field(night, items.comparison), items.comparisons[">"]);
  await expect(night.getByText(items.skipNumberNeeded)).toBeVisible();
  await keyboard.choose(page, night.getByRole("checkbox", { name: items.skipNumber }), 0);
  await expect(night.getByText(items.skipNumberNeeded)).toHaveCount(0);
  await expect(night.getByText(/their mean ± [0-9.]+ hours/)).toHaveCount(3);
}

/** Looks on a phone in the dark, in Chinese: how many answered, and their mean. */
async function seeOnPhone(
  browser: Browser,
  storageState: NonNullable<BrowserContextOptions["storageState"]>,
  id: string,
) {
  const context = await browser.newContext({ ...DARK, storageState });
  const page = await context.newPage();
  const look = looker("number-phone-dark");
  speak("zh-CN");
  await page.goto(`${site()}/surveys/${id}/results`);
  await expect(page.getByRole("heading", { level: 2, name: /的人作答/ })).toBeVisible();
  await look(page, "results");
  await page.goto(`${site()}/surveys/${id}/plan?answers=500&seed=1`);
  await expect(page.getByText(words.plan.simulated("500"))).toHaveCount(3);
  await look(page, "plan");
  speak("en");
  await context.close();
}

/** Answers on a phone, by keyboard: what lies beyond a bound is said to count as the bound. */
async function answer(browser: Browser, address: string): Promise<void> {
  const context = await browser.newContext(PHONE);
  const page = await context.newPage();
  const look = looker("number-phone");
  await page.goto(address);
  await look(page, "label");
  await keyboard.press(page, button(page, en.label.begin));
  await keyboard.press(page, button(page, en.level.go));
  await keyboard.write(page, page.getByLabel(HOURS), "7.5");
  await keyboard.write(page, page.getByLabel(AGE), "130");
  await keyboard.press(page, button(page, en.questions.review));
  await expect(page.locator("p.fault").getByText(en.fields.notWhole)).toBeVisible();
  await keyboard.write(page, page.getByLabel(HOURS), "-3");
  await expect(page.getByText(en.fields.uses("0 hours"))).toBeVisible();
  await expect(page.getByText(en.fields.uses("100 years"))).toBeVisible();
  await expect(page.getByLabel(NIGHT)).toBeHidden();
  await keyboard.write(page, page.getByLabel(HOURS), "45");
  await expect(page.getByLabel(NIGHT)).toBeVisible();
  await expect(page.getByText(en.fields.leaveEmpty)).toBeVisible();
  await expect(page.getByText(/Whether you answered is hidden too/)).toBeVisible();
  await look(page, "questions");
  await keyboard.press(page, button(page, en.questions.review));
  await expect(page.getByText(en.receipt.changedOrSkipped)).toBeVisible();
  await look(page, "review");
  await keyboard.press(page, button(page, en.review.send));
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(en.receipt.title);
  await expect(page.getByText(/^Sent: place \d+ of (?!2$)\d+$/)).toHaveCount(2);
  await expect(page.getByText(/^Sent: (place [12] of 2|Prefer not to say \/ Not asked)$/)).toHaveCount(1);
  await expect(page.getByText(en.receipt.changedOrSkipped)).toBeVisible();
  await look(page, "receipt");
  await context.close();
}

test("a mean and a distribution are asked for, answered on a phone and seen, by keyboard alone", async ({
  browser,
}) => {
  const { page, researcher, id, draft, close } = await workshop(browser, WIDE, {
    title: "Work",
    levels: [{ epsilon: "2" }],
  });
  const look = looker("number-wide");
  await addNumber(page, HOURS, "mean", ["0", "60", "30"]);
  const age = await addNumber(page, AGE, "distribution", ["0", "100", "2000"]);
  await expect(age.getByText(items.wholeFault("1", "100"))).toBeVisible();
  await keyboard.write(page, field(age, items.steps), "50");
  await expect(age.getByText(/mean ± [0-9.]+ years at most/)).toHaveCount(3);
  await expect(age.getByText(items.noSkip)).toBeVisible();
  await addSkippable(page);
  await expect(saved(page)).toBeVisible();
  await look(page, "build");
  expect((await draft()).questions).toMatchObject([
    { number: { estimate: { of: "mean", low: 0, high: 60, steps: 30 } } },
    { number: { estimate: { of: "distribution", low: 0, high: 100, steps: 50 } } },
    { may_skip: true, show_if: "q1 > 0", number: { estimate: { of: "mean", low: 0, high: 60, steps: 1 } } },
  ]);
  await keyboard.press(page, button(page, build.publish));
  await keyboard.press(page, button(page.getByRole("dialog"), build.publishNow));
  const shared = page.getByRole("region", { name: build.openTitle }).getByRole("link").first();
  const address = (await shared.getAttribute("href")) ?? "";
  await answer(browser, address);
  const slug = new URL(address).pathname.split("/")[2] ?? "";
  const version = await (await fetch(`${site()}/api/v1/links/${slug}/`)).json();
  await sendReports({ ...(version as { hash: string; definition: Definition }), slug }, 0, 160);
  await page.goto(`${site()}/surveys/${id}/plan`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/the mean will be known to ± [0-9.]+ hours at most/);
  await expect(page.getByText(plan.quantileLimits)).toBeVisible();
  await expect(page.getByText(/^With 500 people of whom 50\u202f% give a number/)).toBeVisible();
  await look(page, "plan");
  await page.goto(`${site()}/surveys/${id}/results`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/^[−0-9.]+ hours in the mean; 95 % interval/, {
    timeout: 45_000,
  });
  await expect(page.getByRole("table", { name: results.quantiles })).toBeVisible();
  await expect(
    page.getByRole("heading", { level: 2, name: /^[−0-9]+\s% answered, give or take [0-9]+/ }),
  ).toBeVisible();
  await expect(page.getByRole("img", { name: /^[−0-9.]+ hours, 95 percent interval/ })).toHaveCount(2);
  await look(page, "results");
  await seeOnPhone(browser, await researcher.session(), id);
  await close();
});
