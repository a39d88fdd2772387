import { Button } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import type { OneRelease } from "../../../api/types";
import { releaseCandidate } from "../../data/anonymisations";
import { oneRelease } from "../../data/release";
import { Failure, sentenceFor } from "../../frame/Failure";
import { count, day } from "../../numbers/format";
import { guaranteeText } from "../../parts/releaseCard";
import { words } from "../../words/words";
import { Guarantee } from "./Report";

function noteOf(note: string, synthetic: boolean): string {
  const { making, verifying } = words.handed;
  const notes: Readonly<Record<string, string>> = {
    ...words.release.notes,
    ...(synthetic ? { making, verifying } : {}),
  };
  return (Object.hasOwn(notes, note) ? notes[note] : undefined) ?? note;
}

function Progress({ progress: { done, total, note }, kind }: Pick<OneRelease, "progress" | "kind">) {
  const text = words.release;
  const now = noteOf(note, kind === "synthetic");
  return (
    <>
      <p role="status">
        {now}
        {total > 0 && ` ${text.steps(count(done), count(total))}`}
      </p>
      {total > 0 && <progress value={done} max={total} aria-label={now} />}
      <p className="quiet">{text.mayClose}</p>
    </>
  );
}

/** What a second person said, whichever way they decided. Who it was is not told. */
function SaidOf({ verdict }: { verdict: NonNullable<OneRelease["verdict"]> }) {
  const text = words.release;
  if (verdict.approved && !verdict.said) return <p>{text.approvedOn(day(verdict.at))}</p>;
  return (
    <>
      <p>{verdict.approved ? text.approvedOn(day(verdict.at)) : text.saidBy(day(verdict.at))}</p>
      {verdict.said ? <blockquote>{verdict.said}</blockquote> : <p className="quiet">{text.saidNothing}</p>}
    </>
  );
}

/** The same candidate, with the same title and for the same people. */
function Again({ item, plan }: { item: OneRelease; plan: NonNullable<OneRelease["asked"]> }) {
  const text = words.release;
  const { title, audience, licence, citation } = item;
  const queries = useQueryClient();
  const navigate = useNavigate();
  const creation = useMutation({
    mutationFn: () =>
      releaseCandidate(plan.anonymisation, { candidate: plan.candidate, title, audience, licence, citation }),
    onError: () => queries.invalidateQueries({ queryKey: oneRelease(item.id).queryKey }), // it may be gone since
    onSuccess: async (release) => {
      await queries.invalidateQueries({ queryKey: ["releases"] });
      await navigate({ to: "/data/$id/releases/$release", params: { id: item.data_set, release: release.id } });
    },
  });
  return (
    <>
      <Failure error={creation.error} />
      <p className="actions">
        <Button variant="default" disabled={creation.isPending} onClick={() => creation.mutate()}>
          {text.again}
        </Button>
        <Link to="/data/$id/anonymise" params={{ id: item.data_set }} search={{ from: plan.anonymisation }}>
          {words.rows.changePlan}
        </Link>
      </p>
    </>
  );
}

/** What it was to be made of is gone: nothing is offered that would be refused. */
function Anew({ dataSet }: { dataSet: string }) {
  return (
    <>
      <p>{words.release.againGone}</p>
      <p className="actions">
        <Link to="/data/$id/anonymise" params={{ id: dataSet }}>
          {words.rows.begin}
        </Link>
      </p>
    </>
  );
}

/** How far it is, and what to do where it ended early. */
export function State({ release }: { release: OneRelease }) {
  const text = words.release;
  const synthetic = release.kind === "synthetic";
  const { blockedText, failedNext, withdrawnText } = synthetic ? words.handed : text;
  const facts = [
    synthetic && words.handed.synthetic,
    release.rows === null ? text.ofVersion(release.version) : text.of(release.version, count(release.rows)),
    release.audience === "public" ? text.forEverybody : text.forRecipients,
    release.released_at && text.since(day(release.released_at)),
    release.withdrawn_at && text.withdrawnOn(day(release.withdrawn_at)),
  ];
  return (
    <div className="release-lead">
      <Guarantee text={guaranteeText(release)} />
      <p className="quiet">{facts.filter(Boolean).join(" · ")}</p>
      {release.state === "making" && <Progress progress={release.progress} kind={release.kind} />}
      {release.state === "failed" && (
        <div className="failure">
          <p>{sentenceFor(release.error) ?? text.failedUnknown}</p>
          <p>{failedNext}</p>
          {!synthetic &&
            (release.asked ? <Again item={release} plan={release.asked} /> : <Anew dataSet={release.data_set} />)}
        </div>
      )}
      {release.state === "blocked" && <p className="failure">{blockedText}</p>}
      {release.state === "refused" && <p>{text.refusedText}</p>}
      {release.state === "withdrawn" && <p>{withdrawnText}</p>}
      {release.verdict && <SaidOf verdict={release.verdict} />}
      <p className="ways">
        <Link to="/data/$id" params={{ id: release.data_set }}>
          {text.toDataSet}
        </Link>
        {release.synthesis !== null && (
          <Link to="/data/$id/syntheses/$synthesis" params={{ id: release.data_set, synthesis: release.synthesis }}>
            {words.handed.toModel}
          </Link>
        )}
      </p>
    </div>
  );
}
