import { type InferDataFromTag, QueryClient, type QueryKey, type Updater } from "@tanstack/react-query";
import { Refusal } from "../../api/refusal";

const PASSING = ["unreachable", "unreadable"];

/** What the studio has read. Refusals are final; only a server that did not answer is asked again. */
export const memory = new QueryClient({
  defaultOptions: {
    queries: {
      retry: (failures, error) => failures < 2 && error instanceof Refusal && PASSING.includes(error.code),
      staleTime: 2000,
    },
  },
});

/** What was just saved stands in memory, and no answer that was on its way before overwrites it. */
export async function keep<Key extends QueryKey, Found = InferDataFromTag<unknown, Key>>(
  queries: QueryClient,
  queryKey: Key,
  saved: Updater<Found | undefined, Found | undefined>,
): Promise<void> {
  await queries.cancelQueries({ queryKey, exact: true });
  queries.setQueryData<Found>(queryKey, saved);
}
