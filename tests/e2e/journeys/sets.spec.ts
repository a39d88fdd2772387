import { expect, test } from "@playwright/test";
import { en } from "../../../frontend/src/respond/words/en";
import { Researcher, site } from "../site/api";
import { publishDraft, sendReports } from "../site/surveys";
import { keyboard } from "./hand";
import { looker } from "./state";

const QUESTION = "Which of these did you use this week?";
const LABELS = ["A bus", "A car", "A bicycle", "A train", "None of these"] as const;
const DRAFT = {
  title: "Ways to work",
  questions: [
    {
      id: "q1",
      type: "multiple_choice",
      text: QUESTION,
      help: "",
      show_if: "",
      may_skip: true,
      shuffle: false,
      most_choices: 3,
      options: LABELS.map((label, index) => ({ id: `o${index}`, label, exclusive: index === LABELS.length - 1 })),
    },
  ],
  levels: [{ epsilon: "1" }],
};

test("a multiple choice is ticked by keyboard, sent as a set that is filled up, and seen in the results", async ({
  browser,
}) => {
  const owner = await Researcher.join();
  const version = await publishDraft(owner, DRAFT);
  expect(version.definition.levels[0]?.blocks[0]?.fields[0]?.mechanism).toBe("privset");
  const respondent = await browser.newContext({ viewport: { width: 360, height: 740 }, colorScheme: "dark" });
  const phone = await respondent.newPage();
  const look = looker("360-dark");
  const title = phone.getByRole("heading", { level: 1 });
  await phone.goto(`${site()}/s/${version.slug}/`);
  await keyboard.press(phone, phone.getByRole("button", { name: en.label.begin }));
  await expect(title).toHaveText(en.level.title);
  await look(phone, "sets-level");
  await keyboard.press(phone, phone.getByRole("button", { name: en.level.go }));
  const boxes = phone.getByRole("group", { name: QUESTION }).getByRole("checkbox");
  for (const place of [0, 2]) {
    await keyboard.choose(phone, boxes.nth(place), 0);
  }
  await look(phone, "sets-questions");
  await keyboard.press(phone, phone.getByRole("button", { name: en.questions.review }));
  await expect(title).toHaveText(en.review.title);
  await keyboard.press(phone, phone.getByRole("button", { name: en.review.send }));
  await expect(title).toHaveText(en.receipt.title);
  await expect(phone.getByText(/^Sent: (only a filler|ticks at )/).first()).toBeVisible();
  await look(phone, "sets-receipt");
  await sendReports(version, 0, 250); // half of them went by bus
  const studio = await browser.newContext({
    viewport: { width: 1280, height: 900 },
    storageState: await owner.session(),
  });
  const page = await studio.newPage();
  await page.goto(`${site()}/surveys/${version.id}/results`);
  await expect(page.getByText(/^(1[5-9]|2[0-9])[0-9] reports/).first()).toBeVisible({ timeout: 45_000 });
  await expect(page.getByRole("paragraph").getByText(QUESTION, { exact: true })).toBeVisible();
  for (const label of LABELS) await expect(page.getByText(label, { exact: true }).first()).toBeVisible();
  await looker("1280-light")(page, "sets-results");
  for (const table of await page.locator("details > summary").all()) await table.press("Enter");
  await page.setViewportSize({ width: 360, height: 740 });
  await looker("360-light")(page, "sets-results-tables");
  await studio.close();
  await respondent.close();
  await owner.leave();
});
