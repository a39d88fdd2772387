import { createElement } from "react";
import { Scrolls } from "../../frame/Scrolls";
import { figure } from "../../numbers/format";
import { Chart } from "../../parts/charts/Chart";
import { saidOf } from "../../parts/results/EstimateChart";
import { meanFigures } from "../../parts/results/means";
import { words } from "../../words/words";
import { labelOfRow, meanRankOf, type RankedRows, rankingSentence, ranksOf, scaleOfRanks } from "./ranking";

const TEN = 10; // steps: as many digits of a tick as its distance to the next has

interface RankingSectionProps {
  rows: RankedRows;
  simulated: boolean;
  heading: "h1" | "h2";
}

function MeanRanks({ rows, simulated }: Omit<RankingSectionProps, "heading">) {
  const { chart, meanColumns, fromTo, spoken, ranking } = words.results;
  const drawn = rows.flatMap((row) => {
    const [estimate, mean] = [meanRankOf(row), row.estimates.mean_rank];
    if (!estimate || !mean) return [];
    const { value, low, high } = meanFigures(mean);
    return [{ estimate, figure: value, doubt: fromTo(low, high), spoken: spoken({ share: value, low, high }) }];
  });
  if (drawn.length === 0) return null;
  return (
    <div className="ranges">
      <Chart
        caption={chart(rows[0].text)}
        columns={{ name: ranking.option, figure: ranking.mean, doubt: meanColumns.interval }}
        rows={drawn}
        scale={scaleOfRanks(rows)}
        simulated={simulated}
        write={(tick, step) => figure(tick, TEN * step)}
      />
    </div>
  );
}

/** The share of each option at each rank, and its mean rank. */
function RankTable({ rows }: { rows: RankedRows }) {
  const { ranking, tableOf } = words.results;
  return (
    <Scrolls label={tableOf(rows[0].text)}>
      <table className="numbers">
        <caption className="quantiles">{ranking.table}</caption>
        <thead>
          <tr>
            <th scope="col">{ranking.option}</th>
            {ranksOf(rows[0]).map(({ id }) => (
              <th scope="col" key={id}>
                {words.items.rank(Number(id.slice(1)))}
              </th>
            ))}
            <th scope="col">{ranking.mean}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => {
            const mean = row.estimates.mean_rank;
            return (
              <tr key={row.id}>
                <th scope="row">{labelOfRow(row)}</th>
                {ranksOf(row).map((estimate) => {
                  const { figure: share, doubt } = saidOf(estimate);
                  return (
                    <td key={estimate.id}>
                      {share} <span className="quiet">{doubt}</span>
                    </td>
                  );
                })}
                <td>{mean ? meanFigures(mean).value : ranking.unknown}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </Scrolls>
  );
}

/** A ranking as a whole; each of its rows follows as a question of its own. */
export function RankingSection({ rows, simulated, heading }: RankingSectionProps) {
  return (
    <section className="result">
      <p className="result-question">{rows[0].text}</p>
      {createElement(heading, {}, rankingSentence(rows))}
      <MeanRanks rows={rows} simulated={simulated} />
      <div className="ranking-table">
        <RankTable rows={rows} />
      </div>
      <p className="quiet">{words.results.ranking.note}</p>
    </section>
  );
}
