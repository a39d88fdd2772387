import { createHmac } from "node:crypto";
import { expect, type Page, test } from "@playwright/test";
import { newAddress, password, Researcher, site } from "../site/api";
import { codeFor, linkFor } from "../site/mail";
import { publish } from "../site/surveys";
import { speak, words } from "../site/words";
import { looker } from "./state";

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const title = (page: Page) => page.getByRole("heading", { level: 1 });
const passkeySite = () => site().replace("127.0.0.1", "localhost"); // passkeys belong to names, not to numbers

/** RFC 6238, as an authenticator app does it. */
function codeNow(secret: string): string {
  const bits = [...secret].map((letter) =>
    "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".indexOf(letter).toString(2).padStart(5, "0"),
  );
  const bytes = bits.join("").match(/.{8}/g) ?? [];
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000)));
  const mac = createHmac("sha1", Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2))))
    .update(counter)
    .digest();
  const value = mac.readUInt32BE((mac.at(-1) ?? 0) & 15) & 0x7fffffff;
  return String(value % 1_000_000).padStart(6, "0");
}

async function signIn(page: Page, email: string, at = site()): Promise<void> {
  await page.goto(`${at}/sign-in`);
  await page.getByLabel(words.account.email).fill(email);
  await page.getByLabel(words.account.password, { exact: true }).fill(password);
  await button(page, words.account.signIn).click();
  await expect(title(page)).not.toHaveText(words.account.signInTitle);
}

async function showPasswordAgain(page: Page): Promise<void> {
  const form = page.getByRole("form", { name: words.own.passwordAgain });
  await form.getByLabel(words.account.password, { exact: true }).fill(password);
  await form.getByRole("button", { name: words.own.goOn }).click();
  await expect(form).toBeHidden();
}

test("a person sets up codes, signs out, and signs in with one", async ({ page }) => {
  const look = looker("1280-light");
  const { email } = await Researcher.join();
  await signIn(page, email);
  await page.getByRole("link", { name: email }).click();
  await expect(title(page)).toHaveText(words.own.title(false));
  await look(page, "account");
  await button(page, words.own.setUpCodes).click();
  await showPasswordAgain(page);
  await expect(page.getByAltText(words.own.pictureOf)).toBeVisible();
  await look(page, "set-up-codes");
  const form = page.getByRole("form", { name: words.own.setUpCodes });
  const secret = (await form.locator("code").textContent()) ?? "";
  await form.getByLabel(words.account.code).fill(codeNow(secret));
  await button(page, words.own.confirmCode).click();
  await expect(title(page)).toHaveText(words.own.title(true));
  await button(page, words.own.showRecovery).click();
  await expect(page.locator(".codes li")).toHaveCount(10);
  await look(page, "account-guarded");
  await button(page, words.signOut).click();
  await expect(title(page)).toHaveText(words.account.signInTitle);
  await signIn(page, email);
  await expect(title(page)).toHaveText(words.own.secondStepTitle);
  await look(page, "second-step");
  await page.getByLabel(words.account.code).fill(codeNow(secret));
  await button(page, words.account.signIn).click();
  await expect(title(page)).toHaveText(words.home.titleEmpty);
});

test("a person adds a passkey and signs in with it alone", async ({ page }) => {
  const browser = await page.context().newCDPSession(page);
  await browser.send("WebAuthn.enable");
  await browser.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  const { email } = await Researcher.join();
  await signIn(page, email, passkeySite());
  await page.getByRole("link", { name: email }).click();
  await page.getByLabel(words.own.passkeyName).fill("Work laptop");
  await button(page, words.own.addPasskey).click();
  await showPasswordAgain(page);
  await expect(page.getByText("Work laptop")).toBeVisible();
  await expect(title(page)).toHaveText(words.own.title(true));
  await button(page, words.signOut).click();
  await expect(title(page)).toHaveText(words.account.signInTitle);
  await button(page, words.own.signInWithPasskey).click();
  await expect(title(page)).toHaveText(words.home.titleEmpty);
  await page.getByRole("link", { name: email }).click();
  await button(page, words.own.removeNamed("Work laptop")).click();
  await showPasswordAgain(page);
  await expect(title(page)).toHaveText(words.own.title(false));
});

