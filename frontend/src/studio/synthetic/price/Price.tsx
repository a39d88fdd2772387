import { TextInput } from "@mantine/core";
import { hashKey, useQuery } from "@tanstack/react-query";
import { useDeferredValue } from "react";
import type { Forecasts } from "../../../api/types";
import { budget } from "../../data/budgets";
import { forecasts } from "../../data/syntheses";
import { Failure } from "../../frame/Failure";
import { count, decimalsFor, percent, points } from "../../numbers/format";
import { words } from "../../words/words";
import { DELTA, type Draft, rowsIn, wishOf } from "../draft";
import { ErrorReport } from "../ErrorReport";
import { Experts } from "../Experts";
import { type Errors, sharesOf, summary } from "../errors";
import { type Moments, momentsSummary } from "../moments";
import { partOfLeft } from "./afford";
import { BudgetStepper } from "./BudgetStepper";
import { Forecast } from "./Forecast";

function momentsText(moments: Moments): string {
  const text = words.synthetic;
  const { worst, rows, needed } = momentsSummary(moments);
  if (worst === null) return text.allHidden(count(needed));
  const off = percent(worst, decimalsFor(worst));
  return moments.classes.length > 1 ? text.meansOffInClass(off, count(rows)) : text.meansOff(off);
}

function sharesText(errors: Errors, names: readonly string[]): string {
  const text = words.synthetic;
  const { mean, most, worst, ofPairs } = summary(errors);
  const about = points(mean, decimalsFor(mean));
  if (!ofPairs || worst.length < 2) return text.eachOff(about);
  const of = worst.map((place) => names[place]).join(text.and);
  return text.pairsOff(about, of, points(most, decimalsFor(most)));
}

export function Cost({ dataSet, rho }: { dataSet: string; rho: string }) {
  const text = words.synthetic;
  const { data, error, refetch } = useQuery(budget(dataSet));
  if (error) return <Failure error={error} retry={() => refetch()} />;
  if (!data) return <p className="quiet">{words.loading}</p>;
  const part = partOfLeft(data, Number(rho));
  if (part === null) return <p>{text.noLimit}</p>;
  return part > 1 ? <p className="refuse">{text.tooMuch}</p> : <p>{text.takes(percent(part, decimalsFor(part)))}</p>;
}

function Expected({ dataSet, preview, place }: { dataSet: string; preview: Forecasts; place: number }) {
  const text = words.synthetic;
  const forecast = preview.forecasts[place];
  if (!forecast) return null;
  const names = preview.columns.map(({ name }) => name);
  const { epsilon, rho, moments } = forecast;
  const shares = sharesOf(forecast);
  return (
    <>
      <div aria-live="polite">
        {moments && <p className="expected">{momentsText(moments)}</p>}
        {shares && <p className="expected">{sharesText(shares, names)}</p>}
        {!moments && !shares && <p className="expected">{text.notForetold}</p>}
        <Cost dataSet={dataSet} rho={rho} />
      </div>
      <ErrorReport names={names} moments={moments} shares={shares} />
      <Experts say={moments ? text.expertsOfMoments : text.experts} epsilon={epsilon} delta={DELTA} rhos={[rho]} />
    </>
  );
}

/** What the plan that is typed would give, asked anew as it changes. */
export function useForetold(dataSet: string, version: number, draft: Draft) {
  const typed = wishOf(draft);
  const wish = useDeferredValue(typed);
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...forecasts(dataSet, version, wish ?? { columns: [], rows: 1, privacy: [] }),
    enabled: wish !== undefined,
  });
  const isAwaited = !data || isPlaceholderData || hashKey([wish]) !== hashKey([typed]);
  return { data, error, refetch, isAwaited, isWhole: typed !== undefined && wish !== undefined };
}

interface PriceProps {
  dataSet: string;
  foretold: ReturnType<typeof useForetold>;
  draft: Draft;
  onChange: (part: Partial<Draft>) => void;
}

/** One knob: what it buys is seen before anything is spent. */
export function Price({ dataSet, foretold, draft, onChange }: PriceProps) {
  const text = words.synthetic;
  const { data, error, refetch, isAwaited, isWhole } = foretold;
  return (
    <section aria-labelledby="exactness" className="exactness">
      <h2 id="exactness">{text.exactness}</h2>
      <p>{text.exactnessText}</p>
      <div className="column-fields">
        <TextInput
          label={text.rows}
          description={text.rowsHint}
          inputMode="numeric"
          value={draft.rows}
          error={rowsIn(draft) === undefined ? text.rowsFault : undefined}
          onChange={({ currentTarget: { value } }) => onChange({ rows: value })}
        />
      </div>
      <BudgetStepper exactness={draft.exactness} onChange={(exactness) => onChange({ exactness })} />
      <Failure error={error} retry={() => refetch()} />
      {isWhole && !error && (
        <Forecast isAwaited={isAwaited}>
          {data && <Expected dataSet={dataSet} preview={data} place={draft.exactness} />}
        </Forecast>
      )}
    </section>
  );
}
