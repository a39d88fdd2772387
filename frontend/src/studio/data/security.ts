import { queryOptions } from "@tanstack/react-query";
import { ask, makeCredential, showCredential } from "../../api/ceremony";
import { answerOf, api, doneBy } from "../../api/client";
import { Refusal } from "../../api/refusal";

const AUTH = "/api/v1/auth/browser/v1";

/** A change of credentials for which the password, or a code, must be shown once more. */
export class ShowAgain extends Error {}

interface Reply<Body> {
  data?: Body;
  error?: unknown;
  response: Response;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

/** 401 with a signed-in person means: who are you, again? */
function asksAgain(error: unknown): boolean {
  return isRecord(error) && isRecord(error.meta) && error.meta.is_authenticated === true;
}

/**
 * Looks at the reply before it is read as a success or a refusal, which knows nothing of showing the password again.
 */
async function guarded<Body>(call: Promise<Reply<Body>>): Promise<Reply<Body>> {
  const reply = await call.catch(() => {
    throw new Refusal({ code: "unreachable", status: 0, detail: "", fields: {} });
  });
  if (reply.response.status === 401 && asksAgain(reply.error)) throw new ShowAgain();
  return reply;
}

const guardedAnswer = async <Body>(call: Promise<Reply<Body>>): Promise<Body> =>
  answerOf(Promise.resolve(await guarded(call)));
const guardedDeed = async (call: Promise<Reply<unknown>>): Promise<void> =>
  doneBy(Promise.resolve(await guarded(call)));

export const secondFactors = queryOptions({
  queryKey: ["me", "second-factors"],
  queryFn: () => answerOf(api.GET(`${AUTH}/account/authenticators`)),
});

export const sessions = queryOptions({
  queryKey: ["me", "sessions"],
  queryFn: () => answerOf(api.GET("/api/v1/me/sessions/")),
});

export const endSession = (id: string) =>
  doneBy(api.DELETE("/api/v1/me/sessions/{session_id}/", { params: { path: { session_id: id } } }));
export const endAllSessions = () => doneBy(api.DELETE("/api/v1/me/sessions/"));

export const editMe = (body: { name?: string; language?: "" | "en" | "zh-CN" }) =>
  answerOf(api.PATCH("/api/v1/me/", { body }));

export const changePassword = (body: { current_password: string; new_password: string }) =>
  doneBy(api.POST(`${AUTH}/account/password/change`, { body }));

export const showPassword = (password: string) =>
  doneBy(api.POST(`${AUTH}/auth/reauthenticate`, { body: { password } }));

export interface NewCodes {
  secret: string;
  picture: string;
}

/**
 * The codes to set up. Where there are none yet, the answer is 404 and carries the secret; nothing is kept until the
 * first code is shown.
 */
export async function newCodes(): Promise<NewCodes> {
  const { error } = await guarded(api.GET(`${AUTH}/account/authenticators/totp`));
  const meta = isRecord(error) && isRecord(error.meta) ? error.meta : {};
  if (typeof meta.secret !== "string" || typeof meta.totp_picture !== "string") {
    throw new Refusal({ code: "unreadable", status: 0, detail: "", fields: {} });
  }
  return { secret: meta.secret, picture: meta.totp_picture };
}

export const addCodes = (code: string) =>
  guardedDeed(api.POST(`${AUTH}/account/authenticators/totp`, { body: { code } }));
export const removeCodes = () => guardedDeed(api.DELETE(`${AUTH}/account/authenticators/totp`));

export async function recoveryCodes(): Promise<readonly string[]> {
  return (await guardedAnswer(api.GET(`${AUTH}/account/authenticators/recovery-codes`))).data.unused_codes;
}

export const newRecoveryCodes = () => guardedDeed(api.POST(`${AUTH}/account/authenticators/recovery-codes`));

/** The browser's own dialogue makes the key; the private half never leaves the device. */
export async function addPasskey(name: string): Promise<void> {
  const path = `${AUTH}/account/authenticators/webauthn`;
  const options = await guardedAnswer(ask("GET", `${path}?passwordless`));
  const credential = await byTheBrowser(() => makeCredential(options));
  await guardedDeed(ask("POST", path, { name, credential, passwordless: true }));
}

export const removePasskey = (id: number) =>
  guardedDeed(api.DELETE(`${AUTH}/account/authenticators/webauthn`, { body: { authenticators: [id] } }));

/** Signs in with a passkey: alone, or as the step after the password. */
export async function showPasskey(step: "login" | "authenticate"): Promise<void> {
  const path = `${AUTH}/auth/webauthn/${step}`;
  const options = await answerOf(ask("GET", path));
  const credential = await byTheBrowser(() => showCredential(options));
  await doneBy(ask("POST", path, { credential }));
}

/** Whoever closes the browser's dialogue has not met a fault. */
async function byTheBrowser<Ceremony>(dialogue: () => Promise<Ceremony>): Promise<Ceremony> {
  try {
    return await dialogue();
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
    throw new Refusal({ code: "passkey_not_shown", status: 400, detail: "", fields: {} });
  }
}

export const showCode = (code: string) => doneBy(api.POST(`${AUTH}/auth/2fa/authenticate`, { body: { code } }));

export const passkeysWork = (): boolean =>
  typeof PublicKeyCredential === "function" && "parseCreationOptionsFromJSON" in PublicKeyCredential;
