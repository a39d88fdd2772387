import { queryOptions } from "@tanstack/react-query";
import { answerOf, api, doneBy } from "../../api/client";
import { pendingSteps, Refusal } from "../../api/refusal";
import type { Person } from "../../api/types";

/** Who is signed in; null when nobody is. */
export const me = queryOptions({
  queryKey: ["me"],
  staleTime: 60_000,
  queryFn: async (): Promise<Person | null> => {
    try {
      return await answerOf(api.GET("/api/v1/me/"));
    } catch (refusal) {
      if (refusal instanceof Refusal && refusal.status === 401) return null;
      throw refusal;
    }
  },
});

interface Credentials {
  email: string;
  password: string;
}

export type NextStep = "done" | "verify_email" | "password_reset_by_code" | "mfa_authenticate";

const STEPS: readonly string[] = ["verify_email", "password_reset_by_code", "mfa_authenticate"];
const isStep = (id: string | undefined): id is NextStep => id !== undefined && STEPS.includes(id);

/** 401 is the normal answer while a step is pending: then it names the step. */
async function nextStep(call: Promise<{ error?: unknown; response: Response }>): Promise<NextStep> {
  let pending: string | undefined;
  const watched = call.then((reply) => {
    if (reply.response.status === 401) pending = pendingSteps(reply.error)[0];
    return reply;
  });
  try {
    await doneBy(watched);
    return "done";
  } catch (refusal) {
    if (isStep(pending)) return pending;
    throw refusal;
  }
}

/** Waits for an act after which nobody is signed in: sign-in then answers 401, which means done. */
async function doneOr401(call: Promise<{ error?: unknown; response: Response }>): Promise<void> {
  try {
    await doneBy(call);
  } catch (refusal) {
    if (!(refusal instanceof Refusal && refusal.status === 401)) throw refusal;
  }
}

export const signIn = (body: Credentials) => nextStep(api.POST("/api/v1/auth/browser/v1/auth/login", { body }));
export const signUp = (body: Credentials) => nextStep(api.POST("/api/v1/auth/browser/v1/auth/signup", { body }));
export const verifyEmail = (key: string) =>
  nextStep(api.POST("/api/v1/auth/browser/v1/auth/email/verify", { body: { key } }));
export const resendCode = () => doneBy(api.POST("/api/v1/auth/browser/v1/auth/email/verify/resend"));
export const requestPasswordCode = (email: string) =>
  nextStep(api.POST("/api/v1/auth/browser/v1/auth/password/request", { body: { email } }));
export const setPassword = (body: { key: string; password: string }) =>
  doneOr401(api.POST("/api/v1/auth/browser/v1/auth/password/reset", { body }));
export const signOut = () => doneOr401(api.DELETE("/api/v1/auth/browser/v1/auth/session"));

/** Where mail lies that leaves no machine; empty for whoever is not on that machine. */
export const mailFolder = queryOptions({
  queryKey: ["mail-folder"],
  staleTime: Number.POSITIVE_INFINITY,
  queryFn: async () => (await answerOf(api.GET("/api/v1/mail-folder/"))).folder,
});
