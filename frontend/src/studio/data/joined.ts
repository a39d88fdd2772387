import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { answerOf, api, doneBy } from "../../api/client";
import type { JoinedAppraisalToAsk, JoinedForecastWish, JoinedToAsk } from "../../api/types";
import { cursorIn } from "./people";
import { isBeingMade } from "./syntheses";

const EVERY_MILLISECONDS = 700;
const ofOne = (id: string) => ({ params: { path: { id } } });
const ofVersion = (id: string, number: number) => ({ params: { path: { id, number } } });

/** One's own with the data set as the parents, the newest first; looked at again while a job is at one. */
export const joinedSyntheses = (id: string) =>
  queryOptions({
    queryKey: ["joined", "of", id],
    staleTime: 0, // a worker changes them
    queryFn: () =>
      answerOf(api.GET("/api/v1/datasets/{id}/joined-syntheses/", { params: { path: { id }, query: { rows: 100 } } })),
    refetchInterval: ({ state: { data } }) => (data?.results.some(isBeingMade) ? EVERY_MILLISECONDS : false),
  });

export const joinedSynthesis = (id: string) =>
  queryOptions({
    queryKey: ["joined", id],
    queryFn: () => answerOf(api.GET("/api/v1/joined-syntheses/{id}/", ofOne(id))),
    refetchInterval: ({ state: { data } }) => (data && isBeingMade(data) ? EVERY_MILLISECONDS : false),
  });

/** The data sets that could be the children: loaded, of other people, and the viewer's to synthesise. */
export const childrenFor = (own: string, lineage: string) =>
  queryOptions({
    queryKey: ["datasets", "children", own],
    queryFn: async () => {
      const others = [];
      for (let cursor: string | null = ""; cursor !== null; ) {
        const query = { sort: "name", ...(cursor ? { cursor } : {}) } as const;
        const page = await answerOf(api.GET("/api/v1/datasets/", { params: { query } }));
        others.push(...page.results.filter(({ id }) => id !== own));
        cursor = cursorIn(page.next);
      }
      const whole = await Promise.all(others.map(({ id }) => answerOf(api.GET("/api/v1/datasets/{id}/", ofOne(id)))));
      return whole.flatMap((one) =>
        one.version !== null && one.lineage !== lineage && one.operations.includes("dataset.synthesise")
          ? [{ id: one.id, name: one.name, version: one.version }]
          : [],
      );
    },
  });

/** Columns by which another table can be joined. */
export const keysOf = (id: string, version: number) =>
  queryOptions({
    queryKey: ["joined", "keys", id, version],
    queryFn: () =>
      answerOf(api.GET("/api/v1/datasets/{id}/versions/{number}/joined-syntheses/keys/", ofVersion(id, version))),
  });

/** How far noise will put either table off, for several budgets at once: no row is read for it. */
export const joinedForecasts = (id: string, version: number, body: JoinedForecastWish | undefined) =>
  queryOptions({
    queryKey: ["joined", "forecasts", id, version, body],
    queryFn: () => {
      if (body === undefined) throw new Error("nothing is forecast of half a plan");
      return answerOf(
        api.POST("/api/v1/datasets/{id}/versions/{number}/joined-syntheses/forecasts/", {
          ...ofVersion(id, version),
          body,
        }),
      );
    },
    enabled: body !== undefined,
    placeholderData: keepPreviousData,
    retry: false,
  });

/** So many parents with their children; the same ones for the same number, and free. */
export const rowsOfTwo = (id: string, parents: number) =>
  queryOptions({
    queryKey: ["joined", id, "rows", parents],
    queryFn: () =>
      answerOf(api.GET("/api/v1/joined-syntheses/{id}/rows/", { params: { path: { id }, query: { parents } } })),
  });

/** What was measured of them on the true rows, the newest first; looked at again while a worker measures. */
export const joinedAppraisals = (id: string) =>
  queryOptions({
    queryKey: ["joined", id, "appraisals"],
    queryFn: () => answerOf(api.GET("/api/v1/joined-syntheses/{id}/appraisals/", ofOne(id))),
    refetchInterval: ({ state: { data } }) => (data?.some(isBeingMade) ? EVERY_MILLISECONDS : false),
  });

export const appraiseJoined = (id: string, body: JoinedAppraisalToAsk) =>
  answerOf(api.POST("/api/v1/joined-syntheses/{id}/appraisals/", { ...ofOne(id), body }));

export const FORMS_OF_TWO = ["csv", "parquet"] as const;
export const archiveOf = (id: string, form: (typeof FORMS_OF_TWO)[number], parents: number): string =>
  `/api/v1/joined-syntheses/${id}/file/?form=${form}&parents=${parents}`;

export const synthesiseTwo = (id: string, body: JoinedToAsk) =>
  answerOf(api.POST("/api/v1/datasets/{id}/joined-syntheses/", { ...ofOne(id), body }));
export const callOffJoined = (id: string) =>
  answerOf(api.PATCH("/api/v1/joined-syntheses/{id}/", { ...ofOne(id), body: { state: "cancelled" } }));
export const throwAwayJoined = (id: string) => doneBy(api.DELETE("/api/v1/joined-syntheses/{id}/", ofOne(id)));
