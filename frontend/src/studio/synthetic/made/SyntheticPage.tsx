import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import type { Synthesis } from "../../../api/types";
import { dataSet } from "../../data/datasets";
import { isBeingMade, rowsOf, synthesis, throwAwaySynthesis } from "../../data/syntheses";
import { FailedPage } from "../../frame/FailedPage";
import { Failure } from "../../frame/Failure";
import { Headings } from "../../frame/Headings";
import { Page } from "../../frame/Page";
import { MadeFor } from "../../frame/Purpose";
import { Scrolls } from "../../frame/Scrolls";
import { count, decimalsFor, percent, points } from "../../numbers/format";
import { ThrowAway } from "../../parts/ThrowAway";
import { words } from "../../words/words";
import { ErrorReport } from "../ErrorReport";
import { Experts } from "../Experts";
import { sharesOf, summary } from "../errors";
import { Measured } from "../measured/Measured";
import { type Moments, momentsSummary } from "../moments";
import { Files } from "./Files";
import { HandOver } from "./HandOver";
import { Making } from "./Making";
import "../synthetic.css";

const SHOWN = 20;

/** The answer: how far off they are, or where they are. */
function titleOf({ state, report }: Synthesis): string {
  const text = words.synthetic;
  if (report === null) return text.states[state];
  if (report.moments) {
    const { worst } = momentsSummary(report.moments);
    return worst === null ? text.madeHidden : text.madeMoments(percent(worst, decimalsFor(worst)));
  }
  const { mean, ofPairs } = summary(sharesOf(report) ?? { alone: [], pairs: [] });
  const about = points(mean, decimalsFor(mean));
  return ofPairs ? text.madePairs(about) : text.madeAlone(about);
}

function Rows({ id }: { id: string }) {
  const text = words.synthetic;
  const { data, error, refetch } = useQuery(rowsOf(id, SHOWN));
  if (error) return <Failure error={error} retry={() => refetch()} />;
  if (!data) return <p className="quiet">{words.loading}</p>;
  return (
    <section aria-labelledby="rows">
      <h2 id="rows">{text.firstRows(data.rows.length)}</h2>
      <p>{text.rowsText}</p>
      <Scrolls label={text.rowsTable}>
        <table className="rows-made">
          <thead>
            <tr>
              <Headings of={data.columns} />
            </tr>
          </thead>
          <tbody>
            {data.rows.map((row, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: synthetic rows have no name, and never change
              <tr key={index}>
                {data.columns.map((name, at) => (
                  <td key={name}>{row[at] ?? <span className="quiet">{text.missing}</span>}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </Scrolls>
    </section>
  );
}

/** Classes of which nothing is known are named: their rows are there, and spread evenly. */
function Hidden({ moments }: { moments: Moments }) {
  const text = words.synthetic;
  const { hidden } = momentsSummary(moments);
  if (hidden.length === 0) return null;
  if (moments.divided_by === null) return <p>{text.hiddenClass}</p>;
  return (
    <p>{text.hidden(moments.divided_by, hidden.map(({ value }) => value ?? text.missing).join(words.listComma))}</p>
  );
}

function Report({ of, report }: { of: Synthesis; report: NonNullable<Synthesis["report"]> }) {
  const text = words.synthetic;
  const { moments } = report;
  return (
    <>
      <p>{text.guaranteed}</p>
      {moments && <Hidden moments={moments} />}
      <ErrorReport names={report.columns.map(({ name }) => name)} moments={moments} shares={sharesOf(report)} />
      <p>{text.noInterval(count(report.rows))}</p>
      <Experts
        say={moments ? text.expertsOfMoments : text.experts}
        epsilon={of.plan.epsilon}
        delta={of.plan.delta}
        rhos={[of.rho]}
      />
      <Rows id={of.id} />
      <Files id={of.id} estimated={report.rows} />
      <HandOver id={of.id} dataSet={of.data_set} estimated={report.rows} />
      <Measured of={of} rows={report.rows} />
    </>
  );
}

/** How much do they look like the people they were learnt of? */
export function SyntheticPage() {
  const { id, synthesis: of } = useParams({ from: "/signed-in/data/$id/syntheses/$synthesis" });
  const { data, error, refetch } = useQuery(synthesis(of));
  const { data: about } = useQuery(dataSet(id));
  const text = words.synthetic;
  if (error) return <FailedPage error={error} retry={() => refetch()} />;
  if (!data) return <p className="quiet">{words.loading}</p>;
  const title = titleOf(data);
  return (
    <Page title={title}>
      <p className="quiet">
        <Link to="/data/$id" params={{ id }}>
          {about?.name}
        </Link>
      </p>
      <h1>{title}</h1>
      <p className="quiet">{words.release.ofVersion(data.version)}</p>
      <MadeFor purpose={data.purpose} rows={data.only_rows} />
      {data.report === null ? (
        <Making of={data} queryKey={synthesis(of).queryKey} />
      ) : (
        <Report of={data} report={data.report} />
      )}
      <p className="actions">
        <Link to="/data/$id/synthesise" params={{ id }} search={{ from: of }}>
          {text.changePlan}
        </Link>
        <Link to="/data/$id/releases" params={{ id }}>
          {text.all}
        </Link>
        {!isBeingMade(data) && (
          <ThrowAway
            dataSet={data.data_set}
            text={words.synthetic}
            gone={() => throwAwaySynthesis(data.id)}
            queryKey={synthesis(data.id).queryKey}
          />
        )}
      </p>
    </Page>
  );
}
