import { queryOptions } from "@tanstack/react-query";
import { answerOf, api, doneBy } from "../../api/client";
import type { Draft, Survey } from "../../api/types";

export const pause = (id: string, number: number) =>
  answerOf(api.PUT("/api/v1/surveys/{id}/versions/{number}/pause/", { params: { path: { id, number } } }));

export const resume = (id: string, number: number) =>
  answerOf(api.DELETE("/api/v1/surveys/{id}/versions/{number}/pause/", { params: { path: { id, number } } }));

export const archive = (id: string) => answerOf(api.PUT("/api/v1/surveys/{id}/archive/", { params: { path: { id } } }));

export const unarchive = (id: string) =>
  answerOf(api.DELETE("/api/v1/surveys/{id}/archive/", { params: { path: { id } } }));

export const destroy = (id: string, confirm: string) =>
  answerOf(api.POST("/api/v1/surveys/{id}/deletion/", { params: { path: { id } }, body: { confirm } }));

const AGAIN_MILLISECONDS = 1500;

/** Asked again until nothing is left. */
export const deletion = (id: string) =>
  queryOptions({
    queryKey: ["deletion", id],
    refetchInterval: (query) => (query.state.data?.state === "destroyed" ? false : AGAIN_MILLISECONDS),
    queryFn: () => answerOf(api.GET("/api/v1/deletions/{id}/", { params: { path: { id } } })),
  });

export const diff = (id: string, first: number, second: number) =>
  queryOptions({
    queryKey: ["survey", id, "diff", first, second],
    queryFn: () =>
      answerOf(
        api.GET("/api/v1/surveys/{id}/versions/{first}/diff/{second}/", { params: { path: { id, first, second } } }),
      ),
  });

export const draftFile = (id: string): string => `/api/v1/surveys/${id}/draft.json`;
export const linkPicture = (id: string): string => `/api/v1/surveys/${id}/link.svg`;

export interface Note {
  readonly path: string;
  readonly what: string;
  readonly why: string;
  readonly item: string;
}

/** One note of the import, or all of them. */
export const settleNotes = (id: string, number: number | undefined) =>
  doneBy(
    number === undefined
      ? api.DELETE("/api/v1/surveys/{id}/import-notes/", { params: { path: { id } } })
      : api.DELETE("/api/v1/surveys/{id}/import-notes/{number}/", { params: { path: { id, number } } }),
  );

type Json = Record<string, unknown>;

/** Ours says so, or is a draft: it has levels. Everything else that has pages or elements is SurveyJS's. */
function isOurs(file: Json): boolean {
  return "definition" in file || "levels" in file || !("pages" in file || "elements" in file || "questions" in file);
}

export async function importJson(name: string, file: Json): Promise<Survey> {
  if (isOurs(file)) return answerOf(api.POST("/api/v1/surveys/import/", { body: file }));
  const request = { params: { query: { name } }, body: file };
  return (await answerOf(api.POST("/api/v1/surveys/import/surveyjs/", request))).survey;
}

/** An XLSForm, or a survey of LimeSurvey; the ending of its name says which. */
export async function importForm(name: string, bytes: Uint8Array): Promise<Survey> {
  const body = { name, content: base64Of(bytes) };
  return (await answerOf(api.POST("/api/v1/surveys/import/form/", { body }))).survey;
}

export type FormKind = "xlsform" | "surveyjs";

/** The draft as a file of another program, with what an import of it would not give back. */
export const draftForm = (id: string, kind: FormKind) =>
  answerOf(api.GET("/api/v1/surveys/{id}/form/", { params: { path: { id }, query: { as: kind } } }));

const AT_ONCE = 0x8000; // more arguments than this are too many for some browsers

function base64Of(bytes: Uint8Array): string {
  let text = "";
  for (let at = 0; at < bytes.length; at += AT_ONCE) text += String.fromCharCode(...bytes.subarray(at, at + AT_ONCE));
  return btoa(text);
}

export const copyOf = (draft: Draft, title: string) =>
  answerOf(api.POST("/api/v1/surveys/", { body: { ...draft, title } }));
