import { queryOptions } from "@tanstack/react-query";
import { answerOf, api, doneBy } from "../../api/client";
import { Refusal, refusalIn } from "../../api/refusal";
import type { LinkToMake, RecipientToName, ReleaseVerdict } from "../../api/types";

const AGAIN_MILLISECONDS = 700;
const ofOne = (id: string) => ({ params: { path: { id } } });
const queryKey = (id: string, part: string) => ["releases", "one", id, part];

/** Looked at again while a worker is at it. */
export const oneRelease = (id: string) =>
  queryOptions({
    queryKey: queryKey(id, "itself"),
    queryFn: () => answerOf(api.GET("/api/v1/releases/{id}/", ofOne(id))),
    refetchInterval: ({ state: { data } }) => (data?.state === "making" ? AGAIN_MILLISECONDS : false),
  });

/** `toDecide` is the whole report, for whoever may approve; without it a reader gets what is theirs. */
export const releaseReport = (id: string, toDecide: boolean) =>
  queryOptions({
    queryKey: queryKey(id, toDecide ? "report to decide" : "report"),
    queryFn: () =>
      answerOf(
        toDecide
          ? api.GET("/api/v1/releases/{id}/verdict/", ofOne(id))
          : api.GET("/api/v1/releases/{id}/report/", ofOne(id)),
      ),
  });

/** Rows before and after: for owners of the data, and each look is logged. */
export const rowsOfRelease = (id: string) => answerOf(api.GET("/api/v1/releases/{id}/rows/", ofOne(id)));

export const reportAt = (id: string, toDecide: boolean): string =>
  `/api/v1/releases/${id}/${toDecide ? "verdict" : "report"}/`;

export const giveVerdict = (id: string, body: ReleaseVerdict) =>
  answerOf(api.POST("/api/v1/releases/{id}/verdict/", { ...ofOne(id), body }));
export const withdrawRelease = (id: string) => answerOf(api.POST("/api/v1/releases/{id}/withdrawal/", ofOne(id)));

export const recipients = (id: string) =>
  queryOptions({
    queryKey: queryKey(id, "recipients"),
    queryFn: () => answerOf(api.GET("/api/v1/releases/{id}/recipients/", ofOne(id))),
  });
export const nameRecipient = (id: string, body: RecipientToName) =>
  answerOf(api.POST("/api/v1/releases/{id}/recipients/", { ...ofOne(id), body }));
export const takeFromRecipient = (id: string, recipient_id: string) =>
  doneBy(api.DELETE("/api/v1/releases/{id}/recipients/{recipient_id}/", { params: { path: { id, recipient_id } } }));

export const links = (id: string) =>
  queryOptions({
    queryKey: queryKey(id, "links"),
    queryFn: () => answerOf(api.GET("/api/v1/releases/{id}/links/", ofOne(id))),
  });
export const makeLink = (id: string, body: LinkToMake) =>
  answerOf(api.POST("/api/v1/releases/{id}/links/", { ...ofOne(id), body }));
export const revokeLink = (id: string, link_id: string) =>
  doneBy(api.DELETE("/api/v1/releases/{id}/links/{link_id}/", { params: { path: { id, link_id } } }));

export const VERIFIER = "/api/v1/release-verifier/";
export const FORMS = ["csv", "parquet"] as const;
export type Form = (typeof FORMS)[number];
export const fileAt = (id: string, form: Form): string => `/api/v1/releases/${id}/file/?as=${form}`;
export const cardAt = (id: string, form: Form): string => `/api/v1/releases/${id}/card/?as=${form}`;

/** What whoever has the secret of a link gets. The secret is sent in the body alone: no address and no log has it. */
export async function followLink(secret: string, what: Form | "card"): Promise<Blob> {
  const answer = await fetch("/api/v1/release-downloads/", {
    method: "POST",
    credentials: "omit",
    referrerPolicy: "no-referrer",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ secret, what }),
  }).catch(() => {
    throw new Refusal({ code: "unreachable", status: 0, detail: "", fields: {} });
  });
  if (!answer.ok) throw refusalIn(await answer.json().catch(() => null), answer.status);
  return answer.blob();
}
