import { createElement } from "react";
import type { NumberResult, Shown } from "../../api/types";
import { Scrolls } from "../frame/Scrolls";
import { count, figure, inUnit, percent } from "../numbers/format";
import { MeanChart } from "../parts/results/MeanChart";
import { furthestMean, meanFigures, meanSentence } from "../parts/results/means";
import { leftOutSentence, sentSentence } from "../parts/results/sentence";
import { everyLevel, nameOfLevels } from "../words/levels";
import { words } from "../words/words";
import { agreementSentence } from "./Doubts";
import { meanPartsSentence } from "./weighting/parts";

function Quantiles({ result }: { result: NumberResult }) {
  const { quantileColumns, quantiles, noDistribution, unmeasured, fromTo, tableOf } = words.results;
  if (result.distribution === undefined) return null;
  if (result.distribution === null) return <p className="quiet">{noDistribution}</p>;
  const step = (result.high - result.low) / result.steps;
  return (
    <Scrolls label={tableOf(result.text)}>
      <table className="numbers">
        <caption className="quantiles">{quantiles}</caption>
        <thead>
          <tr>
            <th scope="col">{quantileColumns.share}</th>
            <th scope="col">{quantileColumns.value}</th>
            <th scope="col">{quantileColumns.interval}</th>
          </tr>
        </thead>
        <tbody>
          {result.distribution.quantiles.map(({ share, value, intervals }) => {
            const [low, high] = intervals?.["95"] ?? [];
            const known = low !== undefined && high !== undefined;
            const half = known ? (high - low) / 2 : step;
            return (
              <tr key={share}>
                <th scope="row">{percent(share)}</th>
                <td>{figure(value, half)}</td>
                <td>{known ? fromTo(figure(low, half), figure(high, half)) : unmeasured}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </Scrolls>
  );
}

function MeansByLevel({ result }: { result: NumberResult }) {
  const { meanByLevel, meanColumns, fromTo } = words.results;
  const every = everyLevel([result]);
  return (
    <details>
      <summary>{meanByLevel}</summary>
      <Scrolls label={meanByLevel}>
        <table className="numbers">
          <thead>
            <tr>
              <th scope="col">{meanColumns.level}</th>
              <th scope="col">{meanColumns.reports}</th>
              <th scope="col">{meanColumns.mean}</th>
              <th scope="col">{meanColumns.interval}</th>
            </tr>
          </thead>
          <tbody>
            {result.by_level.map((group) => {
              const { value, low, high } = meanFigures(group.mean);
              return (
                <tr key={group.levels.join()}>
                  <th scope="row">{nameOfLevels(every, group.levels)}</th>
                  <td>{count(group.reports)}</td>
                  <td>{value}</td>
                  <td>{fromTo(low, high)}</td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </Scrolls>
    </details>
  );
}

interface NumberSectionProps {
  result: NumberResult;
  shown: Shown;
  heading: "h1" | "h2";
}

/** A number that was asked for its mean or its distribution: all of it in the question's unit. */
export function NumberSection({ result, shown, heading }: NumberSectionProps) {
  const { meanBounds, meanIn, meanMadeUp, meanGuarantee, mechanismOf } = words.results;
  const { mechanism, version, epsilon, n } = result.guarantee;
  const { standard_error } = result.estimates.mean;
  const sent = sentSentence(shown, result);
  const error = inUnit(figure(standard_error, standard_error), result.unit);
  return (
    <section className="result">
      <p className="result-question">{result.text}</p>
      {createElement(heading, {}, meanSentence(result))}
      {sent && <p className="quiet">{sent}</p>}
      <div className="ranges">
        <MeanChart
          question={result.text}
          label={meanIn(result.unit)}
          mean={result.estimates.mean}
          number={result}
          simulated={shown.simulated}
          truth={undefined}
        />
      </div>
      <p>{meanBounds({ low: count(result.low), high: inUnit(count(result.high), result.unit) })}</p>
      <Quantiles result={result} />
      <p className="quiet">
        {leftOutSentence(result)} {meanMadeUp(furthestMean(result))}{" "}
        {result.by_level.length > 1 && agreementSentence(result)}
      </p>
      <p className="quiet">{meanPartsSentence(result)}</p>
      <p className="quiet">
        {meanGuarantee({ mechanism: mechanismOf(mechanism, version), epsilon, reports: count(n), error })}
      </p>
      <MeansByLevel result={result} />
    </section>
  );
}
