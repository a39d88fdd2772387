import { queryOptions } from "@tanstack/react-query";
import { answerOf, api, doneBy } from "../../api/client";
import type { AnonymisationInList, AnonymisationToAsk, OneRelease, ReleaseToMake } from "../../api/types";

const EVERY_MILLISECONDS = 700;
const ofOne = (id: string) => ({ params: { path: { id } } });

export const isAtWork = ({ state }: Pick<AnonymisationInList, "state">): boolean =>
  state === "queued" || state === "running";
const isBeingMade = ({ state }: OneRelease): boolean => state === "making";

/** Of one data set, the newest first; looked at again while a job is at one. */
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

export const askForCandidates = (id: string, body: AnonymisationToAsk) =>
  answerOf(api.POST("/api/v1/datasets/{id}/anonymisations/", { ...ofOne(id), body }));
export const callOff = (id: string) =>
  answerOf(api.PATCH("/api/v1/anonymisations/{id}/", { ...ofOne(id), body: { state: "cancelled" } }));
export const throwAway = (id: string) => doneBy(api.DELETE("/api/v1/anonymisations/{id}/", ofOne(id)));
export const releaseCandidate = (id: string, body: ReleaseToMake) =>
  answerOf(api.POST("/api/v1/anonymisations/{id}/releases/", { ...ofOne(id), body }));
