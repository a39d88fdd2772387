import { afterEach, expect, test } from "vitest";
import type { MechanismOffered } from "../../api/types";
import { speak, words } from "../words/words";
import { peopleIn, provenOf, ranked, refused, settingOf, shortOf, standardError } from "./catalogue";

afterEach(() => speak("en"));

function offered(slug: string, family: MechanismOffered["family"], constant: number | null): MechanismOffered {
  const text = { guarantee: "", sensitivity: "", shapes: "", error: "", source: "", departures: "", summary: "" };
  const figures = { answers: 2, epsilon: "1", epsilon_spent: "0.99", report_bytes: 1, variance_linear: 1 };
  return {
    slug,
    family,
    ...text,
    name: slug,
    shape: "bits",
    neighbours: "",
    module: "",
    version: 1,
    parameters: [],
    proofs: {},
    in_surveys: false,
    figures: constant === null ? null : { ...figures, variance_constant: constant },
    refused: constant === null ? "takes exactly 2" : "",
  };
}

test("a standard error is the root of the closed form over the people", () => {
  const coin = { variance_constant: 0.5, variance_linear: 1 }; // 0.75 at a half
  expect(standardError(coin, 0.5, 300)).toBeCloseTo(0.05);
  expect(standardError(coin, 0, 50)).toBeCloseTo(0.1);
});

test("who errs least on a rare answer stands first, and who does not take the question apart", () => {
  const all = [
    offered("far", "one-answer", 3),
    offered("none", "one-answer", null),
    offered("near", "one-answer", 1),
    offered("as-near", "one-answer", 1),
    offered("sets", "set", null),
  ];
  expect(ranked(all).map(({ slug }) => slug)).toEqual(["near", "as-near", "far"]);
  expect(refused(all).map(({ slug }) => slug)).toEqual(["none"]);
});

test.each([
  ["en", "a rare answer"],
  ["zh-CN", "罕见答案"],
] as const)("the headline claims no more than the order holds: %s", (language, rare) => {
  const direct = { variance_constant: 0.159, variance_linear: 2.99 }; // direct encoding of 40 answers at epsilon 3
  const unary = { variance_constant: 0.37, variance_linear: 1 }; // symmetric unary encoding
  expect(standardError(direct, 0, 1)).toBeLessThan(standardError(unary, 0, 1));
  expect(standardError(direct, 0.5, 1)).toBeGreaterThan(standardError(unary, 0.5, 1));
  speak(language);
  const { titleBest, ranking } = words.evaluate.catalogue;
  expect(titleBest("GRR", "40", "3")).toContain(rare);
  expect(ranking).toContain(rare);
});

test("what an address leaves out is the usual", () => {
  expect(settingOf({ epsilon: "0.5", people: undefined })).toEqual({ answers: "16", epsilon: "0.5", people: "1000" });
});

test("people are a whole number from 1 on, or the usual", () => {
  expect(["250", " 7 ", "0", "", "1e9", "-3"].map(peopleIn)).toEqual([250, 7, 1000, 1000, 1000, 1000]);
});

test("a guarantee in short ends before its first bracket", () => {
  expect(shortOf("epsilon-LDP per report (neighbours: any two answers).")).toBe("epsilon-LDP per report");
  expect(shortOf("none at all.")).toBe("none at all");
});

test("a kind of proof that has no words yet is passed over", () => {
  const { channels, samples } = words.evaluate.catalogue.proofs;
  expect(provenOf({ proofs: { samples: 2, dreams: 9, channels: 3 } })).toEqual([channels(3), samples(2)]);
  expect(provenOf({ proofs: { dreams: 9 } })).toEqual([]);
});
