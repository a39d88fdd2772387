import type { PlanQuestion } from "../../../api/types";
import { PLANNED_REPORTS } from "../../data/surveys";
import { Interval } from "../../mark/Interval";
import type { Scale } from "../../mark/scale";
import { count, decimalsFor, points } from "../../numbers/format";
import type { Estimate } from "../../numbers/interval";
import { levelName } from "../../words/levels";
import { words } from "../../words/words";

// Half the picture is 25 points: what is wider is of no use, and its arrows say so.
const SCALE: Scale = { low: -0.25, high: 0.25, ticks: [-0.25, 0, 0.25] };
const OF_95 = { "80": 1.2816 / 1.96, "50": 0.6745 / 1.96 };

function around(halfWidth: number): Estimate {
  const band = (confidence: "50" | "80" | "95", share: number) => ({ confidence, low: -share, high: share });
  return {
    id: "planned",
    label: "",
    share: 0,
    bands: [band("95", halfWidth), band("80", halfWidth * OF_95["80"]), band("50", halfWidth * OF_95["50"])],
  };
}

function needed(counts: PlanQuestion["needed"], halfWidth: string): string {
  const reports = counts[halfWidth];
  return reports === undefined ? "" : count(reports);
}

/** How sure the results of one question will be, drawn before anybody is asked: hatched, because nothing was released. */
export function HalfWidths({ plan }: { plan: PlanQuestion | undefined }) {
  if (!plan) return <p className="half-widths quiet">{words.build.planWaits}</p>;
  return (
    <div className="half-widths">
      <h4>{words.build.precision}</h4>
      <dl>
        {PLANNED_REPORTS.map((reports) => {
          const half = plan.mix[reports];
          if (half === undefined) return null;
          return (
            <div key={reports}>
              <dt>{words.build.answers(count(reports))}</dt>
              <dd>
                <Interval estimate={around(half)} scale={SCALE} simulated />
                <span>{words.build.plusMinus(points(half, decimalsFor(half)))}</span>
              </dd>
            </div>
          );
        })}
      </dl>
      <p className="quiet">{words.build.needed(needed(plan.needed, "0.05"), needed(plan.needed, "0.02"))}</p>
      <details>
        <summary>{words.detailsForExperts}</summary>
        <ul>
          {plan.levels.map((level) => (
            <li key={level.level}>
              {levelName(level.level, plan.levels.length)}, {words.build.epsilonQuestion(level.epsilon)}:{" "}
              <span lang="en">{level.reason}</span> {words.build.neededAlone(needed(level.needed, "0.05"))}{" "}
              {words.build.odds(Math.round(level.odds.kept * 100), Math.round(level.odds.other * 100))}
            </li>
          ))}
        </ul>
      </details>
    </div>
  );
}
