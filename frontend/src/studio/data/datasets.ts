import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { answerOf, api, csrfToken, doneBy } from "../../api/client";
import { Refusal, refusalIn } from "../../api/refusal";
import type {
  DataSetToCreate,
  DataSetToDescribe,
  DeclaredColumn,
  FileFormat,
  FileVersion,
  RequestStep,
  Upload,
} from "../../api/types";
import { hex, sha256 } from "../../privacy/sha256";
import { cursorIn } from "./people";

export type DataSort = "-created_at" | "created_at" | "name" | "-name";

export const dataSets = (search: { q: string; sort: DataSort; mine: boolean }) =>
  infiniteQueryOptions({
    queryKey: ["datasets", "list", search],
    queryFn: ({ pageParam }) =>
      answerOf(
        api.GET("/api/v1/datasets/", {
          params: {
            query: {
              q: search.q,
              sort: search.sort,
              ...(search.mine ? { mine: "yes" as const } : {}),
              ...(pageParam ? { cursor: pageParam } : {}),
            },
          },
        }),
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => cursorIn(page.next),
  });

export const dataSet = (id: string) =>
  queryOptions({
    queryKey: ["datasets", id],
    queryFn: () => answerOf(api.GET("/api/v1/datasets/{id}/", { params: { path: { id } } })),
    staleTime: 0, // a worker changes it: whoever comes from the file's page sees what was just loaded
    refetchInterval: ({ state: { data, error } }) => (data?.deletion && !error ? 1000 : false), // until it is gone
  });

/** The versions with all that is made of the data, for whoever administers it. */
export const versions = (id: string) =>
  queryOptions({
    queryKey: ["datasets", id, "versions"],
    queryFn: () => answerOf(api.GET("/api/v1/datasets/{id}/versions/", { params: { path: { id } } })),
    refetchInterval: ({ state: { data } }) => (data?.results.some(isAtWork) ? 700 : false),
  });

/** Which versions one can work with, the newest first: for whoever may do so in any way. */
export const loadedVersions = (id: string) =>
  queryOptions({
    queryKey: ["datasets", id, "loaded-versions"],
    staleTime: 0, // a worker loads them
    queryFn: () => answerOf(api.GET("/api/v1/datasets/{id}/loaded-versions/", { params: { path: { id } } })),
  });

export function isAtWork(version: FileVersion): boolean {
  const ended = version.progress?.state === "failed" || version.progress?.state === "cancelled";
  return !ended && (version.upload.state === "looking" || version.state === "loading");
}

export const createDataSet = (body: DataSetToCreate) => answerOf(api.POST("/api/v1/datasets/", { body }));
export const describeDataSet = (id: string, body: DataSetToDescribe) =>
  answerOf(api.PATCH("/api/v1/datasets/{id}/", { params: { path: { id } }, body }));
export const deleteDataSet = (id: string, confirm: string) =>
  answerOf(api.POST("/api/v1/datasets/{id}/deletion/", { params: { path: { id } }, body: { confirm } }));
/** There is none before all is destroyed: until then nobody outside is told. */
export const deletionRecord = (id: string) =>
  queryOptions({
    queryKey: ["dataset-deletions", id],
    queryFn: () => answerOf(api.GET("/api/v1/dataset-deletions/{id}/", { params: { path: { id } } })),
  });
export const withdrawDeletion = (id: string) =>
  doneBy(api.DELETE("/api/v1/datasets/{id}/deletion/", { params: { path: { id } } }));

const whole = (id: string, number: number) => ({ params: { path: { id, number } } });
export const declareColumns = (id: string, number: number, columns: readonly DeclaredColumn[], revision: number) =>
  answerOf(
    api.PUT("/api/v1/datasets/{id}/versions/{number}/", {
      ...whole(id, number),
      body: { columns: [...columns], revision },
    }),
  );
export const readAs = (id: string, number: number, format: FileFormat) =>
  answerOf(api.PATCH("/api/v1/datasets/{id}/versions/{number}/", { ...whole(id, number), body: { format } }));
export const loadVersion = (id: string, number: number, acceptsLosses: boolean) =>
  answerOf(
    api.PATCH("/api/v1/datasets/{id}/versions/{number}/", {
      ...whole(id, number),
      body: { state: "loading", accepts_losses: acceptsLosses },
    }),
  );

/** A few cells of each column, read for this page: nobody keeps them, and the log says who looked. */
export const cells = (id: string, version: FileVersion) =>
  queryOptions({
    queryKey: ["cells", id, version.number, version.format],
    queryFn: () => answerOf(api.GET("/api/v1/datasets/{id}/versions/{number}/cells/", whole(id, version.number))),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  });

/** Looked at again while a job is at it. */
export const leakage = (id: string, number: number) =>
  queryOptions({
    queryKey: ["datasets", id, "leakage", number],
    queryFn: () => answerOf(api.GET("/api/v1/datasets/{id}/versions/{number}/leakage/", whole(id, number))),
    refetchInterval: ({ state: { data } }) => (data?.state === "working" ? 700 : false),
  });
export const askForLeakage = (id: string, number: number) =>
  answerOf(api.POST("/api/v1/datasets/{id}/versions/{number}/leakage/", whole(id, number)));

const ofUpload = (id: string, upload_id: string) => ({ params: { path: { id, upload_id } } });
export const dropUpload = (id: string, upload: string) =>
  doneBy(api.DELETE("/api/v1/datasets/{id}/uploads/{upload_id}/", ofUpload(id, upload)));

/** Sends the pieces that are not there yet, one after another, and says how many of them are. */
export async function sendFile(
  id: string,
  file: File,
  begun: Upload | null,
  onSent: (sent: number, of: number) => void,
) {
  const upload = begun ?? (await begin(id, file));
  const there = new Set(upload.received);
  for (let number = 0; number < upload.chunks; number += 1) {
    if (there.has(number)) continue;
    const start = number * upload.chunk_size;
    await sendPiece(id, upload.id, number, await file.slice(start, start + upload.chunk_size).arrayBuffer());
    there.add(number);
    onSent(there.size, upload.chunks);
  }
  return answerOf(
    api.PATCH("/api/v1/datasets/{id}/uploads/{upload_id}/", { ...ofUpload(id, upload.id), body: { state: "looking" } }),
  );
}

const begin = (id: string, file: File) =>
  answerOf(
    api.POST("/api/v1/datasets/{id}/uploads/", {
      params: { path: { id } },
      body: { name: file.name.slice(-200), size: file.size },
    }),
  );

async function sendPiece(id: string, upload: string, number: number, piece: ArrayBuffer): Promise<void> {
  const answer = await fetch(`/api/v1/datasets/${id}/uploads/${upload}/${number}/`, {
    method: "PUT",
    credentials: "same-origin",
    headers: {
      "Content-Type": "application/octet-stream",
      "X-Content-SHA256": hex(sha256(new Uint8Array(piece))),
      "X-CSRFToken": csrfToken(document.cookie) ?? "",
    },
    body: piece,
  }).catch(() => {
    throw new Refusal({ code: "unreachable", status: 0, detail: "", fields: {} });
  });
  if (!answer.ok) throw refusalIn(await answer.json().catch(() => null), answer.status);
}

export const requests = (whose: "mine" | "to_decide") =>
  queryOptions({
    queryKey: ["access-requests", whose],
    queryFn: () => answerOf(api.GET("/api/v1/access-requests/", { params: { query: { whose, rows: 100 } } })),
  });
export const askForAccess = (body: { data_set: string; purpose: string; role_wanted: string }) =>
  answerOf(api.POST("/api/v1/access-requests/", { body }));
export const stepAsAsker = (id: string, body: RequestStep) =>
  answerOf(api.PATCH("/api/v1/access-requests/{id}/", { params: { path: { id } }, body }));
export const decide = (id: string, body: RequestStep) =>
  answerOf(api.PATCH("/api/v1/access-requests/{id}/decision/", { params: { path: { id } }, body }));
