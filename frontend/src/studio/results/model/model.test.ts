import { afterEach, expect, test } from "vitest";
import type { Model } from "../../../api/types";
import { speak } from "../../words/words";
import { beatsSentence, modelSentence, rightness } from "./model";

afterEach(() => speak("en"));

const GUARANTEE = {} as Model["guarantee"];
const ANSWERS = [
  { id: "yes", label: "Yes" },
  { id: "no", label: "No" },
];

function modelOf(gainLow: number, questions = ["q2"]): Model {
  return {
    foretold: { id: "q1", text: "By train?", answers: ANSWERS, chances: [0.6, 0.4] },
    questions: questions.map((id) => ({
      id,
      text: `Text of ${id}`,
      answers: ANSWERS,
      planned: true,
      reports: 500,
      guarantee: GUARANTEE,
      chances: [
        [0.8, 0.2],
        [0.3, 0.7],
      ],
      alone: { share: 0.7, low: 0.62, high: 0.79 },
    })),
    accuracy: { share: 0.76, low: 0.66, high: 0.88 },
    gain: { share: 0.16, low: gainLow, high: 0.25 },
    usual: { answer: "yes", share: 0.6, low: 0.55, high: 0.65 },
    could_be: ["q1", "q2"],
    left_out: [],
    beats_from: 500,
    lines: [],
    reports: 500,
    guarantee: GUARANTEE,
    spends: "0",
  };
}

test("a model says how often it is right and by how much more than the most frequent answer", () => {
  const sentence = modelSentence(modelOf(0.06));
  for (const part of ["76\u202f%", "66\u202f%", "88\u202f%", "6 to 25 points", "Yes"]) expect(sentence).toContain(part);
});

test.each([0, -0.1])("a gain that may be %s is told as nothing learnt", (low) => {
  const sentence = modelSentence(modelOf(low));
  expect(sentence).toContain("cannot be told from noise");
  expect(sentence).not.toContain("76");
});

test("several questions stand together first, then each alone, then the most frequent answer", () => {
  expect(rightness(modelOf(0.1, ["q2", "q3"])).map(({ estimate }) => estimate.share)).toEqual([0.76, 0.7, 0.7, 0.6]);
  expect(rightness(modelOf(0.1)).map(({ estimate }) => estimate.id)).toEqual(["q2", "usual"]);
});

test("it says from how many people on a model is expected to beat the majority, or that none do", () => {
  expect(beatsSentence(modelOf(0.06))).toContain("from about 500 people on");
  expect(beatsSentence({ beats_from: null })).toContain("any number of people up to 1\u202f000\u202f000");
});

test("the sentence is said in Chinese too", () => {
  speak("zh-CN");
  expect(modelSentence(modelOf(0.06))).toContain("6 到 25 个百分点");
  expect(modelSentence(modelOf(0))).toContain("噪声");
});
