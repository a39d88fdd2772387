import { describe, expect, test } from "vitest";
import { homeSearch, placeInStudio, resultsSearch } from "./search";

describe("an address", () => {
  test.each(["//evil.example", "/\\evil.example", "https://evil.example", "javascript:alert(1)", 3, undefined])(
    "leads after sign-in to no place outside the studio: %s",
    (place) => expect(placeInStudio(place)).toBeUndefined(),
  );

  test("leads to a place inside the studio", () => {
    expect(placeInStudio("/surveys/1/results?truth=true")).toBe("/surveys/1/results?truth=true");
  });

  test("reproduces search and sort of a list, and drops what it does not know", () => {
    expect(homeSearch({ q: 2026, sort: "title" })).toMatchObject({ q: "2026", sort: "title" });
    expect(homeSearch({ sort: "constructor" }).sort).toBeUndefined();
  });

  test("takes only whole positive numbers of people", () => {
    expect([500, 0, -1, 1.5, "500"].map((people) => resultsSearch({ people }).people)).toEqual([
      500,
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });
});
