import { expect, test } from "@playwright/test";
import { answerAs } from "../../site/answer";
import { Researcher, site } from "../../site/api";
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
const DRAFT = {
  title: "Who works at night",
  levels: [{ epsilon: "4" }],
  send: { questions: "some", ask: "sent", eps_block: "4", importance: {}, together: [] },
  questions: [
    yesOrNo("night", "Do you work at night?"),
    yesOrNo("town", "Do you live in a town?"),
    {
      ...common,
      type: "scale",
      id: "sleep",
      text: "How well do you sleep?",
      scale: { least: 1, most: 5, least_label: "Badly", most_label: "Well" },
    },
  ],
};
/** Whoever works at night sleeps badly, and lives in a town more often. */
const PEOPLE = Array.from({ length: 520 }, (_, place) => {
  const night = place % 5 < 2;
  return {
    night: night ? "yes" : "no",
    town: place % 10 < (night ? 2 : 5) ? "yes" : "no",
    sleep: night ? 1 + (place % 2) : 4 + (place % 2),
  };
});

test("pairs for a model are planned by one choice, and the results say what it foretells, by keyboard", async ({
  browser,
}) => {
  const { sending, build, results } = words;
  const owner = await Researcher.join();
  const { id } = await owner.ask<{ id: string }>("POST", "/api/v1/surveys/", DRAFT, 201);
  const context = await browser.newContext({ ...wide, storageState: await owner.session() });
  const page = await context.newPage();
  await page.goto(`${site()}/surveys/${id}/build`);
  await keyboard.press(page, page.getByText(sending.model.title, { exact: true }));
  await keyboard.press(page, button(page, sending.model.plan("2")));
  await expect(button(page, sending.model.planned)).toBeDisabled();
  await looker("1280-light")(page, "model-pairs");
  await expect
    .poll(
      async () =>
        (await owner.ask<{ draft: { pairs: string[][] } }>("GET", `/api/v1/surveys/${id}/`, null, 200)).draft.pairs,
    )
    .toEqual([
      ["night", "town"],
      ["night", "sleep"],
    ]);
  await keyboard.press(page, button(page, build.publish));
  await keyboard.press(page, button(page.getByRole("dialog"), build.publishNow));
  const link = page.getByRole("region", { name: build.openTitle }).getByRole("link").first();
  const slug = new URL((await link.getAttribute("href")) ?? "").pathname.split("/")[2] ?? "";
  answerAs(PEOPLE, slug);
  await owner.ask("PATCH", `/api/v1/surveys/${id}/versions/1/`, { state: "closed" }, 200);

  await page.goto(`${site()}/surveys/${id}/results`);
  const model = page.getByRole("region", { name: results.model.title, exact: true });
  await keyboard.press(page, model.getByText(results.model.make, { exact: true }));
  await expect(model.getByLabel(results.model.foretell)).toHaveValue("night");
  await expect(model.getByText(results.model.lines.title)).toBeVisible();
  const slopes = model.getByRole("table").filter({ hasText: results.model.lines.slope });
  await expect(slopes.getByRole("rowheader", { name: /How well do you sleep/ })).toBeVisible();
  await looker("1280-light")(page, "model");
  await page.setViewportSize({ width: 360, height: 780 });
  await looker("360-light")(page, "model");
  await context.close();
});
