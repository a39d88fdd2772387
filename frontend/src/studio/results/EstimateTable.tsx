import type { QuestionResult } from "../../api/types";
import { Scrolls } from "../frame/Scrolls";
import { decimalsFor, percent, points } from "../numbers/format";
import { estimateOf, halfWidth } from "../numbers/interval";
import { askedIn } from "../parts/results/sentence";
import { words } from "../words/words";

interface EstimateTableProps {
  result: QuestionResult;
  truth: Readonly<Record<string, number>> | undefined;
}

const CONFIDENCES = ["50", "80", "95"] as const;

/** The table twin of the picture: raw and consistent side by side, inverse-variance beside them. */
export function EstimateTable({ result, truth }: EstimateTableProps) {
  const { columns } = words.results;
  const { columns: parts } = words.weighting;
  const inverse = new Map(result.inverse_variance.answers.map((answer) => [answer.id, answer]));
  return (
    <details>
      <summary>{words.results.table}</summary>
      <Scrolls label={words.results.tableOf(askedIn(result))}>
        <table className="numbers">
          <thead>
            <tr>
              <th scope="col">{columns.answer}</th>
              <th scope="col">{columns.raw}</th>
              <th scope="col">{columns.consistent}</th>
              <th scope="col">{columns.inverse}</th>
              <th scope="col">{columns.error}</th>
              <th scope="col">{parts.sampling}</th>
              <th scope="col">{parts.perturbation}</th>
              {CONFIDENCES.map((confidence) => (
                <th scope="col" key={confidence}>
                  {columns[confidence]}
                </th>
              ))}
              <th scope="col">{columns.simultaneous}</th>
              {truth && <th scope="col">{columns.truth}</th>}
            </tr>
          </thead>
          <tbody>
            {result.estimates.answers.map((answer) => {
              const estimate = estimateOf(answer);
              const decimals = Math.min(2, decimalsFor(halfWidth(estimate)) + 1);
              const weighted = inverse.get(answer.id);
              const known = truth?.[answer.id];
              return (
                <tr key={answer.id}>
                  <th scope="row">{estimate.label}</th>
                  <td>{percent(answer.share, decimals)}</td>
                  <td>{percent(answer.consistent_share, decimals)}</td>
                  <td>{weighted ? percent(weighted.share, decimals) : ""}</td>
                  <td>{points(answer.standard_error, decimals)}</td>
                  <td>{points(answer.error_parts.sampling, decimals)}</td>
                  <td>{points(answer.error_parts.perturbation, decimals)}</td>
                  {estimate.bands.toReversed().map((band) => (
                    <td key={band.confidence}>
                      {words.results.fromTo(percent(band.low, decimals), percent(band.high, decimals))}
                    </td>
                  ))}
                  <td>
                    {words.results.fromTo(
                      percent(answer.simultaneous[0] ?? answer.share, decimals),
                      percent(answer.simultaneous[1] ?? answer.share, decimals),
                    )}
                  </td>
                  {truth && <td>{known === undefined ? "" : percent(known, decimals)}</td>}
                </tr>
              );
            })}
          </tbody>
        </table>
      </Scrolls>
      <p className="quiet note">{words.results.rawNote}</p>
    </details>
  );
}
