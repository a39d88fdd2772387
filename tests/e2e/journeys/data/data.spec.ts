import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { test } from "@playwright/test";
import { count } from "../../../../frontend/src/studio/numbers/format";
import { speak } from "../../site/words";
import { type File, smallFile, takeDataJourney } from "../data";
import { looker } from "../state";

const ADULT = join(__dirname, "../../../../surveys/demonstration/adult.csv.gz");

function adult(): File {
  const content = gunzipSync(readFileSync(ADULT));
  const [header = "", ...rows] = content.toString().trimEnd().split("\n");
  const columns = Object.fromEntries(header.split(",").map((name) => [name.trim(), { role: "quasi" }]));
  return {
    name: "adult.csv",
    content,
    rows: count(rows.length),
    columns: { ...columns, age: { role: "quasi", least: "0", most: "120" } },
  };
}

test("Adult is put in, declared, attacked, loaded, asked for, approved, revoked and deleted: 360 px, dark", async ({
  browser,
}) => {
  const shape = { viewport: { width: 360, height: 780 }, colorScheme: "dark" as const };
  await takeDataJourney(browser, shape, adult(), looker("360-dark"));
});

test("Adult is put in, declared, attacked, loaded, asked for, approved, revoked and deleted: 1280 px", async ({
  browser,
}) => {
  await takeDataJourney(browser, { viewport: { width: 1280, height: 900 } }, adult(), looker("1280-light"));
});

for (const colorScheme of ["light", "dark"] as const) {
  test(`a data set is put in, attacked, loaded, asked for, revoked and deleted in Chinese: ${colorScheme}`, async ({
    browser,
  }) => {
    speak("zh-CN");
    const [width, locale] = [colorScheme === "light" ? 360 : 1280, "zh-CN"];
    const shape = { viewport: { width, height: 900 }, colorScheme, locale };
    await takeDataJourney(browser, shape, smallFile(), looker(`${width}-${colorScheme}`));
    speak("en");
  });
}
