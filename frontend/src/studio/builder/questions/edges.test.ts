import { describe, expect, test } from "vitest";
import { bins } from "../../parts/draft/domain";
import { edgesIn, faultIn, isDay } from "./edges";

describe("edges of bins", () => {
  test("are read as people type them", () => {
    expect(edgesIn("18, 30,45\n 65，80、90；100")).toEqual(["18", "30", "45", "65", "80", "90", "100"]);
    expect(edgesIn("  ")).toEqual([]);
  });

  test("must be numbers, rising", () => {
    expect(faultIn(["18", "30"], "number")).toBeUndefined();
    expect(faultIn(["-1.5", "0", "2.25"], "number")).toBeUndefined();
    expect(faultIn(["18", "3o"], "number")).toEqual({ edge: "3o", why: "form" });
    expect(faultIn(["9", "10", "10"], "number")).toEqual({ edge: "10", why: "order" });
    expect(faultIn(["1e3"], "number")).toEqual({ edge: "1e3", why: "form" });
  });

  test("must be days that exist, rising", () => {
    expect(faultIn(["2020-02-29", "2023-01-01"], "date")).toBeUndefined();
    expect(faultIn(["2023-01-01", "2020-01-01"], "date")?.why).toBe("order");
    expect(isDay("2026-02-30")).toBe(false);
  });

  test("are fifty at most", () => {
    const many = Array.from({ length: 51 }, (_, index) => `${index}`);
    expect(faultIn(many, "number")?.why).toBe("many");
    expect(faultIn(many.slice(1), "number")).toBeUndefined();
  });

  test("make one bin more than there are edges", () => {
    const cut = bins({ edges: ["18", "30"], least: null, most: null }, "years");
    expect(cut).toEqual(["under 18 years", "18 to under 30 years", "30 years and more"]);
    expect(bins({ edges: [], least: null, most: null })).toEqual([]);
  });
});
