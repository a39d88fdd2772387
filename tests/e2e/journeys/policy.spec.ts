import { randomUUID } from "node:crypto";
import { expect, type Page, test } from "@playwright/test";
import { speak, words } from "../../../frontend/src/studio/words/words";
import { Researcher, site } from "../site/api";
import { looker } from "./state";

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const title = (page: Page) => page.getByRole("heading", { level: 1 });

async function ownerOf(name: string): Promise<{ owner: Researcher; id: string }> {
  const owner = await Researcher.join();
  const { id } = await owner.ask<{ id: string }>("POST", "/api/v1/datasets/", { name }, 201);
  return { owner, id };
}

async function writeARole(page: Page): Promise<void> {
  await button(page, words.policy.write).press("Enter");
  await page.getByLabel(words.policy.roleName).fill("students");
  await page.getByLabel(words.policy.ruleName).fill("count");
  await page.getByLabel(words.policy.epsilonCap).fill("1");
  await page.getByLabel(words.policy.mechanisms).fill("laplace");
  await page.getByLabel(words.policy.anyone).check();
}

for (const width of [1280, 360]) {
  for (const tongue of ["en", "zh-CN"] as const) {
    test(`an owner writes a policy and asks what would happen, ${width} wide, in ${tongue}`, async ({ browser }) => {
      speak(tongue);
      const { owner, id } = await ownerOf("Adult");
      const context = await browser.newContext({
        storageState: await owner.session(),
        viewport: { width, height: 800 },
        locale: tongue,
      });
      const page = await context.newPage();
      const look = looker(`${width}-light`);
      await page.goto(`${site()}/data/${id}/policy`);
      await expect(title(page)).toHaveText(words.policy.titleEmpty("Adult"));
      await look(page, "policy-empty");
      await writeARole(page);
      await look(page, "policy-editor");
      await button(page, words.policy.save(1)).press("Enter");
      await expect(title(page)).toHaveText(words.policy.titleAnyone("Adult"));
      await expect(page.getByText(words.policy.limitEpsilon("1"))).toBeVisible();
      await button(page, words.policy.ask).press("Enter");
      const answer = page.getByRole("status");
      await expect(answer).toContainText("an-owner-queries-the-data-set");
      await look(page, "policy-tested");
      await context.close();
      await owner.leave();
      speak("en");
    });
  }
}

test("a stranger finds no policy, and nothing at an address that was never given", async () => {
  const { owner, id } = await ownerOf("Adult");
  const stranger = await Researcher.join();
  for (const subject of [id, randomUUID()])
    await stranger.ask("GET", `/api/v1/policies/?subject=dataset:${subject}`, null, 404);
  await stranger.leave();
  await owner.leave();
});
