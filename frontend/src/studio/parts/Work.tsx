import { Button } from "@mantine/core";
import { type QueryKey, useMutation, useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Failure, sentenceFor } from "../frame/Failure";
import "./work.css";

interface WorkProps {
  job: { state: string; error: string; progress: { done: number; total: number } };
  /** What the job does now; empty while nothing can be said. */
  text: string;
  callOffLabel: string;
  callOff: () => Promise<unknown>;
  /** The key of the job: it is read again once it was called off. */
  queryKey: QueryKey;
  /** Why the job was refused, in place of the error it failed with. */
  children?: ReactNode;
}

/** A job that has no result: how far it is, or why it failed, and a button that calls it off. */
export function Work({ job, text, callOffLabel, callOff, queryKey, children }: WorkProps) {
  const queries = useQueryClient();
  const { isPending, error, mutate } = useMutation({
    mutationFn: callOff,
    onSettled: () => queries.invalidateQueries({ queryKey }),
  });
  const { done, total } = job.progress;
  return (
    <div className="work">
      <div aria-live="polite">
        {job.state === "running" && text !== "" && (
          <p>
            <progress value={done} max={Math.max(1, total)} aria-label={text} /> <span>{text}</span>
          </p>
        )}
        {children}
        {job.state === "failed" && !children && <p className="failure">{sentenceFor(job.error) ?? job.error}</p>}
      </div>
      {(job.state === "queued" || job.state === "running") && (
        <Button variant="default" disabled={isPending} onClick={() => mutate()}>
          {callOffLabel}
        </Button>
      )}
      <Failure error={error} />
    </div>
  );
}
