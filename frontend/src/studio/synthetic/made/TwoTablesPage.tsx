import { TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import { useState } from "react";
import type { Joined } from "../../../api/types";
import { dataSet } from "../../data/datasets";
import { archiveOf, FORMS_OF_TWO, joinedSynthesis, rowsOfTwo } from "../../data/joined";
import { isBeingMade, throwAwaySynthesis } from "../../data/syntheses";
import { FailedPage } from "../../frame/FailedPage";
import { Failure } from "../../frame/Failure";
import { Headings } from "../../frame/Headings";
import { Page } from "../../frame/Page";
import { MadeFor } from "../../frame/Purpose";
import { Scrolls } from "../../frame/Scrolls";
import { count, decimalsFor, points } from "../../numbers/format";
import { ThrowAway } from "../../parts/ThrowAway";
import { words } from "../../words/words";
import { wholeIn } from "../draft";
import { Experts } from "../Experts";
import { summary } from "../errors";
import { HeatMap } from "../HeatMap";
import { labelsOf } from "../labels";
import { MeasuredTwo } from "../measured/MeasuredTwo";
import { Making } from "./Making";
import "../synthetic.css";

const SHOWN = 10;
type Report = NonNullable<Joined["report"]>;

const offOf = (report: Report["parents"]): string => {
  const { mean } = summary(report);
  return points(mean, decimalsFor(mean));
};

/** The answer: how far off both are, or where they are. */
function titleOf({ state, report }: Joined): string {
  if (report === null) return words.synthetic.states[state];
  return words.joined.errors(offOf(report.parents), offOf(report.children));
}

interface TableProps {
  id: string;
  title: string;
  table: { columns: readonly string[]; rows: readonly (readonly (string | null)[])[] };
}

function Rows({ id, title, table: { columns, rows } }: TableProps) {
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <Scrolls label={title}>
        <table className="rows-made">
          <thead>
            <tr>
              <Headings of={columns} />
            </tr>
          </thead>
          <tbody>
            {rows.map((row, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: synthetic rows have no name, and never change
              <tr key={index}>
                {columns.map((name, at) => (
                  <td key={name}>{row[at] ?? <span className="quiet">{words.synthetic.missing}</span>}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </Scrolls>
    </section>
  );
}

function BothTables({ id }: { id: string }) {
  const text = words.joined;
  const { data, error, refetch } = useQuery(rowsOfTwo(id, SHOWN));
  if (error) return <Failure error={error} retry={() => refetch()} />;
  if (!data) return <p className="quiet">{words.loading}</p>;
  return (
    <>
      <Rows id="parents" title={text.parents(data.parents.rows.length)} table={data.parents} />
      <Rows id="children" title={text.children(data.children.rows.length)} table={data.children} />
    </>
  );
}

function Archives({ id, report }: { id: string; report: Report }) {
  const wording = words.joined;
  const most = report.most_parents;
  const [text, setText] = useState(String(Math.min(report.parents.rows, most)));
  const parents = wholeIn(text, most);
  return (
    <section aria-labelledby="files">
      <h2 id="files">{words.synthetic.files}</h2>
      <p>{wording.takeText}</p>
      <div className="column-fields">
        <TextInput
          label={wording.parentsToTake}
          inputMode="numeric"
          value={text}
          error={parents === undefined ? words.synthetic.rowsToTakeFault(count(most)) : undefined}
          onChange={({ currentTarget: { value } }) => setText(value)}
        />
      </div>
      {parents !== undefined && (
        <ul className="ways taken">
          {FORMS_OF_TWO.map((form) => (
            <li key={form}>
              <a href={archiveOf(id, form, parents)} download="">
                {wording.forms[form]}
              </a>
            </li>
          ))}
        </ul>
      )}
      <p className="quiet">{wording.notHandedOver}</p>
    </section>
  );
}

function ReportOfTwo({ of, report }: { of: Joined; report: Report }) {
  const text = words.joined;
  const { data: parents } = useQuery(dataSet(of.data_set));
  const { data: children } = useQuery(dataSet(of.children.data_set));
  const names = { parents: parents?.name ?? "", children: children?.name ?? "" };
  const [ofParent, ofChild] = of.units;
  return (
    <>
      <p>{text.guaranteed}</p>
      {(["parents", "children"] as const).map((which) => (
        <HeatMap
          key={which}
          names={labelsOf(report[which].columns)}
          errors={report[which]}
          label={text.mapOf(names[which])}
          text={text.mapText(names[which])}
        />
      ))}
      <p className="quiet">{words.synthetic.noiseAlone}</p>
      <p>{text.noInterval(count(report.parents.rows), count(report.children.rows))}</p>
      <Experts
        say={text.experts}
        epsilon={of.plan.epsilon}
        delta={of.plan.delta}
        rhos={[of.rho, ofParent?.rho, ofChild?.rho]}
      />
      <BothTables id={of.id} />
      <Archives id={of.id} report={report} />
      <MeasuredTwo of={of} report={report} names={names} />
    </>
  );
}

/** How much do rows of two tables look like the people they were learnt of? */
export function TwoTablesPage() {
  const { id, joined: of } = useParams({ from: "/signed-in/data/$id/joined-syntheses/$joined" });
  const { data, error, refetch } = useQuery(joinedSynthesis(of));
  const { data: about } = useQuery(dataSet(id));
  const { data: other } = useQuery({ ...dataSet(data?.children.data_set ?? ""), enabled: data !== undefined });
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
      {about && other && (
        <p className="quiet">{words.joined.ofVersions(about.name, data.version, other.name, data.children.version)}</p>
      )}
      <MadeFor purpose={data.purpose} rows={[...data.only_rows.parents, ...data.only_rows.children]} />
      {data.report === null ? (
        <Making of={data} queryKey={joinedSynthesis(of).queryKey} />
      ) : (
        <ReportOfTwo of={data} report={data.report} />
      )}
      <p className="actions">
        <Link to="/data/$id/synthesise-two" params={{ id }} search={{ from: of }}>
          {words.synthetic.changePlan}
        </Link>
        <Link to="/data/$id/releases" params={{ id }}>
          {words.synthetic.all}
        </Link>
        {!isBeingMade(data) && (
          <ThrowAway
            dataSet={data.data_set}
            text={words.synthetic}
            gone={() => throwAwaySynthesis(data.id)}
            queryKey={joinedSynthesis(data.id).queryKey}
          />
        )}
      </p>
    </Page>
  );
}
