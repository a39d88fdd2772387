import { count, points } from "../numbers/format";
import { type LogAxis, place, withRoom } from "../parts/charts/plot";
import { words } from "../words/words";
import { halfAt, type Line, lineOf, type Planned, STOPS, type Wanted } from "./plan";

const TICK_ROOM = 12; // percent of the height that a number needs
const X = { low: STOPS[0] ?? 1, high: STOPS.at(-1) ?? 1 };

/** Those that have room below the picture of a phone. */
const NAMED = STOPS.filter((stop, index) => index === STOPS.length - 1 || Number.isInteger(Math.log10(stop)));

type Axes = { y: LogAxis };

const left = (answers: number): number => place(X, answers);
const top = ({ y }: Axes, half: number): number => 100 - place(y, half);
const inside = (position: number): boolean => position >= -1e-9 && position <= 100 + 1e-9;

const pathOf = (line: Line, axes: Axes): string[] =>
  line.points
    .filter(({ answers }) => inside(left(answers)))
    .map(({ answers, half }) => `${left(answers)},${top(axes, half)}`);

/** The band between everybody at the level that tells most and everybody at the one that tells least. */
function Band({ planned, axes }: { planned: Planned; axes: Axes }) {
  const lines = planned.levels.map(({ half_widths }) => lineOf(half_widths));
  const [first, last] = [lines[0], lines.at(-1)];
  if (!first || !last || first === last) return null;
  return (
    <polygon className="width-band" points={[...pathOf(first, axes), ...pathOf(last, axes).toReversed()].join(" ")} />
  );
}

function Rules({ axes }: { axes: Axes }) {
  return (
    <>
      {axes.y.ticks.map((tick) => {
        const y = `${top(axes, tick)}%`;
        return <line key={tick} className="interval-rule" x1="0%" x2="100%" y1={y} y2={y} />;
      })}
    </>
  );
}

/** What one wants, and how many answers it takes. */
function Cross({ planned, wanted, axes }: { planned: Planned; wanted: Wanted; axes: Axes }) {
  const y = top(axes, Number(wanted.half));
  const x = left(planned.needed[wanted.half] ?? 0);
  return (
    <>
      {inside(y) && <line className="width-wanted" x1="0%" x2={`${Math.min(100, x)}%`} y1={`${y}%`} y2={`${y}%`} />}
      {inside(y) && inside(x) && <line className="width-wanted" x1={`${x}%`} x2={`${x}%`} y1={`${y}%`} y2="100%" />}
    </>
  );
}

function Across() {
  return (
    <svg className="width-answers axis" height={20} aria-hidden="true">
      {NAMED.map((stop) => (
        <text key={stop} x={`${left(stop)}%`} y={15} textAnchor="middle">
          {count(stop)}
        </text>
      ))}
    </svg>
  );
}

function Down({ axes }: { axes: Axes }) {
  const shown = withRoom(
    axes.y.ticks.map((tick) => place(axes.y, tick)),
    TICK_ROOM,
  );
  return (
    <svg className="width-scale axis" aria-hidden="true">
      {axes.y.ticks.map(
        (tick, index) =>
          shown.has(index) && (
            <text key={tick} x="100%" y={`${top(axes, tick)}%`} dy="0.35em" textAnchor="end">
              {points(tick, tick < 0.01 ? 1 : 0)}
            </text>
          ),
      )}
    </svg>
  );
}

interface WidthChartProps {
  name: string;
  planned: Planned;
  answers: number;
  wanted: Wanted;
  /** One for all questions, so that they can be compared. */
  y: LogAxis;
}

/** The half-width against the number of answers, both in equal ratios. The dot is hollow: nobody has answered. */
export function WidthChart({ name, planned, answers, wanted, y }: WidthChartProps) {
  const text = words.plan;
  const axes: Axes = { y };
  const half = halfAt(planned, answers);
  const stops = NAMED.flatMap((stop) => {
    const width = halfAt(planned, stop);
    return width === undefined ? [] : [text.spoken(points(width, 1), count(stop))];
  });
  return (
    <figure className="width-chart">
      <p className="axis-name quiet" aria-hidden="true">
        {text.axisHalf}
      </p>
      <Down axes={axes} />
      <svg
        className="width-picture interval-hatched"
        role="img"
        aria-label={`${text.picture(name)}: ${stops.join(words.listComma)}`}
      >
        <Rules axes={axes} />
        <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
          <Band planned={planned} axes={axes} />
          <polyline className="width-line" points={pathOf(lineOf(planned.mix), axes).join(" ")} />
        </svg>
        <Cross planned={planned} wanted={wanted} axes={axes} />
        {half !== undefined && inside(left(answers)) && (
          <circle className="interval-dot" cx={`${left(answers)}%`} cy={`${top(axes, half)}%`} r={5.5} />
        )}
      </svg>
      <Across />
      <p className="axis-below quiet" aria-hidden="true">
        {text.axisAnswers}
      </p>
    </figure>
  );
}
