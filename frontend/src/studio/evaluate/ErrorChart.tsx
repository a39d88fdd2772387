import { useId } from "react";
import type { Mechanism } from "../../api/types";
import { points } from "../numbers/format";
import { across, apart, axisOver, type LogAxis, place, withRoom } from "../parts/charts/plot";
import { words } from "../words/words";
import type { Curve, Measured } from "./trials";
import "../parts/charts/plot.css";

const NAME_ROOM = 6; // percent of the height that a name needs
const TICK_ROOM = 9; // percent of the width that an epsilon needs
const BAR = 8; // pixels across

const decimalsOf = (share: number): number => (share < 0.001 ? 2 : share < 0.01 ? 1 : 0);

interface Axes {
  x: Pick<LogAxis, "low" | "high">;
  y: LogAxis;
}

const left = ({ x }: Axes, epsilon: number): string => `${across(x, epsilon)}%`;
const top = ({ y }: Axes, error: number): number => 100 - place(y, error);

function Rules({ axes }: { axes: Axes }) {
  return (
    <>
      {axes.y.ticks.map((tick) => (
        <line
          key={tick}
          className="interval-rule"
          x1="0%"
          x2="100%"
          y1={`${top(axes, tick)}%`}
          y2={`${top(axes, tick)}%`}
        />
      ))}
    </>
  );
}

/** The closed form, dashed. The picture stretches, the stroke does not. */
function Line({ curve, axes, front }: { curve: Curve; axes: Axes; front: boolean }) {
  const path = curve.points.map(({ epsilon, error }) => `${across(axes.x, epsilon)},${top(axes, error)}`).join(" ");
  return <polyline className={front ? "closed-form in-front" : "closed-form"} points={path} />;
}

function Dot({ dot, axes, front }: { dot: Measured; axes: Axes; front: boolean }) {
  const [x, y] = [left(axes, Number(dot.epsilon)), `${top(axes, dot.error)}%`];
  if (!front) return <circle className="dot-behind" cx={x} cy={y} r={3} />;
  const high = top(axes, dot.high);
  const low = dot.low > 0 ? Math.min(100, top(axes, dot.low)) : 100;
  return (
    <g className="interval-hatched">
      <svg x={x} overflow="visible" aria-hidden="true">
        <rect className="interval-band interval-80" x={-BAR / 2} width={BAR} y={`${high}%`} height={`${low - high}%`} />
      </svg>
      <circle className="interval-dot" cx={x} cy={y} r={5.5} />
    </g>
  );
}

/** Where each name wants to stand: beside the right end of its line. */
function namesOf(curves: readonly Curve[], axes: Axes) {
  const ends = curves.map(({ points }) => top(axes, points.at(-1)?.error ?? axes.y.low));
  const placed = apart(ends, NAME_ROOM);
  return curves.map(({ mechanism }, index) => ({
    mechanism,
    end: ends[index] ?? 0,
    at: placed[index] ?? 0,
  }));
}

function spoken(dots: readonly Measured[], name: string): string {
  const text = words.evaluate;
  return text.spoken(
    name,
    dots.map(({ error, epsilon }) => text.spokenAt(points(error, 2), epsilon)).join(words.listComma),
  );
}

interface ErrorChartProps {
  dots: readonly Measured[];
  curves: readonly Curve[];
  front: Mechanism;
  onFront: (mechanism: Mechanism) => void;
}

/** Error against epsilon, both in equal ratios: dots measured, dashes expected. One mechanism is drawn in front. */
export function ErrorChart({ dots, curves, front, onFront }: ErrorChartProps) {
  const group = useId();
  const text = words.evaluate;
  const epsilons = [...new Set(dots.map(({ epsilon }) => epsilon))];
  const numbers = epsilons.map(Number);
  const lines = curves.flatMap((curve) => curve.points.map(({ error }) => error));
  const axes: Axes = {
    x: { low: Math.min(...numbers), high: Math.max(...numbers) },
    y: axisOver([...lines, ...dots.flatMap(({ error, high }) => [error, high])]),
  };
  const places = numbers.map((epsilon) => across(axes.x, epsilon));
  const shown = withRoom(places, TICK_ROOM);
  const inFront = dots.filter(({ mechanism }) => mechanism === front);
  const names = namesOf(curves, axes);
  return (
    <figure className="error-chart">
      <p className="axis-name quiet" aria-hidden="true">
        {text.axisError}
      </p>
      <svg className="error-scale axis" aria-hidden="true">
        {axes.y.ticks.map((tick) => (
          <text key={tick} x="100%" y={`${top(axes, tick)}%`} dy="0.35em" textAnchor="end">
            {points(tick, decimalsOf(tick))}
          </text>
        ))}
      </svg>
      <svg className="error-picture" role="img" aria-label={`${text.chart}. ${spoken(inFront, text.names[front])}`}>
        <Rules axes={axes} />
        <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
          {curves.map((curve) => (
            <Line key={curve.mechanism} curve={curve} axes={axes} front={false} />
          ))}
          {curves
            .filter(({ mechanism }) => mechanism === front)
            .map((curve) => (
              <Line key={curve.mechanism} curve={curve} axes={axes} front />
            ))}
        </svg>
        {dots
          .filter(({ mechanism }) => mechanism !== front)
          .map((dot) => (
            <Dot key={`${dot.mechanism} ${dot.epsilon}`} dot={dot} axes={axes} front={false} />
          ))}
        {inFront.map((dot) => (
          <Dot key={dot.epsilon} dot={dot} axes={axes} front />
        ))}
      </svg>
      <svg className="error-leads" aria-hidden="true">
        {names.map(({ mechanism, end, at }) => (
          <line
            key={mechanism}
            className={mechanism === front ? "lead in-front" : "lead"}
            x1="0%"
            x2="100%"
            y1={`${end}%`}
            y2={`${at}%`}
          />
        ))}
      </svg>
      <svg className="error-epsilons axis" aria-hidden="true">
        {epsilons.map(
          (epsilon, index) =>
            shown.has(index) && (
              <text key={epsilon} x={`${places[index]}%`} y={15} textAnchor="middle">
                {epsilon}
              </text>
            ),
        )}
      </svg>
      <p className="axis-below quiet" aria-hidden="true">
        {text.axisEpsilon}
      </p>
      <fieldset className="error-names">
        <legend className="heard">{text.inFront}</legend>
        {names.map(({ mechanism, at }) => (
          <span key={mechanism} style={{ insetBlockStart: `${at}%` }} className={mechanism === front ? "in-front" : ""}>
            <input
              type="radio"
              id={`${group}-${mechanism}`}
              name={group}
              checked={mechanism === front}
              onChange={() => onFront(mechanism)}
            />
            <label htmlFor={`${group}-${mechanism}`}>{text.names[mechanism]}</label>
          </span>
        ))}
      </fieldset>
    </figure>
  );
}
