import { describe, expect, test } from "vitest";
import { Refusal } from "../../../api/refusal";
import type { DeclaredColumn } from "../../../api/types";
import { rolesFor } from "../../parts/columnRoles";
import { bodyOf, type Draft, draftFrom, firstDraft, suggestedFor, unlistedFor } from "./draft";
import { candidateAt, columnAt, placed } from "./faults";
import { UNCOMPARED, UNGUARDED } from "./guards";
import { atStrengths, oneMore } from "./steps";

function declared(name: string, part: Partial<DeclaredColumn>): DeclaredColumn {
  const domain = { minimum: "", maximum: "", decimals: 0, categories: [], bins: [], longest: 0, missing: [] };
  const rest = { description: "", unit: "", outside: "reject", protection: "rnd" } as const;
  return { name, type: "text", role: "insensitive", ...domain, ...rest, ...part };
}

const AGE = declared("age", { type: "integer", role: "quasi", minimum: "0", maximum: "120" });
const TOWN = declared("town", {
  type: "category",
  role: "quasi",
  categories: ["Bern", "Basel"].map((value) => ({ value, label: "" })),
});
const ILLNESS = declared("illness", { type: "category", role: "sensitive" });
const VISITS = declared("visits", { type: "integer" });
const COLUMNS = [AGE, TOWN, ILLNESS, VISITS];

function planned(): Draft {
  const draft = firstDraft(COLUMNS, true);
  const [age, town, ...rest] = draft.columns;
  if (!age || !town) throw new Error("two columns");
  return {
    ...draft,
    columns: [
      { ...age, rule: { ...age.rule, kind: "intervals", widths: "5 10，20", top: "80" } },
      {
        ...town,
        rule: { ...town.rule, kind: "groups", groups: "Bern = West\nBasel = North = West" },
        unlisted: "suppress",
      },
      ...rest,
    ],
    candidates: [
      { id: 4, k: "5", guards: {}, against: UNCOMPARED },
      {
        id: 7,
        k: "ten",
        guards: {
          illness: { ...UNGUARDED, diversity: "recursive-cl-diversity", closeness: "equal", t: "0.3" },
          gone: { ...UNGUARDED, diversity: "distinct-l-diversity" },
        },
        against: UNCOMPARED,
      },
    ],
  };
}

/** One candidate is held against a population alone, the other besides. */
function mapped(): Draft {
  return {
    ...planned(),
    population: { dataSet: "residents", version: "3" },
    candidates: [
      { id: 0, k: "", guards: {}, against: { ...UNCOMPARED, people: "6" } },
      { id: 1, k: "2", guards: {}, against: { ...UNCOMPARED, presence: "delta-presence", most: "0.4" } },
    ],
  };
}

