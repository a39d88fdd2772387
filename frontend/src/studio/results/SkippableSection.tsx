import { createElement } from "react";
import type { Shown, SkippableNumber } from "../../api/types";
import { Scrolls } from "../frame/Scrolls";
import { count, inUnit } from "../numbers/format";
import { answeredFigures, type Mean, meanFigures, skippableSentence } from "../parts/results/means";
import { SkippableCharts } from "../parts/results/SkippableCharts";
import { leftOutSentence, sentSentence } from "../parts/results/sentence";
import { everyLevel, nameOfLevels } from "../words/levels";
import { words } from "../words/words";
import { SkippableTable } from "./SkippableTable";
import { answeredPartsSentence } from "./weighting/parts";

function MeanCells({ mean }: { mean: Mean | null }) {
  const { noLimits, fromTo } = words.results;
  if (mean === null) return <td colSpan={2}>{noLimits}</td>;
  const { value, low, high } = meanFigures(mean);
  return (
    <>
      <td>{value}</td>
      <td>{fromTo(low, high)}</td>
    </>
  );
}

function ByLevel({ result }: { result: SkippableNumber }) {
  const { byLevel, meanColumns, answeredRow, answeredInterval, meanRow, meanInterval } = words.results;
  const every = everyLevel([result]);
  const { level, reports } = meanColumns;
  const heads = [level, reports, answeredRow, answeredInterval, meanRow(result.unit), meanInterval];
  return (
    <details>
      <summary>{byLevel}</summary>
      <Scrolls label={byLevel}>
        <table className="numbers">
          <thead>
            <tr>
              {heads.map((head) => (
                <th scope="col" key={head}>
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {result.by_level.map((group) => {
              const { value, range } = answeredFigures(group.answered);
              return (
                <tr key={group.levels.join()}>
                  <th scope="row">{nameOfLevels(every, group.levels)}</th>
                  <td>{count(group.reports)}</td>
                  <td>{value}</td>
                  <td>{range}</td>
                  <MeanCells mean={group.mean} />
                </tr>
              );
            })}
          </tbody>
        </table>
      </Scrolls>
    </details>
  );
}

interface SkippableSectionProps {
  result: SkippableNumber;
  shown: Shown;
  heading: "h1" | "h2";
}

/** A number that may be skipped: how many gave one, and the mean of those, each with its limits or in words that it has none. */
export function SkippableSection({ result, shown, heading }: SkippableSectionProps) {
  const text = words.results;
  const { mechanism, version, epsilon, n } = result.guarantee;
  const { mean } = result.estimates;
  const sent = sentSentence(shown, result);
  return (
    <section className="result">
      <p className="result-question">{result.text}</p>
      {createElement(heading, {}, skippableSentence(result))}
      {sent && <p className="quiet">{sent}</p>}
      <p className="quiet">
        {words.results.answeredRow}
        {words.colon}
        {answeredPartsSentence(result)}
      </p>
      <SkippableCharts result={result} simulated={shown.simulated} truth={undefined} />
      {mean === null && <p>{text.noMean}</p>}
      <p>
        {text.meanBounds({ low: count(result.low), high: inUnit(count(result.high), result.unit) })}{" "}
        {text.skippedAreOne}
      </p>
      <p className="quiet">
        {leftOutSentence(result)} {mean && text.fieller}{" "}
        {text.skippableGuarantee({ mechanism: text.mechanismOf(mechanism, version), epsilon, reports: count(n) })}
      </p>
      <SkippableTable result={result} />
      <ByLevel result={result} />
    </section>
  );
}
