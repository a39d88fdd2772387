import { Button, NativeSelect } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Shown } from "../../../api/types";
import { useMay } from "../../data/people";
import { keepKnownShares, tryKnownShares, weighted as weightedQuery } from "../../data/weighting";
import { Failure } from "../../frame/Failure";
import { askedIn } from "../../parts/results/sentence";
import { words } from "../../words/words";
import { KnownMargin } from "./KnownMargin";
import { knownOf, type Margin, marginsOf, weightingQuestions } from "./known";
import { WeightedQuestions } from "./WeightedQuestions";
import "./weighting.css";

interface WeightingProps {
  id: string;
  version: number | undefined;
  shown: Shown;
}

interface AddMarginProps {
  questions: Shown["questions"];
  onAdd: (question: string) => void;
}

function AddMargin({ questions, onAdd }: AddMarginProps) {
  const { add, choose } = words.weighting;
  if (questions.length === 0) return null;
  const choices = questions.map((question) => ({ value: question.id, label: askedIn(question) }));
  return (
    <NativeSelect
      className="among"
      label={add}
      value=""
      data={[{ value: "", label: choose }, ...choices]}
      onChange={({ currentTarget: { value } }) => value !== "" && onAdd(value)}
    />
  );
}

/** The section of results weighted to shares that are known of everybody: stated here, tried, and kept by an editor. */
export default function Weighting({ id, version, shown }: WeightingProps) {
  const text = words.weighting;
  const memory = useQueryClient();
  const may = useMay(id);
  const { data: kept, error, refetch } = useQuery(weightedQuery(id, version, shown.computed_at));
  const [changed, change] = useState<readonly Margin[]>();
  const trying = useMutation({ mutationFn: tryKnownShares });
  const keeping = useMutation({
    mutationFn: keepKnownShares,
    onSuccess: (outcome) => {
      memory.setQueryData(weightedQuery(id, version, shown.computed_at).queryKey, outcome);
      trying.reset();
      change(undefined);
    },
  });
  const margins = changed ?? (kept ? marginsOf(kept) : []);
  const edit = (next: readonly Margin[]) => {
    trying.reset();
    change(next);
  };
  const known = knownOf(margins, shown.questions);
  const questions = weightingQuestions(shown.questions).filter(
    ({ id: question }) => !margins.some((margin) => margin.question === question),
  );
  const outcome = changed ? trying.data : kept;
  return (
    <section className="result" aria-labelledby="weighting">
      <h2 id="weighting">{text.title}</h2>
      <p className="quiet">{text.text}</p>
      <Failure error={error} retry={() => refetch()} />
      {margins.map((margin) => {
        const question = shown.questions.find((each) => each.id === margin.question);
        return (
          question && (
            <KnownMargin
              key={margin.question}
              question={question}
              margin={margin}
              onChange={(next) => edit(margins.map((each) => (each.question === next.question ? next : each)))}
              onRemove={() => edit(margins.filter((each) => each.question !== margin.question))}
            />
          )
        );
      })}
      <AddMargin questions={questions} onAdd={(question) => edit([...margins, { question, percents: {} }])} />
      {changed && (
        <div className="ways">
          <Button
            variant="default"
            disabled={known === undefined}
            loading={trying.isPending}
            onClick={() => known && trying.mutate({ id, version, known })}
          >
            {text.weigh}
          </Button>
          {may?.("survey.edit") && (
            <Button
              variant="default"
              disabled={known === undefined}
              loading={keeping.isPending}
              onClick={() => known && keeping.mutate({ id, version, known })}
            >
              {text.keep}
            </Button>
          )}
        </div>
      )}
      {changed && may?.("survey.edit") && <p className="quiet">{text.keepHint}</p>}
      {!changed && margins.length > 0 && <p role="status">{text.kept}</p>}
      <Failure error={trying.error ?? keeping.error} retry={() => (trying.error ? trying : keeping).reset()} />
      {outcome && outcome.margins.length > 0 && <WeightedQuestions id={id} weighted={outcome} />}
    </section>
  );
}