test("a colleague invited as viewer sees results, is offered nothing they may not do, and gives the role up", async ({
  page,
  browser,
}) => {
  const look = looker("1280-light");
  const owner = await Researcher.join();
  const questions = [{ type: "yes_no", text: "Do you sleep well?", maySkip: true }] as const;
  const survey = await publish(owner, "Sleep", questions, [{ name: "", epsilon: "1" }]);
  await signIn(page, owner.email);
  await page.goto(`${site()}/surveys/${survey.id}/people`);
  await expect(title(page)).toHaveText(words.people.sharedWith(0));
  await look(page, "share");
  const invited = newAddress();
  await page.getByLabel(words.account.email).fill(invited);
  await button(page, words.people.invite).click();
  await expect(page.getByText(words.people.invited)).toBeVisible();

  const theirs = await browser.newContext();
  const colleague = await theirs.newPage();
  await colleague.goto(await linkFor(invited));
  await expect(title(colleague)).toHaveText(words.people.acceptTitle);
  expect(new URL(colleague.url()).hash).toBe("");
  await look(colleague, "invitation");
  await colleague.getByRole("link", { name: words.account.signUp }).click();
  await colleague.getByLabel(words.account.email).fill(invited);
  await colleague.getByLabel(words.account.newPassword, { exact: true }).fill(password);
  await button(colleague, words.account.signUp).click();
  await expect(title(colleague)).toHaveText(words.account.verifyTitle);
  await colleague.getByLabel(words.account.code).fill(await codeFor(invited));
  await button(colleague, words.account.verify).click();
  await button(colleague, words.people.accept).click();
  await expect(title(colleague)).toHaveText(words.people.accepted("Sleep"));
  await colleague.goto(`${site()}/surveys/${survey.id}/results`);
  await expect(colleague.getByText("Sleep").first()).toBeVisible();
  await expect(colleague.getByRole("alert")).toHaveCount(0);
  const refused = await colleague.evaluate(async (id) => {
    const csrf = /csrftoken=(\w+)/.exec(document.cookie)?.[1] ?? "";
    const headers = { "Content-Type": "application/json", "X-CSRFToken": csrf };
    const body = JSON.stringify({ title: "Mine" });
    return (await fetch(`/api/v1/surveys/${id}/`, { method: "PATCH", headers, body })).status;
  }, survey.id);
  expect(refused).toBe(403);
  await colleague.goto(`${site()}/surveys/${survey.id}/people`);
  await expect(title(colleague)).toHaveText(words.people.sharedWithYou);
  await look(colleague, "shared-with-me");

  await page.reload();
  await expect(title(page)).toHaveText(words.people.sharedWith(1));
  await expect(page.getByText(words.people.no(invited))).toBeVisible();
  await look(page, "shared");

  await colleague.goto(`${site()}/surveys/${survey.id}/build`);
  await expect(colleague.getByText(words.people.readOnly(words.people.role.editor))).toBeVisible();
  await expect(colleague.getByLabel(words.build.title)).toBeDisabled();
  const acts = [
    words.build.publishNew(2),
    words.build.close,
    words.share.pause,
    words.share.archive,
    words.share.delete,
  ];
  for (const act of acts) await expect(button(colleague, act)).toHaveCount(0);
  await look(colleague, "build-read");
  await colleague.goto(`${site()}/surveys/${survey.id}/share`);
  await expect(title(colleague)).toHaveText(words.share.title.open);
  for (const act of acts) await expect(button(colleague, act)).toHaveCount(0);
  await look(colleague, "share-read");

  await colleague.goto(`${site()}/surveys/${survey.id}/people`);
  await button(colleague, words.people.giveUp).click();
  await look(colleague, "give-up");
  await colleague.getByRole("dialog").getByRole("button", { name: words.people.giveUp }).click();
  await expect(title(colleague)).toHaveText(words.home.titleEmpty);
  await page.reload();
  await expect(title(page)).toHaveText(words.people.sharedWith(0));
  await theirs.close();
});

test.describe("in both languages, narrow and dark", () => {
  test.afterEach(() => speak("en"));
  for (const language of ["en", "zh-CN"] as const) {
    test(`account, people and tokens in ${language}`, async ({ browser }) => {
      const { email } = await Researcher.join();
      const as = { viewport: { width: 360, height: 740 }, colorScheme: "dark", locale: language } as const;
      const context = await browser.newContext(as);
      const page = await context.newPage();
      const look = looker(`360-dark-${language}`);
      speak(language);
      await signIn(page, email);
      await expect(title(page)).toHaveText(words.home.titleEmpty);
      await page.goto(`${site()}/account`);
      await expect(title(page)).toHaveText(words.own.title(false));
      await expect(page.getByRole("heading", { name: words.own.sessions(2) })).toBeVisible();
      await look(page, "account");
      await page.goto(`${site()}/people`);
      await page.getByLabel(words.people.name).fill("Institute");
      await button(page, words.people.create).click();
      await expect(title(page)).toHaveText("Institute");
      await page.getByLabel(words.people.teamName).fill("Field");
      await button(page, words.people.createTeam).click();
      await expect(page.getByRole("heading", { name: "Field" })).toBeVisible();
      await look(page, "organisation");
      await button(page, words.people.deleteTeamNamed("Field")).click();
      await look(page, "delete-team");
      await page.getByRole("dialog").getByRole("button", { name: words.cancel }).click();
      await expect(page.getByRole("heading", { name: "Field" })).toBeVisible();
      await button(page, words.people.deleteTeamNamed("Field")).click();
      await page.getByRole("dialog").getByRole("button", { name: words.people.deleteTeam }).click();
      await expect(page.getByRole("heading", { name: "Field" })).toHaveCount(0);
      await page.goto(`${site()}/tokens`);
      await expect(title(page)).toHaveText(words.tokens.title(0));
      await look(page, "tokens");
      await context.close();
    });
  }
});
