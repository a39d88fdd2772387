import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate, useParams } from "@tanstack/react-router";
import { useState } from "react";
import type { Evaluation, Findings, Mechanism } from "../../api/types";
import { callOff, deleteEvaluation, evaluation, fileOf, jsonOf } from "../data/evaluations";
import { Asked } from "../frame/Asked";
import { FailedPage } from "../frame/FailedPage";
import { Page } from "../frame/Page";
import { count, points } from "../numbers/format";
import { Work } from "../parts/Work";
import { words } from "../words/words";
import { ErrorChart } from "./ErrorChart";
import { TrialTable } from "./TrialTable";
import { curvesOf, heldBy, type Measured, measured } from "./trials";
import "./evaluate.css";

const OUTSIDE = 0.05; // of the closed forms, by chance, with limits of 95 %

function nameOf(findings: Findings, epsilon: string | undefined): Mechanism | undefined {
  return findings.trials.find((trial) => trial.epsilon === epsilon && findings.best[trial.epsilon] === trial.mechanism)
    ?.mechanism;
}

/** The answer: who errs least, at the smallest and the largest epsilon that could be tried. */
function titleOf(findings: Findings, dots: readonly Measured[]): string {
  const said = words.evaluate;
  const [low, high] = [dots[0]?.epsilon, dots.at(-1)?.epsilon];
  const [first, last] = [nameOf(findings, low), nameOf(findings, high)];
  if (!first || !last || !low || !high) return said.titleRefused;
  const error = dots.find(({ mechanism, epsilon }) => mechanism === first && epsilon === low)?.error ?? 0;
  if (low === high) return said.titleOne(said.names[first], points(error, 2), low);
  if (new Set(Object.values(findings.best)).size === 1) return said.titleSame(said.names[first]);
  if (first === last) return said.titleEnds(said.names[first], low, high);
  return said.titleDiffers(said.names[first], low, said.names[last], high);
}

function waiting({ state }: Evaluation): string {
  const { titleWaits, titleRuns, titleCancelled, titleFailed } = words.evaluate;
  return { queued: titleWaits, running: titleRuns, cancelled: titleCancelled, failed: titleFailed, done: "" }[state];
}

function Trying({ of }: { of: Evaluation }) {
  const { done, total } = of.progress;
  return (
    <Work
      job={of}
      text={total > 0 ? words.evaluate.done(count(done), count(total)) : ""}
      callOffLabel={words.evaluate.cancel}
      callOff={() => callOff(of.id)}
      queryKey={evaluation(of.id).queryKey}
    />
  );
}

/** Which mechanisms could not be tried at which epsilons, with the reason of the first. */
function NotTried({ findings }: { findings: Findings }) {
  const said = words.evaluate;
  const refused = findings.trials.filter((trial) => trial.refused !== "");
  const mechanisms = [...new Set(refused.map(({ mechanism }) => mechanism))];
  if (mechanisms.length === 0) return null;
  return (
    <section aria-labelledby="not-tried">
      <h2 id="not-tried">{said.notTried}</h2>
      <ul>
        {mechanisms.map((mechanism) => {
          const own = refused.filter((trial) => trial.mechanism === mechanism);
          const at = own.map(({ epsilon }) => epsilon).join(words.listComma);
          return (
            <li key={mechanism}>
              {said.notTriedAt(said.names[mechanism], at)} <span lang="en">{own[0]?.refused}.</span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function Found({ of, findings }: { of: Evaluation; findings: Findings }) {
  const said = words.evaluate;
  const dots = measured(findings.trials);
  const middle = [...new Set(dots.map(({ epsilon }) => epsilon))];
  const [front, setFront] = useState(nameOf(findings, middle[Math.floor((middle.length - 1) / 2)]));
  const { asked } = of;
  const people = count(asked.people);
  return (
    <>
      <p className="quiet evaluation-setting">
        <strong>{said.simulated}</strong>{" "}
        {said.setting(said.populations[asked.population], count(asked.answers), people, count(asked.repetitions))}
      </p>
      {front && (
        <>
          <ErrorChart dots={dots} curves={curvesOf(findings)} front={front} onFront={setFront} />
          <p className="quiet">{said.legend}</p>
          <p>
            {said.held(count(heldBy(dots)), count(dots.length), count(Math.ceil(dots.length * OUTSIDE)))} {said.close}
          </p>
          <TrialTable dots={dots} findings={findings} />
        </>
      )}
      <NotTried findings={findings} />
      <section aria-labelledby="files">
        <h2 id="files">{said.files}</h2>
        <p className="ways">
          <a href={fileOf(of.id)} aria-label={said.download(said.csv)}>
            {said.csv}
          </a>
          <a
            href={jsonOf(of.id)}
            download={`evaluation-${of.id.slice(0, 8)}.json`}
            aria-label={said.download(said.json)}
          >
            {said.json}
          </a>
          <span className="quiet">{said.seedWas(String(asked.seed))}</span>
        </p>
      </section>
    </>
  );
}

function Delete({ id }: { id: string }) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const said = words.evaluate;
  const gone = useMutation({
    mutationFn: () => deleteEvaluation(id),
    onSuccess: async () => {
      await navigate({ to: "/evaluate" });
      queries.removeQueries({ queryKey: evaluation(id).queryKey });
    },
  });
  return (
    <Asked
      label={said.delete}
      title={said.deleteTitle}
      busy={gone.isPending}
      error={gone.error}
      onYes={() => gone.mutateAsync()}
    >
      {said.deleteText}
    </Asked>
  );
}

/** Which mechanism errs least, for these people and these epsilons? */
export function EvaluationPage() {
  const { id } = useParams({ from: "/signed-in/evaluate/$id" });
  const { data, error, refetch } = useQuery(evaluation(id));
  if (error) return <FailedPage error={error} retry={() => refetch()} />;
  if (!data) return <p className="quiet">{words.loading}</p>;
  const title = data.findings ? titleOf(data.findings, measured(data.findings.trials)) : waiting(data);
  return (
    <Page title={title}>
      <h1>{title}</h1>
      {data.findings ? <Found of={data} findings={data.findings} /> : <Trying of={data} />}
      <p className="actions">
        <Link to="/evaluate">{words.evaluate.again}</Link>
        <Delete id={id} />
      </p>
    </Page>
  );
}
