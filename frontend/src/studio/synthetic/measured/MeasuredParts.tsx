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
  const said = words.measured;
  return (
    <Scrolls label={label}>
      <table className="rows-made">
        <thead>
          <tr>
            <th scope="col">{said.columns}</th>
            <th scope="col">{said.off}</th>
            <th scope="col">{said.between}</th>
          </tr>
        </thead>
        <tbody>
          {marginals.map(({ columns, estimate, low, high }) => (
            <tr key={columns.join(" ")}>
              <th scope="row">{columns.join(words.synthetic.and)}</th>
              <td>{isHidden({ low, high }) ? said.hidden : points(estimate, 1)}</td>
              <td>{said.range(points(low, 1), points(high, 1))}</td>
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
  const said = words.measured;
  const { mean, ofPairs } = offOf(marginals);
  if (mean === null) return said.tooNoisy;
  return (ofPairs ? said.pairsOff : said.eachOff)(points(mean, decimalsFor(mean)));
}

interface TableErrorsProps {
  found: MeasuredErrors;
  /** The name of the map, and what it shows. */
  label: string;
  text: string;
}

/** How far one table is off: on average, as a map, with limits, and whether somebody could tell. */
export function TableErrors({ found, label, text }: TableErrorsProps) {
  const said = words.measured;
  const names = found.marginals.flatMap(({ columns }) => (columns.length === 1 ? columns : []));
  return (
    <>
      <p>
        <strong>{offSaid(found.marginals)}</strong>
      </p>
      <HeatMap names={names} errors={errorsOf(found, names)} label={label} text={text} />
      {found.marginals.some(isHidden) && <p className="quiet">{said.dash}</p>}
      <details>
        <summary>{said.limits}</summary>
        <Limits marginals={found.marginals} label={`${label}: ${said.limits}`} />
      </details>
      {found.propensities.length > 0 && <p>{said.told[canTell(found.propensities)]}</p>}
    </>
  );
}

/** How far the work on a report is, or why there is none. */
export function Measuring({ of }: { of: Pick<Appraisal, "state" | "error" | "progress"> }) {
  const said = words.measured;
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

interface AskingProps {
  exactness: number;
  turn: (exactness: number) => void;
  asked: { mutate: () => void; isPending: boolean; error: unknown };
  /** What it takes of a budget. */
  cost: ReactNode;
  children?: ReactNode;
}

/** How exact it is to be, what that takes, and spend it. */
export function Asking({ exactness, turn, asked, cost, children }: AskingProps) {
  return (
    <form
      className="exactness"
      onSubmit={(submitted) => {
        submitted.preventDefault();
        asked.mutate();
      }}
    >
      {children}
      <BudgetStepper exactness={exactness} onChange={turn} />
      {cost}
      <Failure error={asked.error} />
      <div className="actions">
        <Button type="submit" variant="default" disabled={asked.isPending}>
          {asked.isPending ? words.synthetic.asking : words.measured.spend}
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
  const said = words.measured;
  if (error) return <Failure error={error} retry={() => refetch()} />;
  if (!data) return null;
  return (
    <section aria-labelledby="measured">
      <h2 id="measured">{said.title}</h2>
      <p>{said.text}</p>
      {children}
      <details>
        <summary>{said.ask}</summary>
        {asking}
      </details>
    </section>
  );
}
