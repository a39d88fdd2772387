import type { NumberResult, PlanNumber, Rehearsal } from "../../api/types";
import { count, figure, inUnit, percent } from "../numbers/format";
import { furthestMean, halfOfMean, meanSentence } from "../parts/results/means";
import { words } from "../words/words";
import { PlanTable } from "./PlanTable";
import type { Wanted } from "./plan";
import { Why } from "./Why";

/** What is wanted is a share of the distance between the bounds; in the unit it is this much. */
export const wantedOf = ({ low, high }: Pick<PlanNumber, "low" | "high">, half: string): number =>
  Number(half) * (high - low);

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
  const text = words.plan;
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
            <strong>{text.halfOfMean(count(answers), halfOfMean(half, unit))}</strong>
          </p>
        )}
        {needed !== undefined && (
          <p>
            {text.neededForMean(
              count(needed),
              wantedHalf,
              percent(Number(wanted.half), wanted.half === "0.025" ? 1 : 0),
            )}
          </p>
        )}
        {planned.distribution && (
          <p className="quiet">
            {text.onlyTheMean}
            {words.between}
            {planned.distribution.limits ? text.quantileLimits : text.noQuantileLimits}
            {words.between}
            {!planned.distribution.settles && text.mayNotSettle}
          </p>
        )}
        <p className="quiet">{words.results.meanMadeUp(furthestMean(planned))}</p>
        <Why levels={planned.levels} />
        <PlanTable
          label={text.tableOfMean(name)}
          planned={planned}
          sizes={sizes}
          width={(half) => halfOfMean(half, unit)}
          wanted={({ half }) => halfOfMean(wantedOf(planned, half), unit)}
        />
      </div>
      {rehearsal && result && <Rehearsed result={result} rehearsal={rehearsal} />}
    </section>
  );
}
