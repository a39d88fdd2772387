import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, type Locator, type Page, test } from "@playwright/test";
import { en } from "../../../../frontend/src/studio/words/en";
import { zhCN } from "../../../../frontend/src/studio/words/zh-CN";
import { Researcher, site } from "../../site/api";
import { words } from "../../site/words";
import { button, field, item, saved } from "../builder";
import { looker } from "../state";

const SPOKEN = { "en-GB": en, "zh-CN": zhCN } as const;
const PYTHON = resolve(__dirname, "../../../../.venv/bin/python");
const DRAFTS = resolve(__dirname, "../../../../surveys/tests/drafts");
const WRITE = `
import io, json, sys
import openpyxl
book, content = openpyxl.Workbook(), io.BytesIO()
book.remove(book.active)
for name, rows in json.load(sys.stdin).items():
    sheet = book.create_sheet(name)
    for row in rows:
        sheet.append(row)
book.save(content)
sys.stdout.buffer.write(content.getvalue())
`;
const READ = `
import json, sys
import openpyxl
book = openpyxl.load_workbook(open(sys.argv[1], "rb"))
print(json.dumps({sheet.title: [list(row) for row in sheet.iter_rows(values_only=True)] for sheet in book}))
`;

type Sheets = Readonly<Record<string, readonly (readonly (string | null)[])[]>>;

const MEALS: Sheets = {
  survey: [
    ["type", "name", "label"],
    ["select_one yesno", "eats", "Does your child eat at school?"],
    ["integer", "paid", "What do you pay a week?"],
    ["text", "remarks", "Anything else?"],
  ],
  choices: [
    ["list_name", "name", "label"],
    ["yesno", "yes", "Yes"],
    ["yesno", "no", "No"],
  ],
  settings: [["form_title"], ["School meals"]],
};

function python(script: string, args: readonly string[], input: string): Buffer {
  const { stdout, stderr } = spawnSync(PYTHON, ["-c", script, ...args], { input });
  expect(stderr.toString()).toBe("");
  return stdout;
}

/** Each note of an import as the reason, and its place with what it is. */
async function notesOf(at: Page | Locator): Promise<string[][]> {
  const notes = at.locator(".import-notes li");
  await expect(notes.first()).toBeVisible();
  const parts = await notes.all();
  return Promise.all(parts.map((note) => note.locator(":scope > span").allInnerTexts()));
}

async function choose(page: Page, name: string, buffer: Buffer): Promise<void> {
  await page.goto(site());
  const mimeType = "application/octet-stream";
  await page.getByLabel(words.home.importFile).setInputFiles({ name, mimeType, buffer });
}

