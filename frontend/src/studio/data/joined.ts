import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { answerOf, api } from "../../api/client";
import type { JoinedForecastWish, JoinedToAsk } from "../../api/types";
import { cursorIn } from "./people";
import { shapedBy } from "./shape";
import { isBeingMade } from "./syntheses";

const EVERY_MILLISECONDS = 700;
const ofOne = (id: string) => ({ params: { path: { id } } });
const ofVersion = (id: string, number: number) => ({ params: { path: { id, number } } });

export const joinedSynthesis = (id: string) =>
  queryOptions({
    queryKey: ["joined", id],
    queryFn: async () => shapedBy("guarantees", await answerOf(api.GET("/api/v1/syntheses/{id}/", ofOne(id)))),
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
      return whole.flatMap((table) =>
        table.version !== null && table.lineage !== lineage && table.operations.includes("dataset.synthesise")
          ? [{ id: table.id, name: table.name, version: table.version }]
          : [],
      );
    },
  });

/** Columns by which another table can be joined. */
export const keysOf = (id: string, version: number) =>
  queryOptions({
    queryKey: ["joined", "keys", id, version],
    queryFn: () => answerOf(api.GET("/api/v1/datasets/{id}/versions/{number}/syntheses/keys/", ofVersion(id, version))),
  });

/** How far noise will put either table off, for several budgets at once: no row is read for it. */
export const joinedForecasts = (id: string, version: number, body: JoinedForecastWish | undefined) =>
  queryOptions({
    queryKey: ["joined", "forecasts", id, version, body],
    queryFn: async () => {
      if (body === undefined) throw new Error("nothing is forecast of half a plan");
      return shapedBy(
        "children",
        await answerOf(
          api.POST("/api/v1/datasets/{id}/versions/{number}/syntheses/forecasts/", {
            ...ofVersion(id, version),
            body,
          }),
        ),
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
    queryFn: async () =>
      shapedBy(
        "children",
        await answerOf(api.GET("/api/v1/syntheses/{id}/rows/", { params: { path: { id }, query: { rows: parents } } })),
      ),
  });

/** What was measured of them on the true rows, the newest first; looked at again while a worker measures. */
export const joinedAppraisals = (id: string) =>
  queryOptions({
    queryKey: ["joined", id, "appraisals"],
    queryFn: async () =>
      (await answerOf(api.GET("/api/v1/syntheses/{id}/measured-reports/", ofOne(id)))).map((report) =>
        shapedBy("guarantees", report),
      ),
    refetchInterval: ({ state: { data } }) => (data?.some(isBeingMade) ? EVERY_MILLISECONDS : false),
  });

export const FORMS_OF_TWO = ["csv", "parquet"] as const;
export const archiveOf = (id: string, form: (typeof FORMS_OF_TWO)[number], parents: number): string =>
  `/api/v1/syntheses/${id}/file/?form=${form}&rows=${parents}`;

export const synthesiseTwo = async (id: string, body: JoinedToAsk) =>
  shapedBy("guarantees", await answerOf(api.POST("/api/v1/datasets/{id}/syntheses/", { ...ofOne(id), body })));
