import { queryOptions } from "@tanstack/react-query";
import { answerOf, api, doneBy } from "../../api/client";
import type { EvaluationInList, StudyToAsk } from "../../api/types";

const EVERY_MILLISECONDS = 700;

/** The catalogue, with figures for one answer of so many at this epsilon. The server judges what is typed. */
export const mechanisms = (answers: string, epsilon: string) =>
  queryOptions({
    queryKey: ["mechanisms", answers, epsilon],
    queryFn: () =>
      answerOf(api.GET("/api/v1/mechanisms/", { params: { query: { answers: Number(answers), epsilon } } })),
  });

const KEY = ["evaluations"] as const;

const isAtWork = ({ state }: Pick<EvaluationInList, "state">): boolean => state === "queued" || state === "running";

export const evaluations = queryOptions({
  queryKey: [...KEY, "list"],
  staleTime: 0, // a worker changes them
  queryFn: () => answerOf(api.GET("/api/v1/evaluations/", { params: { query: { rows: 100 } } })),
});

/** Looked at again while a job is at it. */
export const evaluation = (id: string) =>
  queryOptions({
    queryKey: [...KEY, id],
    queryFn: () => answerOf(api.GET("/api/v1/evaluations/{id}/", { params: { path: { id } } })),
    refetchInterval: ({ state: { data } }) => (data && isAtWork(data) ? EVERY_MILLISECONDS : false),
  });

export const askForEvaluation = (body: StudyToAsk) => answerOf(api.POST("/api/v1/evaluations/", { body }));
export const callOff = (id: string) =>
  answerOf(api.PATCH("/api/v1/evaluations/{id}/", { params: { path: { id } }, body: { state: "cancelled" } }));
export const deleteEvaluation = (id: string) =>
  doneBy(api.DELETE("/api/v1/evaluations/{id}/", { params: { path: { id } } }));

export const fileOf = (id: string): string => `/api/v1/evaluations/${id}/findings.csv`;
export const jsonOf = (id: string): string => `/api/v1/evaluations/${id}/`;
