import { useId } from "react";
import { position } from "../../mark/scale";
import { percent } from "../../numbers/format";
import { apart, place as placeOn, withRoom } from "../../parts/charts/plot";
import { words } from "../../words/words";
import { shortOf } from "../short";
import { type Axes, axesOf, type Before, type Dot, decimalsOf, frontierOf, type RiskFigure } from "./dots";
import "../../parts/charts/plot.css";

const TICK_ROOM = 7; // percent of the height that a number needs
const NAME_ROOM = 9; // and a name

const share = (risk: number): string => percent(risk, decimalsOf(risk));
const left = ({ x }: Axes, loss: number): number => position(x, loss);
const top = ({ y }: Axes, risk: number): number => 100 - placeOn(y, risk);

function Scales({ axes }: { axes: Axes }) {
  const shown = withRoom(
    axes.y.ticks.map((tick) => placeOn(axes.y, tick)),
    TICK_ROOM,
  );
  return (
    <>
      <svg className="frontier-scale axis" aria-hidden="true">
        {axes.y.ticks.map(
          (tick, index) =>
            shown.has(index) && (
              <text key={tick} x="100%" y={`${top(axes, tick)}%`} dy="0.35em" textAnchor="end">
                {percent(tick, tick < 0.01 ? 1 : 0)}
              </text>
            ),
        )}
      </svg>
      <svg className="frontier-losses axis" aria-hidden="true">
        {axes.x.ticks.map((tick) => (
          <text key={tick} x={`${left(axes, tick)}%`} y={15} textAnchor="middle">
            {percent(tick, tick > 0 && tick < 0.01 ? 1 : 0)}
          </text>
        ))}
      </svg>
    </>
  );
}

/** The table as it is: a line across, because nothing is lost there and everything is at risk. */
function AsItIs({ before, axes }: { before: number; axes: Axes }) {
  const y = top(axes, before);
  return (
    <>
      <line className="frontier-before" x1="0%" x2="100%" y1={`${y}%`} y2={`${y}%`} />
      <text className="frontier-said" x="100%" y={`${y}%`} dy="1.1em" textAnchor="end">
        {words.rows.asTheyAre}: {share(before)}
      </text>
    </>
  );
}

function Rules({ axes }: { axes: Axes }) {
  return (
    <>
      {axes.x.ticks.map((tick) => {
        const x = `${left(axes, tick)}%`;
        return <line key={tick} className="interval-rule" x1={x} x2={x} y1="0%" y2="100%" />;
      })}
    </>
  );
}

function spoken(dots: readonly Dot[], before: Before, figure: RiskFigure): string {
  const text = words.rows;
  const each = dots.map(({ models, risk, utility }) =>
    text.spoken(shortOf(models), share(risk[figure]), share(utility.gcp)),
  );
  return [...(before ? [text.spokenBefore(share(before[figure]))] : []), ...each].join(words.listComma);
}

interface FrontierProps {
  dots: readonly Dot[];
  before: Before;
  figure: RiskFigure;
  /** The place of the candidate that is looked at. */
  chosen: number;
  onChoose?: (place: number) => void;
  /** Drawn in hatch: an example, and not these data. */
  example?: boolean;
}

interface NamesProps extends Pick<FrontierProps, "dots" | "chosen" | "onChoose"> {
  axes: Axes;
  figure: RiskFigure;
}

/**
 * The names beside the picture, each at the height of its dot: what is chosen here is what the page speaks of below.
 */
function Names({ dots, chosen, onChoose, axes, figure }: NamesProps) {
  const group = useId();
  const places = apart(
    dots.map(({ risk }) => top(axes, risk[figure])),
    NAME_ROOM,
  );
  const names = dots.map(({ place, models }, index) => (
    <span
      key={place}
      style={{ insetBlockStart: `${places[index]}%` }}
      className={place === chosen && onChoose ? "in-front" : ""}
    >
      {onChoose ? (
        <>
          <input
            type="radio"
            id={`${group}-${place}`}
            name={group}
            checked={place === chosen}
            onChange={() => onChoose(place)}
          />
          <label htmlFor={`${group}-${place}`}>{shortOf(models)}</label>
        </>
      ) : (
        shortOf(models)
      )}
    </span>
  ));
  if (!onChoose) {
    return (
      <div className="error-names" aria-hidden="true">
        {names}
      </div>
    );
  }
  return (
    <fieldset className="error-names">
      <legend className="heard">{words.rows.chosen}</legend>
      {names}
    </fieldset>
  );
}

/** Risk against loss: a dot for each candidate, a line through those that no other beats in both. */
export function Frontier({ dots, before, figure, chosen, onChoose, example }: FrontierProps) {
  const text = words.rows;
  const axes = axesOf(dots, before, figure);
  const line = frontierOf(dots, figure).map(
    ({ risk, utility }) => `${left(axes, utility.gcp)},${top(axes, risk[figure])}`,
  );
  return (
    <figure className="error-chart frontier">
      <p className="axis-name quiet" aria-hidden="true">
        {text.axisRisk}
      </p>
      <Scales axes={axes} />
      <svg
        className={example ? "error-picture interval-hatched" : "error-picture"}
        role="img"
        aria-label={`${text.chart}. ${spoken(dots, before, figure)}`}
      >
        <Rules axes={axes} />
        {before && <AsItIs before={before[figure]} axes={axes} />}
        <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
          <polyline className="frontier-line" points={line.join(" ")} />
        </svg>
        {dots.map(({ place, risk, utility }) => (
          <circle
            key={place}
            className={place === chosen || example ? "interval-dot" : "dot-behind"}
            cx={`${left(axes, utility.gcp)}%`}
            cy={`${top(axes, risk[figure])}%`}
            r={place === chosen || example ? 6 : 4}
          />
        ))}
      </svg>
      <p className="axis-below quiet" aria-hidden="true">
        {text.axisLoss}
      </p>
      <Names dots={dots} chosen={chosen} axes={axes} figure={figure} {...(onChoose ? { onChoose } : {})} />
    </figure>
  );
}
