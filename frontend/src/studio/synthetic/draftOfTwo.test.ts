import { expect, test } from "vitest";
import type { ColumnToMake } from "../../api/types";
import { DELTA } from "./draft";
import { bodyOfTwo, contextFault, contextOf, draftOfTwo, firstOfTwo, fittedToTwo, wishOfTwo } from "./draftOfTwo";

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
const offers = { parents: households, children: members };
const first = firstOfTwo(offers);
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
  const without = first.parents.of.columns.map((column) =>
    column.name === "region" ? { ...column, isWanted: false } : column,
  );
  const draft = { ...first, parents: { ...first.parents, of: { ...first.parents.of, columns: without } } };
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
  { children: { ...first.children, of: { ...first.children.of, rows: "" } } },
  { children: { ...first.children, of: { ...first.children.of, columns: [] } } },
])("half a plan asks nothing: %j", (part) => {
  expect(wishOfTwo({ ...first, ...part }, OTHER)).toBeUndefined();
});

const rule = [
  { name: "region", values: ["a"] },
  { name: "tenure", values: ["b"] },
];
const chosen = {
  ...first,
  parents: {
    ...first.parents,
    of: { ...first.parents.of, together: [["region", "tenure"]], target: "tenure", impossible: [rule] },
  },
};

test("what matters in a table, what is predicted and what cannot be are asked of that table alone", () => {
  const wish = wishOfTwo(chosen, OTHER);
  expect(wish?.parents).toMatchObject({ together: [["region", "tenure"]], target: "tenure", impossible: [rule] });
  expect(wish?.children).toMatchObject({ together: [], target: null });
  expect(wish?.children).not.toHaveProperty("impossible");
});

test("of other versions what was chosen stays, but for the columns, values and keys that they lack", () => {
  const narrower = { ...choice("tenure"), labels: ["a"] };
  const later = { parents: { columns: [narrower], keys: ["id"] }, children: members };
  const wish = wishOfTwo(fittedToTwo(later, { ...chosen, context: ["region", "tenure"] }), OTHER);
  expect(wish?.parents).toEqual({ key: "id", columns: [{ name: "tenure" }], together: [], target: "tenure" });
  expect(wish?.context).toEqual(["tenure"]);
  const back = fittedToTwo(offers, fittedToTwo(later, chosen));
  expect(wishOfTwo(back, OTHER)?.parents).toMatchObject({ key: "household", together: [["region", "tenure"]] });
});

test("an earlier plan is changed as it was asked", () => {
  const wish = wishOfTwo({ ...chosen, most: "7" }, OTHER);
  if (!wish) throw new Error("it is whole");
  const { plan } = bodyOfTwo(wish, 5, 1);
  const again = draftOfTwo(offers, plan);
  expect(again.exactness).toBe(5);
  const request = wishOfTwo(again, OTHER);
  expect(request && bodyOfTwo(request, again.exactness, 1).plan).toEqual(plan);
});
