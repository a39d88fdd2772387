import type { Route } from "@playwright/test";
import { directionOf } from "../../../frontend/src/respond/voice";
import { begin, fill, fillPage, heading, levelMenu, onward, parsed } from "../respond/fill";
import { expect, test } from "../respond/surveys";
import { textsIn } from "../respond/texts";
import { site } from "../site/api";
import { reach } from "./hand";
import { looker } from "./state";

const GIVEN = {
  ...{ ill: "yes", days: "8.5", place: "o3", branch: "o4", tools: ["car", "hand"], happy: "p2", born: "2016-03-04" },
  ...{ "grid.r1": "o2", "grid.r2": "prefer_not_to_say", "grid.r3": "o1", cold: "yes", warm: "no" },
};
const PAGES = 4;

for (const language of ["en", "zh-CN", "ar"]) {
  for (const [width, colorScheme] of [
    [360, "light"],
    [1280, "dark"],
  ] as const) {
    test(`every type of item in ${language} at ${width} px, ${colorScheme}`, async ({ browser, version }) => {
      const published = await version("all types");
      const texts = textsIn(language);
      const look = looker(`respond-${language}-${width}`);
      const context = await browser.newContext({ locale: language, colorScheme, viewport: { width, height: 780 } });
      const page = await context.newPage();
      await page.goto(`${site()}/s/${published.slug}/`);
      await expect(onward(page)).toHaveText(texts.label.begin);
      expect(await page.locator("html").getAttribute("dir")).toBe(directionOf(language));
      expect(await page.locator("html").getAttribute("lang")).toBe(language);
      await look(page, "label");
      await begin(page, 1);
      await onward(page).click(); // the consent is missing
      await expect(page.locator(".problem")).toBeFocused();
      await look(page, "faults");
      const places: number[] = [];
      await fill(page, published, GIVEN, {}, async (shown, index) => {
        places.push(index);
        await look(shown, `questions-${index}`);
      });
      expect(places).toHaveLength(PAGES);
      await expect(heading(page)).toHaveText(texts.review.title);
      await look(page, "review");
      await onward(page).click();
      await expect(heading(page)).toHaveText(texts.receipt.title);
      await look(page, "receipt");
      await context.close();
    });
  }
}

test("a level is chosen at each question, and locked when an answer is touched", async ({ browser, version }) => {
  const published = await version("levels by question");
  const texts = textsIn("zh-CN");
  const look = looker("respond-levels-360");
  const context = await browser.newContext({ locale: "zh-CN", viewport: { width: 360, height: 780 } });
  const page = await context.newPage();
  await page.goto(`${site()}/s/${published.slug}/`);
  await page.getByRole("button", { name: "English", exact: true }).click();
  await expect(page.getByText(textsIn("en").label.oddsEach)).toBeVisible();
  await look(page, "label");
  await onward(page).click();
  await expect(page.getByRole("group", { name: textsIn("en").level.compare })).toBeVisible(); // nothing is chosen here
  await page.getByRole("button", { name: textsIn("en").back, exact: true }).click();
  await begin(page, 2);
  const menu = (question: string) => levelMenu(page, question);
  await expect(menu("ill")).toHaveValue(textsIn("en").levels[2]?.[0] ?? ""); // what was looked at before chooses nothing
  await menu("ill").selectOption({ index: 2 });
  await expect(menu("days")).toHaveCount(0);
  await look(page, "chosen");
  await page.locator('input[name="ill"]').first().check();
  await expect(menu("ill")).toBeDisabled();
  await page.getByRole("button", { name: "العربية", exact: true }).click();
  await expect(menu("ill")).toBeDisabled();
  await look(page, "locked");
  await page.getByRole("button", { name: "English", exact: true }).click();
  const given = { ill: "no", place: "o3", tools: ["car", "hand"], cold: "yes", warm: "no" };
  await fill(page, published, given, {}, undefined, { place: 1, cold: 2 });
  await expect(
    page.getByText("Least protection, Most protection, Middle, Most protection, Least protection"),
  ).toBeVisible();
  await look(page, "review");
  expect(texts.level.leadEach).not.toBe("");
  await onward(page).click();
  await expect(heading(page)).toHaveText(textsIn("en").receipt.title);
  await expect(page.locator("pre").first()).toContainText("level: 20102");
  await look(page, "receipt");
  await context.close();
});

