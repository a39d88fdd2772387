import type { BrowserContextOptions } from "@playwright/test";
import { ar } from "../../../frontend/src/checker/words/ar";
import { en, type Words } from "../../../frontend/src/checker/words/en";
import { zhCN } from "../../../frontend/src/checker/words/zh-CN";
import { expect, test } from "../respond/surveys";
import { loadVersion, openFile, planted, press, savedVersion, shipped } from "../site/checker";
import { looker } from "./state";

const PLANTS = [
  ["whose other answers are not equally likely", "choice.ts", "return other < answer ? other : other + 1", "return answer === 0 ? 1 : 0"],
  ["that ticks too honestly", "subset.ts", "words() < spec.with_below", "words() < spec.with_below || words() < 1500000000"],
  ["that reads another level's thresholds", "record.ts", ": perturb(spec, answer", ': perturb(spec.shape === "bits" ? { ...spec, zero_below: 1e8 } : spec.shape === "subset" ? { ...spec, with_below: 4e9 } : { ...spec, keep_below: 4e9 }, answer'],
] as const; // biome-ignore format: a table

for (const [what, file, from, to] of PLANTS) {
  test(`a twin ${what} is found`, async ({ browser, researcher, version }) => {
    const saved = await savedVersion(researcher, await version("everything"));
    const built = planted(`src/privacy/${file}`, from, to);
    const { page, context } = await openFile(browser, built, { tape: true });
    await loadVersion(page, saved);
    const question = file === "choice.ts" ? "Have you been ill this month?" : "In which month were you born?";
    await page.getByLabel(en.draw.question, { exact: true }).selectOption({ label: question });
    await press(page, en.draw.press);
    await expect(page.getByText(en.draw.differsMeans)).toBeVisible();
    await expect(page.getByText(en.draw.wrong, { exact: true }).first()).toBeVisible();
    await context.close();
  });
}

const VARIANTS: readonly (readonly [string, Words, BrowserContextOptions])[] = [
  ["360-light", en, { locale: "en-GB", colorScheme: "light", viewport: { width: 360, height: 740 } }],
  ["360-dark", ar, { locale: "ar", colorScheme: "dark", viewport: { width: 360, height: 740 } }],
  ["1280-light", ar, { locale: "ar", colorScheme: "light", viewport: { width: 1280, height: 900 } }],
  ["1280-dark", zhCN, { locale: "zh-CN", colorScheme: "dark", viewport: { width: 1280, height: 900 } }],
];
for (const [variant, words, options] of VARIANTS) {
  test(`reads well in ${words.language}, ${variant}: axe finds nothing and nothing is wider than the window`, async ({
    browser,
    researcher,
    version,
  }) => {
    const look = looker(variant);
    const saved = await savedVersion(researcher, await version("everything"));
    const { page, context } = await openFile(browser, shipped(), { tape: true, ...options });
    await expect(page.locator("html")).toHaveAttribute("dir", words === ar ? "rtl" : "ltr");
    await look(page, "check-empty");
    await page.getByLabel(words.version.paste).fill("{}");
    await press(page, words.version.check);
    await look(page, "check-refused");
    await page.getByLabel(words.version.paste).fill(saved);
    await press(page, words.version.check);
    await press(page, words.draw.press);
    await page.getByText(words.draw.table).click();
    await page.getByLabel(words.receipt.paste, { exact: true }).fill("format: datahub-receipt/1");
    await press(page, words.receipt.check);
    await look(page, "check");
    await context.close();
  });
}

test("everything is reached and pressed by keyboard, and the language changes what was found too", async ({
  browser,
  researcher,
  version,
}) => {
  const saved = await savedVersion(researcher, await version("yes or no"));
  const { page, context } = await openFile(browser, shipped(), { tape: true });
  const onto = async (name: string) => {
    const wanted = page.getByRole("button", { name, exact: true });
    for (let presses = 0; presses < 40; presses += 1) {
      if (await wanted.evaluateAll((elements) => elements.includes(document.activeElement as HTMLElement))) return;
      await page.keyboard.press("Tab");
    }
    throw new Error(`${name} is not reached by Tab`);
  };
  await page.getByLabel(en.version.paste).focus();
  await page.keyboard.insertText(saved);
  await onto(en.version.check);
  await page.keyboard.press("Enter");
  await onto(en.draw.press);
  await page.keyboard.press("Enter");
  await expect(page.getByText(/^All \d+ counts lie/)).toBeVisible();
  await onto(en.receipt.check);
  await page.keyboard.press("Space");
  await expect(page.getByText(en.receipt.unread)).toBeVisible();
  await page.getByRole("button", { name: "简体中文" }).click();
  await expect(page.getByText(zhCN.version.sound)).toBeVisible();
  await context.close();
});
