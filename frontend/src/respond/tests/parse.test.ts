import { describe, expect, test } from "vitest";
import { parseDefinition, parsePublished } from "../version/parse";
import { Refusal } from "../version/reading";
import { changed, child, type Json, sample } from "./sample";

const read = (value: unknown): unknown => parseDefinition(value, false);

/** Every path at which there is a value, lists and objects included. */
function paths(value: Json, before: string[] = []): string[][] {
  const here = before.length === 0 ? [] : [before];
  if (typeof value !== "object" || value === null) return here;
  const keys = Object.keys(value).filter((key) => !key.includes(".")); // paths of translations hold dots
  return here.concat(...keys.map((key) => paths(child(value, key), [...before, key])));
}

const everyPath = paths(sample()).map((keys) => keys.join("."));
const MAY_BE_NULL = /(_at|token_key|cap_reports|most_choices|number\.(least|most))$/;
const objects = everyPath.filter((path) => {
  const value = path.split(".").reduce(child, sample() as Json);
  return typeof value === "object" && value !== null && !Array.isArray(value);
});

test("reads what was published", () => {
  const { levels, columns, items } = parseDefinition(sample(), false);
  expect(levels.map((level) => [level.epsilon.text, level.recordBytes, level.fields.length])).toEqual([
    ["2", 8, 7],
    ["4", 8, 7],
  ]);
  expect(columns.map((each) => each.key)).toEqual([
    "over_50",
    "work",
    "tools",
    "days",
    "grid.r1",
    "grid.r2",
    "cold",
    "mood",
  ]);
  expect(levels[0].fields.map(({ field }) => [field.kind, field.of.length, field.answers, field.most])).toEqual([
    ["one", 1, 3, 1],
    ["one", 1, 12, 1],
    ["set", 1, 5, 3],
    ["one", 1, 4, 1],
    ["one", 1, 2, 1],
    ["one", 1, 2, 1],
    ["joint", 2, 8, 1],
  ]);
  expect(items.map((item) => item.type)).toEqual([
    "yes_no",
    "single_choice",
    "multiple_choice",
    "page",
    "number",
    "matrix",
    "yes_no",
    "scale",
    "consent",
  ]);
});

