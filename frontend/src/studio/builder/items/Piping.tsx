import type { Draft, Item } from "../../../api/types";
import { listed } from "../../parts/draft/naming";
import { operandsBefore } from "../../parts/draft/operands";
import { words } from "../../words/words";

interface PipingProps {
  draft: Draft;
  item: Item;
  /** The field that was written in last. */
  into: () => HTMLInputElement | HTMLTextAreaElement | null;
}

/** Typed for the writer, at the caret: React hears of it as of any other typing. */
function insert(field: HTMLInputElement | HTMLTextAreaElement, text: string) {
  field.setRangeText(text, field.selectionStart ?? field.value.length, field.selectionEnd ?? field.value.length, "end");
  field.dispatchEvent(new Event("input", { bubbles: true }));
  field.focus();
}

/** "You said {q1}": a text may repeat what the same person answered before. */
export function Piping({ draft, item, into }: PipingProps) {
  const operands = operandsBefore(draft.questions, item.id);
  if (operands.length === 0) return null;
  return (
    <details className="piping">
      <summary>{words.items.piping}</summary>
      <p className="quiet">{words.items.pipingText}</p>
      <ul>
        {operands.map(({ name, question, row }) => {
          const label = listed(draft.questions, question.id, row);
          return (
            <li key={name}>
              <button
                type="button"
                className="text-button"
                aria-label={words.items.pipe(label)}
                onClick={() => {
                  const field = into();
                  if (field) insert(field, `{${name}}`);
                }}
              >
                {label}
              </button>
            </li>
          );
        })}
      </ul>
    </details>
  );
}
