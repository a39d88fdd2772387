import { test } from "@playwright/test";
import { smallFile, takeDataJourney } from "../journeys/data";
import { looker } from "../journeys/state";

test("a data set is put in, declared, loaded, asked for, approved, revoked and deleted: 1280 px", async ({
  browser,
}) => {
  await takeDataJourney(browser, { viewport: { width: 1280, height: 900 } }, smallFile(), looker("1280-light"));
});
