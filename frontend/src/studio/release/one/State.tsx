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
  const said = words.release;
  const now = noteOf(note, kind === "synthetic");
  return (
    <>
      <p role="status">
        {now}
        {total > 0 && ` ${said.steps(count(done), count(total))}`}
      </p>
      {total > 0 && <progress value={done} max={total} aria-label={now} />}
      <p className="quiet">{said.mayClose}</p>
    </>
  );
}

/** What a second person said, whichever way they decided. Who it was is not told. */
function SaidOf({ verdict }: { verdict: NonNullable<OneRelease["verdict"]> }) {
  const said = words.release;
  if (verdict.approved && !verdict.said) return <p>{said.approvedOn(day(verdict.at))}</p>;
  return (
    <>
      <p>{verdict.approved ? said.approvedOn(day(verdict.at)) : said.saidBy(day(verdict.at))}</p>
      {verdict.said ? <blockquote>{verdict.said}</blockquote> : <p className="quiet">{said.saidNothing}</p>}
    </>
  );
}

/** The same candidate, with the same title and for the same people. */
function Again({ found, asked }: { found: OneRelease; asked: NonNullable<OneRelease["asked"]> }) {
  const said = words.release;
  const { title, audience, licence, citation } = found;
  const queries = useQueryClient();
  const navigate = useNavigate();
  const made = useMutation({
    mutationFn: () =>
      releaseCandidate(asked.anonymisation, { candidate: asked.candidate, title, audience, licence, citation }),
    onError: () => queries.invalidateQueries({ queryKey: oneRelease(found.id).queryKey }), // it may be gone since
    onSuccess: async (release) => {
      await queries.invalidateQueries({ queryKey: ["releases"] });
      await navigate({ to: "/data/$id/releases/$release", params: { id: found.data_set, release: release.id } });
    },
  });
  return (
    <>
      <Failure error={made.error} />
      <p className="actions">
        <Button variant="default" disabled={made.isPending} onClick={() => made.mutate()}>
          {said.again}
        </Button>
        <Link to="/data/$id/anonymise" params={{ id: found.data_set }} search={{ from: asked.anonymisation }}>
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
export function State({ found }: { found: OneRelease }) {
  const said = words.release;
  const synthetic = found.kind === "synthetic";
  const { blockedText, failedNext, withdrawnText } = synthetic ? words.handed : said;
  const facts = [
    synthetic && words.handed.synthetic,
    found.rows === null ? said.ofVersion(found.version) : said.of(found.version, count(found.rows)),
    found.audience === "public" ? said.forEverybody : said.forRecipients,
    found.released_at && said.since(day(found.released_at)),
    found.withdrawn_at && said.withdrawnOn(day(found.withdrawn_at)),
  ];
  return (
    <div className="release-lead">
      <Guarantee text={guaranteeText(found)} />
      <p className="quiet">{facts.filter(Boolean).join(" · ")}</p>
      {found.state === "making" && <Progress progress={found.progress} kind={found.kind} />}
      {found.state === "failed" && (
        <div className="failure">
          <p>{sentenceFor(found.error) ?? said.failedUnknown}</p>
          <p>{failedNext}</p>
          {!synthetic &&
            (found.asked ? <Again found={found} asked={found.asked} /> : <Anew dataSet={found.data_set} />)}
        </div>
      )}
      {found.state === "blocked" && <p className="failure">{blockedText}</p>}
      {found.state === "refused" && <p>{said.refusedText}</p>}
      {found.state === "withdrawn" && <p>{withdrawnText}</p>}
      {found.verdict && <SaidOf verdict={found.verdict} />}
      <p className="ways">
        <Link to="/data/$id" params={{ id: found.data_set }}>
          {said.toDataSet}
        </Link>
        {found.synthesis !== null && (
          <Link to="/data/$id/syntheses/$synthesis" params={{ id: found.data_set, synthesis: found.synthesis }}>
            {words.handed.toModel}
          </Link>
        )}
      </p>
    </div>
  );
}
