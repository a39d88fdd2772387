import type { PlanNumber, PlanSkippable } from "../../../api/types";
import { PLANNED_REPORTS } from "../../data/surveys";
import { count, percent, points } from "../../numbers/format";
import { halfOfMean } from "../../parts/results/means";
import { levelName } from "../../words/levels";
import { words } from "../../words/words";

/** How sure one will be of the share who answer and of their mean, if so many of the people give a number. */
export function SkippableHalfWidths({ plan, share }: { plan: PlanSkippable | undefined; share: number }) {
  if (!plan) return <p className="half-widths quiet">{words.build.planWaits}</p>;
  return (
    <div className="half-widths">
      <h4>{words.build.precision}</h4>
      <ul>
        {PLANNED_REPORTS.map((reports) => {
          const { [reports]: answered } = plan.mix.answered.half_widths;
          const { [reports]: mean } = plan.mix.mean.half_widths;
          if (answered === undefined || mean === undefined) return null;
          const known = mean === null ? words.results.noLimits : `± ${halfOfMean(mean, plan.unit)}`;
          return <li key={reports}>{words.build.halfOfSkippable(count(reports), points(answered, 1), known)}</li>;
        })}
      </ul>
      <p className="quiet">{words.build.ifSoManyAnswer(percent(share))}</p>
    </div>
  );
}

/** How sure the mean of a number will be, in its unit, before anybody is asked. */
export function MeanHalfWidths({ plan }: { plan: PlanNumber | undefined }) {
  if (!plan) return <p className="half-widths quiet">{words.build.planWaits}</p>;
  return (
    <div className="half-widths">
      <h4>{words.build.precision}</h4>
      <ul>
        {PLANNED_REPORTS.map((reports) => {
          const half = plan.mix[reports];
          if (half === undefined) return null;
          return <li key={reports}>{words.build.halfOfMean(count(reports), halfOfMean(half, plan.unit))}</li>;
        })}
      </ul>
      <details>
        <summary>{words.detailsForExperts}</summary>
        <ul>
          {plan.levels.map(({ level, epsilon, reason }) => (
            <li key={level}>
              {levelName(level, plan.levels.length)}, {words.build.epsilonQuestion(epsilon)}:{" "}
              <span lang="en">{reason}</span>
            </li>
          ))}
        </ul>
      </details>
    </div>
  );
}
