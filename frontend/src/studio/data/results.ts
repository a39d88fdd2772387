import { queryOptions } from "@tanstack/react-query";
import { answerOf, api } from "../../api/client";
import type { Shown } from "../../api/types";

type Population = Shown["population"];

const EVERY_MILLISECONDS = 2500;

/** Read again while the page is open: an arriving answer moves the dot. */
export const results = (id: string, version?: number, population: Population = "sample") =>
  queryOptions({
    queryKey: ["survey", id, "results", version ?? "newest", population],
    refetchInterval: EVERY_MILLISECONDS,
    queryFn: () =>
      answerOf(
        api.GET("/api/v1/surveys/{id}/results/", {
          params: { path: { id }, query: { population, digits: "6", ...ofVersion(version) } },
        }),
      ),
  });

export const steps = (id: string, version?: number) =>
  queryOptions({
    queryKey: ["survey", id, "steps", version ?? "newest"],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: () =>
      answerOf(
        api.GET("/api/v1/surveys/{id}/results/steps/", {
          params: { path: { id }, query: ofVersion(version) },
        }),
      ),
  });

export const comparison = (id: string, version: number | undefined, question: string, a: string, b: string) =>
  queryOptions({
    queryKey: ["survey", id, "compare", version ?? "newest", question, a, b],
    refetchInterval: EVERY_MILLISECONDS,
    queryFn: () =>
      answerOf(
        api.GET("/api/v1/surveys/{id}/results/compare/", {
          params: { path: { id }, query: { question, a, b, ...ofVersion(version) } },
        }),
      ),
  });

export const crosstabs = (id: string, version?: number) =>
  queryOptions({
    queryKey: ["survey", id, "crosstabs", version ?? "newest"],
    refetchInterval: EVERY_MILLISECONDS,
    queryFn: () =>
      answerOf(
        api.GET("/api/v1/surveys/{id}/results/crosstabs/", { params: { path: { id }, query: ofVersion(version) } }),
      ),
  });

/** Made anew of the tables that are kept; it moves when they do, and is not read again while it is looked at. */
export const model = (id: string, version: number | undefined, question: string) =>
  queryOptions({
    queryKey: ["survey", id, "model", version ?? "newest", question],
    queryFn: () =>
      answerOf(
        api.GET("/api/v1/surveys/{id}/results/model/", {
          params: { path: { id }, query: { ...(question === "" ? {} : { question }), ...ofVersion(version) } },
        }),
      ),
  });

export function modelLink(id: string, question: string, version?: number): string {
  const query = new URLSearchParams({ question, ...(version === undefined ? {} : { version: String(version) }) });
  return `/api/v1/surveys/${id}/results/model/?${query}`;
}

/** Worked out of the tables that are kept; it moves when they do. */
export const rowsWorth = (id: string, version: number | undefined) =>
  queryOptions({
    queryKey: ["survey", id, "synthetic-rows", version ?? "newest"],
    queryFn: () =>
      answerOf(
        api.GET("/api/v1/surveys/{id}/results/synthetic-rows/", {
          params: { path: { id }, query: ofVersion(version) },
        }),
      ),
  });

export function rowsLink(id: string, rows: number, version?: number): string {
  const query = new URLSearchParams({
    rows: String(rows),
    ...(version === undefined ? {} : { version: String(version) }),
  });
  return `/api/v1/surveys/${id}/results/synthetic-rows/file/?${query}`;
}

export const askForCrosstab = (id: string, version: number | undefined, rows: string, columns: string) =>
  answerOf(
    api.POST("/api/v1/surveys/{id}/results/crosstabs/", {
      params: { path: { id }, query: ofVersion(version) },
      body: { rows, columns },
    }),
  );

function ofVersion(version: number | undefined): { version?: number } {
  return version === undefined ? {} : { version };
}

export const ESTIMATE_FORMS = ["csv", "xlsx", "json", "parquet", "sav"] as const;
export const REPORT_FORMS = ["csv", "xlsx", "parquet", "sav"] as const;

export function exportLink(
  id: string,
  what: "estimates" | "numbers" | "reports" | "weighted",
  as: string,
  version?: number,
  population: Population = "sample",
): string {
  const query = new URLSearchParams({
    what,
    as,
    population,
    ...(version === undefined ? {} : { version: String(version) }),
  });
  return `/api/v1/surveys/${id}/results/export/?${query}`;
}

export const DRAWN_FORMS = ["html", "pdf"] as const;

export function reportLink(
  id: string,
  as: string,
  language: string,
  version?: number,
  population: Population = "sample",
): string {
  const query = new URLSearchParams({
    as,
    language,
    population,
    ...(version === undefined ? {} : { version: String(version) }),
  });
  return `/api/v1/surveys/${id}/results/report/?${query}`;
}
