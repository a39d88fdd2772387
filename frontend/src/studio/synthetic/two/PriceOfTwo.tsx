import { TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useDeferredValue } from "react";
import type { JoinedForecasts } from "../../../api/types";
import { joinedForecasts } from "../../data/joined";
import { Failure } from "../../frame/Failure";
import { decimalsFor, points } from "../../numbers/format";
import { words } from "../../words/words";
import { summary } from "../errors";
import { HeatMap } from "../HeatMap";
import { Knob } from "../Knob";
import { Cost } from "../Price";
import { rowsInHalf, type TwoDraft, wishOfTwo } from "./draft";
import { labelsOf } from "./labels";

export interface Table {
  readonly id: string;
  readonly name: string;
  readonly version: number;
}

interface ExpectedProps {
  tables: { parents: Table; children: Table };
  found: JoinedForecasts;
  place: number;
}

function Expected({ tables, found, place }: ExpectedProps) {
  const said = words.joined;
  const forecast = found.forecasts[place];
  if (!forecast) return null;
  const [ofParent, ofChild] = forecast.units;
  const both = ["parents", "children"] as const;
  return (
    <>
      <div aria-live="polite">
        {both.map((which) => {
          const { mean } = summary(forecast[which]);
          return (
            <p className="expected" key={which}>
              {said.offOf(tables[which].name, points(mean, decimalsFor(mean)))}
            </p>
          );
        })}
        {both.map((which) => (
          <div className="price-of" key={which}>
            <p className="quiet">{said.budgetOf(tables[which].name)}</p>
            <Cost dataSet={tables[which].id} rho={forecast.rho} />
          </div>
        ))}
      </div>
      {both.map((which) => (
        <HeatMap
          key={which}
          names={labelsOf(found[which])}
          errors={forecast[which]}
          label={said.mapOf(tables[which].name)}
          text={said.mapText(tables[which].name)}
        />
      ))}
      <p className="quiet">{words.synthetic.noiseAlone}</p>
      <details>
        <summary>{words.detailsForExperts}</summary>
        <p>{said.experts(forecast.epsilon, forecast.delta, forecast.rho, ofParent?.rho ?? "", ofChild?.rho ?? "")}</p>
      </details>
    </>
  );
}

interface PriceOfTwoProps {
  tables: { parents: Table; children: Table };
  draft: TwoDraft;
  onChange: (part: Partial<TwoDraft>) => void;
}

/** One knob for both tables, and what either people pay. */
export function PriceOfTwo({ tables, draft, onChange }: PriceOfTwoProps) {
  const said = words.joined;
  const wish = useDeferredValue(wishOfTwo(draft, tables.children));
  const { id, version } = tables.parents;
  const { data, error, isFetching } = useQuery(joinedForecasts(id, version, wish));
  return (
    <section aria-labelledby="exactness" className="exactness">
      <h2 id="exactness">{words.synthetic.exactness}</h2>
      <p>{words.synthetic.exactnessText}</p>
      <div className="column-fields">
        {(["parents", "children"] as const).map((which) => (
          <TextInput
            key={which}
            label={said.rowsOf(tables[which].name)}
            inputMode="numeric"
            value={draft[which].rows}
            error={rowsInHalf(draft[which]) === undefined ? words.synthetic.rowsFault : undefined}
            onChange={({ currentTarget: { value } }) => onChange({ [which]: { ...draft[which], rows: value } })}
          />
        ))}
      </div>
      <Knob exactness={draft.exactness} onChange={(exactness) => onChange({ exactness })} />
      <Failure error={error} />
      {wish && isFetching && <p className="quiet">{words.loading}</p>}
      {data && wish && <Expected tables={tables} found={data} place={draft.exactness} />}
    </section>
  );
}
