import { queryOptions } from "@tanstack/react-query";
import { answerOf, api, doneBy } from "../../api/client";
import type { PlaceToGive, PolicyQuestion, PolicyToTest, PolicyToWrite } from "../../api/types";

export const subjectOf = (id: string): string => `dataset:${id}`;

export const policy = (subject: string) =>
  queryOptions({
    queryKey: ["policies", subject, "document"],
    queryFn: () => answerOf(api.GET("/api/v1/policies/", { params: { query: { subject } } })),
  });

export const places = (subject: string) =>
  queryOptions({
    queryKey: ["policies", subject, "places"],
    queryFn: () => answerOf(api.GET("/api/v1/policies/places/", { params: { query: { subject } } })),
  });

export const watched = (subject: string) =>
  queryOptions({
    queryKey: ["policies", subject, "watch"],
    queryFn: () => answerOf(api.GET("/api/v1/policies/watch/", { params: { query: { subject } } })),
  });

type Question = Parameters<typeof explain>[0];
const explain = (body: PolicyQuestion) => answerOf(api.POST("/api/v1/policies/explanations/", { body }));

/**
 * The purposes for which the viewer may do this: null where their role asks for no purpose, empty where they may not at
 * all.
 */
export const purposesOf = (subject: string, operation: Question["operation"]) =>
  queryOptions({
    queryKey: ["policies", subject, "purposes", operation],
    queryFn: async () => {
      const { allowed, purposes } = await explain({ subject, operation, use: {} });
      return allowed ? purposes : [];
    },
  });

export const writePolicy = (body: PolicyToWrite) => answerOf(api.POST("/api/v1/policies/", { body }));
export const testPolicy = (body: PolicyToTest) => answerOf(api.POST("/api/v1/policies/tests/", { body }));
export const givePlace = (body: PlaceToGive) => answerOf(api.POST("/api/v1/policies/places/", { body }));
export const endPlace = (place_id: string) =>
  doneBy(api.DELETE("/api/v1/policies/places/{place_id}/", { params: { path: { place_id } } }));
export const seeAlarm = (alarm_id: string) =>
  answerOf(api.PATCH("/api/v1/policies/alarms/{alarm_id}/", { params: { path: { alarm_id } }, body: { seen: true } }));
