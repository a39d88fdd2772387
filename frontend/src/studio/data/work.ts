import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import { answerOf, api, doneBy } from "../../api/client";
import type { TokenListSort, TokenToCreate } from "../../api/types";
import { cursorIn } from "./people";

export const jobs = queryOptions({
  queryKey: ["jobs"],
  refetchInterval: 3000,
  queryFn: () => answerOf(api.GET("/api/v1/jobs/")),
});

export const cancelJob = (id: string) =>
  answerOf(api.PATCH("/api/v1/jobs/{job_id}/", { params: { path: { job_id: id } }, body: { state: "cancelled" } }));

export const tokens = queryOptions({
  queryKey: ["tokens"],
  queryFn: () => answerOf(api.GET("/api/v1/tokens/", { params: { query: { rows: 100 } } })),
});

/** Searched and sorted by the server, page by page: whoever has many finds each. */
export const tokensFound = (q: string, sort: TokenListSort) =>
  infiniteQueryOptions({
    queryKey: [...tokens.queryKey, q, sort],
    initialPageParam: "",
    queryFn: ({ pageParam }) =>
      answerOf(
        api.GET("/api/v1/tokens/", {
          params: { query: { sort, ...(q ? { q } : {}), ...(pageParam ? { cursor: pageParam } : {}) } },
        }),
      ),
    getNextPageParam: (page) => cursorIn(page.next),
    placeholderData: keepPreviousData,
  });

export const createToken = (body: TokenToCreate) => answerOf(api.POST("/api/v1/tokens/", { body }));

export const revokeToken = (id: string) =>
  doneBy(api.DELETE("/api/v1/tokens/{token_id}/", { params: { path: { token_id: id } } }));
