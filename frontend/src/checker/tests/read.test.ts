import { describe, expect, test } from "vitest";
import { base64url } from "../../privacy/base64url";
import { digest } from "../../privacy/canonical";
import { hex, sha256 } from "../../privacy/sha256";
import { utf8 } from "../../privacy/utf8";
import { statedLevel } from "../../respond/chosen";
import { receiptFile } from "../../respond/receipt";
import { type Sealed, seal } from "../../respond/seal";
import { changed, levelAt, sample, sampleSurvey, specOf, tape } from "../../respond/tests/sample";
import type { Survey } from "../../respond/version/definition";
import { parseDefinition } from "../../respond/version/parse";
import { voiceIn } from "../../respond/voice";
import { en } from "../../respond/words/en";
import { translations } from "../../respond/words/every";
import { listed } from "../../respond/words/wording";
import { bundleHash, loadedBy, pageFiles } from "../bundle";
import { kindOf } from "../files";
import { checkReceipt, type Question, readReceipt } from "../receipt";
import { readVersion } from "../version";
import { LANGUAGES, wordsIn } from "../words/words";

const published = (definition: unknown, hash = digest(definition)): string =>
  JSON.stringify({ hash, state: "closed", definition });

describe("a version", () => {
  test("is sound when its canonical JSON gives the hash it states, however it is written", () => {
    const pretty = JSON.stringify(JSON.parse(published(sample())), null, 4);
    for (const text of [published(sample()), pretty]) {
      const read = readVersion(text);
      expect(read.kind === "sound" && read.compared && read.survey.hash).toBe(digest(sample()));
    }
  });

  test("is tampered with when one word of it is another", () => {
    const read = readVersion(published(changed("title", "Another title"), digest(sample())));
    expect(read).toEqual({
      kind: "tampered",
      declared: digest(sample()),
      digest: digest(changed("title", "Another title")),
    });
  });

  test("may stand alone, and is then compared with nothing", () => {
    const read = readVersion(JSON.stringify(sample()));
    expect(read.kind === "sound" && !read.compared).toBe(true);
  });

  test("is not read when its thresholds spend more than it states, though its hash fits", () => {
    const cheat = changed("levels.0.blocks.0.fields.0.spec.keep_below", 4_200_000_000);
    const read = readVersion(published(cheat));
    expect(read.kind === "unread" && read.why).toMatch(/spends more/);
  });

  test.each(["", "no JSON", "[]", "{}", '{"hash":"00","state":"open","definition":{}}'])("is not %j", (text) => {
    expect(readVersion(text).kind).toBe("unread");
  });
});

describe("a receipt", () => {
  const survey = sampleSurvey();
  const level = levelAt(survey, 0);
  const sealed: Sealed = seal(
    survey.hash,
    level,
    level.fields.map(({ field }) => (field.kind === "set" ? [0] : 0)),
    tape(11).words,
  );
  const file = receiptFile(survey, level, sealed, voiceIn(survey.definition, "en", [en]));
  const judged = (text: string, message = ""): Partial<Record<Question, boolean | null>> => {
    const read = readReceipt(text);
    if (read === null) throw new Error("no receipt");
    return Object.fromEntries(
      checkReceipt(survey, read, message).findings.map(({ question, fits }) => [question, fits]),
    );
  };
  const line = (name: string, value: string): string =>
    file.replace(new RegExp(`^${name}: .*$`, "m"), `${name}: ${value}`);
  const record = (change: (bytes: Uint8Array) => void): string => {
    const bytes = Uint8Array.from(sealed.record);
    change(bytes);
    return line("record", hex(bytes));
  };
  const sound = { version: true, level: true, length: true, shape: true, padding: true };

  test("as the page writes it fits; the checksum waits for the message", () => {
    expect(judged(file)).toEqual({ ...sound, checksum: null });
    expect(judged(file.replace(/\n/g, "\r\n"))).toEqual({ ...sound, checksum: null });
  });

  test("fits the message that was sent", () => {
    expect(judged(file, sealed.body)).toEqual({ ...sound, message: true, checksum: true, number: true, record: true });
  });

  test("states a level for each block where levels are chosen by question", () => {
    const written = { ...sample(), level_choice: "question" };
    const definition = parseDefinition(written, false);
    const chosen: Survey = { ...survey, definition, hash: digest(written) };
    const stated = (definition.choosers ?? []).map((may) => (may ? "1" : "0")).join("");
    const composed = statedLevel(definition, stated);
    if (composed === undefined) throw new Error(`no level ${stated}`);
    const answers = composed.fields.map(({ field }) => (field.kind === "set" ? [0] : 0));
    const drawn = seal(chosen.hash, composed, answers, tape(12).words);
    const text = receiptFile(chosen, composed, drawn, voiceIn(definition, "en", [en]));
    const fits = (of: string): unknown[] => {
      const read = readReceipt(of);
      return read === null ? [] : checkReceipt(chosen, read, drawn.body).findings.map((finding) => finding.fits);
    };
    expect(fits(text)).not.toContain(false);
    expect(fits(text.replace(`level: ${stated}`, `level: ${stated}0`))).toContain(false);
    expect(fits(text.replace(`level: ${stated}`, "level: 0"))).toContain(false);
  });

  test("of another version, level or length does not fit", () => {
    expect(judged(line("version", "0".repeat(64)))).toMatchObject({ version: false });
    expect(judged(line("level", "9"))).toMatchObject({ level: false, length: false });
    expect(judged(line("record", `${hex(sealed.record)}00`))).toMatchObject({ length: false });
    expect(judged(line("record", "zz"))).toMatchObject({ length: false });
    expect(judged(line("checksum", "short"))).toMatchObject({ form: false });
  });

  test("with an answer nobody could draw, or a bit beyond the answers, does not fit", () => {
    const before = (index: number): number => level.fields.slice(0, index).reduce((sum, { bytes }) => sum + bytes, 0);
    const places = level.fields.map((part, index) => ({ at: before(index), spec: specOf(part) }));
    const choice = places.find(({ spec }) => spec.shape === "choice");
    const bits = places.find(({ spec }) => spec.shape === "bits" && spec.answers % 8 !== 0);
    const subset = places.find(({ spec }) => spec.shape === "subset");
    if (choice === undefined || bits === undefined || subset === undefined) throw new Error("the sample lacks a shape");
    const last = bits.at + Math.ceil(bits.spec.answers / 8) - 1;
    const judgedWith = (value: (byte: number) => number, at: number) =>
      judged(record((bytes) => bytes.fill(value(bytes[at] ?? 0), at, at + 1)));
    expect(judgedWith(() => 255, choice.at)).toMatchObject({ shape: false, padding: true });
    expect(judgedWith((byte) => byte | 1, last)).toMatchObject({ shape: true, padding: false });
    expect(judgedWith(() => 128, subset.at)).toMatchObject({ shape: false, padding: true }); // one tick too few
    expect(judgedWith((byte) => byte | 1, subset.at)).toMatchObject({ shape: true, padding: false });
  });

  test("does not fit a message that holds another record, another key, or is written otherwise", () => {
    const other = { ...JSON.parse(sealed.body), record: base64url(new Uint8Array(sealed.record.length)) };
    expect(judged(file, JSON.stringify(other))).toMatchObject({ checksum: false, number: true, record: false });
    const key = { ...JSON.parse(sealed.body), key: base64url(new Uint8Array(16)) };
    expect(judged(file, JSON.stringify(key))).toMatchObject({ checksum: false, number: false, record: true });
    expect(judged(file, sealed.body.replace(",", ", "))).toMatchObject({ message: false, checksum: false });
    expect(judged(file, "not JSON")).toMatchObject({ message: false, checksum: false, number: false, record: false });
  });

  test("is not read with a line missing, twice there, or of another format", () => {
    for (const bad of [
      "",
      "hello",
      line("format", "datahub-receipt/2"),
      file.replace(/^level: .*\n/m, ""),
      `level: 0\n${file}`,
    ]) {
      expect(readReceipt(bad)).toBeNull();
    }
  });
});

