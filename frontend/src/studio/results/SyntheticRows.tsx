import { TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import type { MadeOfEstimates } from "../../api/types";
import { crosstabs, rowsLink, rowsWorth } from "../data/results";
import { Failure } from "../frame/Failure";
import { count, points } from "../numbers/format";
import { words } from "../words/words";
import { teaches } from "./model";
import "./syntheticRows.css";

interface SyntheticRowsProps {
  id: string;
  version: number | undefined;
}

/** How far rows are expected to be off, beside columns drawn apart from each other: half of these is the most. */
function Errors({ made }: { made: MadeOfEstimates }) {
  const { rows: said } = words.results;
  const longest = Math.max(made.expected_error, made.independent_error, 1e-9);
  const bars = [
    { name: said.together, error: made.expected_error, className: "bar ours" },
    { name: said.apart, error: made.independent_error, className: "bar" },
  ];
  return (
    <dl className="errorsOfRows">
      {bars.map(({ name, error, className }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <span className={className} style={{ inlineSize: `${(60 * error) / longest}%` }} aria-hidden="true" />
            {said.points(points(error, 1))}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Take({ made, id, version }: SyntheticRowsProps & { made: MadeOfEstimates }) {
  const { rows: said } = words.results;
  const [text, write] = useState(String(Math.min(made.reports, made.most_rows)));
  const rows = /^\d{1,6}$/.test(text.trim()) ? Number(text) : 0;
  const can = rows >= 1 && rows <= made.most_rows;
  const hint = useId();
  return (
    <div className="takeRows">
      <TextInput
        label={said.howMany}
        inputMode="numeric"
        value={text}
        error={can ? undefined : words.synthetic.rowsToTakeFault(count(made.most_rows))}
        onChange={({ currentTarget: { value } }) => write(value)}
        aria-describedby={hint}
      />
      <p className="quiet note" id={hint}>
        {said.notForIntervals}
      </p>
      {can && (
        <p className="ways">
          <a href={rowsLink(id, rows, version)} download="synthetic-rows.zip">
            {said.download}
          </a>
        </p>
      )}
    </div>
  );
}

/** Where nothing shows, the error of columns drawn apart is not known to be small: it is not known. */
function sentence(made: MadeOfEstimates): string {
  const { rows: said } = words.results;
  if (made.offered) return said.offered;
  return made.found.length > 0 ? said.refused : said.nothingShows;
}

function Worth(props: SyntheticRowsProps) {
  const { rows: said } = words.results;
  const { data: made, error, refetch } = useQuery(rowsWorth(props.id, props.version));
  if (error) return <Failure error={error} retry={() => refetch()} />;
  if (!made) return <p className="quiet">{words.loading}</p>;
  return (
    <>
      <p role="status">
        <strong>{sentence(made)}</strong>
      </p>
      {made.found.length > 0 && (
        <>
          <Errors made={made} />
          <p className="quiet note">{said.of(count(made.crossed.length), count(made.found.length))}</p>
        </>
      )}
      {made.offered && <Take made={made} {...props} />}
    </>
  );
}

/** Rows that nobody gave, made of the shares and tables above. What they are worth is worked out when it is asked. */
export function SyntheticRows(props: SyntheticRowsProps) {
  const { rows: said } = words.results;
  const [open, setOpen] = useState(false);
  const { data } = useQuery(crosstabs(props.id, props.version));
  if (!data) return null;
  return (
    <section className="result" aria-labelledby="synthetic-rows">
      <h2 id="synthetic-rows">{said.title}</h2>
      <p className="quiet">{said.text}</p>
      {data.crosstabs.some(teaches) ? (
        <details onToggle={(toggled) => setOpen(toggled.currentTarget.open)}>
          <summary>{said.look}</summary>
          {open && <Worth {...props} />}
        </details>
      ) : (
        <p className="quiet">{said.none}</p>
      )}
    </section>
  );
}
