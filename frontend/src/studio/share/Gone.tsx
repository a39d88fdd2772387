import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import { deletion } from "../data/running";
import { FailedPage } from "../frame/FailedPage";
import { Page } from "../frame/Page";
import { count, day } from "../numbers/format";
import { words } from "../words/words";

/** What was destroyed, signed by the platform. Whoever has the address can read it, also later. */
export function Gone() {
  const { id } = useParams({ from: "/signed-in/surveys/$id/gone" });
  const { data, error, refetch } = useQuery(deletion(id));
  if (error) return <FailedPage error={error} retry={() => refetch()} />;
  const record = data?.record;
  return (
    <Page title={words.share.gone}>
      <h1>{words.share.gone}</h1>
      <p role="status">
        {record ? words.share.goneText(day(record.day), count(record.rows.reports ?? 0)) : words.share.goneWait}
      </p>
      {record && (
        <>
          <p>
            <a href={`/api/v1/deletions/${id}/`} download={`deletion-${id}.json`}>
              {words.share.goneRecord}
            </a>
          </p>
          <p className="quiet">{words.share.goneHint}</p>
        </>
      )}
      <p>
        <Link to="/">{words.share.home}</Link>
      </p>
    </Page>
  );
}
