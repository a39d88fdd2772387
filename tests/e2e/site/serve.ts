import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { mkdtempSync, openSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

const root = resolve(__dirname, "../../..");
const python = join(root, ".venv/bin/python");

/** Serve the product for one run: data folder, port and (with DATABASE_URL) database of its own. Returns what stops it. */
export default async function serve(): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), "datahub-e2e-"));
  const port = String(await freePort());
  const database = ownDatabase(process.env.DATABASE_URL);
  process.env.DATAHUB_E2E_SITE = `http://127.0.0.1:${port}`;
  process.env.DATAHUB_E2E_MAIL = join(folder, "mail");
  process.env.DATAHUB_E2E_DATA = folder;
  process.env.DATAHUB_E2E_DATABASE = database?.url ?? "";
  const log = join(folder, "serve.log");
  const output = openSync(log, "w");
  const server = spawn(python, ["manage.py", "serve"], {
    cwd: root,
    detached: true, // a process group of its own, so that a child left behind is seen
    stdio: ["ignore", output, output],
    env: {
      ...process.env,
      DATAHUB_DATA: folder,
      DATAHUB_PORT: port,
      DATAHUB_SIGN_UPS_A_MINUTE: "1000", // everybody comes from one address here, as fast as the machine is
      DATAHUB_SIGN_INS_A_MINUTE: "1000",
      ...(database === null ? {} : { DATABASE_URL: database.url }),
    },
  });
  const stop = async () => {
    const left = await stopped(server);
    database?.drop();
    if (process.env.DATAHUB_E2E_KEEP === undefined) rmSync(folder, { recursive: true, force: true });
    if (left) throw new Error("manage.py serve ended and left processes behind");
  };
  try {
    await ready(`${process.env.DATAHUB_E2E_SITE}/api/v1/health/ready/`, server);
  } catch (error) {
    const content = readFileSync(log, "utf8");
    await stop().catch(() => undefined); // the first failure is the one to show
    throw new Error(`${error instanceof Error ? error.message : error}\n${content}`);
  }
  return stop;
}

function freePort(): Promise<number> {
  return new Promise((done, failed) => {
    const probe = createServer();
    probe.once("error", failed);
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address();
      probe.close(() => (typeof address === "object" && address ? done(address.port) : failed(new Error("no port"))));
    });
  });
}

async function ready(address: string, server: ChildProcess): Promise<void> {
  const deadline = Date.now() + 180_000;
  for (;;) {
    if (server.exitCode !== null) throw new Error(`manage.py serve ended with ${server.exitCode} before it was ready`);
    const answer = await fetch(address).catch(() => null); // refused: not listening yet
    if (answer?.ok) return;
    if (Date.now() > deadline) throw new Error("manage.py serve was not ready within 180 s");
    await new Promise((again) => setTimeout(again, 50)); // asks again until the condition holds or the deadline passed
  }
}

/** Ask the parent to stop; true if something of its group outlived it (and is ended now). */
async function stopped(server: ChildProcess): Promise<boolean> {
  const group = server.pid;
  if (group === undefined) return false;
  if (server.exitCode === null && server.signalCode === null) {
    const ended = new Promise((done) => server.once("exit", done));
    server.kill("SIGTERM");
    await ended;
  }
  try {
    process.kill(-group, "SIGKILL");
    return true;
  } catch {
    return false; // no such group: nothing was left
  }
}

function ownDatabase(url: string | undefined): { url: string; drop: () => void } | null {
  if (url === undefined || url === "") return null;
  const name = `datahub_e2e_${process.pid}`;
  const own = new URL(url);
  own.pathname = `/${name}`;
  const ask = (statement: string) => {
    const script = "import sys, psycopg; psycopg.connect(sys.argv[1], autocommit=True).execute(sys.argv[2])";
    const run = spawnSync(python, ["-c", script, url, statement], { encoding: "utf8" });
    if (run.status !== 0) throw new Error(`${statement}: ${run.stderr}`);
  };
  ask(`CREATE DATABASE ${name}`);
  return { url: own.href, drop: () => ask(`DROP DATABASE ${name} WITH (FORCE)`) };
}
