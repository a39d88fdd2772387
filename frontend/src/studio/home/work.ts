import type { Job } from "../../api/types";
import type { JobSort } from "../search";
import { words } from "../words/words";

export function kindOf(job: Pick<Job, "kind">): string {
  const kinds: Readonly<Record<string, string>> = words.home.jobs.kinds;
  return kinds[job.kind] ?? job.kind;
}

/** What a job is at, in the reader's language; nothing of one that has ended, or where nobody wrote words for it. */
export function noteOf({ state, progress }: Pick<Job, "state" | "progress">): string | undefined {
  const notes: Readonly<Record<string, string>> = words.home.jobs.notes;
  return state === "queued" || state === "running" ? notes[progress.note] : undefined;
}

type Listed = Pick<Job, "kind" | "state" | "created_at">;

const ORDERS: Readonly<Record<JobSort, (left: Listed, right: Listed) => number>> = {
  "-created_at": (left, right) => right.created_at.localeCompare(left.created_at),
  created_at: (left, right) => left.created_at.localeCompare(right.created_at),
  kind: (left, right) => kindOf(left).localeCompare(kindOf(right)),
  state: (left, right) => left.state.localeCompare(right.state),
};

/** The jobs a reader asked for: running ones unless `all`, matching the search, in order. */
export function listed<Item extends Listed>(
  jobs: readonly Item[],
  { all, q, sort }: { all: boolean; q: string; sort: JobSort },
): Item[] {
  const wanted = q.trim().toLowerCase();
  return jobs
    .filter((job) => all || job.state === "queued" || job.state === "running")
    .filter((job) => !all || kindOf(job).toLowerCase().includes(wanted))
    .toSorted(ORDERS[sort]);
}
