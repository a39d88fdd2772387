import { describe, expect, test } from "vitest";
import type { Item, Question } from "../../../api/types";
import { type ItemSlug, isQuestion } from "../../parts/draft/items";
import { operandsBefore, unknownName } from "../../parts/draft/operands";
import { questionType } from "../questions/all";
import { expressionOf, firstAnswer, simpleOf } from "./condition";
import { freshItem } from "./newItem";

const item = (type: ItemSlug, id: string): Item => freshItem(type, id, "en");

function question(type: Question["type"], id = "q1"): Question {
  const target = item(type, id);
  if (!isQuestion(target)) throw new Error(`${type} is no question`);
  return target;
}

describe("a condition in three lists", () => {
  test.each([
    ["q1 = 'yes'", "yes_no"],
    ["q1 != 'a2'", "dropdown"],
    ["q1 >= 3", "scale"],
    ["q1 < -2.5", "number"],
    ["q1 > '2026-01-01'", "date"],
    ["q1 includes 'a1'", "multiple_choice"],
    ["not q1 includes 'a1'", "multiple_choice"],
    ["q1 answered", "yes_no"],
    ["not q1 answered", "yes_no"],
    ["q1.r2 = 'a1'", "matrix"],
  ] as const)("says %s and reads it back", (expression, type) => {
    const simple = simpleOf(expression);
    if (!simple) throw new Error(`${expression} is simple`);
    expect(questionType(question(type)).comparisons).toContain(simple.comparison);
    expect(expressionOf(simple, question(type))).toBe(expression);
  });

  test.each(["q1 = 'yes' and q2 answered", "not q1 = 'yes'", "(q1 answered)", "q1 in ('a1', 'a2')", "q1 =", ""])(
    "leaves %s to the expression",
    (expression) => expect(simpleOf(expression)).toBeUndefined(),
  );

  test("does not mind spaces", () => expect(simpleOf("  q1   =  'yes' ")?.answer).toBe("yes"));

  test("starts with an answer there is", () => {
    expect(firstAnswer(question("yes_no"))).toBe("yes");
    expect(firstAnswer(question("scale"))).toBe("1");
    expect(firstAnswer(question("number"))).toBe("0");
  });
});

describe("what a condition may name", () => {
  const items = [item("yes_no", "q1"), item("section", "text1"), item("matrix", "q2"), item("scale", "q3")];

  test("is an earlier question, of a matrix one of its rows", () => {
    expect(operandsBefore(items, "q3").map(({ name }) => name)).toEqual(["q1", "q2.r1", "q2.r2"]);
    expect(operandsBefore(items, "q1")).toEqual([]);
  });

  test("is never itself, a later one, or a whole matrix", () => {
    const operands = operandsBefore(items, "q3");
    expect(unknownName("q1 = 'q9' or q2.r1 answered", operands)).toBeUndefined();
    expect(unknownName("q1 answered and q3 > 2", operands)).toBe("q3");
    expect(unknownName("q2 answered", operands)).toBe("q2");
    expect(unknownName("not q4 in ('a', 'b')", operands)).toBe("q4");
  });
});