describe("the page as served", () => {
  const bytes = utf8('<script src="./assets/respond-a.js"></script><link href="./assets/respond-b.css">');
  const saved = [
    { name: "index.html", bytes },
    { name: "respond-a.js", bytes: utf8("a") },
    { name: "respond-b.css", bytes: utf8("b") },
  ];

  test("has the hash of its files under the names they are served by, in any order", () => {
    const expected = digest({
      "respond.html": hex(sha256(bytes)),
      "assets/respond-a.js": hex(sha256(utf8("a"))),
      "assets/respond-b.css": hex(sha256(utf8("b"))),
    });
    expect(bundleHash(pageFiles(saved))).toBe(expected);
    expect(bundleHash(pageFiles(Array.from(saved).reverse()))).toBe(expected);
    expect(bundleHash(pageFiles([...saved, { name: "respond.html.br", bytes: utf8("c") }]))).toBe(expected);
    expect(bundleHash(pageFiles([...saved.slice(0, 2), { name: "respond-b.css", bytes: utf8("c") }]))).not.toBe(
      expected,
    );
  });

  test("names the files it loads", () => {
    expect(loadedBy(saved)).toEqual(["assets/respond-a.js", "assets/respond-b.css"]);
    expect(loadedBy(saved.slice(1))).toEqual(["respond.html"]);
  });

  describe("in several languages", () => {
    const tags = translations.map(({ language }) => language);
    const links = tags.map((tag) => `<link rel="words" hreflang="${tag}" href="./assets/words-${tag}-0aB_-c1d.json">`);
    const translated = [
      { name: "index.html", bytes: utf8(links.join("")) },
      ...translations.map((wording) => ({
        name: `words-${wording.language}-0aB_-c1d.json`,
        bytes: utf8(JSON.stringify(listed(wording))),
      })),
    ];

    test("is made of its files of words too, chosen or dropped under the names they are served by", () => {
      const named = pageFiles(translated).map(({ name }) => name);
      expect(named.slice().sort()).toEqual(["respond.html", ...loadedBy(translated)].sort());
      expect(named).toHaveLength(1 + tags.length);
      expect(translated.map(kindOf)).toEqual(translated.map(() => "page"));
    });

    test("is saved with them, as every language says", () => {
      const message: Record<string, RegExp> = {
        en: /its words in every other language/,
        "zh-CN": /文字/,
        ar: /كلماتها/,
      };
      for (const tag of LANGUAGES) expect(wordsIn(tag).page.lead).toMatch(message[tag] ?? expect.fail(tag));
    });
  });

  test("is told from a version and a receipt by how a file begins", () => {
    const kind = (text: string): string => kindOf({ name: "file", bytes: utf8(text) });
    expect([kind('\n {"hash"'), kind("format: datahub-receipt/1"), kind("<!doctype html>")]).toEqual([
      "version",
      "receipt",
      "page",
    ]);
  });
});
