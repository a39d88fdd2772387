import type { PlanNumber } from "../../api/types";
import { PLANNED_REPORTS } from "../data/surveys";
import { count } from "../numbers/format";
import { halfOfMean } from "../plan/PlannedNumber";
import { levelName } from "../words/levels";
import { words } from "../words/words";

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
