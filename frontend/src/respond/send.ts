import { within } from "./patience";
import { peek } from "./version/reading";

type Fetch = (address: string, options: RequestInit) => Promise<Response>;

/** What became of one try. `later` means: the same bytes again. */
export type Outcome =
  | { readonly kind: "accepted" }
  | {
      readonly kind: "later";
      readonly why: "offline" | "busy" | "paused" | "unavailable";
      readonly afterSeconds: number;
    }
  | { readonly kind: "refused"; readonly code: string };

const TRY_SECONDS = 30;
const LONGEST_WAIT_SECONDS = 60;
const LONGEST_ASKED_SECONDS = 600;

/** One try to send. A body that arrived before is accepted again: its key decides. */
export async function post(body: string, fetch: Fetch, test = false): Promise<Outcome> {
  try {
    return await within(TRY_SECONDS, async (signal) => {
      const response = await fetch(test ? "/api/v1/reports/test/" : "/api/v1/reports/", {
        method: "POST",
        headers: { Accept: "application/json", "Content-Type": "application/json" },
        body,
        credentials: "omit",
        referrerPolicy: "no-referrer",
        cache: "no-store",
        redirect: "error",
        signal,
      });
      return outcomeOf(response, test ? "test" : "accepted");
    });
  } catch {
    return { kind: "later", why: "offline", afterSeconds: 0 }; // no answer: it may have arrived, so the same bytes again
  }
}

async function outcomeOf(response: Response, done: "accepted" | "test"): Promise<Outcome> {
  const { status } = response;
  if (status === 429) return { kind: "later", why: "busy", afterSeconds: askedSeconds(response) };
  const answer: unknown = await response.json().catch(() => null); // a proxy may refuse in a format of its own
  if (status === 202 && peek(answer, "state") === done) return { kind: "accepted" };
  const code = peek(answer, "code");
  // Without a code it is not the intake that speaks, but something on the way, and the report is not given up for that.
  if (status >= 400 && status < 500 && typeof code === "string") return { kind: "refused", code };
  const why = code === "survey_paused" ? "paused" : "unavailable";
  return { kind: "later", why, afterSeconds: askedSeconds(response) };
}

function askedSeconds(response: Response): number {
  const seconds = response.headers.get("Retry-After") ?? "";
  return /^\d{1,6}$/.test(seconds) ? Math.min(Number(seconds), LONGEST_ASKED_SECONDS) : 0;
}

type Later = Extract<Outcome, { kind: "later" }>;

/** How it ended. A refusal that follows a try without an answer does not tell whether that try was counted. */
export type Delivered =
  | { readonly kind: "accepted" }
  | { readonly kind: "refused"; readonly code: string; readonly mayHaveArrived: boolean };

/** Send until the server has said yes or no; between tries `wait`, which a person may cut short. */
export async function deliver(
  once: () => Promise<Outcome>,
  wait: (seconds: number, why: Later["why"]) => Promise<void>,
): Promise<Delivered> {
  let mayHaveArrived = false;
  for (let tries = 1; ; tries += 1) {
    const outcome = await once();
    if (outcome.kind === "refused") return { ...outcome, mayHaveArrived };
    if (outcome.kind === "accepted") return outcome;
    mayHaveArrived = mayHaveArrived || outcome.why !== "busy";
    await wait(Math.max(outcome.afterSeconds, Math.min(2 ** tries, LONGEST_WAIT_SECONDS)), outcome.why);
  }
}
