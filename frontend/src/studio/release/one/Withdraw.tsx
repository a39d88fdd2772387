import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { OneRelease } from "../../../api/types";
import { oneRelease, withdrawRelease } from "../../data/release";
import { ConfirmButton } from "../../frame/ConfirmButton";
import { words } from "../../words/words";

/** Asked once: its key is destroyed, and nothing brings that back. */
export function Withdraw({ item }: { item: OneRelease }) {
  const text = words.release.withdraw;
  const queries = useQueryClient();
  const gone = useMutation({
    mutationFn: () => withdrawRelease(item.id),
    onSuccess: async (release) => {
      queries.setQueryData(oneRelease(item.id).queryKey, release);
      await queries.invalidateQueries({ queryKey: ["releases"] });
    },
  });
  return (
    <section aria-labelledby="withdraw" className="not-printed">
      <h2 id="withdraw">{text.title}</h2>
      <p>
        <ConfirmButton
          label={text.button}
          title={text.ask(item.title)}
          busy={gone.isPending}
          error={gone.error}
          onYes={() => gone.mutateAsync()}
        >
          {item.kind === "synthetic" ? words.handed.withdrawText : text.text}
        </ConfirmButton>
      </p>
    </section>
  );
}
