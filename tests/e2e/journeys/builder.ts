import { type Browser, type BrowserContextOptions, expect, type Locator, type Page } from "@playwright/test";
import type { Draft } from "../../../frontend/src/api/types";
import { Researcher } from "../site/api";
import type { Words } from "../site/words";
import { words } from "../site/words";
import { keyboard, reach } from "./hand";

export const button = (at: Page | Locator, name: string): Locator => at.getByRole("button", { name, exact: true });
export const field = (at: Page | Locator, name: string): Locator => at.getByLabel(name, { exact: true });
export const item = (page: Page, place: number): Locator => page.locator("li.item").nth(place - 1);
export const saved = (page: Page): Locator => page.getByRole("status").filter({ hasText: words.build.saved("") });

export interface Workshop {
  readonly page: Page;
  readonly researcher: Researcher;
  readonly id: string;
  /** The draft as the server has it now. */
  readonly draft: () => Promise<Draft>;
  readonly close: () => Promise<void>;
}

/** A researcher who is signed in, on the build page of a survey that starts as this draft. */
export async function workshop(browser: Browser, as: BrowserContextOptions, draft: Partial<Draft>): Promise<Workshop> {
  const researcher = await Researcher.join();
  const { id } = await researcher.ask<{ id: string }>("POST", "/api/v1/surveys/", draft, 201);
  const context = await browser.newContext({ ...as, storageState: await researcher.session() });
  const page = await context.newPage();
  await page.goto(`${process.env.DATAHUB_E2E_SITE}/surveys/${id}/build`);
  await expect(page.locator(".build")).toBeVisible();
  return {
    page,
    researcher,
    id,
    draft: async () => (await researcher.ask<{ draft: Draft }>("GET", `/api/v1/surveys/${id}/`, null, 200)).draft,
    close: async () => {
      await context.close();
      await researcher.leave();
    },
  };
}

/** Picks an entry of a list with the keyboard. Arrow keys change a closed list of Chromium. */
export async function pick(page: Page, list: Locator, name: string | RegExp): Promise<void> {
  await reach(page, list);
  const texts = await list.locator("option").allTextContents();
  const wanted = texts.findIndex((text) => (typeof name === "string" ? text === name : name.test(text)));
  if (wanted < 0) throw new Error(`${name} is none of ${texts.join(" | ")}`);
  const now = await list.evaluate((element) => (element instanceof HTMLSelectElement ? element.selectedIndex : -1));
  const key = wanted > now ? "ArrowDown" : "ArrowUp";
  for (let step = 0; step < Math.abs(wanted - now); step += 1) await page.keyboard.press(key);
}

/** Adds an item of this type and its text with the keyboard. Returns its entry in the list. */
export async function add(page: Page, type: keyof Words["items"]["types"], text: string): Promise<Locator> {
  const places = await page.locator("li.item").count();
  await keyboard.press(page, button(page, words.items.types[type]));
  await expect(page.locator("li.item")).toHaveCount(places + 1);
  const entry = page.locator("li.item-opened");
  const { questionText, sectionText, consentText, pageText } = words.items;
  const label = { section: sectionText, consent: consentText, page: pageText }[type as string] ?? questionText;
  await keyboard.write(page, field(entry, label), text);
  return entry;
}

export async function label(page: Page, entry: Locator, names: readonly string[], what: (n: number) => string) {
  for (const [index, name] of names.entries()) await keyboard.write(page, field(entry, what(index + 1)), name);
}
