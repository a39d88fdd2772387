import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { answerOf, api, doneBy } from "../../api/client";
import type { Draft, SurveyListSort } from "../../api/types";

const PLANNED = [100, 1000, 10_000] as const;
export const PLANNED_REPORTS: readonly number[] = PLANNED;

/** The cursor lies in the address of the next page; the host that a relative address is read with says nothing. */
export function cursorIn(next: string | null | undefined): string | undefined {
  return next ? (new URL(next, "http://localhost").searchParams.get("cursor") ?? undefined) : undefined;
}

export const surveys = (search: { q: string; sort: SurveyListSort; archived: "no" | "yes" | "all" }) =>
  infiniteQueryOptions({
    queryKey: ["surveys", search],
    initialPageParam: "",
    queryFn: ({ pageParam }) =>
      answerOf(
        api.GET("/api/v1/surveys/", {
          params: { query: { ...search, ...(pageParam ? { cursor: pageParam } : {}) } },
        }),
      ),
    getNextPageParam: (page) => cursorIn(page.next),
  });

export const survey = (id: string) =>
  queryOptions({
    queryKey: ["survey", id],
    queryFn: () => answerOf(api.GET("/api/v1/surveys/{id}/", { params: { path: { id } } })),
  });

export const plan = (id: string, mix: readonly number[], savedAt: string) =>
  queryOptions({
    queryKey: ["survey", id, "plan", mix, savedAt],
    placeholderData: (previous) => previous,
    queryFn: () =>
      answerOf(
        api.GET("/api/v1/surveys/{id}/plan/", {
          params: { path: { id }, query: { reports: PLANNED.join(","), mix: mix.join(",") } },
        }),
      ),
  });

/** The plan of the whole questionnaire, with the number of answers it was asked for: while another loads, it stays. */
export const wholePlan = (
  id: string,
  savedAt: string,
  {
    answers,
    sizes,
    halves,
    mix,
  }: { answers: number; sizes: readonly number[]; halves: readonly string[]; mix: readonly number[] },
) =>
  queryOptions({
    queryKey: ["survey", id, "plan", mix, savedAt, answers, sizes, halves],
    placeholderData: (previous) => previous,
    queryFn: async () => {
      const query = { reports: sizes.join(","), half_widths: halves.join(","), mix: mix.join(",") };
      const request = api.GET("/api/v1/surveys/{id}/plan/", { params: { path: { id }, query } });
      return { answers, plan: await answerOf(request) };
    },
  });

/** Made-up people answer the draft as it is saved. */
export const rehearsal = (
  id: string,
  savedAt: string,
  { people, mix, seed }: { people: number; mix: readonly number[]; seed: number },
) =>
  queryOptions({
    queryKey: ["survey", id, "rehearsal", mix, savedAt, people, seed],
    placeholderData: (previous) => previous,
    queryFn: () => {
      const query = { reports: people, mix: mix.join(","), seed };
      return answerOf(api.GET("/api/v1/surveys/{id}/plan/rehearsal/", { params: { path: { id }, query } }));
    },
  });

export const create = (draft: Draft) => answerOf(api.POST("/api/v1/surveys/", { body: draft }));

/** Refused when the draft is no longer the revision these changes are based on. */
export const save = (id: string, draft: Draft, draft_revision: number) =>
  answerOf(api.PATCH("/api/v1/surveys/{id}/", { params: { path: { id } }, body: { ...draft, draft_revision } }));

export const publish = (id: string) =>
  answerOf(api.POST("/api/v1/surveys/{id}/versions/", { params: { path: { id } } }));

export const close = (id: string, number: number) =>
  answerOf(
    api.PATCH("/api/v1/surveys/{id}/versions/{number}/", {
      params: { path: { id, number } },
      body: { state: "closed" },
    }),
  );

export const remove = (id: string) => doneBy(api.DELETE("/api/v1/surveys/{id}/", { params: { path: { id } } }));
