import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import type { Draft, Plan, Rehearsal, Survey } from "../../api/types";
import { rehearsal as rehearsalQuery, survey as surveyQuery, wholePlan } from "../data/surveys";
import { FailedPage } from "../frame/FailedPage";
import { Failure } from "../frame/Failure";
import { Page } from "../frame/Page";
import { count, percent } from "../numbers/format";
import { axisOver } from "../parts/charts/plot";
import { levelCount } from "../parts/draft/aim";
import { mixFor } from "../parts/draft/consequence";
import { listed } from "../parts/draft/naming";
import { readiness } from "../parts/draft/readiness";
import { halfOfMean } from "../parts/results/means";
import { words } from "../words/words";
import { Knobs, type Typed } from "./Knobs";
import { PlannedNumber } from "./PlannedNumber";
import { PlannedSection } from "./PlannedSection";
import { halfOfSkippable, PlannedSkippable } from "./PlannedSkippable";
import "./plan.css";
import { answersIn, mixIn, rowLabel, sizesWith, telling, USUAL_ANSWERS, WANTED, type Wanted, wantedIn } from "./plan";
import { RehearsedPair, RehearsedQuestion, Try } from "./Rehearsed";

const FROM = "/signed-in/surveys/$id/plan";
const TYPED_MILLISECONDS = 250;
const HALVES = WANTED.map(({ half }) => half);

function titleOf(plan: Plan | undefined, answers: number, wanted: Wanted): string {
  const text = words.plan;
  if (!plan) return text.title;
  const counts = telling(plan, answers, wanted);
  const [people, share] = [count(answers), percent(wanted.share)];
  const [number] = plan.numbers;
  const half = number?.mix[answers];
  if (counts.all === 0 && number && half !== undefined) return text.halfOfMean(people, halfOfMean(half, number.unit));
  const [skippable] = plan.numbers_or_skipped ?? [];
  if (counts.all === 0 && skippable) return halfOfSkippable(skippable, answers, plan.share) ?? text.title;
  if (counts.all === 1) return text.titleOne(people, counts.telling === 1, share);
  if (counts.telling === counts.all) return text.titleAll(people, share, counts.all);
  if (counts.telling === 0) return text.titleNone(people, share, counts.all);
  return text.titleSome(people, share, counts.telling, counts.all);
}

function Head({ survey, title }: { survey: Survey; title: string }) {
  const params = { id: survey.id };
  return (
    <div className="plan-head">
      <p className="ways">
        <strong>{survey.title || words.home.untitled}</strong>
        <Link to="/surveys/$id/build" params={params}>
          {words.plan.toBuild}
        </Link>
        <Link to="/surveys/$id/share" params={params}>
          {words.share.nav}
        </Link>
      </p>
      <h1>{title}</h1>
    </div>
  );
}

interface SectionsProps {
  survey: Survey;
  plan: Plan;
  answers: number;
  wanted: Wanted;
  rehearsed: Rehearsal | undefined;
}

function Sections({ survey, plan, answers, wanted, rehearsed }: SectionsProps) {
  const { draft } = survey;
  const all = [...plan.questions, ...plan.pairs];
  const halves = all.flatMap(({ mix, levels }) => [mix, ...levels.map((level) => level.half_widths)]);
  const y = axisOver([...halves.flatMap((by) => Object.values(by)), Number(wanted.half)]);
  const common = { answers, wanted, y, sizes: plan.reports };
  return (
    <>
      {plan.questions.map((question) => {
        const result = rehearsed?.questions.find(({ id }) => id === question.id);
        return (
          <PlannedSection
            key={question.id}
            name={listed(draft.questions, question.question, rowLabel(draft, question.question, question.row))}
            planned={question}
            isSet={question.kind === "set"}
            {...common}
          >
            {rehearsed && result && <RehearsedQuestion result={result} rehearsal={rehearsed} />}
          </PlannedSection>
        );
      })}
      {plan.numbers.map((number) => (
        <PlannedNumber
          key={number.id}
          name={listed(draft.questions, number.id)}
          planned={number}
          rehearsal={rehearsed}
          {...{ answers, wanted, sizes: plan.reports }}
        />
      ))}
      {plan.numbers_or_skipped?.map((number) => (
        <PlannedSkippable
          key={number.id}
          name={listed(draft.questions, number.id)}
          planned={number}
          share={plan.share}
          rehearsal={rehearsed}
          {...{ answers, wanted, sizes: plan.reports }}
        />
      ))}
      {plan.pairs.map((pair) => {
        const [left, right] = pair.questions.map((id) => listed(draft.questions, id));
        return (
          <PlannedSection
            key={pair.id}
            name={words.plan.pair(left ?? "", right ?? "")}
            note={words.plan.pairText(count(pair.answers))}
            planned={pair}
            isSet={false}
            {...common}
          >
            {rehearsed && <RehearsedPair rehearsal={rehearsed} ids={pair.questions} />}
          </PlannedSection>
        );
      })}
    </>
  );
}

