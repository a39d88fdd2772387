import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { csrfToken } from "./client";

describe("the token that a write repeats", () => {
  test("is read from the cookie of either form", () => {
    expect(csrfToken("theme=dark; csrftoken=abc")).toBe("abc");
    expect(csrfToken("__Host-csrf=def")).toBe("def");
    expect(csrfToken("")).toBeUndefined();
    expect(csrfToken("my-csrftoken=abc; csrftoken=")).toBeUndefined();
  });

  test("is the one that no neighbour can have set", () => {
    expect(csrfToken("csrftoken=planted; __Host-csrf=def")).toBe("def");
  });

  test("has the names that the settings give it", () => {
    const settings = readFileSync("../datahub/settings.py", "utf8");
    const named = settings.match(/CSRF_COOKIE_NAME = "([^"]+)"/)?.[1] ?? "";
    expect(csrfToken(`${named}=abc`)).toBe("abc");
  });
});
