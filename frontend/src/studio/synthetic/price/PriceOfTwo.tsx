import { TextInput } from "@mantine/core";
import { hashKey, useQuery } from "@tanstack/react-query";
import { useDeferredValue } from "react";
import type { JoinedForecasts } from "../../../api/types";
import { joinedForecasts } from "../../data/joined";
import { Failure } from "../../frame/Failure";
import { decimalsFor, points } from "../../numbers/format";
import { words } from "../../words/words";
import { rowsIn } from "../draft";
import { BOTH, type TwoDraft, wishOfTwo } from "../draftOfTwo";
import { Experts } from "../Experts";
import { summary } from "../errors";
import { HeatMap } from "../HeatMap";
import { labelsOf } from "../labels";
import { BudgetStepper } from "./BudgetStepper";
import { CostOfBoth } from "./CostOfBoth";
import { Forecast } from "./Forecast";

export interface Table {
  readonly id: string;
  readonly name: string;
  readonly version: number;
}

export interface Tables {
  readonly parents: Table;
  readonly children: Table;
}

interface ExpectedProps {
  tables: Tables;
  forecasts: JoinedForecasts;
  place: number;
}

function Expected({ tables, forecasts, place }: ExpectedProps) {
  const text = words.joined;
  const forecast = forecasts.forecasts[place];
  if (!forecast) return null;
  const [ofParent, ofChild] = forecast.units;
  return (
    <>
      <div aria-live="polite">
        {BOTH.map((which) => {
          const { mean } = summary(forecast[which]);
          return (
            <p className="expected" key={which}>
              {text.offOf(tables[which].name, points(mean, decimalsFor(mean)))}
            </p>
          );
        })}
        <CostOfBoth tables={tables} rho={forecast.rho} />
      </div>
      {BOTH.map((which) => (
        <HeatMap
          key={which}
          names={labelsOf(forecasts[which])}
          errors={forecast[which]}
          label={text.mapOf(tables[which].name)}
          text={text.mapText(tables[which].name)}
        />
      ))}
      <p className="quiet">{words.synthetic.noiseAlone}</p>
      <Experts
        say={text.experts}
        epsilon={forecast.epsilon}
        delta={forecast.delta}
        rhos={[forecast.rho, ofParent?.rho, ofChild?.rho]}
      />
    </>
  );
}

/** What the plan that is typed would give, asked anew as it changes. */
export function useForetoldOfTwo({ parents: { id, version }, children }: Tables, draft: TwoDraft) {
  const typed = wishOfTwo(draft, children);
  const wish = useDeferredValue(typed);
  const { data, error, refetch, isPlaceholderData } = useQuery(joinedForecasts(id, version, wish));
  const isAwaited = !data || isPlaceholderData || hashKey([wish]) !== hashKey([typed]);
  return { data, error, refetch, isAwaited, isWhole: typed !== undefined && wish !== undefined };
}

interface PriceOfTwoProps {
  tables: Tables;
  foretold: ReturnType<typeof useForetoldOfTwo>;
  draft: TwoDraft;
  onChange: (part: Partial<TwoDraft>) => void;
}

/** One knob for both tables, and what either people pay. */
export function PriceOfTwo({ tables, foretold, draft, onChange }: PriceOfTwoProps) {
  const text = words.joined;
  const { data, error, refetch, isAwaited, isWhole } = foretold;
  return (
    <section aria-labelledby="exactness" className="exactness">
      <h2 id="exactness">{words.synthetic.exactness}</h2>
      <p>{words.synthetic.exactnessText}</p>
      <div className="column-fields">
        {BOTH.map((which) => (
          <TextInput
            key={which}
            label={text.rowsOf(tables[which].name)}
            inputMode="numeric"
            value={draft[which].of.rows}
            error={rowsIn(draft[which].of) === undefined ? words.synthetic.rowsFault : undefined}
            onChange={({ currentTarget: { value } }) =>
              onChange({ [which]: { ...draft[which], of: { ...draft[which].of, rows: value } } })
            }
          />
        ))}
      </div>
      <BudgetStepper exactness={draft.exactness} onChange={(exactness) => onChange({ exactness })} />
      <Failure error={error} retry={() => refetch()} />
      {isWhole && !error && (
        <Forecast isAwaited={isAwaited}>
          {data && <Expected tables={tables} forecasts={data} place={draft.exactness} />}
        </Forecast>
      )}
    </section>
  );
}