describe("refuses what it does not know", () => {
  test("a key at the top", () => {
    expect(() => read({ ...sample(), cookies: true })).toThrow("cookies is not known to this page");
  });

  test.each(objects.filter((path) => !path.startsWith("translations")))("a key in %s", (path) => {
    expect(() => read(changed(`${path}.extra`, 1))).toThrow();
  });

  test.each(everyPath)("null, a list or an object in the place of %s", (path) => {
    for (const value of [...(MAY_BE_NULL.test(path) ? [] : [null]), [[]], { odd: 1 }]) {
      expect(() => read(changed(path, value as Json))).toThrow();
    }
  });

  test.each(Object.keys(sample()))("a definition without %s", (key) => {
    const { [key]: _, ...rest } = sample();
    expect(() => read(rest)).toThrow(`${key} is missing`);
  });

  test.each([
    ["format", "datahub-survey-version/1"],
    ["survey", "0F3C1D2E-0000-4000-8000-0123456789AB"],
    ["number", 0],
    ["number", 1.5],
    ["language", "en_US"],
    ["languages", ["en"]],
    ["languages", ["ar", "ar"]],
    ["translations.ar", { "over_50.text": 5 }],
    ["title", ""],
    ["title", "x".repeat(201)],
    ["opens_at", "tomorrow"],
    ["closes_at", "2026-12-01T00:00:00+01:00"],
    ["closes_at", "2026-13-01T00:00:00Z"],
    ["cap_reports", 0],
    ["bundle", "AB".repeat(32)],
    ["token_key", "a key"],
    ["simulated", 1],
    ["questions", []],
    ["questions.0.type", "free_text"],
    ["questions.0.id", "Over"],
    ["questions.1.id", "over_50"],
    ["questions.0.options.0.id", "no"],
    ["questions.0.options.0.id", "oui"],
    ["questions.1.options.0.id", "a1"],
    ["questions.1.options.0.id", "not_asked"],
    ["questions.1.may_skip", true],
    ["questions.1.show_if", "over_50 = 'yes'"],
    ["questions.2.most_choices", 5],
    ["questions.2.most_choices", 1],
    ["questions.2.options.3.exclusive", false],
    ["questions.3.show_if", "over_50 = 'yes'"],
    ["questions.4.show_if", ""],
    ["questions.4.show_if", "days > 3"],
    ["questions.4.show_if", "cold = 'yes'"],
    ["questions.4.show_if", "over_50 = 'maybe'"],
    ["questions.4.number.edges", ["7.5", "1"]],
    ["questions.4.number.edges", ["1", "07.5"]],
    ["questions.4.number.edges", []],
    ["questions.4.number.most", "0"],
    ["questions.5.rows", []],
    ["questions.7.scale.most", 11],
    ["questions.7.scale.most", -1],
    ["blocks.1.questions", ["over_50"]],
    ["blocks.1.questions", ["over_50", "work"]],
    ["blocks.5.questions", ["cold"]],
    ["blocks.1.id", "b1"],
    ["blocks.0.fields.0.answers", 2],
    ["blocks.2.fields.0.most", 2],
    ["blocks.2.fields.0.kind", "one"],
    ["blocks.4.fields.1.of", ["grid.r1"]],
    ["blocks.5.fields.0.of", ["mood", "cold"]],
    ["levels", []],
    ["levels.0.id", 1],
    ["levels.0.record_bytes", 7],
    ["levels.0.blocks.0.block", "b2"],
    ["levels.0.blocks.4.epsilon", "0.25"],
    ["levels.0.blocks.0.fields.0.field", "b2"],
    ["levels.0.blocks.0.fields.0.mechanism", "randomized-telling"],
    ["levels.0.blocks.0.fields.0.mechanism", "optimized-unary-encoding"],
    ["levels.0.blocks.0.fields.0.mechanism", "bitwise-randomized-response"],
    ["levels.0.blocks.2.fields.0.mechanism", "symmetric-unary-encoding"],
    ["levels.0.blocks.0.fields.0.version", 2],
    ["levels.0.blocks.0.fields.0.words", 1],
    ["levels.0.blocks.0.fields.0.bytes", 2],
    ["levels.0.blocks.0.fields.0.spec.answers", 4],
    ["levels.0.blocks.0.fields.0.spec.shape", "bits"],
    ["ingest.shown_from", 19],
    ["ingest.batch_least", 49],
    ["ingest.batch_most", 49],
  ] as [string, Json][])("%s: %j", (path, value) => {
    expect(() => read(changed(path, value))).toThrow();
  });

  test("three good levels and a fourth", () => {
    const levels = child(sample(), "levels") as Json[];
    expect(() => read({ ...sample(), levels: [...levels, ...levels] })).toThrow("levels: must hold 1 to 3 items");
  });

  test("levels that do not stand with the most protective first", () => {
    const whole = sample();
    const [strongest, strong] = child(whole, "levels") as [Record<string, Json>, Record<string, Json>];
    const turned = [
      { ...strong, id: 0 },
      { ...strongest, id: 1 },
    ];
    expect(() => read({ ...whole, levels: turned })).toThrow("most protective first");
  });
});

describe("text is what it looks like", () => {
  const everyText = ["title", "description", "questions.0.text", "questions.0.help", "questions.0.options.0.label", "questions.8.label", "translations.ar.title"]; // biome-ignore format: one line
  const lines = ["title", "questions.0.options.0.label", "questions.8.label", "translations.ar.title"]; // they stand in lines of the receipt

  test.each(everyText)("%s holds nothing that hides or turns what stands around it", (path) => {
    for (const point of [0x1b, 0x7f, 0x85, 0x2028, 0x202e, 0x2066, 0xfeff]) {
      expect(() => read(changed(path, `a${String.fromCodePoint(point)}b`))).toThrow("cannot be seen");
    }
  });

  test.each(everyText)("%s may be Arabic, Persian or a family", (path) => {
    for (const good of [
      "\u0646\u0639\u0645",
      "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645",
      "\u{1f468}\u200d\u{1f469}",
    ]) {
      expect(() => read(changed(path, good))).not.toThrow();
    }
  });

  test.each(lines)("%s is one line, so that it can add none to a receipt", (path) => {
    expect(() => read(changed(path, "Yes\nchecksum: 00"))).toThrow("one line");
    expect(() => read(changed(path, "Yes\tNo"))).toThrow("one line");
  });

  test("a question may have several lines", () => {
    expect(() => read(changed("questions.0.text", "Think of last week.\nWere you ill?"))).not.toThrow();
  });
});

test("two levels of the same cost are no choice", () => {
  const whole = sample();
  const [strongest] = child(whole, "levels") as [Record<string, Json>];
  expect(() => read({ ...whole, levels: [strongest, { ...strongest, id: 1 }] })).toThrow("most protective");
});

test("a spec for another number of answers than the question has", () => {
  const spec = { shape: "choice", answers: 4, keep_below: 2 ** 30 };
  expect(() => read(changed("levels.0.blocks.0.fields.0.spec", spec))).toThrow("spec.answers: must be 3");
});

