import { spawnSync } from "node:child_process";
import { resolve } from "node:path";
import { expect, type Page } from "@playwright/test";
import { site } from "../site/api";
import { words } from "../site/words";
import type { Look } from "./state";

const PYTHON = resolve(__dirname, "../../../.venv/bin/python");
const READ = `
import json, sys
import pyarrow.parquet as parquet
table = parquet.read_table(sys.argv[1])
print(json.dumps({
    "card": json.loads(table.schema.metadata[b"datahub"]),
    "types": {field.name: str(field.type) for field in table.schema},
    "rows": table.num_rows,
}))
`;

interface Opened {
  card: { synthetic: boolean; rows: number; guarantee: { rho: string }; about: { title: string } };
  types: Readonly<Record<string, string>>;
  rows: number;
}

/** Makes a link on the page of a release, which shows it once. */
export async function linkTo(page: Page): Promise<string> {
  const text = words.release.links;
  await page.getByRole("button", { name: text.make, exact: true }).press("Enter");
  const link = (await page.getByRole("region", { name: text.newLink }).locator("code").textContent()) ?? "";
  expect(link).toMatch(/\/table#\S{20,}$/);
  return link.replace(/^https?:\/\/[^/]+/, site());
}

/** Who has no account opens the link, reads that these rows are nobody's and what is promised, and takes the file. */
export async function takenFrom(link: string, street: Page, look: Look, rho: string): Promise<Opened> {
  const { release, synthetic } = words;
  const handed = words.handed;
  await street.goto(link);
  await expect(street.getByText(handed.synthetic)).toBeVisible();
  await expect(street.locator(".guarantee")).toContainText(rho);
  await expect(street.getByText(release.link.rows("120"), { exact: true })).toBeVisible();
  await expect(street.getByText(handed.takeText)).toBeVisible();
  await expect(street.getByText(synthetic.forms.zip.name)).toHaveCount(0); // that is for who made them
  await expect(street.getByRole("link", { name: release.take.verifier, exact: true })).toHaveCount(0);
  await look(street, "synthetic-given");
  const coming = street.waitForEvent("download");
  await street.getByRole("button", { name: release.take.parquet, exact: true }).press("Enter");
  const download = await coming;
  expect(download.suggestedFilename()).toBe("release.parquet");
  const { stdout, stderr } = spawnSync(PYTHON, ["-c", READ, await download.path()], { encoding: "utf8" });
  expect(stderr).toBe("");
  return JSON.parse(stdout) as Opened;
}
