import { csrfToken } from "./client";

export interface Reply {
  data?: unknown;
  error?: unknown;
  response: Response;
}

/**
 * Asks one of the WebAuthn routes, whose bodies the description of allauth leaves open: the browser makes and reads
 * them.
 */
export async function ask(method: "GET" | "POST", path: string, body?: unknown): Promise<Reply> {
  const response = await fetch(path, {
    method,
    credentials: "same-origin",
    headers: { "Content-Type": "application/json", "X-CSRFToken": csrfToken(document.cookie) ?? "" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const reply: unknown = await response.json().catch(() => null);
  return response.ok ? { data: reply, response } : { error: reply, response };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

/** What the browser's dialogue is asked for; both kinds of options hold a challenge. */
function publicKeyIn(data: unknown, of: "creation_options" | "request_options"): Record<string, unknown> {
  const options = isRecord(data) && isRecord(data.data) ? data.data[of] : undefined;
  const publicKey = isRecord(options) ? options.publicKey : undefined;
  if (!isRecord(publicKey) || typeof publicKey.challenge !== "string") throw new TypeError(`no ${of} in the answer`);
  return publicKey;
}

const makes = (
  options: Record<string, unknown>,
): options is Record<string, unknown> & PublicKeyCredentialCreationOptionsJSON =>
  isRecord(options.rp) && isRecord(options.user) && Array.isArray(options.pubKeyCredParams);

export async function makeCredential(data: unknown): Promise<unknown> {
  const options = publicKeyIn(data, "creation_options");
  if (!makes(options)) throw new TypeError("the options say neither for whom nor how");
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
  return written(await navigator.credentials.create({ publicKey }));
}

const shows = (
  options: Record<string, unknown>,
): options is Record<string, unknown> & PublicKeyCredentialRequestOptionsJSON => typeof options.challenge === "string";

export async function showCredential(data: unknown): Promise<unknown> {
  const options = publicKeyIn(data, "request_options");
  if (!shows(options)) throw new TypeError("the options hold no challenge");
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
  return written(await navigator.credentials.get({ publicKey }));
}

function written(credential: Credential | null): unknown {
  if (!(credential instanceof PublicKeyCredential)) throw new TypeError("the browser gave no passkey");
  return credential.toJSON();
}
