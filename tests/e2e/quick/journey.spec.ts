import { test } from "@playwright/test";
import { pointer } from "../journeys/hand";
import { looker } from "../journeys/state";
import { takeJourney } from "../journeys/take";

test("sign up, sign in, build, publish, answer, see results: 1280 px, light", async ({ browser }) => {
  await takeJourney(
    browser,
    { viewport: { width: 1280, height: 900 }, colorScheme: "light" },
    pointer,
    looker("1280-light"),
  );
});
