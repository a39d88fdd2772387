import { expect, type Page, test } from "@playwright/test";
import { Researcher, site } from "../site/api";
import { speak, words } from "../site/words";
import { type Look, looker } from "./state";

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const title = (page: Page) => page.getByRole("heading", { level: 1 });

/** Asks for an evaluation by keyboard alone: refused first, then as it can be. */
async function ask(page: Page): Promise<void> {
  const { evaluate } = words;
  const fill = async (label: string, text: string) => page.getByLabel(label).fill(text);
  await fill(evaluate.epsilons, "0");
  await button(page, evaluate.start).press("Enter");
  await expect(page.getByRole("alert")).toContainText(evaluate.epsilons);
  await fill(evaluate.epsilons, "0.5, 1, 2, 4");
  await fill(evaluate.people, "2000");
  await fill(evaluate.repetitions, "10");
  await page.getByLabel(evaluate.names["randomized-response"], { exact: true }).press("Space");
  await page.getByLabel(evaluate.repetitions).press("Enter");
}

test("a researcher finds out which mechanism errs least, in two languages, by keyboard", async ({ browser }) => {
  const owner = await Researcher.join();
  const storageState = await owner.session();
  const wide = await browser.newContext({ viewport: { width: 1280, height: 900 }, storageState, locale: "en" });
  const page = await wide.newPage();
  await page.goto(`${site()}/evaluate`);
  await expect(title(page)).toHaveText(words.evaluate.title);
  await looker("1280-light")(page, "evaluate");
  await ask(page);

  const { evaluate } = words;
  await expect(page.getByText(evaluate.simulated)).toBeVisible();
  await expect(
    page.getByText(evaluate.notTriedAt(evaluate.names["randomized-response"], "0.5, 1, 2, 4")),
  ).toBeVisible();
  const front = page.getByRole("group", { name: evaluate.inFront }).getByRole("radio");
  await expect(front).toHaveCount(4);
  const hadamard = page.getByLabel(evaluate.names["hadamard-response"]);
  await hadamard.press("Space");
  await expect(page.getByRole("img", { name: evaluate.names["hadamard-response"] })).toBeVisible();
  await page.getByText(evaluate.table).press("Enter");
  await expect(page.locator(".trials tbody tr")).toHaveCount(16);
  await looker("1280-light")(page, "evaluation");
  const file = await page.request.get(await href(page, evaluate.download(evaluate.csv)));
  expect((await file.text()).trim().split("\r\n")).toHaveLength(1 + 20);

  speak("zh-CN");
  const shape = { viewport: { width: 360, height: 780 }, colorScheme: "dark", locale: "zh-CN" } as const;
  const small = await browser.newContext({ ...shape, storageState });
  const phone = await small.newPage();
  await phone.goto(page.url());
  await expect(phone.getByText(words.evaluate.simulated)).toBeVisible();
  await looker("360-dark")(phone, "evaluation");
  await button(phone, words.evaluate.delete).press("Enter");
  await phone.getByRole("dialog").getByRole("button", { name: words.evaluate.delete }).press("Enter");
  await expect(phone.getByText(words.evaluate.none)).toBeVisible();
  speak("en");
  await Promise.all([owner.leave(), wide.close(), small.close()]);
});

async function href(page: Page, name: string): Promise<string> {
  return `${site()}${await page.getByRole("link", { name }).getAttribute("href")}`;
}

test("anybody looks up which mechanism errs least for a question, and what it promises, by keyboard", async ({
  browser,
}) => {
  const { catalogue } = words.evaluate;
  const wide = await browser.newContext({ viewport: { width: 1280, height: 900 }, locale: "en" });
  const page = await wide.newPage();
  await page.goto(`${site()}/mechanisms`);
  const rows = (on: Page) => on.getByRole("list", { name: words.evaluate.catalogue.ranking }).getByRole("listitem");
  await expect(rows(page)).toHaveCount(9); // randomised response takes two answers alone
  await expect(page.getByRole("heading", { name: catalogue.notThis })).toBeVisible();
  await expect(title(page)).toContainText(words.evaluate.names["subset-selection"]);
  await page.getByLabel(words.evaluate.answers).fill("2");
  await expect(rows(page)).toHaveCount(10);
  await expect(rows(page).first()).toContainText(words.evaluate.names["randomized-response"]);
  const first = rows(page).first();
  await first.locator("summary").press("Enter");
  await expect(first.getByText("Warner 1965")).toBeVisible();
  await page.getByText(words.evaluate.table).press("Enter");
  await looker("1280-light")(page, "mechanisms");
  await page.getByLabel(catalogue.epsilon).fill("0.x");
  await expect(page.getByRole("alert")).toContainText("epsilon");

  speak("zh-CN");
  const shape = { viewport: { width: 360, height: 780 }, colorScheme: "dark", locale: "zh-CN" } as const;
  const small = await browser.newContext(shape);
  const phone = await small.newPage();
  await phone.goto(`${site()}/mechanisms?answers=40&epsilon=0.5`); // a link reproduces the question
  await expect(title(phone)).toContainText("40");
  await expect(title(phone)).toContainText("0.5");
  await phone.getByText(words.evaluate.catalogue.names.privset, { exact: true }).press("Enter");
  await looker("360-dark")(phone, "mechanisms");
  speak("en");
  await Promise.all([wide.close(), small.close()]);
});

/**
 * Goes on to what a published algorithm gives away: no button is there, and nothing but the page itself is asked for.
 */
async function readLesson(page: Page, look: Look): Promise<void> {
  const text = words.lesson;
  const requests: string[] = [];
  page.on("request", (request) => requests.push(`${request.method()} ${new URL(request.url()).pathname}`));
  await page.getByRole("link", { name: text.link, exact: true }).press("Enter");
  await expect(title(page)).toHaveText(text.title);
  await expect(page.getByText(text.noGuarantee)).toBeVisible();
  await expect(page.locator(".copied tbody tr")).toHaveCount(5);
  await expect(page.getByRole("img", { name: text.chart })).toBeVisible();
  for (const table of [text.looksTable, text.growsTable]) {
    await page.locator("summary", { hasText: table }).press("Enter");
    await expect(page.getByRole("region", { name: table, exact: true }).getByRole("table")).toBeVisible();
  }
  const main = page.getByRole("main");
  for (const role of ["button", "textbox", "slider", "checkbox"] as const)
    await expect(main.getByRole(role)).toHaveCount(0);
  await look(page, "lesson");
  expect(requests.filter((request) => !request.startsWith("GET /static/"))).toEqual([]);
}

for (const [width, colorScheme, tongue] of [
  [1280, "light", "en"],
  [360, "dark", "zh-CN"],
] as const) {
  test(`anybody sees what attacks on a released table achieve: ${width} px, ${colorScheme}, ${tongue}`, async ({
    browser,
  }) => {
    speak(tongue);
    const room = await browser.newContext({ viewport: { width, height: 800 }, colorScheme, locale: tongue });
    const page = await room.newPage();
    const fetched: string[] = [];
    page.on("request", (request) => fetched.push(/\/(en|zh-CN)-[^/]+\.js$/.exec(request.url())?.[1] ?? ""));
    await page.goto(`${site()}/attacks`);
    await expect(title(page)).toHaveText(words.attacks.title);
    const look = looker(`${width}-${colorScheme}`);
    await page.locator("summary").first().press("Enter");
    await look(page, "attacks");
    await readLesson(page, look);
    expect(fetched.filter((tag) => tag !== "")).toEqual([tongue]); // and no other language
    speak("en");
    await room.close();
  });
}
