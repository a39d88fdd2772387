import type { Draft, Plan, Question } from "../../../api/types";
import { conditional, costOf } from "../../parts/draft/domain";
import { questionsCounted } from "../../parts/draft/draft";
import { estimateOf } from "../../parts/draft/items";
import { sendOf, sendsSome } from "../../parts/draft/send";
import { words } from "../../words/words";
import { addedAnswers } from "../draft/domain";
import { questionType } from "../questions/all";
import { HalfWidths } from "./HalfWidths";
import { MeanHalfWidths, SkippableHalfWidths } from "./MeanHalfWidths";
import { partnersOf } from "./pairs";

interface ItemSideProps {
  draft: Draft;
  question: Question;
  plan: Plan | undefined;
}

/** The domain as a sentence: its own answers, and those that a survey adds by itself. */
function domainSentence(question: Question, mayBeUnasked: boolean): string {
  const { answers, countLabel, domainLabel } = questionType(question);
  const own = answers(question).length;
  const added = addedAnswers(question, mayBeUnasked);
  return domainLabel(own + added.length, [countLabel(own), ...added].join(words.listComma), question);
}

/** What a question costs in the protection of a report, or that it is drawn by lot. */
function costSentence(draft: Draft, question: Question): string {
  if (!sendsSome(draft)) return words.items.cost(costOf(question), questionsCounted(draft));
  if (!("rows" in question)) return words.sending.drawn;
  return sendOf(draft).together.includes(question.id) ? words.sending.drawnTogether : words.sending.drawnRows;
}

/** The side of the fields: everything a phone may send, what that costs, and how exact the result will be. */
export function ItemSide({ draft, question, plan }: ItemSideProps) {
  const partners = partnersOf(draft, question.id);
  const planned = plan?.questions.find((each) => each.id === question.id || each.id.startsWith(`${question.id}.`));
  const number = plan?.numbers.find(({ id }) => id === question.id);
  const skippable = plan?.numbers_or_skipped?.find(({ id }) => id === question.id);
  const estimate = estimateOf(question);
  return (
    <div className="item-side">
      <div className="domain">
        <h4>{words.items.domain}</h4>
        <p>{domainSentence(question, conditional(draft.questions).has(question.id))}</p>
      </div>
      <p className="quiet">{costSentence(draft, question)}</p>
      {partners.map((partner) => (
        <p key={partner} className="quiet">
          {(sendsSome(draft) ? words.sending.drawnPair : words.items.costPair)(partner)}
        </p>
      ))}
      {estimate === undefined ? (
        <HalfWidths plan={planned} />
      ) : question.may_skip ? (
        <SkippableHalfWidths plan={skippable} share={plan?.share ?? 0} />
      ) : (
        <MeanHalfWidths plan={number} />
      )}
    </div>
  );
}
