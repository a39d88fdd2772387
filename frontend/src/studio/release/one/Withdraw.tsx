import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { OneRelease } from "../../../api/types";
import { oneRelease, withdrawRelease } from "../../data/release";
import { Asked } from "../../frame/Asked";
import { words } from "../../words/words";

/** Asked once: its key is destroyed, and nothing brings that back. */
export function Withdraw({ found }: { found: OneRelease }) {
  const said = words.release.withdraw;
  const queries = useQueryClient();
  const gone = useMutation({
    mutationFn: () => withdrawRelease(found.id),
    onSuccess: async (release) => {
      queries.setQueryData(oneRelease(found.id).queryKey, release);
      await queries.invalidateQueries({ queryKey: ["releases"] });
    },
  });
  return (
    <section aria-labelledby="withdraw" className="not-printed">
      <h2 id="withdraw">{said.title}</h2>
      <p>
        <Asked
          label={said.button}
          title={said.ask(found.title)}
          busy={gone.isPending}
          error={gone.error}
          onYes={() => gone.mutateAsync()}
        >
          {found.kind === "synthetic" ? words.handed.withdrawText : said.text}
        </Asked>
      </p>
    </section>
  );
}
