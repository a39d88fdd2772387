import { Button } from "@mantine/core";
import type { ReleaseReport } from "../../../api/types";
import { Scrolls } from "../../frame/Scrolls";
import { count, percent, points } from "../../numbers/format";
import { privacyText } from "../../parts/releaseCard";
import { words } from "../../words/words";
import { atMostText, type Counted, guesses, isCounted, mostTold, risks, shareText } from "./figures";
import { Losses, MovedShares } from "./MovedShares";
import { NotPromised } from "./NotPromised";
import { Verified } from "./Verified";
import "./one.css";

/** The words of the field, in the reader's language. */
export function Guarantee({ text }: { text: string }) {
  return (
    <p className="guarantee">
      <strong>{text}</strong>
    </p>
  );
}

function Risk({ report }: { report: Counted }) {
  const text = words.release;
  const { risk, before, population } = report;
  return (
    <section className="result" aria-labelledby="risk">
      <h2 id="risk">
        {risk.prosecutor_max > 0 ? text.riskTitle(atMostText(risk.prosecutor_max)) : text.riskTitleNone}
      </h2>
      <p>{before ? text.riskText : text.riskTextAlone}</p>
      <MovedShares caption={text.riskChart} name={text.measure} rows={risks(report)} />
      {population && (
        <p>{text.riskPopulation(population.name, count(population.fewest), atMostText(population.journalist_max))}</p>
      )}
    </section>
  );
}

function Sensitive({ report }: { report: Counted }) {
  const text = words.release;
  const most = mostTold(report);
  if (!most) return <p className="quiet">{text.sensitiveTitleNone}</p>;
  const names = text.sensitiveColumns;
  return (
    <section className="result" aria-labelledby="sensitive">
      <h2 id="sensitive">{text.sensitiveTitle(most.column, percent(most.guess_after, 1))}</h2>
      <p>{text.sensitiveText}</p>
      <MovedShares caption={text.sensitiveChart} name={names.column} rows={guesses(report)} />
      <p className="quiet">{text.gainText}</p>
      <Scrolls label={names.homogeneous}>
        <table className="numbers">
          <thead>
            <tr>
              <th scope="col">{names.column}</th>
              <th scope="col">{names.homogeneous}</th>
              <th scope="col">{names.rows}</th>
              <th scope="col">{names.gain}</th>
            </tr>
          </thead>
          <tbody>
            {report.risk.sensitive.map((risk) => (
              <tr key={risk.column}>
                <th scope="row">{risk.column}</th>
                <td>{count(risk.homogeneous_classes)}</td>
                <td>{shareText(risk.homogeneous_rows)}</td>
                <td>{text.points(points(risk.greatest_gain, 1))}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scrolls>
    </section>
  );
}

function Utility({ utility }: Pick<Counted, "utility">) {
  const { utilityFacts: names, ...text } = words.release;
  const facts: [string, string][] = [
    [names.classes, count(utility.classes)],
    [names.smallest, count(utility.smallest_class)],
    [names.average, points(utility.average_class_size / 100, 2)],
    [names.discernibility, count(utility.discernibility)],
    [names.suppressed, count(utility.suppressed)],
  ];
  return (
    <section className="result" aria-labelledby="utility">
      <h2 id="utility">{text.utilityTitle(percent(utility.gcp, 1))}</h2>
      <p>{text.utilityText}</p>
      <Losses rows={utility.gcp_by_column} />
      <dl className="facts one-facts">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

interface ReportProps {
  report: ReleaseReport;
  /** The guarantee in words; without it, as the report says it. */
  promised?: string;
  at: string;
  name: string;
}

/** Risk, loss, and what the written file was found to hold: what whoever decides has to see. */
export function Report({ report, promised, at, name }: ReportProps) {
  const isSynthetic = report.card !== null; // it has no classes, and so no risk and no loss of any
  return (
    <>
      <section aria-labelledby="promised">
        <h2 id="promised">{words.release.promised}</h2>
        {(promised === undefined ? report.promised.map(privacyText) : [promised]).map((promise) => (
          <Guarantee key={promise} text={promise} />
        ))}
        <p>{isSynthetic ? words.synthetic.guaranteed : words.release.neverAnonymous}</p>
      </section>
      <NotPromised sentences={report.not_promised} />
      {isCounted(report) ? (
        <>
          <Risk report={report} />
          <Sensitive report={report} />
          <Utility utility={report.utility} />
        </>
      ) : (
        !isSynthetic && <p className="quiet">{words.release.figuresOfWhole}</p>
      )}
      <Verified findings={report.verified} text={isSynthetic ? words.handed.checked : words.release.verified.text} />
      <p className="actions not-printed">
        <Button variant="default" onClick={() => window.print()}>
          {words.release.print}
        </Button>
        <a href={at} download={name}>
          {words.release.reportJson}
        </a>
      </p>
    </>
  );
}
