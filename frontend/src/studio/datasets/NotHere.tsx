import { useQuery } from "@tanstack/react-query";
import { deletionRecord } from "../data/datasets";
import { FailedPage } from "../frame/FailedPage";
import { Page } from "../frame/Page";
import { words } from "../words/words";

interface NotHereProps {
  id: string;
  error: Error;
  retry: () => void;
}

/** Who lost their access is not told that the data are destroyed: only the record says so. */
export function NotHere({ id, error, retry }: NotHereProps) {
  const { data: record, isPending } = useQuery(deletionRecord(id));
  if (isPending) return <p className="quiet">{words.loading}</p>;
  if (!record) return <FailedPage error={error} retry={retry} />;
  return (
    <Page title={words.data.deleted}>
      <h1>{words.data.deleted}</h1>
      <p>
        <a href={`/api/v1/dataset-deletions/${id}/`}>{words.data.record}</a>
      </p>
    </Page>
  );
}
