import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect } from "@playwright/test";

const END = /^-{79}$/m; // of a letter: two of one second may be in one file

/** Mail that the server wrote to files, newest last: their names tell of whole seconds alone. */
function letters(): string[] {
  const folder = process.env.DATAHUB_E2E_MAIL ?? "";
  if (!existsSync(folder)) return []; // the first letter makes it
  const names = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile());
  return names
    .map(({ name }) => join(folder, name))
    .sort((left, right) => statSync(left).mtimeMs - statSync(right).mtimeMs)
    .flatMap((path) => readFileSync(path, "utf8").split(END));
}

/** What `line` finds in the newest letter to this address that has it, once it has come. */
async function mailed(email: string, line: RegExp, what: string): Promise<string> {
  let address = "";
  await expect
    .poll(() => {
      const here = letters().filter((text) => text.includes(`To: ${email}`));
      address = here.flatMap((text) => line.exec(text)?.[1] ?? []).at(-1) ?? "";
      return address;
    }, `${what} ${email} in the mail folder`)
    .not.toBe("");
  return address;
}

/** The code mailed to this address. */
export const codeFor = (email: string): Promise<string> => mailed(email, /^ {4}([A-Z0-9-]+)$/m, "a code for");

/** The link of an invitation mailed to this address. */
export const linkFor = (email: string): Promise<string> => mailed(email, /^ {4}(http\S+#\S+)$/m, "an invitation of");
