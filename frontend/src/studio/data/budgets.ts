import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { answerOf, api } from "../../api/client";
import type { LimitToSet } from "../../api/types";
import { cursorIn } from "./people";

const of = (id: string) => ({ params: { path: { id } } });

export const budget = (id: string) =>
  queryOptions({
    queryKey: ["budgets", id],
    queryFn: () => answerOf(api.GET("/api/v1/budgets/dataset:{id}/", of(id))),
    staleTime: 0, // a question that was just asked has changed it
  });

/** What was asked, the newest first. */
export const budgetUses = (id: string) =>
  infiniteQueryOptions({
    queryKey: ["budgets", id, "uses"],
    initialPageParam: "",
    queryFn: ({ pageParam }) =>
      answerOf(
        api.GET("/api/v1/budgets/dataset:{id}/uses/", {
          params: { path: { id }, query: pageParam ? { cursor: pageParam } : {} },
        }),
      ),
    getNextPageParam: (page) => cursorIn(page.next),
    staleTime: 0,
  });

export const setLimit = (id: string, body: LimitToSet) =>
  answerOf(api.PUT("/api/v1/budgets/dataset:{id}/limits/", { ...of(id), body }));
