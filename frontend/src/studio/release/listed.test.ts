import { afterEach, describe, expect, test } from "vitest";
import type { OneRelease } from "../../api/types";
import { guaranteeOfPlan, guaranteeText } from "../parts/releaseCard";
import { speak } from "../words/words";
import { listed } from "./listed";

const columns = [
  { name: "age", role: "quasi" as const },
  { name: "town", role: "quasi" as const },
  { name: "illness", role: "sensitive" as const },
];
const MODELS = [
  { model: "k-anonymity", k: "5" },
  { model: "distinct-l-diversity", column: "illness", l: "2" },
];

function release(title: string, created_at: string, state: OneRelease["state"] = "released"): OneRelease {
  return {
    id: title,
    kind: "anonymised",
    data_set: "",
    version: 1,
    title,
    licence: "",
    citation: "",
    audience: "recipients",
    state,
    error: "",
    progress: { done: 0, total: 0, note: "" },
    guarantee: "5-anonymous over {age, town}",
    models: MODELS,
    columns,
    rows: 60,
    purpose: "",
    second_person: false,
    verdict: null,
    asked: null,
    synthesis: null,
    made_by_me: true,
    created_at,
    released_at: null,
    withdrawn_at: null,
  };
}

afterEach(() => speak("en"));

describe("what is promised", () => {
  test("is said in the reader's language", () => {
    const visits = release("Visits", "2026-11-01");
    expect(guaranteeText(visits)).toBe("5-anonymous, 2-diverse in illness over {age, town}");
    speak("zh-CN");
    expect(guaranteeText(visits)).toContain("5-匿名");
    expect(guaranteeText({ ...visits, models: [] })).toBe("5-anonymous over {age, town}"); // of before models were kept
  });

  test("of a candidate is what its release will say", () => {
    const models = [
      { model: "k-anonymity" as const, k: 5 },
      { model: "distinct-l-diversity" as const, column: "illness", l: 2 },
    ];
    expect(guaranteeOfPlan(models, columns)).toBe(guaranteeText(release("Visits", "2026-11-01")));
  });
});

describe("a long list of releases", () => {
  const all = [
    release("Visits", "2026-11-01"),
    release("Ages", "2026-11-03", "failed"),
    release("Towns", "2026-11-02", "withdrawn"),
  ];
  const titles = (q: string, sort: Parameters<typeof listed>[1]["sort"]) =>
    listed(all, { q, sort }).map(({ title }) => title);

  test("is sorted as asked", () => {
    expect(titles("", "-created_at")).toEqual(["Ages", "Towns", "Visits"]);
    expect(titles("", "title")).toEqual(["Ages", "Towns", "Visits"]);
    expect(titles("", "created_at")).toEqual(["Visits", "Towns", "Ages"]);
    expect(titles("", "state")).toEqual(["Ages", "Visits", "Towns"]);
  });

  test("is searched by title, promise and state", () => {
    expect(titles("vis", "title")).toEqual(["Visits"]);
    expect(titles("withdrawn", "title")).toEqual(["Towns"]);
    expect(titles("5-Anon", "title")).toHaveLength(3);
    expect(titles("nothing", "title")).toEqual([]);
  });
});
