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
  const text = words.measured;
  if (score === null) return text.tooFew;
  const { share, off, low, high } = limitsOf(score);
  if (isHidden({ low, high })) return text.hidden;
  if (share + off > 1) return text.orMore(percent(low, 1));
  if (share - off < 0) return text.orLess(percent(high, 1));
  return text.giveOrTake(percent(share, 1), points(off, 1));
}

function Predictions({ of, predictions }: { of: Appraisal; predictions: NonNullable<Found["predictions"]> }) {
  const text = words.measured;
  const { group } = of.asked;
  return (
    <>
      <h3>{text.predicted(of.asked.target ?? "")}</h3>
      <dl className="figures">
        <dt>{text.accuracy}</dt>
        <dd>{scored(predictions.accuracy)}</dd>
        <dt>{text.mostCommon}</dt>
        <dd>{scored(predictions.most_common)}</dd>
        <dt>{text.macroF1}</dt>
        <dd>{scored(predictions.macro_f1)}</dd>
      </dl>
      {predictions.left_out.length > 0 && <p className="quiet">{text.leftOut(predictions.left_out.length)}</p>}
      {group && (
        <Scrolls label={text.byGroup(group)}>
          <table className="rows-made">
            <thead>
              <tr>
                <th scope="col">{group}</th>
                <th scope="col">{text.error}</th>
              </tr>
            </thead>
            <tbody>
              {predictions.groups.map(({ value, error }) => (
                <tr key={value ?? ""}>
                  <th scope="row">{value ?? words.synthetic.missing}</th>
                  <td>{scored(error)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </Scrolls>
      )}
      {predictions.widest_gap && predictions.gap_of_noise !== null && (
        <p>{text.gap(points(predictions.widest_gap.value, 1), points(predictions.gap_of_noise, 1))}</p>
      )}
    </>
  );
}

function Findings({ of, report }: { of: Appraisal; report: Found }) {
  const text = words.measured;
  return (
    <>
      <TableErrors errors={report} label={text.map} text={text.mapText} />
      {report.predictions && <Predictions of={of} predictions={report.predictions} />}
      <Experts
        say={text.experts}
        epsilon={of.asked.epsilon}
        delta={of.asked.delta}
        rhos={[of.rho]}
        others={propensitiesSaid(report)}
      />
    </>
  );
}

function AskingOfOne({ of, rows }: { of: Synthesis; rows: number }) {
  const text = words.measured;
  const queries = useQueryClient();
  const [exactness, turn] = useState<number>(USUAL);
  const [target, predict] = useState(of.plan.target ?? "");
  const [group, divide] = useState("");
  const names = of.plan.columns.map(({ name }) => name);
  const { epsilon: _, delta: __, ...plan } = of.plan;
  const wish = { ...plan, rows, privacy: PRIVACY };
  const { data: prices } = useQuery(forecasts(of.data_set, of.version, wish));
  const request = useMutation({
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
      request={request}
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
            label={text.group}
            value={group}
            data={[{ value: "", label: text.noGroup }, ...names]}
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
      {query.data?.map((report) =>
        report.report ? (
          <Findings key={report.id} of={report} report={report.report} />
        ) : (
          <Measuring key={report.id} of={report} />
        ),
      )}
    </MeasuredSection>
  );
}
