import { type Browser, type BrowserContextOptions, expect } from "@playwright/test";
import type { Hand } from "./hand";
import { answerAll, buildAndPublish, seeResults, signUpAndIn } from "./journey";
import type { Look } from "./state";

const NAME = "Work and health";

/** The whole thread: a researcher asks, a respondent answers on a browser of their own, the researcher sees results. */
export async function takeJourney(browser: Browser, as: BrowserContextOptions, hand: Hand, look: Look): Promise<void> {
  const researcher = await browser.newContext(as);
  const respondent = await browser.newContext(as);
  const studio = await researcher.newPage();
  const phone = await respondent.newPage();
  const messages: string[] = [];
  for (const page of [studio, phone]) {
    page.on("pageerror", (error) => messages.push(error.message));
    page.on("console", (message) => {
      const refused = /the server responded with a status of 40[013]/.test(message.text()); // asked on purpose
      if (message.type() === "error" && !refused) messages.push(message.text());
    });
  }
  const there = { page: studio, hand, look };
  await signUpAndIn(there);
  const address = await buildAndPublish(there, NAME);
  await answerAll({ page: phone, hand, look }, address, NAME);
  await seeResults(there, address);
  expect(messages, "errors in the console").toEqual([]);
  await respondent.close();
  await researcher.close();
}
