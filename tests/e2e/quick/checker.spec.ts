import { readFileSync } from "node:fs";
import { request } from "@playwright/test";
import { en } from "../../../frontend/src/checker/words/en";
import { en as page_ } from "../../../frontend/src/respond/words/en";
import { expect, test } from "../respond/surveys";
import { answer, begin, heading, send } from "../respond/walk";
import { site } from "../site/api";
import { loadVersion, openFile, planted, press, savedVersion, shipped } from "../site/checker";

test("from a disk, without a network, the honest twin fits the first and the last answer of every question at every level", async ({
  browser,
  researcher,
  version,
}) => {
  const saved = await savedVersion(researcher, await version("everything"));
  const { page, context, requests } = await openFile(browser, shipped(), { tape: true });
  await loadVersion(page, saved);
  await expect(page.getByText(en.version.sound)).toBeVisible();
  const choices = (label: string) => page.getByLabel(label, { exact: true }).locator("option").count();
  for (let question = 0; question < (await choices(en.draw.question)); question += 1) {
    await page.getByLabel(en.draw.question, { exact: true }).selectOption({ index: question });
    for (let level = 0; level < (await choices(en.draw.level)); level += 1) {
      await page.getByLabel(en.draw.level, { exact: true }).selectOption({ index: level });
      for (const given of [0, (await choices(en.draw.answer)) - 1]) {
        await page.getByLabel(en.draw.answer, { exact: true }).selectOption({ index: given });
        await press(page, en.draw.press);
        await expect(page.getByText(/^All \d+ counts lie/)).toBeVisible();
      }
    }
  }
  expect(requests).toEqual([]);
  await context.close();
});

test("a twin that keeps answers too often is found", async ({ browser, researcher, version }) => {
  const saved = await savedVersion(researcher, await version("everything"));
  const built = planted("src/privacy/choice.ts", "words() < spec.keep_below", "words() < spec.keep_below + 600000000");
  const { page, context } = await openFile(browser, built, { tape: true });
  await loadVersion(page, saved);
  await press(page, en.draw.press);
  await expect(page.getByText(en.draw.differsMeans)).toBeVisible();
  await context.close();
});

test("what the page sent, its receipt and its files fit the version; each is refused once it was changed", async ({
  browser,
  researcher,
  version,
}) => {
  const published = await version("everything");
  const saved = await savedVersion(researcher, published);
  const phone = await browser.newPage();
  await phone.goto(`${site()}/s/${published.slug}/`);
  await begin(phone, published, 1);
  await answer(phone, published, [0, 1, 2, 3]);
  await send(phone);
  await expect(heading(phone)).toHaveText(page_.receipt.title);
  const downloaded = phone.waitForEvent("download");
  await phone.getByRole("link", { name: page_.receipt.download }).click();
  const receipt = readFileSync(await (await downloaded).path(), "utf8");
  await phone.getByText(page_.expert.summary).click();
  const message = await phone.locator("details code").last().innerText();
  const files = await filesOf(published.slug);
  await phone.close();

  const { page, context, requests } = await openFile(browser, shipped());
  await loadVersion(page, saved);
  await page.getByLabel(en.receipt.paste, { exact: true }).fill(receipt);
  await press(page, en.receipt.check);
  await expect(page.getByText(en.receipt.unknown)).toBeVisible();
  await page.getByLabel(en.receipt.message).fill(message);
  await press(page, en.receipt.check);
  await expect(page.getByText(en.receipt.fits)).toBeVisible();
  await expect(page.getByText(en.receipt.unknown)).toHaveCount(0);
  await page.getByLabel(en.receipt.paste, { exact: true }).fill(receipt.replace("level: 1", "level: 0"));
  await press(page, en.receipt.check);
  await expect(page.getByText(en.receipt.differs)).toBeVisible();

  await page.getByLabel(en.files).setInputFiles(files);
  await expect(page.getByText(en.page.same)).toBeVisible();
  const changed = files.map((file) =>
    file.name.endsWith(".js") ? { ...file, buffer: Buffer.from(`${file.buffer} `) } : file,
  );
  await page.getByLabel(en.files).setInputFiles(changed);
  await expect(page.getByText(en.page.other)).toBeVisible();
  await page.getByLabel(en.files).setInputFiles(files.slice(0, 1));
  await expect(page.getByText(/^The page loads files that you did not choose/)).toBeVisible();

  await loadVersion(page, saved.replace("How do you get to work?", "How do you get home?"));
  await expect(page.getByText(en.version.tampered)).toBeVisible();
  await expect(page.getByRole("button", { name: en.draw.press })).toHaveCount(0);
  expect(requests).toEqual([]);
  await context.close();
});

/** The page behind a link and what it loads, byte for byte. */
async function filesOf(slug: string): Promise<{ name: string; mimeType: string; buffer: Buffer }[]> {
  const door = await request.newContext({ baseURL: site() });
  const fetched = async (path: string) => (await door.get(`/s/${slug}/${path}`)).body();
  const html = await fetched("");
  const names = Array.from(html.toString("utf8").matchAll(/="\.\/(assets\/[^"]+)"/g), (match) => match[1] ?? "");
  const loaded = await Promise.all(
    names.map(async (name) => ({ name: name.slice("assets/".length), buffer: await fetched(name) })),
  );
  await door.dispose();
  return [{ name: "respond.html", buffer: html }, ...loaded].map((file) => ({ ...file, mimeType: "" }));
}

test("anybody may open it here or take it along, and here too it asks for nothing", async ({ page }) => {
  const requests: string[] = [];
  page.on("request", (sent) => requests.push(new URL(sent.url()).pathname));
  await page.goto(`${site()}/check/`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(en.title);
  await expect(page.getByText(en.version.example)).toBeVisible();
  expect(requests).toEqual(["/check/"]);
});
