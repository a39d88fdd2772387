import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { ConfirmButton } from "../frame/ConfirmButton";

interface ThrowAwayProps {
  dataSet: string;
  text: { throwAway: string; throwAwayTitle: string; throwAwayText: string };
  gone: () => Promise<void>;
  /** The key of what is thrown away: nothing that was kept of it is shown again. */
  queryKey: readonly unknown[];
}

/** Asked once; then the reader is among the releases of the data set. */
export function ThrowAway({ dataSet, text, gone, queryKey }: ThrowAwayProps) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { isPending, error, mutateAsync } = useMutation({
    mutationFn: gone,
    onSuccess: async () => {
      await navigate({ to: "/data/$id/releases", params: { id: dataSet } });
      queries.removeQueries({ queryKey });
    },
  });
  return (
    <ConfirmButton
      label={text.throwAway}
      title={text.throwAwayTitle}
      busy={isPending}
      error={error}
      onYes={() => mutateAsync()}
    >
      {text.throwAwayText}
    </ConfirmButton>
  );
}
