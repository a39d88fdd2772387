import { NativeSelect } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Survey } from "../../api/types";
import { diff } from "../data/running";
import { Failure } from "../frame/Failure";
import { Scrolls } from "../frame/Scrolls";
import { words } from "../words/words";

const DRAFT = 0;
const MOST_CHARACTERS = 200;

function nameOf(number: number): string {
  return number === DRAFT ? words.share.draftNow : words.share.version(number);
}

function shown(value: unknown): string {
  if (value === null || value === undefined) return "";
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS)}…` : text;
}

function Table({ id, first, second }: { id: string; first: number; second: number }) {
  const { data, error } = useQuery({ ...diff(id, first, second), retry: false });
  if (error) return <Failure error={error} />;
  if (!data) return <p className="quiet">{words.loading}</p>;
  if (data.changes.length === 0) return <p>{words.share.same}</p>;
  const { columns, what } = words.share;
  return (
    <Scrolls label={words.share.changes}>
      <table className="changes">
        <thead>
          <tr>
            <th scope="col">{columns.path}</th>
            <th scope="col">{columns.what}</th>
            <th scope="col">{columns.before}</th>
            <th scope="col">{columns.after}</th>
          </tr>
        </thead>
        <tbody>
          {data.changes.map((change) => (
            <tr key={`${change.path} ${change.what}`}>
              <th scope="row">
                <code>{change.path}</code>
              </th>
              <td>{what[change.what]}</td>
              <td dir="auto">{shown(change.before)}</td>
              <td dir="auto">{shown(change.after)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scrolls>
  );
}

/**
 * What changed between two versions, or the newest and the draft: what a respondent of the one would not find in the
 * other.
 */
export function Changes({ survey }: { survey: Survey }) {
  const numbers = survey.versions.map(({ number }) => number);
  const newest = numbers.at(-1) ?? DRAFT;
  const [first, setFirst] = useState(numbers.at(-2) ?? newest);
  const [second, setSecond] = useState(numbers.length > 1 ? newest : DRAFT);
  const choices = [...numbers, DRAFT].map((number) => ({ value: String(number), label: nameOf(number) }));
  return (
    <section aria-labelledby="changes">
      <h2 id="changes">{words.share.changes}</h2>
      <div className="list-controls">
        <NativeSelect
          label={words.share.changesFrom}
          value={first}
          data={choices}
          onChange={(chosen) => setFirst(Number(chosen.currentTarget.value))}
        />
        <NativeSelect
          label={words.share.changesTo}
          value={second}
          data={choices}
          onChange={(chosen) => setSecond(Number(chosen.currentTarget.value))}
        />
      </div>
      <Table id={survey.id} first={first} second={second} />
    </section>
  );
}
