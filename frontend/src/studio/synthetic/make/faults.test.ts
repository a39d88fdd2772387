import { expect, test } from "vitest";
import { Refusal } from "../../../api/refusal";
import { placed } from "./faults";

test("what is refused of a column stands at the column, whatever else was left out of the plan", () => {
  const fields = { "plan.columns.1.bins": "is not above 0", "columns.1": "is a choice", together: "of five" };
  const error = new Refusal({ code: "plan_refused", status: 400, detail: "No.", fields });
  const { at, rest } = placed(error, ["age", "town"]);
  expect(at).toEqual({ town: "is not above 0 is a choice" });
  expect(rest).toMatchObject({ code: "plan_refused", fields: { together: "of five" } });
});

test("what is no refusal is said below", () => {
  const error = new TypeError("Failed to fetch");
  expect(placed(error, ["age"])).toEqual({ at: {}, rest: error });
});

test("of a plan of two tables each is told what is refused of its own columns", () => {
  const fields = {
    "plan.parents.columns.0.bins": "is not above 0",
    "children.columns.0.name": "is a key",
    most: "is 0",
  };
  const error = new Refusal({ code: "plan_refused", status: 400, detail: "No.", fields });
  const parents = placed(error, ["age"], "parents.");
  const children = placed(parents.rest, ["age"], "children.");
  expect([parents.at, children.at]).toEqual([{ age: "is not above 0" }, { age: "is a key" }]);
  expect(children.rest).toMatchObject({ fields: { most: "is 0" } });
});