for (const [width, colorScheme] of [
  [360, "dark"],
  [1280, "light"],
] as const) {
  test(`an XLSForm is imported, mended by its notes, and exported: ${width} px, ${colorScheme}`, async ({
    browser,
  }) => {
    const researcher = await Researcher.join();
    const context = await browser.newContext({
      viewport: { width, height: 800 },
      colorScheme,
      storageState: await researcher.session(),
    });
    const page = await context.newPage();
    const look = looker(`${width}-${colorScheme}`);
    await choose(page, "meals.xlsx", python(WRITE, [], JSON.stringify(MEALS)));
    const notes = page.getByRole("region", { name: words.home.importNotes(2) });
    expect(await notesOf(notes)).toEqual([
      ["free text cannot be perturbed; ask with answers to choose from", "survey row 4 text remarks"],
    ]);
    const bins = "it has no least and most value, so it has no bins yet; set their edges before you publish";
    expect(await notesOf(item(page, 2))).toEqual([[bins, "survey row 3 integer"]]);
    await look(page, "import-notes");
    await notes.getByRole("button", { name: "2 · What do you pay a week?" }).press("Enter");
    await expect(item(page, 2).getByRole("button", { expanded: false }).first()).toBeFocused();
    await expect(page.getByText(words.build.previewEmpty)).toBeVisible();
    await expect(page.locator("li.item")).toHaveCount(2);
    await item(page, 2).getByRole("button", { expanded: false }).first().click();
    await field(item(page, 2), words.items.edges).fill("5, 10, 20");
    await expect(saved(page)).toBeVisible();
    await expect(page.getByText(words.build.previewEmpty)).toBeHidden();
    await button(item(page, 2), words.build.noteSettleOf(bins)).press("Enter");
    await expect(page.getByRole("region", { name: words.home.importNotes(1) })).toBeVisible();
    await expect(item(page, 2).locator(".import-notes")).toHaveCount(0);
    await page.reload(); // the other note is still there
    await expect(page.getByRole("region", { name: words.home.importNotes(1) })).toBeVisible();
    await look(page, "import-mended");
    await page.getByText(words.build.export, { exact: true }).click();
    const coming = page.waitForEvent("download");
    await button(page, words.share.forms.xlsform).press("Enter");
    const download = await coming;
    expect(download.suggestedFilename()).toBe("School-meals.xlsx");
    await expect(page.getByText(words.share.formSaved("School-meals.xlsx", 1))).toBeAttached();
    await expect(page.getByRole("dialog").getByText("2 · What do you pay a week?")).toBeVisible(); // as it is numbered here
    await look(page, "form-exported");
    const sheets = JSON.parse(python(READ, [await download.path()], "").toString()) as Sheets;
    const labels = sheets.survey?.map((row) => row[2]) ?? [];
    expect(sheets.survey?.[2]?.[0]).toBe("integer");
    expect(sheets.datahub_notes?.[1]?.[0]).toBe("2. What do you pay a week?");
    expect(labels).toEqual(["label", "Does your child eat at school?", "What do you pay a week?"]);
    expect(sheets.survey?.[2]?.at(-1)?.replaceAll('"', "")).toMatch(/edges:\[5,10,20\]/);
    expect(sheets.settings?.[1]?.[0]).toBe("School meals");
    await Promise.all([researcher.leave(), context.close()]);
  });
}

for (const { file, place, reason, title, items } of [
  {
    file: "limesurvey/commuting.lss",
    place: "question words long text words",
    reason: "free text cannot be perturbed; ask with answers to choose from",
    title: "Commuting to work",
    items: 7,
  },
  {
    file: "surveyjs/product_feedback.json",
    place: "pages 2 › questions 3 multipletext pricelimit",
    reason: "its fields are free text; ask for each number by itself, with a least and a most",
    title: "product feedback",
    items: 7,
  },
]) {
  test(`${file} is imported, and each note names its place and reason`, async ({ browser }) => {
    const researcher = await Researcher.join();
    const context = await browser.newContext({ storageState: await researcher.session() });
    const page = await context.newPage();
    await choose(page, file.split("/")[1] ?? file, readFileSync(resolve(DRAFTS, file)));
    const notes = await notesOf(page);
    expect(notes.find(([, where]) => where === place)?.[0]).toBe(reason);
    await looker("1280-light")(page, "import-notes");
    await expect(field(page, words.build.title)).toHaveValue(title);
    await expect(page.locator("li.item")).toHaveCount(items);
    await Promise.all([researcher.leave(), context.close()]);
  });
}

for (const locale of ["en-GB", "zh-CN"] as const) {
  test(`a file that is no questionnaire is refused in plain words: ${locale}`, async ({ browser }) => {
    const researcher = await Researcher.join();
    const context = await browser.newContext({ locale, storageState: await researcher.session() });
    const page = await context.newPage();
    await page.goto(site());
    const { home } = SPOKEN[locale];
    await expect(page.getByText(home.importKinds)).toBeVisible();
    const table = { name: "incomes.csv", mimeType: "text/csv", buffer: Buffer.from("age,income\n20,100\n") };
    await page.getByLabel(home.importFile).setInputFiles(table);
    await expect(page.getByRole("alert")).toContainText(
      locale === "en-GB" ? "is no XLSForm: that has" : "不是 XLSForm",
    );
    await looker(`1280-light-${locale}`)(page, "import-refused");
    await Promise.all([researcher.leave(), context.close()]);
  });
}
