import { Button } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { countRows, counts } from "../../data/anonymisations";
import { keep } from "../../data/memory";
import { Failure, sentenceFor } from "../../frame/Failure";
import { count } from "../../numbers/format";
import { words } from "../../words/words";

/** An owner may have the rows counted: once for a version, by a worker, and for owners alone. */
export function CountRows({ dataSet, version }: { dataSet: string; version: number }) {
  const { counting: text } = words.rows;
  const queries = useQueryClient();
  const { data: counting, error } = useQuery(counts(dataSet, version));
  const request = useMutation({
    mutationFn: () => countRows(dataSet, version),
    onSuccess: (answer) => keep(queries, counts(dataSet, version).queryKey, answer),
  });
  if (!counting) return <Failure error={error} />;
  const isOpen = counting.state === "none" || counting.state === "failed";
  return (
    <div className="count-rows" aria-live="polite">
      {counting.state === "ready" && <p className="quiet">{text.ready}</p>}
      {counting.state === "working" && <p>{text.working(count(counting.done))}</p>}
      {counting.state === "failed" && <p className="failure">{sentenceFor(counting.error) ?? text.failed}</p>}
      {isOpen && (
        <>
          <p className="quiet">{text.text}</p>
          <Button variant="default" disabled={request.isPending} onClick={() => request.mutate()}>
            {text.button}
          </Button>
        </>
      )}
      <Failure error={request.error} />
    </div>
  );
}
