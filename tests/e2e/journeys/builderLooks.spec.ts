import { expect, test } from "@playwright/test";
import { en } from "../../../frontend/src/studio/words/en";
import { zhCN } from "../../../frontend/src/studio/words/zh-CN";
import { button, field, item, workshop } from "./builder";
import { everyType } from "./everyType";
import { looker } from "./state";

const SPOKEN = { "en-GB": en, "zh-CN": zhCN } as const;
const PLACES = everyType.questions.map((_, index) => index + 1);
/** Where each kind of field is met once: several answers with a condition, bins, rows and columns. */
const SOME = PLACES.filter((place) =>
  ["multiple_choice", "number", "matrix"].includes(everyType.questions[place - 1]?.type ?? ""),
);

/** Each language meets each scheme and each width, and each scheme each width. */
const VARIANTS = [
  { locale: "en-GB", colorScheme: "light", width: 1280, places: PLACES },
  { locale: "zh-CN", colorScheme: "light", width: 360, places: PLACES },
  { locale: "en-GB", colorScheme: "dark", width: 360, places: SOME },
  { locale: "zh-CN", colorScheme: "dark", width: 1280, places: SOME },
] as const;

for (const { locale, colorScheme, width, places } of VARIANTS) {
  test(`${places.length} items of the builder are clean in ${locale}, ${colorScheme}, ${width} px`, async ({
    browser,
  }) => {
    const { build, items, languages } = SPOKEN[locale];
    const as = { locale, colorScheme, viewport: { width, height: 900 }, hasTouch: width < 500 };
    const { page, close } = await workshop(browser, as, everyType);
    const look = looker(`${width}-${colorScheme}-${locale}`);
    await look(page, "builder");
    for (const place of places) {
      await item(page, place).locator(".item-open").click();
      await expect(item(page, place).getByRole("group").first()).toBeVisible();
      await look(page, `builder-${everyType.questions[place - 1]?.type}`);
    }
    await button(page, languages.translateWhat("العربية")).click();
    await expect(page.locator(".translation textarea").first()).toHaveAttribute("dir", "rtl");
    await look(page, "builder-arabic");
    await field(page, build.title).fill("");
    await button(page, items.types.number).click();
    await field(page.locator("li.item-opened"), items.edges).fill("18, x");
    await look(page, "builder-faults");
    await button(page, build.publish).click();
    await expect(page.getByRole("dialog")).toBeVisible();
    await look(page, "builder-not-yet");
    await close();
  });
}
