import { expect, test } from "vitest";
import { deliver, type Outcome, post } from "../send";

interface Seen {
  readonly address: string;
  readonly options: RequestInit;
}

function answering(...answers: (Response | Error)[]): { fetch: typeof fetch; seen: Seen[] } {
  const seen: Seen[] = [];
  const fetch = (address: string | URL | Request, options: RequestInit = {}): Promise<Response> => {
    seen.push({ address: String(address), options });
    const answer = answers[seen.length - 1] ?? new Error("no more answers");
    return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
  };
  return { fetch, seen };
}

const reply = (status: number, body: unknown, headers: Record<string, string> = {}): Response =>
  new Response(typeof body === "string" ? body : JSON.stringify(body), { status, headers });

const accepted = (): Response => reply(202, { state: "accepted" });
const body = '{"key":"AAAAAAAAAAAAAAAAAAAAAA","level":0,"proof":"","record":"AA","version":""}';

test("a report is one POST of its bytes, and nothing that could name the person", async () => {
  const { fetch, seen } = answering(accepted());
  expect(await post(body, fetch)).toEqual({ kind: "accepted" });
  const { signal, ...options } = seen[0]?.options ?? {};
  expect(signal).toBeInstanceOf(AbortSignal);
  expect([seen.length, seen[0]?.address]).toEqual([1, "/api/v1/reports/"]);
  expect(options).toEqual({
    method: "POST",
    headers: { Accept: "application/json", "Content-Type": "application/json" },
    body,
    credentials: "omit",
    referrerPolicy: "no-referrer",
    cache: "no-store",
    redirect: "error",
  });
});

test("a test goes to a route of its own, and only its own answer ends it", async () => {
  const { fetch, seen } = answering(reply(202, { state: "test" }), accepted());
  expect(await post(body, fetch, true)).toEqual({ kind: "accepted" });
  expect(await post(body, fetch, true)).toEqual({ kind: "later", why: "unavailable", afterSeconds: 0 });
  expect(seen.map(({ address }) => address)).toEqual(["/api/v1/reports/test/", "/api/v1/reports/test/"]);
});

test("what was tried out was not accepted", async () => {
  const { fetch } = answering(reply(202, { state: "test" }));
  expect(await post(body, fetch)).toEqual({ kind: "later", why: "unavailable", afterSeconds: 0 });
});

test.each([
  ["the network is gone", new TypeError("network"), { kind: "later", why: "offline", afterSeconds: 0 }],
  ["429", reply(429, {}, { "Retry-After": "7" }), { kind: "later", why: "busy", afterSeconds: 7 }],
  ["503", reply(503, {}, { "Retry-After": "3" }), { kind: "later", why: "unavailable", afterSeconds: 3 }],
  ["502 of a proxy", reply(502, "<html>"), { kind: "later", why: "unavailable", afterSeconds: 0 }],
  ["a page of a hotel", reply(200, "<html>"), { kind: "later", why: "unavailable", afterSeconds: 0 }],
  ["202 that says nothing", reply(202, ""), { kind: "later", why: "unavailable", afterSeconds: 0 }],
  [
    "a day of waiting",
    reply(503, {}, { "Retry-After": "86400" }),
    { kind: "later", why: "unavailable", afterSeconds: 600 },
  ],
  [
    "a date to wait for",
    reply(429, {}, { "Retry-After": "Fri, 20 Nov" }),
    { kind: "later", why: "busy", afterSeconds: 0 },
  ],
  [
    "a pause",
    reply(503, { code: "survey_paused" }, { "Retry-After": "60" }),
    { kind: "later", why: "paused", afterSeconds: 60 },
  ],
  ["closed", reply(410, { code: "survey_closed" }), { kind: "refused", code: "survey_closed" }],
  ...[400, 403, 404, 408, 413, 425].map((status) => [
    `${status} of something on the way`,
    reply(status, "<html>"),
    { kind: "later", why: "unavailable", afterSeconds: 0 },
  ]),
] as [string, Response | Error, Outcome][])("%s", async (_, answer, outcome) => {
  expect(await post(body, answering(answer).fetch)).toEqual(outcome);
});

test("tries again with the same bytes until the server has answered, waiting longer each time", async () => {
  const gone = new TypeError("network");
  const busy = reply(429, {}, { "Retry-After": "30" });
  const { fetch, seen } = answering(gone, gone, busy, ...Array.from({ length: 5 }, () => gone), accepted());
  const waits: [number, string][] = [];
  const outcome = await deliver(
    () => post(body, fetch),
    (seconds, why) => {
      waits.push([seconds, why]);
      return Promise.resolve();
    },
  );
  expect(outcome).toEqual({ kind: "accepted" });
  expect(new Set(seen.map((request) => request.options.body))).toEqual(new Set([body]));
  expect(waits.map(([seconds]) => seconds)).toEqual([2, 4, 30, 16, 32, 60, 60, 60]);
  expect(waits[2]?.[1]).toBe("busy");
});

test("a refusal ends it: nothing is tried again", async () => {
  const { fetch, seen } = answering(reply(409, { code: "key_reused" }));
  const outcome = await deliver(
    () => post(body, fetch),
    () => Promise.reject(new Error("waited")),
  );
  expect([outcome, seen.length]).toEqual([{ kind: "refused", code: "key_reused", mayHaveArrived: false }, 1]);
});

test.each([
  ["no answer", new TypeError("network"), true],
  ["503", reply(503, {}), true],
  ["429", reply(429, {}), false],
])("after a try with %s, a refusal says whether it may have arrived", async (_, first, mayHaveArrived) => {
  const { fetch } = answering(first, reply(410, { code: "survey_closed" }));
  const outcome = await deliver(
    () => post(body, fetch),
    () => Promise.resolve(),
  );
  expect(outcome).toEqual({ kind: "refused", code: "survey_closed", mayHaveArrived });
});
