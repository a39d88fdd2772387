import { test } from "@playwright/test";
import { keyboard, pointer } from "./hand";
import { looker } from "./state";
import { takeJourney } from "./take";

/** quick/journey.spec.ts takes 1280 px, light, and the keyboard 1280 px, dark. */
const VARIANTS = [
  { width: 360, height: 740, colorScheme: "light" },
  { width: 360, height: 740, colorScheme: "dark" },
] as const;

for (const { width, height, colorScheme } of VARIANTS) {
  test(`the whole journey at ${width} px, ${colorScheme}`, async ({ browser }) => {
    const as = { viewport: { width, height }, colorScheme, hasTouch: width < 500 };
    await takeJourney(browser, as, pointer, looker(`${width}-${colorScheme}`));
  });
}

test("the whole journey by keyboard alone, the focus always in sight", async ({ browser }) => {
  await takeJourney(
    browser,
    { viewport: { width: 1280, height: 900 }, colorScheme: "dark" },
    keyboard,
    looker("keyboard"),
  );
});
