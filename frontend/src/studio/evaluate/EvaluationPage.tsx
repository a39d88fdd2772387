import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate, useParams } from "@tanstack/react-router";
import { useState } from "react";
import type { Evaluation, Findings, Mechanism } from "../../api/types";
import { callOff, deleteEvaluation, evaluation, fileOf, jsonOf } from "../data/evaluations";
import { ConfirmButton } from "../frame/ConfirmButton";
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
  const text = words.evaluate;
  const [low, high] = [dots[0]?.epsilon, dots.at(-1)?.epsilon];
  const [first, last] = [nameOf(findings, low), nameOf(findings, high)];
  if (!first || !last || !low || !high) return text.titleRefused;
  const error = dots.find(({ mechanism, epsilon }) => mechanism === first && epsilon === low)?.error ?? 0;
  if (low === high) return text.titleOne(text.names[first], points(error, 2), low);
  if (new Set(Object.values(findings.best)).size === 1) return text.titleSame(text.names[first]);
  if (first === last) return text.titleEnds(text.names[first], low, high);
  return text.titleDiffers(text.names[first], low, text.names[last], high);
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
  const text = words.evaluate;
  const refused = findings.trials.filter((trial) => trial.refused !== "");
  const mechanisms = [...new Set(refused.map(({ mechanism }) => mechanism))];
  if (mechanisms.length === 0) return null;
  return (
    <section aria-labelledby="not-tried">
      <h2 id="not-tried">{text.notTried}</h2>
      <ul>
        {mechanisms.map((mechanism) => {
          const own = refused.filter((trial) => trial.mechanism === mechanism);
          const at = own.map(({ epsilon }) => epsilon).join(words.listComma);
          return (
            <li key={mechanism}>
              {text.notTriedAt(text.names[mechanism], at)} <span lang="en">{own[0]?.refused}.</span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function Outcome({ of, findings }: { of: Evaluation; findings: Findings }) {
  const text = words.evaluate;
  const dots = measured(findings.trials);
  const middle = [...new Set(dots.map(({ epsilon }) => epsilon))];
  const [front, setFront] = useState(nameOf(findings, middle[Math.floor((middle.length - 1) / 2)]));
  const { asked: plan } = of;
  const people = count(plan.people);
  return (
    <>
      <p className="quiet evaluation-setting">
        <strong>{text.simulated}</strong>{" "}
        {text.setting(text.populations[plan.population], count(plan.answers), people, count(plan.repetitions))}
      </p>
      {front && (
        <>
          <ErrorChart dots={dots} curves={curvesOf(findings)} front={front} onFront={setFront} />
          <p className="quiet">{text.legend}</p>
          <p>
            {text.coverage(count(heldBy(dots)), count(dots.length), count(Math.ceil(dots.length * OUTSIDE)))}{" "}
            {text.close}
          </p>
          <TrialTable dots={dots} findings={findings} />
        </>
      )}
      <NotTried findings={findings} />
      <section aria-labelledby="files">
        <h2 id="files">{text.files}</h2>
        <p className="ways">
          <a href={fileOf(of.id)} aria-label={text.download(text.csv)}>
            {text.csv}
          </a>
          <a
            href={jsonOf(of.id)}
            download={`evaluation-${of.id.slice(0, 8)}.json`}
            aria-label={text.download(text.json)}
          >
            {text.json}
          </a>
          <span className="quiet">{text.seedWas(String(plan.seed))}</span>
        </p>
      </section>
    </>
  );
}

function Delete({ id }: { id: string }) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const text = words.evaluate;
  const gone = useMutation({
    mutationFn: () => deleteEvaluation(id),
    onSuccess: async () => {
      await navigate({ to: "/evaluate" });
      queries.removeQueries({ queryKey: evaluation(id).queryKey });
    },
  });
  return (
    <ConfirmButton
      label={text.delete}
      title={text.deleteTitle}
      busy={gone.isPending}
      error={gone.error}
      onYes={() => gone.mutateAsync()}
    >
      {text.deleteText}
    </ConfirmButton>
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
      {data.findings ? <Outcome of={data} findings={data.findings} /> : <Trying of={data} />}
      <p className="actions">
        <Link to="/evaluate">{words.evaluate.again}</Link>
        <Delete id={id} />
      </p>
    </Page>
  );
}
