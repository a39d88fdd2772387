import { Link } from "@tanstack/react-router";
import type { WeightedQuestion, WeightedResults } from "../../../api/types";
import { scaleFor } from "../../mark/scale";
import { count, points } from "../../numbers/format";
import { type Estimate, estimateOf, labelOf } from "../../numbers/interval";
import { EstimateChart } from "../../parts/results/EstimateChart";
import { askedIn } from "../../parts/results/sentence";
import { words } from "../../words/words";
import { type AnswerLabels, answerLabels, labelAt } from "./known";

type Answers = NonNullable<WeightedQuestion["answers"]>;

/** Each answer weighted, and below it unweighted. */
function estimatesOf(answers: Answers): Estimate[] {
  return answers.flatMap((answer) => [
    estimateOf(answer),
    {
      ...estimateOf({ ...answer, share: answer.unweighted_share, intervals: answer.unweighted_intervals }),
      id: `${answer.id} unweighted`,
      label: words.weighting.unweighted(labelOf(answer)),
    },
  ]);
}

interface WeightedProps {
  question: WeightedQuestion;
  answers: Answers;
  margin: string;
  simulated: boolean;
}

function Weighted({ question, answers, margin, simulated }: WeightedProps) {
  const text = words.weighting;
  const estimates = estimatesOf(answers);
  const named = text.questionBy({ question: askedIn(question), margin });
  const weights = (question.weights ?? []).map(({ answer, label, weight }) =>
    text.weightOf({ answer: labelOf({ id: answer, label }), weight: weight.toFixed(2) }),
  );
  const reports = count(question.reports ?? 0);
  return (
    <>
      <h3>{named}</h3>
      <EstimateChart
        question={named}
        estimates={estimates}
        scale={scaleFor(estimates)}
        simulated={simulated}
        truth={undefined}
      />
      <p className="quiet">
        {text.weights(weights.join(words.listComma))}{" "}
        {text.reports({ reports, error: points(question.guarantee?.error ?? 0, 2) })}
      </p>
    </>
  );
}

function reasonOf(question: WeightedQuestion, labels: AnswerLabels): string {
  const { why } = words.weighting;
  if (question.state !== "may_be_empty") return why[question.state];
  return why.may_be_empty(question.empty.map((id) => labelAt(labels, question, id)).join(words.listComma));
}

interface WeightedQuestionsProps {
  id: string;
  weighted: WeightedResults;
}

/** The questions that are weighted, beside their unweighted shares; and those that are not, with the reason. */
export function WeightedQuestions({ id, weighted }: WeightedQuestionsProps) {
  const names = new Map(weighted.margins.map((margin) => [margin.id, askedIn(margin)]));
  const labels = answerLabels(weighted.margins);
  const nameOf = (question: WeightedQuestion) => {
    const margin = names.get(question.margin ?? "");
    const name = askedIn(question);
    return margin === undefined ? name : words.weighting.notBy({ question: name, margin });
  };
  const others = weighted.questions.filter(({ answers }) => answers === null);
  return (
    <>
      {weighted.questions.map((question) =>
        question.answers ? (
          <Weighted
            key={`${question.id} ${question.margin}`}
            question={question}
            answers={question.answers}
            margin={names.get(question.margin ?? "") ?? ""}
            simulated={weighted.simulated}
          />
        ) : null,
      )}
      {weighted.margins.length > 1 && <p className="quiet">{words.weighting.several}</p>}
      {others.length > 0 && (
        <>
          <h3>{words.weighting.notWeighted}</h3>
          <ul>
            {others.map((question) => (
              <li key={`${question.id} ${question.margin}`}>
                {nameOf(question)}
                {words.colon}
                {reasonOf(question, labels)}
              </li>
            ))}
          </ul>
          <p>
            <Link to="/surveys/$id/build" params={{ id }} hash="pairs">
              {words.weighting.planPair}
            </Link>
          </p>
        </>
      )}
    </>
  );
}
