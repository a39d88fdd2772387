import { queryOptions } from "@tanstack/react-query";
import { answerOf, api } from "../../api/client";
import type { KnownSharesToSend } from "../../api/types";

interface OfVersion {
  id: string;
  version: number | undefined;
  known: KnownSharesToSend;
}

const parametersOf = ({ id, version }: Pick<OfVersion, "id" | "version">) => ({
  path: { id },
  query: version === undefined ? {} : { version },
});

/** Made of the results that are shown: it moves when they do. */
export const weighted = (id: string, version: number | undefined, computedAt: string) =>
  queryOptions({
    queryKey: ["survey", id, "weighted", version ?? "newest", computedAt],
    queryFn: () =>
      answerOf(api.GET("/api/v1/surveys/{id}/results/weighted/", { params: parametersOf({ id, version }) })),
  });

export const tryKnownShares = ({ known, ...of }: OfVersion) =>
  answerOf(api.POST("/api/v1/surveys/{id}/results/weighted/", { params: parametersOf(of), body: known }));

export const keepKnownShares = ({ known, ...of }: OfVersion) =>
  answerOf(api.PUT("/api/v1/surveys/{id}/results/weighted/", { params: parametersOf(of), body: known }));
