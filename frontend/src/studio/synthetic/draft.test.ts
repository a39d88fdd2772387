import { expect, test } from "vitest";
import type { ColumnToMake } from "../../api/types";
import { bodyOf, DELTA, draftFrom, firstDraft, fitted, groupsOfNumbers, madeOf, wholeIn, wishOf } from "./draft";

const offered: ColumnToMake[] = [
  {
    name: "age",
    type: "integer",
    labels: ["0 to 60", "60 to 120"],
    edges: ["0", "60", "120"],
    missing: false,
    bounds: ["0", "120"],
  },
  { name: "town", type: "category", labels: ["Bern", "Basel", null], edges: [], missing: true, bounds: null },
  { name: "visits", type: "integer", labels: ["0 to 9"], edges: ["0", "9"], missing: false, bounds: ["0", "8"] },
];
const first = firstDraft(offered);
const [age, town, visits] = first.columns;
if (!age || !town || !visits) throw new Error("three columns are offered");

test("at first every column is made as it was declared, and nothing is named", () => {
  expect(madeOf(first)).toEqual({
    columns: [{ name: "age" }, { name: "town" }, { name: "visits" }],
    together: [],
    target: null,
  });
  expect(bodyOf(first, 3)).toMatchObject({ version: 3, plan: { epsilon: "1", delta: DELTA } });
});

test("what is not made is in no group, is no target, and a group of one is none", () => {
  const draft = {
    ...first,
    columns: [age, town, { ...visits, isWanted: false }],
    together: [
      ["age", "visits"],
      ["age", "town", ""],
      ["town", "town"],
    ],
    target: "visits",
  };
  expect(madeOf(draft)).toEqual({
    columns: [{ name: "age" }, { name: "town" }],
    together: [["age", "town"]],
    target: null,
  });
});

test("nothing is asked while a number is none, or no column is made", () => {
  expect(wishOf({ ...first, rows: "many" })).toBeUndefined();
  expect(wishOf({ ...first, rows: "0" })).toBeUndefined();
  expect(wishOf({ ...first, columns: [{ ...age, bins: "1.5" }] })).toBeUndefined();
  expect(wishOf({ ...first, columns: [{ ...age, isWanted: false }] })).toBeUndefined();
  expect(wishOf({ ...first, rows: "48 842", columns: [{ ...age, bins: "12" }] })).toMatchObject({
    rows: 48842,
    columns: [{ name: "age", bins: 12 }],
  });
});

test("numbers are read as people type them", () => {
  expect(["12", " 1 000 ", "1,000", "1001", "-1", ""].map((typed) => wholeIn(typed, 1000))).toEqual([
    12,
    1000,
    1000,
    undefined,
    undefined,
    undefined,
  ]);
});

test("the plan of an earlier one gives its own plan again", () => {
  const plan = {
    columns: [{ name: "town" }, { name: "age", bins: 12 }],
    together: [["age", "town"]],
    target: "town",
    epsilon: "0.5",
    delta: DELTA,
  };
  const again = bodyOf(draftFrom(offered, plan), 1).plan;
  expect(again).toEqual({ ...plan, columns: [{ name: "age", bins: 12 }, { name: "town" }] }); // in the order offered
  expect(bodyOf(draftFrom(offered, { ...plan, epsilon: "0.7" }), 1).plan.epsilon).toBe("1");
});

test("what cannot be is carried over from an earlier plan, but for rules about what is not made", () => {
  const rule = [
    { name: "age", values: ["0 to 60"] },
    { name: "town", values: ["Bern"] },
  ];
  const plan = { columns: [{ name: "age" }, { name: "town" }], impossible: [rule], epsilon: "1", delta: DELTA };
  const draft = draftFrom(offered, plan);
  expect(madeOf(draft).impossible).toEqual([rule]);
  expect(madeOf({ ...draft, columns: [age, { ...town, isWanted: false }] })).not.toHaveProperty("impossible");
  for (const half of [
    [
      { name: "age", values: ["1"] },
      { name: "town", values: [] },
    ],
    [
      { name: "age", values: ["1"] },
      { name: "", values: [] },
    ],
    [
      { name: "age", values: ["1"] },
      { name: "age", values: ["2"] },
    ],
  ])
    expect(madeOf({ ...draft, impossible: [half, rule] }).impossible).toEqual([rule]);
});

