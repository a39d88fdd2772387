import { Button } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { countRows, counts } from "../../data/anonymisations";
import { keep } from "../../data/memory";
import { Failure, sentenceFor } from "../../frame/Failure";
import { count } from "../../numbers/format";
import { words } from "../../words/words";

/** An owner may have the rows counted: once for a version, by a worker, and for owners alone. */
export function CountRows({ dataSet, version }: { dataSet: string; version: number }) {
  const { counting: said } = words.rows;
  const queries = useQueryClient();
  const { data: found, error } = useQuery(counts(dataSet, version));
  const asked = useMutation({
    mutationFn: () => countRows(dataSet, version),
    onSuccess: (answer) => keep(queries, counts(dataSet, version).queryKey, answer),
  });
  if (!found) return <Failure error={error} />;
  const isOpen = found.state === "none" || found.state === "failed";
  return (
    <div className="count-rows" aria-live="polite">
      {found.state === "ready" && <p className="quiet">{said.ready}</p>}
      {found.state === "working" && <p>{said.working(count(found.done))}</p>}
      {found.state === "failed" && <p className="failure">{sentenceFor(found.error) ?? said.failed}</p>}
      {isOpen && (
        <>
          <p className="quiet">{said.text}</p>
          <Button variant="default" disabled={asked.isPending} onClick={() => asked.mutate()}>
            {said.button}
          </Button>
        </>
      )}
      <Failure error={asked.error} />
    </div>
  );
}
