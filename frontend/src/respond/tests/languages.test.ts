import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { type WordFile, wordsFor } from "../languages";
import { en } from "../words/en";
import { everyLanguage, translations } from "../words/every";
import { listed, textsFrom } from "../words/wording";
import { type Given, never } from "./stalled";

const files: readonly WordFile[] = translations.map(({ language }) => ({
  hreflang: language,
  href: `https://survey.test/s/a/assets/words-${language}.json`,
  integrity: `sha384-${language}`,
}));

/** A server of files of words that remembers what it was asked. */
function server(change: (language: string) => Response | null = () => null) {
  const requests: { address: string; options: RequestInit }[] = [];
  const fetch = async (address: string, options: RequestInit): Promise<Response> => {
    requests.push({ address, options });
    const words = translations.find(({ language }) => address.includes(`-${language}.`));
    if (words === undefined) throw new TypeError("offline");
    return change(words.language) ?? new Response(JSON.stringify(listed(words)));
  };
  return { requests, fetch };
}

const spokenAfter = async (languages: readonly string[], change?: (language: string) => Response | null) => {
  const { requests, fetch } = server(change);
  const spoken = await wordsFor(languages, files, fetch);
  return { requests, spoken: spoken.map(({ language }) => language) };
};

test("the words of all languages of a survey are asked for at once, by their hash, and nothing about the person", async () => {
  const { requests, spoken } = await spokenAfter(["en", "ar-EG", "zh-Hant", "fr"]);
  expect(spoken).toEqual(["en", "zh-CN", "ar"]);
  expect(requests).toEqual(
    files.map(({ href, integrity }) => ({
      address: href,
      options: {
        integrity,
        credentials: "omit",
        referrerPolicy: "no-referrer",
        redirect: "error",
        signal: expect.any(AbortSignal),
      },
    })),
  );
});

test("nothing is asked for a survey in English, or in a language the page does not speak", async () => {
  expect(await spokenAfter(["en-GB"])).toEqual({ requests: [], spoken: ["en"] });
  expect(await spokenAfter(["fr", "de"])).toEqual({ requests: [], spoken: ["en"] });
});

test("an earlier page without files of words speaks English", async () => {
  expect(await wordsFor(["ar"], [], () => Promise.reject(new TypeError("nothing to ask")))).toEqual([en]);
});

describe("words that cannot be had", () => {
  const arabic = translations.find(({ language }) => language === "ar") ?? expect.fail("no Arabic");
  const whole = listed(arabic) as readonly unknown[];
  test.each<[string, () => Response]>([
    ["because the network refuses", () => Response.error()],
    ["because there are none", () => new Response("not here", { status: 404 })],
    ["because they are cut short", () => new Response(JSON.stringify(whole.slice(1)))],
    ["because a text is none", () => new Response(JSON.stringify(whole.map((part) => (part === "رجوع" ? 1 : part))))],
    [
      "because a sentence has no form for everything else",
      () => new Response(JSON.stringify(whole.with(2, { "<1": "x" }))),
    ],
    ["because a form of a sentence is no text", () => new Response(JSON.stringify(whole.with(2, { other: [] })))],
    ["because they are no list", () => new Response(JSON.stringify({ length: whole.length }))],
  ])("%s are left out, and those of other languages are not", async (_, response) => {
    const { spoken } = await spokenAfter(["en", "ar", "zh-CN"], (language) => (language === "ar" ? response() : null));
    expect(spoken).toEqual(["en", "zh-CN"]);
  });
});

describe("words that stall", () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  test.each<[string, (signal: Given) => Promise<Response>]>([
    ["before anything has come", never],
    ["when half has come", async (signal) => Object.assign(new Response(), { json: () => never(signal) })],
  ])("%s are given up after five seconds, and those of other languages are kept", async (_, stalled) => {
    const { fetch } = server();
    const heard = vi.fn<(languages: readonly string[]) => void>();
    const had = wordsFor(["en", "ar", "zh-CN"], files, (address, options) =>
      address.includes("-ar.") ? stalled(options.signal) : fetch(address, options),
    );
    void had.then((spoken) => heard(spoken.map(({ language }) => language)));
    await vi.advanceTimersByTimeAsync(4_999);
    expect(heard).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(heard).toHaveBeenCalledExactlyOnceWith(["en", "zh-CN"]);
  });

  test("leave no clock running once they have come", async () => {
    await wordsFor(["ar"], files, server().fetch);
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe("a sentence that is data", () => {
  const [chinese, arabic] = everyLanguage.slice(1);

  test("says the first form that fits the value", () => {
    expect([0, 1, 99, 99.5].map((count) => arabic?.often(count))).toEqual([
      "أقل من 1 من كل 100",
      "1 من كل 100",
      "99 من كل 100",
      "أكثر من 99 من كل 100",
    ]);
    expect([true, false].map((several) => chinese?.level.lead(several))[0]).toContain("选一次");
    expect([89, 90].map((guess) => chinese?.level.proof(guess, "是").includes("不能证明"))).toEqual([true, false]);
  });

  test("says a list by its own comma, and an empty one in its own form", () => {
    expect(chinese?.receipt.ticks(["甲", "乙"])).toContain("甲、乙");
    expect(chinese?.receipt.ticks([])).toBe("已发送：没有勾选");
  });

  test("takes what a survey says as it is, also where it looks like a place or a pattern", () => {
    const message = chinese?.fields.range("{1}", "$& {0}");
    expect(message).toBe("{1} 到不足 $& {0}");
  });

  test("writes numbers as its language does", () => {
    expect(chinese?.label.shownFrom(1000)).toContain("1,000");
  });

  test("is refused for a language whose file has a part too many", () => {
    const [words] = translations;
    const more = words && [...(listed(words) as readonly unknown[]), "more"];
    expect(() => textsFrom("zh-CN", more)).toThrow(RangeError);
  });
});
