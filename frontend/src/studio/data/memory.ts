import { QueryClient } from "@tanstack/react-query";
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
