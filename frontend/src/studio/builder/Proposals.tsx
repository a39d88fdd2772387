import type { Draft, Plan } from "../../api/types";
import { count, points } from "../numbers/format";
import { aiming, withLevels } from "../parts/draft/aim";
import { mostSure } from "../parts/draft/consequence";
import { questionsCounted } from "../parts/draft/draft";
import { CAP } from "../parts/draft/levels";
import { listed } from "../parts/draft/naming";
import { sending, sendingSome } from "../parts/draft/send";
import { words } from "../words/words";

type Proposal = Plan["proposals"][number];

const twoByTwo = (ids: readonly string[]): string[][] =>
  ids.flatMap((id, index) => (index % 2 === 0 ? [[id, ids[index + 1] ?? id]] : []));

/** The draft with a proposal taken up; undefined for what only the author can do. */
export function takenUp(draft: Draft, { kind, questions, half_width, eps_block }: Proposal): Draft | undefined {
  if (kind === "one_level")
    return withLevels(
      draft,
      draft.levels.slice(-1).map(({ epsilon }) => epsilon),
    );
  if (kind === "half_width" && draft.aim && half_width) return aiming(draft, { half_width });
  if (kind === "some") {
    const ofReport = (epsilon: string) =>
      String(Math.min(CAP, Number((Number(epsilon) * questionsCounted(draft)).toFixed(4))));
    return withLevels(
      sendingSome(draft),
      draft.levels.map(({ epsilon }) => ofReport(epsilon)),
    );
  }
  if (kind !== "pairs") return undefined;
  const paired = { ...draft, pairs: [...draft.pairs, ...twoByTwo(questions)] };
  return eps_block ? sending(paired, { eps_block }) : paired;
}

function spoken(draft: Draft, { kind, questions, half_width, eps_block }: Proposal): string {
  const text = words.sending.proposal;
  const names = questions.map((id) => words.sending.quoted(listed(draft.questions, id)));
  if (kind === "half_width")
    return text.half_width(points(Number(half_width), (Number(half_width) * 100) % 1 === 0 ? 0 : 1));
  if (kind === "pairs") return text.pairs(count(questions.length / 2), eps_block && mostSure(Number(eps_block)));
  return kind === "some" || kind === "one_level" ? text[kind] : text[kind](names.join(words.sending.and));
}

interface ProposalsProps {
  draft: Draft;
  plan: Plan;
  onChange: (draft: Draft) => void;
}

/** What would do with fewer people than the saved draft needs. */
export function Proposals({ draft, plan, onChange }: ProposalsProps) {
  const text = words.sending.proposal;
  if (plan.proposals.length === 0) return null;
  return (
    <details>
      <summary>{text.title(count(plan.people))}</summary>
      <ul className="proposals">
        {plan.proposals.map((proposal) => {
          const changed = takenUp(draft, proposal);
          return (
            <li key={`${proposal.kind}-${proposal.eps_block}`}>
              {spoken(draft, proposal)}
              {words.colon}
              <strong>{text.people(count(proposal.people))}</strong>{" "}
              {changed && (
                <button type="button" className="text-button" onClick={() => onChange(changed)}>
                  {text.take}
                </button>
              )}
            </li>
          );
        })}
      </ul>
    </details>
  );
}
