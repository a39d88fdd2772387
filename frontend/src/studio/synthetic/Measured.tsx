import { Button, NativeSelect } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Appraisal, Synthesis } from "../../api/types";
import { appraisals, appraise, forecasts, isBeingMade } from "../data/syntheses";
import { Failure, sentenceFor } from "../frame/Failure";
import { Scrolls } from "../frame/Scrolls";
import { decimalsFor, percent, points } from "../numbers/format";
import { words } from "../words/words";
import { DELTA, EPSILONS, PRIVACY, USUAL } from "./draft";
import { HeatMap } from "./HeatMap";
import { Knob } from "./Knob";
import { errorsOf, type Measured as Found, meanAndMost } from "./measured";
import { Cost } from "./Price";

type Score = { value: number; standard_error: number } | null;

/** Two standard errors: 19 of 20. */
function scored(score: Score): string {
  if (score === null) return words.measured.tooFew;
  const within = Math.max(0, Math.min(1, score.value));
  return words.measured.giveOrTake(percent(within, 1), points(2 * score.standard_error, 1));
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

function Limits({ found }: { found: Found }) {
  const said = words.measured;
  return (
    <details>
      <summary>{said.limits}</summary>
      <Scrolls label={said.limits}>
        <table className="rows-made">
          <thead>
            <tr>
              <th scope="col">{said.columns}</th>
              <th scope="col">{said.off}</th>
              <th scope="col">{said.between}</th>
            </tr>
          </thead>
          <tbody>
            {found.marginals.map(({ columns, estimate, low, high }) => (
              <tr key={columns.join(" ")}>
                <th scope="row">{columns.join(words.synthetic.and)}</th>
                <td>{points(estimate, 1)}</td>
                <td>{said.range(points(low, 1), points(high, 1))}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scrolls>
    </details>
  );
}

function Told({ of, found }: { of: Appraisal; found: Found }) {
  const said = words.measured;
  const names = found.marginals.flatMap(({ columns }) => (columns.length === 1 ? columns : []));
  const pairs = found.marginals.filter(({ columns }) => columns.length === 2);
  const { mean } = meanAndMost((pairs.length > 0 ? pairs : found.marginals).map(({ estimate }) => estimate));
  const apart = meanAndMost(found.propensities.map(({ value }) => value));
  return (
    <>
      <p>
        <strong>{(pairs.length > 0 ? said.pairsOff : said.eachOff)(points(mean, decimalsFor(mean)))}</strong>
      </p>
      <HeatMap names={names} errors={errorsOf(found, names)} label={said.map} text={said.mapText} />
      <Limits found={found} />
      {found.propensities.length > 0 && (
        <p>{said.propensity(apart.mean.toFixed(4), apart.most.toFixed(4), found.propensities.length)}</p>
      )}
      {found.predictions && <Predictions of={of} found={found.predictions} />}
      <details>
        <summary>{words.detailsForExperts}</summary>
        <p>{said.experts(of.asked.epsilon, of.asked.delta, of.rho)}</p>
      </details>
    </>
  );
}

function One({ of }: { of: Appraisal }) {
  const said = words.measured;
  if (of.report) return <Told of={of} found={of.report} />;
  const { done, total, note } = of.progress;
  const text = note === "reading" || note === "measuring" || note === "sealing" ? said.notes[note] : said.waiting;
  if (isBeingMade(of))
    return (
      <p aria-live="polite">
        <progress value={done} max={Math.max(1, total)} aria-label={text} /> <span>{text}</span>
      </p>
    );
  return <p className="failure">{sentenceFor(of.error) ?? of.error}</p>;
}

function Asking({ of, rows }: { of: Synthesis; rows: number }) {
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
    <form
      className="exactness"
      onSubmit={(submitted) => {
        submitted.preventDefault();
        asked.mutate();
      }}
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
      <Knob exactness={exactness} onChange={turn} />
      {price && <Cost dataSet={of.data_set} rho={price.rho} />}
      <Failure error={asked.error} />
      <div className="actions">
        <Button type="submit" variant="default" disabled={asked.isPending}>
          {asked.isPending ? words.synthetic.asking : said.spend}
        </Button>
      </div>
    </form>
  );
}

/** How far are they from the true rows? What was measured, newest first; and what measuring again would cost. */
export function Measured({ of, rows }: { of: Synthesis; rows: number }) {
  const said = words.measured;
  const { data, error, refetch } = useQuery(appraisals(of.id));
  if (error) return <Failure error={error} retry={() => refetch()} />;
  if (!data) return null;
  return (
    <section aria-labelledby="measured">
      <h2 id="measured">{said.title}</h2>
      <p>{said.text}</p>
      {data.map((one) => (
        <One key={one.id} of={one} />
      ))}
      <details>
        <summary>{said.ask}</summary>
        <Asking of={of} rows={rows} />
      </details>
    </section>
  );
}
