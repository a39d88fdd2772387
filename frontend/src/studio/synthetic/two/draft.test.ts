import { expect, test } from "vitest";
import type { ColumnToMake } from "../../../api/types";
import { DELTA } from "../draft";
import { bodyOfTwo, contextFault, contextOf, firstOfTwo, wishOfTwo } from "./draft";

const choice = (name: string): ColumnToMake => ({
  name,
  type: "category",
  labels: ["a", "b"],
  edges: [],
  missing: false,
  bounds: null,
});
const households = { columns: [choice("region"), choice("tenure")], keys: ["household"] };
const members = { columns: [choice("school")], keys: ["home", "other"] };
const first = firstOfTwo(households, members);
const OTHER = { id: "2f", version: 3 };

test("at first every column is made, the first key joins them, and children follow from the first column", () => {
  const wish = wishOfTwo(first, OTHER);
  expect(wish).toMatchObject({
    parents: { key: "household", columns: [{ name: "region" }, { name: "tenure" }] },
    children: { key: "home", columns: [{ name: "school" }], data_set: "2f", version: 3 },
    context: ["region"],
    most: 4,
  });
  if (!wish) throw new Error("it is whole");
  const { plan, version } = bodyOfTwo(wish, 0, 7);
  expect(version).toBe(7);
  expect(plan).toMatchObject({ epsilon: "0.1", delta: DELTA, most: 4 });
  expect(Object.keys(plan)).not.toContain("parents_assumed");
});

test("what is not made is no context, and without one nothing is asked", () => {
  const without = first.parents.columns.map((column) =>
    column.name === "region" ? { ...column, made: false } : column,
  );
  const draft = { ...first, parents: { ...first.parents, columns: without } };
  expect(contextOf(draft)).toEqual([]);
  expect(contextFault(draft)).toBe(true);
  expect(wishOfTwo(draft, OTHER)).toBeUndefined();
  expect(wishOfTwo({ ...draft, context: ["tenure", "region"] }, OTHER)?.context).toEqual(["tenure"]);
});

test.each([
  { most: "0" },
  { most: "101" },
  { most: "few" },
  { parents: { ...first.parents, key: "" } },
  { children: { ...first.children, rows: "" } },
  { children: { ...first.children, columns: [] } },
])("half a plan asks nothing: %j", (part) => {
  expect(wishOfTwo({ ...first, ...part }, OTHER)).toBeUndefined();
});
