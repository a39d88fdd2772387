import { expect, test } from "@playwright/test";
import { pointer } from "../journeys/hand";
import { type Look, looker } from "../journeys/state";
import { takeJourney } from "../journeys/take";
import { words } from "../site/words";

test("sign up, sign in, build, publish, answer, see results: 1280 px, light", async ({ browser }) => {
  const look = looker("1280-light");
  /** The embedded form runs on the reader's own computer, and says there where the code lies. */
  const lookForMail: Look = async (page, name) => {
    if (name === "verify") {
      await expect(page.getByText(words.account.mailFolder)).toContainText(process.env.DATAHUB_E2E_MAIL ?? "a folder");
    }
    await look(page, name);
  };
  await takeJourney(browser, { viewport: { width: 1280, height: 900 }, colorScheme: "light" }, pointer, lookForMail);
});