/** The knobs as an address has them, or the usual. */
function typedIn(
  search: { answers?: number | undefined; wanted?: string | undefined; mix?: string | undefined },
  draft: Draft,
): Typed {
  const levels = levelCount(draft);
  const given = search.mix?.split("-") ?? [];
  return {
    answers: String(search.answers ?? draft.aim?.people ?? USUAL_ANSWERS),
    wanted: wantedIn(search.wanted ?? draft.aim?.half_width),
    mix: given.length === levels && mixIn(given) ? given : mixFor(levels).map(String),
  };
}

function Planner({ survey }: { survey: Survey }) {
  const search = useSearch({ from: FROM });
  const navigate = useNavigate({ from: "/surveys/$id/plan" });
  const [typed, setTyped] = useState(() => typedIn(search, survey.draft));
  const [wish] = useDebouncedValue(typed, TYPED_MILLISECONDS);
  const answers = answersIn(wish.answers) ?? USUAL_ANSWERS;
  const mix = mixIn(wish.mix) ?? mixFor(wish.mix.length);
  const query = { answers, sizes: sizesWith(answers), halves: HALVES, mix };
  const { data: preview, error } = useQuery(wholePlan(survey.id, survey.updated_at, query));
  const plan = preview?.plan;
  const shown = preview?.answers ?? answers;
  const can = plan !== undefined && answers >= plan.simulated_least && answers <= plan.simulated_most;
  const trial = useQuery({
    ...rehearsalQuery(survey.id, survey.updated_at, { people: answers, mix, seed: search.seed ?? 1 }),
    enabled: can && search.seed !== undefined,
  });
  const rehearsed = can && search.seed !== undefined && !trial.error ? trial.data : undefined;
  const title = titleOf(plan, shown, wish.wanted);
  return (
    <Page title={title}>
      <Head survey={survey} title={title} />
      <Knobs
        typed={typed}
        onType={(next) => {
          setTyped(next);
          const address = { answers: answersIn(next.answers), wanted: next.wanted.half, mix: next.mix.join("-") };
          void navigate({ search: (before) => ({ ...before, ...address }), replace: true });
        }}
      />
      <Failure error={error} />
      {plan && (
        <>
          {plan.questions.length > 0 && <p className="quiet legend">{words.plan.legend}</p>}
          <Try
            people={answers}
            most={plan.simulated_most}
            least={plan.simulated_least}
            seed={search.seed}
            busy={trial.isFetching}
            settling={typed !== wish}
            error={trial.error}
            onSeed={(seed) => void navigate({ search: (before) => ({ ...before, seed }), replace: true })}
          />
          <Sections survey={survey} plan={plan} answers={shown} wanted={wish.wanted} rehearsed={rehearsed} />
        </>
      )}
    </Page>
  );
}

/** Will the results be good enough? */
export function PlanPage() {
  const { id } = useParams({ from: FROM });
  const { data: survey, error, refetch } = useQuery(surveyQuery(id));
  if (error) return <FailedPage error={error} retry={() => refetch()} />;
  if (!survey) return <p className="quiet">{words.loading}</p>;
  if (readiness(survey.draft).every((check) => check.done)) return <Planner key={id} survey={survey} />;
  return (
    <Page title={words.plan.title}>
      <Head survey={survey} title={words.plan.title} />
      <p>
        {words.plan.waits}{" "}
        <Link to="/surveys/$id/build" params={{ id }}>
          {words.plan.goBuild}
        </Link>
      </p>
    </Page>
  );
}
