import type { PlanSkippable, Rehearsal } from "../../api/types";
import { count, percent, points } from "../numbers/format";
import { halfOfMean, skippableSentence } from "../parts/results/means";
import { SkippableCharts } from "../parts/results/SkippableCharts";
import { words } from "../words/words";
import { wantedOf } from "./PlannedNumber";
import { PlanTable } from "./PlanTable";
import type { Wanted } from "./plan";
import { Why } from "./Why";

type Planned = Pick<PlanSkippable, "unit" | "mix">;

/** What so many answers will tell, of people of whom this share give a number; undefined where it was not planned. */
export function halfOfSkippable({ unit, mix }: Planned, answers: number, share: number): string | undefined {
  const answered = mix.answered.half_widths[answers];
  const mean = mix.mean.half_widths[answers];
  if (answered === undefined || mean === undefined) return undefined;
  const told = { answers: count(answers), share: percent(share), half: points(answered, 1) };
  if (mean === null) return words.plan.halfWithoutMean(told);
  return words.plan.halfWithMean({ ...told, mean: halfOfMean(mean, unit) });
}

/** How far made-up reports push the share who answer and their mean. */
function pushed({ made_up, unit }: PlanSkippable): string {
  const [atOne = "", atFive = ""] = made_up.map(({ answered, mean }) => {
    const share = points(Math.max(answered.up, answered.down), 1);
    return mean === null ? words.plan.pushEnd(share) : words.plan.push(share, halfOfMean(mean, unit));
  });
  return words.plan.pushes(atOne, atFive);
}

interface PlannedSkippableProps {
  name: string;
  planned: PlanSkippable;
  /** The share of the people who are taken to give a number. */
  share: number;
  answers: number;
  sizes: readonly number[];
  wanted: Wanted;
  rehearsal: Rehearsal | undefined;
}

/** How well the share who answer and their mean will be known. Below it what made-up people would give. */
export function PlannedSkippable(props: PlannedSkippableProps) {
  const { name, planned, share, answers, sizes, wanted, rehearsal } = props;
  const text = words.plan;
  const needed = planned.mix.mean.needed[wanted.half];
  const inThe = (half: string) => halfOfMean(wantedOf(planned, half), planned.unit);
  const result = rehearsal?.numbers_or_skipped?.find(({ id }) => id === planned.id);
  return (
    <section className="planned">
      <h2>{name}</h2>
      <div className="planned-said">
        <p>
          <strong>{halfOfSkippable(planned, answers, share)}</strong>
        </p>
        {needed !== undefined && (
          <p>
            {text.neededForMean(
              count(needed),
              inThe(wanted.half),
              percent(Number(wanted.half), wanted.half === "0.025" ? 1 : 0),
            )}
          </p>
        )}
        <p className="quiet">{pushed(planned)}</p>
        <Why levels={planned.levels} />
        <PlanTable
          label={text.tableOfMean(name)}
          planned={{
            ...planned.mix.mean,
            mix: planned.mix.mean.half_widths,
            levels: planned.levels.map(({ level, mean }) => ({ level, ...mean })),
          }}
          sizes={sizes}
          width={(half) => halfOfMean(half, planned.unit)}
          wanted={({ half }) => inThe(half)}
        />
      </div>
      {rehearsal && result && (
        <div className="rehearsed">
          <p className="quiet">{text.simulated(count(rehearsal.reports))}</p>
          <p>{skippableSentence(result)}</p>
          <SkippableCharts result={result} simulated truth={rehearsal.truth_of_numbers?.[result.id]} />
        </div>
      )}
    </section>
  );
}
