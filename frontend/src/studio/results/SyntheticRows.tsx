import { TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import type { MadeOfEstimates } from "../../api/types";
import { crosstabs, rowsLink, rowsWorth } from "../data/results";
import { Failure } from "../frame/Failure";
import { count, points } from "../numbers/format";
import { words } from "../words/words";
import { teaches } from "./model/model";
import "./syntheticRows.css";

interface SyntheticRowsProps {
  id: string;
  version: number | undefined;
}

/** How far rows are expected to be off, beside columns drawn apart from each other: half of these is the most. */
function Errors({ facts }: { facts: MadeOfEstimates }) {
  const { rows: text } = words.results;
  const longest = Math.max(facts.expected_error, facts.independent_error, 1e-9);
  const bars = [
    { name: text.together, error: facts.expected_error, className: "bar ours" },
    { name: text.apart, error: facts.independent_error, className: "bar" },
  ];
  return (
    <dl className="errorsOfRows">
      {bars.map(({ name, error, className }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <span className={className} style={{ inlineSize: `${(60 * error) / longest}%` }} aria-hidden="true" />
            {text.points(points(error, 1))}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Take({ facts, id, version }: SyntheticRowsProps & { facts: MadeOfEstimates }) {
  const { rows: wording } = words.results;
  const [text, write] = useState(String(Math.min(facts.reports, facts.most_rows)));
  const rows = /^\d{1,6}$/.test(text.trim()) ? Number(text) : 0;
  const can = rows >= 1 && rows <= facts.most_rows;
  const hint = useId();
  return (
    <div className="takeRows">
      <TextInput
        label={wording.howMany}
        inputMode="numeric"
        value={text}
        error={can ? undefined : words.synthetic.rowsToTakeFault(count(facts.most_rows))}
        onChange={({ currentTarget: { value } }) => write(value)}
        aria-describedby={hint}
      />
      <p className="quiet note" id={hint}>
        {wording.notForIntervals}
      </p>
      {can && (
        <p className="ways">
          <a href={rowsLink(id, rows, version)} download="synthetic-rows.zip">
            {wording.download}
          </a>
        </p>
      )}
    </div>
  );
}

/** Where nothing shows, the error of columns drawn apart is not known to be small: it is not known. */
function sentence(facts: MadeOfEstimates): string {
  const { rows: text } = words.results;
  if (facts.offered) return text.offered;
  return facts.found.length > 0 ? text.refused : text.nothingShows;
}

function Worth(props: SyntheticRowsProps) {
  const { rows: text } = words.results;
  const { data: facts, error, refetch } = useQuery(rowsWorth(props.id, props.version));
  if (error) return <Failure error={error} retry={() => refetch()} />;
  if (!facts) return <p className="quiet">{words.loading}</p>;
  return (
    <>
      <p role="status">
        <strong>{sentence(facts)}</strong>
      </p>
      {facts.found.length > 0 && (
        <>
          <Errors facts={facts} />
          <p className="quiet note">{text.of(count(facts.crossed.length), count(facts.found.length))}</p>
        </>
      )}
      {facts.offered && <Take facts={facts} {...props} />}
    </>
  );
}

/** Rows that nobody gave, made of the shares and tables above. What they are worth is worked out when it is asked. */
export function SyntheticRows(props: SyntheticRowsProps) {
  const { rows: text } = words.results;
  const [open, setOpen] = useState(false);
  const { data } = useQuery(crosstabs(props.id, props.version));
  if (!data) return null;
  return (
    <section className="result" aria-labelledby="synthetic-rows">
      <h2 id="synthetic-rows">{text.title}</h2>
      <p className="quiet">{text.text}</p>
      {data.crosstabs.some(teaches) ? (
        <details onToggle={(toggled) => setOpen(toggled.currentTarget.open)}>
          <summary>{text.look}</summary>
          {open && <Worth {...props} />}
        </details>
      ) : (
        <p className="quiet">{text.none}</p>
      )}
    </section>
  );
}
