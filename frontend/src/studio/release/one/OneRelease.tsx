import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { Refusal } from "../../../api/refusal";
import type { OneRelease as Found } from "../../../api/types";
import { dataSet } from "../../data/datasets";
import { oneRelease, releaseReport, reportAt } from "../../data/release";
import { Failure } from "../../frame/Failure";
import { Page } from "../../frame/Page";
import { words } from "../../words/words";
import { ColumnsOf } from "./ColumnsOf";
import { hasReport, titleOf } from "./figures";
import { Judge } from "./Judge";
import { Links } from "./Links";
import { Recipients } from "./Recipients";
import { Guarantee, Report } from "./Report";
import { State } from "./State";
import { Take } from "./Take";
import { Withdraw } from "./Withdraw";

function Reported({ id, toDecide }: { id: string; toDecide: boolean }) {
  const { data: report, error, refetch } = useQuery(releaseReport(id, toDecide));
  if (error) return <Failure error={error} retry={() => refetch()} />;
  if (!report) return <p className="quiet">{words.loading}</p>;
  return <Report report={report} at={reportAt(id, toDecide)} name={`release-${id.slice(0, 8)}-report.json`} />;
}

/** Whether the viewer may release the data set: the same question is asked by the server at every step. */
function useMayRelease(id: string): boolean {
  const { data } = useQuery(dataSet(id));
  return data !== undefined && (data.is_owner || data.operations.includes("dataset.release"));
}

function Whole({ found }: { found: Found }) {
  const mayRelease = useMayRelease(found.data_set);
  const { id, state } = found;
  const isOut = state === "released";
  const isKept = isOut || state === "waiting";
  return (
    <Page title={titleOf(found)}>
      <h1>{titleOf(found)}</h1>
      <State found={found} />
      {isOut && <Take id={id} />}
      {hasReport(found) && <Reported id={id} toDecide={false} />}
      <ColumnsOf found={found} />
      {state === "waiting" && <Judge id={id} madeByMe={found.made_by_me} mayRelease={mayRelease} />}
      {isKept && mayRelease && <Recipients found={found} />}
      {isKept && mayRelease && <Links found={found} />}
      {isKept && mayRelease && <Withdraw found={found} />}
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
        <Guarantee text={report.guarantee} />
      </div>
      <Report report={report} at={reportAt(id, true)} name={`release-${id.slice(0, 8)}-report.json`} />
      {report.state === "waiting" && <Judge id={id} madeByMe={false} mayRelease />}
    </Page>
  );
}

/** Is this safe and useful enough? And who has it? */
export function OneRelease() {
  const { release = "" } = useParams({ strict: false });
  const { data: found, error, refetch } = useQuery(oneRelease(release));
  if (error instanceof Refusal && error.status === 404) return <ToDecide id={release} hidden={error} />;
  if (error) return <Failure error={error} retry={() => refetch()} />;
  if (!found) return <p className="quiet">{words.loading}</p>;
  return <Whole found={found} />;
}
