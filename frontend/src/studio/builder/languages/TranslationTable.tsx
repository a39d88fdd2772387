import { useState } from "react";
import type { Draft } from "../../../api/types";
import { languageOf } from "../../parts/draft/languages";
import { words } from "../../words/words";
import { type Line, linesOf, missingFirst, translated, withTranslation } from "./translations";

interface TranslationTableProps {
  draft: Draft;
  tag: string;
  onChange: (draft: Draft) => void;
}

/** "3 · Answer": which text of the questionnaire a line is. */
function nameOf(draft: Draft, { path, item }: Line): string {
  const names: Readonly<Record<string, string>> = words.languages.paths;
  const part = item === null ? path : (path.slice(item.length + 1).split(".")[0] ?? "");
  const index = draft.questions.findIndex((question) => question.id === item) + 1;
  return item === null ? (names[part] ?? part) : `${index} · ${names[part] ?? part}`;
}

interface LineRowProps extends TranslationTableProps {
  line: Line;
}

function LineRow({ draft, tag, line, onChange }: LineRowProps) {
  const name = nameOf(draft, line);
  const text = translated(draft, tag, line.path);
  const id = `line-${line.path}`;
  const from = languageOf(draft.language);
  const to = languageOf(tag);
  const isLong = line.path === "description" || /\.(text|help)$/.test(line.path);
  const field = {
    id,
    lang: tag,
    dir: to.direction,
    className: "option-label",
    maxLength: line.path === "description" ? 2000 : isLong ? 500 : 200,
    value: text,
    onChange: (changed: { currentTarget: { value: string } }) =>
      onChange(withTranslation(draft, tag, line.path, changed.currentTarget.value)),
  };
  return (
    <li className="line">
      <div>
        <span className="quiet">
          {name}
          {text.trim() === "" && <strong> {words.languages.missing}</strong>}
        </span>
        <p lang={draft.language} dir={from.direction} id={`${id}-base`}>
          {line.text}
        </p>
      </div>
      <label className="heard" htmlFor={id}>
        {to.name}: {name}, {line.text}
      </label>
      {isLong ? <textarea rows={2} {...field} /> : <input type="text" {...field} />}
    </li>
  );
}

/** Left what was written first, right its translation. The order is that of the moment it was opened: lines do not jump. */
export function TranslationTable({ draft, tag, onChange }: TranslationTableProps) {
  const inOrder = () => missingFirst(draft, tag).map((line) => line.path);
  const [order, setOrder] = useState(inOrder);
  const place = (line: Line) => {
    const index = order.indexOf(line.path);
    return index < 0 ? order.length : index;
  };
  const lines = linesOf(draft).toSorted((left, right) => place(left) - place(right));
  const { name } = languageOf(tag);
  return (
    <div className="translation">
      <div className="translation-head">
        <h3>{words.languages.tableTitle(name)}</h3>
        <button type="button" className="text-button" onClick={() => setOrder(inOrder())}>
          {words.languages.missingFirst}
        </button>
      </div>
      <ol className="lines">
        {lines.map((line) => (
          <LineRow key={line.path} draft={draft} tag={tag} line={line} onChange={onChange} />
        ))}
      </ol>
    </div>
  );
}
