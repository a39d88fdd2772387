import { type Browser, type BrowserContext, expect, type Page } from "@playwright/test";
import { site } from "../site/api";
import type { Sent, Wire } from "../site/wire";
import type { Published } from "./definition";
import { begin, fill, type Given, heading, type Levels, onward } from "./fill";
import { replaceRandomness, wordsRead } from "./randomness";

/** One person who answers: the true answers, and the words that chance gives. */
export interface Person {
  readonly level: number;
  readonly levels?: Levels;
  readonly given: Given;
  readonly words: readonly number[];
  /** Answers given first and then changed. */
  readonly doubts?: Given;
  readonly language?: string;
  /** Send is pressed while there is no network. */
  readonly airplane?: boolean;
}

/** Everything that somebody outside the page could see of one person, or find on the device afterwards. */
export interface Observation {
  readonly loading: readonly Sent[];
  readonly answering: readonly Sent[];
  readonly sending: readonly Sent[];
  /** What is requested when the page is left. */
  readonly leaving: readonly Sent[];
  readonly words: { readonly requests: number; readonly read: number };
  readonly left: readonly string[];
  readonly messages: readonly string[];
  readonly address: string;
  /** The title of the last screen. */
  readonly ended: string;
}

/** Load the page behind the link as a new person and go all the way to the receipt. */
export async function observe(browser: Browser, wire: Wire, version: Published, person: Person): Promise<Observation> {
  const { language = "en-GB" } = person;
  const context = await browser.newContext({ proxy: wire.proxy, locale: language });
  try {
    await replaceRandomness(context, person.words);
    const page = await context.newPage();
    const messages = listen(page);
    wire.taken();
    await page.goto(`${site()}/s/${version.slug}/`);
    await expect(onward(page)).toBeVisible(); // loaded: the label is shown
    await wire.asked((sent) => sent.url.endsWith(".svg")); // the icon is the last thing a browser loads
    const loading = wire.taken();
    await begin(page, person.level);
    await fill(page, version, person.given, person.doubts, undefined, person.levels);
    const answering = wire.taken();
    if (person.airplane) await sendLater(context, page);
    else await onward(page).click();
    await expect(page.locator("a[download]")).toBeVisible();
    const ended = await heading(page).innerText();
    const words = await wordsRead(page);
    const left = await remains(context, page);
    const sending = wire.taken();
    const address = page.url();
    // Before the page is left; that a try without a network fails is said by the browser, whatever was tried.
    const saidHere = messages.filter((line) => !(person.airplane && line.includes("ERR_INTERNET_DISCONNECTED")));
    const leaving = await leave(page, wire);
    return { loading, answering, sending, leaving, words, left, messages: saidHere, address, ended };
  } finally {
    await context.close();
  }
}

/** Press Send without a network; the report goes out by itself once there is one. */
async function sendLater(context: BrowserContext, page: Page): Promise<void> {
  await context.setOffline(true);
  const before = await heading(page).innerText();
  await onward(page).click();
  await expect(onward(page)).toBeVisible(); // Try now
  expect(await heading(page).innerText()).toBe(before);
  await context.setOffline(false);
}

/** Go elsewhere twice: what the page sends while it is left has gone out before the second answer is back. */
async function leave(page: Page, wire: Wire): Promise<Sent[]> {
  await page.goto(wire.elsewhere);
  await page.goto(wire.elsewhere);
  return wire.taken();
}

/** Whatever the page, the browser or a policy says to the console. */
function listen(page: Page): string[] {
  const messages: string[] = [];
  page.on("console", (message) => messages.push(`${message.type()}: ${message.text()}`));
  page.on("pageerror", (error) => messages.push(`error: ${error.message}`));
  page.on("dialog", (dialog) => messages.push(`dialog: ${dialog.message()}`));
  page.on("popup", (popup) => messages.push(`window: ${popup.url()}`));
  page.on("worker", (worker) => messages.push(`worker: ${worker.url()}`));
  page.on("websocket", (socket) => messages.push(`socket: ${socket.url()}`));
  return messages;
}

/** What is left on the device. */
async function remains(context: BrowserContext, page: Page): Promise<string[]> {
  const cookies = await context.cookies();
  const stored = await page.evaluate(async () => {
    const caches_ = "caches" in window ? await caches.keys() : [];
    const databases = await indexedDB.databases();
    const workers = await navigator.serviceWorker.getRegistrations();
    return [
      ...Object.keys(localStorage).map((key) => `localStorage ${key}`),
      ...Object.entries(sessionStorage).map(([key, value]) => `sessionStorage ${key} ${value}`),
      ...caches_.map((key) => `cache ${key}`),
      ...databases.map((database) => `database ${database.name}`),
      ...workers.map((worker) => `service worker ${worker.scope}`),
      ...(window.name === "" ? [] : [`window.name ${window.name}`]),
      ...(history.state === null ? [] : [`history.state ${JSON.stringify(history.state)}`]),
      ...(history.length === 2 ? [] : [`history of ${history.length} entries`]), // about:blank and this page
    ];
  });
  return [...cookies.map((cookie) => `cookie ${cookie.name}`), ...stored];
}

/** The record in the one request of the first of these people. */
export function recordSent([first]: readonly Observation[]): number[] {
  const { record } = JSON.parse(first?.sending[0]?.body ?? "{}") as { readonly record: string };
  return [...Buffer.from(record, "base64url")];
}
