import { expect, test } from "vitest";
import type { QuestionResult, WeightedResults } from "../../../api/types";
import { PAIRABLE } from "../../parts/draft/pairable";
import { answerLabels, knownOf, labelAt, marginsOf, sharesIn, weightingQuestions } from "./known";

const ANSWERS = ["women", "men", "other"];
const margin = (women: string, men: string, other: string) => ({ question: "sex", percents: { women, men, other } });

test("the answer left empty gets the rest", () => {
  expect(sharesIn(margin("51.2", "48", ""), ANSWERS)).toEqual({
    shares: { women: 0.512, men: 0.48, other: expect.closeTo(0.008, 9) },
    rest: "other",
  });
  expect(sharesIn(margin("60", "40", ""), ANSWERS)).toMatchObject({ shares: { other: 0 } });
});

test("shares may miss a hundred by what rounding takes, and are evened out", () => {
  const outcome = sharesIn(margin("33.3", "33.3", "33.3"), ANSWERS);
  expect(outcome).toMatchObject({ shares: { women: expect.closeTo(1 / 3, 9) }, rest: undefined });
  expect(sharesIn(margin("51,2 %", "48", "0.8"), ANSWERS)).toMatchObject({ shares: { women: 0.512 } });
});

test.each([
  [margin("51", "48", "x"), "number from 0 to 100"],
  [margin("-1", "48", ""), "number from 0 to 100"],
  [margin("51", "", ""), "all answers but one"],
  [margin("70", "40", ""), "more than 100"],
  [margin("50", "40", "5"), "not to 100"],
])("says what is wrong with %o", (written, fault) => {
  const outcome = sharesIn(written, ANSWERS);
  expect("fault" in outcome && outcome.fault).toContain(fault);
});

const question = {
  id: "sex",
  estimates: { answers: [...ANSWERS, "prefer_not_to_say"].map((id) => ({ id, label: id })) },
} as unknown as QuestionResult;

test("nothing is sent while a margin is not whole, and people without an answer have no share", () => {
  expect(knownOf([margin("51", "", "")], [question])).toBeUndefined();
  expect(knownOf([], [question])).toEqual({ margins: [] });
  expect(knownOf([margin("50", "40", "")], [question])?.margins[0]?.answers.map(({ answer }) => answer)).toEqual(
    ANSWERS,
  );
});

test("what is kept is written again as it was", () => {
  const kept = {
    margins: [
      {
        id: "sex",
        answers: [
          { id: "women", known: 0.512 },
          { id: "prefer_not_to_say", known: null },
        ],
      },
    ],
  } as unknown as WeightedResults;
  expect(marginsOf(kept)).toEqual([{ question: "sex", percents: { women: "51.2" } }]);
});

test("answers of one id are told apart by their margin", () => {
  const margins = [
    { id: "sex", answers: [{ id: "other", label: "Diverse" }] },
    { id: "region", answers: [{ id: "other", label: "Abroad" }] },
  ] as unknown as WeightedResults["margins"];
  const labels = answerLabels(margins);
  expect(["sex", "region"].map((margin) => labelAt(labels, { margin }, "other"))).toEqual(["Diverse", "Abroad"]);
  expect(labelAt(labels, { margin: null }, "other")).toBe("other");
});

test("known shares are asked for questions that can be paired alone", () => {
  const types = [...PAIRABLE, "matrix", "ranking"];
  const shown = types.map((type) => ({ id: type, type, kind: "one" }) as unknown as QuestionResult);
  expect(weightingQuestions(shown).map(({ type }) => type)).toEqual([...PAIRABLE]);
  expect(weightingQuestions([{ ...shown[0], kind: "set" } as QuestionResult])).toEqual([]);
});
