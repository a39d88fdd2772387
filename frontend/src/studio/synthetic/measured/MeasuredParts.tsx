import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import type { Appraisal } from "../../../api/types";
import { isBeingMade } from "../../data/syntheses";
import { Failure, sentenceFor } from "../../frame/Failure";
import { Scrolls } from "../../frame/Scrolls";
import { decimalsFor, points, threeDigits } from "../../numbers/format";
import { words } from "../../words/words";
import { HeatMap } from "../HeatMap";
import { BudgetStepper } from "../price/BudgetStepper";
import { canTell, errorsOf, isHidden, type MeasuredErrors, meanAndMost, offOf } from "./measured";

/** Each error with the limits between which the true one is. */
export function Limits({ marginals, label }: Pick<MeasuredErrors, "marginals"> & { label: string }) {
  const text = words.measured;
  return (
    <Scrolls label={label}>
      <table className="rows-made">
        <thead>
          <tr>
            <th scope="col">{text.columns}</th>
            <th scope="col">{text.off}</th>
            <th scope="col">{text.between}</th>
          </tr>
        </thead>
        <tbody>
          {marginals.map(({ columns, estimate, low, high }) => (
            <tr key={columns.join(" ")}>
              <th scope="row">{columns.join(words.synthetic.and)}</th>
              <td>{isHidden({ low, high }) ? text.hidden : points(estimate, 1)}</td>
              <td>{text.range(points(low, 1), points(high, 1))}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scrolls>
  );
}

/** What was measured of two columns of a row, in the figure that experts know; nothing where none was. */
export function propensitiesSaid({ propensities }: MeasuredErrors): string[] {
  if (propensities.length === 0) return [];
  const { mean, most } = meanAndMost(propensities.map(({ value }) => value));
  return [words.measured.propensity(threeDigits(mean), threeDigits(most), propensities.length)];
}

function offSaid(marginals: MeasuredErrors["marginals"]): string {
  const text = words.measured;
  const { mean, ofPairs } = offOf(marginals);
  if (mean === null) return text.tooNoisy;
  return (ofPairs ? text.pairsOff : text.eachOff)(points(mean, decimalsFor(mean)));
}

interface TableErrorsProps {
  errors: MeasuredErrors;
  /** The name of the map, and what it shows. */
  label: string;
  text: string;
}

/** How far one table is off: on average, as a map, with limits, and whether somebody could tell. */
export function TableErrors({ errors, label, text }: TableErrorsProps) {
  const wording = words.measured;
  const names = errors.marginals.flatMap(({ columns }) => (columns.length === 1 ? columns : []));
  return (
    <>
      <p>
        <strong>{offSaid(errors.marginals)}</strong>
      </p>
      <HeatMap names={names} errors={errorsOf(errors, names)} label={label} text={text} />
      {errors.marginals.some(isHidden) && <p className="quiet">{wording.dash}</p>}
      <details>
        <summary>{wording.limits}</summary>
        <Limits marginals={errors.marginals} label={`${label}: ${wording.limits}`} />
      </details>
      {errors.propensities.length > 0 && <p>{wording.told[canTell(errors.propensities)]}</p>}
    </>
  );
}

/** How far the work on a report is, or why there is none. */
export function Measuring({ of }: { of: Pick<Appraisal, "state" | "error" | "progress"> }) {
  const wording = words.measured;
  const { done, total, note } = of.progress;
  const text = note === "reading" || note === "measuring" || note === "sealing" ? wording.notes[note] : wording.waiting;
  if (isBeingMade(of))
    return (
      <p aria-live="polite">
        <progress value={done} max={Math.max(1, total)} aria-label={text} /> <span>{text}</span>
      </p>
    );
  return <p className="failure">{sentenceFor(of.error) ?? of.error}</p>;
}

interface AskingProps {
  exactness: number;
  turn: (exactness: number) => void;
  request: { mutate: () => void; isPending: boolean; error: unknown };
  /** What it takes of a budget. */
  cost: ReactNode;
  children?: ReactNode;
}

/** How exact it is to be, what that takes, and spend it. */
export function Asking({ exactness, turn, request, cost, children }: AskingProps) {
  return (
    <form
      className="exactness"
      onSubmit={(submitted) => {
        submitted.preventDefault();
        request.mutate();
      }}
    >
      {children}
      <BudgetStepper exactness={exactness} onChange={turn} />
      {cost}
      <Failure error={request.error} />
      <div className="actions">
        <Button type="submit" variant="default" disabled={request.isPending}>
          {request.isPending ? words.synthetic.asking : words.measured.spend}
        </Button>
      </div>
    </form>
  );
}

interface MeasuredSectionProps {
  query: { data: readonly unknown[] | undefined; error: unknown; refetch: () => unknown };
  asking: ReactNode;
  children: ReactNode;
}

/** What was measured, newest first; and what measuring again would cost. */
export function MeasuredSection({ query: { data, error, refetch }, asking, children }: MeasuredSectionProps) {
  const text = words.measured;
  if (error) return <Failure error={error} retry={() => refetch()} />;
  if (!data) return null;
  return (
    <section aria-labelledby="measured">
      <h2 id="measured">{text.title}</h2>
      <p>{text.text}</p>
      {children}
      <details>
        <summary>{text.ask}</summary>
        {asking}
      </details>
    </section>
  );
}