const numbers = { ...first, engine: "gaussian" as const };

test("numbers alone are made, and the column that divides them beside", () => {
  expect(madeOf(numbers)).toEqual({
    engine: "gaussian",
    columns: [{ name: "age" }, { name: "visits" }],
    divided_by: null,
  });
  const divided = { ...numbers, dividedBy: "town", columns: [{ ...age, bins: "5" }, town, visits] };
  expect(madeOf(divided)).toEqual({
    engine: "gaussian",
    columns: [{ name: "age" }, { name: "town" }, { name: "visits" }],
    divided_by: "town",
  });
  expect(madeOf({ ...divided, dividedBy: "age" }).columns).toEqual([{ name: "age", bins: 5 }, { name: "visits" }]);
  expect(wishOf({ ...numbers, dividedBy: "age", columns: [age] })).toBeUndefined();
});

test("numbers that go together are named once", () => {
  const groups = [["visits", "age", ""], ["age"]];
  expect(madeOf({ ...numbers, groups }).groups).toEqual([{ columns: ["visits", "age"] }]);
  const twice = [
    ["visits", "age"],
    ["age", "visits"],
  ];
  expect(groupsOfNumbers({ ...numbers, groups: twice })).toBeUndefined();
  expect(wishOf({ ...numbers, groups: twice })).toBeUndefined();
  expect(wishOf(numbers)).toBeDefined();
});

test("an earlier plan of numbers is found again", () => {
  const draft = { ...numbers, dividedBy: "town", groups: [["age", "visits"]] };
  const { plan } = bodyOf(draft, 1);
  expect(draftFrom(offered, plan)).toEqual(draft);
});

test("AIM is told columns as tables are, cut and together, and nothing of what cannot be", () => {
  const impossible = [
    [
      { name: "age", values: ["0 to 60"] },
      { name: "town", values: ["Bern"] },
    ],
  ];
  const draft = { ...first, columns: [{ ...age, bins: "3" }, town, visits], together: [["age", "town"]], impossible };
  expect(madeOf(draft)).toHaveProperty("impossible");
  expect(madeOf({ ...draft, engine: "aim" })).toEqual({
    engine: "aim",
    columns: [{ name: "age", bins: 3 }, { name: "town" }, { name: "visits" }],
    together: [["age", "town"]],
    target: null,
  });
});

test("of another version what was chosen stays, but for the columns and values that it lacks", () => {
  const rule = [
    { name: "age", values: ["0 to 60"] },
    { name: "town", values: ["Bern", "Basel"] },
  ];
  const columns = [{ ...age, bins: "3" }, town, { ...visits, isWanted: false }];
  const draft = { ...first, columns, target: "town", impossible: [rule] };
  const [ofAge, ofTown, ofVisits] = offered;
  if (!ofAge || !ofTown || !ofVisits) throw new Error("three columns are offered");
  expect(fitted(offered, draft)).toEqual(draft);
  const later = [{ ...ofTown, labels: ["Bern", "Chur"] }, { ...ofAge, edges: [], labels: ["young", "old"] }, ofVisits];
  const next = fitted(later, draft);
  expect(next.columns.map(({ name, isWanted, bins }) => [name, isWanted, bins])).toEqual([
    ["town", true, ""],
    ["age", true, ""],
    ["visits", false, ""],
  ]);
  expect(next.impossible).toEqual([
    [
      { name: "age", values: [] },
      { name: "town", values: ["Bern"] },
    ],
  ]);
  expect(madeOf(fitted([ofVisits], draft))).toEqual({ columns: [], together: [], target: null });
  expect(madeOf(fitted(later.slice(0, 1), draft))).toEqual({
    columns: [{ name: "town" }],
    together: [],
    target: "town",
  });
});
