import { expect, test } from "@playwright/test";
import { answerAs } from "../../site/answer";
import { Researcher, site } from "../../site/api";
import { publishDraft } from "../../site/surveys";
import { words } from "../../site/words";
import { button } from "../builder";
import { keyboard } from "../hand";
import { looker } from "../state";

const wide = { locale: "en-GB", viewport: { width: 1280, height: 900 } } as const;
const OPTIONS = [
  { id: "yes", label: "Yes" },
  { id: "no", label: "No" },
];
const common = { help: "", show_if: "", may_skip: false };
const yesOrNo = (id: string, text: string) => ({ ...common, type: "yes_no", id, text, options: OPTIONS });
const PEOPLE = Array.from({ length: 300 }, (_, place) => ({
  place: place % 10 < 7 ? "town" : "country",
  night: place % 10 < 4 || place % 10 === 9 ? "yes" : "no",
  smoke: place % 3 === 0 ? "yes" : "no",
}));
const DRAFT = {
  title: "Work at night",
  levels: [{ epsilon: "2.5" }],
  questions: [
    {
      ...{ ...common, type: "single_choice", id: "place", text: "Where do you live?", shuffle: false, may_skip: true },
      options: [
        { id: "town", label: "In a town" },
        { id: "country", label: "In the country" },
      ],
    },
    yesOrNo("night", "Do you work at night?"),
    yesOrNo("smoke", "Do you smoke?"),
  ],
  pairs: [["place", "night"]],
};

test("results are weighted to what is known of everybody, and are of a sample or of everybody, by keyboard", async ({
  browser,
}) => {
  const { weighting } = words;
  const owner = await Researcher.join();
  const { id, slug } = await publishDraft(owner, DRAFT);
  answerAs(PEOPLE, slug);
  await owner.ask("PATCH", `/api/v1/surveys/${id}/versions/1/`, { state: "closed" }, 200);
  const context = await browser.newContext({ ...wide, storageState: await owner.session() });
  const page = await context.newPage();
  await page.goto(`${site()}/surveys/${id}/results`);

  const section = page.getByRole("region", { name: weighting.title, exact: true });
  await section.getByLabel(weighting.add).selectOption("place");
  const town = section.getByLabel(weighting.percentOf("In a town"));
  await town.fill("120");
  await expect(section.getByText(weighting.faults.number)).toBeVisible();
  await expect(button(section, weighting.weigh)).toBeDisabled();
  await town.fill("45");
  await expect(section.getByText(weighting.rest("55.0\u202f%"))).toBeVisible();
  await keyboard.press(page, button(section, weighting.weigh));
  const weighted = section.getByRole("table", { name: /weighted by: Where do you live/ });
  await expect(weighted.getByRole("rowheader", { name: weighting.unweighted("Yes") })).toBeVisible();
  await expect(section.getByText(`Do you smoke?: ${weighting.why.not_joined}`)).toBeVisible();
  await looker("1280-light")(page, "weighted");
  await keyboard.press(page, button(section, weighting.keep));
  await expect(section.getByText(weighting.kept)).toBeVisible();
  await page.reload();
  await expect(town).toHaveValue("45");
  await expect(weighted).toBeVisible();
  await expect(page.getByRole("heading", { name: weighting.exportTitle })).toBeVisible();

  const switched = page.getByLabel(weighting.sample);
  await expect(switched).toBeChecked();
  await switched.focus();
  await page.keyboard.press("Space");
  await expect(switched).not.toBeChecked();
  await expect(page).toHaveURL(/population=everybody/);
  await expect(page.getByText(/hold for the respondents themselves/)).toBeVisible();
  await expect(page.getByText(/: 0\.0 points from who was drawn/)).toHaveCount(3);
  await page.setViewportSize({ width: 360, height: 780 });
  await looker("360-light")(page, "weighted");

  await section.getByRole("button", { name: `${weighting.remove}: Where do you live?` }).click();
  await keyboard.press(page, button(section, weighting.keep));
  await expect(weighted).toHaveCount(0);
  await expect(page.getByRole("heading", { name: weighting.exportTitle })).toHaveCount(0);
  await Promise.all([owner.leave(), context.close()]);
});
