import { NativeSelect } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Appraisal, Synthesis } from "../../../api/types";
import { appraisals, appraise, forecasts } from "../../data/syntheses";
import { Scrolls } from "../../frame/Scrolls";
import { percent, points } from "../../numbers/format";
import { words } from "../../words/words";
import { DELTA, EPSILONS, PRIVACY, USUAL } from "../draft";
import { Experts } from "../Experts";
import { Cost } from "../price/Price";
import { Asking, MeasuredSection, Measuring, propensitiesSaid, TableErrors } from "./MeasuredParts";
import { type Measured as Found, isHidden, limitsOf } from "./measured";

type Score = { value: number; standard_error: number } | null;

/** A share cannot be below nothing or above all, and limits that go beyond are said by the one that is left. */
function scored(score: Score): string {
  const said = words.measured;
  if (score === null) return said.tooFew;
  const { share, off, low, high } = limitsOf(score);
  if (isHidden({ low, high })) return said.hidden;
  if (share + off > 1) return said.orMore(percent(low, 1));
  if (share - off < 0) return said.orLess(percent(high, 1));
  return said.giveOrTake(percent(share, 1), points(off, 1));
}

function Predictions({ of, found }: { of: Appraisal; found: NonNullable<Found["predictions"]> }) {
  const said = words.measured;
  const { group } = of.asked;
  return (
    <>
      <h3>{said.predicted(of.asked.target ?? "")}</h3>
      <dl className="figures">
        <dt>{said.accuracy}</dt>
        <dd>{scored(found.accuracy)}</dd>
        <dt>{said.mostCommon}</dt>
        <dd>{scored(found.most_common)}</dd>
        <dt>{said.macroF1}</dt>
        <dd>{scored(found.macro_f1)}</dd>
      </dl>
      {found.left_out.length > 0 && <p className="quiet">{said.leftOut(found.left_out.length)}</p>}
      {group && (
        <Scrolls label={said.byGroup(group)}>
          <table className="rows-made">
            <thead>
              <tr>
                <th scope="col">{group}</th>
                <th scope="col">{said.error}</th>
              </tr>
            </thead>
            <tbody>
              {found.groups.map(({ value, error }) => (
                <tr key={value ?? ""}>
                  <th scope="row">{value ?? words.synthetic.missing}</th>
                  <td>{scored(error)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </Scrolls>
      )}
      {found.widest_gap && found.gap_of_noise !== null && (
        <p>{said.gap(points(found.widest_gap.value, 1), points(found.gap_of_noise, 1))}</p>
      )}
    </>
  );
}

function Told({ of, found }: { of: Appraisal; found: Found }) {
  const said = words.measured;
  return (
    <>
      <TableErrors found={found} label={said.map} text={said.mapText} />
      {found.predictions && <Predictions of={of} found={found.predictions} />}
      <Experts
        say={said.experts}
        epsilon={of.asked.epsilon}
        delta={of.asked.delta}
        rhos={[of.rho]}
        others={propensitiesSaid(found)}
      />
    </>
  );
}

function AskingOfOne({ of, rows }: { of: Synthesis; rows: number }) {
  const said = words.measured;
  const queries = useQueryClient();
  const [exactness, turn] = useState<number>(USUAL);
  const [target, predict] = useState(of.plan.target ?? "");
  const [group, divide] = useState("");
  const names = of.plan.columns.map(({ name }) => name);
  const { epsilon: _, delta: __, ...made } = of.plan;
  const wish = { ...made, rows, privacy: PRIVACY };
  const { data: prices } = useQuery(forecasts(of.data_set, of.version, wish));
  const asked = useMutation({
    mutationFn: () =>
      appraise(of.id, {
        epsilon: EPSILONS[exactness] ?? EPSILONS[USUAL],
        delta: DELTA,
        target: target === "" ? null : target,
        group: target === "" || group === "" ? null : group,
      }),
    onSettled: () => queries.invalidateQueries({ queryKey: appraisals(of.id).queryKey }),
  });
  const price = prices?.forecasts[exactness];
  return (
    <Asking
      exactness={exactness}
      turn={turn}
      asked={asked}
      cost={price && <Cost dataSet={of.data_set} rho={price.rho} />}
    >
      <div className="column-fields">
        <NativeSelect
          label={words.synthetic.target}
          value={target}
          data={[{ value: "", label: words.synthetic.noTarget }, ...(names.length > 1 ? names : [])]}
          onChange={({ currentTarget: { value } }) => predict(value)}
        />
        {target !== "" && (
          <NativeSelect
            label={said.group}
            value={group}
            data={[{ value: "", label: said.noGroup }, ...names]}
            onChange={({ currentTarget: { value } }) => divide(value)}
          />
        )}
      </div>
    </Asking>
  );
}

/** How far are they from the true rows? */
export function Measured({ of, rows }: { of: Synthesis; rows: number }) {
  const query = useQuery(appraisals(of.id));
  return (
    <MeasuredSection query={query} asking={<AskingOfOne of={of} rows={rows} />}>
      {query.data?.map((one) =>
        one.report ? <Told key={one.id} of={one} found={one.report} /> : <Measuring key={one.id} of={one} />,
      )}
    </MeasuredSection>
  );
}
