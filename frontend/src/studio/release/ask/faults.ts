import { Refusal } from "../../../api/refusal";
import type { Text } from "../../frame/ServerMessage";
import { words } from "../../words/words";
import { reasonText } from "../reasons";
import { compares, type Draft, sensitiveOf } from "./draft";
import { modelsOf } from "./guards";

/** What the server refused, by the field of the page that it is about, and what is left to be said below the form. */
export interface Faults {
  readonly at: Readonly<Record<string, Text>>;
  readonly rest: unknown;
}

export const columnAt = (place: number, field: string): string => `columns.${place}.${field}`;
export const candidateAt = (place: number, column: string | null, part: string): string =>
  `candidates.${place}.${column === null ? part : `${JSON.stringify(column)}.${part}`}`;

const COLUMN = /^columns\.\d+\.(role|hierarchy|unlisted|weight|order|name)/;
const WHOLE = /^(boxes|population)/;
const MODEL = /^candidates\.(\d+)\.models\.(\d+)/;

/** The field of the page, undefined for what is about none. `columns.2.hierarchy.widths` stands at the hierarchy. */
function fieldOf(path: string, draft: Draft): string | undefined {
  const column = COLUMN.exec(path);
  if (column) return column[0];
  const whole = WHOLE.exec(path);
  if (whole) return whole[0];
  const model = MODEL.exec(path);
  const candidate = draft.candidates[Number(model?.[1])];
  if (!model || !candidate) return undefined;
  const sent = modelsOf(candidate, sensitiveOf(draft.columns), compares(draft))[Number(model[2])];
  return sent && candidateAt(Number(model[1]), sent.column, sent.part);
}

function both(before: Text | undefined, text: Text): Text {
  if (!before) return text;
  return { text: `${before.text}${words.between}${text.text}`, translated: before.translated && text.translated };
}

export function placed(error: unknown, draft: Draft): Faults {
  if (!(error instanceof Refusal)) return { at: {}, rest: error };
  const at: Record<string, Text> = {};
  const fields: Record<string, string> = {};
  for (const [path, message] of Object.entries(error.fields)) {
    const field = fieldOf(path.replace(/^plan\./, ""), draft);
    if (field === undefined) fields[path] = message;
    else
      at[field] = both(
        at[field],
        reasonText(
          error.reasons.filter((reason) => reason.at === path),
          message,
        ),
      );
  }
  const { code, status, detail } = error;
  return { at, rest: new Refusal({ code, status, detail, fields }) };
}