describe("a plan", () => {
  test("begins with what the owner declared, without a hierarchy and with one candidate", () => {
    const body = bodyOf(firstDraft(COLUMNS, true), 3);
    expect(body.plan.columns).toEqual([
      { name: "age", role: "quasi", unlisted: "refuse", weight: 1 },
      { name: "town", role: "quasi", unlisted: "refuse", weight: 1 },
      { name: "illness", role: "sensitive" },
      { name: "visits", role: "insensitive" },
    ]);
    expect(body.candidates).toEqual([{ models: [{ model: "k-anonymity", k: 5 }] }]);
  });

  test("suppresses rows of values that nothing lists for whoever may not see whether there are any", () => {
    const body = bodyOf(firstDraft(COLUMNS, false), 3);
    expect(body.plan.columns.map(({ unlisted }) => unlisted)).toEqual(["suppress", "suppress", undefined, undefined]);
    expect(unlistedFor(false)).not.toContain("refuse");
  });

  test("is sent as it was typed: wrong texts go to the server, which says what is wrong", () => {
    const body = bodyOf(planned(), 1);
    expect(body.plan.columns[0]?.hierarchy).toEqual({ kind: "intervals", start: 0, widths: [5, 10, 20], top: 80 });
    expect(body.plan.columns[1]).toMatchObject({
      hierarchy: { kind: "groups", groups: { West: ["Bern", "Basel = North"] } },
      unlisted: "suppress",
    });
    expect(body.candidates[1]?.models).toEqual([
      { model: "k-anonymity", k: "ten" },
      { model: "recursive-cl-diversity", column: "illness", l: 2, c: "3" },
      { model: "t-closeness", column: "illness", distance: "equal", t: "0.3" },
    ]);
  });

  test("asks for a tree or an order of a sensitive column only where a distance needs it", () => {
    const draft = planned();
    const guards = { illness: { ...UNGUARDED, closeness: "hierarchical" as const } };
    const columns = draft.columns.map((column) =>
      column.name === "illness"
        ? { ...column, order: "cold\nflu", rule: { ...column.rule, kind: "flat" as const } }
        : column,
    );
    const sent = (closeness: "hierarchical" | "ordered") =>
      bodyOf(
        {
          ...draft,
          columns,
          candidates: [{ id: 0, k: "5", guards: { illness: { ...guards.illness, closeness } }, against: UNCOMPARED }],
        },
        1,
      ).plan.columns[2];
    expect(sent("hierarchical")).toEqual({ name: "illness", role: "sensitive", hierarchy: { kind: "flat" } });
    expect(sent("ordered")).toEqual({ name: "illness", role: "sensitive", order: ["cold", "flu"] });
  });

  test("that was asked for earlier comes back to be changed, and is sent alike", () => {
    const body = bodyOf(planned(), 1);
    const again = draftFrom(COLUMNS, body.plan, body.candidates);
    expect(bodyOf(again, 1)).toEqual(body);
  });

  test("asks for disjoint boxes where it names a population, and comes back with both", () => {
    const body = bodyOf(mapped(), 1);
    expect(body.plan).toMatchObject({ boxes: "disjoint", population: { data_set: "residents", version: 3 } });
    expect(body.candidates.map(({ models }) => models)).toEqual([
      [{ model: "k-map", k: 6 }],
      [
        { model: "k-anonymity", k: 2 },
        { model: "delta-presence", least: "0", most: "0.4" },
      ],
    ]);
    const again = draftFrom(COLUMNS, body.plan, body.candidates);
    expect(again.candidates.map(({ k }) => k)).toEqual(["", "2"]);
    expect(bodyOf(again, 1)).toEqual(body);
  });

  test("forgets nothing of a population and asks nothing of it while none is chosen", () => {
    const draft: Draft = { ...mapped(), population: { dataSet: "", version: "" } };
    const body = bodyOf(draft, 1);
    expect(body.plan).not.toHaveProperty("population");
    expect(body.plan.boxes).toBe("overlapping");
    expect(body.candidates[0]?.models).toEqual([{ model: "k-anonymity", k: "" }]); // refused, where it stands
    expect(bodyOf({ ...draft, population: mapped().population }, 1)).toEqual(bodyOf(mapped(), 1));
  });

  test("keeps the boxes that were asked for", () => {
    const body = bodyOf({ ...planned(), boxes: "disjoint" }, 1);
    expect(draftFrom(COLUMNS, body.plan, body.candidates).boxes).toBe("disjoint");
  });

  test("is never less strict than what was declared, and a looser role is suggested by nobody", () => {
    expect(rolesFor("quasi")).toEqual(["identifying", "quasi"]);
    expect(rolesFor("identifying")).toEqual(["identifying"]);
    expect(suggestedFor(VISITS, "insensitive")).toBe("quasi");
    expect(suggestedFor(declared("notes", {}), "insensitive")).toBe("identifying");
    expect([suggestedFor(ILLNESS, "sensitive"), suggestedFor(AGE, "quasi")]).toEqual([undefined, undefined]);
  });
});

describe("candidates", () => {
  test("are tried at several strengths with the guards of the first", () => {
    const tried = atStrengths({ ...planned(), candidates: planned().candidates.toReversed() }, ["3", "10"]);
    expect(tried.map(({ id, k }) => [id, k])).toEqual([
      [8, "3"],
      [9, "10"],
    ]);
    expect(tried[1]?.guards.illness?.t).toBe("0.3");
  });

  test("get one more, a step stronger than the last", () => {
    expect(oneMore({ ...planned(), candidates: [{ id: 2, k: "10", guards: {}, against: UNCOMPARED }] })).toEqual({
      id: 3,
      k: "15",
      guards: {},
      against: UNCOMPARED,
    });
  });
});

const english = (text: string) => ({ text, translated: false });

describe("what the server refuses", () => {
  test("stands at the field that it is about", () => {
    const fields = {
      "columns.1.hierarchy.groups": "groups needs it.",
      "plan.columns.0.weight": "at most 1000",
      "candidates.1.models.0.k": "k is ten",
      "candidates.1.models.2.t": "t is small",
      columns: "All weights are 0.",
    };
    const { at, rest } = placed(new Refusal({ code: "invalid", status: 400, detail: "", fields }), planned());
    expect(at).toEqual({
      [columnAt(1, "hierarchy")]: english("groups needs it."),
      [columnAt(0, "weight")]: english("at most 1000"),
      [candidateAt(1, null, "k")]: english("k is ten"),
      [candidateAt(1, "illness", "closeness")]: english("t is small"),
    });
    expect(rest).toMatchObject({ fields: { columns: "All weights are 0." } });
  });

  test("about a population stands at its fields", () => {
    const fields = {
      "candidates.0.models.0.k": "k is 1",
      "candidates.1.models.1.most": "most is 2",
      population: "It has no column age.",
      "plan.boxes": "boxes",
    };
    const { at } = placed(new Refusal({ code: "invalid", status: 400, detail: "", fields }), mapped());
    expect(at).toEqual({
      [candidateAt(0, null, "people")]: english("k is 1"),
      [candidateAt(1, null, "presence")]: english("most is 2"),
      population: english("It has no column age."),
      boxes: english("boxes"),
    });
  });

  test("of another kind is said below the form", () => {
    const error = new Error("no server");
    expect(placed(error, planned())).toEqual({ at: {}, rest: error });
  });
});
