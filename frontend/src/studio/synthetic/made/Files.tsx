import { TextInput } from "@mantine/core";
import { useState } from "react";
import { FORMS, fileOf, MOST_ROWS_TAKEN } from "../../data/syntheses";
import { count } from "../../numbers/format";
import { words } from "../../words/words";

/** A whole number that one file can hold, or undefined. */
export function rowsToTake(text: string): number | undefined {
  const rows = /^\d{1,6}$/.test(text.trim()) ? Number(text) : 0;
  return rows >= 1 && rows <= MOST_ROWS_TAKEN ? rows : undefined;
}

/** Files with as many rows as one likes, in three forms; the model is paid for. */
export function Files({ id, estimated }: { id: string; estimated: number }) {
  const wording = words.synthetic;
  const [text, setText] = useState(String(Math.min(Math.max(1, estimated), MOST_ROWS_TAKEN)));
  const rows = rowsToTake(text);
  return (
    <section aria-labelledby="files">
      <h2 id="files">{wording.files}</h2>
      <p>{wording.filesText}</p>
      <div className="column-fields">
        <TextInput
          label={wording.rowsToTake}
          inputMode="numeric"
          value={text}
          error={rows === undefined ? wording.rowsToTakeFault(count(MOST_ROWS_TAKEN)) : undefined}
          onChange={({ currentTarget: { value } }) => setText(value)}
        />
      </div>
      {rows !== undefined && (
        <ul className="ways taken">
          {FORMS.map((form) => (
            <li key={form}>
              <a href={fileOf(id, form, rows)} download="">
                {wording.forms[form].name}
              </a>{" "}
              <span className="quiet">{wording.forms[form].text}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
