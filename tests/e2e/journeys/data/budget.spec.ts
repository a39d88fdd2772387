import { type Browser, type BrowserContextOptions, expect, type Page, test } from "@playwright/test";
import { Researcher, site } from "../../site/api";
import { charge } from "../../site/charge";
import { speak, words } from "../../site/words";
import { looker } from "../state";

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const title = (page: Page) => page.getByRole("heading", { level: 1 });
const FAIR = "0.1158"; // rho that is worth an epsilon a little above 2

async function adult(owner: Researcher, user: Researcher): Promise<string> {
  const fields = { name: "Adult", audience: "everyone" };
  const { id } = await owner.ask<{ id: string }>("POST", "/api/v1/datasets/", fields, 201);
  const limits = { epsilon_cap: null, minimum_cohort: 0, mechanisms: null, columns: null, purposes: null };
  const rest = { rows: [], combine: true, four_eyes: false, expires_at: null };
  const operations = ["read_metadata", "synthesise"];
  const rule = { name: "may-synthesise", effect: "permit", operations, when: [], ...limits, ...rest };
  const role = {
    name: "reader",
    description: "",
    anyone: true,
    delegable: false,
    groups: [],
    requires: [],
    rules: [rule],
  };
  await owner.ask("POST", "/api/v1/policies/", { subject: `dataset:${id}`, after: 0, roles: [role], groups: [] }, 201);
  await user.ask("GET", `/api/v1/datasets/${id}/`, null, 200);
  return id;
}

async function opened(browser: Browser, shape: BrowserContextOptions, person: Researcher, id: string): Promise<Page> {
  const context = await browser.newContext({ ...shape, storageState: await person.session() });
  const page = await context.newPage();
  await page.goto(`${site()}/data/${id}/budget`);
  return page;
}

/** Sets a budget by keyboard alone: choose a promise, look at it, confirm it. */
async function setFirst(page: Page, look: (page: Page, name: string) => Promise<void>): Promise<void> {
  await expect(title(page)).toHaveText(words.budget.titleNone);
  await look(page, "budget-none");
  const promise = page.getByLabel(words.budget.howSure);
  await promise.focus();
  await promise.selectOption("2");
  await button(page, words.budget.set).press("Enter");
  await expect(page.getByText(words.budget.logged)).toBeVisible();
  await look(page, "budget-confirm");
  await button(page, words.budget.setNow).press("Enter");
}

for (const [width, colorScheme, tongue] of [
  [1280, "light", "en"],
  [360, "dark", "zh-CN"],
  [360, "light", "en"],
  [1280, "dark", "zh-CN"],
] as const) {
  test(`an owner sets a budget and sees it spent, ${width} px, ${colorScheme}, ${tongue}`, async ({ browser }) => {
    speak(tongue);
    const [owner, user] = [await Researcher.join(), await Researcher.join()];
    const shape = { viewport: { width, height: 900 }, colorScheme, locale: tongue };
    const look = looker(`${width}-${colorScheme}`);
    const id = await adult(owner, user);
    const page = await opened(browser, shape, owner, id);
    await setFirst(page, look);
    await expect(title(page)).toHaveText(words.budget.titleLeft(tongue === "en" ? "100\u202f%" : "100%"));
    charge(id, [
      { email: user.email, note: "mean of age", becomes: "committed", sigma: "10" },
      { email: user.email, note: "income by age", becomes: "committed", sigma: "5" },
      { email: user.email, note: "a plan with a mistake", becomes: "released", sigma: "5" },
      { email: owner.email, note: "count of rows", becomes: "committed", epsilon: "0.1" },
      { email: user.email, note: "hours by sex", becomes: "reserved", sigma: "10" },
    ]);
    await page.reload();
    await expect(title(page)).toHaveText(words.budget.more(10));
    await expect(page.locator(".uses tbody tr")).toHaveCount(5);
    await expect(page.locator(".ruler-step").first()).toBeAttached();
    await look(page, "budget");
    await page.getByText(words.detailsForExperts).first().click();
    await look(page, "budget-numbers");
    await expect(button(page, words.budget.set)).toBeDisabled(); // nothing is changed yet
    await page.getByLabel(words.budget.howSure).selectOption("0.5"); // less than is spent
    await expect(page.getByText(words.budget.verdicts.below)).toBeVisible();
    await expect(button(page, words.budget.set)).toBeDisabled();
    await page.getByLabel(words.budget.howSure).selectOption("4");
    await expect(page.getByText(words.budget.verdicts.weaker)).toBeVisible();
    await look(page, "budget-raise");

    const theirs = await opened(browser, shape, user, id);
    await expect(title(theirs)).toHaveText(words.budget.more(2));
    await expect(theirs.locator(".uses tbody tr")).toHaveCount(4); // their own alone
    await expect(theirs.getByText(owner.email)).toBeHidden();
    await expect(button(theirs, words.budget.set)).toBeHidden();
    await look(theirs, "budget-of-a-user");
    await user.ask("PUT", `/api/v1/budgets/dataset:${id}/limits/`, { rho: FAIR, delta: "0", epsilon: null }, 403);

    charge(id, [{ email: owner.email, note: "an exact table for the press", becomes: "unbounded" }]);
    await theirs.reload();
    await expect(title(theirs)).toHaveText(words.budget.titleUnbounded);
    await page.reload();
    await expect(page.getByText("an exact table for the press")).toBeVisible();
    await look(page, "budget-unbounded");
    await Promise.all([owner.leave(), user.leave(), page.context().close(), theirs.context().close()]);
    speak("en");
  });
}

test("an owner gives one of those who ask a part of the budget, by keyboard", async ({ browser }) => {
  const [owner, user] = [await Researcher.join(), await Researcher.join()];
  const id = await adult(owner, user);
  await owner.ask("PUT", `/api/v1/budgets/dataset:${id}/limits/`, { rho: FAIR, delta: "0.000001", epsilon: null }, 200);
  charge(id, [{ email: user.email, note: "mean of age", becomes: "committed", sigma: "10" }]);
  const page = await opened(browser, { viewport: { width: 1280, height: 900 } }, owner, id);
  await page.getByLabel(words.budget.whose).selectOption({ label: user.email });
  await page.getByLabel(words.budget.share).selectOption("0.1");
  await button(page, words.budget.set).press("Enter");
  await expect(page.getByText(words.budget.setShare(user.email, "10\u202f%"))).toBeVisible();
  await button(page, words.budget.setNow).press("Enter");
  await expect(page.locator(".rulers").getByText(words.budget.left("57\u202f%"))).toBeVisible(); // 0.005 of 0.01158
  await Promise.all([owner.leave(), user.leave(), page.context().close()]);
});

test("a stranger finds no budget, and nothing at an address that was never given", async ({ browser }) => {
  const [owner, stranger] = [await Researcher.join(), await Researcher.join()];
  const { id } = await owner.ask<{ id: string }>("POST", "/api/v1/datasets/", { name: "Hidden" }, 201);
  const page = await opened(browser, { viewport: { width: 360, height: 780 } }, stranger, id);
  await expect(page.getByText(words.refusals.codes.not_found)).toBeVisible();
  await looker("360-light")(page, "budget-hidden");
  await Promise.all([owner.leave(), stranger.leave(), page.context().close()]);
});
