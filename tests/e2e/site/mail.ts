import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "@playwright/test";

/** Mail that the server wrote to files, newest last. */
function letters(): string[] {
  const folder = process.env.DATAHUB_E2E_MAIL ?? "";
  if (!existsSync(folder)) return []; // the first letter makes it
  const names = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile());
  return names
    .map((entry) => entry.name)
    .sort()
    .map((name) => readFileSync(join(folder, name), "utf8"));
}

/** The code mailed to this address, once it has come. */
export async function codeFor(email: string): Promise<string> {
  let code = "";
  await expect
    .poll(() => {
      const letter = letters().findLast((text) => text.includes(`To: ${email}`)) ?? "";
      code = /^ {4}([A-Z0-9-]+)$/m.exec(letter)?.[1] ?? "";
      return code;
    }, `a code for ${email} in the mail folder`)
    .not.toBe("");
  return code;
}

/** The link of an invitation mailed to this address, once it has come. */
export async function linkFor(email: string): Promise<string> {
  let link = "";
  await expect
    .poll(() => {
      const letter = letters().findLast((text) => text.includes(`To: ${email}`)) ?? "";
      link = /^ {4}(http\S+#\S+)$/m.exec(letter)?.[1] ?? "";
      return link;
    }, `an invitation of ${email} in the mail folder`)
    .not.toBe("");
  return link;
}
