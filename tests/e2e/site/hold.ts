import { spawn } from "node:child_process";
import { once } from "node:events";
import { join, resolve } from "node:path";
import { ofSite } from "./charge";

const root = resolve(__dirname, "../../..");

/** A deletion that was asked for and waits, as for a busy worker, until what is returned is called. */
export async function holdDeletion(dataSet: string, owner: string): Promise<() => Promise<void>> {
  const holder = spawn(join(root, ".venv/bin/python"), ["-m", "tests.e2e.site.hold", dataSet, owner], {
    cwd: root,
    env: ofSite(),
    stdio: ["pipe", "pipe", "inherit"],
  });
  const ended = once(holder, "exit");
  const line = await Promise.race([once(holder.stdout, "data"), ended.then(() => null)]);
  if (line === null) throw new Error("the deletion could not be held; what was said stands above");
  return async () => {
    holder.stdin.end();
    const [code] = await ended;
    if (code !== 0) throw new Error(`who held the deletion ended with ${code}`);
  };
}
