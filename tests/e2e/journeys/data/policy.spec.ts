import { randomUUID } from "node:crypto";
import { expect, type Page, test } from "@playwright/test";
import { Researcher, site } from "../../site/api";
import { speak, words } from "../../site/words";
import { type Look, looker } from "../state";

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
  await page.getByLabel("discrete-gaussian", { exact: true }).check();
  await page.getByLabel(words.policy.anyone).check();
}

/** The owner's organisation has a team; a team can be in a group. */
async function withATeam(owner: Researcher): Promise<void> {
  const { id } = await owner.ask<{ id: string }>("POST", "/api/v1/organisations/", { name: "Clinic" }, 201);
  await owner.ask("POST", `/api/v1/organisations/${id}/teams/`, { name: "Lab" }, 201);
}

/** Two groups, one inside the other, by keyboard alone; names that are refused are mended at their fields. */
async function writeGroups(page: Page, look: Look): Promise<void> {
  const { policy } = words;
  const name = page.getByLabel(policy.groupName);
  await button(page, policy.addGroup).press("Enter");
  await expect(name).toBeFocused();
  await page.keyboard.type("Team of Ana");
  await page.keyboard.press("Enter"); // saves
  await expect(page.getByText(policy.nameFault)).toBeVisible();
  await expect(name).toBeFocused();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type("staff");
  const staff = page.getByRole("group", { name: policy.group("staff"), exact: true });
  await staff.getByLabel(policy.member).focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(staff.getByRole("listitem")).toContainText(words.people.teamOf("Lab", "Clinic"));
  await expect(staff.getByLabel(policy.member)).toBeFocused();
  await button(page, policy.addGroup).press("Enter");
  await page.keyboard.type("staff");
  await page.keyboard.press("Enter");
  await expect(page.getByText(policy.nameTwice)).toHaveCount(2);
  await look(page, "policy-groups-refused");
  await name.nth(1).fill("everybody");
  const everybody = page.getByRole("group", { name: policy.group("everybody"), exact: true });
  for (const place of [0, 1]) {
    await everybody.getByLabel(policy.member).selectOption({ index: 1 });
    await everybody.getByRole("button", { name: policy.putInto("everybody") }).press("Enter");
    await expect(everybody.getByRole("listitem")).toHaveCount(place + 1);
  }
  await everybody.getByRole("listitem").first().getByRole("button").press("Space");
  await expect(everybody.getByRole("listitem")).toHaveText(new RegExp(policy.group("staff")));
  await expect(staff.getByLabel(policy.member).locator("option")).toHaveCount(1); // nothing goes round in a circle
  await page.getByLabel("everybody", { exact: true }).press("Space");
  await look(page, "policy-groups");
}

/** Another name goes on standing wherever the group is named; a group that is removed stands nowhere. */
async function changeGroups(page: Page): Promise<void> {
  const { policy } = words;
  await button(page, policy.edit).press("Enter");
  await page.getByLabel(policy.groupName).nth(1).fill("all");
  await button(page, policy.removeGroup("staff")).press("Enter");
  await expect(button(page, policy.addGroup)).toBeFocused();
  await button(page, policy.save(2)).press("Enter");
  await expect(page.getByText(policy.byGroups("all"))).toBeVisible();
  await expect(page.getByRole("listitem").filter({ hasText: /^all/ })).toContainText(policy.nobody);
}

for (const [width, tongue] of [
  [1280, "en"],
  [360, "zh-CN"],
] as const) {
  test(`an owner writes a policy and asks what would happen, ${width} wide, in ${tongue}`, async ({ browser }) => {
    speak(tongue);
    const { owner, id } = await ownerOf("Adult");
    await withATeam(owner);
    const context = await browser.newContext({
      storageState: await owner.session(),
      viewport: { width, height: 800 },
      locale: tongue,
      colorScheme: width === 360 ? ("dark" as const) : ("light" as const),
    });
    const page = await context.newPage();
    const look = looker(`${width}-${width === 360 ? "dark" : "light"}`);
    await page.goto(`${site()}/data/${id}/policy`);
    await expect(title(page)).toHaveText(words.policy.titleEmpty("Adult"));
    await look(page, "policy-empty");
    await writeARole(page);
    await look(page, "policy-editor");
    await writeGroups(page, look);
    await button(page, words.policy.save(1)).press("Enter");
    await expect(title(page)).toHaveText(words.policy.titleAnyone("Adult"));
    await expect(page.getByText(words.policy.limitEpsilon("1", "0.000000001"))).toBeVisible();
    await expect(page.getByText(words.policy.byGroups("everybody"))).toBeVisible();
    await expect(page.getByRole("paragraph").filter({ hasText: words.people.teamOf("Lab", "Clinic") })).toBeVisible();
    await look(page, "policy-with-groups");
    await changeGroups(page);
    await button(page, words.policy.ask).press("Enter");
    const answer = page.getByRole("status");
    await expect(answer).toContainText("an-owner-synthesises-the-data-set");
    await look(page, "policy-tested");
    await context.close();
    await owner.leave();
    speak("en");
  });
}

test("a stranger finds no policy, and nothing at an address that was never given", async () => {
  const { owner, id } = await ownerOf("Adult");
  const stranger = await Researcher.join();
  for (const subject of [id, randomUUID()])
    await stranger.ask("GET", `/api/v1/policies/?subject=dataset:${subject}`, null, 404);
  await stranger.leave();
  await owner.leave();
});
