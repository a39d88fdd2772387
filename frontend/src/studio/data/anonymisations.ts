import { queryOptions } from "@tanstack/react-query";
import { answerOf, api, doneBy } from "../../api/client";
import type {
  AnonymisationInList,
  AnonymisationToAsk,
  HierarchyToCount,
  OneRelease,
  ReleaseToMake,
} from "../../api/types";
import { cursorIn } from "./people";

const EVERY_MILLISECONDS = 700;
const ofOne = (id: string) => ({ params: { path: { id } } });

const isAtWork = ({ state }: Pick<AnonymisationInList, "state">): boolean => state === "queued" || state === "running";
const isBeingMade = ({ state }: OneRelease): boolean => state === "making";

/** The anonymisations of one data set, the newest first; looked at again while a job is at one. */
export const anonymisations = (id: string) =>
  queryOptions({
    queryKey: ["anonymisations", "of", id],
    staleTime: 0, // a worker changes them
    queryFn: () =>
      answerOf(api.GET("/api/v1/datasets/{id}/anonymisations/", { params: { path: { id }, query: { rows: 100 } } })),
    refetchInterval: ({ state: { data } }) => (data?.results.some(isAtWork) ? EVERY_MILLISECONDS : false),
  });

export const releasesOf = (id: string) =>
  queryOptions({
    queryKey: ["releases", "of", id],
    staleTime: 0,
    queryFn: () => answerOf(api.GET("/api/v1/releases/", { params: { query: { data_set: id, rows: 100 } } })),
    refetchInterval: ({ state: { data } }) => (data?.results.some(isBeingMade) ? EVERY_MILLISECONDS : false),
  });

export const anonymisation = (id: string) =>
  queryOptions({
    queryKey: ["anonymisations", id],
    queryFn: () => answerOf(api.GET("/api/v1/anonymisations/{id}/", ofOne(id))),
    refetchInterval: ({ state: { data } }) => (data && isAtWork(data) ? EVERY_MILLISECONDS : false),
  });

/** Every data set with these columns by name that is in the catalogue and has data. */
async function havingColumns(names: readonly string[]) {
  const populations = [];
  for (let cursor: string | null = ""; cursor !== null; ) {
    const query = { q: names[0] ?? "", sort: "name", ...(cursor ? { cursor } : {}) } as const;
    const page = await answerOf(api.GET("/api/v1/datasets/", { params: { query } }));
    populations.push(...page.results.filter((population) => names.every((name) => population.names.includes(name))));
    cursor = cursorIn(page.next);
  }
  return populations;
}

const COMPARED_BY = ["dataset.see_rows", "dataset.see_figures"] as const;

/** The data sets that a plan of this one could name as population: with these columns, and figures for the viewer. */
export const populationsFor = (own: string, names: readonly string[]) =>
  queryOptions({
    queryKey: ["datasets", "populations", own, names],
    queryFn: async () => {
      const others = (await havingColumns(names)).filter(({ id }) => id !== own);
      const whole = await Promise.all(others.map(({ id }) => answerOf(api.GET("/api/v1/datasets/{id}/", ofOne(id)))));
      return whole.flatMap(({ id, name, version, operations }) =>
        version !== null &&
        operations.includes("dataset.anonymise") &&
        COMPARED_BY.some((operation) => operations.includes(operation))
          ? [{ id, name, version }]
          : [],
      );
    },
  });

export const askForCandidates = (id: string, body: AnonymisationToAsk) =>
  answerOf(api.POST("/api/v1/datasets/{id}/anonymisations/", { ...ofOne(id), body }));
export const callOff = (id: string) =>
  answerOf(api.PATCH("/api/v1/anonymisations/{id}/", { ...ofOne(id), body: { state: "cancelled" } }));
export const throwAway = (id: string) => doneBy(api.DELETE("/api/v1/anonymisations/{id}/", ofOne(id)));
export const releaseCandidate = (id: string, body: ReleaseToMake) =>
  answerOf(api.POST("/api/v1/anonymisations/{id}/releases/", { ...ofOne(id), body }));

/** Rows before and after, of each candidate: for owners of the data, and each look is logged. */
export const rowsOfCandidates = async (id: string) =>
  (await answerOf(api.GET("/api/v1/anonymisations/{id}/rows/", ofOne(id)))).map(({ shown }) => shown);

const ofVersion = (id: string, number: number) => ({ params: { path: { id, number } } });

/** Whether the values of a version are counted: for owners of the data. */
export const counts = (id: string, version: number) =>
  queryOptions({
    queryKey: ["counts", id, version],
    queryFn: () => answerOf(api.GET("/api/v1/datasets/{id}/versions/{number}/counts/", ofVersion(id, version))),
    refetchInterval: ({ state: { data } }) => (data?.state === "working" ? EVERY_MILLISECONDS : false),
  });
export const countRows = (id: string, version: number) =>
  answerOf(api.POST("/api/v1/datasets/{id}/versions/{number}/counts/", ofVersion(id, version)));

/** A version never changes, so neither do its counts while they are looked at; the next look is logged anew. */
export const levelsWithRows = (
  of: { dataSet: string; version: number; missing: string } | undefined,
  hierarchy: Omit<HierarchyToCount, "missing">,
) =>
  queryOptions({
    queryKey: ["counts", of, hierarchy],
    queryFn: () =>
      answerOf(
        api.POST("/api/v1/datasets/{id}/versions/{number}/counts/levels/", {
          ...ofVersion(of?.dataSet ?? "", of?.version ?? 0),
          body: { ...hierarchy, missing: of?.missing ?? "" },
        }),
      ),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
