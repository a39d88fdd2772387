import { expect, test } from "vitest";
import { NO_DESCRIPTION } from "./DescriptionFields";
import { changed } from "./EditDescription";

test("only what was changed is sent, so that nobody's other change is undone", () => {
  const before = { ...NO_DESCRIPTION, name: "Adult", licence: "CC0" };
  expect(changed(before, before)).toEqual({});
  expect(changed(before, { ...before, name: " Adult ", doi: "10.24432/C5XW20" })).toEqual({ doi: "10.24432/C5XW20" });
  expect(changed(before, { ...before, licence: "" })).toEqual({ licence: "" });
});
