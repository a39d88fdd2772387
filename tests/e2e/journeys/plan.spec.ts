import { expect, type Page, test } from "@playwright/test";
import { Researcher, site } from "../site/api";
import { speak, words } from "../site/words";
import { looker } from "./state";

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const title = (page: Page) => page.getByRole("heading", { level: 1 });
const FIFTY = "50\u202f%";

const YES_NO = {
  type: "yes_no",
  help: "",
  show_if: "",
  may_skip: false,
  options: [
    { id: "yes", label: "Yes" },
    { id: "no", label: "No" },
  ],
};
const choice = (id: string, text: string, answers: readonly string[]) => ({
  id,
  type: "single_choice",
  text,
  help: "",
  show_if: "",
  may_skip: false,
  shuffle: false,
  options: answers.map((label, index) => ({ id: `o${index}`, label })),
});
const DRAFT = {
  title: "Sleep and work",
  questions: [
    { ...YES_NO, id: "q1", text: "Did you sleep badly this week?" },
    choice("q2", "Where do you work?", ["Office", "Workshop", "Home", "Outside", "Nowhere"]),
    { ...YES_NO, id: "q3", text: "Do you smoke?" },
  ],
  pairs: [["q1", "q2"]],
  levels: [{ epsilon: "0.5" }, { epsilon: "1" }, { epsilon: "2" }],
};
const TOWNS = Array.from({ length: 200 }, (_, index) => `Town ${index + 1}`);
const LARGE = {
  title: "Twenty lists of towns",
  questions: Array.from({ length: 20 }, (_, index) => choice(`q${index}`, `Town ${index + 1} of your life?`, TOWNS)),
  levels: [{ epsilon: "0.1" }, { epsilon: "0.2" }, { epsilon: "0.3" }],
};

test("a researcher sees whether so many answers will be enough, and tries it on made-up people, by keyboard", async ({
  browser,
}) => {
  const owner = await Researcher.join();
  const survey = await owner.ask<{ id: string }>("POST", "/api/v1/surveys/", DRAFT, 201);
  const storageState = await owner.session();
  const wide = await browser.newContext({ viewport: { width: 1280, height: 900 }, storageState, locale: "en" });
  const page = await wide.newPage();
  await page.clock.install();
  const { plan } = words;
  await page.goto(`${site()}/surveys/${survey.id}/build`);
  await page.getByRole("link", { name: plan.nav, exact: true }).press("Enter");
  await expect(title(page)).toHaveText(plan.titleNone("500", "40\u202f%", 4));
  await page.getByLabel(plan.answers).fill("4000");
  await expect(title(page)).toHaveText(plan.titleSome("4\u202f000", "40\u202f%", 2, 4));
  await expect(page.getByText(plan.could("40\u202f%"), { exact: true })).toHaveCount(2);
  await page.getByLabel(plan.wanted).selectOption("0.1");
  await expect(title(page)).toContainText(`30\u202f% from ${FIFTY}`);
  await expect(page.getByRole("img", { name: plan.picture("3 · Do you smoke?") })).toBeVisible();
  const simulate = button(page, plan.draw("4\u202f000"));
  await expect(simulate).toBeEnabled();
  await page.clock.pauseAt(Date.now() + 60_000); // what is typed now is not asked before it goes on
  await page.getByLabel(words.levelNames[2]?.[0] ?? "").fill("80");
  await expect(page.getByText(plan.mixSum("130"))).toBeVisible();
  await expect(simulate).toBeDisabled(); // nobody is simulated by another mix than the one shown
  await page.clock.resume();
  await expect(simulate).toBeEnabled();

  await simulate.press("Enter");
  await expect(page.getByText(plan.simulated("4\u202f000"))).toHaveCount(4);
  await expect(page.locator(".rehearsed .interval-hatched").first()).toBeVisible();
  await expect(page.locator(".rehearsed .interval:not(.interval-hatched)")).toHaveCount(0);
  const drawn = await page.locator(".rehearsed .chart").first().textContent();
  await page.reload(); // the address reproduces the people
  await expect(page.locator(".rehearsed .chart").first()).toHaveText(drawn ?? "");
  await page.getByText(plan.table, { exact: true }).first().press("Enter");
  await page.getByText(plan.why, { exact: true }).first().press("Enter");
  await looker("1280-light")(page, "plan");
  await page.getByLabel(plan.answers).fill("20000");
  await expect(page.getByText(plan.most("10\u202f000"))).toBeVisible();
  await expect(page.locator(".rehearsed")).toHaveCount(0);

  const large = await owner.ask<{ id: string }>("POST", "/api/v1/surveys/", LARGE, 201);
  await page.goto(`${site()}/surveys/${large.id}/plan?seed=1`); // nobody is simulated, whatever the address says
  await expect(page.getByText(plan.tooLarge)).toBeVisible();
  await expect(button(page, plan.drawOthers)).toBeDisabled();
  await expect(page.locator(".rehearsed")).toHaveCount(0);

  speak("zh-CN");
  const shape = { viewport: { width: 360, height: 780 }, colorScheme: "dark", locale: "zh-CN" } as const;
  const small = await browser.newContext({ ...shape, storageState });
  const phone = await small.newPage();
  await phone.goto(`${site()}/surveys/${survey.id}/plan?answers=1000&seed=3`);
  await expect(phone.getByText(words.plan.simulated("1,000"))).toHaveCount(4);
  await looker("360-dark")(phone, "plan");
  speak("en");
  await Promise.all([owner.leave(), wide.close(), small.close()]);
});
