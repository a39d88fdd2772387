import { Scrolls } from "../frame/Scrolls";
import { count } from "../numbers/format";
import { across, apart } from "../parts/charts/plot";
import { words } from "../words/words";
import { audit, type Line, mostShown } from "./audit";

const NAME_ROOM = 15; // percent of the height that a name of two lines needs
const DECIMALS = 1;

const TOP = Math.ceil(mostShown());
const RUNS = { low: Math.min(...audit.runs), high: Math.max(...audit.runs) };
const claimed = Number(audit.epsilon);
const EDGE = 5; // percent of the height above and below, for names
const heightOf = (epsilon: number): number => 100 - EDGE - ((100 - 2 * EDGE) * epsilon) / TOP;
const bound = (epsilon: number): string => epsilon.toFixed(DECIMALS);
const ends = [...audit.lines.map(({ at }) => at.at(-1) ?? 0), claimed];
const places = apart(ends.map(heightOf), NAME_ROOM);

function pathOf({ at }: Line): string {
  return at.map((epsilon, index) => `${across(RUNS, audit.runs[index] ?? 0)},${heightOf(epsilon)}`).join(" ");
}

function Names() {
  const text = words.lesson;
  const names = [...audit.lines.map(({ maker }) => text.makers[maker]), text.claimed];
  return (
    <div className="growth-names" aria-hidden="true">
      {names.map((name, index) => (
        <span key={name} className={`of-${audit.lines[index]?.maker ?? "claim"}`} style={{ top: `${places[index]}%` }}>
          {name}
        </span>
      ))}
    </div>
  );
}

function Picture() {
  const text = words.lesson;
  const runs = count(RUNS.high);
  const heard = audit.lines.map(({ maker, at }) => text.spoken(text.makers[maker], bound(at.at(-1) ?? 0), runs));
  const label = `${text.chart}. ${[...heard, `${text.claimed}: ${audit.epsilon}`].join(words.listComma)}`;
  const claim = `${heightOf(claimed)}%`;
  return (
    <svg className="growth-picture" role="img" aria-label={label}>
      {Array.from({ length: TOP + 1 }, (_, tick) => `${heightOf(tick)}%`).map((y) => (
        <line key={y} className="interval-rule" x1="0%" x2="100%" y1={y} y2={y} />
      ))}
      <line className="growth-line of-claim" x1="0%" x2="100%" y1={claim} y2={claim} />
      <svg viewBox="0 0 100 100" preserveAspectRatio="none" overflow="visible" aria-hidden="true">
        {audit.lines.map((line) => (
          <polyline key={line.maker} className={`growth-line of-${line.maker}`} points={pathOf(line)} />
        ))}
      </svg>
      {audit.lines.flatMap(({ maker, at }) =>
        at.map((epsilon, index) => (
          <circle
            key={`${maker} ${audit.runs[index]}`}
            className={`growth-dot of-${maker}`}
            cx={`${across(RUNS, audit.runs[index] ?? 0)}%`}
            cy={`${heightOf(epsilon)}%`}
            r={4}
          />
        )),
      )}
    </svg>
  );
}

/** What was shown at least, by the number of runs, in equal ratios: names stand where lines end. */
export function Growth() {
  const text = words.lesson;
  return (
    <figure className="growth">
      <p className="quiet axis-name" aria-hidden="true">
        {text.axisEpsilon}
      </p>
      <svg className="growth-scale axis" aria-hidden="true">
        {Array.from({ length: TOP + 1 }, (_, tick) => tick).map((tick) => (
          <text key={tick} x="100%" y={`${heightOf(tick)}%`} dy="0.35em" textAnchor="end">
            {tick}
          </text>
        ))}
      </svg>
      <Picture />
      <Names />
      <svg className="growth-runs axis" height={20} aria-hidden="true">
        {audit.runs.map((runs) => (
          <text key={runs} x={`${across(RUNS, runs)}%`} y={15} textAnchor="middle">
            {count(runs)}
          </text>
        ))}
      </svg>
      <p className="quiet axis-below" aria-hidden="true">
        {text.axisRuns}
      </p>
    </figure>
  );
}

/** The table twin. */
export function GrowthTable() {
  const text = words.lesson;
  return (
    <details>
      <summary>{text.growsTable}</summary>
      <Scrolls label={text.growsTable}>
        <table className="numbers">
          <thead>
            <tr>
              <th scope="col">{text.maker}</th>
              {audit.runs.map((runs) => (
                <th key={runs} scope="col">
                  {text.runs} {count(runs)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {audit.lines.map(({ maker, at }) => (
              <tr key={maker}>
                <th scope="row">{text.makers[maker]}</th>
                {at.map((epsilon, index) => (
                  <td key={audit.runs[index]}>{epsilon.toFixed(2)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </Scrolls>
    </details>
  );
}
