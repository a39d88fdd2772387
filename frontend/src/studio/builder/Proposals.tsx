import { useRef } from "react";
import type { Draft, Plan } from "../../api/types";
import { count } from "../numbers/format";
import { pointsOf } from "../parts/draft/aim";
import { mostSure } from "../parts/draft/consequence";
import { listed } from "../parts/draft/naming";
import { sendOf } from "../parts/draft/send";
import { words } from "../words/words";

type Proposal = Plan["proposals"][number];

/** The draft with a proposal taken up, as the server would merge it; undefined for what only the author can do. */
export function takenUp(draft: Draft, { parts }: Pick<Proposal, "parts">): Draft | undefined {
  if (!parts) return undefined;
  const aim = parts.levels && !parts.aim ? { aim: null } : {};
  return { ...draft, ...aim, ...parts };
}

/** The epsilon that one answer may spend, where a proposal raises it. */
function raised(draft: Draft, { parts }: Proposal): string | undefined {
  const most = parts?.send?.eps_block;
  return most !== undefined && Number(most) > Number(sendOf(draft).eps_block) ? most : undefined;
}

function spoken(draft: Draft, proposal: Proposal): string {
  const text = words.sending.proposal;
  const { kind, questions, half_width } = proposal;
  const names = questions.map((id) => words.sending.quoted(listed(draft.questions, id))).join(words.sending.and);
  if (kind === "half_width") return text.half_width(pointsOf(half_width ?? ""));
  if (kind === "pairs") {
    const most = raised(draft, proposal);
    return text.pairs(count(questions.length / 2), most === undefined ? null : mostSure(Number(most)));
  }
  if (kind === "ceiling") return text.ceiling(mostSure(Number(raised(draft, proposal) ?? sendOf(draft).eps_block)));
  return kind === "some" || kind === "one_level" ? text[kind] : text[kind](names);
}

interface ProposalsProps {
  draft: Draft;
  plan: Plan;
  onChange: (draft: Draft) => void;
}

/** What would do with fewer people than the saved draft needs, at the level there is. */
export function Proposals({ draft, plan, onChange }: ProposalsProps) {
  const text = words.sending.proposal;
  const summary = useRef<HTMLElement>(null); // where the focus goes when the button that was pressed is gone
  if (plan.proposals.length === 0) return null;
  return (
    <details>
      <summary ref={summary}>{text.title(count(plan.people))}</summary>
      <p className="quiet">{text.atThisLevel}</p>
      <ul className="proposals">
        {plan.proposals.map((proposal) => {
          const changed = takenUp(draft, proposal);
          const sentence = spoken(draft, proposal);
          return (
            <li key={sentence}>
              {sentence}
              {words.colon}
              <strong>{text.people(count(proposal.people))}</strong>{" "}
              {changed && (
                <button
                  type="button"
                  className="text-button"
                  aria-label={`${text.take}: ${sentence}`}
                  onClick={() => {
                    onChange(changed);
                    summary.current?.focus();
                  }}
                >
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
