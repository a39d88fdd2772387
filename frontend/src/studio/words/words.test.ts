import { readFileSync } from "node:fs";
import { afterEach, describe, expect, test, vi } from "vitest";
import { clock, count, day, percent, points } from "../numbers/format";
import { en } from "./en";
import { preferred, speak } from "./words";
import { zhCN } from "./zh-CN";

/** Names and signs that are written the same in every language. */
const SAME = new Set(["product"]);
const HAN = /\p{Script=Han}/u;

/** Every sentence by its path. Functions are called with texts, with counts, and with objects of texts. */
function sentences(part: unknown, path: string): [string, string][] {
  if (typeof part === "string") return [[path, part]];
  if (typeof part === "function") {
    const any = new Proxy({}, { get: (_, key) => (key === Symbol.toPrimitive ? () => "#" : "#") });
    return ["#", 1, 2, any].flatMap((argument): [string, string][] => {
      try {
        const text: unknown = Reflect.apply(part, undefined, Array(part.length).fill(argument));
        return typeof text === "string" ? [[`${path}(${typeof argument}${argument === 1 ? ", one" : ""})`, text]] : [];
      } catch {
        return []; // this function takes something else
      }
    });
  }
  if (typeof part !== "object" || part === null) return [];
  return Object.entries(part).flatMap(([key, below]) => sentences(below, path === "" ? key : `${path}.${key}`));
}

const english = new Map(sentences(en, ""));
const chinese = new Map(sentences(zhCN, ""));

/** What a person would read in the wrong language. */
function untranslated(): string[] {
  return [...chinese]
    .filter(([path]) => !SAME.has(path))
    .filter(([path, text]) => /\p{L}/u.test(text) && (text === english.get(path) || !HAN.test(text)))
    .map(([path, text]) => `${path}: ${text}`);
}

afterEach(() => speak("en"));

describe("the studio in Chinese", () => {
  test("has no sentence that stayed English", () => expect(untranslated()).toEqual([]));

  test("says something wherever English does", () => {
    const silent = [...english].filter(([path, text]) => text.trim() !== "" && !chinese.get(path)?.trim());
    expect(silent).toEqual([]);
  });

  test("has Chinese marks after Chinese words", () => {
    const halfWidth = [...chinese].filter(([, text]) => /\p{Script=Han}[,.;:?!]/u.test(text)).map(([path]) => path);
    expect(halfWidth).toEqual([]);
  });

  test("writes numbers and dates its own way", () => {
    speak("zh-CN");
    expect([count(48842), percent(0.291, 1), percent(-0.03), points(0.027, 1)]).toEqual([
      "48,842",
      "29.1%",
      "\u22123%",
      "2.7",
    ]);
    expect(day("2026-11-20T12:00:00Z")).toBe("2026年11月20日");
    expect(clock(new Date(2026, 10, 20, 9, 5))).toBe("09:05");
  });
});

test("a language that was not fetched is not spoken", async () => {
  vi.resetModules();
  const fresh = await import("./words");
  expect(() => fresh.speak("zh-CN")).toThrow("zh-CN was not learnt");
  fresh.learn("zh-CN", zhCN);
  fresh.speak("zh-CN");
  expect([fresh.words, fresh.language]).toEqual([zhCN, "zh-CN"]);
});

test("the language is the first of the reader's that we speak", () => {
  expect(preferred(["zh-Hans-SG", "en"])).toBe("zh-CN");
  expect(preferred(["de-CH", "en-US", "zh-CN"])).toBe("en");
  expect(preferred(["de-CH", "fr"])).toBe("en");
});

/** Codes that only the respondent's page or a program that sends reports can meet. */
const NEVER_HERE = [
  "bad_record",
  "key_reused",
  "unknown_draw",
  "unsupported_media_type",
  "wrong_length",
  "survey_not_open",
  "survey_paused",
];

test("each refusal of the API has words, and no words are for a refusal there is not", () => {
  const reference = readFileSync(new URL("../../../../docs/reference/errors.md", import.meta.url), "utf8");
  const codes = [...reference.matchAll(/^\| `([a-z_]+)`/gm)].map(([, code]) => code ?? "");
  const spoken = Object.keys(en.refusals.codes);
  expect(codes.filter((code) => !spoken.includes(code) && !NEVER_HERE.includes(code))).toEqual([]);
  const ofSignIn = /^(email_password_mismatch|incorrect_\w+|too_many_\w+|rate_limited|required|passkey_\w+)$/; // allauth's, and the page's own
  expect(spoken.filter((code) => !codes.includes(code) && !ofSignIn.test(code))).toEqual([]);
});
