import { spawnSync } from "node:child_process";
import { join, resolve } from "node:path";
import { site } from "./api";

const root = resolve(__dirname, "../../..");

/** People answer a survey, through the client that stands in for their phones. Each says an answer by question. */
export function answerAs(people: readonly Readonly<Record<string, string | number>>[], slug: string): void {
  const run = spawnSync(join(root, ".venv/bin/python"), ["-m", "tests.e2e.site.answer", site(), slug], {
    cwd: root,
    encoding: "utf8",
    input: JSON.stringify(people),
    env: { ...process.env, PYTHONPATH: join(root, "client") },
  });
  if (run.status !== 0) throw new Error(run.stderr);
}
