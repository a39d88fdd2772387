import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import type { Job } from "../../api/types";
import { cancelJob, jobs } from "../data/work";
import { Failure } from "../frame/Failure";
import { ListControls } from "../frame/ListControls";
import { count, moment } from "../numbers/format";
import { words } from "../words/words";
import { kindOf, listed, noteOf } from "./work";

function Progress({ job }: { job: Job }) {
  const { done, total } = job.progress;
  const note = noteOf(job);
  if (job.state !== "running" || !total) return <span className="quiet">{note}</span>;
  const text = words.home.jobs.of(count(done), count(total));
  return (
    <>
      <progress value={done} max={total} aria-label={text} />
      <span className="quiet">
        {text} {note}
      </span>
    </>
  );
}

function JobRow({ job }: { job: Job }) {
  const queries = useQueryClient();
  const cancel = useMutation({
    mutationFn: () => cancelJob(job.id),
    onSuccess: () => queries.invalidateQueries({ queryKey: jobs.queryKey }),
  });
  const stoppable = job.state === "queued" || job.state === "running";
  return (
    <li className="job">
      <span>
        {kindOf(job)} <span className="quiet">{words.home.jobs.states[job.state]}</span>
      </span>
      <span className="job-progress">
        <Progress job={job} />
        {job.state === "failed" && <span className="refuse">{job.error}</span>}
      </span>
      <span className="quiet">{moment(job.created_at)}</span>
      {stoppable && (
        <button type="button" className="text-button" onClick={() => cancel.mutate()} disabled={cancel.isPending}>
          {words.home.jobs.cancel}
        </button>
      )}
      <Failure error={cancel.error} />
    </li>
  );
}

export function Jobs() {
  const { work, workq = "", worksort = "-created_at" } = useSearch({ from: "/signed-in/" });
  const navigate = useNavigate({ from: "/" });
  const { data, error, refetch } = useQuery(jobs);
  const all = data?.results ?? [];
  const shown = listed(all, { all: work === "all", q: workq, sort: worksort });
  return (
    <section aria-labelledby="work">
      <h2 id="work">{work === "all" ? words.home.jobs.titleAll : words.home.jobs.title}</h2>
      <Failure error={error} retry={() => refetch()} />
      {work === "all" && (
        <ListControls
          searchLabel={words.home.jobs.search}
          q={workq}
          sort={worksort}
          sorts={words.home.jobs.sorts}
          onChange={({ q, sort }) =>
            navigate({ search: (before) => ({ ...before, workq: q || undefined, worksort: sort }), replace: true })
          }
        />
      )}
      {shown.length > 0 && (
        <ul className="jobs">
          {shown.map((job) => (
            <JobRow key={job.id} job={job} />
          ))}
        </ul>
      )}
      {shown.length === 0 && <p className="quiet">{words.home.jobs.none}</p>}
      <button
        type="button"
        className="text-button"
        onClick={() =>
          navigate({ search: (before) => ({ ...before, work: work === "all" ? undefined : ("all" as const) }) })
        }
      >
        {work === "all" ? words.home.jobs.showRunning : words.home.jobs.showAll}
      </button>
    </section>
  );
}
