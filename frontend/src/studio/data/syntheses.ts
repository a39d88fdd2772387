import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { answerOf, api, doneBy } from "../../api/client";
import type { AppraisalToAsk, ForecastWish, RowsToHandOver, SynthesisInList, SynthesisToAsk } from "../../api/types";
import { shapedBy } from "./shape";

const EVERY_MILLISECONDS = 700;
const ofOne = (id: string) => ({ params: { path: { id } } });
const ofVersion = (id: string, number: number) => ({ params: { path: { id, number } } });

export const isBeingMade = ({ state }: Pick<SynthesisInList, "state">): boolean =>
  state === "queued" || state === "running";

/** One's own of a data set, alone or as the parents of another, the newest first; looked at again while a job is at one. */
export const syntheses = (id: string) =>
  queryOptions({
    queryKey: ["syntheses", "of", id],
    staleTime: 0, // a worker changes them
    queryFn: () =>
      answerOf(api.GET("/api/v1/datasets/{id}/syntheses/", { params: { path: { id }, query: { rows: 100 } } })),
    refetchInterval: ({ state: { data } }) => (data?.results.some(isBeingMade) ? EVERY_MILLISECONDS : false),
  });

export const synthesis = (id: string) =>
  queryOptions({
    queryKey: ["syntheses", id],
    queryFn: async () => shapedBy("guarantee", await answerOf(api.GET("/api/v1/syntheses/{id}/", ofOne(id)))),
    refetchInterval: ({ state: { data } }) => (data && isBeingMade(data) ? EVERY_MILLISECONDS : false),
  });

/** What rows can be made of, in the values that their owner declared. */
export const columnsToMake = (id: string, version: number) =>
  queryOptions({
    queryKey: ["syntheses", "columns", id, version],
    queryFn: () =>
      answerOf(api.GET("/api/v1/datasets/{id}/versions/{number}/syntheses/columns/", ofVersion(id, version))),
  });

/** The ways to make rows that run here. */
export const engines = (id: string) =>
  queryOptions({
    queryKey: ["syntheses", "engines", id],
    queryFn: () => answerOf(api.GET("/api/v1/datasets/{id}/syntheses/engines/", ofOne(id))),
  });

/** How far noise will put rows off, for several budgets at once: no row is read for it. */
export const forecasts = (id: string, version: number, body: ForecastWish) =>
  queryOptions({
    queryKey: ["syntheses", "forecasts", id, version, body],
    queryFn: async () =>
      shapedBy(
        "columns",
        await answerOf(
          api.POST("/api/v1/datasets/{id}/versions/{number}/syntheses/forecasts/", { ...ofVersion(id, version), body }),
        ),
      ),
    placeholderData: keepPreviousData,
    retry: false,
  });

/** Drawn from the model; the same ones for the same number, and free. */
export const rowsOf = (id: string, rows: number) =>
  queryOptions({
    queryKey: ["syntheses", id, "rows", rows],
    queryFn: async () =>
      shapedBy(
        "columns",
        await answerOf(api.GET("/api/v1/syntheses/{id}/rows/", { params: { path: { id }, query: { rows } } })),
      ),
  });

/** What was measured of them on the true rows, the newest first; looked at again while a worker measures. */
export const appraisals = (id: string) =>
  queryOptions({
    queryKey: ["syntheses", id, "appraisals"],
    queryFn: async () =>
      (await answerOf(api.GET("/api/v1/syntheses/{id}/measured-reports/", ofOne(id)))).map((report) =>
        shapedBy("guarantee", report),
      ),
    refetchInterval: ({ state: { data } }) => (data?.some(isBeingMade) ? EVERY_MILLISECONDS : false),
  });

export const appraise = (id: string, body: AppraisalToAsk) =>
  answerOf(api.POST("/api/v1/syntheses/{id}/measured-reports/", { ...ofOne(id), body }));

export const FORMS = ["zip", "csv", "parquet"] as const;
export const MOST_ROWS_TAKEN = 200_000; // in one file
export const fileOf = (id: string, form: (typeof FORMS)[number], rows: number): string =>
  `/api/v1/syntheses/${id}/file/?form=${form}&rows=${rows}`;

export const synthesise = async (id: string, body: SynthesisToAsk) =>
  shapedBy("guarantee", await answerOf(api.POST("/api/v1/datasets/{id}/syntheses/", { ...ofOne(id), body })));
/** Hands the rows over as a release: free, because the model is paid for. */
export const handOver = (id: string, body: RowsToHandOver) =>
  answerOf(api.POST("/api/v1/syntheses/{id}/releases/", { ...ofOne(id), body }));
export const callOffSynthesis = (id: string) =>
  answerOf(api.PATCH("/api/v1/syntheses/{id}/", { ...ofOne(id), body: { state: "cancelled" } }));
export const throwAwaySynthesis = (id: string) => doneBy(api.DELETE("/api/v1/syntheses/{id}/", ofOne(id)));
