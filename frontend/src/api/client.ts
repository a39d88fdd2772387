import createClient, { type Middleware } from "openapi-fetch";
import { Refusal, refusalIn } from "./refusal";
import type { paths } from "./schema";

const CSRF_COOKIES = ["__Host-csrf", "csrftoken"]; // behind HTTPS; without it
const READS = ["GET", "HEAD"];

/** A neighbour below the same domain can set csrftoken, but no cookie whose name begins with __Host-. */
export function csrfToken(cookies: string): string | undefined {
  const pairs = cookies.split(";").map((pair) => pair.trim().split("="));
  return CSRF_COOKIES.map((name) => pairs.find(([cookie]) => cookie === name)?.[1]).find(Boolean);
}

const csrf: Middleware = {
  onRequest({ request }) {
    const token = READS.includes(request.method) ? undefined : csrfToken(document.cookie);
    if (token) request.headers.set("X-CSRFToken", token);
    return request;
  },
};

/** The one door: every page asks and tells through these typed calls. */
export const api = createClient<paths>({ credentials: "same-origin" });
api.use(csrf);

interface Reply<Body> {
  data?: Body;
  error?: unknown;
  response: Response;
}

async function reached<Body>(call: Promise<Reply<Body>>): Promise<Reply<Body>> {
  try {
    return await call;
  } catch {
    throw new Refusal({ code: "unreachable", status: 0, detail: "", fields: {} });
  }
}

/** The body of a call that succeeded; any other outcome is thrown as a Refusal. */
export async function answerOf<Body>(call: Promise<Reply<Body>>): Promise<Body> {
  const { data, error, response } = await reached(call);
  if (!response.ok || data === undefined) throw refusalIn(error, response.status);
  return data;
}

/** Waits for a call that answers with no body. */
export async function doneBy(call: Promise<Reply<unknown>>): Promise<void> {
  const { error, response } = await reached(call);
  if (!response.ok) throw refusalIn(error, response.status);
}
