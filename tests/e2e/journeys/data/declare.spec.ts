import { expect, type Page, type Route, test } from "@playwright/test";
import { Researcher, site } from "../../site/api";
import { words } from "../../site/words";
import { type Look, looker } from "../state";

const WORKS = { timeout: 120_000 }; // a worker reads or loads the file
const ROWS = 60;
const text = words.data;

/** A title and a blank line above the header, a decimal comma, and a name of each person. */
function clinic(): Buffer {
  const rows = Array.from({ length: ROWS }, (_, row) => `P${row};Person ${row};1,${50 + (row % 45)};${"ABC"[row % 3]}`);
  return Buffer.from(`Clinic North, March 2026;;;\n\nid;name;height;ward\n${rows.join("\n")}\n`);
}

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const column = (page: Page, name: string) => page.getByRole("group", { name, exact: true });
const title = (page: Page) => page.getByRole("heading", { level: 1 });

async function putIn(page: Page): Promise<void> {
  await page.goto(`${site()}/data/new`);
  await page.getByLabel(text.name, { exact: false }).first().fill("Clinic North");
  await button(page, text.create).click();
  await page
    .getByLabel(text.chooseFile, { exact: true })
    .setInputFiles({ name: "clinic.csv", mimeType: "text/csv", buffer: clinic() });
  await button(page, text.sendFile).click();
  await expect(title(page)).toHaveText(text.fileTitle.found, WORKS);
}

async function readAgain(page: Page, line: string, first: string): Promise<void> {
  await page.getByLabel(text.headerLine).fill(line);
  await button(page, text.readAgain).click();
  await expect(column(page, first)).toBeVisible(WORKS);
}

async function declare(page: Page): Promise<void> {
  const id = column(page, "id");
  for (const name of ["id", "name"]) {
    await expect(column(page, name).getByLabel(text.leaveOutOf(name))).toBeChecked(); // no text stands in two rows
    await expect(column(page, name).getByText(text.ids)).toBeVisible();
  }
  await id.getByLabel(text.leaveOutOf("id")).uncheck();
  await expect(id.getByLabel(text.type, { exact: true })).toHaveValue("text");
  await id.getByLabel(text.role).selectOption("identifying");
  await id.getByLabel(text.longest, { exact: true }).fill("8");
  const height = column(page, "height");
  await expect(height.getByText(text.cells("“1,50”, “1,51”, “1,52”"))).toBeVisible();
  await expect(page.getByText(text.notDeclared(2))).toBeVisible();
  await expect(button(page, text.load)).toBeDisabled();
  await button(page, "ward").press("Enter");
  await expect(column(page, "ward").getByLabel(text.role)).toBeFocused();
  await expect(height.getByLabel(text.notation)).toHaveValue("1.234,5"); // proposed from the cells
  await height.getByLabel(text.columnName).fill("height in metres");
  await height.getByLabel(text.role).selectOption("quasi");
  await height.getByLabel(text.minimum, { exact: true }).fill("0,5");
  await height.getByLabel(text.maximum, { exact: true }).fill("2.5");
  const ward = column(page, "ward");
  await ward.getByLabel(text.role).selectOption("quasi");
  await ward.getByRole("button", { name: text.takeValues(3) }).click();
}

/** A notation that fits no cell: nothing is loaded, and the page asks where its reader is. */
async function loseAColumn(page: Page, look: Look): Promise<void> {
  const height = column(page, "height");
  await height.getByLabel(text.notation).selectOption("");
  await height.getByLabel(text.outside).selectOption("missing");
  await button(page, text.load).click();
  await expect(height.getByText("“0,5” is no number that can be stored. Write it as 1234.5.")).toBeVisible();
  const refusal = page.locator("form > .failure"); // it names the field as the page does, and leads to it
  await expect(refusal).not.toContainText("columns");
  await refusal.getByRole("button", { name: `height: ${text.minimum}`, exact: true }).press("Enter");
  await expect(height.getByLabel(text.minimum, { exact: true })).toBeFocused();
  await look(page, "declare-refused");
  await height.getByLabel(text.minimum, { exact: true }).fill("0.5");
  await button(page, text.load).click();
  const question = page.getByRole("alert").filter({ hasText: text.wouldLose(String(ROWS), String(ROWS)) });
  await expect(question).toBeInViewport(WORKS);
  await expect(question).toContainText(text.outsideCells("height in metres", String(ROWS)));
  await expect(question.getByRole("button", { name: text.loadAllTheSame, exact: true })).toBeEnabled();
  await look(page, "would-lose");
  await height.getByLabel(text.notation).selectOption("1.234,5");
}

for (const [width, colorScheme] of [
  [360, "dark"],
  [1280, "light"],
] as const) {
  test(`a file with titles, a decimal comma and a column to leave out is declared: ${width} px, ${colorScheme}`, async ({
    browser,
  }) => {
    const owner = await Researcher.join();
    const context = await browser.newContext({
      viewport: { width, height: 800 },
      colorScheme,
      storageState: await owner.session(),
    });
    const page = await context.newPage();
    const look = looker(`${width}-${colorScheme}`);
    await putIn(page);
    await expect(page.getByText(text.aboveHeaderLine(3))).toBeVisible();
    await readAgain(page, "1", "Clinic North, March 2026");
    await readAgain(page, "3", "height");
    await declare(page);
    await look(page, "declare-file");
    await loseAColumn(page, look);
    await button(page, text.load).click();
    await expect(title(page)).toHaveText(text.fileTitle.loaded, WORKS);
    await expect(page.getByText(text.kept(String(ROWS), String(ROWS)))).toBeVisible();
    await expect(page.getByText(text.leftOut(["name"]))).toBeVisible();
    await look(page, "file-loaded");
    await page.getByRole("link", { name: text.toDataSet }).click();
    await expect(page.locator(".columns-declared tbody th")).toHaveText(["id", "height in metres", "ward"]);
    await Promise.all([owner.leave(), context.close()]);
  });
}

test("a file that is read again before the page asks for it shows the new columns", async ({ browser }) => {
  const owner = await Researcher.join();
  const context = await browser.newContext({ storageState: await owner.session() });
  const page = await context.newPage();
  await putIn(page);
  const id = /\/data\/([0-9a-f-]+)/.exec(page.url())?.[1];
  const path = `/api/v1/datasets/${id}/versions/`;
  const columns = async () => {
    const { results } = await owner.ask<{ results: { columns: { name: string }[] }[] }>("GET", path, null, 200);
    return results[0]?.columns.map(({ name }) => name);
  };
  const hold = async (route: Route) => {
    await expect.poll(columns, WORKS).toContain("Clinic North, March 2026");
    await route.continue();
  };
  await page.route(`**${path}*`, hold);
  await readAgain(page, "1", "Clinic North, March 2026");
  await page.unroute(`**${path}*`, hold);
  await Promise.all([owner.leave(), context.close()]);
});