describe("holds the cost of a report", () => {
  test.each(["1.9", "2.000001", "2e0", "2.0000000", "-2", "02", " 2", "NaN"])(
    "eps_report %s is not 8 times 0.25",
    (value) => {
      expect(() => read(changed("levels.0.eps_report", value))).toThrow(Refusal);
    },
  );

  test("sums are exact: 0.1 and 7 times 0.25 are 1.85", () => {
    const whole = changed("levels.0.blocks.0.fields.0.spec.keep_below", 1431655766); // a third and a bit: nearly nothing
    const level = child(child(whole, "levels"), "0") as Record<string, Json>;
    const first = child(child(level, "blocks"), "0") as Record<string, Json>;
    Object.assign(first, { epsilon: "0.1" });
    Object.assign(child(child(first, "fields"), "0") as object, { epsilon: "0.1" });
    Object.assign(level, { eps_report: "1.85" });
    expect(() => read(whole)).not.toThrow();
  });

  test.each([
    ["0.blocks.0.fields.0.spec.keep_below", 1679294911 + 100],
    ["0.blocks.0.fields.0.spec.keep_below", 0],
    ["0.blocks.0.fields.0.spec.keep_below", 2 ** 32],
    ["0.blocks.1.fields.0.spec.zero_below", 1880437611 - 100],
    ["0.blocks.1.fields.0.spec.one_below", 2 ** 32],
    ["1.blocks.2.fields.0.spec.one_below", 2326027513 + 200],
    ["1.blocks.2.fields.0.spec.zero_below", 1968939783 - 200],
    ["0.blocks.2.fields.0.spec.meets_below", 1457402254 + 100],
    ["0.blocks.2.fields.0.spec.meets_below", 2 ** 32],
    ["0.blocks.2.fields.0.spec.meets_below", 0],
    ["0.blocks.5.fields.0.spec.zero_below", 1621524826 - 100],
  ])("%s = %d spends more than is stated", (path, value) => {
    expect(() => read(changed(`levels.${path}`, value))).toThrow("spends more than the");
  });

  test.each([
    ["spec.pad_to", 1, "spec.pad_to: must be 2"],
    ["spec.pad_to", 3, "spec.pad_to: must be 2"],
    ["spec.answers", 4, "spec.answers: must be 5"],
    ["spec.size", 2, "spends more than the"],
    ["words", 5, "must be"],
    ["bytes", 2, "must be"],
    ["mechanism", "bitwise-randomized-response", "is not what bitwise-randomized-response draws"],
    ["mechanism", "wheel", "mechanism: must be"],
  ])("a set that is filled up, with %s %s", (path, value, why) => {
    expect(() => read(changed(`levels.0.blocks.2.fields.0.${path}`, value))).toThrow(why);
  });

  test("one answer that is drawn as a set", () => {
    expect(() => read(changed("levels.0.blocks.0.fields.0.mechanism", "privset"))).toThrow("mechanism: must be");
  });

  test("a report above the cap of this page, whatever cap the server states", () => {
    const costly = (cap: string): unknown => {
      const whole = changed("cap", cap);
      const level = child(child(whole, "levels"), "1") as Record<string, Json>;
      const first = child(child(level, "blocks"), "0") as Record<string, Json>;
      first.epsilon = "4.500001";
      Object.assign(child(child(first, "fields"), "0") as object, { epsilon: "4.500001" });
      level.eps_report = "8.000001";
      return whole;
    };
    expect(() => read(costly("8"))).toThrow("must be at most 8");
    expect(() => read(costly("100"))).toThrow("must be at most 8");
  });

  test("a report above the lower cap of a survey", () => {
    expect(() => read(changed("cap", "3.5"))).toThrow("levels[1].eps_report: must be at most 3.5");
  });
});

test("counts of one report at a time are for simulated people only", () => {
  expect(() => read({ ...changed("ingest.batch_least", 1), simulated: true })).not.toThrow();
  expect(() => read(changed("ingest.batch_least", 1))).toThrow("ingest.batch_least");
});

test("a draft has number 0, a published survey has not", () => {
  expect(() => parseDefinition(changed("number", 0), true)).not.toThrow();
  expect(() => parseDefinition(sample(), true)).toThrow("number");
});

test("an answer of the server has exactly a hash, a state and a definition", () => {
  const good = { hash: "0".repeat(64), state: "open", definition: {} };
  expect(parsePublished(good).state).toBe("open");
  for (const bad of [{ ...good, state: "draft" }, { ...good, more: 1 }, { ...good, hash: "0" }, null, [], "open"]) {
    expect(() => parsePublished(bad)).toThrow(Refusal);
  }
});
