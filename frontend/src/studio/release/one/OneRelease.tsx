import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { Refusal } from "../../../api/refusal";
import type { OneRelease as Found } from "../../../api/types";
import { dataSet } from "../../data/datasets";
import { oneRelease, releaseReport, reportAt, rowsOfRelease } from "../../data/release";
import { FailedPage } from "../../frame/FailedPage";
import { Failure } from "../../frame/Failure";
import { Page } from "../../frame/Page";
import { MadeFor } from "../../frame/Purpose";
import { guaranteeText, privacyText } from "../../parts/releaseCard";
import { words } from "../../words/words";
import { Beside } from "../Beside";
import { ColumnsOf } from "./ColumnsOf";
import { hasReport, titleOf } from "./figures";
import { Judge } from "./Judge";
import { Links } from "./Links";
import { Recipients } from "./Recipients";
import { Guarantee, Report } from "./Report";
import { State } from "./State";
import { Take } from "./Take";
import { Withdraw } from "./Withdraw";

function Reported({ id, promised }: { id: string; promised: string }) {
  const { data: report, error, refetch } = useQuery(releaseReport(id, false));
  if (error) return <Failure error={error} retry={() => refetch()} />;
  if (!report) return <p className="quiet">{words.loading}</p>;
  const name = `release-${id.slice(0, 8)}-report.json`;
  return <Report report={report} promised={promised} at={reportAt(id, false)} name={name} />;
}

/** What the viewer may do with the data set: the same questions are asked by the server at every step. */
function useMay(id: string): { release: boolean; seeRows: boolean } {
  const { data } = useQuery(dataSet(id));
  const may = (operation: string) => data?.operations.includes(operation) ?? false;
  return { release: (data?.is_owner ?? false) || may("dataset.release"), seeRows: may("dataset.see_rows") };
}

function Whole({ release }: { release: Found }) {
  const { release: mayRelease, seeRows } = useMay(release.data_set);
  const { id, state } = release;
  const synthetic = release.kind === "synthetic";
  const isOut = state === "released";
  const isKept = isOut || state === "waiting";
  return (
    <Page title={titleOf(release)}>
      <h1>{titleOf(release)}</h1>
      <State release={release} />
      <MadeFor purpose={release.purpose} />
      {isOut && <Take id={id} synthetic={synthetic} />}
      {hasReport(release) && <Reported id={id} promised={guaranteeText(release)} />}
      {hasReport(release) && seeRows && !synthetic && (
        <Beside key={id} read={async () => [await rowsOfRelease(id)]} place={0} />
      )}
      <ColumnsOf table={release} synthetic={synthetic} />
      {state === "waiting" && <Judge {...{ id, mayRelease, synthetic }} madeByMe={release.made_by_me} />}
      {isKept && mayRelease && <Recipients release={release} />}
      {isKept && mayRelease && <Links release={release} />}
      {isKept && mayRelease && <Withdraw item={release} />}
    </Page>
  );
}

/** Who may approve but owns nothing of it reads the report alone, and decides. */
function ToDecide({ id, hidden }: { id: string; hidden: Error }) {
  const { data: report, error } = useQuery(releaseReport(id, true));
  if (error) return <Failure error={hidden} />; // what is not theirs is said as it was for the release itself
  if (!report) return <p className="quiet">{words.loading}</p>;
  const title = words.release.titleToDecide;
  return (
    <Page title={title}>
      <h1>{title}</h1>
      <div className="release-lead">
        <Guarantee text={privacyText(report.guarantee)} />
      </div>
      <Report report={report} at={reportAt(id, true)} name={`release-${id.slice(0, 8)}-report.json`} />
      {report.state === "waiting" && <Judge id={id} madeByMe={false} mayRelease synthetic={report.card !== null} />}
    </Page>
  );
}

/** Is this safe and useful enough? And who has it? */
export function OneRelease() {
  const { release = "" } = useParams({ strict: false });
  const { data: facts, error, refetch } = useQuery(oneRelease(release));
  if (error instanceof Refusal && error.status === 404) return <ToDecide id={release} hidden={error} />;
  if (error) return <FailedPage error={error} retry={() => refetch()} />;
  if (!facts) return <p className="quiet">{words.loading}</p>;
  return <Whole release={facts} />;
}
