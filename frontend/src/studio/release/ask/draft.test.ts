import { describe, expect, test } from "vitest";
import { Refusal } from "../../../api/refusal";
import type { DeclaredColumn } from "../../../api/types";
import { atStrengths, bodyOf, type Draft, draftFrom, firstDraft, oneMore, rolesFor, suggestedFor } from "./draft";
import { candidateAt, columnAt, placed } from "./faults";
import { UNGUARDED } from "./guards";

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
  const draft = firstDraft(COLUMNS);
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
      { id: 4, k: "5", guards: {} },
      {
        id: 7,
        k: "ten",
        guards: {
          illness: { ...UNGUARDED, diversity: "recursive-cl-diversity", closeness: "equal", t: "0.3" },
          gone: { ...UNGUARDED, diversity: "distinct-l-diversity" },
        },
      },
    ],
  };
}

describe("a plan", () => {
  test("begins with what the owner declared, without a hierarchy and with one candidate", () => {
    const body = bodyOf(firstDraft(COLUMNS), 3);
    expect(body.plan.columns).toEqual([
      { name: "age", role: "quasi", unlisted: "refuse", weight: 1 },
      { name: "town", role: "quasi", unlisted: "refuse", weight: 1 },
      { name: "illness", role: "sensitive" },
      { name: "visits", role: "insensitive" },
    ]);
    expect(body.candidates).toEqual([{ models: [{ model: "k-anonymity", k: 5 }] }]);
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
        { ...draft, columns, candidates: [{ id: 0, k: "5", guards: { illness: { ...guards.illness, closeness } } }] },
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
    expect(oneMore({ ...planned(), candidates: [{ id: 2, k: "10", guards: {} }] })).toEqual({
      id: 3,
      k: "15",
      guards: {},
    });
  });
});

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
      [columnAt(1, "hierarchy")]: "groups needs it.",
      [columnAt(0, "weight")]: "at most 1000",
      [candidateAt(1, null, "k")]: "k is ten",
      [candidateAt(1, "illness", "closeness")]: "t is small",
    });
    expect(rest).toMatchObject({ fields: { columns: "All weights are 0." } });
  });

  test("of another kind is said below the form", () => {
    const error = new Error("no server");
    expect(placed(error, planned())).toEqual({ at: {}, rest: error });
  });
});
