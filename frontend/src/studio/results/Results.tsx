import { useQuery } from "@tanstack/react-query";
import { useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { Fragment, lazy, Suspense } from "react";
import { Refusal } from "../../api/refusal";
import type { Shown } from "../../api/types";
import { results as resultsQuery, steps as stepsQuery } from "../data/results";
import { survey as surveyQuery } from "../data/surveys";
import { FailedPage } from "../frame/FailedPage";
import { Page } from "../frame/Page";
import { firstOf } from "../parts/results/first";
import { words } from "../words/words";
import { CrossTabs } from "./CrossTabs";
import { Footing } from "./Footing";
import { NumberSection } from "./NumberSection";
import { QuestionSection, type Revealed } from "./QuestionSection";
import "./results.css";
import { ResultsHead } from "./ResultsHead";
import { RankingSection } from "./ranking/RankingSection";
import { rankingFrom } from "./ranking/ranking";
import { SkippableSection } from "./SkippableSection";
import { SyntheticRows } from "./SyntheticRows";
import { Truth } from "./Truth";
import { Waiting } from "./Waiting";
import { Population } from "./weighting/Population";

/** These sections stand below the pictures; they are large, and come after them. */
const Weighting = lazy(() => import("./weighting/Weighting"));
const Model = lazy(() => import("./model/Model").then(({ Model }) => ({ default: Model })));

const FROM = "/signed-in/surveys/$id/results";

function legend(withTruth: boolean): string {
  const { legend: dots, legendTruth, legendBeyond } = words.results;
  return withTruth ? `${dots} ${legendTruth} ${legendBeyond}` : dots;
}

function ShownResults({ id, shown }: { id: string; shown: Shown }) {
  const search = useSearch({ from: FROM });
  const navigate = useNavigate({ from: "/surveys/$id/results" });
  const { data: survey } = useQuery(surveyQuery(id));
  const on = search.truth === true && shown.truth !== null;
  const { data: stepped } = useQuery({ ...stepsQuery(id, search.version), enabled: on });
  const steps = stepped?.steps ?? [];
  const step = steps.slice(0, -1).find((level) => level.reports === search.people); // all of them: the live results
  const revealed: Revealed | undefined = on && shown.truth ? { truth: shown.truth, steps, step } : undefined;
  const first = shown.questions[0];
  const { numbers = [], numbers_or_skipped: skippable = [] } = shown;
  return (
    <Page title={firstOf(shown)?.sentence ?? words.results.nothing}>
      <ResultsHead id={id} survey={survey} shown={shown} version={search.version} />
      {shown.simulated && shown.truth !== null && (
        <Truth
          on={on}
          steps={steps}
          step={step}
          onSwitch={(truth) =>
            navigate({
              search: (before) => ({ ...before, truth: truth ? (true as const) : undefined, people: undefined }),
              replace: true,
            })
          }
          onPeople={(people) =>
            navigate({ search: (before) => ({ ...before, people, population: undefined }), replace: true })
          }
        />
      )}
      <Population
        population={search.population ?? "sample"}
        onChange={(population) =>
          navigate({
            search: (before) => ({
              ...before,
              population: population === "sample" ? undefined : population,
              people: undefined,
            }),
            replace: true,
          })
        }
      />
      {shown.questions.map((result, index) => {
        const rows = rankingFrom(shown.questions, index);
        return (
          <Fragment key={result.id}>
            {rows && <RankingSection rows={rows} simulated={shown.simulated} heading={index === 0 ? "h1" : "h2"} />}
            <QuestionSection
              id={id}
              version={search.version}
              shown={shown}
              result={result}
              heading={index === 0 && !rows ? "h1" : "h2"}
              revealed={revealed}
              legend={index === 0 ? legend(on) : undefined}
            />
          </Fragment>
        );
      })}
      {numbers.map((result, index) => (
        <NumberSection key={result.id} result={result} shown={shown} heading={first || index > 0 ? "h2" : "h1"} />
      ))}
      {skippable.map((result, index) => (
        <SkippableSection
          key={result.id}
          result={result}
          shown={shown}
          heading={first || numbers[0] || index > 0 ? "h2" : "h1"}
        />
      ))}
      {!first && <p className="quiet legend">{words.results.legendNumber}</p>}
      {shown.questions.length > 1 && (
        <>
          <Suspense fallback={<p className="quiet">{words.loading}</p>}>
            <Weighting key={shown.version.number} id={id} version={search.version} shown={shown} />
          </Suspense>
          <CrossTabs id={id} version={search.version} shown={shown} />
          <Suspense fallback={<p className="quiet">{words.loading}</p>}>
            <Model id={id} version={search.version} shown={shown} />
          </Suspense>
          <SyntheticRows id={id} version={search.version} />
        </>
      )}
      <Footing id={id} shown={shown} version={search.version} />
    </Page>
  );
}

export function Results() {
  const { id } = useParams({ from: FROM });
  const { version, population } = useSearch({ from: FROM });
  const { data, error, refetch } = useQuery({
    ...resultsQuery(id, version, population),
    placeholderData: (previous) => previous,
  });
  if (data?.state === "shown") return <ShownResults id={id} shown={data} />;
  if (data) return <Waiting id={id} collecting={data} />;
  if (error instanceof Refusal && error.code === "no_results" && version === undefined)
    return <Waiting id={id} collecting={undefined} />;
  if (error) return <FailedPage error={error} retry={() => refetch()} />;
  return <p className="quiet">{words.loading}</p>;
}
