import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { digest } from "../../privacy/canonical";
import { addressOf } from "../address";
import { type Loaded, load, readPublished } from "../load";
import { changed, sample } from "./sample";
import { type Given, never } from "./stalled";

const published = (state = "open"): { hash: string; state: string; definition: unknown } => ({
  hash: digest(sample()),
  state,
  definition: sample(),
});

const reasonOf = (loaded: Loaded): string => ("stop" in loaded ? loaded.stop.reason : "shown");

interface Call {
  readonly address: string;
  readonly options: RequestInit;
}

/** A server that gives one answer and remembers what it was asked. */
function server(status: number, body: unknown): { fetch: typeof fetch; requests: Call[] } {
  const calls: Call[] = [];
  const answer = (address: string | URL | Request, options: RequestInit = {}): Promise<Response> => {
    calls.push({ address: String(address), options });
    return Promise.resolve(new Response(JSON.stringify(body), { status }));
  };
  return { fetch: answer, requests: calls };
}

test("loads a link by one request that says nothing about the person", async () => {
  const { fetch, requests } = server(200, published());
  expect(reasonOf(await load(addressOf("/s/work-and-age/"), fetch))).toBe("shown");
  expect(requests).toEqual([
    {
      address: "/api/v1/links/work-and-age/",
      options: {
        headers: { Accept: "application/json" },
        credentials: "omit",
        referrerPolicy: "no-referrer",
        cache: "no-store",
        redirect: "error",
        signal: expect.any(AbortSignal),
      },
    },
  ]);
});

test("loads a preview as the person who is signed in, and never as a survey that can be sent", async () => {
  const { fetch, requests } = server(200, changed("number", 0));
  const loaded = await load(addressOf("/preview/0f3c1d2e-0000-4000-8000-0123456789ab/"), fetch);
  expect("survey" in loaded && loaded.survey.preview).toBe(true);
  expect(requests[0]?.address).toBe("/api/v1/surveys/0f3c1d2e-0000-4000-8000-0123456789ab/preview/");
  expect(requests[0]?.options.credentials).toBe("same-origin");
});

test("refuses a definition whose own bytes give another hash", () => {
  const other = { ...published(), definition: changed("title", "Work and wage") };
  expect(reasonOf(readPublished(other))).toBe("changed");
});

test("refuses what it cannot read, and says which rule", () => {
  const definition = { ...sample(), cookies: true };
  const loaded = readPublished({ hash: digest(definition), state: "open", definition });
  expect(loaded).toEqual({ stop: { reason: "unknown", detail: "definition: cookies is not known to this page" } });
});

test.each([NaN, 0.5, 2 ** 53])("refuses a definition with the number %d, which has no hash", (number) => {
  expect(reasonOf(readPublished({ ...published(), definition: { number } }))).toBe("unknown");
});

test("refuses a definition nested a thousand deep", () => {
  const deep: unknown = JSON.parse(`${"[".repeat(1000)}${"]".repeat(1000)}`);
  expect(reasonOf(readPublished({ ...published(), definition: deep }))).toBe("unknown");
});

test.each(["scheduled", "paused"])("a test answers a survey that is %s", (state) => {
  const loaded = readPublished(published(state), true);
  expect("survey" in loaded && loaded.survey.test).toBe(true);
});

test("the address of a preview may name its language, and nothing else", () => {
  const addresses = ["", "?lang=ar", "?lang=zh-CN", "?lang=ar&x=1", "?lang=<b>"].map((search) =>
    addressOf("/preview/a1/", search),
  );
  expect(addresses.map((address) => address.kind === "preview" && address.language)).toEqual([
    null,
    "ar",
    "zh-CN",
    null,
    null,
  ]);
  expect(addressOf("/s/work-and-age/", "?lang=ar")).toEqual({ kind: "link", slug: "work-and-age", test: false });
});

test("only the address that ends in ?test is a test", () => {
  const addresses = ["", "?test", "?test=1", "?a&test"].map((search) => addressOf("/s/work-and-age/", search));
  expect(addresses.map((address) => address.kind === "link" && address.test)).toEqual([false, true, false, false]);
  expect(reasonOf(readPublished(published("closed"), true))).toBe("closed");
});

test.each(["scheduled", "paused", "closed"])("says that a survey is %s", (state) => {
  expect(reasonOf(readPublished(published(state)))).toBe(state);
});

test.each([
  ["/s/gone/", 404, "missing"],
  ["/s/gone/", 503, "unreachable"],
  ["/preview/some/", 401, "hidden"],
  ["/preview/some/", 403, "hidden"],
  ["/preview/some/", 404, "hidden"],
  ["/preview/some/", 400, "draft"],
])("%s answered with %d is %s", async (path, status, reason) => {
  expect(reasonOf(await load(addressOf(path), server(status, {}).fetch))).toBe(reason);
});

test("a draft that is not finished says what its server said", async () => {
  const { fetch } = server(400, { code: "draft_refused", detail: "The draft cannot be published.", fields: {} });
  const stop = { reason: "draft", detail: "The draft cannot be published." };
  expect(await load(addressOf("/preview/some/"), fetch)).toEqual({ stop });
});

test("without a network it says so", async () => {
  expect(reasonOf(await load(addressOf("/s/any/"), () => Promise.reject(new TypeError("offline"))))).toBe(
    "unreachable",
  );
});

describe("a survey that does not come", () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  test.each<[string, string, (signal: Given) => Promise<Response>]>([
    ["/s/any/", "before anything has come", never],
    ["/s/any/", "when half has come", async (signal) => Object.assign(new Response(), { json: () => never(signal) })],
    ["/preview/some/", "before anything has come", never],
  ])("at %s, %s, is given up after twenty seconds, and its slowness is said", async (path, _, stalled) => {
    const heard = vi.fn<(reason: string) => void>();
    void load(addressOf(path), (_, { signal }) => stalled(signal)).then((loaded) => heard(reasonOf(loaded)));
    await vi.advanceTimersByTimeAsync(19_999);
    expect(heard).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(heard).toHaveBeenCalledExactlyOnceWith("slow");
  });

  test.each([
    ["has come", 200],
    ["was refused", 404],
  ])("leaves no clock running once it %s", async (_, status) => {
    await load(addressOf("/s/any/"), server(status, published()).fetch);
    expect(vi.getTimerCount()).toBe(0);
  });
});

test.each(["/", "/s/", "/s/a/b/", "/s/../", "/s/a%2Fb/", "/studio/a/", "/preview/"])(
  "asks for nothing at %s",
  async (path) => {
    const { fetch, requests } = server(200, published());
    expect(reasonOf(await load(addressOf(path), fetch))).toBe("missing");
    expect(requests).toEqual([]);
  },
);
