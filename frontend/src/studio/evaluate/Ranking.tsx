import { Axis } from "../mark/Axis";
import { position, type Scale, scaleOver } from "../mark/scale";
import { count, points } from "../numbers/format";
import { mechanismName } from "../words/mechanisms";
import { words } from "../words/words";
import { standardError, type Taken } from "./catalogue";
import { Description } from "./Description";

const DOT = 5.5;

function Picture({ scale, error, inSurveys }: { scale: Scale; error: number; inSurveys: boolean }) {
  return (
    <svg className={inSurveys ? "interval" : "interval for-programs"} height={28} aria-hidden="true">
      {scale.ticks.map((tick) => {
        const x = `${position(scale, tick)}%`;
        const className = tick === 0 ? "interval-zero" : "interval-rule";
        return <line key={tick} className={className} x1={x} x2={x} y1="0%" y2="100%" />;
      })}
      <circle className="interval-dot" cx={`${position(scale, error)}%`} cy="50%" r={DOT} />
    </svg>
  );
}

function Row({ of, scale, people }: { of: Taken; scale: Scale; people: number }) {
  const text = words.evaluate.catalogue;
  const error = standardError(of.figures, 0, people);
  return (
    <li>
      <details>
        <summary className="ranking-row">
          <span className="ranking-name">{mechanismName(of)}</span>
          <span className="ranking-picture">
            <Picture scale={scale} error={error} inSurveys={of.in_surveys} />
          </span>
          <span className="ranking-error">
            <span className="heard">{text.errorHeard}</span> {points(error, 2)}{" "}
            <span className="in-words">{text.points}</span>
          </span>
          <span className="quiet">{text.bytes(count(of.figures.report_bytes), of.figures.report_bytes)}</span>
          <span className="quiet">{of.in_surveys ? text.surveys : text.programs}</span>
        </summary>
        <Description of={of} />
      </details>
    </li>
  );
}

/** A dot for each mechanism: how far it errs on a rare answer, from 0. Each row opens to what is promised. */
export function Ranking({ taken, people }: { taken: readonly Taken[]; people: number }) {
  const text = words.evaluate.catalogue;
  const scale = scaleOver(taken.map(({ figures }) => standardError(figures, 0, people)));
  return (
    <div className="ranking">
      <p className="ranking-row ranking-head quiet" aria-hidden="true">
        <span>{words.evaluate.columns.mechanism}</span>
        <span>{text.axis}</span>
        <span>{text.points}</span>
        <span>{text.report}</span>
        <span>{text.for}</span>
      </p>
      <ol className="described" aria-label={text.ranking}>
        {taken.map((mechanism) => (
          <Row key={mechanism.slug} of={mechanism} scale={scale} people={people} />
        ))}
      </ol>
      <div className="ranking-row ranking-foot">
        <span />
        <span className="ranking-picture">
          <Axis scale={scale} />
        </span>
      </div>
    </div>
  );
}
