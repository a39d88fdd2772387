import type { NumberResult, PlanNumber, Rehearsal } from "../../api/types";
import { nameOf } from "../evaluate/Description";
import { count, figure, inUnit, percent } from "../numbers/format";
import { furthestMean, meanSentence } from "../results/means";
import { levelName } from "../words/levels";
import { words } from "../words/words";
import { PlanTable } from "./PlanTable";
import { WANTED, type Wanted } from "./plan";

/** A half-width of the mean, as people write it: "3.2 hours". */
export const halfOfMean = (half: number | undefined, unit: string): string =>
  half === undefined ? "" : inUnit(figure(half, half), unit);

const whole = (number: number | undefined): string => (number === undefined ? "" : count(number));

/** What is wanted is a share of the distance between the bounds; in the unit it is this much. */
const wantedOf = ({ low, high }: PlanNumber, half: string): number => Number(half) * (high - low);

function Table({ name, planned, sizes }: { name: string; planned: PlanNumber; sizes: readonly number[] }) {
  const { levels, unit } = planned;
  const rows = [
    ...sizes.map((size) => ({
      head: count(size),
      mix: halfOfMean(planned.mix[size], unit),
      alone: levels.map(({ half_widths }) => halfOfMean(half_widths[size], unit)),
    })),
    ...WANTED.map(({ half }) => ({
      head: words.plan.rowNeeded(halfOfMean(wantedOf(planned, half), unit)),
      mix: whole(planned.needed[half]),
      alone: levels.map(({ needed }) => whole(needed[half])),
    })),
  ];
  return <PlanTable label={words.plan.tableOfMean(name)} levels={levels} rows={rows} />;
}

function Why({ planned: { levels } }: { planned: PlanNumber }) {
  const said = words.plan;
  return (
    <details>
      <summary>{said.why}</summary>
      <ul className="plan-why">
        {levels.map(({ level, mechanism, epsilon, reason }) => (
          <li key={level}>
            {said.whyAt(levelName(level, levels.length), nameOf({ slug: mechanism, name: mechanism }), epsilon)}{" "}
            <span lang="en">{reason}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}

interface RehearsedProps {
  result: NumberResult;
  rehearsal: Rehearsal;
}

function Rehearsed({ result, rehearsal }: RehearsedProps) {
  const [low = 0, high = 0] = result.estimates.mean.intervals["95"] ?? [];
  const truth = rehearsal.truth_of_numbers?.[result.id]?.mean;
  return (
    <div className="rehearsed">
      <p className="quiet">{words.plan.simulated(count(rehearsal.reports))}</p>
      <p>
        {meanSentence(result)}.{" "}
        {truth !== undefined && words.plan.truthOfMean(inUnit(figure(truth, (high - low) / 2), result.unit))}
      </p>
    </div>
  );
}

interface PlannedNumberProps {
  name: string;
  planned: PlanNumber;
  answers: number;
  sizes: readonly number[];
  wanted: Wanted;
  rehearsal: Rehearsal | undefined;
}

/** How well the mean of a number will be known, in its unit. Below it what made-up people would give. */
export function PlannedNumber({ name, planned, answers, sizes, wanted, rehearsal }: PlannedNumberProps) {
  const said = words.plan;
  const { unit } = planned;
  const half = planned.mix[answers];
  const needed = planned.needed[wanted.half];
  const wantedHalf = halfOfMean(wantedOf(planned, wanted.half), unit);
  const result = rehearsal?.numbers?.find(({ id }) => id === planned.id);
  return (
    <section className="planned">
      <h2>{name}</h2>
      <div className="planned-said">
        {half !== undefined && (
          <p>
            <strong>{said.halfOfMean(count(answers), halfOfMean(half, unit))}</strong>
          </p>
        )}
        {needed !== undefined && (
          <p>
            {said.neededForMean(
              count(needed),
              wantedHalf,
              percent(Number(wanted.half), wanted.half === "0.025" ? 1 : 0),
            )}
          </p>
        )}
        {planned.distribution && (
          <p className="quiet">
            {said.onlyTheMean} {planned.distribution.limits ? said.quantileLimits : said.noQuantileLimits}{" "}
            {!planned.distribution.settles && said.mayNotSettle}
          </p>
        )}
        <p className="quiet">{words.results.meanMadeUp(furthestMean(planned))}</p>
        <Why planned={planned} />
        <Table name={name} planned={planned} sizes={sizes} />
      </div>
      {rehearsal && result && <Rehearsed result={result} rehearsal={rehearsal} />}
    </section>
  );
}
