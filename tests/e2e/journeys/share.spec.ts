import { expect, test } from "@playwright/test";
import { en } from "../../../frontend/src/studio/words/en";
import { zhCN } from "../../../frontend/src/studio/words/zh-CN";
import { Researcher, site } from "../site/api";
import { publish } from "../site/surveys";
import { words } from "../site/words";
import { button, field } from "./builder";
import { keyboard } from "./hand";
import { looker } from "./state";

const { share, home } = words;
const ASKED = [{ type: "yes_no", text: "Have you ever?", maySkip: true }] as const;
const LEVELS = [{ name: "", epsilon: "1" }];
const SPOKEN = { "en-GB": en, "zh-CN": zhCN } as const;

test("by keyboard alone a survey is paused, goes on, closes, is archived, and is destroyed with a signed record", async ({
  browser,
}) => {
  const researcher = await Researcher.join();
  const { id, slug } = await publish(researcher, "Night work", ASKED, LEVELS);
  const context = await browser.newContext({ storageState: await researcher.session() });
  const page = await context.newPage();
  const heading = page.getByRole("heading", { level: 1 });
  const stateOf = async (): Promise<string> =>
    (await researcher.ask<{ state: string }>("GET", `/api/v1/links/${slug}/`, null, 200)).state;

  await page.goto(`${site()}/surveys/${id}/share`);
  await expect(heading).toHaveText(share.title.open);
  await expect(page.getByRole("img", { name: share.codeAlt(`${site()}/s/${slug}/`) })).toBeVisible();
  await keyboard.press(page, button(page, share.pause));
  await expect(heading).toHaveText(share.title.paused);
  expect(await stateOf()).toBe("paused");
  await keyboard.press(page, button(page, share.resume));
  await expect(heading).toHaveText(share.title.open);
  await keyboard.press(page, button(page, share.close));
  await keyboard.press(page, button(page, share.closeNow));
  await expect(heading).toHaveText(share.title.closed);
  await keyboard.press(page, button(page, share.archive));
  await expect(button(page, share.unarchive)).toBeVisible();

  await page.goto(`${site()}/?archived=yes`);
  await keyboard.press(page, page.getByRole("link", { name: share.nav, exact: true }));
  await keyboard.press(page, button(page, share.delete));
  await expect(button(page, share.deleteNow)).toBeDisabled();
  await keyboard.write(page, field(page, share.deleteType), "Night work");
  await keyboard.press(page, button(page, share.deleteNow));
  await expect(heading).toHaveText(share.gone);
  await expect(page.getByRole("link", { name: share.goneRecord })).toBeVisible();
  const { state } = await researcher.ask<{ state: string }>("GET", `/api/v1/deletions/${id}/`, null, 200);
  expect(state).toBe("destroyed");
  await context.close();
  await researcher.leave();
});

test("a questionnaire of SurveyJS is imported, and what was not taken stands in it", async ({ browser }) => {
  const researcher = await Researcher.join();
  const context = await browser.newContext({ storageState: await researcher.session() });
  const page = await context.newPage();
  await page.goto(site());
  const file = {
    title: "Brought along",
    elements: [
      { type: "boolean", name: "work", title: "Do you work at night?" },
      { type: "comment", name: "more", title: "What else?" },
    ],
  };
  const chosen = { name: "questions.json", mimeType: "application/json", buffer: Buffer.from(JSON.stringify(file)) };
  await page.locator("input[type=file]").setInputFiles(chosen);
  await expect(field(page, words.build.title)).toHaveValue("Brought along");
  const notes = page.getByRole("region", { name: home.importNotes(1) });
  await expect(notes.getByText("elements 2", { exact: true })).toBeVisible();

  await page.goto(site());
  await page.locator("input[type=file]").setInputFiles({ ...chosen, buffer: Buffer.from("no json") });
  await expect(page.getByRole("alert")).toHaveText(home.importNoJson);
  await context.close();
  await researcher.leave();
});

for (const [locale, width, colorScheme] of [
  ["en-GB", 360, "dark"],
  ["zh-CN", 1280, "light"],
] as const) {
  test(`the share page is clean in ${locale}, ${colorScheme}, ${width} px`, async ({ browser }) => {
    const spoken = SPOKEN[locale].share;
    const researcher = await Researcher.join();
    const { id } = await publish(researcher, "Night work", ASKED, LEVELS);
    await researcher.ask("PATCH", `/api/v1/surveys/${id}/`, { title: "Nights", description: "More." }, 200);
    const context = await browser.newContext({
      locale,
      colorScheme,
      viewport: { width, height: 900 },
      storageState: await researcher.session(),
    });
    const page = await context.newPage();
    const look = looker(`${width}-${colorScheme}-${locale}`);
    await page.goto(`${site()}/surveys/${id}/share`);
    await expect(page.getByText("description", { exact: true })).toBeVisible();
    await look(page, "share");
    await button(page, spoken.pause).click();
    await expect(button(page, spoken.resume)).toBeVisible();
    await look(page, "share-paused");
    await button(page, spoken.delete).click();
    await expect(page.getByRole("dialog")).toBeVisible();
    await look(page, "share-delete");
    await context.close();
    await researcher.leave();
  });
}
