import { spawnSync } from "node:child_process";
import { join, resolve } from "node:path";
import { site } from "./api";

const root = resolve(__dirname, "../../..");

/** The chance of each answer, by question. */
export type Laws = Readonly<Record<string, Readonly<Record<string, number>>>>;

/** So many people answer a survey, through the client that stands in for their phones. */
export function answerAs(people: number, slug: string, laws: Laws): void {
  const run = spawnSync(
    join(root, ".venv/bin/python"),
    ["-m", "tests.e2e.site.answer", site(), slug, String(people), JSON.stringify(laws)],
    { cwd: root, encoding: "utf8", env: { ...process.env, PYTHONPATH: join(root, "client") } },
  );
  if (run.status !== 0) throw new Error(run.stderr);
}
