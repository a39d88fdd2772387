import { spawnSync } from "node:child_process";
import { join, resolve } from "node:path";

const root = resolve(__dirname, "../../..");

export interface Use {
  readonly email: string;
  readonly note: string;
  readonly becomes: "committed" | "reserved" | "released" | "unbounded";
  /** The epsilon of Laplace noise; or the sigma of Gaussian noise. */
  readonly epsilon?: string;
  readonly sigma?: string;
}

let charged = 0;

/** The environment in which a program finds data folder and database of the served site. */
export function ofSite(): NodeJS.ProcessEnv {
  const { DATAHUB_E2E_DATA, DATAHUB_E2E_DATABASE, ...rest } = process.env;
  return { ...rest, DATAHUB_DATA: DATAHUB_E2E_DATA, DATABASE_URL: DATAHUB_E2E_DATABASE };
}

/** Uses of the data, charged by the services of the ledger as an analysis will charge them. */
export function charge(dataSet: string, uses: readonly Use[]): void {
  const charges = uses.map((use) => {
    charged += 1;
    const operation = use.becomes === "unbounded" ? "dataset.release" : "dataset.synthesise";
    return { ...use, operation, request: `e2e-${process.pid}-${charged}` };
  });
  const run = spawnSync(
    join(root, ".venv/bin/python"),
    ["-m", "tests.e2e.site.charge", dataSet, JSON.stringify(charges)],
    { cwd: root, encoding: "utf8", env: ofSite() },
  );
  if (run.status !== 0) throw new Error(run.stderr);
}
