import { beforeEach, expect, test, vi } from "vitest";
import type { Words } from "./words";

/** A page just opened: nothing is learnt, and Chinese comes when the test lets it. */
async function opened({ chosen, browser = "en-GB" }: { chosen?: string; browser?: string } = {}) {
  vi.resetModules();
  const kept = new Map(chosen === undefined ? [] : [["datahub.language", chosen]]);
  const html = { lang: "" };
  vi.stubGlobal("document", { documentElement: html });
  vi.stubGlobal("window", {
    navigator: { languages: [browser] },
    localStorage: {
      getItem: (at: string) => kept.get(at) ?? null,
      setItem: (at: string, tag: string) => kept.set(at, tag),
    },
  });
  let come = (): void => undefined;
  let fail = (): void => undefined;
  const file = new Promise<{ zhCN: Words }>((resolve, reject) => {
    come = () => resolve({ zhCN: { language: "语言" } as Words });
    fail = () => reject(new Error("the file is not there"));
  });
  vi.doMock("./zh-CN", () => file);
  const { choose, speakAtFirst, speakTo } = await import("./choice");
  const spoken = await import("./words");
  return { choose, speakAtFirst, speakTo, come, fail, kept, html, spoken };
}

beforeEach(() => {
  vi.unstubAllGlobals();
  vi.doUnmock("./zh-CN");
});

test("a language is spoken and kept when its file has come, and not before", async () => {
  const { choose, speakAtFirst, come, kept, html, spoken } = await opened();
  await speakAtFirst();
  const choosing = choose("zh-CN", "ana");
  expect([spoken.language, html.lang, kept.size]).toEqual(["en", "en", 0]);
  come();
  await choosing;
  expect([spoken.language, html.lang, spoken.words.language]).toEqual(["zh-CN", "zh-CN", "语言"]);
  expect(Object.fromEntries(kept)).toEqual({ "datahub.language": "zh-CN", "datahub.language.ana": "zh-CN" });
});

test("of two choices in quick succession the last is spoken and kept, though the first comes later", async () => {
  const { choose, speakAtFirst, come, kept, spoken } = await opened();
  await speakAtFirst();
  const first = choose("zh-CN", undefined);
  await choose("en", undefined);
  come();
  await first;
  expect([spoken.language, kept.get("datahub.language")]).toEqual(["en", "en"]);
});

test("who chooses a language whose file is missing is told, reads on, and finds the page as it was next time", async () => {
  const { choose, speakAtFirst, fail, kept, html, spoken } = await opened();
  await speakAtFirst();
  const choosing = choose("zh-CN", "ana");
  fail();
  await expect(choosing).rejects.toThrow();
  expect([spoken.language, html.lang, kept.size]).toEqual(["en", "en", 0]);
});

test.each([{ chosen: "zh-CN" }, { browser: "zh-Hans" }])(
  "a page whose language is missing opens in English: %o",
  async (reader) => {
    const { speakAtFirst, fail, html, spoken } = await opened(reader);
    fail();
    await speakAtFirst();
    expect([spoken.language, html.lang]).toEqual(["en", "en"]);
  },
);

test("who is known to read a language whose file is missing reads on", async () => {
  const { speakAtFirst, speakTo, fail, spoken } = await opened();
  await speakAtFirst();
  fail();
  await speakTo("ana", "zh-CN");
  expect(spoken.language).toBe("en");
});