test("the language changes in place, and nothing that was given is lost", async ({ page, version }) => {
  const published = await version("all types");
  await page.goto(`${site()}/s/${published.slug}/`);
  await begin(page, 0);
  await fillPage(page, parsed(published), GIVEN);
  await page.getByRole("button", { name: "العربية", exact: true }).click();
  await expect(heading(page)).toHaveText(textsIn("ar").questions.title(1, 3));
  await expect(page.getByRole("button", { name: "العربية", exact: true })).toBeFocused();
  await expect(page.locator('input[name="ill"][value="0"]')).toBeChecked();
  await expect(page.locator('[id="days-field"]')).toHaveValue("8.5");
  await expect(page.getByText(textsIn("ar").fields.uses("من 7 يوم إلى أقل من 14.5 يوم"))).toBeVisible();
  await page.getByRole("button", { name: "简体中文", exact: true }).click();
  await expect(page.getByText("您是否带病工作过？")).toBeVisible();
  expect(page.url()).toBe(`${site()}/s/${published.slug}/`);
});

const NOT_HAD: Readonly<Record<string, (route: Route) => Promise<void>>> = {
  "do not arrive": (route) => route.abort(),
  "are not the published ones": async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replace(textsIn("ar").label.begin, textsIn("ar").back);
    await route.fulfill({ response, body });
  },
};
for (const [why, answered] of Object.entries(NOT_HAD)) {
  test(`where the page's words ${why} English stands in, and the survey goes on in its language`, async ({
    browser,
    version,
  }) => {
    const published = await version("all types");
    const context = await browser.newContext({ locale: "ar" });
    const page = await context.newPage();
    await page.route("**/assets/words-ar-*", answered);
    await page.goto(`${site()}/s/${published.slug}/`);
    await expect(onward(page)).toHaveText(textsIn("en").label.begin);
    await expect(page.locator("html")).toHaveAttribute("dir", "ltr");
    await expect(heading(page)).toHaveAttribute("dir", "rtl");
    await page.getByRole("button", { name: "简体中文", exact: true }).click();
    await expect(onward(page)).toHaveText(textsIn("zh-CN").label.begin);
    await page.getByRole("button", { name: "ar", exact: true }).click();
    await begin(page, 0);
    await fill(page, published, GIVEN);
    await onward(page).click();
    await expect(heading(page)).toHaveText(textsIn("en").receipt.title);
    await context.close();
  });
}

test("every type of item by keyboard alone, the focus always in sight", async ({ page, version }) => {
  const published = await version("all types");
  const { columns } = parsed(published);
  const press = async (key: string, selector: string): Promise<void> => {
    await reach(page, page.locator(selector));
    await page.keyboard.press(key);
  };
  const radio = (key: string, id: string): Promise<void> => {
    const index = columns.find((each) => each.key === key)?.answers.indexOf(id) ?? -1;
    return press("Space", `input[name="${key}"][value="${index}"]`);
  };
  const next = (): Promise<void> => press("Enter", "button.main:visible");
  await page.goto(`${site()}/s/${published.slug}/`);
  await next();
  await press("Space", '.tea input[value="0"]');
  await press("Enter", ".tea + button");
  await expect(page.locator(".tries li")).toHaveCount(1);
  await next();
  await press("Space", 'input[name="agree"]');
  await radio("ill", "yes");
  await reach(page, page.locator('[id="days-field"]'));
  await page.keyboard.type("3");
  await next();
  const first = page.locator('input[name="place"]').first(); // whichever the random order put there
  await reach(page, first);
  await page.keyboard.press("Space");
  await reach(page, page.locator('[id="branch-field"]'));
  await page.keyboard.press("ArrowDown");
  await radio("tools", "none");
  await radio("tools", "car");
  await expect(page.locator('input[name="tools"][value="3"]')).not.toBeChecked();
  await next();
  await reach(page, page.locator('[id="born-field"]'));
  await page.keyboard.type("04032016");
  await reach(page, page.locator('input[name="grid.r1"]').first());
  await page.keyboard.press("ArrowDown");
  await expect(page.locator('input[name="grid.r1"]').nth(1)).toBeChecked();
  await next();
  if ((await page.locator(".progress").count()) > 0) await next(); // those who work outdoors
  await expect(heading(page)).toHaveText(textsIn("en").review.title);
  await next();
  await expect(heading(page)).toHaveText(textsIn("en").receipt.title);
});
