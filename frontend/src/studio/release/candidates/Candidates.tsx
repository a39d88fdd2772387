import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import { useState } from "react";
import type { Anonymisation } from "../../../api/types";
import { anonymisation, callOff, rowsOfCandidates, throwAway } from "../../data/anonymisations";
import { dataSet } from "../../data/datasets";
import { FailedPage } from "../../frame/FailedPage";
import { languageOf } from "../../frame/ServerMessage";
import { count, percent } from "../../numbers/format";
import { AboutDataSet } from "../../parts/AboutDataSet";
import { Choice } from "../../parts/Choice";
import { ThrowAway } from "../../parts/ThrowAway";
import { Work } from "../../parts/Work";
import { words } from "../../words/words";
import { Beside } from "../Beside";
import { reasonText } from "../reasons";
import { shortOf } from "../short";
import { decimalsOf, frontierOf, type Point, pointsOf, RISKS, type RiskFigure, refusedOf } from "./dots";
import { FiguresTable } from "./FiguresTable";
import { Frontier } from "./Frontier";
import { Planned } from "./Planned";
import { ReleaseForm } from "./ReleaseForm";
import "../release.css";

function rangeOf(shares: readonly number[]): string {
  const [least, most] = [Math.min(...shares), Math.max(...shares)];
  return words.rows.range(percent(least, decimalsOf(least)), percent(most, decimalsOf(most)));
}

/** The answer: what the candidates do to the greatest risk, and what that costs. */
function titleOf(of: Anonymisation, points: readonly Point[]): string {
  const text = words.rows;
  const waiting = {
    planned: words.exactFigures.titlePlanned,
    queued: text.titleWaits,
    running: text.titleRuns,
    cancelled: text.titleCancelled,
    failed: of.refusal ? text.titleFailed : text.titleBroken,
    done: text.titleNone,
  };
  if (points.length === 0 || !of.before) return waiting[of.state];
  const before = of.before.prosecutor_max;
  return text.titleFound(
    percent(before, decimalsOf(before)),
    rangeOf(points.map(({ risk }) => risk.prosecutor_max)),
    rangeOf(points.map(({ utility }) => utility.gcp)),
  );
}

function Trying({ of }: { of: Anonymisation }) {
  const text = words.rows;
  const refusal = of.refusal && reasonText(of.refusal.reasons, of.refusal.detail);
  const { done, total, note } = of.progress;
  return (
    <Work
      job={of}
      text={note === "reading" || note === "trying" ? text.notes[note](count(done), count(total)) : ""}
      callOffLabel={text.cancel}
      callOff={() => callOff(of.id)}
      queryKey={anonymisation(of.id).queryKey}
    >
      {refusal && (
        <p className="failure" lang={languageOf(refusal)}>
          {refusal.text}
        </p>
      )}
    </Work>
  );
}

function NotFound({ of }: { of: Anonymisation }) {
  const refused = refusedOf(of).map((candidate) => ({
    ...candidate,
    why: reasonText(candidate.reasons, candidate.refused),
  }));
  if (refused.length === 0) return null;
  return (
    <section aria-labelledby="not-found">
      <h2 id="not-found">{words.rows.notFound}</h2>
      <ul>
        {refused.map(({ place, why, models }) => (
          <li key={place}>
            {shortOf(models)}
            {words.colon}
            <span lang={languageOf(why)}>{why.text}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The one in the middle of the frontier is looked at first: neither end is advised. */
function firstOf(points: readonly Point[]): number {
  const line = frontierOf(points, RISKS[0]);
  return line[Math.floor((line.length - 1) / 2)]?.place ?? 0;
}

function Results({ of, points, maySee }: { of: Anonymisation; points: readonly Point[]; maySee: boolean }) {
  const text = words.rows;
  const [figure, setFigure] = useState<RiskFigure>(RISKS[0]);
  const [chosen, setChosen] = useState(() => firstOf(points));
  const point = points.find(({ place }) => place === chosen);
  return (
    <>
      <div className="release-form">
        <Choice label={text.risks.label} value={figure} choices={RISKS} named={text.risks} onChange={setFigure} />
      </div>
      <Frontier dots={points} before={of.before} figure={figure} chosen={chosen} onChoose={setChosen} />
      <p className="quiet">
        {text.legend} {points.length > 1 && text.frontier}
      </p>
      <FiguresTable points={points} before={of.before} />
      {point && maySee && <Beside key={of.id} read={() => rowsOfCandidates(of.id)} place={point.place} />}
      <NotFound of={of} />
      {point && (
        <ReleaseForm
          dataSet={of.data_set}
          anonymisation={of.id}
          point={point}
          columns={of.plan.columns}
          population={of.plan.population?.data_set ?? ""}
        />
      )}
    </>
  );
}

/** Which candidate is safe and useful enough? */
export function Candidates() {
  const { id, anonymisation: of } = useParams({ from: "/signed-in/data/$id/anonymisations/$anonymisation" });
  const { data, error, refetch } = useQuery(anonymisation(of));
  const { data: about } = useQuery(dataSet(id));
  const text = words.rows;
  if (error) return <FailedPage error={error} retry={() => refetch()} />;
  if (!data) return <p className="quiet">{words.loading}</p>;
  const points = pointsOf(data);
  const title = titleOf(data, points);
  return (
    <AboutDataSet id={id} back={about?.name} title={title}>
      {data.state === "planned" ? (
        <Planned of={data} />
      ) : points.length > 0 ? (
        <Results of={data} points={points} maySee={about?.operations.includes("dataset.see_rows") ?? false} />
      ) : (
        <Trying of={data} />
      )}
      {points.length === 0 && <NotFound of={data} />}
      <p className="actions">
        <Link to="/data/$id/anonymise" params={{ id }} search={{ from: of }}>
          {text.changePlan}
        </Link>
        <Link to="/data/$id/releases" params={{ id }}>
          {text.all}
        </Link>
        <ThrowAway
          dataSet={data.data_set}
          text={words.rows}
          gone={() => throwAway(data.id)}
          queryKey={anonymisation(data.id).queryKey}
        />
      </p>
    </AboutDataSet>
  );
}
