import { digest } from "../privacy/canonical";
import type { Address } from "./address";
import { within } from "./patience";
import type { Survey } from "./version/definition";
import { parseDefinition, parsePublished } from "./version/parse";
import { peek, Refusal } from "./version/reading";

/** Why there is nothing to answer; `detail` is for experts and may be empty. */
interface Stop {
  readonly reason:
    | "scheduled"
    | "paused"
    | "closed"
    | "missing"
    | "hidden"
    | "draft"
    | "unreachable"
    | "slow"
    | "changed"
    | "unknown";
  readonly detail: string;
}

export type Loaded = { readonly survey: Survey } | { readonly stop: Stop };

type Fetch = (address: string, options: RequestInit) => Promise<Response>;

const WAITED_SECONDS = 20; // nothing is shown, and no report that waits is sent, before

const stop = (reason: Stop["reason"], detail = ""): Loaded => ({ stop: { reason, detail } });

/** Load what stands behind the address. Before Send nothing else is asked for but files of words (`languages.ts`). */
export async function load(address: Address, fetch: Fetch): Promise<Loaded> {
  if (address.kind === "unknown") return stop("missing");
  const preview = address.kind === "preview";
  const door = preview ? `surveys/${address.survey}/preview/` : `links/${address.slug}/`;
  let body: unknown;
  const ask = async (signal: AbortSignal): Promise<Loaded | { readonly body: unknown }> => {
    const response = await fetch(`/api/v1/${door}`, {
      headers: { Accept: "application/json" },
      credentials: preview ? "same-origin" : "omit",
      referrerPolicy: "no-referrer",
      cache: "no-store",
      redirect: "error",
      signal,
    });
    return response.ok ? { body: await response.json() } : refusedBy(response, preview);
  };
  try {
    const answer = await within(WAITED_SECONDS, ask);
    if (!("body" in answer)) return answer;
    body = answer.body;
  } catch (failure) {
    return stop(failure instanceof Error && failure.name === "AbortError" ? "slow" : "unreachable");
  }
  return address.kind === "preview" ? readDraft(body) : readPublished(body, address.test);
}

/** Only a draft is told what its server said: to its author, what is still missing. */
async function refusedBy(response: Response, preview: boolean): Promise<Loaded> {
  const reason = reasonOf(response.status, preview);
  if (reason !== "draft") return stop(reason);
  const detail = peek(await response.json().catch(() => null), "detail");
  return stop(reason, typeof detail === "string" ? detail : "");
}

function reasonOf(status: number, preview: boolean): Stop["reason"] {
  if (status === 404 || status === 410) return preview ? "hidden" : "missing";
  if (status === 401 || status === 403) return "hidden";
  return preview && status < 500 ? "draft" : "unreachable";
}

/** Believe a published survey only when its own bytes give the hash it goes by. */
export function readPublished(body: unknown, test = false): Loaded {
  return refusalsTold(() => {
    const published = parsePublished(body);
    const hash = digest(published.definition);
    if (hash !== published.hash) return stop("changed", `${hash} is not ${published.hash}`);
    const shown = published.state === "open" || (test && published.state !== "closed");
    if (!shown) return stop(published.state);
    return { survey: { definition: parseDefinition(published.definition, false), hash, preview: false, test } };
  });
}

function readDraft(body: unknown): Loaded {
  return refusalsTold(() => ({
    survey: { definition: parseDefinition(body, true), hash: digest(body), preview: true, test: false },
  }));
}

function refusalsTold(read: () => Loaded): Loaded {
  try {
    return read();
  } catch (refusal) {
    if (refusal instanceof Refusal || refusal instanceof RangeError) return stop("unknown", refusal.message);
    throw refusal;
  }
}
